//! `fathom bench filesearch`: the files that short queries find.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::{folders, machine, show};
use crate::output;
use anyhow::Result;
use clap::Args;
use fathom_bench::corpus::Checkouts;
use fathom_bench::filesearch::{self, FileCorpus, Plan};
use fathom_bench::systems::Tools;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct FilesearchCommand {
    /// The folder with repos.json and queries/
    #[arg(long, value_name = "DIR")]
    corpus: PathBuf,
    /// The systems: fathom (the list of `fathom files`), fathom-context (that of `fathom context`),
    /// and those of `fathom bench run`
    #[arg(long, value_delimiter = ',', default_value = "fathom")]
    systems: Vec<String>,
    /// Restrict to these repositories
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    repos: Vec<String>,
    /// Draw this many of the queries, spread evenly over repositories; the same ones every time
    #[arg(long, value_name = "QUERIES")]
    sample: Option<usize>,
    /// A folder for exported trees and indexes, kept for later runs [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// Copy git directories from this folder (owner+name/repo) instead of cloning
    #[arg(long, value_name = "DIR")]
    mirror: Option<PathBuf>,
    /// A folder of rankers of files, NAME.tsv, one per repository (`fathom-train files fit --unseen`)
    #[arg(long, value_name = "DIR")]
    file_rankers: Option<PathBuf>,
    /// The folder to install systems in [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    tools: Option<PathBuf>,
    /// The fathom binary to measure [default: this program]
    #[arg(long, value_name = "FATHOM")]
    program: Option<PathBuf>,
    /// Keep the answers that an earlier run wrote to --work
    #[arg(long)]
    resume: bool,
    /// Print JSON, with every query below 1
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &FilesearchCommand) -> Result<ExitCode> {
    machine::heed_interruption()?;
    let work = folders::given_or_cached(command.work.as_ref(), "filesearch")?;
    let work = std::path::absolute(work)?;
    let mut corpus = FileCorpus::load(&command.corpus, &command.repos)?;
    if let Some(count) = command.sample {
        corpus.sample(count);
    }
    let plan = Plan {
        corpus: &corpus,
        checkouts: &Checkouts::new(&work.join("checkouts"), command.mirror.as_deref()),
        work: &work,
        systems: &command.systems,
        program: &machine::program(command.program.as_deref())?,
        file_rankers: command.file_rankers.as_deref(),
        tools: &Tools::new(&folders::given_or_cached(command.tools.as_ref(), "tools")?),
        resume: command.resume,
    };
    let report = filesearch::run(&plan, &|doing| output::message(doing))?;
    show(&report, command.json)
}
