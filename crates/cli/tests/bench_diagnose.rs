//! `fathom bench diagnose` shows where the ranking found and lost what a task expects.

use crate::support::{Answer, Lab, record};
use serde_json::Value;

const PLACES: [&str; 8] =
    ["--tasks", "tasks", "--corpus", "corpus.yaml", "--mirror", "mirror", "--checkouts", "checkouts"];

fn diagnose(lab: &Lab, task: &str, more: &[&str]) -> Answer {
    lab.bench(&[&["diagnose", task], &PLACES[..], more].concat())
}

fn json(lab: &Lab, task: &str) -> Value {
    let answer = diagnose(lab, task, &["--json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    serde_json::from_str(&answer.stdout).unwrap()
}

/// The diagnosis of a task that expects these symbols.
fn diagnosis_of(lab: &Lab, expected: &str) -> Value {
    let task = format!(
        "id: courier-3
repo: courier
tier: easy
description: wait longer between attempts when a failed request is sent again
source: manual
ground_truth: [{expected}]
"
    );
    std::fs::write(lab.path("tasks/courier/easy/own.yaml"), task).unwrap();
    json(lab, "courier-3")
}

#[test]
fn the_last_stage_ranks_as_a_run_does() {
    let lab = Lab::new();
    let (_, run) = lab.run(&["--tasks", "tasks"]);
    let asked = record(&run, "fathom", "courier-1");
    let found: Vec<&str> =
        asked["found"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    let diagnosis = json(&lab, "courier-1");
    let stages = diagnosis["stages"].as_array().unwrap();
    let last = stages.last().unwrap();
    assert_eq!((&last["stage"], &last["expected"]), (&"answer".into(), &2.into()));
    for (expected, rank) in
        diagnosis["expected"].as_array().unwrap().iter().zip(last["ranks"].as_array().unwrap())
    {
        let place = found.iter().position(|name| *name == expected["symbol"].as_str().unwrap()).unwrap();
        assert_eq!(&expected["rank"], rank);
        assert_eq!(rank.as_u64().unwrap() as usize, place + 1, "{found:?}");
    }
}

#[test]
fn every_stage_lists_what_it_found() {
    let lab = Lab::new();
    let diagnosis = json(&lab, "courier-1");
    let stages = diagnosis["stages"].as_array().unwrap();
    let symbols = |name: &str| {
        let stage = stages.iter().find(|stage| stage["stage"] == name).unwrap_or_else(|| panic!("no {name}"));
        stage["symbols"].as_u64().unwrap()
    };
    assert!(symbols("words") > 0 && symbols("words") <= symbols("gathered"));
    assert_eq!(symbols("frame"), 0, "the task has no stack frame");
    assert_eq!(symbols("gathered"), symbols("answer"), "all are kept in a small repository");
    assert_eq!((symbols("prior"), symbols("model")), (symbols("answer"), symbols("answer")));
}

#[test]
fn an_absent_symbol_has_a_cause() {
    let lab = Lab::new();
    let diagnosis = diagnosis_of(&lab, "with_retries, Nowhere.to_be_found, test_failed_requests_are_retried");
    let absent: Vec<&Value> =
        diagnosis["expected"].as_array().unwrap().iter().map(|expected| &expected["absent"]).collect();
    assert_eq!(absent, [&Value::Null, &"not in the index".into(), &"a test, never ranked as code".into()]);
}

#[test]
fn wrong_symbols_are_compared_with_an_expected_one_behind_them() {
    let lab = Lab::new();
    let diagnosis = diagnosis_of(&lab, "DeliveryError");
    let rival = &diagnosis["rival"];
    assert_eq!(rival["symbol"], "DeliveryError");
    let wrong = diagnosis["wrong"].as_array().unwrap();
    assert_eq!(wrong.len(), 3);
    for one in wrong {
        assert!(one["rank"].as_u64() < rival["rank"].as_u64(), "{one}");
        assert!(!one["differences"].as_array().unwrap().is_empty(), "{one}");
    }
    assert!(!wrong[0]["terms"].as_array().unwrap().is_empty(), "{wrong:?}");

    let text = diagnose(&lab, "courier-3", &["--wrong", "1"]).stdout;
    assert!(text.contains("Why the first wrong ones come before DeliveryError"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn an_unknown_task_is_refused_with_names_of_known_ones() {
    let lab = Lab::new();
    let answer = diagnose(&lab, "courier-9", &[]);
    assert_ne!(answer.code, 0);
    assert!(answer.stderr.contains("`courier-9`; there are courier-1, courier-2"), "{}", answer.stderr);
}
