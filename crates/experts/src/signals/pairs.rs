//! The features of the test expert and of the next expert: given files, and what each candidate has to
//! do with them.

use super::features::{Features, Group};
use super::files::lengths;
use super::{co_change, names};
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
    for of_one in &co_change {
        for (at, value) in of_one.iter().enumerate() {
            strongest[at] = strongest[at].max(*value as f32);
            mean[at] += *value as f32 / given.len() as f32;
        }
    }
    let activity = co_change::activity(scene);
    let together = co_change::together(scene, given, &activity.touches);
    let connections = names::connections(scene, given);
    let cosine = single(&baseline::path_cosine(scene, given));
    let popularity = single(&baseline::popularity(scene));

    let mut features = Features::new(is_allowed);
    features.add("changed with", Group::History, &mean);
    features.add("changed most with", Group::History, &strongest);
    features.add("share of given", Group::History, &together.of_given);
    features.add("share of candidate", Group::History, &together.of_candidate);
    features.add_beside("commits together", Group::History, &together.count);
    features.add_beside("recently together", Group::History, &together.recency);
    features.add("path cosine", Group::Names, &cosine);
    features.add("same subject", Group::Names, &names::same_subject(scene, given));
    features.add("same folder", Group::Names, &names::same_folder(scene, given));
    features.add("shared words", Group::Content, &connections.shared_words);
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
