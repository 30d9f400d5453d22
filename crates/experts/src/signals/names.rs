//! Signals that pair a candidate with given files by name and by folder.

use crate::paths::{PathInfo, PathKind};
use crate::scene::Scene;
use std::sync::Arc;

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
