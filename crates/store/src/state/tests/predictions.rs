//! Predictions with their outcomes, and the ledger.

use super::place;
use crate::{
    Entry, Guess, LocalState, Outcome, Prediction, PredictionId, StateError, StateStore, Transaction,
    TransactionId,
};

fn prediction(expert: &str, guesses: &[(&str, f64)]) -> Prediction {
    let guess = |(item, probability): &(&str, f64)| Guess { item: (*item).into(), probability: *probability };
    Prediction {
        expert: expert.into(),
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
