//! Whether two builds give the same answers on real repositories.
//!
//! A change that must not change an answer is tested by asking the build before it and the build
//! after it the same questions ([`questions`]) and comparing the JSON ([`difference`]). Each build
//! works on a clone of its own with a home of its own, so that neither sees what the other wrote.

mod difference;
mod questions;
mod report;

pub use difference::{Aspect, Difference};
pub use questions::parse;
pub use report::{Report, Repository};

use super::answers::Question;
use super::fathom::{Answer, Fathom, heed_interruption};
use super::work_copy::WorkCopy;
use crate::corpus::git;
use crate::runner::Progress;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Default number of questions of each kind.
pub const EACH: usize = 12;

/// The options of a comparison.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The build whose answers are right.
    pub before: PathBuf,
    /// The build that is tried.
    pub after: PathBuf,
    /// The repositories, which are cloned and never changed.
    pub repositories: Vec<PathBuf>,
    /// The questions; `None` draws them from each repository.
    pub questions: Option<Vec<Vec<String>>>,
    /// How many of each kind are drawn.
    pub each: usize,
    /// Fields of answers that are ignored.
    pub ignored: BTreeSet<String>,
    /// Time for each command.
    pub limit: Duration,
}

/// Asks both builds everything, repository after repository.
pub fn run(plan: &Plan, progress: &dyn Progress) -> Result<Report> {
    let mut report = Report::default();
    for (at, path) in plan.repositories.iter().enumerate() {
        heed_interruption()?;
        progress.doing(&format!("{}: cloning", name(path)));
        let copies = [WorkCopy::new(Some(path))?, WorkCopy::new(Some(path))?];
        let questions = match &plan.questions {
            Some(questions) => questions.clone(),
            None => questions::draw(&copies[0].root, plan.each)?,
        };
        ensure!(!questions.is_empty(), "{} has nothing to ask about", path.display());
        // The repositories that are still to come have about as many questions.
        let all = plan.repositories.len() - at;
        progress.total(report.asked() + questions.len() * all);
        report.repositories.push(compare(plan, path, &copies, &questions, progress)?);
    }
    Ok(report)
}

fn compare(
    plan: &Plan,
    path: &Path,
    copies: &[WorkCopy; 2],
    questions: &[Question],
    progress: &dyn Progress,
) -> Result<Repository> {
    let name = name(path);
    let builds = [&plan.before, &plan.after];
    let mut fathoms = Vec::with_capacity(builds.len());
    for (build, copy) in builds.into_iter().zip(copies) {
        progress.doing(&format!("{name}: indexing with {}", build.display()));
        let fathom = copy.fathom(build, plan.limit);
        fathom.must(&copy.root, &["index"]).with_context(|| format!("{} in {name}", build.display()))?;
        fathoms.push((fathom, copy));
    }
    let mut compared = Repository {
        name,
        commit: git::run(&copies[0].root, &["rev-parse", "HEAD"]).ok(),
        asked: questions.len(),
        ..Repository::default()
    };
    for question in questions {
        heed_interruption()?;
        progress.doing(&format!("{}: {}", compared.name, question.join(" ")));
        let mut given = Vec::with_capacity(fathoms.len());
        for (fathom, copy) in &fathoms {
            given.push(ask(fathom, copy, question)?);
        }
        compared.unanswered += usize::from(given.iter().all(|given| given.answer.is_err()));
        let found = difference::between(&given[0], &given[1], &plan.ignored);
        compared.equal += usize::from(found.is_empty());
        compared.different.extend(
            (!found.is_empty())
                .then(|| report::DifferentAnswer { question: question.join(" "), differences: found }),
        );
        progress.step(1);
    }
    Ok(compared)
}

/// The answer of a build to a question.
struct BuildAnswer {
    code: Option<i32>,
    /// The JSON, or why there is none.
    answer: Result<Value, String>,
}

fn ask(fathom: &Fathom, copy: &WorkCopy, question: &Question) -> Result<BuildAnswer> {
    let mut arguments = vec![question[0].clone(), "--json".to_owned()];
    arguments.extend(question[1..].iter().cloned());
    let mut answer = fathom.run(&copy.root, &arguments)?;
    // Each build has its own clone, whose path is not part of the answer.
    answer.stdout = answer.stdout.replace(&copy.root.display().to_string(), ".");
    Ok(given(&answer))
}

fn given(answer: &Answer) -> BuildAnswer {
    let parsed = match answer.fault() {
        Some(fault) => Err(fault),
        None => answer.json(),
    };
    BuildAnswer { code: answer.code, answer: parsed }
}

/// A repository as reports name it.
fn name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    whole.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}
