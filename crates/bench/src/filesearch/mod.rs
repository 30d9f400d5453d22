//! File search: short queries whose answer is a list of files.
//!
//! The corpus is a folder with `repos.json` (name, language, URL, revision and the folder that is
//! indexed) and `queries/NAME.json` (query, category, relevant and secondary files). The folder of each
//! repository is exported at its revision without git and indexed alone; each system is asked every
//! query, and NDCG@10 over files is the score.

mod answers;
mod corpus;
mod export;
mod report;
mod score;
mod system;

pub use corpus::{FileCorpus, FileQuery, FileRepository};
pub use export::export;
pub use report::{CategoryScore, Report, SystemReport};
pub use score::{is_match, ndcg};
pub use system::names;

use crate::Watch;
use crate::corpus::Checkouts;
use crate::runner::learned_from;
use crate::systems::{Tools, interrupted};
use answers::AnswerFolder;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use system::FileSystem;

/// The file with the warnings of a run, beside its answers.
const NOTES: &str = "notes.txt";

/// Files of an answer that count.
pub const FIRST: usize = 10;

/// The options of a measurement.
pub struct Plan<'p> {
    /// The corpus.
    pub corpus: &'p FileCorpus,
    /// Where git directories come from.
    pub checkouts: &'p Checkouts,
    /// A folder for exported trees and indexes; kept, so that a second run is fast.
    pub work: &'p Path,
    /// The names of the systems, of [`names`].
    pub systems: &'p [String],
    /// The `fathom` binary.
    pub program: &'p Path,
    /// A folder of rankers of files, `NAME.tsv`: one per repository that has not seen it.
    pub file_rankers: Option<&'p Path>,
    /// Where other systems are installed.
    pub tools: &'p Tools,
    /// Whether the answers of an earlier run in `work` are kept.
    pub resume: bool,
}

/// The answer of a system to a query.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The repository.
    pub repository: String,
    /// Its language.
    pub language: String,
    /// The category of the query.
    pub category: String,
    /// The query.
    pub query: String,
    /// The first files, best first.
    pub files: Vec<String>,
    /// The files that count.
    pub expected: Vec<String>,
    /// NDCG@10.
    pub ndcg: f64,
    /// The time of the question.
    pub ms: f64,
}

/// Asks every system every query. A system that fails in a repository is not scored there: its
/// report has fewer queries and the reason.
pub fn run(plan: &Plan<'_>, watch: Watch<'_>) -> Result<Report> {
    let systems = plan
        .systems
        .iter()
        .map(|name| FileSystem::named(name, plan.program, plan.file_rankers, plan.tools))
        .collect::<Result<Vec<_>>>()?;
    let mut runs: Vec<SystemRun> = systems
        .iter()
        .map(|system| SystemRun { system: system.name().to_owned(), ..Default::default() })
        .collect();
    let folder = AnswerFolder::new(plan.work);
    for repository in &plan.corpus.repositories {
        watch(&format!("{}: {} queries", repository.name, repository.queries.len()));
        for (system, run) in systems.iter().zip(&mut runs) {
            if let Some(answers) = folder.read(system.name(), repository).filter(|_| plan.resume) {
                run.answers.extend(answers);
                continue;
            }
            if let Some(reason) = folder.failure(system.name(), repository).filter(|_| plan.resume) {
                run.failures.push(reason);
                continue;
            }
            let answers = tree(plan, repository).and_then(|tree| answers(plan, system, repository, &tree));
            if interrupted() {
                bail!("interrupted; --resume keeps the answers so far");
            }
            match answers {
                Ok(answers) => {
                    folder.write(system.name(), repository, &answers)?;
                    run.answers.extend(answers);
                }
                Err(error) => {
                    watch(&format!("{} in {}: {error:#}", system.name(), repository.name));
                    let reason = format!("{}: {error:#}", repository.name);
                    folder.write_failure(system.name(), repository, &reason)?;
                    run.failures.push(reason);
                }
            }
        }
    }
    let warnings = warnings(plan);
    // The step with Fathom's answers decides; a step of other systems has nothing to warn of.
    if plan.systems.iter().any(|name| name.starts_with("fathom")) {
        std::fs::write(plan.work.join(NOTES), warnings.join("\n"))
            .with_context(|| format!("cannot write to {}", plan.work.display()))?;
    }
    Ok(Report::new(&runs, warnings))
}

/// The report of the answers in a folder of work, without asking anything; `None` if it has none. Whether
/// Fathom's rankers learned from what is measured is not known from answers: see how they were made.
pub fn stored(work: &Path) -> Result<Option<Report>> {
    let runs = AnswerFolder::new(work).all()?;
    Ok((!runs.is_empty()).then(|| Report::new(&runs, noted(work))))
}

/// The warnings of the run that wrote the answers.
fn noted(work: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(work.join(NOTES)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// What a reader has to know before any figure.
fn warnings(plan: &Plan<'_>) -> Vec<String> {
    let measures_fathom = plan.systems.iter().any(|name| name.starts_with("fathom"));
    if !measures_fathom || plan.file_rankers.is_some() {
        return Vec::new();
    }
    let measured = plan.corpus.repositories.iter().map(|one| one.name.as_str()).collect();
    let learned = learned_from(&measured);
    if learned.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "Fathom's rankers learned from repositories that are measured here ({}): its figures are no evidence. \
         Measure with --file-rankers FOLDER, made by `fathom-train files fit --unseen`.",
        learned.join(", ")
    )]
}

/// The answers of one system, and why it has none for some repositories.
#[derive(Default)]
struct SystemRun {
    system: String,
    answers: Vec<Answer>,
    failures: Vec<String>,
}

/// The answers of one system to the queries of one repository.
fn answers(
    plan: &Plan<'_>,
    system: &FileSystem,
    repository: &FileRepository,
    tree: &Path,
) -> Result<Vec<Answer>> {
    let state = plan.work.join("state").join(system.name()).join(&repository.name);
    let indexed = system.index(tree, &state, repository)?;
    let answer = |query: &FileQuery| {
        let asked = system.ask(&indexed, &repository.name, &query.query)?;
        let files: Vec<String> = asked.files.into_iter().take(FIRST).collect();
        let expected = query.expected();
        Ok(Answer {
            repository: repository.name.clone(),
            language: repository.language.clone(),
            category: query.category.clone(),
            query: query.query.clone(),
            ndcg: ndcg(&files, &expected, FIRST),
            files,
            expected,
            ms: asked.ms,
        })
    };
    let answers = repository.queries.iter().map(answer).collect();
    system.leave(&indexed);
    answers
}

/// The exported folder of a repository.
fn tree(plan: &Plan<'_>, repository: &FileRepository) -> Result<PathBuf> {
    let tree = plan.work.join("trees").join(&repository.name);
    if !tree.is_dir() {
        plan.checkouts.provide(&repository.pinned(), &repository.revision)?;
        let source = plan.checkouts.path(&repository.pinned());
        export(&source, &repository.revision, &repository.root, &tree)?;
    }
    Ok(tree)
}
