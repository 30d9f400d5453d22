//! The decayed baseline: predictions from the words of past commits and from co-changed files by
//! counting alone.
//!
//! `age(c)` is the number of training commits later than `c`, `decay = 0.5^(age / 1,000)` and
//! `v = decay / log2(1 + files of c)`.
//!
//! * From words: `score(f) = Σ idf(w) · Σ v(c) / (Σ decay(c) + 1)` over the words `w`; the first inner sum
//!   runs over the commits with `w` and `f`, the second over those with `w`; `idf = ln(1 + n / df)`.
//! * From files: `P(f | s) = Σ v of commits with s and f / (Σ decay of commits with s + 1)`; the score
//!   is the mean over the given `s`, plus 0.1 · the largest cosine of path words.
//!
//! Ties: by `Σ v` of the commits of a file, then by path.

use crate::past::TaskWord;
use crate::paths::{PathInfo, cosine};
use crate::scene::Scene;
use std::sync::Arc;

/// The weight of the largest cosine of path words.
const PATHS: f64 = 0.1;

/// The score of each candidate for the words of a task.
pub fn from_words(scene: &Scene<'_>, words: &[TaskWord]) -> Vec<f64> {
    let mut scores = vec![0.0; scene.tree.len()];
    let seen = scene.horizon.len() as f64;
    for word in words {
        let commits = scene.past.commits_with_word(word.term);
        let seen_commits = commits.iter().filter(|commit| scene.horizon.sees(**commit)).count();
        if seen_commits == 0 {
            continue;
        }
        let idf = (1.0 + seen / seen_commits as f64).ln();
        let total: f64 = commits.iter().map(|commit| scene.horizon.decay(*commit)).sum();
        let factor = idf / (total + 1.0);
        for commit in commits {
            let value = scene.horizon.value(*commit) * factor;
            if value > 0.0 {
                scene.for_each_changed(*commit, |candidate| scores[candidate] += value);
            }
        }
    }
    scores
}

/// `P(f | s)` of each candidate for each given file.
pub fn co_change(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Vec<Vec<f64>> {
    let of = |info: &Arc<PathInfo>| {
        let mut scores = vec![0.0; scene.tree.len()];
        let Some(file) = scene.past.file(&info.path) else { return scores };
        let commits = scene.past.commits_with_file(file);
        let total: f64 = commits.iter().map(|commit| scene.horizon.decay(*commit)).sum();
        for commit in commits {
            let value = scene.horizon.value(*commit) / (total + 1.0);
            if value > 0.0 {
                scene.for_each_changed(*commit, |candidate| scores[candidate] += value);
            }
        }
        scores
    };
    given.iter().map(of).collect()
}

/// The score of each candidate for given files.
pub fn from_files(scene: &Scene<'_>, given: &[Arc<PathInfo>], co_change: &[Vec<f64>]) -> Vec<f64> {
    let mut scores = vec![0.0; scene.tree.len()];
    for of_one in co_change {
        for (score, value) in scores.iter_mut().zip(of_one) {
            *score += value / given.len() as f64;
        }
    }
    for (score, path) in scores.iter_mut().zip(path_cosine(scene, given)) {
        *score += PATHS * path;
    }
    scores
}

/// The largest cosine of each candidate's path words with those of a given file.
pub fn path_cosine(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Vec<f64> {
    let mut best = vec![0.0_f64; scene.tree.len()];
    for info in given {
        for word in &info.words {
            for candidate in scene.with_path_word(*word) {
                let at = *candidate as usize;
                best[at] = best[at].max(cosine(&info.words, &scene.tree[at].info.words));
            }
        }
    }
    best
}

/// `Σ v` of the commits of each candidate: what decides between equal scores.
pub fn popularity(scene: &Scene<'_>) -> Vec<f64> {
    let of =
        |file| scene.past.commits_with_file(file).iter().map(|commit| scene.horizon.value(*commit)).sum();
    scene.tree.iter().map(|candidate| candidate.file.map_or(0.0, of)).collect()
}

/// Allowed candidates by score, then by popularity, then by path.
pub fn order(scene: &Scene<'_>, scores: &[f64], popularity: &[f64], is_allowed: &[bool]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scene.tree.len()).filter(|at| is_allowed[*at]).collect();
    order.sort_unstable_by(|a, b| {
        let by_score = scores[*b].total_cmp(&scores[*a]);
        let by_popularity = popularity[*b].total_cmp(&popularity[*a]);
        by_score.then(by_popularity).then_with(|| scene.tree[*a].info.path.cmp(&scene.tree[*b].info.path))
    });
    order
}
