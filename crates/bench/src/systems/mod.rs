//! The systems that are compared: one adapter each.
//!
//! A [`System`] is a program that is on this machine, at a pinned version
//! ([`versions`]), made by [`install`]. It indexes a repository in a
//! [`Site`](crate::corpus::Site) of its own, is asked in plain words, and its
//! answer is read into symbols in its own order. Adapters change nothing about
//! an answer: what it does not contain (lines, files) is not added.
//!
//! Programs run with a limit of time, in a process group that is ended as a
//! whole, with a home folder of their own ([`process`]).

mod aider;
mod codebase_memory;
mod codegraph;
mod codegraphcontext;
mod ctags;
mod fathom;
mod gitnexus;
mod gortex;
mod grep;
mod keywords;
mod knowing;
mod loose;
pub(crate) mod process;
mod scip;
mod searcher;
mod tools;
mod versions;

pub(crate) use fathom::RANKER;
pub use process::{Deadline, interrupt, interrupted};
pub use tools::Tools;
pub use versions::{Pin, pin};

use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use crate::spelling::no_such;
use std::path::Path;

/// As many symbols as a record holds.
pub const MOST_FOUND: usize = 50;
/// As many files as a record holds.
pub const MOST_FILES: usize = 20;

/// Why a system has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SystemError {
    /// It cannot be had on this machine.
    #[error("not installed: {0}")]
    NotInstalled(String),
    /// The limit of time was reached.
    #[error("timed out in {0}")]
    TimedOut(&'static str),
    /// The user interrupted; no fault of the system.
    #[error("interrupted")]
    Interrupted,
    /// It failed.
    #[error("{0}")]
    Failed(String),
}

impl SystemError {
    fn failed(what: &str, why: impl std::fmt::Display) -> SystemError {
        SystemError::Failed(format!("{what}: {why}"))
    }
}

/// An answer as the system gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemAnswer {
    /// Milliseconds, process start included.
    pub ms: f64,
    /// The text that an agent would read.
    pub text: String,
    /// The symbols, where the adapter itself ranks what a plain tool printed.
    pub ranked: Option<Answer>,
}

/// An answer as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Symbols, best first.
    pub found: Vec<FoundSymbol>,
    /// Files, best first, if the system ranks files itself.
    pub files: Vec<String>,
}

impl Answer {
    /// The answer that the adapter ranked while it asked.
    fn of(asked: &SystemAnswer) -> Answer {
        asked.ranked.clone().unwrap_or_default().settle()
    }

    /// Keeps the first of equal symbols and as many as a record holds; files
    /// are those of the symbols if the system does not rank files.
    fn settle(mut self) -> Answer {
        let mut seen = std::collections::BTreeSet::new();
        self.found.retain(|one| seen.insert((one.name.clone(), one.path.clone(), one.line)));
        if self.files.is_empty() {
            self.files = self.found.iter().filter_map(|one| one.path.clone()).collect();
        }
        let mut seen = std::collections::BTreeSet::new();
        self.files.retain(|path| seen.insert(path.clone()));
        self.found.truncate(MOST_FOUND);
        self.files.truncate(MOST_FILES);
        self
    }
}

/// A program that answers questions about repositories.
pub trait System {
    /// Its name, as in `--systems`.
    fn name(&self) -> &'static str;

    /// The version that runs.
    fn version(&self) -> &str;

    /// Makes the index of a repository from nothing.
    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError>;

    /// Brings the index up to date after files changed, by the cheapest means
    /// the system offers. Systems that look for changes when asked do nothing.
    fn refresh(&self, site: &Site, deadline: Deadline) -> Result<(), SystemError> {
        self.index(site, deadline).map(|_| ())
    }

    /// Asks, and takes the time.
    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError>;

    /// Asks for an answer of at most this many tokens; `None` if the system does not accept a budget.
    fn ask_within(
        &self,
        _site: &Site,
        _question: &str,
        _budget: usize,
        _deadline: Deadline,
    ) -> Option<Result<SystemAnswer, SystemError>> {
        None
    }

