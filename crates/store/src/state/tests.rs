//! Records are stored and read back; invalid records and foreign files are rejected.

mod crash;
mod predictions;

use super::sqlite::STEPS;
use super::{LocalState, StateError, StateStore, Verdict};
use crate::{Folders, Home};
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
    let state = LocalState::of(&home);
    assert!(state.verdicts(None).unwrap().is_empty() && state.session("a").unwrap().is_none());
    assert_eq!((state.forget(None).unwrap(), state.balance("house").unwrap()), (0, 0));
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn verdicts_survive_the_process() {
    let (_place, home) = place();
    let given = [verdict("a", "x", true, "1", 5), verdict("b", "x", false, "1", 6)];
    LocalState::of(&home).judge(&given).unwrap();
    let state = LocalState::of(&home);
    assert_eq!(state.verdicts(None).unwrap(), given);
    assert_eq!(state.verdicts(Some("b")).unwrap(), given[1..]);
    assert_eq!(state.judged_tasks().unwrap(), ["a", "b"]);
}

#[test]
fn a_repeated_verdict_is_counted_and_another_one_takes_its_place() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let record = |used, code, time| {
        state.judge(&[verdict("a", "x", used, code, time)]).unwrap();
        let [kept] = <[Verdict; 1]>::try_from(state.verdicts(None).unwrap()).unwrap();
        (kept.used, kept.code, kept.times, kept.time)
    };
    assert_eq!(record(true, "1", 1), (true, "1".to_owned(), 1, 1));
    assert_eq!(record(true, "1", 2), (true, "1".to_owned(), 2, 2));
    assert_eq!(record(false, "1", 3), (false, "1".to_owned(), 1, 3));
    assert_eq!(record(false, "2", 4), (false, "2".to_owned(), 1, 4));
}

#[test]
fn one_task_or_all_can_be_forgotten() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
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
                    LocalState::of(home).judge(&[one]).unwrap();
                }
            });
        }
    });
    assert_eq!(LocalState::of(&home).verdicts(None).unwrap().len(), 40);
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
                    LocalState::of(&home).judge(&[]).unwrap();
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
    let error = LocalState::of(&home).verdicts(None).unwrap_err();
    assert!(matches!(error, StateError::Unusable { .. }), "{error}");
    assert!(error.to_string().contains("move it away"), "{error}");
    assert_eq!(std::fs::read(home.state()).unwrap(), damaged);
}

#[test]
fn a_file_of_a_later_version_is_refused() {
    let (_place, home) = place();
    LocalState::of(&home).judge(&[]).unwrap();
    let raw = Connection::open(home.state()).unwrap();
    raw.pragma_update(None, "user_version", STEPS.len() as u32 + 1).unwrap();
    let error = LocalState::of(&home).verdicts(None).unwrap_err();
    assert!(matches!(error, StateError::Later { .. }), "{error}");
}

#[test]
fn a_file_of_the_first_version_keeps_what_it_has_and_gets_the_other_tables() {
    let (_place, home) = place();
    home.create_state().unwrap();
    let raw = Connection::open(home.state()).unwrap();
    raw.execute_batch(STEPS[0]).unwrap();
    raw.execute_batch("INSERT INTO feedback VALUES ('a', 'x', 1, '1', 3, 7); PRAGMA user_version = 1")
        .unwrap();
    let state = LocalState::of(&home);
    assert_eq!(state.verdicts(None).unwrap(), [Verdict { times: 3, ..verdict("a", "x", true, "1", 7) }]);
    assert!(state.predictions(None, None, 9).unwrap().is_empty());
    assert!(state.transactions(None, None, 9).unwrap().is_empty());
}

#[test]
fn a_session_is_a_file_of_the_worktree_and_opens_no_database() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    state.keep_session("one", b"given").unwrap();
    state.keep_session("one", b"given more").unwrap();
    assert_eq!(state.session("one").unwrap().as_deref(), Some(b"given more".as_slice()));
    assert_eq!(state.session("two").unwrap(), None);
    assert!(!home.state().exists());
}
