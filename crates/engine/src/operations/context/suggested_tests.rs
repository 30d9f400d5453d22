//! The tests that an answer suggests: those that match the task, and those that past commits changed
//! together with the files of the answer.
//!
//! Which tests match is decided by words; which belong to a file is what the test expert knows. It is
//! asked in its cheapest form, decayed co-change over the commits that the ranking reads anyway, so that
//! it costs no time that a question notices.

use super::super::filter::Files;
use super::super::test_ids::is_test;
use super::response::TestEntry;
use crate::View;
use fathom_graph::{FileId, SymbolId};
use fathom_protocol::context::RankedTest;
use fathom_rank::Ranking;
use std::collections::BTreeMap;

/// Files of the answer whose tests are looked for.
const FILES: usize = 5;
/// A file of the answer belongs to the task at least this likely.
const LEAST: f32 = 0.02;
/// Tests of an answer.
const MOST: usize = 10;
/// Tests of one file, where other files have tests, too.
const OF_FILE: usize = 3;
/// How much the first places of an order count more than later ones.
const SMOOTHING: f32 = 3.0;

/// The tests of an answer, best first. History adds tests of the given files; of none if there are none.
pub(super) fn tests(view: &View<'_>, ranking: &Ranking, history: Option<&Files>) -> Vec<TestEntry> {
    let matched: Vec<SymbolId> = ranking.tests.iter().map(|(test, _)| *test).collect();
    let chances = history.map(|files| chances(view, ranking, files)).unwrap_or_default();
    let listed = if chances.is_empty() { matched } else { mixed(view, ranking, &matched, &chances) };
    let graph = view.graph;
    let entry = |test: SymbolId| TestEntry {
        record: RankedTest {
            id: graph.id(test),
            path: graph.path(test).to_owned(),
            probability: probability(view, ranking, &chances, test),
        },
        name: graph.qualified_name(test),
        line: graph.definition(test).line,
    };
    let mut entries: Vec<TestEntry> = listed.into_iter().map(entry).collect();
    let estimates: Vec<f32> = entries.iter().map(|entry| entry.record.probability).collect();
    for (entry, probability) in entries.iter_mut().zip(pooled(&estimates)) {
        entry.record.probability = probability;
    }
    entries
}

/// The closest estimates that never rise down the list: the order knows more than each estimate alone,
/// so neighbours that contradict it share their mean (isotonic regression, pool adjacent violators).
fn pooled(estimates: &[f32]) -> Vec<f32> {
    let mut pools: Vec<(f32, usize)> = Vec::new();
    for &estimate in estimates {
        let mut pool = (estimate, 1);
        while let Some(&(sum, count)) = pools.last()
            && sum / count as f32 <= pool.0 / pool.1 as f32
        {
            pool = (sum + pool.0, count + pool.1);
            pools.pop();
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / count as f32, count)).collect()
}

/// By test file: the probability that the change of a file of the answer changes it, too.
fn chances(view: &View<'_>, ranking: &Ranking, allowed: &Files) -> BTreeMap<FileId, f32> {
    let mut chances: BTreeMap<FileId, f32> = BTreeMap::new();
    let Some(past) = view.past() else { return chances };
    let first = &ranking.files[..ranking.files.len().min(FILES)];
    let files: Vec<FileId> = first.iter().map(|ranked| ranked.file).collect();
    for (of_answer, changed) in past.changed_with(&files) {
        let likely = first.iter().find(|ranked| ranked.file == of_answer).map_or(0.0, |one| one.probability);
        for (file, share) in changed {
            let is_test_file = fathom_syntax::is_test_path(view.graph.files()[file.index()].path);
            if is_test_file && allowed.hold(file) {
                let chance = chances.entry(file).or_default();
                *chance = 1.0 - (1.0 - *chance) * (1.0 - likely.max(LEAST) * share);
            }
        }
    }
    chances
}

/// Both orders of test files, mixed by reciprocal rank; of each file the tests that match, then those
/// that refer to symbols of the answer, or the file itself.
fn mixed(
    view: &View<'_>,
    ranking: &Ranking,
    matched: &[SymbolId],
    chances: &BTreeMap<FileId, f32>,
) -> Vec<SymbolId> {
    let graph = view.graph;
    let mut by_words: Vec<FileId> = Vec::new();
    for file in matched.iter().map(|test| graph.file_of(*test)) {
        if !by_words.contains(&file) {
            by_words.push(file);
        }
    }
    let mut by_history: Vec<(FileId, f32)> = chances.iter().map(|(file, chance)| (*file, *chance)).collect();
    by_history.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    by_history.truncate(MOST);
    let mut scores: BTreeMap<FileId, f32> = BTreeMap::new();
    for order in [by_words, by_history.into_iter().map(|(file, _)| file).collect()] {
        for (place, file) in order.into_iter().enumerate() {
            *scores.entry(file).or_default() += 1.0 / (SMOOTHING + place as f32);
        }
    }
    let mut files: Vec<(FileId, f32)> = scores.into_iter().collect();
    files.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut listed: Vec<SymbolId> = Vec::new();
    for (file, _) in &files {
        let mut of_file: Vec<SymbolId> =
            matched.iter().copied().filter(|test| graph.file_of(*test) == *file).collect();
        if of_file.is_empty() {
            of_file = referring(view, ranking, *file);
        }
        if of_file.is_empty() {
            of_file.push(graph.file_symbol(*file));
        }
        listed.extend(of_file.into_iter().take(OF_FILE));
    }
    let rest: Vec<SymbolId> = matched.iter().copied().filter(|test| !listed.contains(test)).collect();
    listed.truncate(MOST);
    listed.extend(rest);
    listed.truncate(MOST);
    listed
}

/// The tests of a file that refer to symbols of the answer, in the order of these symbols.
fn referring(view: &View<'_>, ranking: &Ranking, file: FileId) -> Vec<SymbolId> {
    let graph = view.graph;
    let mut tests: Vec<SymbolId> = Vec::new();
    for ranked in &ranking.symbols {
        for edge in graph.incoming(ranked.symbol) {
            let is_found = graph.file_of(edge.from) == file && is_test(graph, edge.from);
            if is_found && !tests.contains(&edge.from) {
                tests.push(edge.from);
            }
        }
        if tests.len() >= OF_FILE {
            break;
        }
    }
    tests
}

/// A test concerns the task as much as the needed symbol that it refers to most surely, or as its file
/// changes with the files of the answer.
fn probability(view: &View<'_>, ranking: &Ranking, chances: &BTreeMap<FileId, f32>, test: SymbolId) -> f32 {
    let edges = view.graph.outgoing(test).iter();
    let reached = edges.filter_map(|edge| {
        let ranked = ranking.symbols.iter().find(|ranked| ranked.symbol == edge.to)?;
        Some(ranked.probability * edge.confidence())
    });
    let chance = chances.get(&view.graph.file_of(test)).copied().unwrap_or(0.0);
    reached.fold(chance, f32::max)
}

#[cfg(test)]
mod tests {
    use super::pooled;

    #[test]
    fn estimates_that_contradict_the_order_share_their_mean() {
        assert_eq!(pooled(&[0.5, 0.25, 0.75, 0.125]), [0.5, 0.5, 0.5, 0.125]);
        assert_eq!(pooled(&[0.5, 0.25]), [0.5, 0.25]);
        assert_eq!(pooled(&[]), [0.0; 0]);
    }
}
