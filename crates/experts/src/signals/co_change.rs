//! Signals from files that changed together, and from how often and how lately a file changed.

use crate::past::FileId;
use crate::paths::PathInfo;
use crate::scene::Scene;
use std::sync::Arc;

/// Commits with more files are not evidence that their files belong together.
const LARGEST: usize = 50;
/// Commits after which a commit counts half for what changed together lately.
const LATELY: f32 = 100.0;

/// Counts of commits with a given file and a candidate.
pub(super) struct CoChangeCounts {
    /// By candidate: the largest share of a given file's commits that it was part of.
    pub(super) of_given: Vec<f32>,
    /// By candidate: the largest share of its own commits that a given file was part of.
    pub(super) of_candidate: Vec<f32>,
    /// By candidate: commits together, with all given files.
    pub(super) count: Vec<f32>,
    /// By candidate: the largest share of the commits of a given file with any allowed candidate.
    pub(super) of_answered: Vec<f32>,
    /// By candidate: how lately they last changed together, from 1 to 0.
    pub(super) recency: Vec<f32>,
    /// By candidate: commits together that are younger than some hundred, small ones first.
    pub(super) lately: Vec<f32>,
}

/// Counts raw co-change, without decay.
pub(super) fn together(
    scene: &Scene<'_>,
    given: &[Arc<PathInfo>],
    touches: &[f32],
    is_allowed: &[bool],
) -> CoChangeCounts {
    let count = scene.tree.len();
    let mut together = CoChangeCounts {
        of_given: vec![0.0; count],
        of_candidate: vec![0.0; count],
        count: vec![0.0; count],
        of_answered: vec![0.0; count],
        recency: vec![0.0; count],
        lately: vec![0.0; count],
    };
    for info in given {
        let Some(file) = scene.past.file(&info.path) else { continue };
        let commits = scene.past.commits_with_file(file).iter().filter(|commit| scene.horizon.sees(**commit));
        let (mut total, mut answered) = (0.0_f32, 0.0_f32);
        let own = scene.candidate(file);
        let mut counts: Vec<(usize, f32)> = Vec::new();
        for commit in commits {
            total += 1.0;
            let files = scene.past.files_of(*commit as usize).len();
            if files > LARGEST {
                continue;
            }
            let age = scene.horizon.age(*commit) as f32;
            let recency = 1.0 / (1.0 + age / 100.0);
            let value = 0.5_f32.powf(age / LATELY) / (1.0 + files as f32).log2() / given.len() as f32;
            let mut is_answered = false;
            scene.for_each_changed(*commit, |candidate| {
                counts.push((candidate, 1.0));
                together.recency[candidate] = together.recency[candidate].max(recency);
                together.lately[candidate] += value;
                is_answered |= is_allowed[candidate] && own != Some(candidate);
            });
            answered += f32::from(u8::from(is_answered));
        }
        counts.sort_unstable_by_key(|(candidate, _)| *candidate);
        for of_one in counts.chunk_by(|a, b| a.0 == b.0) {
            let (at, with) = (of_one[0].0, of_one.len() as f32);
            together.count[at] += with;
            together.of_given[at] = together.of_given[at].max(with / (total + 1.0));
            together.of_answered[at] = together.of_answered[at].max(with / (answered + 1.0));
            together.of_candidate[at] = together.of_candidate[at].max(with / (touches[at] + 1.0));
        }
    }
    together
}

/// How often each candidate changed, and how lately.
pub(super) struct Activity {
    /// Commits.
    pub(super) touches: Vec<f32>,
    /// `ln(1 + age)` of the last commit; 20 if there is none.
    pub(super) last: Vec<f32>,
    /// Of the last hundred commits, those that changed it.
    pub(super) lately: Vec<f32>,
}

/// Reads how active each candidate is.
pub(super) fn activity(scene: &Scene<'_>) -> Activity {
    let of = |file: FileId| {
        let (mut touches, mut lately, mut last) = (0.0_f32, 0.0_f32, u32::MAX);
        for commit in scene.past.commits_with_file(file).iter().filter(|commit| scene.horizon.sees(**commit))
        {
            let age = scene.horizon.age(*commit);
            touches += 1.0;
            last = last.min(age);
            if age < 100 {
                lately += 1.0;
            }
        }
        (touches, if last == u32::MAX { 20.0 } else { (1.0 + last as f32).ln() }, lately)
    };
    let count = scene.tree.len();
    let mut activity = Activity {
        touches: Vec::with_capacity(count),
        last: Vec::with_capacity(count),
        lately: Vec::with_capacity(count),
    };
    for candidate in scene.tree {
        let (touches, last, lately) = candidate.file.map_or((0.0, 20.0, 0.0), of);
        activity.touches.push(touches);
        activity.last.push(last);
        activity.lately.push(lately);
    }
    activity
}
