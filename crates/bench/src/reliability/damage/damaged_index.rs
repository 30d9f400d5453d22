//! The damaged index: its answers before the damage, and the errors after it.

use super::class;
use crate::reliability::answers::{self, Answers, Question, question};
use crate::reliability::fathom::Fathom;
use crate::reliability::index_files;
use crate::reliability::work_copy::WorkCopy;
use crate::statistics::bootstrap::SplitMix64;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The task of the trial's verdict.
const TASK: &str = "keep parcels that were lost";
/// A file that processes wait at: what it holds is for people who wait.
const LOCK: &str = "lock";

pub(super) struct DamagedIndex {
    fathom: Fathom,
    pub(super) copy: WorkCopy,
    questions: Vec<Question>,
    right: ReferenceAnswers,
}

/// The right answers, recorded before any damage.
struct ReferenceAnswers {
    answers: Answers,
    /// The answer to the task of the verdict, with it.
    learned: Value,
    /// The same without it.
    unlearned: Value,
    /// The verdict, as it is exported.
    verdicts: String,
}

/// The effect of a damage.
#[derive(Default)]
pub(super) struct DamageEffect {
    pub(super) examined: bool,
    /// What the doctor failed to report.
    pub(super) unreported: Option<String>,
    /// The error in an answer.
    pub(super) wrong: Option<String>,
    /// An answer was wrong before the doctor was asked.
    pub(super) wrong_before_doctor: bool,
}

impl DamagedIndex {
    /// Makes the index.
    pub(super) fn new(fathom: Fathom, copy: WorkCopy, questions: Vec<Question>) -> Result<DamagedIndex> {
        let right = ReferenceAnswers::establish(&fathom, &copy, &questions)?;
        Ok(DamagedIndex { fathom, copy, questions, right })
    }

    pub(super) fn is_state(&self, path: &Path) -> bool {
        index_files::is_state(path, &self.fathom.home)
    }

    /// A file of the class that was damaged least so far.
    pub(super) fn choose(
        &self,
        only: &[String],
        damages: impl Fn(&str) -> usize,
        random: &mut SplitMix64,
    ) -> Result<(PathBuf, String)> {
        let mut classes: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for path in index_files::list(&self.fathom.home) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_wanted = only.is_empty() || only.iter().any(|part| name.contains(part.as_str()));
            // An empty file holds nothing to damage.
            if path.metadata()?.len() > 0 && name != LOCK && is_wanted {
                classes.entry(class(&path)).or_default().push(path);
            }
        }
        let least = classes
            .keys()
            .map(|class| damages(class))
            .min()
            .context("the index has no such file to damage")?;
        let rare: Vec<&String> = classes.keys().filter(|class| damages(class) == least).collect();
        let class = rare[random.below(rare.len())].clone();
        let paths = &classes[&class];
        Ok((paths[random.below(paths.len())].clone(), class))
    }

    /// Looks at what a damage that was written did.
    pub(super) fn after_write(
        &self,
        path: &Path,
        examine: bool,
        random: &mut SplitMix64,
    ) -> Result<DamageEffect> {
        let unreported = if examine { self.unreported(path)? } else { None };
        Ok(DamageEffect {
            examined: examine,
            unreported,
            wrong: self.wrong(path, random)?,
            ..DamageEffect::default()
        })
    }

    /// Looks at what rot did, before and after the doctor's work.
    pub(super) fn after_rot(&self, path: &Path, random: &mut SplitMix64) -> Result<DamageEffect> {
        let mut seen = DamageEffect::default();
        let damaged = fs::read(path).context("cannot read the damaged file")?;
        let first = self.questions[random.below(self.questions.len())].clone();
        let mut arguments = vec![first[0].clone(), "--json".to_owned()];
        arguments.extend(first[1..].iter().cloned());
        let answer = self.fathom.run(&self.copy.root, &arguments)?;
        if let Some(crash) = answer.crash() {
            seen.wrong = Some(format!("`{}` {crash}", first.join(" ")));
        }
        seen.wrong_before_doctor = self.wrong(path, random)?.is_some();
        // A question may have noticed the damage and built the index again.
        seen.examined = fs::read(path).is_ok_and(|now| now == damaged);
        if seen.examined {
            seen.unreported = self.unreported(path)?;
        }
        self.fathom.run(&self.copy.root, &["doctor", "--repair"])?;
        if seen.wrong.is_none() {
            seen.wrong = self.wrong(path, random)?.map(|problem| format!("after a repair {problem}"));
        }
        Ok(seen)
    }

    /// What the doctor failed to report.
    fn unreported(&self, damaged: &Path) -> Result<Option<String>> {
        let answer = self.fathom.run(&self.copy.root, &["doctor", "--json"])?;
        if let Some(fault) = answer.crash() {
            return Ok(Some(format!("`doctor` {fault}")));
        }
        let name = damaged.file_name().unwrap_or_default().to_string_lossy();
        Ok(match answer.code {
            Some(1) if answer.stdout.contains(name.as_ref()) => None,
            Some(1) => Some("`doctor` reports damage, and not of this file".to_owned()),
            // SQLite leaves most of a page unused; damage there has no effect.
            _ if self.is_state(damaged) && self.verdicts()? == self.right.verdicts => None,
            _ => Some("`doctor` finds nothing".to_owned()),
        })
    }

    /// The error in any answer: first in the next one, which is a random one.
    fn wrong(&self, damaged: &Path, random: &mut SplitMix64) -> Result<Option<String>> {
        if !self.is_state(damaged) {
            let first = random.below(self.questions.len());
            let mut order = self.questions.clone();
            order.rotate_left(first);
            let mut answers = Answers::ask(&self.fathom, &self.copy.root, &order)?;
            answers.rotate_right(first);
            if let Some(problem) = answers.difference(&self.right.answers) {
                return Ok(Some(problem));
            }
        }
        self.wrong_with_verdict()
    }

    /// What is wrong in the answer that a verdict contributes to. An answer without the verdict must note it.
    fn wrong_with_verdict(&self) -> Result<Option<String>> {
        let answer = match answers::ask(&self.fathom, &self.copy.root, &verdict_question())? {
            Ok(answer) => answer,
            Err(fault) => return Ok(Some(format!("`context {TASK}` {fault}"))),
        };
        if symbols(&answer) == symbols(&self.right.learned) {
            return Ok(None);
        }
        let is_noted = answer["notes"].as_array().is_some_and(|notes| !notes.is_empty());
        // A note takes its share of the budget.
        let unlearned = symbols(&self.right.unlearned);
        Ok(match !symbols(&answer).is_empty() && unlearned.starts_with(&symbols(&answer)) {
            true if is_noted => None,
            true => Some("a verdict is lost, and the answer does not note it".to_owned()),
            false => Some(format!("`context {TASK}`: another answer than with or without the verdict")),
        })
    }

    fn verdicts(&self) -> Result<String> {
        exported(&self.fathom, &self.copy.root)
    }

    /// Makes everything again.
    pub(super) fn renew(&self) -> Result<()> {
        fs::remove_dir_all(&self.fathom.home).context("cannot remove the damaged index")?;
        let now = ReferenceAnswers::establish(&self.fathom, &self.copy, &self.questions)?;
        let is_same = now.answers.difference(&self.right.answers).is_none();
        ensure!(is_same, "a new index of the same tree answers otherwise");
        Ok(())
    }
}

