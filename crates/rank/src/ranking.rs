//! From a task to an order: channels, features, the learned models.

use crate::advice;
use crate::channels::{self, WordMatches};
use crate::features::{CONSTRUCTOR, FEATURES, Read, TASK_LONG, evidence_of, features};
use crate::files::{FileCandidates, RankedFile, Sources as FileSources, SymbolScore, ranked_files};
use crate::model::{Model, Scorer};
use crate::names::Definitions;
use crate::pool::Pool;
use crate::reasons::{Reason, ReasonFormatter};
use crate::refinement::Refinement;
use crate::repeats::{CROWDED, REPEAT, crowds, overloads_last, repeats};
use crate::repository::{Rankers, Repository};
use crate::task::Task;
use crate::{lookup, within};
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_syntax::Kind;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Most candidates that the ranker scores.
const CANDIDATES: usize = 500;

/// Most files of an answer.
pub(crate) const FILES: usize = 20;

/// Most tests of an answer.
pub(crate) const TESTS: usize = 10;

/// Whether a file, by its number, may answer.
pub type FileFilter<'k> = &'k (dyn Fn(FileId) -> bool + Sync);

/// A symbol with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredSymbol {
    /// The symbol.
    pub symbol: SymbolId,
    /// Comparable inside one answer only.
    pub score: f32,
    /// The probability of being needed.
    pub probability: f32,
    /// Largest part first.
    pub reasons: Vec<Reason>,
}

/// The answer to a task.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// Symbols to read, best first.
    pub symbols: Vec<ScoredSymbol>,
    /// Tests that belong to them, best first.
    pub tests: Vec<(SymbolId, f32)>,
    /// Files to read, best first.
    pub files: Vec<RankedFile>,
}

/// The results of all channels, before the best are kept.
pub(crate) struct ChannelResults {
    pub(crate) pool: Pool,
    pub(crate) matched: WordMatches,
}

impl ChannelResults {
    pub(crate) fn by_channels(repository: Repository<'_>, task: &Task) -> ChannelResults {
        let Repository { graph, words, past, .. } = repository;
        let mut pool = Pool::default();
        let mut matched = channels::words(graph, words, task, &mut pool);
        channels::named(graph, task, &mut pool);
        channels::quoted(graph, task, &mut pool);
        task.at_hand.add_signals(graph, &mut pool);
        advice::add_candidates(graph, &task.advice, &mut pool);
        if let Some(past) = past {
            channels::history(graph, past, &matched.query, &mut pool);
        }
        matched.expansion = channels::echo(graph, words, &matched.query, &mut pool);
        channels::neighbours(graph, &mut pool);
        ChannelResults { pool, matched }
    }
}

/// The input of the ranker: candidates and their features, best prior first.
pub struct Candidates {
    pub(crate) pool: Pool,
    pub(crate) matched: WordMatches,
    /// The features of each, in the same order as [`Candidates::symbols`].
    pub features: Vec<[f32; FEATURES]>,
}

impl Candidates {
    /// The candidates of a task.
    pub fn find(repository: Repository<'_>, task: &Task) -> Candidates {
        Candidates::keep(repository, task, ChannelResults::by_channels(repository, task))
    }

    /// Keeps the best candidates and computes their features.
    pub(crate) fn keep(repository: Repository<'_>, task: &Task, gathered: ChannelResults) -> Candidates {
        let Repository { graph, words, past, traits } = repository;
        let ChannelResults { mut pool, matched } = gathered;
        pool.keep(graph, CANDIDATES);
        channels::walk(graph, &mut pool);
        let read = Read::new(graph, words, &matched.query, &pool);
        let features = features(graph, &pool, traits, &read, &matched.files, task, past);
        Candidates { pool, matched, features }
    }

    /// The symbols, best prior first.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.pool.rows.iter().map(|row| row.symbol)
    }

    /// Answers from what files are ranked by, given the order of the symbols.
    fn with_file_sources<T>(
        &self,
        repository: Repository<'_>,
        task: &Task,
        definitions: Option<&Definitions>,
        placed: &[CandidatePosition],
        answer: impl FnOnce(&FileSources<'_>) -> T,
    ) -> T {
        let symbols: Vec<SymbolScore> = placed
            .iter()
            .map(|placed| SymbolScore {
                symbol: self.pool.rows[placed.candidate].symbol,
                placed: *placed,
                evidence: evidence_of(&self.features[placed.candidate]),
            })
            .collect();
        answer(&FileSources {
            graph: repository.graph,
            index: repository.words,
            traits: repository.traits,
            task,
            results: &self.matched.results,
            definitions,
            symbols: &symbols,
        })
    }

    /// All of them in order.
    pub(crate) fn place(&self, graph: &Graph<'_>, model: &Model, task: &Task) -> Vec<CandidatePosition> {
        let symbol = |candidate: usize| self.pool.rows[candidate].symbol;
        let advised = |candidate: usize| {
            let at_hand = task.at_hand.weight(graph, symbol(candidate));
            (advice::weight(&task.advice, symbol(candidate)) + at_hand).clamp(-advice::MOST, advice::MOST)
        };
        place(model, &self.features, advised, |candidate| graph.shared_id(symbol(candidate)))
    }
}

