//! The registry of workspaces: which repositories this process answers for.
//!
//! A workspace is registered by a path below the allowed roots, named by its
//! hash, its name or a path inside it, and saved in the user's state folder, so
//! that it survives a restart. [`refresh`] keeps each one's index fresh and
//! answers from it.

mod refresh;
mod registered;
mod roots;
mod saved;

pub(crate) use registered::RegisteredWorkspace;
pub use roots::{Root, Roots};

use crate::events::{Event, Events};
use fathom_engine::build::Options;
use fathom_engine::{Folders, SharedWorkspace, Workspace};
use fathom_protocol::{Error, ErrorCode};
use roots::ResolveError;
use saved::SavedWorkspaces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::{Semaphore, broadcast};

/// Most workspaces of one server.
const MOST_WORKSPACES: usize = 1_000;
/// Most refreshes at once; each uses all cores where it has to parse.
pub(crate) const REFRESHES: usize = 8;

/// A workspace as clients see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WorkspaceRecord {
    /// SHA-256 of the absolute path of its folder.
    pub workspace_hash: String,
    /// Its folder.
    pub root_path: String,
    /// The folder's name, made unique by a number.
    pub name: String,
}

impl WorkspaceRecord {
    /// The record of a folder, beside those that exist.
    fn new(root: &Path, root_path: &str, others: &[WorkspaceRecord]) -> WorkspaceRecord {
        let workspace_hash = hash(root);
        if let Some(known) = others.iter().find(|other| other.workspace_hash == workspace_hash) {
            return known.clone();
        }
        let folder = root.file_name().map_or_else(|| "root".into(), |name| name.to_string_lossy());
        let is_free = |name: &String| others.iter().all(|other| other.name != *name);
        let numbered = (2..).map(|number| format!("{folder}-{number}"));
        let name = std::iter::once(folder.to_string()).chain(numbered).find(is_free).unwrap_or_default();
        WorkspaceRecord { workspace_hash, root_path: root_path.to_owned(), name }
    }
}

