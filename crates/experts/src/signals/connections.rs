//! Signals from content: rare words that two files share, names that one defines and the other uses,
//! files that name each other.

use super::words::by_candidate;
use crate::content::{bm25, idf};
use crate::paths::PathInfo;
use crate::scene::Scene;
use fathom_text::Term;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Words of a given file that are looked for in others: its rarest.
const RARE_WORDS: usize = 40;
/// Words of a given file by which contents are compared: those that weigh most.
const HEAVY_WORDS: usize = 120;
/// A word that more files have does not connect two of them.
const MOST_FILES: usize = 60;
/// Given files whose content is compared.
const MOST_GIVEN: usize = 8;

/// Content that connects candidates with given files.
pub(super) struct Connections {
    /// By candidate: it has the rare words of a given file.
    pub(super) shared_words: Vec<f32>,
    /// By candidate: its words weigh as those of a given file do.
    pub(super) alike: Vec<f32>,
    /// By candidate: it uses names that a given file defines.
    pub(super) uses: Vec<f32>,
    /// By candidate: the rarest of those names.
    pub(super) rarest_use: Vec<f32>,
    /// By candidate: its content names a given file.
    pub(super) names_given: Vec<f32>,
    /// By candidate: its content has the words of a given file's path.
    pub(super) names_path: Vec<f32>,
    /// By candidate: the content of a given file names it.
    pub(super) is_named: Vec<f32>,
}

/// Reads the content of given files.
pub(super) fn connections(scene: &Scene<'_>, given: &[Arc<PathInfo>]) -> Connections {
    let none = || vec![0.0; scene.tree.len()];
    let mut connections = Connections {
        shared_words: none(),
        alike: none(),
        uses: none(),
        rarest_use: none(),
        names_given: none(),
        names_path: none(),
        is_named: none(),
    };
    let mut spread = Spread { scene, known: FxHashMap::default() };
    for info in given.iter().take(MOST_GIVEN) {
        add(&mut connections.names_given, &matches(scene, &[(info.whole_name, 1.0)]));
        let path: Vec<(Term, f32)> = info.terms.iter().map(|term| (*term, 1.0)).collect();
        largest(&mut connections.names_path, &matches(scene, &path));
        if let Some(content) = scene.at_path(&info.path).and_then(|at| scene.tree[at].content) {
            connect(&mut spread, info, content, &mut connections);
        }
    }
    connections
}

fn connect(spread: &mut Spread<'_>, info: &PathInfo, content: u32, connections: &mut Connections) {
    let scene = spread.scene;
    let files = scene.content.files();
    let mut rare: Vec<(Term, f32)> = Vec::new();
    let mut heavy: Vec<(Term, f32)> = Vec::new();
    let mut all: Vec<u64> = Vec::new();
    for (term, times) in scene.content.words_of(content) {
        all.push(term.hash());
        if scene.content.is_common(term) {
            continue;
        }
        let having = spread.of(term);
        let weight = idf(files, having) * (1.0 + times).ln();
        if (2..=MOST_FILES).contains(&having) {
            rare.push((term, weight));
        }
        if having >= 2 && having * 4 <= files.max(8) {
            heavy.push((term, weight));
        }
    }
    add(&mut connections.shared_words, &matches(scene, &heaviest(rare, RARE_WORDS)));
    largest(&mut connections.alike, &matches(scene, &heaviest(heavy, HEAVY_WORDS)));
    all.sort_unstable();
    for (at, candidate) in scene.tree.iter().enumerate() {
        let whole = candidate.info.whole_name;
        if candidate.info.subject != info.subject && all.binary_search(&whole.hash()).is_ok() {
            let rarity = idf(files, spread.of(whole));
            connections.is_named[at] = connections.is_named[at].max(rarity);
        }
    }
    let names = scene.content.defined_names(content);
    let weighed: Vec<(Term, f32)> = names.iter().map(|term| (*term, idf(files, spread.of(*term)))).collect();
    let mut rarest = vec![0.0_f32; scene.content.bound()];
    for (term, weight) in &weighed {
        scene.content.files_with(*term, &mut |file, _| {
            let known = &mut rarest[file as usize];
            *known = known.max(*weight);
        });
    }
    largest(&mut connections.rarest_use, &by_candidate(scene, &rarest));
    let total: f32 = weighed.iter().map(|(_, weight)| weight).sum();
    let query: Vec<(Term, f32)> = names.iter().map(|term| (*term, 10.0 / total.max(1.0))).collect();
    add(&mut connections.uses, &matches(scene, &query));
}

/// How many files have a word; counted once per word, because many files have equal names.
struct Spread<'s> {
    scene: &'s Scene<'s>,
    known: FxHashMap<Term, usize>,
}

impl Spread<'_> {
    fn of(&mut self, term: Term) -> usize {
        let content = self.scene.content;
        *self.known.entry(term).or_insert_with(|| {
            let mut having = 0;
            content.files_with(term, &mut |_, _| having += 1);
            having
        })
    }
}

/// The words with the largest weights, which then add up to 1.
fn heaviest(mut words: Vec<(Term, f32)>, most: usize) -> Vec<(Term, f32)> {
    words.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    words.truncate(most);
    let total: f32 = words.iter().map(|(_, weight)| weight).sum();
    words.into_iter().map(|(term, weight)| (term, weight / total.max(1.0))).collect()
}

fn matches(scene: &Scene<'_>, words: &[(Term, f32)]) -> Vec<f32> {
    by_candidate(scene, &bm25(scene.content, words))
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

fn largest(most: &mut [f32], values: &[f32]) {
    for (most, value) in most.iter_mut().zip(values) {
        *most = most.max(*value);
    }
}
