//! The evidence for each file that the index has for one question.

use super::Sources;
use crate::search_results::symbol_of;
use fathom_graph::lookup::{Fit, lookup_to};
use fathom_graph::{FileId, SymbolId};
use fathom_syntax::{Flags, Kind};
use fathom_text::{FileEvidence, Hit, Term};
use rustc_hash::FxHashMap;

/// Most definitions of one identifier; a name with more is not specific.
const NAMESAKES: usize = 24;
/// Files that have a rank by their text; all others rank last.
pub(super) const ORDERED: usize = 200;
/// Hits that count as good matches of their files.
const GOOD_PLACES: usize = 50;

/// The evidence of a question, by file.
pub(super) struct Evidence {
    /// The files whose text has a term, in order, and what each has.
    files: Vec<FileId>,
    texts: Vec<FileEvidence>,
    /// The first of them, best first.
    order: Vec<FileId>,
    /// The rank of each in it.
    ranks: FxHashMap<FileId, usize>,
    /// The best value of each kind of score.
    pub(super) best: FileEvidence,
    /// The weight of all terms that occur in files.
    pub(super) total: f32,
    /// The weight of the strongest term.
    pub(super) strongest: f32,
    /// The weight of each term, and its text.
    pub(super) weights: FxHashMap<Term, f32>,
    pub(super) terms: Vec<(String, f32)>,
    /// The best hits of each file as shares of the best of all, best first.
    pub(super) places: FxHashMap<FileId, Places>,
    /// Names whose words are all in the task, by file.
    pub(super) whole: FxHashMap<FileId, WholeNames>,
    /// Identifiers of the task that the file defines.
    pub(super) defined: FxHashMap<FileId, DefinedIdentifiers>,
    /// Files that the task names by path, and those of its stack frames, with a weight.
    pub(super) named: FxHashMap<FileId, f32>,
    pub(super) framed: FxHashMap<FileId, f32>,
}

/// The places of a file that match best.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    pub(super) shares: [f32; 3],
    pub(super) count: usize,
    /// Number of them among the first of all.
    pub(super) good: usize,
}

/// The strongest whole names that a file defines, as shares of the weight of all terms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WholeNames {
    pub(super) of_type: f32,
    pub(super) of_other: f32,
}

/// The identifiers of the task that a file defines.
#[derive(Clone, Debug, Default)]
pub(super) struct DefinedIdentifiers {
    pub(super) as_type: f32,
    pub(super) as_other: f32,
    /// The largest share of the identifier's users that use this definition.
    pub(super) used: f32,
    /// The identifier that counts most.
    pub(super) name: String,
}

impl Evidence {
    pub(super) fn read(sources: &Sources<'_>) -> Evidence {
        let graph = sources.graph;
        let query = &sources.results.query;
        let found = sources.index.file_evidence(query);
        let mut best = FileEvidence::default();
        for file in &found.files {
            best.score = best.score.max(file.score);
            best.occurrences = best.occurrences.max(density(file));
            for (best, score) in best.scores.iter_mut().zip(file.scores) {
                *best = best.max(score);
            }
        }
        let file_of = |symbol: u32| graph.file_of(SymbolId::new(symbol));
        let mut by_score: Vec<(f32, FileId)> =
            found.files.iter().map(|file| (file.score, file_of(file.symbol))).collect();
        let best_first = |a: &(f32, FileId), b: &(f32, FileId)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if by_score.len() > ORDERED {
            by_score.select_nth_unstable_by(ORDERED, best_first);
            by_score.truncate(ORDERED);
        }
        by_score.sort_unstable_by(best_first);
        let order: Vec<FileId> = by_score.into_iter().map(|(_, file)| file).collect();
        let terms =
            query.terms.iter().zip(&found.weights).map(|(term, (_, weight))| (term.text.clone(), *weight));
        let mut evidence = Evidence {
            ranks: order.iter().enumerate().map(|(rank, file)| (*file, rank)).collect(),
            order,
            best,
            total: found.total.max(f32::MIN_POSITIVE),
            strongest: found.weights.iter().map(|(_, weight)| *weight).fold(0.0, f32::max),
            terms: terms.collect(),
            weights: found.weights.into_iter().collect(),
            files: found.files.iter().map(|file| file_of(file.symbol)).collect(),
            texts: found.files,
            places: places(sources),
            whole: FxHashMap::default(),
            defined: FxHashMap::default(),
            named: FxHashMap::default(),
            framed: FxHashMap::default(),
        };
        evidence.read_whole_names(sources, &sources.results.whole);
        evidence.read_identifiers(sources);
        evidence.read_paths(sources);
        evidence
    }

