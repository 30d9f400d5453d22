//! A killed process loses no acknowledged record.

use crate::{Entry, Folders, Home, LocalState, StateStore, Transaction, TransactionId};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The environment variable with the folder in which the child writes.
const FOLDER: &str = "FATHOM_TEST_STATE_FOLDER";

fn home(folder: &Path) -> Home {
    Home::of(&Folders::under(folder), "/repo".as_ref(), "/repo".as_ref())
}

/// The code of the killed process; does nothing when it runs as a test.
#[test]
fn a_child_that_writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let state = LocalState::of(&home(Path::new(&folder)));
    loop {
        let entries = [("files", 1), ("house", -1)];
        let id = state.transact(&Transaction {
            reason: "written".into(),
            prediction: None,
            time: 1,
            entries: entries.map(|(account, amount)| Entry { account: account.into(), amount }).to_vec(),
        });
        println!("acknowledged {}", id.unwrap().0);
    }
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let place = tempfile::tempdir().unwrap();
    for wanted in [1, 7, 40] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["state::tests::crash::a_child_that_writes_until_it_is_killed", "--exact", "--nocapture"])
            .env(FOLDER, place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let numbers = lines.filter_map(|line| line.strip_prefix("acknowledged ")?.parse::<i64>().ok());
        let acknowledged: Vec<i64> = numbers.take(wanted).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(acknowledged.len(), wanted, "the child writes");
        let state = LocalState::of(&home(place.path()));
        for id in &acknowledged {
            let kept = state.transaction(TransactionId(*id)).unwrap();
            assert_eq!(kept.map(|kept| kept.entries.len()), Some(2), "{id} is whole");
        }
        assert_eq!(state.balance("files").unwrap(), -state.balance("house").unwrap());
        assert_eq!(state.problems().unwrap(), Some(Vec::new()));
    }
}
