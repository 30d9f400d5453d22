//! Which files git tracks.

use std::path::Path;

use gix::bstr::ByteSlice;

use crate::HistoryError;
use crate::open::OpenRepository;

/// The tracked files below a folder, relative to it, with `/`, without names that are not UTF-8. Reads
/// the index and compares no file.
pub fn tracked(folder: &Path) -> Result<Vec<String>, HistoryError> {
    let opened = OpenRepository::at(folder)?;
    let index = opened.index()?;
    let paths = index.entries().iter().filter_map(|entry| {
        let path = entry.path(&index).strip_prefix(opened.prefix.as_slice())?;
        path.to_str().ok().map(str::to_owned)
    });
    Ok(paths.collect())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::git_command::{git, write};

    #[test]
    fn a_tracked_file_is_listed_though_it_is_ignored() {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        git(root, &["init", "-q"]);
        write(root, ".gitignore", "package.json\n");
        for path in ["web/package.json", "web/a.js", "new.js"] {
            write(root, path, "");
        }
        git(root, &["add", "-f", "web", ".gitignore"]);
        assert_eq!(tracked(root).unwrap(), [".gitignore", "web/a.js", "web/package.json"]);
        assert_eq!(tracked(&root.join("web")).unwrap(), ["a.js", "package.json"]);
    }
}
