//! The finished order of candidates and of their files.

use super::{CandidatePosition, files_of_symbols, place};
use crate::features::{FEATURES, TASK_LONG};
use crate::model::Model;

const CANDIDATES: usize = 30;

/// Thirty candidates that differ only in their prior, placed with advice.
fn placed(advised: impl Fn(usize) -> f32) -> Vec<CandidatePosition> {
    place(&Model::default(), &[[0.0; FEATURES]; CANDIDATES], advised, |candidate| candidate.to_string())
}

fn rank(placed: &[CandidatePosition], candidate: usize) -> usize {
    placed.iter().position(|one| one.candidate == candidate).unwrap()
}

#[test]
fn without_advice_the_order_is_that_of_the_ranks() {
    let order: Vec<usize> = placed(|_| 0.0).iter().map(|one| one.candidate).collect();
    assert_eq!(order, (0..CANDIDATES).collect::<Vec<_>>());
}

#[test]
fn where_model_and_prior_disagree_the_model_counts_more_and_the_prior_still_something() {
    let mut model = Model::default();
    model.wishes[3] = [1.0, 0.0, 0.0];
    let best_is = |candidate: usize| {
        let mut features = [[0.0; FEATURES]; CANDIDATES];
        features[candidate][3] = 1.0;
        rank(&place(&model, &features, |_| 0.0, |one| one.to_string()), candidate)
    };
    assert_eq!(best_is(1), 0, "the prior's second");
    assert!((1..CANDIDATES / 2).contains(&best_is(CANDIDATES - 1)), "the prior's last");
}

#[test]
fn a_repeat_comes_later_and_names_what_it_repeats() {
    let id = |candidate: usize| match candidate {
        0 => "client.py::Client.send_request".to_owned(),
        1 => "client.py::AsyncClient.send_request".to_owned(),
        other => format!("client.py::other_{other}"),
    };
    let place = |advised: &dyn Fn(usize) -> f32| {
        place(&Model::default(), &[[0.0; FEATURES]; CANDIDATES], advised, id)
    };
    let plain = place(&|_| 0.0);
    assert_eq!((rank(&plain, 0), rank(&plain, 2)), (0, 1));
    assert!((5..20).contains(&rank(&plain, 1)), "{}", rank(&plain, 1));
    assert_eq!(plain[rank(&plain, 1)].repeats, Some(0));
    let asked_for = place(&|candidate| if candidate == 1 { 1.0 } else { 0.0 });
    assert_eq!(rank(&asked_for, 1), 0, "unless it is asked for");
}

#[test]
fn each_further_member_of_a_type_comes_a_little_later_in_the_answer_to_a_wish() {
    let id = |candidate: usize| match candidate {
        0..3 => format!("job.py::Job.step_{candidate}"),
        other => format!("job.py::other_{other}"),
    };
    let order = |long: f32| -> Vec<usize> {
        let mut features = [[0.0; FEATURES]; CANDIDATES];
        for candidate in &mut features {
            candidate[TASK_LONG] = long;
        }
        let placed = place(&Model::default(), &features, |_| 0.0, id);
        placed.iter().map(|one| one.candidate).collect()
    };
    assert_eq!(order(0.0)[..6], [0, 1, 3, 4, 5, 2], "the third comes after what was close behind it");
    assert_eq!(order(1.0)[..3], [0, 1, 2], "a report may be about one type");
}

#[test]
fn advice_of_no_weight_changes_nothing() {
    assert_eq!(placed(|_| 0.0), placed(|candidate| if candidate == 7 { -0.0 } else { 0.0 }));
}

#[test]
fn advice_for_a_candidate_moves_it_up_and_the_others_keep_their_order() {
    let with = placed(|candidate| if candidate == 20 { 0.5 } else { 0.0 });
    assert!(rank(&with, 20) < 10, "{}", rank(&with, 20));
    let others: Vec<usize> = with.iter().map(|one| one.candidate).filter(|one| *one != 20).collect();
    assert!(others.is_sorted());
}

#[test]
fn advice_against_a_candidate_moves_it_down() {
    let with = placed(|candidate| if candidate == 0 { -0.5 } else { 0.0 });
    assert!(rank(&with, 0) > 0 && rank(&with, 1) == 0);
}

#[test]
fn more_advice_moves_further() {
    let moved = |weight: f32| rank(&placed(|candidate| if candidate == 15 { weight } else { 0.0 }), 15);
    let ranks: Vec<usize> = [-1.0, -0.5, 0.0, 0.3, 0.6, 1.0].map(moved).to_vec();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    assert!(moved(1.0) < moved(0.3) && moved(0.0) < moved(-1.0), "{ranks:?}");
}

#[test]
fn the_score_reflects_the_advice() {
    let score = |weight: f32| placed(|candidate| if candidate == 0 { weight } else { 0.0 })[0].score;
    assert!((score(1.0) - score(0.0) - crate::advice::WORTH).abs() < 1e-6);
}

#[test]
fn a_file_with_the_sure_symbol_comes_before_one_with_many_doubtful_ones() {
    let placed: Vec<CandidatePosition> = [(0.1, 2.0), (0.09, 0.0), (0.08, 0.0), (0.07, 0.0)]
        .into_iter()
        .enumerate()
        .map(|(candidate, (score, learned))| CandidatePosition {
            candidate,
            score,
            learned,
            probability: 0.0,
            repeats: None,
            crowd: 0,
        })
        .collect();
    let found = files_of_symbols(&placed, |candidate| if candidate == 0 { "sure" } else { "many" });
    assert_eq!(found.iter().map(|(file, _)| *file).collect::<Vec<_>>(), ["sure", "many"]);
    // Each further symbol adds less.
    assert!(found[1].1 < 3.0 * 0.09);
}
