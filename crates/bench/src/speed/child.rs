//! Fathom as people run it: a process of its own.

use anyhow::{Context, Result, bail};
use fathom_engine::{HOME_VARIABLE, Phase};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program, the repository it is run on, and where it keeps the index.
pub(super) struct Fathom {
    program: PathBuf,
    repository: PathBuf,
    /// One home after the other is used; see [`Fathom::forget`].
    homes: PathBuf,
    home: usize,
}

/// The relevant fields of `fathom index --json`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct IndexReport {
    pub(super) files: usize,
    pub(super) symbols: usize,
    pub(super) edges: usize,
    pub(super) index_bytes: u64,
    pub(super) peak_memory_bytes: Option<u64>,
    phases_ms: BTreeMap<String, f64>,
}

impl IndexReport {
    /// How long the history took to read.
    pub(super) fn history_ms(&self) -> f64 {
        self.phases_ms.get(Phase::History.words()).copied().unwrap_or_default()
    }
}

/// The relevant fields of `fathom symbols --json`.
#[derive(Debug, Deserialize)]
pub(super) struct Symbols {
    pub(super) symbols: Vec<Symbol>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Symbol {
    pub(super) name: String,
}

impl Fathom {
    /// The program for a repository, with its indexes in numbered folders below `homes`.
    pub(super) fn new(program: &Path, repository: &Path, homes: &Path) -> Fathom {
        let (program, repository) = (program.to_owned(), repository.to_owned());
        Fathom { program, repository, homes: homes.to_owned(), home: 0 }
    }

    /// Puts the index aside; it goes with the copy. A file system that has just
    /// removed it is busy for a while, which would slow whatever comes next.
    pub(super) fn forget(&mut self) {
        self.home += 1;
    }

    /// Where the index is kept now.
    pub(super) fn home(&self) -> PathBuf {
        self.homes.join(self.home.to_string())
    }

    pub(super) fn index(&self) -> Result<IndexReport> {
        let answer = self.run(&[OsStr::new("index"), self.repository.as_os_str(), OsStr::new("--json")])?;
        serde_json::from_slice(&answer).context("`fathom index --json` answered in another shape")
    }

    /// Only reads and parses.
    pub(super) fn floor(&self) -> Result<()> {
        self.run(&[OsStr::new("bench"), OsStr::new("floor"), self.repository.as_os_str()]).map(drop)
    }

    pub(super) fn symbols(&self, name: &str) -> Result<Symbols> {
        let repository = self.repository.as_os_str();
        let words = ["symbols", "--json", "--repo"].map(OsStr::new);
        let answer =
            self.run(&[words[0], words[1], words[2], repository, OsStr::new("--"), OsStr::new(name)])?;
        serde_json::from_slice(&answer).context("`fathom symbols --json` answered in another shape")
    }

    pub(super) fn context(&self, task: &str) -> Result<()> {
        let repository = self.repository.as_os_str();
        let words = ["context", "--json", "--repo"].map(OsStr::new);
        self.run(&[words[0], words[1], words[2], repository, OsStr::new("--"), OsStr::new(task)])?;
        Ok(())
    }

    fn run(&self, arguments: &[&OsStr]) -> Result<Vec<u8>> {
        let output = Command::new(&self.program)
            .args(arguments)
            .env(HOME_VARIABLE, self.home())
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        // Exit code 1 means that nothing was found: an answer, though perhaps a wrong one.
        if !matches!(output.status.code(), Some(0 | 1)) {
            bail!("{} failed: {}", self.program.display(), String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(output.stdout)
    }
}
