//! The refactor expert: files that change often, are complex and are tied to many others.
//!
//! Three shares from 0 to 1, each relative to the other source files: how often a file changed, with
//! decay; its complexity; with how many files it changes. Their product orders the list. Complexity
//! needs the text, so that it is measured only for the files with the largest product of the other two
//! shares. The probability is that of the next change: one of the next hundred commits touches the
//! file, from the share of past commits that did.

mod complexity;

pub use complexity::{Complexity, complexity};

use crate::past::{FileId, HALF_LIFE};
use crate::paths::PathKind;
use crate::scene::Scene;
use rustc_hash::FxHashMap;

/// Commits of more files tie nothing together.
const LARGEST: usize = 30;
/// Files whose complexity is measured, per listed one, and at least.
const MEASURED: usize = 10;
const FEWEST_MEASURED: usize = 300;
/// Commits that the probability looks ahead.
const AHEAD: f64 = 100.0;

/// A file and why it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Hotspot {
    /// Its place in the tree.
    pub candidate: usize,
    /// The product that orders the list.
    pub score: f64,
    /// The probability that one of the next hundred commits touches it.
    pub probability: f64,
    /// Commits that changed it.
    pub commits: usize,
    /// The complexity of its code.
    pub complexity: Complexity,
    /// Files that changed with it at least three times.
    pub partners: usize,
}

/// The files most in need of refactoring, most first; at most `most`. `measure` gives the complexity of
/// the file at a path; it is asked about a few times as many.
pub fn hotspots(
    scene: &Scene<'_>,
    most: usize,
    measure: &mut dyn FnMut(&str) -> Option<Complexity>,
) -> Vec<Hotspot> {
    let all: f64 = (0..scene.horizon.len()).map(|age| 0.5_f64.powf(age as f64 / HALF_LIFE)).sum();
    let mut spots: Vec<Hotspot> = scene
        .tree
        .iter()
        .enumerate()
        .filter(|(_, candidate)| candidate.info.kind == PathKind::Source)
        .filter_map(|(at, candidate)| spot(scene, at, candidate.file?, all))
        .collect();
    let changes = ranks(&spots, |spot| spot.score);
    let partners = ranks(&spots, |spot| spot.partners as f64);
    for (at, spot) in spots.iter_mut().enumerate() {
        spot.score = changes[at] * partners[at];
    }
    best_first(&mut spots);
    spots.truncate(most.saturating_mul(MEASURED).max(FEWEST_MEASURED));
    spots.retain_mut(|spot| {
        let measured = measure(&scene.tree[spot.candidate].info.path);
        spot.complexity = measured.unwrap_or_default();
        measured.is_some() && spot.score > 0.0
    });
    let complexity = ranks(&spots, |spot| spot.complexity.score as f64);
    for (at, spot) in spots.iter_mut().enumerate() {
        spot.score *= complexity[at];
    }
    spots.retain(|spot| spot.score > 0.0);
    best_first(&mut spots);
    spots.truncate(most);
    spots
}

fn best_first(spots: &mut [Hotspot]) {
    spots.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.candidate.cmp(&b.candidate)));
}

/// `all` is the sum of all decays.
fn spot(scene: &Scene<'_>, candidate: usize, file: FileId, all: f64) -> Option<Hotspot> {
    let (mut commits, mut decayed) = (0, 0.0);
    let mut partners: FxHashMap<FileId, u32> = FxHashMap::default();
    for commit in scene.past.commits_with_file(file).iter().filter(|commit| scene.horizon.sees(**commit)) {
        commits += 1;
        decayed += scene.horizon.decay(*commit);
        let files = scene.past.files_of(*commit as usize);
        if files.len() <= LARGEST {
            files.filter(|other| *other != file).for_each(|other| *partners.entry(other).or_default() += 1);
        }
    }
    if commits == 0 {
        return None;
    }
    let rate = (decayed / (all + 1.0)).min(1.0);
    Some(Hotspot {
        candidate,
        score: decayed,
        probability: 1.0 - (1.0 - rate).powf(AHEAD),
        commits,
        complexity: Complexity::default(),
        partners: partners.values().filter(|count| **count >= 3).count(),
    })
}

/// By spot: the share of spots that have less of something.
fn ranks(spots: &[Hotspot], of: impl Fn(&Hotspot) -> f64) -> Vec<f64> {
    let mut sorted: Vec<f64> = spots.iter().map(&of).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = spots.len().max(1) as f64;
    spots.iter().map(|spot| sorted.partition_point(|value| *value < of(spot)) as f64 / count).collect()
}