/// Ranks the symbols and files of a repository for a task: those of the files that `keeps` is true for.
///
/// A task that is a name is looked up: its definitions come first, then what uses them.
pub fn rank(
    repository: Repository<'_>,
    rankers: Rankers<'_>,
    task: &Task,
    limit: usize,
    keeps: Option<FileFilter<'_>>,
) -> Ranking {
    if !task.refinement.is_empty() {
        return refined(repository, rankers, task, limit, keeps);
    }
    let definitions = Definitions::of(repository.graph, task);
    if let Some(definitions) = definitions.as_ref().filter(|one| one.is_code && task.is_bare()) {
        return lookup::answer(repository, rankers, task, definitions, limit, keeps.unwrap_or(&|_| true));
    }
    let mut ranking = match keeps {
        None => whole(repository, rankers, task, definitions.as_ref(), limit, &|_| true),
        Some(keeps) => within::ranking(repository, rankers, task, definitions.as_ref(), limit, keeps),
    };
    if let Some(definitions) = &definitions {
        lookup::put_first(repository.graph, definitions, limit, keeps.unwrap_or(&|_| true), &mut ranking);
    }
    ranking
}

/// The answer to a refined task, without the symbols of the earlier answer.
fn refined(
    repository: Repository<'_>,
    rankers: Rankers<'_>,
    task: &Task,
    limit: usize,
    keeps: Option<FileFilter<'_>>,
) -> Ranking {
    let graph = repository.graph;
    let Refinement { more_like, unlike } = &task.refinement;
    let mut again = Task { refinement: Refinement::default(), found: None, ..task.clone() };
    again.hint_words = format!("{} {}", task.hint_words, task.refinement.words(graph));
    again.advice.extend(task.refinement.advice(graph));
    let known = more_like.len() + unlike.len();
    let mut ranking = rank(repository, rankers, &again, limit.saturating_add(known), keeps);
    ranking.symbols.retain(|ranked| !task.refinement.has(ranked.symbol));
    ranking.symbols.truncate(limit);
    ranking
}

/// The files that may answer a task, with their features: what the model of files learns from.
pub fn file_candidates(repository: Repository<'_>, model: &Model, task: &Task) -> FileCandidates {
    let graph = repository.graph;
    let definitions = Definitions::of(graph, task);
    if let Some(definitions) = definitions.as_ref().filter(|one| one.is_code && task.is_bare()) {
        return lookup::file_candidates(repository, task, definitions);
    }
    let candidates = Candidates::find(repository, task);
    let placed = candidates.place(graph, model, task);
    candidates.with_file_sources(repository, task, definitions.as_ref(), &placed, FileCandidates::find)
}

/// The answer from all candidates.
pub(crate) fn whole(
    repository: Repository<'_>,
    rankers: Rankers<'_>,
    task: &Task,
    definitions: Option<&Definitions>,
    limit: usize,
    keeps: FileFilter<'_>,
) -> Ranking {
    let candidates = Candidates::find(repository, task);
    ranking(repository, rankers, task, definitions, candidates, limit, keeps)
}

/// The answer from the candidates in files that `keeps` is true for.
pub(crate) fn ranking(
    repository: Repository<'_>,
    rankers: Rankers<'_>,
    task: &Task,
    definitions: Option<&Definitions>,
    candidates: Candidates,
    limit: usize,
    keeps: FileFilter<'_>,
) -> Ranking {
    let Repository { graph, past, .. } = repository;
    let symbol = |candidate: usize| candidates.pool.rows[candidate].symbol;
    let mut placed = candidates.place(graph, rankers.symbols, task);
    let files = rankers.files.map_or_else(Vec::new, |model| {
        candidates.with_file_sources(repository, task, definitions, &placed, |sources| {
            ranked_files(sources, model, keeps, FILES)
        })
    });
    placed.retain(|placed| keeps(graph.file_of(symbol(placed.candidate))));
    let formatter = ReasonFormatter::new(graph, past, task, &candidates);
    let symbols: Vec<ScoredSymbol> = placed
        .iter()
        .take(limit)
        .map(|placed| ScoredSymbol {
            symbol: symbol(placed.candidate),
            score: placed.score,
            probability: placed.probability,
            reasons: formatter.reasons(rankers.symbols, placed.candidate),
        })
        .collect();
    let mut tests: Vec<(SymbolId, f32)> = candidates.matched.tests;
    tests.retain(|(test, _)| graph.kind(*test).is_callable() || graph.kind(*test) == Kind::Test);
    tests.retain(|(test, _)| keeps(graph.file_of(*test)));
    tests.truncate(TESTS);
    Ranking { symbols, tests, files }
}

