//! Commits as today's files see them: renames and lines followed backwards.
//!
//! Pure: commits in, paths and lines of today out. What a path or a line means today, and
//! whether the file is still there, is for the caller to say.

mod lines;

pub use lines::LineMap;

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Commit, FileChange};

/// The number of a path in a [`Timeline`]: the path of today, or the last one that a file had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(u32);

impl PathId {
    /// Its place in a table with one row for each of [`Timeline::paths`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How often a file changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Churn {
    /// Changes of it.
    pub changes: u32,
    /// The newest commit that changed it, as its place in the log.
    pub newest: u32,
}

/// One change of one commit.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The place of its commit in the log.
    pub commit: usize,
    /// What was changed.
    pub change: &'a FileChange,
    /// The file it is today; `None` where the change deleted it.
    pub path: Option<PathId>,
}

/// Lines of today that a commit changed in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLines {
    /// The place of the commit in the log.
    pub commit: usize,
    /// The file.
    pub path: PathId,
    /// The lines of today, from 0: of each hunk in order, and within it from the top.
    pub lines: Vec<Range<u32>>,
}

/// A log, newest commit first, with each path that it names as it is called today.
pub struct Timeline<'a> {
    commits: &'a [Commit],
    paths: Vec<&'a str>,
    churn: Vec<Churn>,
    /// For each change of each commit, in order, the file of today.
    of_change: Vec<Option<PathId>>,
    /// Changes of the file that changed most often.
    most: u32,
}

impl<'a> Timeline<'a> {
    /// Follows the renames of these commits, which come newest first.
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

    /// Changes of the file that changed most often, whether it is still there or not.
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

    /// Where the lines that these commits changed are today, newest commit first. `lines` says how
    /// many lines a file has today; one of which it says `None` is not followed.
    pub fn changed_lines(
        &self,
        commits: &[usize],
        lines: impl Fn(PathId) -> Option<u32>,
    ) -> Vec<ChangedLines> {
        let wanted: FxHashSet<usize> = commits.iter().copied().collect();
        let Some(oldest) = commits.iter().max() else { return Vec::new() };
        let changes = || self.changes().take_while(|change| change.commit <= *oldest);
        // Only the lines of files that the wanted commits changed need following.
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

/// Renames, followed backwards: what a path of the past is called today.
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
