//! The files that git tracks.
//!
//! A tracked file is part of the project even if a rule of `.gitignore` matches it: git applies ignore
//! rules only to untracked files. The caller reads git's index (crate `history` owns its format), and
//! only if a walk finds a path that git's rules ignore.

use std::sync::OnceLock;

/// The paths that git tracks, relative to the root of the walk, read on first use.
pub struct TrackedPaths<'t> {
    read: Box<dyn Fn() -> Vec<String> + Send + Sync + 't>,
    paths: OnceLock<Vec<String>>,
}

impl<'t> TrackedPaths<'t> {
    /// The paths that `read` returns.
    pub fn new(read: impl Fn() -> Vec<String> + Send + Sync + 't) -> TrackedPaths<'t> {
        TrackedPaths { read: Box::new(read), paths: OnceLock::new() }
    }

    /// No path: only the ignore rules decide.
    pub fn none() -> TrackedPaths<'static> {
        TrackedPaths::new(Vec::new)
    }

    /// Whether git tracks a file, or any file in a folder.
    pub(crate) fn holds(&self, path: &str) -> bool {
        let paths = self.paths.get_or_init(|| {
            let mut paths = (self.read)();
            paths.sort_unstable();
            paths
        });
        if paths.binary_search_by(|one| one.as_str().cmp(path)).is_ok() {
            return true;
        }
        let folder = format!("{path}/");
        let first = paths.partition_point(|one| one.as_str() < folder.as_str());
        paths.get(first).is_some_and(|one| one.starts_with(&folder))
    }
}

#[cfg(test)]
mod tests {
    use super::TrackedPaths;

    #[test]
    fn a_folder_is_tracked_by_a_file_in_it() {
        let tracked = TrackedPaths::new(|| ["b/c/d.py", "a.py", "b-e/f.py"].map(str::to_owned).to_vec());
        for (path, expected) in
            [("a.py", true), ("b", true), ("b/c", true), ("b/x", false), ("b-", false), ("", false)]
        {
            assert_eq!(tracked.holds(path), expected, "{path}");
        }
        assert!(!TrackedPaths::none().holds("a.py"));
    }
}
