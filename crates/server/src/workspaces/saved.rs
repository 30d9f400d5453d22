//! The file of registered workspaces in the user's state folder.
//!
//! It is replaced in one step, under a lock, so that two servers of one user
//! do not lose each other's registrations.

use super::WorkspaceRecord;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Raised when the layout of the file changes.
const VERSION: u32 = 1;

/// Where registered workspaces are saved.
#[derive(Clone, Debug)]
pub(super) struct SavedWorkspaces {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct SavedFile {
    version: u32,
    workspaces: Vec<WorkspaceRecord>,
}

impl SavedWorkspaces {
    pub(super) fn in_state_folder(state: &Path) -> SavedWorkspaces {
        SavedWorkspaces { folder: state.join("server") }
    }

    fn file(&self) -> PathBuf {
        self.folder.join("workspaces.json")
    }

    /// The saved entries by name; empty if there is no file.
    pub(super) fn load(&self) -> io::Result<Vec<WorkspaceRecord>> {
        let text = match fs::read(self.file()) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let damaged = |why: String| {
            let file = self.file();
            let advice = "remove it and register the workspaces again";
            io::Error::other(format!("{} cannot be read ({why}); {advice}", file.display()))
        };
        let saved: SavedFile = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if saved.version != VERSION {
            return Err(damaged(format!("its version is {}, not {VERSION}", saved.version)));
        }
        Ok(saved.workspaces)
    }

    /// Adds what `choose` makes of the records that are saved, unless it is among them already.
    pub(super) fn add(
        &self,
        choose: impl FnOnce(&[WorkspaceRecord]) -> WorkspaceRecord,
    ) -> io::Result<WorkspaceRecord> {
        create_private(&self.folder)?;
        let lock = File::options()
            .create(true)
            .write(true)
            .truncate(false)
            .open(self.folder.join("workspaces.lock"))?;
        lock.lock()?;
        let mut workspaces = self.load()?;
        let record = choose(&workspaces);
        if !workspaces.contains(&record) {
            workspaces.push(record.clone());
            workspaces.sort_by(|one, other| one.name.cmp(&other.name));
            let saved = SavedFile { version: VERSION, workspaces };
            replace(&self.file(), &serde_json::to_vec_pretty(&saved)?)?;
        }
        Ok(record)
    }
}

/// Writes a file beside the old one and renames it over that.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let next = file.with_extension("json.next");
    let mut written = File::create(&next)?;
    written.write_all(bytes)?;
    written.sync_all()?;
    fs::rename(&next, file)
}

/// Makes a folder that only the user may enter.
fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::SavedWorkspaces;
    use crate::workspaces::WorkspaceRecord;
    use std::path::Path;

    #[test]
    fn what_one_server_adds_another_keeps() {
        let state = tempfile::tempdir().unwrap();
        let add = |path: &str| {
            let saved = SavedWorkspaces::in_state_folder(state.path());
            saved.add(|others| WorkspaceRecord::new(Path::new(path), path, others)).unwrap()
        };
        assert_eq!(add("/a/shop").name, "shop");
        assert_eq!(add("/b/shop").name, "shop-2");
        assert_eq!(add("/a/shop").name, "shop");
        let saved = SavedWorkspaces::in_state_folder(state.path()).load().unwrap();
        let paths: Vec<&str> = saved.iter().map(|record| record.root_path.as_str()).collect();
        assert_eq!(paths, ["/a/shop", "/b/shop"]);
    }

    #[test]
    fn a_damaged_file_is_an_error_that_names_it() {
        let state = tempfile::tempdir().unwrap();
        std::fs::create_dir(state.path().join("server")).unwrap();
        std::fs::write(state.path().join("server/workspaces.json"), "{").unwrap();
        let error = SavedWorkspaces::in_state_folder(state.path()).load().unwrap_err().to_string();
        assert!(error.contains("workspaces.json") && error.contains("remove it"), "{error}");
    }
}
