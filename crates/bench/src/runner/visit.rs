//! One system at one repository: a place, an index, the questions.

use super::raw::AnswerFolder;
use super::repositories::{Group, main_language};
use super::{InstalledSystem, Plan, Progress};
use crate::corpus::Site;
use crate::record::{BudgetAnswer, IndexCost, Outcome, Record};
use crate::statistics::median;
use crate::systems::{Answer, Deadline, System, SystemError};
use crate::tasks::{Expected, Task, changed};
use anyhow::{Context, Result, bail};
use std::time::{Duration, Instant};

/// An index that takes longer is made once.
const LONG_INDEX_MS: f64 = 60_000.0;

pub(super) struct Visit<'r> {
    pub(super) plan: &'r Plan,
    pub(super) raw: &'r AnswerFolder,
    pub(super) progress: &'r dyn Progress,
    pub(super) group: &'r Group,
    pub(super) system: &'r InstalledSystem,
}

/// The result of one question.
struct Reply {
    answer: Answer,
    text: String,
    tokens: usize,
    cold_ms: f64,
    warm_ms: f64,
}

/// The time that a system still has for a repository.
struct Allowance(Duration);

impl Allowance {
    /// Does something that counts.
    fn spend<T>(&mut self, work: impl FnOnce(Deadline) -> T) -> T {
        let started = Instant::now();
        let result = work(Deadline::after(self.0));
        self.0 = self.0.saturating_sub(started.elapsed());
        result
    }
}

