//! Which files change together.
//!
//! A commit counts half after 1,000 later ones, and less if it changes many files: a large commit
//! says little about any two of its files. The experts count the same way over the whole history.

use crate::{Change, PathId, Timeline};
use std::collections::BTreeMap;

/// Commits of more files are no evidence that their files belong together.
const LARGEST: usize = 50;
/// Commits after which a commit counts half.
const HALF_LIFE: f32 = 1_000.0;

/// What the commits of one file changed.
#[derive(Default)]
struct CoChangeCount {
    /// The weight of its commits.
    commits: f32,
    others: BTreeMap<PathId, f32>,
}

impl CoChangeCount {
    /// The shares of its commits that changed each other file. One commit that changed none is added,
    /// so that a single commit is no certainty.
    fn shares(self) -> Vec<(PathId, f32)> {
        let total = 1.0 + self.commits;
        self.others.into_iter().map(|(other, weight)| (other, weight / total)).collect()
    }
}

impl Timeline<'_> {
    /// For each path, the paths that its commits changed too, with the share of those commits that did.
    pub fn changed_with(&self, paths: &[PathId]) -> Vec<Vec<(PathId, f32)>> {
        let mut counts: Vec<CoChangeCount> = paths.iter().map(|_| CoChangeCount::default()).collect();
        let changes: Vec<Change<'_>> = self.changes().collect();
        let of_commits = changes.chunk_by(|a, b| a.commit == b.commit);
        for of_commit in of_commits.filter(|changes| changes.len() <= LARGEST) {
            let decay = 0.5_f32.powf(of_commit[0].commit as f32 / HALF_LIFE);
            let weight = decay / (1.0 + of_commit.len() as f32).log2();
            let changed = || of_commit.iter().filter_map(|change| change.path);
            for (count, own) in counts.iter_mut().zip(paths) {
                if changed().all(|path| path != *own) {
                    continue;
                }
                count.commits += decay;
                for other in changed().filter(|path| path != own) {
                    *count.others.entry(other).or_default() += weight;
                }
            }
        }
        counts.into_iter().map(CoChangeCount::shares).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{HALF_LIFE, LARGEST};
    use crate::{Author, Commit, FileChange, Timeline};

    fn commit(paths: &[&str]) -> Commit {
        let change = |path: &&str| FileChange {
            path: Some((*path).to_owned()),
            before: Some((*path).to_owned()),
            hunks: Vec::new(),
        };
        Commit {
            id: String::new(),
            parent: None,
            author: Author::default(),
            author_time: 0,
            commit_time: 0,
            message: String::new(),
            changes: paths.iter().map(change).collect(),
        }
    }

    fn changed_with(log: &[Commit], path: &str) -> Vec<(String, f32)> {
        let timeline = Timeline::new(log);
        let (id, _) = timeline.paths().find(|(_, one)| *one == path).unwrap();
        let shares = timeline.changed_with(&[id]).remove(0);
        shares.into_iter().map(|(other, share)| (timeline.path(other).to_owned(), share)).collect()
    }

    #[test]
    fn a_new_commit_of_few_files_counts_most() {
        let mut log: Vec<Commit> = (0..HALF_LIFE as usize).map(|_| commit(&["z"])).collect();
        log[0] = commit(&["a", "b", "c"]);
        log.push(commit(&["a", "c"]));
        let (three, two) = (1.0 / 4.0_f32.log2(), 0.5 / 3.0_f32.log2());
        let expected = [("b".to_owned(), three / 2.5), ("c".to_owned(), (three + two) / 2.5)];
        assert_eq!(changed_with(&log, "a"), expected);
    }

    #[test]
    fn a_commit_of_too_many_files_does_not_count() {
        let names: Vec<String> = (0..=LARGEST).map(|at| format!("f{at}")).collect();
        let mut many: Vec<&str> = names.iter().map(String::as_str).collect();
        many[0] = "a";
        assert_eq!(changed_with(&[commit(&many)], "a"), []);
    }

    #[test]
    fn several_paths_are_counted_apart() {
        let log = [commit(&["a", "b"]), commit(&["c"])];
        let timeline = Timeline::new(&log);
        let ids: Vec<_> = timeline.paths().map(|(id, _)| id).collect();
        let counts: Vec<usize> = timeline.changed_with(&ids).iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 1, 0]);
    }
}
