//! Predictions with their outcomes, and the ledger.

use super::place;
use crate::{
    Entry, Episode, LocalState, Outcome, PredictedItem, Prediction, PredictionId, StateError, StateStore,
    Step, TestFileResult, TestRun, Transaction, TransactionId,
};

fn prediction(expert: &str, guesses: &[(&str, f64)]) -> Prediction {
    let guess =
        |(item, probability): &(&str, f64)| PredictedItem { item: (*item).into(), probability: *probability };
    Prediction {
        key: String::new(),
        expert: expert.into(),
        model: "1".into(),
        question: "round invoices".into(),
        commit: Some("c0ffee".into()),
        time: 5,
        guesses: guesses.iter().map(guess).collect(),
    }
}

fn outcome(prediction: PredictionId, item: &str, happened: bool, time: i64) -> Outcome {
    Outcome { prediction, item: item.into(), happened, time }
}

fn transaction(prediction: Option<PredictionId>, entries: &[(&str, i64)]) -> Transaction {
    let entry = |(account, amount): &(&str, i64)| Entry { account: (*account).into(), amount: *amount };
    Transaction {
        reason: "settled".into(),
        prediction,
        time: 6,
        entries: entries.iter().map(entry).collect(),
    }
}

#[test]
fn predictions_are_found_by_number_and_by_expert_in_their_order() {
    let (_place, home) = place();
    let given = [
        prediction("files", &[("b.rs", 0.5), ("a.rs", 0.25)]),
        Prediction { commit: None, ..prediction("tests", &[]) },
        prediction("files", &[("c.rs", 1.0)]),
    ];
    let ids = given.clone().map(|one| LocalState::of(&home).predict(&one).unwrap());
    let state = LocalState::of(&home);
    assert_eq!(state.prediction(ids[0]).unwrap().as_ref(), Some(&given[0]));
    assert_eq!(state.prediction(PredictionId(99)).unwrap(), None);
    let list = |expert, after, limit| -> Vec<PredictionId> {
        let found = state.predictions(expert, after, limit).unwrap();
        found.into_iter().map(|(id, _)| id).collect()
    };
    assert_eq!(list(None, None, usize::MAX), ids);
    assert_eq!(list(Some("files"), None, 10), [ids[0], ids[2]]);
    assert_eq!(list(Some("files"), Some(ids[0]), 10), [ids[2]]);
    assert_eq!(list(None, None, 2), ids[..2]);
}

#[test]
fn a_prediction_that_is_no_probability_is_refused_whole() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    for value in [1.5, -0.1, f64::NAN] {
        let refused = state.predict(&prediction("files", &[("a.rs", 0.5), ("b.rs", value)]));
        assert!(matches!(refused, Err(StateError::NoProbability { .. })), "{value}");
    }
    assert!(state.predictions(None, None, 9).unwrap().is_empty());
}

#[test]
fn a_later_outcome_of_the_same_item_takes_the_place_of_the_first() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let id = state.predict(&prediction("files", &[("a.rs", 0.5)])).unwrap();
    state.settle(&[outcome(id, "b.rs", true, 7), outcome(id, "a.rs", false, 7)]).unwrap();
    state.settle(&[outcome(id, "a.rs", true, 8)]).unwrap();
    assert_eq!(state.outcomes(id).unwrap(), [outcome(id, "a.rs", true, 8), outcome(id, "b.rs", true, 7)]);
}

#[test]
fn outcomes_of_an_unknown_prediction_are_refused_with_all_that_came_with_them() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let id = state.predict(&prediction("files", &[])).unwrap();
    let refused = state.settle(&[outcome(id, "a.rs", true, 7), outcome(PredictionId(99), "a.rs", true, 7)]);
    assert!(matches!(refused, Err(StateError::NoPrediction { id: PredictionId(99) })));
    assert!(state.outcomes(id).unwrap().is_empty());
}

#[test]
fn accounts_gain_and_lose_what_transactions_say() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let id = state.predict(&prediction("files", &[])).unwrap();
    let given = [
        transaction(None, &[("house", -100), ("files", 60), ("tests", 40)]),
        transaction(Some(id), &[("files", -25), ("house", 25)]),
    ];
    let ids = given.clone().map(|one| state.transact(&one).unwrap());
    assert_eq!(
        ["house", "files", "tests", "nobody"].map(|one| state.balance(one).unwrap()),
        [-75, 35, 40, 0]
    );
    assert_eq!(state.transaction(ids[1]).unwrap().as_ref(), Some(&given[1]));
    assert_eq!(state.transaction(TransactionId(99)).unwrap(), None);
    assert_eq!(state.transactions(Some("tests"), None, 9).unwrap(), [(ids[0], given[0].clone())]);
    assert_eq!(state.transactions(None, Some(ids[0]), 9).unwrap(), [(ids[1], given[1].clone())]);
}

