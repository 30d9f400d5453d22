//! The workspaces of one user on one machine: any folder by its path, and the one the server was
//! started in by default.

use super::WorkspaceSource;
use fathom_engine::build::Options;
use fathom_engine::{Folders, SharedWorkspace, Workspace};
use fathom_protocol::{Error, ErrorCode};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Any workspace that the user can read.
pub(super) struct LocalWorkspaces {
    folders: Folders,
    first_index: Options,
    default: DefaultFolder,
    /// Those that were asked about, by their root.
    open: Mutex<BTreeMap<PathBuf, Arc<SharedWorkspace>>>,
}

/// Where questions without a workspace go.
#[derive(Clone, Debug)]
pub(super) enum DefaultFolder {
    /// A folder that the user named.
    Named(PathBuf),
    /// The folder the server was started in, if a repository is around it.
    Started(PathBuf),
    /// Not known.
    Unknown,
}

impl LocalWorkspaces {
    pub(super) fn new(folders: Folders, first_index: Options, default: DefaultFolder) -> LocalWorkspaces {
        LocalWorkspaces { folders, first_index, default, open: Mutex::default() }
    }

    fn default(&self) -> Result<Arc<SharedWorkspace>, Error> {
        match &self.default {
            DefaultFolder::Named(path) => self.at(path),
            DefaultFolder::Started(path) => {
                let found = Workspace::find(path, &self.folders)
                    .map_err(|_| needs_workspace())
                    // A folder without git is indexed only on request.
                    .and_then(
                        |found| if is_wanted(&found, path) { Ok(found) } else { Err(needs_workspace()) },
                    )?;
                Ok(self.open(found))
            }
            DefaultFolder::Unknown => Err(needs_workspace()),
        }
    }

    /// The workspace around a path, which is relative to where the server was started.
    fn at(&self, path: &Path) -> Result<Arc<SharedWorkspace>, Error> {
        Ok(self.open(Workspace::find(path, &self.folders)?))
    }

    fn open(&self, workspace: Workspace) -> Arc<SharedWorkspace> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let root = workspace.root().to_owned();
        let share = || Arc::new(SharedWorkspace::new(workspace.with_first_options(&self.first_index)));
        open.entry(root).or_insert_with(share).clone()
    }

    /// A workspace that was asked about before, by its name or hash.
    fn known(&self, named: &str) -> Option<Arc<SharedWorkspace>> {
        // The default is known from the start.
        let _ = self.default();
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found =
            open.iter().filter(|(root, _)| is_called(root, named)).map(|(_, workspace)| workspace);
        let first = found.next()?;
        found.next().is_none().then(|| first.clone())
    }
}

impl WorkspaceSource for LocalWorkspaces {
    fn find(&self, named: Option<&str>) -> Result<Arc<SharedWorkspace>, Error> {
        let Some(named) = named else { return self.default() };
        if let Some(known) = self.known(named) {
            return Ok(known);
        }
        let path = match (named.strip_prefix("~/"), std::env::home_dir()) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(named),
        };
        let base = match &self.default {
            DefaultFolder::Named(base) | DefaultFolder::Started(base) => base.as_path(),
            DefaultFolder::Unknown => Path::new(""),
        };
        self.at(&base.join(path)).map_err(|error| match error.code {
            ErrorCode::InvalidRequest => Error::new(
                ErrorCode::NotFound,
                format!("there is no workspace `{named}`: {}", error.message),
                "send the absolute path of the repository as `workspace`",
            ),
            _ => error,
        })
    }
}

/// Whether a folder may be indexed without a request: a repository, or a folder that has an index.
fn is_wanted(workspace: &Workspace, started: &Path) -> bool {
    let is_in_repository = || {
        started.canonicalize().is_ok_and(|path| path.ancestors().any(|folder| folder.join(".git").exists()))
    };
    workspace.has_git() || workspace.home().exists() || is_in_repository()
}

/// Whether a name or a hash is that of a workspace.
fn is_called(root: &Path, named: &str) -> bool {
    root.file_name().is_some_and(|name| name == named) || hash(root) == named
}

/// The SHA-256 of a path, in hexadecimal digits.
fn hash(root: &Path) -> String {
    let digest = Sha256::digest(root.as_os_str().as_encoded_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn needs_workspace() -> Error {
    Error::new(
        ErrorCode::InvalidRequest,
        "this server was not started inside a repository",
        "send the absolute path of the repository as `workspace`",
    )
}