    /// The files whose text matches best.
    pub(super) fn best_files(&self, count: usize) -> impl Iterator<Item = FileId> + '_ {
        self.order.iter().copied().take(count)
    }

    /// The files that define an identifier of the task or are named by it.
    pub(super) fn files_with_names(&self) -> impl Iterator<Item = FileId> + '_ {
        self.defined.keys().chain(self.named.keys()).chain(self.framed.keys()).copied()
    }

    pub(super) fn text(&self, file: FileId) -> FileEvidence {
        self.files.binary_search(&file).map_or_else(|_| FileEvidence::default(), |at| self.texts[at])
    }

    /// The rank of a file by its text, from 0; `None` behind the first.
    pub(super) fn rank(&self, file: FileId) -> Option<usize> {
        self.ranks.get(&file).copied()
    }

    /// The weight of some terms, each counted once, as a share of all that files have.
    pub(super) fn share(&self, terms: &[Term]) -> f32 {
        let mut known: Vec<(f32, Term)> = Vec::new();
        for term in terms {
            if let Some(weight) = self.weights.get(term)
                && known.iter().all(|(_, other)| other != term)
            {
                known.push((*weight, *term));
            }
        }
        known.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        known.iter().map(|(weight, _)| weight).sum::<f32>() / self.total
    }

    /// Share of some terms that the task contains.
    pub(super) fn asked(&self, terms: &[Term]) -> f32 {
        let asked = terms.iter().filter(|term| self.weights.contains_key(term)).count();
        asked as f32 / terms.len().max(1) as f32
    }

    fn read_whole_names(&mut self, sources: &Sources<'_>, whole: &[Hit]) {
        let graph = sources.graph;
        let total: f32 = sources.results.total.max(f32::MIN_POSITIVE);
        for hit in whole {
            let symbol = symbol_of(*hit);
            let kind = graph.kind(symbol);
            if matches!(kind, Kind::File | Kind::Section | Kind::Key)
                || graph.flags(symbol).has(Flags::DECLARATION)
            {
                continue;
            }
            let names = self.whole.entry(graph.file_of(symbol)).or_default();
            let share = (hit.score / total).min(1.0);
            let slot = if kind.is_type() { &mut names.of_type } else { &mut names.of_other };
            *slot = slot.max(share);
        }
    }

    fn read_identifiers(&mut self, sources: &Sources<'_>) {
        let graph = sources.graph;
        for (name, weight) in &sources.task.identifiers {
            let found = lookup_to(graph, name, None, Fit::CaseDiffers, NAMESAKES);
            let users: Vec<usize> =
                found.iter().map(|one| graph.incoming(one.symbol).take(200).count()).collect();
            let most = users.iter().copied().max().unwrap_or(0).max(1) as f32;
            for (one, users) in found.iter().zip(users) {
                let kind = graph.kind(one.symbol);
                if matches!(kind, Kind::File | Kind::Section | Kind::Key) {
                    continue;
                }
                let declares = graph.flags(one.symbol).has(Flags::DECLARATION);
                let share = if declares { 0.4 * weight } else { *weight };
                let defined = self.defined.entry(graph.file_of(one.symbol)).or_default();
                let slot = if kind.is_type() { &mut defined.as_type } else { &mut defined.as_other };
                if share > *slot {
                    *slot = share;
                    defined.name.clone_from(name);
                }
                defined.used = defined.used.max(weight * users as f32 / most);
            }
        }
    }

    fn read_paths(&mut self, sources: &Sources<'_>) {
        let task = sources.task;
        if task.paths.is_empty() && task.frames.is_empty() {
            return;
        }
        let files = crate::channels::FilesByName::new(sources.graph);
        for path in &task.paths {
            for file in files.ending_in(sources.graph, path) {
                self.named.insert(file, 1.0);
            }
        }
        for (place, frame) in task.frames.iter().enumerate() {
            let from_end = place.min(task.frames.len() - 1 - place);
            for file in files.ending_in(sources.graph, &frame.path) {
                let weight = self.framed.entry(file).or_default();
                *weight = weight.max(1.0 / (1.0 + from_end as f32).sqrt());
            }
        }
    }
}

/// Density of the terms in a file.
pub(super) fn density(file: &FileEvidence) -> f32 {
    file.occurrences / file.length.max(40.0).sqrt()
}

/// The best places of each file.
fn places(sources: &Sources<'_>) -> FxHashMap<FileId, Places> {
    let hits = &sources.results.hits;
    let top = hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
    let mut places: FxHashMap<FileId, Places> = FxHashMap::default();
    for (rank, hit) in hits.iter().enumerate() {
        let place = places.entry(sources.graph.file_of(symbol_of(*hit))).or_default();
        if let Some(share) = place.shares.get_mut(place.count) {
            *share = hit.score / top;
        }
        place.count += 1;
        place.good += usize::from(rank < GOOD_PLACES);
    }
    places
}
