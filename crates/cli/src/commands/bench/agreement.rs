//! `fathom bench agreement`: do two people who labelled the same tasks agree?

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::{corpus, folders, show};
use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use fathom_bench::agreement::agreement;
use fathom_bench::corpus::Checkouts;
use fathom_bench::tasks::yaml;
use fathom_bench::tree::pinned::pinned;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct AgreementCommand {
    /// The folder of tasks labelled by one person
    first: PathBuf,
    /// The folder of the same tasks labelled by another person
    second: PathBuf,
    /// The folder of the final tasks, which record how disputes were settled [default: the labels do]
    #[arg(long, value_name = "DIR")]
    settled: Option<PathBuf>,
    /// The corpus file [default: the built-in corpus]
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// The folder of checkouts [default: in your cache folder]; without checkouts, only labels are compared
    #[arg(long, value_name = "DIR")]
    checkouts: Option<PathBuf>,
    /// Write the agreement by source of the tasks as Markdown (labeling-report.md)
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &AgreementCommand) -> Result<ExitCode> {
    let (mut first, second) = (yaml::load(&command.first)?, yaml::load(&command.second)?);
    if let Some(folder) = &command.settled {
        let settled = yaml::load(folder)?;
        for labelled in &mut first {
            let same = settled.iter().filter(|one| one.task.id == labelled.task.id);
            labelled.disputes.extend(same.flat_map(|one| one.disputes.clone()));
        }
    }
    let corpus = corpus::load(command.corpus.as_ref())?;
    let checkouts = Checkouts::new(&folders::given_or_cached(command.checkouts.as_ref(), "corpus")?, None);
    let items = |repo: &str| {
        output::message(&format!("reading {repo}"));
        let tree = pinned(repo, &corpus, &checkouts).map_err(|error| format!("{error:#}"))?;
        Ok(tree.labelable().len())
    };
    let agreement = agreement(&first, &second, &items);
    if let Some(path) = &command.report {
        std::fs::write(path, agreement.report())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    show(&agreement, command.json)
}
