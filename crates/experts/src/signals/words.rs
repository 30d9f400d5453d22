//! Signals from the words of a task: past messages, content, paths.

use crate::content::{bm25, idf};
use crate::past::TaskWord;
use crate::scene::Scene;
use fathom_text::Term;

/// Commits whose messages are nearest that count.
const NEAREST: usize = 60;
/// A whole identifier is stronger evidence than its parts.
const COMPOUND: f32 = 1.5;

/// The files that the commits with the most similar messages changed.
pub(super) struct Nearest {
    /// By candidate: the sum over those commits.
    pub(super) sum: Vec<f32>,
    /// By candidate: the most similar one.
    pub(super) best: Vec<f32>,
    /// The commits and their similarity from 0 to 1, most similar first.
    pub(super) commits: Vec<(u32, f32)>,
}

/// Finds past commits like the task. A message is similar by the rare words that it shares; longer
/// messages share words by chance.
pub(super) fn nearest(scene: &Scene<'_>, words: &[TaskWord]) -> Nearest {
    let mut scores = vec![0.0_f32; scene.past.len()];
    let mut matched: Vec<u32> = Vec::new();
    let mut best_possible = 0.0;
    let seen = scene.horizon.len();
    for word in words {
        let commits: Vec<u32> = (scene.past.commits_with_word(word.term).iter().copied())
            .filter(|commit| scene.horizon.sees(*commit))
            .collect();
        let weight = idf(seen, commits.len()) * if word.is_compound { COMPOUND } else { 1.0 };
        best_possible += weight;
        for commit in commits {
            if scores[commit as usize] == 0.0 {
                matched.push(commit);
            }
            scores[commit as usize] += weight;
        }
    }
    let mut commits: Vec<(u32, f32)> = matched
        .into_iter()
        .map(|commit| {
            let length = scene.past.words_of(commit as usize) as f32;
            let normalised = scores[commit as usize] / best_possible / (0.6 + 0.4 * (length / 12.0).sqrt());
            (commit, normalised.min(1.0))
        })
        .collect();
    commits.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
    commits.truncate(NEAREST);
    let mut nearest =
        Nearest { sum: vec![0.0; scene.tree.len()], best: vec![0.0; scene.tree.len()], commits: Vec::new() };
    for (commit, similarity) in &commits {
        let files = scene.past.files_of(*commit as usize).len() as f32;
        let age = 0.5 + 0.5 * scene.horizon.decay(*commit) as f32;
        let value = similarity * age / (1.0 + files).log2().max(1.0);
        scene.for_each_changed(*commit, |candidate| {
            nearest.sum[candidate] += value * similarity;
            nearest.best[candidate] = nearest.best[candidate].max(value);
        });
    }
    nearest.commits = commits;
    nearest
}

/// BM25 of each candidate's content: all words, and whole identifiers alone.
pub(super) fn content(scene: &Scene<'_>, words: &[TaskWord]) -> (Vec<f32>, Vec<f32>) {
    let weighted = |word: &TaskWord| (word.term, if word.is_compound { COMPOUND } else { 1.0 });
    let all: Vec<(Term, f32)> = words.iter().map(weighted).collect();
    let whole: Vec<(Term, f32)> = words.iter().filter(|word| word.is_compound).map(weighted).collect();
    (by_candidate(scene, &bm25(scene.content, &all)), by_candidate(scene, &bm25(scene.content, &whole)))
}

/// Files whose definitions are read: those whose content fits best.
const DEFINERS: usize = 200;

/// By candidate: the rarity of the words of the task that it has anywhere, of all of them; and of those
/// that names that it defines have.
pub(super) fn coverage(scene: &Scene<'_>, words: &[TaskWord], content: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let count = scene.tree.len();
    let files = scene.content.files();
    let mut has = vec![0.0_f32; scene.content.bound()];
    let mut weights: Vec<(Term, f32)> = Vec::new();
    let mut total = 0.0;
    for word in words {
        let mut having: Vec<u32> = Vec::new();
        scene.content.files_with(word.term, &mut |file, _| having.push(file));
        let weight = idf(files, having.len());
        total += weight;
        weights.push((word.term, weight));
        for file in having {
            has[file as usize] += weight;
        }
    }
    let mut covered = by_candidate(scene, &has);
    for value in &mut covered {
        *value /= f32::max(total, 1e-6);
    }
    let mut best: Vec<usize> = (0..count).filter(|at| content[*at] > 0.0).collect();
    best.sort_unstable_by(|a, b| content[*b].total_cmp(&content[*a]).then(a.cmp(b)));
    let mut defined = vec![0.0; count];
    for at in best.into_iter().take(DEFINERS) {
        let Some(file) = scene.tree[at].content else { continue };
        let own = scene.content.defined_words(file);
        let shared = weights.iter().filter(|(term, _)| own.binary_search(term).is_ok());
        defined[at] = shared.map(|(_, weight)| weight).sum::<f32>() / f32::max(total, 1e-6);
    }
    (covered, defined)
}

/// Scores by number of the content as scores by candidate.
pub(super) fn by_candidate(scene: &Scene<'_>, scores: &[f32]) -> Vec<f32> {
    scene.tree.iter().map(|one| one.content.map_or(0.0, |content| scores[content as usize])).collect()
}

/// Words of the task in paths.
pub(super) struct PathWords {
    /// By candidate: the rarity of the shared words, of all that the task has in any path.
    pub(super) of_task: Vec<f32>,
    /// By candidate: the rarity of the shared words of the file's name, of all of its name.
    pub(super) of_name: Vec<f32>,
}

/// Compares the words of the task with those of paths.
pub(super) fn path_words(scene: &Scene<'_>, words: &[TaskWord]) -> PathWords {
    let count = scene.tree.len();
    let rarity = |word: u32| idf(count, scene.with_path_word(word).len());
    let numbers: Vec<u32> = words.iter().filter_map(|word| scene.book.word(word.term)).collect();
    let mut of_task = vec![0.0; count];
    let mut of_name = vec![0.0; count];
    let mut total = 0.0;
    for word in &numbers {
        let weight = rarity(*word);
        let candidates = scene.with_path_word(*word);
        if !candidates.is_empty() {
            total += weight;
        }
        for candidate in candidates {
            let at = *candidate as usize;
            let is_name = scene.tree[at].info.name.binary_search(word).is_ok();
            of_task[at] += weight * if is_name { 1.0 } else { 0.5 };
            if is_name {
                of_name[at] += weight;
            }
        }
    }
    for at in 0..count {
        if of_name[at] > 0.0 {
            of_name[at] /= scene.tree[at].info.name.iter().map(|word| rarity(*word)).sum::<f32>().max(1e-6);
        }
        if of_task[at] > 0.0 {
            of_task[at] /= total;
        }
    }
    PathWords { of_task, of_name }
}

/// How much of a candidate's path the text itself contains: its name with the ending, or more.
pub(super) fn mentions(scene: &Scene<'_>, text: &str) -> Vec<f32> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let named: Vec<&str> = text
        .split(|c: char| !is_part(c))
        .map(|word| word.trim_matches(['.', '/', '-']))
        .filter(|word| word.len() > 3 && word.contains(['.', '/']))
        .take(50)
        .collect();
    if named.is_empty() {
        return vec![0.0; scene.tree.len()];
    }
    let of = |path: &str| {
        let fits = |word: &&&str| {
            path.strip_suffix(**word).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        named.iter().filter(fits).map(|word| 1.0 + word.matches('/').count() as f32).fold(0.0, f32::max)
    };
    scene.tree.iter().map(|candidate| of(&candidate.info.path)).collect()
}
