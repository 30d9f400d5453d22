//! The trials of reliability, each for a few rounds, and that they notice what is wrong.

use crate::support::{Fixture, run_in};
use serde_json::Value;

/// Runs a trial in an empty folder; its exit code and report.
fn trial(arguments: &[&str]) -> (i32, Value) {
    let place = tempfile::tempdir().unwrap();
    let arguments = [&["bench", "trial"], arguments, &["--json"]].concat();
    let answer = run_in(place.path(), &arguments, &[]);
    let report = serde_json::from_str(&answer.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?} gave no JSON ({error}): {}", answer.stderr));
    (answer.code, report)
}

/// A program that is no Fathom, in a fixture that it vanishes with.
#[cfg(unix)]
fn impostor(script: &str) -> (Fixture, String) {
    use std::os::unix::fs::PermissionsExt;
    let fixture = Fixture::plain(&[("fathom.sh", &format!("#!/bin/sh\n{script}\n"))]);
    let path = fixture.path("fathom.sh");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = path.display().to_string();
    (fixture, path)
}

#[test]
fn kills_leave_a_right_index_and_every_verdict() {
    let (code, report) = trial(&["kill", "--rounds", "5", "--seed", "3"]);
    assert_eq!((code, &report["failures"]), (0, &Value::Array(Vec::new())), "{report}");
    assert_eq!((&report["rounds"], &report["lost"]), (&5.into(), &0.into()));
    assert!(report["acknowledged"].as_u64().unwrap() >= 5, "{report}");
}

#[test]
fn damage_to_an_index_makes_no_answer_wrong() {
    let (code, report) = trial(&["damage", "--rounds", "12"]);
    assert_eq!((code, &report["failures"]), (0, &Value::Array(Vec::new())), "{report}");
    assert!(report["by_file"].as_object().unwrap().len() >= 5, "every kind of file has its turn: {report}");
}

#[test]
fn edits_leave_the_index_of_a_full_build() {
    let fixture = Fixture::courier();
    let root = fixture.root().display().to_string();
    let before = fixture.git(&["status", "--porcelain"]);
    let (code, report) = trial(&["edits", &root, "--rounds", "12", "--every", "3"]);
    assert_eq!((code, &report["failures"]), (0, &Value::Array(Vec::new())), "{report}");
    assert_eq!(report["compared"], 4);
    assert_eq!(fixture.git(&["status", "--porcelain"]), before, "only a copy is edited");
}

#[test]
fn trees_are_measured_and_one_that_fails_stops_no_other() {
    let fixture = Fixture::courier();
    std::fs::write(fixture.beside("trees.txt"), "# two trees\nrepo\nnowhere\n").unwrap();
    let list = fixture.beside("trees.txt").display().to_string();
    let (code, report) = trial(&["trees", "--list", &list]);
    assert_eq!(code, 1, "{report}");
    let trees = report["trees"].as_array().unwrap();
    assert_eq!(trees[1]["problem"], "there is no such folder");
    let tree = &trees[0];
    assert_eq!((&tree["problem"], &tree["exit_code"]), (&Value::Null, &0.into()), "{tree}");
    assert_eq!(tree["commit"], fixture.git(&["rev-parse", "HEAD"]));
    assert!(tree["files"].as_u64().unwrap() >= 8 && tree["ratio"].as_f64().unwrap() > 0.0, "{tree}");
    assert_eq!(trial(&["trees", fixture.root().to_str().unwrap()]).0, 0);
}

#[cfg(unix)]
#[test]
fn hostile_repositories_do_no_harm() {
    let some = "fathom-snapshots-link,concepts-fifo,sources-became-link,manifests-zero,git-programs,dotgit-fifo,\
                path-newline,control-unfinished";
    let (code, report) = trial(&["hostile", "--only", some, "--limit-seconds", "60"]);
    let problems: Vec<&Value> =
        report["cases"].as_array().unwrap().iter().map(|case| &case["problems"]).collect();
    assert_eq!(code, 0, "{problems:?}");
    assert!(problems.len() >= 8, "{report}");
}

#[cfg(unix)]
#[test]
fn a_program_that_does_harm_is_found_out() {
    let (_fixture, program) = impostor("echo '{}'; echo x > made; echo y > ../victim/file.txt; cat a.py");
    let (code, report) = trial(&["hostile", "--only", "fathom-file", "--program", &program]);
    assert_eq!(code, 1);
    let problems = report["cases"][0]["problems"].to_string();
    for part in ["is not JSON", "victim/file.txt was changed", "made was made"] {
        assert!(problems.contains(part), "{part}: {problems}");
    }
}

#[cfg(unix)]
#[test]
fn an_index_that_answers_otherwise_than_a_full_build_is_found_out() {
    // Every process answers with another number.
    let (_fixture, program) = impostor("echo \"{\\\"files\\\": $$}\"");
    for trial_of in [&["edits", "--rounds", "1"][..], &["kill", "--rounds", "1"]] {
        let (code, report) = trial(&[trial_of, &["--program", &program]].concat());
        assert_eq!(code, 1, "{report}");
        assert!(report["failures"][0]["problem"].as_str().unwrap().contains("/files is "), "{report}");
    }
}

#[test]
fn a_trial_of_nothing_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let answer = run_in(place.path(), &["bench", "trial", "kill", "--rounds", "0"], &[]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("--rounds 1 or more"), "{}", answer.stderr);
}
