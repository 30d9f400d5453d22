//! The parts of this machine that benchmarks need: folders, programs, the clock.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::{corpus, folders};
use anyhow::{Context, Result};
use clap::Args;
use fathom_bench::corpus::{Checkouts, Corpus};
use fathom_bench::systems::Tools;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where repositories come from.
#[derive(Args)]
pub(crate) struct Repositories {
    /// The corpus file [default: the built-in corpus]
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// Copy git directories from this folder (owner+name/repo) instead of cloning
    #[arg(long, value_name = "DIR")]
    mirror: Option<PathBuf>,
    /// The folder of checkouts [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    checkouts: Option<PathBuf>,
}

impl Repositories {
    pub(super) fn corpus(&self) -> Result<Corpus> {
        corpus::load(self.corpus.as_ref())
    }

    pub(super) fn checkouts(&self) -> Result<Checkouts> {
        let folder = folders::given_or_cached(self.checkouts.as_ref(), "corpus")?;
        Ok(Checkouts::new(&folder, self.mirror.as_deref()))
    }
}

/// The options of systems.
#[derive(Args)]
pub(crate) struct Setting {
    #[command(flatten)]
    pub(super) repositories: Repositories,
    /// The folder to install systems in [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    tools: Option<PathBuf>,
    /// Time limit of a system for one repository
    #[arg(long, value_name = "SECONDS", default_value_t = fathom_bench::runner::LIMIT.as_secs())]
    limit_seconds: u64,
    /// The fathom binary to measure [default: this program]
    #[arg(long, value_name = "FATHOM")]
    program: Option<PathBuf>,
}

impl Setting {
    pub(super) fn tools(&self) -> Result<Tools> {
        Ok(Tools::new(&folders::given_or_cached(self.tools.as_ref(), "tools")?))
    }

    /// The `fathom` to measure, whole, since it is started from other folders.
    pub(super) fn program(&self) -> Result<PathBuf> {
        program(self.program.as_deref())
    }

    pub(super) fn limit(&self) -> Duration {
        Duration::from_secs(self.limit_seconds)
    }
}

/// The `fathom` to run: the one that is given, else this one.
pub(super) fn program(given: Option<&Path>) -> Result<PathBuf> {
    match given {
        Some(path) => path.canonicalize().with_context(|| format!("{} does not exist", path.display())),
        None => std::env::current_exe().context("cannot determine the path of this program"),
    }
}

/// Lets an interruption end the system that runs, then the run in good order.
pub(super) fn heed_interruption() -> Result<()> {
    ctrlc::set_handler(fathom_bench::systems::interrupt).context("cannot install a handler for Ctrl-C")
}

/// The current time in UTC, in a form that is valid in a file name.
pub(super) fn now() -> String {
    jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// The command line with only the last part of every path: the rest is private to this machine.
pub(super) fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| match word.split_once('=') {
        Some((option, value)) if option.starts_with("--") => format!("{option}={}", short(value)),
        _ => short(&word),
    });
    std::iter::once("fathom".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

fn short(word: &str) -> String {
    let path = Path::new(word);
    let outside = path.is_absolute() || path.starts_with("..");
    match path.file_name() {
        Some(name) if outside => name.to_string_lossy().into_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn only_the_last_part_of_a_path_is_recorded() {
        assert_eq!(short("/data/tasks"), "tasks");
        assert_eq!(short("../tasks/flask"), "flask");
        assert_eq!(short("corpus/tasks"), "corpus/tasks");
        assert_eq!(short("--repos"), "--repos");
    }
}
