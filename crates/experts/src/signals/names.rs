//! Signals that pair a candidate with given files: by name, by folder, by content.

use super::words::by_candidate;
use crate::content::{bm25, idf};
use crate::paths::{PathInfo, PathKind};
use crate::scene::Scene;
use fathom_text::Term;
use std::sync::Arc;

/// Words of a given file that are looked for in others: its rarest.
const RARE_WORDS: usize = 40;
/// A word that more files have does not connect two of them.
const MOST_FILES: usize = 60;
/// Given files whose content is compared.
const MOST_GIVEN: usize = 8;

/// By candidate: 1 if it has the name of a given file of another kind (a test and what it tests), plus
/// the share of folders on the way that are the same.
pub(super) fn same_subject(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Vec<f32> {
    let of = |info: &PathInfo| {
        let pairs = given.iter().filter(|one| {
            one.subject == info.subject && (one.kind != info.kind || one.kind != PathKind::Test)
        });
        pairs.map(|one| 1.0 + nearness(&one.path, &info.path)).fold(0.0, f32::max)
    };
    scene.tree.iter().map(|candidate| of(&candidate.info)).collect()
}

/// By candidate: how near it lies to a given file, from 0 to 1 (the same folder).
pub(super) fn same_folder(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Vec<f32> {
    let of = |info: &PathInfo| {
        let given = given.iter().take(MOST_GIVEN);
        given
            .map(|one| if one.folder == info.folder { 1.0 } else { 0.9 * nearness(&one.path, &info.path) })
            .fold(0.0, f32::max)
    };
    scene.tree.iter().map(|candidate| of(&candidate.info)).collect()
}

/// The share of folders that two paths have in common, from the root.
fn nearness(one: &str, other: &str) -> f32 {
    let folders = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folders, _)| folders.to_owned());
    let (one, other) = (folders(one), folders(other));
    let (mut same, mut most) = (0, 0);
    let mut is_same = true;
    let mut pairs = (one.split('/'), other.split('/'));
    loop {
        let (a, b) = (pairs.0.next(), pairs.1.next());
        if a.is_none() && b.is_none() {
            return same as f32 / most as f32;
        }
        most += 1;
        is_same = is_same && a == b;
        same += usize::from(is_same);
    }
}

/// What content connects candidates with given files.
pub(super) struct Connections {
    /// By candidate: it has the rare words of a given file.
    pub(super) shared_words: Vec<f32>,
    /// By candidate: its content names a given file.
    pub(super) names_given: Vec<f32>,
    /// By candidate: the content of a given file names it.
    pub(super) is_named: Vec<f32>,
}

/// Reads the content of given files: rare words stand for the symbols that one file defines and
/// another uses, file names for imports.
pub(super) fn connections(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Connections {
    let count = scene.tree.len();
    let mut connections = Connections {
        shared_words: vec![0.0; count],
        names_given: vec![0.0; count],
        is_named: vec![0.0; count],
    };
    let files = scene.content.files();
    for info in given.iter().take(MOST_GIVEN) {
        let naming = by_candidate(scene, &bm25(scene.content, &[(info.whole_name, 1.0)]));
        add(&mut connections.names_given, &naming);
        let Some(content) = scene.at_path(&info.path).and_then(|at| scene.tree[at].content) else { continue };
        let mut rare: Vec<(Term, f32)> = Vec::new();
        let mut all: Vec<u64> = Vec::new();
        for (term, times) in scene.content.words_of(content) {
            all.push(term.hash());
            let mut having = 0;
            scene.content.files_with(term, &mut |_, _| having += 1);
            if (2..=MOST_FILES).contains(&having) {
                rare.push((term, idf(files, having) * (1.0 + times).ln()));
            }
        }
        rare.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        rare.truncate(RARE_WORDS);
        let total: f32 = rare.iter().map(|(_, weight)| weight).sum();
        let query: Vec<(Term, f32)> =
            rare.iter().map(|(term, weight)| (*term, weight / total.max(1.0))).collect();
        add(&mut connections.shared_words, &by_candidate(scene, &bm25(scene.content, &query)));
        all.sort_unstable();
        for (at, candidate) in scene.tree.iter().enumerate() {
            let whole = candidate.info.whole_name.hash();
            if candidate.info.subject != info.subject && all.binary_search(&whole).is_ok() {
                let mut having = 0;
                scene.content.files_with(candidate.info.whole_name, &mut |_, _| having += 1);
                connections.is_named[at] = connections.is_named[at].max(idf(files, having));
            }
        }
    }
    connections
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

/// The kind of each candidate as features: is it a test, prose, a list of changes, settings?
pub(super) fn kinds(scene: &Scene<'_>) -> [(&'static str, Vec<f32>); 4] {
    let is = |kind: PathKind| {
        scene.tree.iter().map(|candidate| f32::from(u8::from(candidate.info.kind == kind))).collect()
    };
    [
        ("is test", is(PathKind::Test)),
        ("is prose", is(PathKind::Docs)),
        ("is changelog", is(PathKind::Changelog)),
        ("is settings", is(PathKind::Config)),
    ]
}

#[cfg(test)]
mod tests {
    use super::nearness;

    #[test]
    fn nearness_counts_common_folders_from_the_root() {
        assert!((nearness("a/b/x.py", "a/b/y.py") - 1.0).abs() < f32::EPSILON);
        assert!((nearness("a/b/x.py", "a/c/y.py") - 0.5).abs() < f32::EPSILON);
        assert!((nearness("x.py", "y.py") - 1.0).abs() < f32::EPSILON);
        assert!(nearness("a/x.py", "y.py").abs() < f32::EPSILON);
    }
}
