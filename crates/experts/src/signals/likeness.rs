//! The similarity of paths: shared words of names, weighed by rarity, and folders that mirror each other.

use crate::content::idf;
use crate::paths::PathInfo;
use crate::scene::Scene;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Given files that are compared.
const MOST_GIVEN: usize = 20;

/// How alike candidates and given files are.
pub(super) struct Likeness {
    /// By candidate: the share of its name, by rarity of words, that the path of a given file has.
    pub(super) of_candidate: Vec<f32>,
    /// By candidate: the share of a given file's name that its path has.
    pub(super) of_given: Vec<f32>,
    /// By candidate: the share of folders, without customary ones, that come in the same order.
    pub(super) mirror: Vec<f32>,
}

/// Compares names and folders; the best given file counts.
pub(super) fn likeness(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Likeness {
    let count = scene.tree.len();
    let rarity = |word: &u32| idf(count, scene.with_path_word(*word).len());
    let weight = |words: &[u32]| words.iter().map(rarity).sum::<f32>().max(1e-6);
    let mut likeness =
        Likeness { of_candidate: vec![0.0; count], of_given: vec![0.0; count], mirror: mirror(scene, given) };
    for info in given.iter().take(MOST_GIVEN) {
        let mut covered: FxHashMap<u32, (f32, f32)> = FxHashMap::default();
        let own = weight(&info.name);
        for word in &info.words {
            let worth = rarity(word);
            let is_own_name = info.name.binary_search(word).is_ok();
            for candidate in scene.with_path_word(*word) {
                let is_name = scene.tree[*candidate as usize].info.name.binary_search(word).is_ok();
                if is_name || is_own_name {
                    let sums = covered.entry(*candidate).or_default();
                    sums.0 += if is_name { worth } else { 0.0 };
                    sums.1 += if is_own_name { worth } else { 0.0 };
                }
            }
        }
        for (candidate, (of_candidate, of_given)) in covered {
            let at = candidate as usize;
            let share = of_candidate / weight(&scene.tree[at].info.name);
            likeness.of_candidate[at] = likeness.of_candidate[at].max(share);
            likeness.of_given[at] = likeness.of_given[at].max(of_given / own);
        }
    }
    likeness
}

fn mirror(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Vec<f32> {
    let mut wanted: Vec<&[u64]> = given.iter().take(MOST_GIVEN).map(|info| info.folders.as_slice()).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut known: FxHashMap<u32, f32> = FxHashMap::default();
    let mut of = |info: &PathInfo| {
        *known.entry(info.folder).or_insert_with(|| {
            wanted.iter().map(|folders| same_order(folders, &info.folders)).fold(0.0, f32::max)
        })
    };
    scene.tree.iter().map(|candidate| of(&candidate.info)).collect()
}

/// The longest common subsequence of two lists, of the longer one.
fn same_order(one: &[u64], other: &[u64]) -> f32 {
    let longest = one.len().max(other.len());
    if longest == 0 {
        return 1.0;
    }
    let mut row = vec![0usize; other.len() + 1];
    for a in one {
        let mut before = 0;
        for (at, b) in other.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if a == b { before + 1 } else { above.max(row[at]) };
            before = above;
        }
    }
    row[other.len()] as f32 / longest as f32
}

#[cfg(test)]
mod tests {
    use super::same_order;

    #[test]
    fn folders_in_the_same_order_mirror_each_other() {
        assert!((same_order(&[1, 2, 3], &[1, 3]) - 2.0 / 3.0).abs() < 1e-6);
        assert!(same_order(&[1, 2], &[3]).abs() < 1e-6);
        assert!((same_order(&[], &[]) - 1.0).abs() < 1e-6);
    }
}
