//! `fathom bench trial` shows what an average over tasks does not.

use crate::support::{Lab, PLACES};
use serde_json::Value;

fn trial(lab: &Lab, arguments: &[&str]) -> Value {
    let more = [&["--systems", "fathom", "--json"], &PLACES[..]].concat();
    let answer = lab.bench(&[&["trial"], arguments, &more].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    serde_json::from_str(&answer.stdout).unwrap()
}

#[test]
fn fathom_sees_every_edit_by_itself() {
    let lab = Lab::new();
    let report = trial(&lab, &["staleness", "--repos", "courier"]);
    let taken = report["taken"].as_array().unwrap();
    assert_eq!(taken.len(), 3);
    for one in taken {
        assert_eq!((&one["at_once"], &one["right"]), (&true.into(), &true.into()), "{one}");
        assert!(one["ms"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn fathom_answers_the_same_bytes_every_time() {
    let lab = Lab::new();
    let report = trial(&lab, &["determinism", "--tasks", "tasks", "--runs", "4"]);
    let one = &report["repeated"][0];
    assert_eq!(
        (&one["tasks"], &one["equal"], &one["equal_rankings"]),
        (&2.into(), &2.into(), &2.into()),
        "{one}"
    );
}

#[test]
fn only_tasks_with_paraphrases_are_tried_for_robustness() {
    let lab = Lab::new();
    let report = trial(&lab, &["robustness", "--tasks", "tasks"]);
    let overlaps = report["overlaps"].as_array().unwrap();
    assert_eq!(overlaps.len(), 1, "{report}");
    assert_eq!(overlaps[0]["wordings"], 2);
    let jaccard = overlaps[0]["jaccard"].as_f64().unwrap();
    assert!(jaccard > 0.0 && jaccard <= 1.0, "{jaccard}");
}

#[test]
fn paraphrases_may_come_from_a_file() {
    let lab = Lab::new();
    std::fs::write(lab.path("words.yaml"), "courier-2: [name the parcel that timed out]\n").unwrap();
    let report = trial(&lab, &["robustness", "--tasks", "tasks", "--paraphrases", "words.yaml"]);
    assert_eq!(report["overlaps"][0]["task"], "courier-2");
}

#[test]
fn a_trial_adds_its_measurements_to_a_run() {
    let lab = Lab::new();
    let (_, run) = lab.run(&["--tasks", "tasks"]);
    trial(&lab, &["staleness", "--repos", "courier", "--run", run.to_str().unwrap()]);
    trial(&lab, &["determinism", "--tasks", "tasks", "--runs", "2", "--run", run.to_str().unwrap()]);
    let measures: Value =
        serde_json::from_str(&std::fs::read_to_string(run.join("measures.json")).unwrap()).unwrap();
    assert_eq!(measures["staleness"].as_array().unwrap().len(), 3);
    assert_eq!(measures["determinism"][0]["equal"], 2);
}

#[test]
fn fathom_learns_from_half_of_the_tasks_and_is_measured_on_all() {
    let lab = Lab::new();
    let (_, run) = lab.run(&["--tasks", "tasks"]);
    let run = run.to_str().unwrap();
    let report = trial(&lab, &["learning", "--tasks", "tasks", "--rounds", "2", "--run", run]);
    let curves = report["curves"].as_array().unwrap();
    let told: Vec<&Value> = curves.iter().map(|curve| &curve["told"]).collect();
    assert_eq!(told, [&Value::from(true), &Value::from(false)], "{report}");
    for measure in ["precision", "recall"] {
        let values: Vec<f64> =
            curves[0][measure].as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect();
        assert!(values.len() == 3 && values[2] >= values[0], "{measure}: {values:?}");
    }
    let text = |name: &str| std::fs::read_to_string(std::path::Path::new(run).join(name)).unwrap();
    let measures: Value = serde_json::from_str(&text("measures.json")).unwrap();
    assert_eq!(measures["learning"][0]["same"].as_array().unwrap().len(), 3);
    assert!(text("FINDINGS.md").contains("fathom, 1 other tasks"));
    assert!(text("report.html").contains("fathom on other tasks, after 2 rounds"));
}