impl Visit<'_> {
    /// Asks what is not written yet: how many answers were written, how many were there.
    pub(super) fn run(&self) -> Result<(usize, usize)> {
        let Group { repository, commit, tasks } = self.group;
        let name = &self.system.name;
        let open: Vec<&Task> = tasks.iter().filter(|task| !self.raw.has(name, &task.id)).collect();
        let kept = tasks.len() - open.len();
        self.progress.step(kept);
        if open.is_empty() {
            return Ok((0, kept));
        }
        self.progress.doing(&format!("{name}: {} at {}", repository.name, &commit[..10]));
        let place = tempfile::Builder::new()
            .prefix("fathom-bench-")
            .tempdir()
            .context("cannot make a folder for the system to work in")?;
        let mut site = self.plan.checkouts.site(repository, place.path())?;
        site.move_to(commit)?;
        if site.language.is_empty() {
            site.language = main_language(&site.root);
        }
        let mut left = Allowance(self.plan.limit);
        let indexed = match &self.system.system {
            Ok(system) => left
                .spend(|deadline| system.index(&site, deadline))
                .and_then(|cost| Ok((system, self.repeated(system.as_ref(), &cost, open[0])?))),
            Err(trouble) => Err(again(trouble)),
        };
        if let Err(SystemError::Interrupted) = indexed {
            bail!("interrupted");
        }
        let mut written = 0;
        let mut first_question_ms = None;
        for task in open {
            let mut task = task.clone();
            changed::locate(&mut task, &site.root);
            let record = match &indexed {
                Ok((system, cost)) => {
                    self.progress.doing(&format!("{name}: {}", task.id));
                    let hinted = self.plan.hints.get(&task.id).and_then(|hints| system.with_hints(hints));
                    let system = hinted.as_deref().unwrap_or(system.as_ref());
                    let reply = ask(system, &site, &task.description, &mut left, self.plan);
                    if let Err(SystemError::Interrupted) = reply {
                        bail!("interrupted");
                    }
                    // Some systems need a process for each expected symbol.
                    let unindexed = (self.plan.runs > 1)
                        .then(|| unindexed(system, &site, &task, self.plan.limit))
                        .flatten();
                    let question = task.description.clone();
                    // Where the index is made once, this is the only first question on a fresh one.
                    let asked_ms = reply.as_ref().ok().map(|one| one.cold_ms);
                    first_question_ms = first_question_ms.or(cost.first_question_ms).or(asked_ms);
                    let cost = IndexCost { first_question_ms, ..cost.clone() };
                    let mut record = self.record(task, &site, reply, cost);
                    record.budgets = self.budgets(system, &site, &question, &record);
                    Record { unindexed, ..record }
                }
                Err(trouble) => self.record(task, &site, Err(again(trouble)), IndexCost::default()),
            };
            self.raw.write(&record)?;
            self.progress.step(1);
            written += 1;
        }
        if let Ok(system) = &self.system.system {
            system.leave(&site, Deadline::after(self.plan.limit));
        }
        Ok((written, kept))
    }

    /// Makes the index again in other places, for its time and that of the first question on it. An index
    /// that takes long is made once.
    fn repeated(
        &self,
        system: &dyn System,
        first: &IndexCost,
        task: &Task,
    ) -> Result<IndexCost, SystemError> {
        let (mut times, mut questions) = (vec![first.ms], Vec::new());
        let others = if first.ms > LONG_INDEX_MS { 0 } else { self.plan.runs.saturating_sub(1) };
        for _ in 0..others {
            let Ok(place) = tempfile::Builder::new().prefix("fathom-bench-").tempdir() else { break };
            let Ok(mut site) = self.plan.checkouts.site(&self.group.repository, place.path()) else { break };
            if site.move_to(&self.group.commit).is_err() {
                break;
            }
            if site.language.is_empty() {
                site.language = main_language(&site.root);
            }
            match system.index(&site, Deadline::after(self.plan.limit)) {
                Ok(cost) => times.push(cost.ms),
                Err(SystemError::Interrupted) => return Err(SystemError::Interrupted),
                Err(_) => break,
            }
            if let Ok(asked) = system.ask(&site, &task.description, Deadline::after(self.plan.limit)) {
                questions.push(asked.ms);
            }
            system.leave(&site, Deadline::after(self.plan.limit));
        }
        let first_question_ms = (!questions.is_empty()).then(|| median(&questions));
        Ok(IndexCost { ms: median(&times), runs: times.len(), first_question_ms, ..first.clone() })
    }

    /// The answers within other budgets, if the system accepts one.
    fn budgets(
        &self,
        system: &dyn System,
        site: &Site,
        question: &str,
        record: &Record,
    ) -> Vec<BudgetAnswer> {
        let within = |budget: &usize| {
            let asked = system.ask_within(site, question, *budget, Deadline::after(self.plan.limit))?.ok()?;
            Some(BudgetAnswer {
                budget: *budget,
                tokens: fathom_rank::count_tokens(&asked.text),
                shown: record.found.iter().map(|one| shows(&asked.text, &one.name)).collect(),
            })
        };
        match record.outcome {
            Outcome::Answered => self.plan.budgets.iter().filter_map(within).collect(),
            _ => Vec::new(),
        }
    }

    fn record(&self, task: Task, site: &Site, reply: Result<Reply, SystemError>, index: IndexCost) -> Record {
        let (outcome, reply) = match reply {
            Ok(reply) => (Outcome::Answered, Some(reply)),
            Err(trouble) => (self.outcome(trouble, site), None),
        };
        let (found, files) = reply
            .as_ref()
            .map(|one| one.answer.clone())
            .map_or_else(|| (Vec::new(), Vec::new()), |answer| (answer.found, answer.files));
        let text = reply.as_ref().map_or("", |one| one.text.as_str());
        let shown = found.iter().map(|one| shows(text, &one.name)).collect();
        Record {
            system: self.system.name.clone(),
            version: self.system.version(),
            task,
            language: site.language.clone(),
            outcome,
            found,
            files,
            tokens: reply.as_ref().map_or(0, |one| one.tokens),
            shown,
            text_hash: reply
                .as_ref()
                .map(|one| blake3::hash(one.text.as_bytes()).to_hex().to_string())
                .unwrap_or_default(),
            budgets: Vec::new(),
            text: reply.as_ref().filter(|_| self.plan.keep_text).map(|one| one.text.clone()),
            index,
            cold_ms: reply.as_ref().map_or(0.0, |one| one.cold_ms),
            warm_ms: reply.as_ref().map_or(0.0, |one| one.warm_ms),
            unindexed: None,
        }
    }

    fn outcome(&self, trouble: SystemError, site: &Site) -> Outcome {
        match trouble {
            SystemError::TimedOut(step) => Outcome::TimedOut { step: step.to_owned() },
            SystemError::Interrupted => Outcome::Failed { reason: trouble.to_string() },
            SystemError::Failed(reason) => Outcome::Failed { reason: self.without_paths(&reason, site) },
            SystemError::NotInstalled(reason) => {
                Outcome::NotInstalled { reason: self.without_paths(&reason, site) }
            }
        }
    }

    /// A reason that can be published, without paths of this machine.
    fn without_paths(&self, reason: &str, site: &Site) -> String {
        let around = site.state.parent().unwrap_or(&site.state);
        reason
            .replace(&around.display().to_string(), "[site]")
            .replace(&self.plan.tools.folder().display().to_string(), "[tools]")
    }
}

