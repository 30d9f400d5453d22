//! `fathom bench mine` turns a repository's own history into tasks.

use crate::support::{Fixture, record, run_in};
use std::fs;

/// A courier whose retries were changed by a commit that explains why.
fn changed() -> Fixture {
    let courier = Fixture::courier();
    let before = courier.read("courier/retry.py");
    courier.write("courier/retry.py", before.replace("return ", "return 1 + "));
    courier.commit("Wait one second longer before a parcel is sent again (#12)");
    courier
}

#[test]
fn a_mined_task_stores_the_commit_and_reads_its_words_from_there() {
    let courier = changed();
    let out = courier.beside("mined");
    let folder = out.parent().unwrap();
    let root = courier.root().to_str().unwrap();
    let mined = run_in(folder, &["bench", "mine", root, "--out", "mined", "--commits", "3"], &[]);
    assert_eq!(mined.code, 0, "{}", mined.stderr);
    let files: Vec<_> = fs::read_dir(out.join("tasks")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "the first commit has no tree before it");
    let text = fs::read_to_string(&files[0]).unwrap();
    assert!(text.contains("source: commit") && !text.contains("parcel"), "{text}");

    let run = run_in(
        folder,
        &[
            "bench",
            "run",
            "--systems",
            "fathom",
            "--tasks",
            "mined/tasks",
            "--corpus",
            "mined/corpus.yaml",
            "--checkouts",
            "checkouts",
            "--tools",
            "tools",
            "--out",
            "results",
        ],
        &[],
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let results = fs::read_dir(folder.join("results")).unwrap().next().unwrap().unwrap().path();
    let id = files[0].file_stem().unwrap().to_str().unwrap().to_owned();
    let record = record(&results, "fathom", &id);
    assert_eq!(record["task"]["description"], "Wait one second longer before a parcel is sent again");
    assert_eq!(record["task"]["changed"][0]["path"], "courier/retry.py");
}

#[test]
fn a_history_without_tasks_is_reported() {
    let courier = Fixture::courier();
    let answer = courier.fathom(&["bench", "mine", ".", "--out", "mined"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("makes a task"), "{}", answer.stderr);
}

#[test]
fn one_command_measures_a_repository_by_its_own_history() {
    let courier = changed();
    let folder = courier.beside("out");
    fs::create_dir(&folder).unwrap();
    let root = courier.root().to_str().unwrap();
    // A commit of form alone makes no task.
    let text = courier.read("courier/client.py");
    courier.write(
        "courier/client.py",
        text.replace("encode(parcel))", "encode(\n            parcel,\n        ))"),
    );
    courier.commit("Format the client in the way of the new formatter");
    let arguments =
        ["bench", "here", root, "--systems", "fathom", "--out", "results", "--checkouts", "checkouts"];
    let here = run_in(&folder, &arguments, &[]);
    assert_eq!(here.code, 0, "{}", here.stderr);
    assert!(here.stdout.contains("Tasks with a score: 1, too few"), "{}", here.stdout);
    let run = fs::read_dir(folder.join("results")).unwrap().next().unwrap().unwrap().path();
    let summary = fs::read_to_string(run.join("summary.json")).unwrap();
    assert!(!summary.contains("parcel") && summary.contains("\"primary\""), "{summary}");
    assert!(run.join("report.html").is_file() && !run.join("raw").exists());
}