impl ReferenceAnswers {
    fn establish(fathom: &Fathom, copy: &WorkCopy, questions: &[Question]) -> Result<ReferenceAnswers> {
        fathom.must(&copy.root, &["index"])?;
        let answers = Answers::ask(fathom, &copy.root, questions)?;
        let ask = || answers::ask(fathom, &copy.root, &verdict_question())?.map_err(anyhow::Error::msg);
        let unlearned = ask()?;
        let last = unlearned["symbols"].as_array().and_then(|symbols| symbols.last()?["id"].as_str());
        let last = last.context("nothing is found in the tree to judge")?;
        let feedback = fathom.must(&copy.root, &["feedback", "--used", last, "--", TASK])?;
        ensure!(feedback.code == Some(0), "no verdict could be given on {last}");
        let learned = ask()?;
        let changed = symbols(&learned) != symbols(&unlearned);
        ensure!(changed, "a verdict changed nothing; the trial needs one that does");
        Ok(ReferenceAnswers { answers, learned, unlearned, verdicts: exported(fathom, &copy.root)? })
    }
}

fn verdict_question() -> Question {
    question(&["context", "--", TASK])
}

/// The part of an answer that counts: symbols in their order and their reasons.
fn symbols(answer: &Value) -> Vec<(&Value, &Value)> {
    answer["symbols"].as_array().into_iter().flatten().map(|one| (&one["id"], &one["reasons"])).collect()
}

/// The verdicts that are kept, without when they were given.
fn exported(fathom: &Fathom, root: &Path) -> Result<String> {
    let answer = fathom.run(root, &["feedback", "--export"])?;
    let without_time = |line: &str| {
        let mut one: Value = serde_json::from_str(line).unwrap_or_default();
        if let Some(one) = one.as_object_mut() {
            one.remove("time");
        }
        one.to_string()
    };
    Ok(answer.stdout.lines().map(without_time).collect::<Vec<_>>().join("\n"))
}