/// The same error for the next task that it affects.
fn again(trouble: &SystemError) -> SystemError {
    match trouble {
        SystemError::NotInstalled(reason) => SystemError::NotInstalled(reason.clone()),
        SystemError::TimedOut(step) => SystemError::TimedOut(step),
        SystemError::Interrupted => SystemError::Interrupted,
        SystemError::Failed(reason) => SystemError::Failed(reason.clone()),
    }
}

fn ask(
    system: &dyn System,
    site: &Site,
    question: &str,
    left: &mut Allowance,
    plan: &Plan,
) -> Result<Reply, SystemError> {
    let asked = left.spend(|deadline| system.ask(site, question, deadline))?;
    let answer = system.read(site, question, &asked, Deadline::after(plan.limit))?;
    // One run asks each question once: its time is that of the first answer.
    let repeats = if plan.runs > 1 { plan.runs } else { 0 };
    let mut repeated = Vec::with_capacity(repeats);
    for _ in 0..repeats {
        match system.ask(site, question, Deadline::after(plan.limit)) {
            Ok(asked) => repeated.push(asked.ms),
            Err(SystemError::Interrupted) => return Err(SystemError::Interrupted),
            // There is an answer; only its time is known less well.
            Err(_) => {}
        }
    }
    let cold_ms = asked.ms;
    Ok(Reply {
        answer,
        tokens: fathom_rank::count_tokens(&asked.text),
        text: asked.text,
        cold_ms,
        warm_ms: if repeated.is_empty() { cold_ms } else { median(&repeated) },
    })
}

/// Whether a text names a symbol: the last part of its name is a word of it.
fn shows(text: &str, name: &str) -> bool {
    let last = name.rsplit(['.', ':', '#', '/', '\\']).next().unwrap_or(name);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    !last.is_empty()
        && text
            .match_indices(last)
            .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + last.len()..].starts_with(is_part))
}

/// Expected symbols whose last name the index does not hold at all. A label may
/// name a member by a subclass, so qualifiers are not asked for.
fn unindexed(system: &dyn System, site: &Site, task: &Task, limit: Duration) -> Option<Vec<String>> {
    let names: Vec<&str> = match &task.expected {
        Expected::Symbols(labels) => labels.iter().map(|label| label.symbol.as_str()).collect(),
        Expected::Change(_) => task.changed.iter().map(|place| place.symbol.as_str()).collect(),
    };
    let mut missing = Vec::new();
    for name in names {
        let last = name.rsplit(['.', ':', '#']).next().unwrap_or(name);
        if !system.holds(site, last, Deadline::after(limit))? {
            missing.push(name.to_owned());
        }
    }
    Some(missing)
}

#[cfg(test)]
mod tests {
    use super::shows;

    #[test]
    fn a_text_shows_a_symbol_if_it_has_its_name_as_a_word() {
        let text = "def save_all(): order.save()";
        assert!(shows(text, "Order.save") && shows(text, "shop::save_all"));
        assert!(!shows(text, "Order.all") && !shows(text, "sav") && !shows("", "a") && !shows(text, ""));
    }
}
