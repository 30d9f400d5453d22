//! Ignore rules: the paths that a tree's own files exclude.
//!
//! Owns the reading of `.gitignore`, `.ignore`, `.fathomignore` and git's `info/exclude`, and decides
//! whether a path is ignored. The `ignore` crate matches the rules. Its walker could read these files,
//! too, but without limits: a link to `/dev/zero`, a FIFO or a million rules in a `.gitignore` would
//! exhaust memory or block. Like git, we follow no link to such a file.
//!
//! The rules of a folder apply to everything below it, the nearest first; git's rules end at the top of
//! their repository.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::small::open_without_waiting;
use crate::{Repository, Stamp};

/// Files with ignore rules, the strongest first.
pub(crate) const RULES: [&str; 3] = [".fathomignore", ".ignore", ".gitignore"];

/// git's own file of rules, as skipped entries name it.
const EXCLUDE: &str = ".git/info/exclude";

/// Bytes of one file that are read.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// Rules of one file that are read.
pub(crate) const MAX_RULES: usize = 5_000;

/// Maximum number of rules for one path. A rule takes kilobytes of memory, and each of a hundred nested
/// folders may add its own.
const MAX_NESTED_RULES: usize = 20_000;

/// Rules that are cached for folders to which the walk may return. Others are read again.
const MAX_KEPT_RULES: usize = 40_000;

/// Whether a path is ignored, and by which kind of rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IgnoreStatus {
    No,
    /// By a rule of git, which does not apply to tracked files.
    ByGit,
    /// By a rule of `.fathomignore` or `.ignore`.
    Always,
}

/// The rules of a folder and of its parents.
pub(crate) struct Level {
    /// The folder whose files these are.
    pub(crate) folder: PathBuf,
    above: Option<Arc<Level>>,
    /// In the order of [`RULES`].
    files: [Gitignore; 3],
    exclude: Gitignore,
    /// Whether it is the top of a repository: git's rules of parents end here.
    is_repository: bool,
    /// Number of rules, including those of parents.
    count: usize,
    /// The files of [`RULES`] in the folder, of any type, and their stamps.
    pub(crate) stamps: Vec<(&'static str, Stamp)>,
    /// Its files that were read only in part, relative to the folder.
    pub(crate) cut: Vec<&'static str>,
}

impl Level {
    fn new(folder: &Path, count: usize) -> Level {
        Level {
            folder: folder.into(),
            above: None,
            files: std::array::from_fn(|_| Gitignore::empty()),
            exclude: Gitignore::empty(),
            is_repository: false,
            count,
            stamps: Vec::new(),
            cut: Vec::new(),
        }
    }

    /// Whether the rules ignore a path, and which kind of rule.
    pub(crate) fn ignores(&self, path: &Path, is_dir: bool) -> IgnoreStatus {
        // By kind of file: a stronger kind wins, then the nearest folder.
        let mut found: [Match<()>; 4] = [const { Match::None }; 4];
        let mut in_repository = true;
        let mut level = Some(self);
        while let Some(at) = level {
            for (kind, rules) in at.files.iter().chain([&at.exclude]).enumerate() {
                let is_of_git = kind >= 2;
                if found[kind].is_none() && (in_repository || !is_of_git) {
                    found[kind] = rules.matched(path, is_dir).map(|_| ());
                }
            }
            in_repository &= !at.is_repository;
            level = at.above.as_deref();
        }
        match found.iter().position(|found| !found.is_none()) {
            Some(kind) if found[kind].is_ignore() => {
                if kind >= 2 {
                    IgnoreStatus::ByGit
                } else {
                    IgnoreStatus::Always
                }
            }
            _ => IgnoreStatus::No,
        }
    }
}

/// The rules of a tree, folder by folder.
pub(crate) struct Rules {
    root: PathBuf,
    /// The rules around the root.
    above: Arc<Level>,
    in_repository: bool,
    kept: Mutex<LevelCache>,
}

#[derive(Default)]
struct LevelCache {
    levels: HashMap<PathBuf, Arc<Level>>,
    count: usize,
}

impl Rules {
    /// For the tree at `root`, inside of `repository` if there is one.
    pub(crate) fn new(root: &Path, repository: Option<&Repository>) -> Rules {
        let mut rules = Rules {
            root: root.into(),
            above: Arc::new(Level::new(Path::new(""), 0)),
            in_repository: repository.is_some(),
            kept: Mutex::default(),
        };
        // A home folder may have a .gitignore with `*`: only folders between the repository's top and
        // the root count.
        let top = repository.map(|repository| &repository.root);
        let inside = |folder: &&Path| top.is_some_and(|top| folder.starts_with(top));
        let above: Vec<&Path> = root.ancestors().skip(1).take_while(inside).collect();
        for folder in above.into_iter().rev() {
            rules.above = rules.level(folder, rules.above.clone());
        }
        rules
    }

