//! Signals from past commits that resemble the change at hand: they share its files, or changed files
//! of its folders.

use crate::past::FileId;
use crate::paths::PathInfo;
use crate::scene::Scene;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Commits of more files resemble no change.
const LARGEST: usize = 50;
/// The newest commits of a folder that are read.
const MOST_COMMITS: usize = 600;
/// Files of a folder whose commits are read.
const MOST_FILES: usize = 120;
/// Given files that are compared.
const MOST_GIVEN: usize = 30;

/// Files that were changed by commits that share files with the current change.
pub(super) struct SimilarChanges {
    /// By candidate: the sum over those commits.
    pub(super) sum: Vec<f32>,
    /// By candidate: the most similar one.
    pub(super) best: Vec<f32>,
}

/// Finds commits that share given files. Files that seldom change make two commits more similar, further
/// files make them less so.
pub(super) fn similar_changes(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> SimilarChanges {
    let count = scene.tree.len();
    let mut changes = SimilarChanges { sum: vec![0.0; count], best: vec![0.0; count] };
    let mut shared: Vec<(u32, f32)> = Vec::new();
    let mut total = 0.0;
    let mut known = 0.0;
    for file in known_files(scene, given) {
        let commits = scene.past.commits_with_file(file).iter().filter(|commit| scene.horizon.sees(**commit));
        let touches = commits.clone().count() as f32;
        let rarity = (1.0 + scene.horizon.len() as f32 / (1.0 + touches)).ln();
        total += rarity;
        known += 1.0;
        shared.extend(commits.map(|commit| (*commit, rarity)));
    }
    let mean = total / f32::max(known, 1.0);
    shared.sort_unstable_by_key(|(commit, _)| *commit);
    for of_one in shared.chunk_by(|a, b| a.0 == b.0) {
        let commit = of_one[0].0;
        let files = scene.past.files_of(commit as usize).len();
        if files > LARGEST {
            continue;
        }
        let overlap: f32 = of_one.iter().map(|(_, rarity)| rarity).sum();
        let others = files.saturating_sub(of_one.len()) as f32;
        let age = 0.5 + 0.5 * scene.horizon.decay(commit) as f32;
        let similarity = age * overlap / (total + 0.5 * mean * others).max(1e-6);
        scene.for_each_changed(commit, |candidate| {
            changes.sum[candidate] += similarity * similarity;
            changes.best[candidate] = changes.best[candidate].max(similarity);
        });
    }
    changes
}

/// By candidate: the share of the commits to the folders of given files that changed it too, with decay.
/// The mean over given files. A file that does not exist yet has a folder all the same.
pub(super) fn with_folders(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Vec<f32> {
    let mut sums = vec![0.0_f32; scene.tree.len()];
    let mut folders: FxHashMap<&str, f32> = FxHashMap::default();
    for info in given.iter().take(MOST_GIVEN) {
        *folders.entry(folder(&info.path)).or_default() += 1.0;
    }
    let mut folders: Vec<(&str, f32)> = folders.into_iter().collect();
    folders.sort_unstable_by_key(|(folder, _)| *folder);
    for (folder, times) in folders {
        let mut commits: Vec<u32> = Vec::new();
        for file in files_below(scene, folder) {
            let of_file = scene.past.commits_with_file(file).iter();
            commits.extend(of_file.filter(|commit| scene.horizon.sees(**commit)));
        }
        commits.sort_unstable();
        commits.dedup();
        let newest = &commits[commits.len().saturating_sub(MOST_COMMITS)..];
        let total: f64 = newest.iter().map(|commit| scene.horizon.decay(*commit)).sum();
        for commit in newest {
            let value = scene.horizon.value(*commit) / (total + 1.0);
            let value = value as f32 * times / given.len().min(MOST_GIVEN) as f32;
            scene.for_each_changed(*commit, |candidate| sums[candidate] += value);
        }
    }
    sums
}

/// Files of the nearest folder on the way to the root that has any.
fn files_below(scene: &Scene<'_>, folder: &str) -> Vec<FileId> {
    let mut folder = folder;
    loop {
        let is_inside = |path: &str| {
            let rest = path.strip_prefix(folder);
            folder.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let inside = scene.tree.iter().filter(|candidate| is_inside(&candidate.info.path));
        let files: Vec<FileId> = inside.filter_map(|candidate| candidate.file).take(MOST_FILES).collect();
        if !files.is_empty() || folder.is_empty() {
            return files;
        }
        folder = self::folder(folder);
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn known_files(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Vec<FileId> {
    given.iter().take(MOST_GIVEN).filter_map(|info| scene.past.file(&info.path)).collect()
}
