//! Maps past commits to the current files: follows renames and lines.
//!
//! Pure: commits in, current paths and lines out. The caller decides what a path or a line means today
//! and whether the file still exists.

mod lines;

pub use lines::LineMap;

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Commit, FileChange};

/// The number of a path in a [`Timeline`]: the current path, or the last path of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(u32);

impl PathId {
    /// Its index in a table with one row for each of [`Timeline::paths`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How often a file changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Churn {
    /// Number of changes.
    pub changes: u32,
    /// The newest commit that changed it, as its position in the log.
    pub newest: u32,
}

/// One change of one commit.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The position of its commit in the log.
    pub commit: usize,
    /// The change.
    pub change: &'a FileChange,
    /// The current file; `None` if the change deleted it.
    pub path: Option<PathId>,
}

/// Current lines that a commit changed in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLines {
    /// The position of the commit in the log.
    pub commit: usize,
    /// The file.
    pub path: PathId,
    /// The current lines, from 0: by hunk, and within a hunk from the top.
    pub lines: Vec<Range<u32>>,
}

/// A log, newest commit first, with the current name of each path.
pub struct Timeline<'a> {
    commits: &'a [Commit],
    paths: Vec<&'a str>,
    churn: Vec<Churn>,
    /// For each change of each commit, in order, the current file.
    of_change: Vec<Option<PathId>>,
    /// Number of changes of the file that changed most often.
    most: u32,
}

impl<'a> Timeline<'a> {
    /// Follows the renames of these commits, given newest first.
    pub fn new(commits: &'a [Commit]) -> Timeline<'a> {
        let mut timeline =
            Timeline { commits, paths: Vec::new(), churn: Vec::new(), of_change: Vec::new(), most: 0 };
        let mut names = Names::default();
        let mut ids: FxHashMap<&'a str, PathId> = FxHashMap::default();
        for (number, commit) in commits.iter().enumerate() {
            for change in &commit.changes {
                let path = change.path.as_ref().map(|path| {
                    let path = names.today(path);
                    let id = *ids.entry(path).or_insert(PathId(timeline.paths.len() as u32));
                    if id.index() == timeline.paths.len() {
                        timeline.paths.push(path);
                        timeline.churn.push(Churn { changes: 0, newest: number as u32 });
                    }
                    let churn = &mut timeline.churn[id.index()];
                    churn.changes += 1;
                    timeline.most = timeline.most.max(churn.changes);
                    id
                });
                timeline.of_change.push(path);
                names.step_back(change);
            }
        }
        timeline
    }

    /// The log.
    pub fn commits(&self) -> &'a [Commit] {
        self.commits
    }

    /// Every path with its number, in the order of the numbers.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = (PathId, &'a str)> + '_ {
        self.paths.iter().enumerate().map(|(number, path)| (PathId(number as u32), *path))
    }

    /// The path of a number.
    pub fn path(&self, id: PathId) -> &'a str {
        self.paths[id.index()]
    }

    /// How often a file changed.
    pub fn churn(&self, path: PathId) -> Churn {
        self.churn[path.index()]
    }

    /// Number of changes of the file that changed most often, even if it no longer exists.
    pub fn most_changes(&self) -> u32 {
        self.most
    }

    /// Every change, newest first.
    pub fn changes(&self) -> impl Iterator<Item = Change<'a>> + '_ {
        let commits = self.commits.iter().enumerate();
        let changes =
            commits.flat_map(|(commit, one)| one.changes.iter().map(move |change| (commit, change)));
        changes.zip(&self.of_change).map(|((commit, change), path)| Change { commit, change, path: *path })
    }

    /// The current position of the lines that these commits changed, newest commit first. `lines`
    /// returns the number of lines of a current file; with `None`, the file is not followed.
    pub fn changed_lines(
        &self,
        commits: &[usize],
        lines: impl Fn(PathId) -> Option<u32>,
    ) -> Vec<ChangedLines> {
        let wanted: FxHashSet<usize> = commits.iter().copied().collect();
        let Some(oldest) = commits.iter().max() else { return Vec::new() };
        let changes = || self.changes().take_while(|change| change.commit <= *oldest);
        // Only files that these commits changed have to be followed.
        let mut maps: FxHashMap<PathId, LineMap> = FxHashMap::default();
        for path in changes().filter(|one| wanted.contains(&one.commit)).filter_map(|one| one.path) {
            if !maps.contains_key(&path)
                && let Some(lines) = lines(path)
            {
                maps.insert(path, LineMap::new(lines));
            }
        }
        let mut found = Vec::new();
        for Change { commit, change, path } in changes() {
            let Some((path, map)) = path.and_then(|path| Some((path, maps.get_mut(&path)?))) else {
                continue;
            };
            if wanted.contains(&commit) {
                let lines = change.hunks.iter().flat_map(|hunk| map.ranges(hunk.place())).collect();
                found.push(ChangedLines { commit, path, lines });
            }
            map.step_back(&change.hunks);
        }
        found
    }
}

/// Renames, followed backwards: the current name of a past path.
#[derive(Default)]
struct Names<'a> {
    today: FxHashMap<&'a str, &'a str>,
}

impl<'a> Names<'a> {
    fn today(&self, path: &'a str) -> &'a str {
        self.today.get(path).copied().unwrap_or(path)
    }

    fn step_back(&mut self, change: &'a FileChange) {
        if let (Some(before), Some(path)) = (&change.before, &change.path)
            && before != path
        {
            self.today.insert(before, self.today(path));
        }
    }
}

#[cfg(test)]
mod tests;
