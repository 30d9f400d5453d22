//! The systems that are asked for files.

use crate::spelling::no_such;
use crate::systems::process::{Call, Deadline};
use anyhow::{Result, bail};
use fathom_engine::HOME_VARIABLE;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The names of the systems: the list of `fathom files`, and that of `fathom context`.
pub const SYSTEMS: [&str; 2] = ["fathom", "fathom-context"];

/// Time for one index or one question.
const LIMIT: Duration = Duration::from_mins(10);

/// A system that answers with files.
pub struct FileSystem {
    name: &'static str,
    program: PathBuf,
    rankers: Option<PathBuf>,
}

/// An answer as it came.
pub(super) struct FileAnswer {
    pub(super) files: Vec<String>,
    pub(super) ms: f64,
}

#[derive(Deserialize)]
struct Files {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    path: String,
}

impl FileSystem {
    pub(super) fn named(name: &str, program: &Path, rankers: Option<&Path>) -> Result<FileSystem> {
        let Some(name) = SYSTEMS.into_iter().find(|known| *known == name) else {
            bail!(no_such("system", name, &SYSTEMS));
        };
        Ok(FileSystem { name, program: program.to_owned(), rankers: rankers.map(Path::to_owned) })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Indexes a folder, with all state in another.
    pub(super) fn index(&self, tree: &Path, state: &Path) -> Result<()> {
        std::fs::create_dir_all(state)?;
        let call = self.call(state, "indexing").args(["index", "--json"]).arg(tree);
        call.run(Deadline::after(LIMIT))?.succeeded()?;
        Ok(())
    }

    /// Asks a query.
    pub(super) fn ask(&self, tree: &Path, state: &Path, repository: &str, query: &str) -> Result<FileAnswer> {
        let command = if self.name == "fathom" { "files" } else { "context" };
        let mut call = self
            .call(state, "asking")
            .args([
                command,
                "--json",
                "--as-is",
                "--no-feedback",
                "--concepts",
                "off",
                "--limit",
                "50",
                "--repo",
            ])
            .arg(tree);
        if let Some(folder) = &self.rankers {
            call = call.arg("--file-ranker").arg(folder.join(format!("{repository}.tsv")));
        }
        let ended = call.args(["--", query]).run(Deadline::after(LIMIT))?;
        // Exit code 1 means that nothing was found, which is an answer.
        if !matches!(ended.code, Some(0 | 1)) {
            bail!("asking “{query}”: {}", ended.words());
        }
        let answer: Files = serde_json::from_str(&ended.stdout)?;
        Ok(FileAnswer { files: answer.files.into_iter().map(|file| file.path).collect(), ms: ended.ms })
    }

    fn call(&self, state: &Path, step: &'static str) -> Call {
        Call::new(&self.program, step).env(HOME_VARIABLE, state)
    }
}
