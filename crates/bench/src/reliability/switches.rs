//! While the tree changes under it, an answer is of one state.
//!
//! A repository has two branches that differ in every file: in what functions
//! return, in their lines and in their names. One thread checks them out in turn
//! without a pause that anyone could rely on; meanwhile questions are asked. All code
//! of one answer must come from one branch, from the right lines, and the commit that
//! the answer names must be that branch's.

use super::fathom::{Fathom, heed_interruption};
use super::{Failure, Plan, failed, verdict};
use crate::corpus::git;
use crate::runner::Progress;
use crate::statistics::bootstrap::SplitMix64;
use crate::trials::table::table;
use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Default number of questions.
pub const ROUNDS: usize = 100;
const FILES: usize = 60;
/// The two branches; each word is in every file of its branch, and in none of the other.
const SIDES: [&str; 2] = ["leftish", "rightish"];
/// The longest pause between two checkouts.
const PAUSE_MS: usize = 120;

/// How it went.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The seed of every choice.
    pub seed: u64,
    /// Questions.
    pub rounds: usize,
    /// Checkouts while they were asked.
    pub switches: usize,
    /// Answers by the branch that they are of; `neither` are those without code.
    pub answers: BTreeMap<String, usize>,
    /// The failures.
    pub failures: Vec<Failure>,
    /// Where the folder of the trial stays, if it does.
    pub folder: Option<String>,
}

/// Asks while branches are switched; the repository is always one made for it.
pub fn run(plan: &Plan, progress: &dyn Progress) -> Result<Report> {
    let place = tempfile::Builder::new()
        .prefix("fathom-trial-")
        .tempdir()
        .context("cannot make a folder for the trial")?;
    let root = place.path().canonicalize()?.join("tree");
    let commits = make(&root)?;
    let fathom = Fathom::new(&plan.program, &place.path().join("home"), plan.limit);
    fathom.must(&root, &["index"])?;
    let mut report = Report {
        seed: plan.seed,
        rounds: plan.rounds,
        switches: 0,
        answers: BTreeMap::new(),
        failures: Vec::new(),
        folder: None,
    };
    progress.total(plan.rounds);
    let (stop, switches) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| -> Result<()> {
        let switching = scope.spawn(|| switch(&root, plan.seed, &stop, &switches));
        let asked = ask(plan, &fathom, &root, &commits, &mut report, progress);
        stop.store(true, Ordering::Relaxed);
        let switched = switching.join().unwrap_or_else(|_| anyhow::bail!("the switching thread panicked"));
        asked.and(switched)
    })?;
    report.switches = switches.into_inner();
    if plan.keep {
        report.folder = Some(place.keep().display().to_string());
    }
    Ok(report)
}

/// A repository with two branches that have no line of code in common; the commits of both.
fn make(root: &Path) -> Result<[String; 2]> {
    fs::create_dir_all(root)?;
    git::run(root, &["init", "--quiet", "--initial-branch=start", "."])?;
    git::commit_all(root, "Start")?;
    let mut commits = [String::new(), String::new()];
    for (at, side) in SIDES.into_iter().enumerate() {
        git::run(root, &["checkout", "--quiet", "-b", side, "start"])?;
        for file in 0..FILES {
            let above = format!("# {side}\n").repeat(if at == 0 { 2 } else { 9 });
            let text = format!(
                "{above}\ndef count_{file}(parcel):\n    \"\"\"Counts parcels, {side}.\"\"\"\n    return only_{side}_{file}(parcel, '{side}')\n\n\n\
                 def only_{side}_{file}(parcel, word):\n    return '{side}' + word\n"
            );
            fs::write(root.join(format!("depot_{file}.py")), text)?;
        }
        git::commit_all(root, &format!("Count parcels, {side}"))?;
        commits[at] = git::run(root, &["rev-parse", "HEAD"])?;
    }
    Ok(commits)
}

/// Checks out both branches alternately until it is stopped.
fn switch(root: &Path, seed: u64, stop: &AtomicBool, switches: &AtomicUsize) -> Result<()> {
    let mut random = SplitMix64(seed);
    while !stop.load(Ordering::Relaxed) {
        let side = SIDES[switches.fetch_add(1, Ordering::Relaxed) % 2];
        git::run(root, &["checkout", "--quiet", "--force", side])?;
        std::thread::sleep(Duration::from_millis(random.below(PAUSE_MS) as u64));
    }
    Ok(())
}

