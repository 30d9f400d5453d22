//! The files of a commit, and their content.

use std::path::Path;

use gix::bstr::ByteSlice;

use crate::HistoryError;
use crate::open::OpenRepository;

/// Reads trees and files of past commits. One per thread.
pub struct PastFiles {
    opened: OpenRepository,
    repository: gix::Repository,
}

/// A file of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeFile {
    /// Its path from the root of the repository.
    pub path: String,
    /// The id of its content.
    pub blob: BlobId,
}

/// The id of a file's content: equal content has equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobId(gix::ObjectId);

impl PastFiles {
    /// For the repository that contains `root`.
    pub fn open(root: &Path) -> Result<PastFiles, HistoryError> {
        let opened = OpenRepository::at(root)?;
        let mut repository = opened.repository();
        repository.object_cache_size(32 << 20);
        Ok(PastFiles { opened, repository })
    }

    /// The regular files of a commit, by path.
    pub fn tree(&self, commit: &str) -> Result<Vec<TreeFile>, HistoryError> {
        let failed = |action| self.opened.failed(action);
        let id = gix::ObjectId::from_hex(commit.as_bytes())
            .map_err(|error| failed("read the commit")(gix::Error::from_error(error)))?;
        let tree = self
            .repository
            .find_commit(id)
            .and_then(|commit| commit.tree())
            .map_err(failed("read the tree"))?;
        let entries = tree.traverse().breadthfirst.files().map_err(failed("list the files"))?;
        let mut files: Vec<TreeFile> = entries
            .into_iter()
            .filter(|entry| entry.mode.is_blob())
            .map(|entry| TreeFile {
                path: entry.filepath.to_str_lossy().into_owned(),
                blob: BlobId(entry.oid),
            })
            .collect();
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }

    /// The content of a file if it is text of at most `largest` bytes.
    pub fn text(&self, blob: BlobId, largest: usize) -> Option<String> {
        let header = self.repository.find_header(blob.0).ok()?;
        if header.size() > largest as u64 {
            return None;
        }
        let object = self.repository.find_object(blob.0).ok()?;
        let is_data = object.data[..object.data.len().min(8_000)].contains(&0);
        (!is_data).then(|| String::from_utf8_lossy(&object.data).into_owned())
    }

    /// The content of the file at a path of a commit, see [`PastFiles::text`].
    pub fn text_at(&self, commit: &str, path: &str, largest: usize) -> Option<String> {
        let id = gix::ObjectId::from_hex(commit.as_bytes()).ok()?;
        let tree = self.repository.find_commit(id).ok()?.tree().ok()?;
        let entry = tree.lookup_entry_by_path(path).ok()??;
        self.text(BlobId(entry.object_id()), largest)
    }

    /// The message of a commit.
    pub fn message(&self, commit: &str) -> Option<String> {
        let id = gix::ObjectId::from_hex(commit.as_bytes()).ok()?;
        let commit = self.repository.find_commit(id).ok()?;
        Some(commit.message_raw_sloppy().to_str_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::PastFiles;
    use crate::git_command::{git, write};

    #[test]
    fn files_are_those_of_the_commit() {
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        git(root, &["init", "-q"]);
        write(root, "src/a.py", "one\n");
        git(root, &["add", "."]);
        git(root, &["commit", "-q", "-m", "first\n\nwith more"]);
        let first = git(root, &["rev-parse", "HEAD"]);
        write(root, "src/a.py", "two\n");
        git(root, &["commit", "-q", "-am", "second"]);
        let past = PastFiles::open(root).unwrap();
        let files = past.tree(first.trim()).unwrap();
        assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["src/a.py"]);
        assert_eq!(past.text(files[0].blob, 100).as_deref(), Some("one\n"));
        assert_eq!(past.text(files[0].blob, 3), None);
        assert_eq!(past.message(first.trim()).as_deref(), Some("first\n\nwith more\n"));
    }
}
