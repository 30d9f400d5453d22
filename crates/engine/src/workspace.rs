//! A repository on this machine, and its index kept fresh.

mod place;

use crate::build::{self, FreshIndex, Options};
use crate::open_index::{LoadedSnapshot, OpenIndex};
use crate::view::View;
use crate::{EngineError, Progress};
use fathom_protocol::IndexState;
use fathom_source::Repository;
use fathom_store::{Folders, Home, Snapshot};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Whether to look for changes before answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refresh {
    /// Index what has changed, then answer.
    Update,
    /// Use the index as it is, and count stale files.
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
    /// Why git is not used, if so.
    git_trouble: Option<String>,
}

impl Workspace {
    /// The workspace that a folder belongs to: the repository around it, or the
    /// folder itself where the repository around it does not track it. Its index
    /// is kept below `folders`.
    ///
    /// # Examples
    ///
    /// ```
    /// # let repository = tempfile::tempdir()?;
    /// # let (folder, home) = (repository.path(), repository.path().join("home"));
    /// use fathom_engine::{Folders, Workspace};
    ///
    /// let workspace = Workspace::find(folder, &Folders::under(&home))?;
    /// assert_eq!(workspace.root(), folder.canonicalize()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(path: &Path, folders: &Folders) -> Result<Workspace, EngineError> {
        let root = place::root_of(path, folders)?;
        let repository = Repository::at(&root);
        let identity = place::identity(&root, repository.as_ref());
        let home = Home::of(folders, &identity, &root);
        let git_trouble = fathom_history::usable(&root).err().map(|error| error.to_string());
        let (folders, first_options) = (folders.clone(), Options::default());
        Ok(Workspace { root, folders, home, repository, first_options, git_trouble })
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

    /// The folders of its index.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// The folders of all indexes of the user.
    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// The repository, if git can be asked.
    pub(crate) fn repository(&self) -> Option<&Repository> {
        self.repository.as_ref().filter(|_| self.git_trouble.is_none())
    }

    /// The commit that is checked out.
    pub fn commit(&self) -> Option<String> {
        self.repository().and_then(Repository::head)
    }

    /// Whether it has a usable git repository.
    pub fn has_git(&self) -> bool {
        self.repository().is_some()
    }

    /// The paths whose content differs from a revision: `HEAD~2`, a branch, a tag or an id.
    pub fn changed_since(&self, revision: &str) -> Result<Vec<String>, EngineError> {
        Ok(fathom_history::changed_since(&self.root, revision)?)
    }

