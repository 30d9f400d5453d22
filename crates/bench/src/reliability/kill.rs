//! Killed at any moment, the next answer is right and no verdict is lost.
//!
//! Each round edits the tree, gives a verdict, starts a command that has to
//! write, and kills it with a signal that cannot be caught: in half of the
//! rounds at a random moment of its usual time, in the other half just after it
//! began to write, where a crash hurts most. Then the next question must be
//! answered, all answers must equal those of a full build, and every verdict
//! that was ever acknowledged must still be there.

use super::answers::{self, Answers, Question, question};
use super::editor::{Edit, Editor};
use super::fathom::{Fathom, heed_interruption};
use super::work_copy::WorkCopy;
use super::{Failure, Plan, failed, index_files, verdict};
use crate::runner::Progress;
use crate::statistics::bootstrap::SplitMix64;
use crate::trials::table::table;
use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

/// Default number of kills.
pub const ROUNDS: usize = 100;
const NAMES: usize = 1;
/// Every how many rounds the kill hits a full build.
const FROM_NOTHING: usize = 5;
/// Milliseconds after the first write within which the kill comes.
const WRITING_MS: usize = 12;
const EDITS: [Edit; 4] = [Edit::Create, Edit::Change, Edit::Delete, Edit::Rename];

/// The command that is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Victim {
    /// `fathom index` after an edit.
    Index,
    /// `fathom index` with nothing to build on.
    FirstIndex,
    /// `fathom context` after an edit.
    Question,
    /// `fathom feedback`, which writes what cannot be rebuilt.
    Feedback,
}

impl Victim {
    const AFTER_EDITS: [Victim; 3] = [Victim::Index, Victim::Question, Victim::Feedback];

    fn word(self) -> &'static str {
        match self {
            Victim::Index => "index after an edit",
            Victim::FirstIndex => "index from nothing",
            Victim::Question => "context after an edit",
            Victim::Feedback => "feedback after an edit",
        }
    }
}

/// The results of the kills of one command.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Kills {
    /// How often it was started.
    pub started: usize,
    /// How often it was killed; else it had ended before its moment came.
    pub killed: usize,
    /// Of these, while it wrote.
    pub writing: usize,
}

/// How it went.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How the tree was made.
    pub tree: String,
    /// The seed of every choice.
    pub seed: u64,
    /// Rounds.
    pub rounds: usize,
    /// By command.
    pub kills: BTreeMap<Victim, Kills>,
    /// Verdicts that were acknowledged.
    pub acknowledged: usize,
    /// Those of them that were gone at the end.
    pub lost: usize,
    /// The failures.
    pub failures: Vec<Failure>,
    /// Where the folder of the trial stays, if it does.
    pub folder: Option<String>,
}

/// Kills commands and looks at what they left.
pub fn run(plan: &Plan, progress: &dyn Progress) -> Result<Report> {
    let copy = plan.copy()?;
    let fathom = copy.fathom(&plan.program, plan.limit);
    let mut editor = Editor::new(&copy.root, plan.seed);
    let lasting = answers::draw(&copy.root, NAMES, &mut editor.random)?;
    fathom.must(&copy.root, &["index"])?;
    let mut trial = Trial { copy, fathom, editor, usual: BTreeMap::new(), acknowledged: BTreeSet::new() };
    let mut report = Report {
        tree: trial.copy.made.clone(),
        seed: plan.seed,
        rounds: plan.rounds,
        kills: BTreeMap::new(),
        acknowledged: 0,
        lost: 0,
        failures: Vec::new(),
        folder: None,
    };
    progress.total(plan.rounds);
    for round in 1..=plan.rounds {
        heed_interruption()?;
        let (did, problem) = trial.round(round, &lasting, &mut report.kills, progress)?;
        if let Some(problem) = problem {
            report.failures.push(Failure { round, did, problem });
            // One wrong index must not fail every round after it.
            index_files::remove_cache(&trial.fathom.home)?;
        }
        progress.step(1);
    }
    let kept = trial.kept_verdicts()?.unwrap_or_default();
    report.acknowledged = trial.acknowledged.len();
    report.lost = trial.acknowledged.difference(&kept).count();
    report.folder = plan.leave(trial.copy);
    Ok(report)
}

struct Trial {
    copy: WorkCopy,
    fathom: Fathom,
    editor: Editor,
    /// Milliseconds that a command takes without a kill.
    usual: BTreeMap<Victim, f64>,
    /// Tasks and symbols of verdicts that Fathom acknowledged.
    acknowledged: BTreeSet<(String, String)>,
}

