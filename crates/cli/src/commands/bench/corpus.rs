//! `fathom bench corpus`: get, check, pack and unpack the repositories of a corpus.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::folders;
use crate::output;
use anyhow::Result;
use clap::{Args, Subcommand};
use fathom_bench::corpus::{Checkouts, Corpus, Verdict, archive};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum CorpusCommand {
    /// Clone every repository, or copy it from a mirror, and check out its commit
    Sync {
        /// Copy git directories from this folder (owner+name/repo) instead of cloning
        #[arg(long, value_name = "DIR")]
        mirror: Option<PathBuf>,
        #[command(flatten)]
        which: CorpusArguments,
    },
    /// Verify that every checkout is at its commit and unchanged
    Verify {
        #[command(flatten)]
        which: CorpusArguments,
    },
    /// Pack every checkout, with its history, into an archive
    Package {
        /// The folder to write the archives to
        #[arg(long, alias = "out", value_name = "DIR")]
        archives: PathBuf,
        #[command(flatten)]
        which: CorpusArguments,
    },
    /// Restore checkouts from archives
    Restore {
        /// The folder of the archives
        #[arg(long, value_name = "DIR")]
        archives: PathBuf,
        #[command(flatten)]
        which: CorpusArguments,
    },
}

#[derive(Args)]
pub(crate) struct CorpusArguments {
    /// The corpus file [default: the built-in corpus]
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// Restrict to these repositories
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    repos: Vec<String>,
    /// The folder of checkouts [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    checkouts: Option<PathBuf>,
}

impl CorpusArguments {
    fn corpus(&self) -> Result<Corpus> {
        load(self.corpus.as_ref())?.only(&self.repos)
    }

    fn checkouts(&self, mirror: Option<&PathBuf>) -> Result<Checkouts> {
        let folder = folders::given_or_cached(self.checkouts.as_ref(), "corpus")?;
        Ok(Checkouts::new(&folder, mirror.map(PathBuf::as_path)))
    }
}

/// The corpus of a file, or the one that comes with this program.
pub(super) fn load(file: Option<&PathBuf>) -> Result<Corpus> {
    file.map_or_else(Corpus::own, |file| Corpus::load(file))
}

pub(super) fn run(command: &CorpusCommand) -> Result<ExitCode> {
    let watch = |doing: &str| output::message(doing);
    let mut lines = Lines::default();
    match command {
        CorpusCommand::Sync { mirror, which } => {
            let checkouts = which.checkouts(mirror.as_ref())?;
            for (name, synced) in checkouts.sync(&which.corpus()?, &watch) {
                lines.add(&name, synced.map(|one| format!("{}{}", one.commit, lacking(one.missing.len()))));
            }
        }
        CorpusCommand::Verify { which } => {
            for (name, verdict) in which.checkouts(None)?.verify(&which.corpus()?)? {
                lines.add(&name, judged(&verdict));
            }
        }
        CorpusCommand::Package { archives, which } => {
            let checkouts = which.checkouts(None)?;
            for repository in &which.corpus()?.repos {
                watch(&repository.name);
                let packed = archive::package(&checkouts, repository, archives);
                lines.add(&repository.name, packed.map(|path| path.display().to_string()));
            }
        }
        CorpusCommand::Restore { archives, which } => {
            let checkouts = which.checkouts(None)?;
            for repository in &which.corpus()?.repos {
                watch(&repository.name);
                let restored = archive::restore(&checkouts, repository, archives);
                lines.add(&repository.name, restored.map(|()| repository.commit.clone()));
            }
        }
    }
    lines.show()
}

fn judged(verdict: &Verdict) -> Result<String> {
    match verdict {
        Verdict::Right { missing } => Ok(format!("right{}", lacking(*missing))),
        Verdict::Absent => Err(anyhow::anyhow!("not there; run `fathom bench corpus sync`")),
        Verdict::Elsewhere { commit } => Err(anyhow::anyhow!("at another commit: {commit}")),
        Verdict::Changed { first, count } => {
            Err(anyhow::anyhow!("{count} files differ, the first is {first}"))
        }
    }
}

fn lacking(missing: usize) -> String {
    if missing == 0 { String::new() } else { format!(" ({missing} files are not in the source)") }
}

/// One line per repository; any failure makes the exit code 1.
#[derive(Default)]
struct Lines {
    lines: Vec<String>,
    failed: bool,
}

impl Lines {
    fn add(&mut self, name: &str, result: Result<String>) {
        let (mark, detail) = match result {
            Ok(detail) => ("ok", detail),
            Err(error) => {
                self.failed = true;
                ("--", format!("{error:#}"))
            }
        };
        self.lines.push(format!("{mark}  {name:20} {detail}"));
    }

    fn show(&self) -> Result<ExitCode> {
        output::text(&self.lines.join("\n"))?;
        Ok(ExitCode::from(u8::from(self.failed)))
    }
}
