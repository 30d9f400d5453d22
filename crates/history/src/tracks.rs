//! Whether a repository tracks files in a folder.

use std::path::Path;

use gix::bstr::ByteSlice;

use crate::HistoryError;
use crate::open::OpenRepository;

/// Whether git tracks any file in a folder. A folder without tracked files, because it is ignored or
/// was never added, does not belong to the repository around it. The top folder always counts. Reads
/// the index and compares no file.
pub fn tracks(folder: &Path) -> Result<bool, HistoryError> {
    let opened = OpenRepository::at(folder)?;
    if opened.prefix.is_empty() {
        return Ok(true);
    }
    let index = opened.index()?;
    let prefix = opened.prefix.as_bstr();
    // In a sparse index, one entry represents a whole folder.
    let covers = |path: &[u8]| path.ends_with(b"/") && prefix.starts_with(path);
    Ok(index.prefixed_entries_range(prefix).is_some()
        || index.entries().iter().any(|entry| covers(entry.path(&index))))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::git_command::{git, write};

    #[test]
    fn a_folder_with_a_tracked_file_at_any_depth_is_tracked() {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        git(root, &["init", "-q"]);
        write(root, ".gitignore", "ignored/\n");
        for path in ["lib/deep/a.py", "library/b.py", "ignored/c.py", "new/d.py"] {
            write(root, path, "");
        }
        git(root, &["add", "lib", ".gitignore"]);
        for (path, expected) in [
            ("", true),
            ("lib", true),
            ("lib/deep", true),
            ("library", false),
            ("ignored", false),
            ("new", false),
        ] {
            assert_eq!(tracks(&root.join(path)).unwrap(), expected, "{path:?}");
        }
    }

    #[test]
    fn a_folder_outside_of_any_repository_is_an_error() {
        let folder = TempDir::new().unwrap();
        assert!(matches!(tracks(folder.path()), Err(HistoryError::NotARepository { .. })));
    }
}