#[test]
fn a_transaction_that_does_not_add_up_or_settles_nothing_is_refused() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let unbalanced = state.transact(&transaction(None, &[("house", i64::MAX), ("files", i64::MAX)]));
    assert!(matches!(unbalanced, Err(StateError::Unbalanced { .. })));
    let unknown = state.transact(&transaction(Some(PredictionId(3)), &[]));
    assert!(matches!(unknown, Err(StateError::NoPrediction { .. })));
    assert!(state.transactions(None, None, 9).unwrap().is_empty());
}

#[test]
fn a_prediction_with_a_known_key_is_not_recorded_again() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let given = Prediction { key: "3fa1".into(), ..prediction("files", &[("a.rs", 0.5)]) };
    let id = state.predict(&given).unwrap();
    assert_eq!(state.predict(&Prediction { time: 9, ..given.clone() }).unwrap(), id);
    assert_eq!(state.prediction_by_key("3fa1").unwrap(), Some((id, given)));
    assert_eq!(state.prediction_by_key("").unwrap(), None);
    let without = [1, 2].map(|_| state.predict(&prediction("tests", &[])).unwrap());
    assert_ne!(without[0], without[1]);
    let latest: Vec<_> = state.latest_predictions(None, 2).unwrap().into_iter().map(|(id, _)| id).collect();
    assert_eq!(latest, [without[1], without[0]]);
}

#[test]
fn a_run_of_tests_belongs_to_its_prediction_and_the_last_one_counts() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let id = state.predict(&prediction("tests", &[])).unwrap();
    let run = TestRun {
        prediction: id,
        time: 7,
        all: 10,
        ran: 8,
        failed: 1,
        skipped: 2,
        seconds: Some(1.5),
        seconds_predicted: None,
    };
    assert_eq!(state.run(id).unwrap(), None);
    let result = |file: &str, failed| TestFileResult { file: file.into(), failed, seconds: Some(0.5) };
    state.record_run(&run, &[result("a", true), result("b", false)]).unwrap();
    let later = TestRun { failed: 0, ..run };
    state.record_run(&later, &[result("b", false)]).unwrap();
    assert_eq!(state.run(id).unwrap(), Some(later.clone()));
    assert_eq!(state.results(id).unwrap(), [result("b", false)]);
    let refused = state.record_run(&TestRun { prediction: PredictionId(99), ..later }, &[]);
    assert!(matches!(refused, Err(StateError::NoPrediction { .. })));
}

#[test]
fn balances_and_earnings_are_sums_of_entries() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let id = state.predict(&prediction("files", &[])).unwrap();
    state.transact(&transaction(Some(id), &[("files", 60), ("house", -60)])).unwrap();
    state.transact(&transaction(Some(id), &[("files", -20), ("house", 20)])).unwrap();
    state.transact(&transaction(None, &[("files", 5), ("house", -5)])).unwrap();
    assert_eq!(state.balances().unwrap(), [("files".to_owned(), 45), ("house".to_owned(), -45)]);
    assert_eq!((state.earned("files", id).unwrap(), state.earned("tests", id).unwrap()), (40, 0));
}

#[test]
fn an_episode_that_is_recorded_again_is_replaced() {
    let (_place, home) = place();
    let state = LocalState::of(&home);
    let step = |kind: &str, text: &str| Step { kind: kind.into(), text: text.into() };
    let episode = |key: &str, steps: Vec<Step>| Episode { key: key.into(), time: 3, steps };
    let (first, other) = (episode("a", vec![step("edit", "x")]), episode("b", vec![step("edit", "y")]));
    state.record_work(&[first, other.clone()]).unwrap();
    let longer = episode("a", vec![step("edit", "x"), step("command", "make")]);
    state.record_work(std::slice::from_ref(&longer)).unwrap();
    assert_eq!(state.work(9).unwrap(), [other.clone(), longer]);
    assert_eq!(state.work(1).unwrap(), [other]);
}
