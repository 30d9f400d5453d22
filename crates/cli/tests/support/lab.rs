//! A corpus of one small repository, in a mirror, with tasks: all that a benchmark needs, offline.

use super::{Answer, Fixture, run_in};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A corpus, its mirror and its tasks, in one folder.
pub(crate) struct Lab {
    fixture: Fixture,
    /// The commit before the pinned one.
    pub(crate) first: String,
    /// The pinned commit.
    pub(crate) second: String,
}

const TASKS: [(&str, &str); 2] = [
    (
        "retry.yaml",
        "id: courier-1
repo: courier
tier: easy
description: wait longer between attempts when a failed request is sent again
source: manual
ground_truth: [RetryPolicy.delay, with_retries]
paraphrases: [make the pause before sending a failed request again longer]
",
    ),
    (
        "timeout.yaml",
        "id: courier-2
repo: courier
tier: medium
description: tell the caller which parcel nobody answered for in time
source: manual
ground_truth:
  - {symbol: Client.post_once, confidence: HIGH}
  - {symbol: Timeout, confidence: MEDIUM}
",
    ),
];

impl Lab {
    pub(crate) fn new() -> Lab {
        let fixture = Fixture::courier();
        let first = fixture.git(&["rev-parse", "HEAD"]);
        fixture.replace("courier/retry.py", "pause=0.5", "pause=0.25");
        let second = fixture.commit("Pause less");
        let mirrored = fixture.beside("mirror/parcels+courier");
        fs::create_dir_all(&mirrored).unwrap();
        copy(&fixture.path(".git"), &mirrored.join("repo"));
        let tasks = fixture.beside("tasks/courier/easy");
        fs::create_dir_all(&tasks).unwrap();
        for (name, text) in TASKS {
            fs::write(tasks.join(name), text).unwrap();
        }
        let corpus = format!(
            "repos:\n  - {{name: courier, url: 'https://example.org/parcels/courier', commit: {second}, language: python}}\n"
        );
        fs::write(fixture.beside("corpus.yaml"), corpus).unwrap();
        Lab { fixture, first, second }
    }

    /// A path in the lab.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.fixture.beside(name)
    }

    /// Runs `fathom bench …` in the lab; options with a path are given as names in it.
    pub(crate) fn bench(&self, arguments: &[&str]) -> Answer {
        self.bench_with(arguments, &[])
    }

    pub(crate) fn bench_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Answer {
        let arguments: Vec<&str> = std::iter::once("bench").chain(arguments.iter().copied()).collect();
        run_in(&self.path(""), &arguments, environment)
    }

    /// Runs tasks into `results` and gives the folder of the run.
    pub(crate) fn run(&self, more: &[&str]) -> (Answer, PathBuf) {
        let answer = self.bench(&[&RUN[..], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        (answer, self.last_run())
    }

    pub(crate) fn last_run(&self) -> PathBuf {
        let mut runs: Vec<PathBuf> =
            fs::read_dir(self.path("results")).unwrap().map(|entry| entry.unwrap().path()).collect();
        runs.sort();
        runs.pop().expect("a run")
    }
}

/// The arguments of every run in the lab.
pub(crate) const PLACES: [&str; 8] =
    ["--corpus", "corpus.yaml", "--mirror", "mirror", "--checkouts", "checkouts", "--tools", "tools"];

const RUN: [&str; 11] = [
    "run",
    "--systems",
    "fathom",
    "--corpus",
    "corpus.yaml",
    "--mirror",
    "mirror",
    "--checkouts",
    "checkouts",
    "--tools",
    "tools",
];

/// One record of a run.
pub(crate) fn record(run: &Path, system: &str, task: &str) -> Value {
    let path = run.join("raw").join(system).join(format!("{task}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
