//! Files that change together.
//!
//! Recent commits and commits with few files have more weight: `0.5^(age / half_life) / log2(1 +
//! files)`.

use std::collections::BTreeMap;

use crate::{PathId, Timeline};

/// Parameters of the weights.
#[derive(Clone, Copy, Debug)]
pub struct CoChangeOptions {
    /// The time from which ages are counted, in seconds since 1970: that of the newest commit, so that
    /// equal histories give equal counts. Later commits have age 0.
    pub now: i64,
    /// The half-life of a commit's weight, in seconds.
    pub half_life: f64,
    /// Commits with more files than this are ignored: their pairs are many and mean little.
    pub largest: usize,
}

/// The weight of each file's changes, and of each pair of files.
pub struct CoChange {
    /// By path.
    weights: Vec<f64>,
    /// By path, strongest first.
    partners: Vec<Vec<(PathId, f64)>>,
}

impl CoChange {
    /// Counts the commits of a log.
    pub fn count(timeline: &Timeline<'_>, options: CoChangeOptions) -> CoChange {
        let paths = timeline.paths().len();
        let mut weights = vec![0.0; paths];
        let mut pairs: BTreeMap<(PathId, PathId), f64> = BTreeMap::new();
        let changes: Vec<_> = timeline.changes().collect();
        for of_commit in changes.chunk_by(|a, b| a.commit == b.commit) {
            let mut files: Vec<PathId> = of_commit.iter().filter_map(|change| change.path).collect();
            files.sort_unstable();
            files.dedup();
            if of_commit.len() > options.largest {
                continue;
            }
            let age = options.now - timeline.commits()[of_commit[0].commit].commit_time;
            let decay = 0.5_f64.powf(age.max(0) as f64 / options.half_life);
            let weight = decay / (1.0 + of_commit.len() as f64).log2();
            for (at, one) in files.iter().enumerate() {
                weights[one.index()] += weight;
                for other in &files[at + 1..] {
                    *pairs.entry((*one, *other)).or_default() += weight;
                }
            }
        }
        let mut partners: Vec<Vec<(PathId, f64)>> = vec![Vec::new(); paths];
        for ((one, other), weight) in pairs {
            partners[one.index()].push((other, weight));
            partners[other.index()].push((one, weight));
        }
        for of_path in &mut partners {
            of_path.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        }
        CoChange { weights, partners }
    }

    /// The weight of all commits that changed a file.
    pub fn weight(&self, path: PathId) -> f64 {
        self.weights[path.index()]
    }

    /// The files that changed together with one, with the weight of these commits; strongest first.
    pub fn partners(&self, path: PathId) -> &[(PathId, f64)] {
        &self.partners[path.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::{CoChange, CoChangeOptions};
    use crate::{Author, Commit, FileChange, Timeline};

    const DAY: i64 = 86_400;

    fn commit(days: i64, paths: &[&str]) -> Commit {
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
            commit_time: -days * DAY,
            message: String::new(),
            changes: paths.iter().map(change).collect(),
        }
    }

    fn partners(log: &[Commit], path: &str) -> Vec<(String, f64)> {
        let timeline = Timeline::new(log);
        let options = CoChangeOptions { now: 0, half_life: (10 * DAY) as f64, largest: 3 };
        let counted = CoChange::count(&timeline, options);
        let (id, _) = timeline.paths().find(|(_, one)| *one == path).unwrap();
        let partners = counted.partners(id).iter();
        partners.map(|(other, weight)| (timeline.path(*other).to_owned(), *weight)).collect()
    }

    #[test]
    fn a_young_commit_of_few_files_counts_most() {
        let log = [commit(0, &["a", "b", "c"]), commit(10, &["a", "c"])];
        let three = 1.0 / 4.0_f64.log2();
        let two = 0.5 / 3.0_f64.log2();
        assert_eq!(partners(&log, "a"), [("c".to_owned(), three + two), ("b".to_owned(), three)]);
    }

    #[test]
    fn a_commit_of_too_many_files_does_not_count() {
        let log = [commit(0, &["a", "b", "c", "d"]), commit(0, &["a", "d"])];
        assert_eq!(partners(&log, "a"), [("d".to_owned(), 1.0 / 3.0_f64.log2())]);
    }

    #[test]
    fn a_commit_after_the_moment_counts_as_one_of_it() {
        assert_eq!(partners(&[commit(-5, &["a", "b"])], "a"), [("b".to_owned(), 1.0 / 3.0_f64.log2())]);
    }
}
