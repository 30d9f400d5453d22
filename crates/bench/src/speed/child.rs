//! Fathom as people run it: a process of its own.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program, and the repository it is run on.
pub(super) struct Fathom {
    program: PathBuf,
    repository: PathBuf,
}

/// What `fathom index --json` says, as far as it is of interest.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Indexed {
    pub(super) files: usize,
    pub(super) symbols: usize,
    pub(super) edges: usize,
    pub(super) index_bytes: u64,
    pub(super) peak_memory_bytes: Option<u64>,
}

/// What `fathom symbols --json` says, as far as it is of interest.
#[derive(Debug, Deserialize)]
pub(super) struct Symbols {
    pub(super) symbols: Vec<Symbol>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Symbol {
    pub(super) name: String,
}

impl Fathom {
    pub(super) fn new(program: &Path, repository: &Path) -> Fathom {
        Fathom { program: program.to_owned(), repository: repository.to_owned() }
    }

    /// Puts the index aside; it goes with the copy. A file system that has just
    /// removed it is busy for a while, which would slow whatever comes next.
    pub(super) fn forget(&self) -> Result<()> {
        let mut names = (0..).map(|at| self.repository.with_file_name(format!("forgotten-{at}")));
        let aside = names.find(|path| !path.exists()).context("no name is free")?;
        match fs::rename(self.repository.join(".fathom"), aside) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).context("cannot put the copy's index aside")
            }
            _ => Ok(()),
        }
    }

    pub(super) fn index(&self) -> Result<Indexed> {
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

    /// Removes what is remembered of the history, and nothing else.
    pub(super) fn forget_past(&self) -> Result<()> {
        for entry in fs::read_dir(self.repository.join(".fathom")).context("the copy has no index")? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with("history.") {
                fs::remove_file(entry.path()).context("cannot remove what is remembered")?;
            }
        }
        Ok(())
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
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        // 1 says that nothing was found: an answer, though perhaps a wrong one.
        if !matches!(output.status.code(), Some(0 | 1)) {
            bail!("{} failed: {}", self.program.display(), String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(output.stdout)
    }
}
