//! The features of the file expert: a task in words, and what each file has to do with it.

use super::features::{Features, Group};
use super::{co_change, connections, likeness, names, similar_changes, words};
use crate::baseline;
use crate::past::TaskWord;
use crate::paths::PathInfo;
use crate::scene::Scene;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Files that look best by the first signals; what belongs to them is looked for next.
const SEEDS: usize = 5;

/// The signals of a question, with what reasons need.
pub struct FileSignals {
    /// The features.
    pub features: Features,
    /// The score of the decayed baseline.
    pub decayed: Vec<f64>,
    /// The most similar commits, most similar first.
    pub nearest: Vec<(u32, f32)>,
    /// Candidates that look best by the words alone, best first.
    pub seeds: Vec<usize>,
}

/// Compares a task with every candidate that is allowed.
pub fn file_signals(scene: &Scene<'_>, text: &str, task: &[TaskWord], is_allowed: Vec<bool>) -> FileSignals {
    let count = scene.tree.len();
    let decayed = baseline::from_words(scene, task);
    let decayed_signal: Vec<f32> = decayed.iter().map(|value| *value as f32).collect();
    let nearest = words::nearest(scene, task);
    let (content, identifiers) = words::content(scene, task);
    let subject: Vec<TaskWord> = task.iter().filter(|word| word.is_in_subject).cloned().collect();
    let (subject_content, _) = words::content(scene, &subject);
    let subject_paths = words::path_words(scene, &subject).of_task;
    let (coverage, defined) = words::coverage(scene, task, &content);
    let paths = words::path_words(scene, task);
    let mentions = words::mentions(scene, text);
    let activity = co_change::activity(scene);
    let popularity: Vec<f32> = baseline::popularity(scene).into_iter().map(|value| value as f32).collect();

    let seeds = seeds(&[&decayed_signal, &nearest.sum, &content, &paths.of_task, &paths.of_name, &mentions]);
    let seed_infos: Vec<Arc<PathInfo>> = seeds.iter().map(|seed| scene.tree[*seed].info.clone()).collect();
    let mut with_seeds = vec![0.0_f32; count];
    for (place, of_seed) in baseline::co_change(scene, &seed_infos).into_iter().enumerate() {
        for (sum, value) in with_seeds.iter_mut().zip(of_seed) {
            *sum += value as f32 / (place + 1) as f32;
        }
    }
    for seed in &seeds {
        with_seeds[*seed] = 0.0;
    }
    let near = &seed_infos[..seed_infos.len().min(3)];
    let connections = connections::connections(scene, near);
    let likeness = likeness::likeness(scene, near);
    let with_folders = similar_changes::with_folders(scene, near);
    let folder = folders(scene, &decayed_signal);
    let content_folder = folders(scene, &content);
    let inside: Vec<f32> =
        folder.iter().zip(&content).map(|(folder, content)| (folder * content).sqrt()).collect();

    let mut features = Features::new(is_allowed);
    features.add("words", Group::History, &decayed_signal);
    features.add("messages", Group::History, &nearest.sum);
    features.add("nearest message", Group::History, &nearest.best);
    features.add("content", Group::Content, &content);
    features.add("identifiers", Group::Content, &identifiers);
    features.add("subject content", Group::Content, &subject_content);
    features.add("coverage", Group::Content, &coverage);
    features.add("defined words", Group::Content, &defined);
    features.add("subject path words", Group::Names, &subject_paths);
    features.add("inside", Group::Content, &inside);
    features.add("uses seeds", Group::Content, &connections.uses);
    features.add("named by seeds", Group::Content, &connections.is_named);
    features.add_beside("name seeds", Group::Content, &connections.names_given);
    features.add_beside("alike seeds", Group::Content, &connections.alike);
    features.add_beside("name of seeds", Group::Names, &likeness.of_given);
    features.add_plain("mirror seeds", Group::Names, likeness.mirror);
    features.add_beside("with folders", Group::History, &with_folders);
    features.add("path words", Group::Names, &paths.of_task);
    features.add("name words", Group::Names, &paths.of_name);
    features.add("mention", Group::Names, &mentions);
    features.add("with seeds", Group::History, &with_seeds);
    features.add("named like seeds", Group::Names, &names::same_subject(scene, &seed_infos));
    features.add("connected to seeds", Group::Content, &connections.shared_words);
    features.add_beside("folder words", Group::History, &folder);
    features.add_beside("folder content", Group::Content, &content_folder);
    features.add_beside("popularity", Group::History, &popularity);
    features.add_plain(
        "near seeds",
        Group::Names,
        names::same_folder(scene, &seed_infos[..seed_infos.len().min(1)]),
    );
    features.add_plain(
        "touches",
        Group::History,
        activity.touches.iter().map(|count| (1.0 + count).ln()).collect(),
    );
    features.add_plain("last touch", Group::History, activity.last);
    features.add_plain("lately", Group::History, activity.lately);
    features.add_plain("length", Group::Content, lengths(scene));
    for (name, values) in names::kinds(scene) {
        features.add_plain(name, Group::Names, values);
    }
    features.add_constant("words of task", task.len() as f32);
    features.add_constant("candidates", (count as f32).ln());
    features.add_constant("commits", (1.0 + scene.horizon.len() as f32).ln());
    features.add_constant("best message", nearest.commits.first().map_or(0.0, |(_, similarity)| *similarity));
    FileSignals { features, decayed, nearest: nearest.commits, seeds }
}

/// The candidates with the largest sum of shares of the best value.
fn seeds(signals: &[&Vec<f32>]) -> Vec<usize> {
    let count = signals[0].len();
    let mut sums = vec![0.0_f32; count];
    for signal in signals {
        let best = signal.iter().copied().fold(0.0, f32::max);
        if best > 0.0 {
            for (sum, value) in sums.iter_mut().zip(signal.iter()) {
                *sum += value / best;
            }
        }
    }
    let mut order: Vec<usize> = (0..count).filter(|at| sums[*at] > 0.0).collect();
    order.sort_unstable_by(|a, b| sums[*b].total_cmp(&sums[*a]).then(a.cmp(b)));
    order.truncate(SEEDS);
    order
}

/// By candidate: the mean value of the other files of its folder that have one.
fn folders(scene: &Scene<'_>, values: &[f32]) -> Vec<f32> {
    let mut sums: FxHashMap<u32, (f32, f32)> = FxHashMap::default();
    for (candidate, value) in scene.tree.iter().zip(values) {
        let entry = sums.entry(candidate.info.folder).or_default();
        entry.0 += value;
        entry.1 += 1.0;
    }
    let of = |(folder, value): (u32, &f32)| {
        let (sum, count) = sums[&folder];
        ((sum - value) / (count + 1.0)).max(0.0)
    };
    scene.tree.iter().map(|candidate| candidate.info.folder).zip(values).map(of).collect()
}

/// `ln(1 + words)` of each candidate's content.
pub(super) fn lengths(scene: &Scene<'_>) -> Vec<f32> {
    let of = |content: u32| (1.0 + scene.content.length(content)).ln();
    scene.tree.iter().map(|candidate| candidate.content.map_or(0.0, of)).collect()
}