    /// The rules for a folder of the tree.
    pub(crate) fn of(&self, folder: &Path) -> Arc<Level> {
        if let Some(known) = self.kept().levels.get(folder) {
            return known.clone();
        }
        let above = match folder.parent() {
            Some(parent) if folder != self.root => self.of(parent),
            _ => self.above.clone(),
        };
        let level = self.level(folder, above);
        let own = level.count - level.above.as_ref().map_or(0, |above| above.count);
        let mut kept = self.kept();
        if kept.count + own > MAX_KEPT_RULES {
            *kept = LevelCache::default();
        }
        kept.count += own;
        kept.levels.insert(folder.into(), level.clone());
        level
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, LevelCache> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the rules of one folder; without any, it has those of its parent.
    fn level(&self, folder: &Path, above: Arc<Level>) -> Arc<Level> {
        let mut level = Level::new(folder, above.count);
        for (kind, name) in RULES.into_iter().enumerate() {
            let path = folder.join(name);
            let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
            level.stamps.push((name, Stamp::of(&metadata)));
            if metadata.is_file() {
                level.files[kind] = level.read(&path, name);
            }
        }
        if fs::metadata(folder.join(".git")).is_ok() {
            level.is_repository = self.in_repository;
            if let Some(repository) = Repository::at(folder) {
                level.exclude = level.read(&repository.common_dir.join("info/exclude"), EXCLUDE);
            }
        }
        let has_own = !level.stamps.is_empty() || level.count > above.count || !level.cut.is_empty();
        if !has_own && !level.is_repository {
            return above;
        }
        level.above = Some(above);
        Arc::new(level)
    }
}

impl Level {
    /// The rules of one file.
    fn read(&mut self, path: &Path, name: &'static str) -> Gitignore {
        let Some((text, mut is_cut)) = text(path) else { return Gitignore::empty() };
        let room = MAX_RULES.min(MAX_NESTED_RULES - self.count);
        let mut builder = GitignoreBuilder::new(&self.folder);
        let mut count = 0;
        for line in text.strip_prefix('\u{feff}').unwrap_or(&text).lines() {
            let is_rule = !line.trim().is_empty() && !line.starts_with('#');
            if count == room && is_rule {
                is_cut = true;
                break;
            }
            count += usize::from(is_rule);
            // An invalid rule ignores nothing.
            let _ = builder.add_line(None, line);
        }
        self.count += count;
        if is_cut {
            self.cut.push(name);
        }
        builder.build().unwrap_or_else(|_| Gitignore::empty())
    }
}

/// The beginning of a regular file, up to its last whole line, and whether there is more.
fn text(path: &Path) -> Option<(String, bool)> {
    let file = open_without_waiting(path, false).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).ok()?;
    let is_cut = bytes.len() as u64 > MAX_BYTES;
    if is_cut {
        let end = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
        bytes.truncate(end);
    }
    Some((String::from_utf8_lossy(&bytes).into_owned(), is_cut))
}

#[cfg(test)]
mod tests;