    /// Reads what was answered into symbols; time does not count.
    fn read(
        &self,
        site: &Site,
        question: &str,
        asked: &SystemAnswer,
        deadline: Deadline,
    ) -> Result<Answer, SystemError>;

    /// Whether its index holds a definition of this bare name, if it can be asked.
    fn holds(&self, _site: &Site, _name: &str, _deadline: Deadline) -> Option<bool> {
        None
    }

    /// The same system with its memory of feedback on, which is off otherwise;
    /// `None` if it has none.
    fn learner(&self) -> Option<Box<dyn Learner + '_>> {
        None
    }

    /// The same system with words that the caller expects in the code; `None` if it takes none.
    fn with_hints(&self, _hints: &[String]) -> Option<Box<dyn System + '_>> {
        None
    }

    /// Stops what was left running for a repository.
    fn leave(&self, _site: &Site, _deadline: Deadline) {}
}

/// A system that accepts feedback on the symbols of its answers.
pub trait Learner: System {
    /// Records, for one question, whether each shown symbol was useful.
    fn give_feedback(
        &self,
        site: &Site,
        question: &str,
        shown: &[(&FoundSymbol, bool)],
        deadline: Deadline,
    ) -> Result<(), SystemError>;
}

/// Every system that there is an adapter for, in the order of reports.
pub const NAMES: [&str; 23] = [
    "fathom",
    "fathom+concepts",
    "fathom+shipped",
    "fathom+learned",
    "grep",
    "grep-generous",
    "ctags",
    "knowing",
    "codegraph",
    "codegraph+explore",
    "gitnexus",
    "aider",
    "codegraphcontext",
    "codebase-memory",
    "gortex",
    "scip",
    "semble",
    "probe",
    "serena",
    "ast-grep",
    "ck",
    "colgrep",
    "grepai",
];

/// Checks that there is an adapter for every name, and no name twice: before anything is made,
/// cloned or installed.
pub fn check_names(names: &[String]) -> anyhow::Result<()> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        if !NAMES.contains(&name.as_str()) {
            anyhow::bail!(no_such("system", name, &NAMES));
        }
        if !seen.insert(name) {
            anyhow::bail!("{name} is named twice");
        }
    }
    Ok(())
}

/// Makes a system ready to run; installs it if need be. `program` is the
/// `fathom` to run.
pub fn install(name: &str, tools: &Tools, program: &Path) -> Result<Box<dyn System>, SystemError> {
    if let Some(fathom) = fathom::Fathom::named(name, program) {
        return Ok(Box::new(fathom?));
    }
    if let Some(searcher) = searcher::Searcher::named(name, tools) {
        return Ok(Box::new(searcher?));
    }
    Ok(match name {
        "grep" => Box::new(grep::Grep::install(tools, false)?),
        "grep-generous" => Box::new(grep::Grep::install(tools, true)?),
        "ctags" => Box::new(ctags::Ctags::install(tools)?),
        "knowing" => Box::new(knowing::Knowing::install(tools)?),
        "codegraph" => Box::new(codegraph::Codegraph::install(tools, false)?),
        "codegraph+explore" => Box::new(codegraph::Codegraph::install(tools, true)?),
        "serena" => {
            return Err(SystemError::NotInstalled(
                "it takes no question in plain words: an agent drives its language servers symbol by symbol"
                    .into(),
            ));
        }
        "grepai" => {
            return Err(SystemError::NotInstalled(
                "it needs an embedding server (Ollama, LM Studio or OpenAI)".into(),
            ));
        }
        "gitnexus" => Box::new(gitnexus::GitNexus::install(tools)?),
        "aider" => Box::new(aider::Aider::install(tools)?),
        "codegraphcontext" => Box::new(codegraphcontext::CodeGraphContext::install(tools)?),
        "codebase-memory" => Box::new(codebase_memory::CodebaseMemory::install(tools)?),
        "gortex" => Box::new(gortex::Gortex::install(tools)?),
        "scip" => Box::new(scip::Scip::install(tools)?),
        _ => {
            return Err(SystemError::NotInstalled(format!(
                "there is no adapter; there are {}",
                NAMES.join(", ")
            )));
        }
    })
}