    /// Notes for the user: that git is ignored, and why.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.git_trouble.iter().map(|why| format!("git is not used: {why}")).collect()
    }

    /// Brings the index up to date; `None` for `options` keeps those of the
    /// last time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
    /// # let place = tempfile::tempdir()?;
    /// # let repository = place.path().join("repository");
    /// # std::fs::create_dir(&repository)?;
    /// # let text = "def send(job):\n    return retry_upload(job)\n\n\ndef retry_upload(job):\n    return job\n";
    /// # std::fs::write(repository.join("upload.py"), text)?;
    /// # let workspace = Workspace::find(&repository, &Folders::under(&place.path().join("home")))?;
    /// let built = workspace.index(None, &NoProgress)?;
    /// assert_eq!(built.summary.parsed_files, 1);
    /// let again = workspace.index(None, &NoProgress)?;
    /// assert_eq!(again.summary.parsed_files, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn index(
        &self,
        options: Option<&Options>,
        progress: &dyn Progress,
    ) -> Result<FreshIndex, EngineError> {
        self.as_it_was_if_busy(build::build(self, options, progress))
    }

    /// The last index, where git is writing files and no new one can be made.
    fn as_it_was_if_busy(&self, built: Result<FreshIndex, EngineError>) -> Result<FreshIndex, EngineError> {
        let Err(busy @ EngineError::Busy { .. }) = built else { return built };
        let Some(snapshot) = Snapshot::open(&self.home, &build::versions())? else { return Err(busy) };
        let dirty = self.last_known_dirty(&snapshot);
        let notes = vec![format!("this is the index as it was: {busy}")];
        let stale_files = build::stale(self, &snapshot)?;
        Ok(FreshIndex { snapshot, summary: build::Summary::default(), dirty, stale_files, notes })
    }

    /// Whether files differed from the commit of a snapshot when they were last looked at.
    fn last_known_dirty(&self, snapshot: &Snapshot) -> bool {
        let info = snapshot.info();
        build::last_known_dirty(self, info.commit.as_deref()).unwrap_or(info.dirty)
    }

    /// Opens the index and answers from it. Rebuilds a damaged index. Where files whose code the
    /// answer shows change between indexing and answering, does both once more.
    ///
    /// # Examples
    ///
    /// ```
    /// # use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
    /// # let place = tempfile::tempdir()?;
    /// # let repository = place.path().join("repository");
    /// # std::fs::create_dir(&repository)?;
    /// # let text = "def send(job):\n    return retry_upload(job)\n\n\ndef retry_upload(job):\n    return job\n";
    /// # std::fs::write(repository.join("upload.py"), text)?;
    /// # let workspace = Workspace::find(&repository, &Folders::under(&place.path().join("home")))?;
    /// let count = workspace.ask(Refresh::Update, &NoProgress, |view| Ok(view.graph.files().len()))?;
    /// assert_eq!(count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask<T>(
        &self,
        refresh: Refresh,
        progress: &dyn Progress,
        answer: impl Fn(&View<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let attempt = |retries: bool| {
            let index = self.open(refresh, progress)?;
            let mut view = index.view();
            view.retries = retries && refresh == Refresh::Update;
            let answer = answer(&view)?;
            view.check_unchanged()?;
            Ok(answer)
        };
        match attempt(true) {
            Err(EngineError::Changed) => attempt(false),
            Err(error) if error.is_damage() => {
                build::repair(self, None, progress)?;
                attempt(false)
            }
            result => result,
        }
    }

    /// Opens the index, building it on first use.
    pub fn open(&self, refresh: Refresh, progress: &dyn Progress) -> Result<OpenIndex, EngineError> {
        self.open_after(None, refresh, progress)
    }

    /// Opens the index; what is loaded already is used again where its content is the same.
    pub(crate) fn open_after(
        &self,
        loaded: Option<&Arc<LoadedSnapshot>>,
        refresh: Refresh,
        progress: &dyn Progress,
    ) -> Result<OpenIndex, EngineError> {
        let existing = Snapshot::open(&self.home, &build::versions())?;
        self.home.note_use();
        let index = match (existing, refresh) {
            (Some(snapshot), Refresh::AsIs) => {
                let notes = self.notes();
                for note in &notes {
                    progress.note(note);
                }
                self.open_as_is(snapshot, notes)?
            }
            (existing, _) => {
                let built = self.as_it_was_if_busy(build::refresh(self, existing, progress))?;
                self.open_built(built, loaded, progress)?
            }
        };
        if place::has_old_index(&self.root) && self.home.mark("old-index-noted") {
            progress.note(place::OLD_INDEX);
        }
        Ok(index)
    }

    /// A snapshot that may be older than the files.
    pub(crate) fn open_as_is(
        &self,
        snapshot: Snapshot,
        notes: Vec<String>,
    ) -> Result<OpenIndex, EngineError> {
        let stale_files = build::stale(self, &snapshot)?;
        let dirty = self.last_known_dirty(&snapshot);
        let commit = snapshot.info().commit.clone();
        let state = IndexState { commit, dirty, stale_files, notes, ..IndexState::default() };
        Ok(OpenIndex::new(Arc::new(LoadedSnapshot::load(self, snapshot)?), state, None))
    }

    /// An index that was just brought up to date; reports what could not be determined.
    pub(crate) fn open_built(
        &self,
        built: FreshIndex,
        loaded: Option<&Arc<LoadedSnapshot>>,
        progress: &dyn Progress,
    ) -> Result<OpenIndex, EngineError> {
        let FreshIndex { snapshot, summary, dirty, stale_files, notes } = built;
        let notes = self.notes().into_iter().chain(notes).collect::<Vec<String>>();
        for note in &notes {
            progress.note(note);
        }
        let commit = snapshot.info().commit.clone();
        let state = IndexState { commit, dirty, stale_files, notes, ..IndexState::default() };
        let is_same = |loaded: &&Arc<LoadedSnapshot>| {
            let before = loaded.snapshot();
            before.name() == snapshot.name() && before.info().commit == snapshot.info().commit
        };
        let loaded = match loaded.filter(is_same) {
            Some(loaded) => loaded.clone(),
            None => Arc::new(LoadedSnapshot::load(self, snapshot)?),
        };
        Ok(OpenIndex::new(loaded, state, Some(summary)))
    }
}