impl Trial {
    /// Edits, kills and looks; what was done, and what did not hold.
    fn round(
        &mut self,
        round: usize,
        lasting: &[Question],
        kills: &mut BTreeMap<Victim, Kills>,
        progress: &dyn Progress,
    ) -> Result<(String, Option<String>)> {
        self.acknowledge(round)?;
        let edited = self.editor.edit(&EDITS)?;
        let victim = if round.is_multiple_of(FROM_NOTHING) {
            index_files::remove_cache(&self.fathom.home)?;
            Victim::FirstIndex
        } else {
            Victim::AFTER_EDITS[self.editor.random.below(3)]
        };
        let task = format!("a verdict while being killed in round {round}");
        let command = self.command(victim, &task)?;
        progress.doing(&format!("{}: {}", edited.description, victim.word()));

        let usual = *self.usual.entry(victim).or_insert(400.0);
        let writing = round.is_multiple_of(2);
        let moment = Duration::from_secs_f64(self.editor.random.below(1000) as f64 * usual * 1.1 / 1e6);
        let soon = Duration::from_micros(self.editor.random.below(WRITING_MS * 1000) as u64);
        let home = self.fathom.home.clone();
        let before = index_files::stamps(&home);
        let mut wrote = None;
        let killed = self.fathom.kill(&self.copy.root, &command, |elapsed| {
            if !writing {
                return elapsed >= moment;
            }
            if wrote.is_none() && index_files::stamps(&home) != before {
                wrote = Some(elapsed);
            }
            wrote.is_some_and(|start| elapsed >= start + soon)
        })?;

        let count = kills.entry(victim).or_default();
        count.started += 1;
        count.killed += usize::from(!killed.ended);
        count.writing += usize::from(!killed.ended && wrote.is_some());
        if killed.ended {
            self.usual.insert(victim, killed.ms);
        }
        if victim == Victim::Feedback {
            // Printed output counts as acknowledged, even if the kill came right after it.
            self.acknowledged.extend(recorded(&task, &killed.stdout));
        }
        let how = if killed.ended { "ended by itself after" } else { "killed after" };
        let did = format!("{}, {} {how} {:.1} ms", edited.description, victim.word(), killed.ms);
        let mut questions = lasting.to_vec();
        questions.extend(edited.names.iter().flat_map(|name| answers::about(name)));
        Ok((did, self.look(&questions)?))
    }

    /// Gives a verdict, and remembers it once it is acknowledged.
    fn acknowledge(&mut self, round: usize) -> Result<()> {
        let task = format!("a verdict before round {round}");
        let command = self.command(Victim::Feedback, &task)?;
        let answer = self.fathom.must(&self.copy.root, &command)?;
        let verdicts = recorded(&task, &answer.stdout);
        self.acknowledged.extend(verdicts);
        Ok(())
    }

    fn command(&mut self, victim: Victim, task: &str) -> Result<Question> {
        Ok(match victim {
            Victim::Index | Victim::FirstIndex => question(&["index", "--json"]),
            Victim::Question => question(&["context", "--json", "--", "handle errors of parcels"]),
            Victim::Feedback => {
                let symbol = some_symbol(&self.copy, &mut self.editor.random)?;
                question(&["feedback", "--json", "--used", &symbol, "--", task])
            }
        })
    }

    /// Whether all is well: the next answer, all answers, every verdict.
    fn look(&mut self, questions: &[Question]) -> Result<Option<String>> {
        let (fathom, root) = (&self.fathom, &self.copy.root);
        let full = Answers::of_full_build(fathom, root, questions, self.copy.place())?;
        if let Some(problem) = Answers::ask(fathom, root, questions)?.difference(&full) {
            return Ok(Some(problem));
        }
        Ok(match self.kept_verdicts()? {
            Err(fault) => Some(format!("`feedback --export` {fault}")),
            Ok(kept) => self
                .acknowledged
                .difference(&kept)
                .next()
                .map(|(task, symbol)| format!("the verdict on {symbol} for “{task}” is lost")),
        })
    }

    /// Tasks and symbols of the verdicts that are there, or why they cannot be had.
    fn kept_verdicts(&self) -> Result<Result<BTreeSet<(String, String)>, String>> {
        let answer = self.fathom.run(&self.copy.root, &["feedback", "--export"])?;
        if let Some(fault) = answer.fault() {
            return Ok(Err(fault));
        }
        let both = |line: &str| {
            let one: Value = serde_json::from_str(line).ok()?;
            Some((one["task"].as_str()?.to_owned(), one["symbol"].as_str()?.to_owned()))
        };
        Ok(Ok(answer.stdout.lines().filter_map(both).collect()))
    }
}

/// The verdicts that an answer of `fathom feedback --json` acknowledges.
fn recorded(task: &str, answer: &str) -> Vec<(String, String)> {
    let Ok(answer) = serde_json::from_str::<Value>(answer) else { return Vec::new() };
    let symbols = answer["recorded"].as_array().into_iter().flatten();
    symbols.filter_map(|one| Some((task.to_owned(), one["symbol"].as_str()?.to_owned()))).collect()
}

/// The id of some symbol of the tree.
fn some_symbol(copy: &WorkCopy, random: &mut SplitMix64) -> Result<String> {
    let files = crate::tree::parse(&copy.root)?;
    let ids: Vec<String> = files
        .iter()
        .flat_map(|file| file.definitions.iter().map(move |one| (file, one)))
        // Members are spelt differently from language to language.
        .filter(|(_, one)| (one.kind.is_callable() || one.kind.is_type()) && !one.name.contains('.'))
        .map(|(file, one)| format!("{}::{}", file.path, one.name))
        .collect();
    let count = ids.len();
    ids.into_iter().nth(random.below(count.max(1))).context("the tree defines nothing to judge")
}

impl Report {
    /// Whether everything held.
    pub fn held(&self) -> bool {
        self.failures.is_empty() && self.lost == 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} kills on {}, seed {}\n", self.rounds, self.tree, self.seed)?;
        let row = |(victim, kills): (&Victim, &Kills)| {
            let counts = [kills.started, kills.killed, kills.writing];
            let cells = counts.iter().map(ToString::to_string);
            std::iter::once(victim.word().to_owned()).chain(cells).collect()
        };
        let rows: Vec<Vec<String>> = self.kills.iter().map(row).collect();
        f.write_str(&table(
            &["command", "started", "killed before its end", "of these while it wrote"],
            &rows,
        ))?;
        writeln!(f, "\nverdicts acknowledged: {}, lost: {}", self.acknowledged, self.lost)?;
        f.write_str(&failed(&self.failures))?;
        f.write_str(&verdict(self.failures.len(), self.rounds, self.folder.as_ref()))
    }
}
