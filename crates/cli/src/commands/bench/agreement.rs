//! `fathom bench agreement`: do two people who labelled the same tasks agree?

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::{corpus, folders, show};
use crate::output;
use anyhow::Result;
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
    /// The corpus file [default: the built-in corpus]
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// The folder of checkouts [default: in your cache folder]; without checkouts, only labels are compared
    #[arg(long, value_name = "DIR")]
    checkouts: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &AgreementCommand) -> Result<ExitCode> {
    let (first, second) = (yaml::load(&command.first)?, yaml::load(&command.second)?);
    let corpus = corpus::load(command.corpus.as_ref())?;
    let checkouts = Checkouts::new(&folders::given_or_cached(command.checkouts.as_ref(), "corpus")?, None);
    let items = |repo: &str| {
        output::message(&format!("reading {repo}"));
        let tree = pinned(repo, &corpus, &checkouts).map_err(|error| format!("{error:#}"))?;
        Ok(tree.labelable().len())
    };
    show(&agreement(&first, &second, &items), command.json)
}
