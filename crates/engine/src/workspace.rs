//! A repository on this machine, and its index kept fresh.

mod place;

use crate::build::{self, Built, Options};
use crate::past::Remembered;
use crate::view::{Freshness, View};
use crate::{EngineError, Progress};
use fathom_source::Repository;
use fathom_store::{Folders, Home, Snapshot};
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
    folders: Folders,
    home: Home,
    repository: Option<Repository>,
    first_options: Options,
}

impl Workspace {
    /// The workspace that a folder belongs to: the repository around it, or the
    /// folder itself where the repository around it does not track it. Its index
    /// is kept below `folders`.
    pub fn find(path: &Path, folders: &Folders) -> Result<Workspace, EngineError> {
        let root = place::root_of(path, folders)?;
        let repository = Repository::at(&root);
        let identity = place::identity(&root, repository.as_ref());
        let home = Home::of(folders, &identity, &root);
        Ok(Workspace { root, folders: folders.clone(), home, repository, first_options: Options::default() })
    }

    /// The same, where a question that finds no index builds one with these options.
    #[must_use]
    pub fn with_first_options(self, options: &Options) -> Workspace {
        Workspace { first_options: options.clone(), ..self }
    }

    /// The options of an index that is built without having been asked for.
    pub(crate) fn first_options(&self) -> &Options {
        &self.first_options
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where its index lies.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// Where all indexes of the user lie.
    pub fn folders(&self) -> &Folders {
        &self.folders
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
        self.home.note_use();
        let opened = self.opened(existing, refresh, progress)?;
        if place::has_old_index(&self.root) && self.home.mark("old-index-noted") {
            progress.note(place::OLD_INDEX);
        }
        Ok(opened)
    }

    fn opened(
        &self,
        existing: Option<Snapshot>,
        refresh: Refresh,
        progress: &dyn Progress,
    ) -> Result<Opened, EngineError> {
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

    /// The commits behind what is indexed. They were read while indexing; where
    /// that was interrupted, now.
    pub(crate) fn past(&self) -> Option<&Remembered> {
        let commit = self.freshness.commit.as_deref();
        self.past.get_or_init(|| Remembered::of(&self.workspace, commit?)).as_ref()
    }

    /// Everything in it, ready for operations.
    pub fn view(&self) -> Result<View<'_>, EngineError> {
        View::new(self, self.freshness.clone())
    }
}