fn ask(
    plan: &Plan,
    fathom: &Fathom,
    root: &Path,
    commits: &[String; 2],
    report: &mut Report,
    progress: &dyn Progress,
) -> Result<()> {
    let mut random = SplitMix64(!plan.seed);
    for round in 1..=plan.rounds {
        heed_interruption()?;
        let name = format!("count_{}", random.below(FILES));
        let question = match random.below(4) {
            0 => vec!["show", "--json", &name],
            1 => vec!["show", "--json", "--as-is", &name],
            2 => vec!["context", "--json", "--as-is", "count parcels"],
            _ => vec!["context", "--json", "count parcels"],
        };
        progress.doing(&question.join(" "));
        let answer = fathom.run(root, &question)?;
        let seen = match answer.fault() {
            Some(fault) => Err(fault),
            None => answer.json().and_then(|answer| side(&answer, commits)),
        };
        match seen {
            Ok(side) => *report.answers.entry(side.to_owned()).or_default() += 1,
            Err(problem) => {
                report.failures.push(Failure {
                    round,
                    did: format!("fathom {}", question.join(" ")),
                    problem,
                });
            }
        }
        progress.step(1);
    }
    Ok(())
}

/// The branch that an answer is of, or what mixes two of them.
fn side(answer: &Value, commits: &[String; 2]) -> Result<&'static str, String> {
    let mut code = Vec::new();
    collect(answer, &mut code);
    let has = |side: &str| code.iter().any(|text| text.contains(side));
    let sides: BTreeSet<&'static str> = SIDES.into_iter().filter(|side| has(side)).collect();
    if sides.len() > 1 {
        return Err("mixes two states".to_owned());
    }
    let Some(side) = sides.first() else { return Ok("neither") };
    let whole = |text: &&String| text.contains("def ") && !text.trim_start().starts_with("def ");
    if let Some(text) = code.iter().find(whole) {
        return Err(format!("shows the wrong lines: {}", super::short(text)));
    }
    let at = SIDES.iter().position(|one| one == side).unwrap_or_default();
    match (&answer["index"]["commit"], answer["index"]["dirty"].as_bool()) {
        (Value::String(commit), Some(false)) if *commit != commits[at] => {
            Err(format!("names the commit of the other state than that of its code, {side}"))
        }
        _ => Ok(side),
    }
}

/// Every text under the key `code`.
fn collect(value: &Value, code: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match value {
                    Value::String(text) if key == "code" => code.push(text.clone()),
                    _ => collect(value, code),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, code)),
        _ => {}
    }
}

impl Report {
    /// Whether every answer was of one state.
    pub fn held(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} questions during {} checkouts, seed {}\n", self.rounds, self.switches, self.seed)?;
        let rows: Vec<Vec<String>> =
            self.answers.iter().map(|(side, count)| vec![side.clone(), count.to_string()]).collect();
        f.write_str(&table(&["answers of", "times"], &rows))?;
        f.write_str(&failed(&self.failures))?;
        f.write_str(&verdict(self.failures.len(), self.rounds, self.folder.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_of_two_states_is_found_by_its_code_and_by_its_commit() {
        let commits = ["aa".to_owned(), "bb".to_owned()];
        let answer = |code: &[&str], commit: &str| {
            let symbols: Vec<Value> = code.iter().map(|code| json!({ "code": code })).collect();
            json!({"index": {"commit": commit, "dirty": false}, "symbols": symbols})
        };
        let description = |code: &[&str], commit: &str| {
            side(&answer(code, commit), &commits).map_err(|why| why[..5].to_owned())
        };
        assert_eq!(description(&["def a(): leftish", "def b(): leftish"], "aa"), Ok("leftish"));
        assert_eq!(description(&["def a(): leftish", "def b(): rightish"], "aa"), Err("mixes".to_owned()));
        assert_eq!(description(&["def a(): rightish"], "aa"), Err("names".to_owned()));
        assert_eq!(description(&["return rightish\n\ndef b(): rightish"], "bb"), Err("shows".to_owned()));
        assert_eq!(description(&[], "bb"), Ok("neither"));
    }
}
