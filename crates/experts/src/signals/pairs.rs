//! The features of the test expert and of the next expert: given files, and what each candidate has to
//! do with them.

use super::features::{Features, Group};
use super::files::lengths;
use super::{co_change, connections, likeness, names, similar_changes};
use crate::baseline;
use crate::content::bm25;
use crate::paths::{PathInfo, PathKind};
use crate::scene::Scene;
use fathom_text::Term;
use std::sync::Arc;

/// The signals of a question, with what reasons need.
pub struct PairSignals {
    /// The features.
    pub features: Features,
    /// The score of the decayed baseline.
    pub decayed: Vec<f64>,
    /// By given file and candidate: `P(f | s)`.
    pub co_change: Vec<Vec<f64>>,
}

/// Compares given files with every candidate that is allowed. `words` are those of the changed lines, if they are known.
pub fn pair_signals(
    scene: &Scene<'_>,
    given: &[Arc<PathInfo>],
    words: &[(Term, f32)],
    is_allowed: Vec<bool>,
) -> PairSignals {
    let count = scene.tree.len();
    let co_change = baseline::co_change(scene, given);
    let decayed = baseline::from_files(scene, given, &co_change);
    let single = |values: &[f64]| values.iter().map(|value| *value as f32).collect::<Vec<f32>>();
    let mut strongest = vec![0.0_f32; count];
    let mut mean = vec![0.0_f32; count];
    let mut specific = vec![0.0_f32; count];
    let mut total_weight = 0.0;
    for (of_one, info) in co_change.iter().zip(given) {
        let weight = specificity(scene, info);
        total_weight += weight;
        for (at, value) in of_one.iter().enumerate() {
            strongest[at] = strongest[at].max(*value as f32);
            mean[at] += *value as f32 / given.len() as f32;
            specific[at] += weight * *value as f32;
        }
    }
    for value in &mut specific {
        *value /= f32::max(total_weight, 1e-6);
    }
    let activity = co_change::activity(scene);
    let together = co_change::together(scene, given, &activity.touches, &is_allowed);
    let similar = similar_changes::similar_changes(scene, given);
    let with_folders = similar_changes::with_folders(scene, given);
    let likeness = likeness::likeness(scene, given);
    let connections = connections::connections(scene, given);
    let cosine = single(&baseline::path_cosine(scene, given));
    let popularity = single(&baseline::popularity(scene));
    let all: f32 = popularity.iter().sum::<f32>().max(1.0);
    let lift: Vec<f32> =
        mean.iter().zip(&popularity).map(|(mean, own)| (1.0 + mean / (own / all + 0.002)).ln()).collect();

    let mut features = Features::new(is_allowed);
    features.add("changed with", Group::History, &mean);
    features.add("changed most with", Group::History, &strongest);
    features.add("share of given", Group::History, &together.of_given);
    features.add("share of candidate", Group::History, &together.of_candidate);
    features.add("specific", Group::History, &specific);
    features.add("similar changes", Group::History, &similar.sum);
    features.add_beside("most similar change", Group::History, &similar.best);
    features.add_beside("share of answered", Group::History, &together.of_answered);
    features.add_beside("lately together", Group::History, &together.lately);
    features.add_beside("lift", Group::History, &lift);
    features.add("with folders", Group::History, &with_folders);
    features.add_beside("commits together", Group::History, &together.count);
    features.add_beside("recently together", Group::History, &together.recency);
    features.add("path cosine", Group::Names, &cosine);
    features.add("same subject", Group::Names, &names::same_subject(scene, given));
    features.add("same folder", Group::Names, &names::same_folder(scene, given));
    features.add("name of candidate", Group::Names, &likeness.of_candidate);
    features.add("name of given", Group::Names, &likeness.of_given);
    features.add_plain("mirror", Group::Names, likeness.mirror);
    features.add("shared words", Group::Content, &connections.shared_words);
    features.add("alike", Group::Content, &connections.alike);
    features.add("uses", Group::Content, &connections.uses);
    features.add_beside("rarest use", Group::Content, &connections.rarest_use);
    features.add_beside("names path", Group::Content, &connections.names_path);
    features.add("names given", Group::Content, &connections.names_given);
    features.add_beside("is named", Group::Content, &connections.is_named);
    let diff = super::words::by_candidate(scene, &bm25(scene.content, words));
    features.add("words of change", Group::Content, &diff);
    features.add_beside("popularity", Group::History, &popularity);
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
    let known = given.iter().filter(|info| scene.past.file(&info.path).is_some()).count();
    let share = |kind: PathKind| {
        given.iter().filter(|info| info.kind == kind).count() as f32 / given.len().max(1) as f32
    };
    features.add_constant("given", given.len() as f32);
    features.add_constant("given known", known as f32 / given.len().max(1) as f32);
    features.add_constant("given tests", share(PathKind::Test));
    features.add_constant("given source", share(PathKind::Source));
    features.add_constant("candidates", (count as f32).ln());
    features.add_constant("commits", (1.0 + scene.horizon.len() as f32).ln());
    features.add_constant("words of change known", f32::from(u8::from(!words.is_empty())));
    PairSignals { features, decayed, co_change }
}

/// How specific the changes of a file are: a file that changes with everything is weak evidence.
fn specificity(scene: &Scene<'_>, info: &PathInfo) -> f32 {
    let touches = scene.past.file(&info.path).map_or(0, |file| scene.horizon.touches(scene.past, file));
    if touches == 0 { 0.0 } else { 1.0 / (1.0 + touches as f32).ln() }
}
