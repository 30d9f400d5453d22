//! Gathers what the ranker learns from, and fits it.
//!
//! A separate program, run by `cargo xtask train`: the product ships the
//! fitted model and nothing of this.

mod calibrate;
mod examples;
mod experts;
mod files;
mod fit;
mod gather;
mod listwise;
mod manifest;
mod measure;
mod questions;
mod reserved;
mod wishes;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Trains the ranker of `fathom context`
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Ask every question of the manifest, and keep the candidates of each with their features
    Gather {
        /// Where work trees and examples lie; what is there already is not made again
        #[arg(long)]
        work: PathBuf,
        /// Git directories laid out as `owner+name/repo`, instead of cloning
        #[arg(long)]
        mirror: Option<PathBuf>,
    },
    /// Gather the candidates of tasks or issues; wishes are learned from such tasks too, and
    /// measured on by models that have not seen their repository
    Tasks {
        /// A folder of labelled tasks, or a file of issues (`.jsonl`)
        tasks: PathBuf,
        /// The corpus with the addresses of their repositories
        #[arg(long)]
        corpus: Option<PathBuf>,
        #[arg(long)]
        work: PathBuf,
        #[arg(long)]
        mirror: Option<PathBuf>,
    },
    /// Fit the model on the gathered examples, calibrate it, write it, and report the quality of such models
    /// on repositories that they have not seen
    Fit {
        #[arg(long)]
        work: PathBuf,
        /// A folder for one more model of each repository with tasks, which has not seen it
        #[arg(long)]
        unseen: Option<PathBuf>,
        /// A model whose weights of reports are kept, instead of fitting them on mined changes
        #[arg(long)]
        reports: Option<PathBuf>,
        /// The model file
        #[arg(long, default_value = "crates/rank/model/ranker.tsv")]
        out: PathBuf,
    },
    /// Train the gates of `fathom predict` on the histories of experts.yaml
    Experts {
        /// Where clones and examples lie; what is there already is not made again
        #[arg(long)]
        work: PathBuf,
        /// Git directories laid out as `owner+name/repo`, instead of cloning
        #[arg(long)]
        mirror: Option<PathBuf>,
        /// The folder of the models
        #[arg(long, default_value = "crates/experts/model")]
        out: PathBuf,
    },
    /// Evaluate the shipped gates on repositories that they have not seen
    MeasureExperts {
        #[arg(long)]
        work: PathBuf,
        #[arg(long)]
        mirror: Option<PathBuf>,
        /// Commits of each repository
        #[arg(long, default_value_t = 300)]
        commits: usize,
        /// Give the test expert the changed lines, not only the names of changed files
        #[arg(long)]
        with_diffs: bool,
        /// Only print what an order of tests can reach at all, and what the baseline reaches
        #[arg(long)]
        bounds: bool,
    },
    /// Measure the test expert on issues with failing tests: how early it names them
    MeasureFailures {
        /// A file of issues (.jsonl) with `changed`, `changed_tests` and `fail_to_pass`
        issues: PathBuf,
        #[arg(long)]
        work: PathBuf,
        #[arg(long)]
        mirror: Option<PathBuf>,
    },
    /// Write issues for `fathom bench errors`: past commits whose messages quote stack traces
    Traces {
        /// The file of issues (.jsonl)
        out: PathBuf,
        #[arg(long)]
        work: PathBuf,
        #[arg(long)]
        mirror: Option<PathBuf>,
    },
    /// The model that orders files
    Files {
        #[command(subcommand)]
        command: FilesCommand,
    },
    /// Measure the ablation of each channel, on tasks gathered with `tasks`
    Worth {
        #[arg(long)]
        work: PathBuf,
    },
}

#[derive(Subcommand)]
enum FilesCommand {
    /// Gather the candidate files of short queries
    Queries {
        /// A corpus of `fathom bench filesearch`; without it, the queries that were written to learn from
        corpus: Option<PathBuf>,
        #[arg(long)]
        work: PathBuf,
        #[arg(long)]
        mirror: Option<PathBuf>,
    },
    /// Gather the candidate files of tasks or issues
    Tasks {
        /// A folder of labelled tasks, or a file of issues (`.jsonl`)
        tasks: PathBuf,
        #[arg(long)]
        corpus: Option<PathBuf>,
        #[arg(long)]
        work: PathBuf,
        #[arg(long)]
        mirror: Option<PathBuf>,
        /// Most questions of one repository, chosen evenly
        #[arg(long, default_value_t = 1_000)]
        most: usize,
    },
    /// Learn, calibrate, write the model, and print what such models reach on repositories that they
    /// have not seen
    Fit {
        #[arg(long)]
        work: PathBuf,
        /// A folder for one more model of each repository, which has not seen it
        #[arg(long)]
        unseen: Option<PathBuf>,
        #[arg(long, default_value = "crates/rank/model/files.tsv")]
        out: PathBuf,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Gather { work, mirror } => gather::training(&work, mirror.as_deref()),
        Command::Tasks { tasks, corpus, work, mirror } => {
            gather::tasks(&tasks, corpus.as_deref(), &work, mirror.as_deref())
        }
        Command::Fit { work, unseen, reports, out } => {
            fit::run(&work, &out, unseen.as_deref(), reports.as_deref())
        }
        Command::Experts { work, mirror, out } => experts::train(&work, mirror.as_deref(), &out),
        Command::MeasureExperts { work, mirror, commits, bounds: true, .. } => {
            experts::bounds(&work, mirror.as_deref(), commits)
        }
        Command::MeasureExperts { work, mirror, commits, with_diffs, bounds: false } => {
            experts::measure(&work, mirror.as_deref(), commits, with_diffs)
        }
        Command::MeasureFailures { issues, work, mirror } => {
            experts::measure_failures(&issues, &work, mirror.as_deref())
        }
        Command::Traces { out, work, mirror } => experts::write_traces(&work, mirror.as_deref(), &out),
        Command::Files { command } => match command {
            FilesCommand::Queries { corpus, work, mirror } => {
                files::queries(corpus.as_deref(), &work, mirror.as_deref())
            }
            FilesCommand::Tasks { tasks, corpus, work, mirror, most } => {
                files::tasks(&tasks, corpus.as_deref(), &work, mirror.as_deref(), most)
            }
            FilesCommand::Fit { work, unseen, out } => files::fit(&work, &out, unseen.as_deref()),
        },
        Command::Worth { work } => measure::worth(&work),
    }
}
