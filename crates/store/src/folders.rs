//! The user's folders, which contain all of Fathom's files.
//!
//! A repository contains none of them: otherwise its author could write an index that the next reader
//! trusts. Folders are opened without following links and must belong to the user of this process.

use crate::StoreError;
use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Sets both folders.
pub const HOME_VARIABLE: &str = "FATHOM_HOME";

/// The folders for all data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Data that can be rebuilt: indexes.
    cache: PathBuf,
    /// Data that cannot be rebuilt: feedback.
    state: PathBuf,
}

impl Folders {
    /// Both in one folder.
    pub fn under(home: &Path) -> Folders {
        Folders { cache: home.join("cache"), state: home.join("state") }
    }

    /// The folders that the environment names: `FATHOM_HOME`, or the folders for caches and state of
    /// the XDG specification, macOS or Windows.
    pub fn from_environment(variable: impl Fn(&str) -> Option<OsString>) -> Result<Folders, StoreError> {
        let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        if let Some(home) = variable(HOME_VARIABLE).filter(|home| !home.is_empty()) {
            let home = std::path::absolute(&home).map_err(StoreError::io("find", PathBuf::from(&home)))?;
            return Ok(Folders::under(&home));
        }
        let home = || absolute("HOME").ok_or(StoreError::NoHome);
        if cfg!(windows) {
            let local = absolute("LOCALAPPDATA").ok_or(StoreError::NoHome)?;
            return Ok(Folders::under(&local.join("fathom")));
        }
        if cfg!(target_os = "macos") {
            let library = home()?.join("Library");
            let (cache, state) = (library.join("Caches"), library.join("Application Support"));
            return Ok(Folders { cache: cache.join("fathom"), state: state.join("fathom") });
        }
        let xdg = |name, below: &str| absolute(name).map_or_else(|| Ok(home()?.join(below)), Ok);
        Ok(Folders {
            cache: xdg("XDG_CACHE_HOME", ".cache")?.join("fathom"),
            state: xdg("XDG_STATE_HOME", ".local/state")?.join("fathom"),
        })
    }

    /// Data that can be rebuilt.
    pub fn cache(&self) -> &Path {
        &self.cache
    }

    /// Data that cannot be rebuilt.
    pub fn state(&self) -> &Path {
        &self.state
    }

    /// One folder for each repository's index.
    pub(crate) fn indexes(&self) -> PathBuf {
        self.cache.join("repositories")
    }

    /// One folder for each repository's state.
    pub(crate) fn states(&self) -> PathBuf {
        self.state.join("repositories")
    }
}

/// A readable and unique name for the data of a path.
pub(crate) fn name_of(path: &Path) -> String {
    let named = match path.file_name() {
        // A git directory is named after the folder that contains it.
        Some(name) if name == ".git" => path.parent().and_then(Path::file_name),
        name => name,
    };
    let mut readable: String = named.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    readable.retain(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    readable.truncate(40);
    let hash = blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex();
    format!("{}-{}", readable.trim_start_matches('.'), &hash[..16])
}

/// Creates a folder that only the user may enter, and its parents.
pub(crate) fn create_private(folder: &Path) -> Result<(), StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(StoreError::io("create", folder))?;
    check_private(folder)
}

/// Rejects a folder that is a link or belongs to another user. A missing folder is fine.
pub(crate) fn check_private(folder: &Path) -> Result<(), StoreError> {
    let metadata = match fs::symlink_metadata(folder) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(StoreError::io("open", folder)(error)),
    };
    let refused = |why| Err(StoreError::Foreign { path: folder.to_owned(), why });
    if metadata.is_symlink() {
        return refused("is a symbolic link");
    }
    if !metadata.is_dir() {
        return refused("is not a folder");
    }
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::uid(&metadata) != rustix::process::geteuid().as_raw() {
        return refused("belongs to another user");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<Folders, StoreError> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        Folders::from_environment(|name| find(name).map(|(_, value)| OsString::from(value)))
    }

    #[test]
    fn one_variable_chooses_both_folders() {
        let folders = from(&[("FATHOM_HOME", "/f"), ("HOME", "/h"), ("XDG_CACHE_HOME", "/c")]).unwrap();
        assert_eq!(folders, Folders::under(Path::new("/f")));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_xdg_folders_are_used_and_relative_ones_ignored_as_specified() {
        let plain = from(&[("HOME", "/h"), ("XDG_STATE_HOME", "relative")]).unwrap();
        assert_eq!(plain.cache(), Path::new("/h/.cache/fathom"));
        assert_eq!(plain.state(), Path::new("/h/.local/state/fathom"));
        let set = from(&[("XDG_CACHE_HOME", "/c"), ("XDG_STATE_HOME", "/s")]).unwrap();
        assert_eq!((set.cache(), set.state()), (Path::new("/c/fathom"), Path::new("/s/fathom")));
    }

    #[test]
    fn without_a_home_the_error_names_the_variable_to_set() {
        let error = from(&[]).unwrap_err().to_string();
        assert!(error.contains("FATHOM_HOME"), "{error}");
    }

    #[test]
    fn names_are_readable_and_differ_by_path() {
        let (one, other) = (name_of(Path::new("/a/shop/.git")), name_of(Path::new("/b/shop/.git")));
        assert!(one.starts_with("shop-") && other.starts_with("shop-") && one != other, "{one} {other}");
        assert!(!name_of(Path::new("/a/..b\n/\u{1b}")).contains(['\n', '\u{1b}', '/']));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_a_folder_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let (real, link) = (place.path().join("real"), place.path().join("link"));
        fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        assert!(create_private(&real).is_ok());
        let error = create_private(&link).unwrap_err();
        assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
    }
}
