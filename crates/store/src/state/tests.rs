//! Verdicts are kept, counted, replaced and forgotten; files that are no state are refused.

use super::{STEPS, State, Verdict};
use crate::{Folders, Home, StoreError};
use rusqlite::Connection;
use std::sync::Barrier;

fn verdict(task: &str, symbol: &str, used: bool, code: &str, time: i64) -> Verdict {
    Verdict { task: task.into(), symbol: symbol.into(), used, code: code.into(), times: 1, time }
}

fn place() -> (tempfile::TempDir, Home) {
    let place = tempfile::tempdir().unwrap();
    let home = Home::of(&Folders::under(place.path()), "/repo".as_ref(), "/repo".as_ref());
    (place, home)
}

#[test]
fn nothing_is_opened_where_nothing_was_kept() {
    let (place, home) = place();
    assert!(State::open(&home).unwrap().is_none());
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn verdicts_survive_the_process() {
    let (_place, home) = place();
    let given = [verdict("a", "x", true, "1", 5), verdict("b", "x", false, "1", 6)];
    State::create(&home).unwrap().judge(&given).unwrap();
    let state = State::open(&home).unwrap().unwrap();
    assert_eq!(state.verdicts(None).unwrap(), given);
    assert_eq!(state.verdicts(Some("b")).unwrap(), given[1..]);
    assert_eq!(state.judged_tasks().unwrap(), ["a", "b"]);
}

#[test]
fn a_repeated_verdict_is_counted_and_another_one_takes_its_place() {
    let (_place, home) = place();
    let mut state = State::create(&home).unwrap();
    let mut say = |used, code, time| {
        state.judge(&[verdict("a", "x", used, code, time)]).unwrap();
        let [kept] = <[Verdict; 1]>::try_from(state.verdicts(None).unwrap()).unwrap();
        (kept.used, kept.code, kept.times, kept.time)
    };
    assert_eq!(say(true, "1", 1), (true, "1".to_owned(), 1, 1));
    assert_eq!(say(true, "1", 2), (true, "1".to_owned(), 2, 2));
    assert_eq!(say(false, "1", 3), (false, "1".to_owned(), 1, 3));
    assert_eq!(say(false, "2", 4), (false, "2".to_owned(), 1, 4));
}

#[test]
fn one_task_or_all_can_be_forgotten() {
    let (_place, home) = place();
    let mut state = State::create(&home).unwrap();
    let given = ["a", "b", "c"].map(|task| verdict(task, "x", true, "1", 1));
    state.judge(&given).unwrap();
    assert_eq!(state.forget(Some("b")).unwrap(), 1);
    assert_eq!(state.judged_tasks().unwrap(), ["a", "c"]);
    assert_eq!((state.forget(None).unwrap(), state.forget(None).unwrap()), (2, 0));
}

#[test]
fn several_may_write_at_once() {
    let (_place, home) = place();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let home = &home;
            scope.spawn(move || {
                for time in 0..10 {
                    let one = verdict(&format!("{writer}"), &format!("{time}"), true, "1", time);
                    State::create(home).unwrap().judge(&[one]).unwrap();
                }
            });
        }
    });
    assert_eq!(State::open(&home).unwrap().unwrap().verdicts(None).unwrap().len(), 40);
}

#[test]
fn several_may_begin_at_once() {
    for _ in 0..40 {
        let (_place, home) = place();
        let start = Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    start.wait();
                    State::create(&home).unwrap();
                });
            }
        });
    }
}

#[test]
fn a_damaged_file_is_refused_and_left_as_it_is() {
    let (_place, home) = place();
    home.create_state().unwrap();
    let damaged = b"no database, but long enough to be taken for one at first sight".repeat(20);
    std::fs::write(home.state(), &damaged).unwrap();
    let error = State::open(&home).err().unwrap();
    assert!(matches!(error, StoreError::State { .. }), "{error}");
    assert!(error.to_string().contains("move it away"), "{error}");
    assert_eq!(std::fs::read(home.state()).unwrap(), damaged);
}

#[test]
fn a_file_of_a_later_version_is_refused() {
    let (_place, home) = place();
    State::create(&home).unwrap();
    let raw = Connection::open(home.state()).unwrap();
    raw.pragma_update(None, "user_version", STEPS.len() as u32 + 1).unwrap();
    let error = State::open(&home).err().unwrap();
    assert!(matches!(error, StoreError::LaterState { .. }), "{error}");
}