/// Smoothing constant of reciprocal rank fusion.
pub(crate) const SMOOTH: f32 = 60.0;
/// Weight of the model's order; the prior's weight is the rest of 2.
const LEARNED: f32 = 1.7;

/// The position of a candidate in the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CandidatePosition {
    /// The index of the candidate in the pool.
    pub candidate: usize,
    /// The score that the answer is sorted by.
    pub score: f32,
    /// The model's score.
    pub learned: f32,
    /// The probability of being needed.
    pub probability: f32,
    /// The candidate of the same name that it repeats, which moves it down.
    pub repeats: Option<usize>,
    /// Number of members of its type before it, which moves it down a little.
    pub crowd: usize,
}

/// Candidates in order. They are given best prior first; `advised` returns the advice on each, from
/// -1 to 1, and `id` its id, by which repeats are found.
///
/// The orders of the model and of the prior are merged by rank: their errors differ, so both
/// together are better than either. A candidate that repeats one before it moves down. In the
/// answer to a wish, so does each further member of one type: a bug report is often about one type,
/// a wish about several.
pub fn place(
    model: &Model,
    features: &[[f32; FEATURES]],
    advised: impl Fn(usize) -> f32,
    id: impl Fn(usize) -> String,
) -> Vec<CandidatePosition> {
    let scorer = Scorer::new(model);
    let learned: Vec<f32> = features.iter().map(|features| scorer.score(features)).collect();
    let best = learned.iter().copied().fold(f32::MIN, f32::max);
    let mut ranks: Vec<usize> = (0..learned.len()).collect();
    ranks.sort_by(|a, b| learned[*b].total_cmp(&learned[*a]).then(a.cmp(b)));
    let mut joined: Vec<(f32, usize)> = ranks
        .iter()
        .enumerate()
        .map(|(rank, place)| {
            (LEARNED / (SMOOTH + rank as f32) + (2.0 - LEARNED) / (SMOOTH + *place as f32), *place)
        })
        .collect();
    let best_first = |a: &(f32, usize), b: &(f32, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    joined.sort_by(best_first);
    let ids: Vec<String> = (0..learned.len()).map(id).collect();
    let order: Vec<usize> = joined.iter().map(|(_, place)| *place).collect();
    let is_wish = features.first().is_some_and(|features| features[TASK_LONG] <= 0.0);
    // A bug report may well be about the constructor.
    let constructs = |candidate: usize| is_wish && features[candidate][CONSTRUCTOR] > 0.0;
    let repeats = repeats(&order, &ids, constructs);
    for (score, place) in &mut joined {
        if repeats[*place].is_some() {
            *score *= REPEAT;
        }
    }
    joined.sort_by(best_first);
    let order: Vec<usize> = joined.iter().map(|(_, place)| *place).collect();
    let crowds = if is_wish { crowds(&order, &ids) } else { vec![0; ids.len()] };
    for (score, place) in &mut joined {
        *score *= CROWDED.powi(crowds[*place] as i32);
        *score += advice::WORTH * advised(*place);
    }
    joined.sort_by(best_first);
    overloads_last(joined, &ids)
        .into_iter()
        .enumerate()
        .map(|(rank, (score, candidate))| CandidatePosition {
            candidate,
            score,
            learned: learned[candidate],
            probability: model.calibration.probability(learned[candidate], best, rank),
            repeats: repeats[candidate],
            crowd: crowds[candidate],
        })
        .collect()
}

/// Factor by which each further symbol of a file adds less.
const NEXT: f32 = 0.5;

/// Files in the order of their symbols alone, from placed candidates and the file of each.
///
/// A file's score comes from its best symbols, each by its rank and by its model score relative to
/// the best. A file with one certain symbol comes before one with many possible ones.
pub fn files_of_symbols<F: Copy + Eq + Hash>(
    placed: &[CandidatePosition],
    file: impl Fn(usize) -> F,
) -> Vec<(F, f32)> {
    let best = placed.iter().map(|one| one.learned).fold(f32::MIN, f32::max);
    let mut weighed: Vec<(f32, F)> =
        placed.iter().map(|one| (one.score * (one.learned - best).exp(), file(one.candidate))).collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut places: FxHashMap<F, (usize, f32)> = FxHashMap::default();
    let mut files: Vec<(F, f32)> = Vec::new();
    for (weight, file) in weighed {
        if let Some((place, factor)) = places.get_mut(&file) {
            *factor *= NEXT;
            files[*place].1 += weight * *factor;
        } else {
            places.insert(file, (files.len(), 1.0));
            files.push((file, weight));
        }
    }
    // Stable: of equal files the one with the better symbol comes first.
    files.sort_by(|a, b| b.1.total_cmp(&a.1));
    files
}

#[cfg(test)]
mod tests;
