//! A repository on this machine, and its index kept fresh.

use crate::build::{self, Built, Options};
use crate::past::Remembered;
use crate::view::{Freshness, View};
use crate::{EngineError, Progress};
use fathom_source::Repository;
use fathom_store::{Home, Snapshot};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

/// Whether to look for changes before answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refresh {
    /// Index what has changed, then answer.
    Update,
    /// Answer from the index as it is, and say how many files are stale.
    AsIs,
}

/// A repository, with or without git.
#[derive(Clone, Debug)]
pub struct Workspace {
    root: PathBuf,
    home: Home,
    repository: Option<Repository>,
}

impl Workspace {
    /// The workspace at exactly this folder.
    pub fn at(path: &Path) -> Result<Workspace, EngineError> {
        if !path.exists() {
            return Err(EngineError::Request(format!(
                "{} does not exist; give the path of a repository",
                path.display()
            )));
        }
        if !path.is_dir() {
            return Err(EngineError::Request(format!(
                "{} is a file; give the folder of a repository",
                path.display()
            )));
        }
        let root = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let repository = Repository::at(&root);
        let main = repository.as_ref().and_then(Repository::main_worktree);
        Ok(Workspace { home: Home::of(&root, main.as_deref()), root, repository })
    }

    /// The workspace around a folder: the nearest one above that is a git
    /// repository or has an index, else the folder itself. Nobody means to index
    /// a home folder or a whole disk by asking from there.
    pub fn around(path: &Path) -> Result<Workspace, EngineError> {
        let start = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let known =
            start.ancestors().find(|folder| folder.join(".fathom").is_dir() || folder.join(".git").exists());
        let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
        if known.is_none() && (start.parent().is_none() || home.as_ref() == Some(&start)) {
            return Err(EngineError::Request(format!(
                "{} is no repository; go to one, or give --repo PATH",
                start.display()
            )));
        }
        Workspace::at(known.unwrap_or(&start))
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where its index lies.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// The commit that is checked out.
    pub fn commit(&self) -> Option<String> {
        self.repository.as_ref().and_then(Repository::head)
    }

    /// Whether git has anything to say about it.
    pub fn has_git(&self) -> bool {
        self.repository.is_some()
    }

    /// Brings the index up to date; `None` for `options` keeps those of the
    /// last time.
    pub fn index(&self, options: Option<&Options>, progress: &dyn Progress) -> Result<Built, EngineError> {
        build::build(self, options, progress)
    }

    /// Opens the index and answers from it. An index that turns out to be
    /// damaged is built again from the files.
    pub fn ask<T>(
        &self,
        refresh: Refresh,
        progress: &dyn Progress,
        answer: impl Fn(&View<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let attempt = || answer(&self.open(refresh, progress)?.view()?);
        match attempt() {
            Err(error) if error.is_damage() => {
                build::repair(self, None, progress)?;
                attempt()
            }
            result => result,
        }
    }

    /// Opens the index, building it on first use.
    pub fn open(&self, refresh: Refresh, progress: &dyn Progress) -> Result<Opened, EngineError> {
        let existing = Snapshot::open(&self.home, &build::versions())?;
        match (existing, refresh) {
            (Some(snapshot), Refresh::AsIs) => {
                let stale = build::stale(self, &snapshot)?;
                Ok(Opened::new(self, snapshot, stale, None))
            }
            (existing, _) => {
                let built = build::refresh(self, existing, progress)?;
                Ok(Opened::new(self, built.snapshot, 0, Some(built.summary)))
            }
        }
    }
}

/// An opened index.
pub struct Opened {
    workspace: Workspace,
    past: OnceCell<Option<Remembered>>,
    snapshot: Snapshot,
    freshness: Freshness,
    /// What was done to bring it up to date, if anything was.
    pub summary: Option<build::Summary>,
}

impl Opened {
    pub(crate) fn new(
        workspace: &Workspace,
        snapshot: Snapshot,
        stale_files: usize,
        summary: Option<build::Summary>,
    ) -> Opened {
        let info = snapshot.info();
        let freshness = Freshness { commit: info.commit.clone(), dirty: info.dirty, stale_files };
        Opened { workspace: workspace.clone(), past: OnceCell::new(), snapshot, freshness, summary }
    }

    /// The snapshot behind it.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The folder of the repository.
    pub(crate) fn root(&self) -> &Path {
        &self.workspace.root
    }

    /// Where its index lies.
    pub(crate) fn home(&self) -> &Home {
        &self.workspace.home
    }

    /// The repository's past, read when it is first asked for.
    pub(crate) fn past(&self) -> Option<&Remembered> {
        self.past.get_or_init(|| Remembered::of(&self.workspace)).as_ref()
    }

    /// Everything in it, ready for operations.
    pub fn view(&self) -> Result<View<'_>, EngineError> {
        View::new(self, self.freshness.clone())
    }
}