/// SHA-256 of a path in hexadecimal digits.
fn hash(path: &Path) -> String {
    Sha256::digest(path.as_os_str().as_encoded_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How a registry works.
#[derive(Clone, Debug)]
pub struct RegistryOptions {
    /// The user's folders.
    pub folders: Folders,
    /// Where workspaces may be.
    pub roots: Roots,
    /// Whether registrations are saved and earlier ones loaded.
    pub saves: bool,
    /// Whether each workspace is compared with its files about once a second, instead of before
    /// each question.
    pub watches: bool,
    /// How a first index is built.
    pub first_index: Options,
}

/// The workspaces of this process.
pub struct Workspaces {
    options: RegistryOptions,
    saved: Option<SavedWorkspaces>,
    registered: RwLock<Vec<Arc<RegisteredWorkspace>>>,
    events: Events,
    /// Questions that are answered at once: one per core; the others wait in order.
    questions: Arc<Semaphore>,
    refreshes: Arc<Semaphore>,
}

impl Workspaces {
    /// A registry with the workspaces that are saved and still below the roots.
    pub fn open(options: RegistryOptions) -> std::io::Result<Arc<Workspaces>> {
        let saved = options.saves.then(|| SavedWorkspaces::in_state_folder(options.folders.state()));
        let records = saved.as_ref().map(SavedWorkspaces::load).transpose()?.unwrap_or_default();
        let registered = records
            .into_iter()
            .filter(|record| options.roots.hold(Path::new(&record.root_path)))
            .map(|record| Arc::new(RegisteredWorkspace::new(record)))
            .collect();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Arc::new(Workspaces {
            options,
            saved,
            registered: RwLock::new(registered),
            events: Events::new(),
            questions: Arc::new(Semaphore::new(cores)),
            refreshes: Arc::new(Semaphore::new(REFRESHES)),
        }))
    }

    /// Registers the workspace that a folder belongs to and starts to index it. Reads the file system.
    pub fn register(self: &Arc<Self>, path: &str) -> Result<Arc<RegisteredWorkspace>, Error> {
        let workspace = self.workspace_at(Path::new(path))?;
        let registered = match self.by_hash(&hash(workspace.root())) {
            Some(registered) => registered,
            None => self.add(workspace)?,
        };
        self.refresh_soon(&registered);
        Ok(registered)
    }

    /// The workspace that a path belongs to, and whether it is registered. Reads the file system.
    pub fn locate(&self, path: &str) -> Result<(WorkspaceRecord, bool), Error> {
        let path = Path::new(path);
        // A file belongs to the workspace of its folder.
        let folder = match self.options.roots.resolve(path) {
            Ok(real) if !real.is_dir() => path.parent().unwrap_or(path),
            _ => path,
        };
        let root = self.workspace_at(folder)?;
        let root = root.root();
        if let Some(registered) = self.by_hash(&hash(root)) {
            return Ok((registered.record().clone(), true));
        }
        Ok((WorkspaceRecord::new(root, utf8(root)?, &self.list()), false))
    }

    /// The registered workspace that a hash, a name or a path inside it names. Reads the file
    /// system where a path is given.
    pub fn find(&self, named: &str) -> Result<Arc<RegisteredWorkspace>, Error> {
        if let Some(found) = self.find_known(named) {
            return Ok(found);
        }
        let real = self.options.roots.resolve(Path::new(named)).map_err(|_| unknown())?;
        // Of workspaces inside each other, the inner one.
        self.all()
            .into_iter()
            .filter(|registered| real.starts_with(registered.root()))
            .max_by_key(|registered| registered.root().as_os_str().len())
            .ok_or_else(unknown)
    }

    /// The registered workspace with this hash or name.
    pub(crate) fn named(&self, named: &str) -> Option<Arc<RegisteredWorkspace>> {
        let by_name = || self.all().into_iter().find(|registered| registered.record().name == named);
        self.by_hash(named).or_else(by_name)
    }

    /// The registered workspace with this hash, name or folder. Reads nothing.
    pub(crate) fn find_known(&self, named: &str) -> Option<Arc<RegisteredWorkspace>> {
        let by_path = || self.all().into_iter().find(|registered| registered.record().root_path == named);
        self.named(named).or_else(by_path)
    }

    /// The index of a workspace, found again after a restart. Reads the file system.
    pub(crate) fn open_index(&self, workspace: &RegisteredWorkspace) -> Result<Arc<SharedWorkspace>, Error> {
        workspace.open(&self.options.folders, &self.options.first_index)
    }

    /// Every registered workspace, by name.
    pub fn list(&self) -> Vec<WorkspaceRecord> {
        let mut records: Vec<WorkspaceRecord> =
            self.all().iter().map(|registered| registered.record().clone()).collect();
        records.sort_by(|one, other| one.name.cmp(&other.name));
        records
    }

    /// Every registered workspace.
    pub(crate) fn all(&self) -> Vec<Arc<RegisteredWorkspace>> {
        self.registered.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The events of workspaces from now on.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    fn by_hash(&self, hash: &str) -> Option<Arc<RegisteredWorkspace>> {
        self.all().into_iter().find(|registered| registered.record().workspace_hash == hash)
    }

    /// The workspace that a folder below the roots belongs to.
    fn workspace_at(&self, path: &Path) -> Result<Workspace, Error> {
        let real = self.options.roots.resolve(path).map_err(|why| match why {
            ResolveError::NotAbsolute => Error::new(
                ErrorCode::InvalidRequest,
                "this is no absolute path",
                "give the path of a folder from `/` on, without `.` and `..`",
            ),
            ResolveError::Outside => outside(),
            ResolveError::Missing => {
                Error::new(ErrorCode::NotFound, "this folder does not exist", "give the path of a repository")
            }
        })?;
        let workspace = Workspace::find(&real, &self.options.folders)?;
        // The repository around a folder may begin above the roots.
        if !self.options.roots.hold(workspace.root()) {
            return Err(outside());
        }
        Ok(workspace.with_first_options(&self.options.first_index))
    }

    fn add(&self, workspace: Workspace) -> Result<Arc<RegisteredWorkspace>, Error> {
        let root_path = utf8(workspace.root())?.to_owned();
        let mut registered = self.registered.write().unwrap_or_else(PoisonError::into_inner);
        if registered.len() >= MOST_WORKSPACES {
            let message = format!("{MOST_WORKSPACES} workspaces are registered already");
            return Err(Error::new(ErrorCode::InvalidRequest, message, "ask another server"));
        }
        let known: Vec<WorkspaceRecord> = registered.iter().map(|one| one.record().clone()).collect();
        let choose = |saved: &[WorkspaceRecord]| {
            let others: Vec<WorkspaceRecord> = known.iter().chain(saved).cloned().collect();
            WorkspaceRecord::new(workspace.root(), &root_path, &others)
        };
        let record = match &self.saved {
            None => choose(&[]),
            Some(saved) => saved.add(choose).map_err(|error| {
                let message = format!("the registration cannot be saved: {error}");
                Error::new(ErrorCode::Internal, message, "")
            })?,
        };
        // Another thread may have been first.
        let same = |one: &&Arc<RegisteredWorkspace>| one.record().workspace_hash == record.workspace_hash;
        if let Some(first) = registered.iter().find(same) {
            return Ok(first.clone());
        }
        let added = Arc::new(RegisteredWorkspace::opened(record, workspace));
        registered.push(added.clone());
        Ok(added)
    }
}

fn utf8(root: &Path) -> Result<&str, Error> {
    let refuse = || Error::new(ErrorCode::InvalidRequest, "this path is not UTF-8", "rename the folder");
    root.to_str().ok_or_else(refuse)
}

fn unknown() -> Error {
    let hint = "GET /api/v1/workspaces lists what is registered; POST /api/v1/init registers a folder";
    Error::new(ErrorCode::NotFound, "no such workspace is registered", hint)
}

/// The same for every path outside the roots, whether it exists or not.
fn outside() -> Error {
    let hint = "start the server with `--root` of a folder above it";
    Error::new(ErrorCode::Forbidden, "this path is outside the allowed roots", hint)
}
