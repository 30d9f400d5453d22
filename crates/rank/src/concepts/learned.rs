//! Concepts that come from the repository itself: a section's heading and the symbols it mentions,
//! a test's name and the symbols it calls, a phrase that recurs in commit messages and the symbols
//! that those commits changed.
//!
//! All of it is in the index, so nothing is precomputed and nothing can be outdated: only headings,
//! names and messages that match the task are compared with it. A phrase counts if it has at least
//! two words and few sources. A symbol counts if it is specific to its sources.

use super::task_words::Shared;
use super::{MatchedConcept, Question, strongest};
use crate::advice::Advice;
use crate::past::Past;
use crate::pool::is_answer;
use crate::search_results::symbol_of;
use fathom_graph::{EdgeKind, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use std::collections::BTreeMap;

/// Most sections, and most tests, that are read.
const VOTERS: usize = 100;
/// Most commits that are read.
const COMMITS: usize = 40;
/// Sections, tests or commits above which a phrase is not specific.
const SOURCES: usize = 4;
/// Symbols of one source above which it is specific to none of them.
const TARGETS: usize = 12;
/// Weight of a symbol that is the only target of the only source of a whole heading.
const LEARNED: f32 = 0.5;
/// Most symbols that get advice.
const MOST: usize = 10;

/// The concepts of the repository's docs, tests and commits that match a task, best first.
pub fn learned(question: &mut Question<'_, '_>, past: Option<&Past<'_>>) -> Vec<MatchedConcept> {
    let mut concepts = prose_and_tests(question);
    if let Some(past) = past {
        concepts.extend(commits(question, past));
    }
    strongest(concepts, MOST)
}

/// One section, test or group of commits that has a phrase of the task.
struct PhraseSource {
    shared: Shared,
    reason: String,
    /// Symbols with how specific each is, from 0 to 1.
    targets: Vec<(SymbolId, f32)>,
}

fn prose_and_tests(question: &mut Question<'_, '_>) -> Vec<MatchedConcept> {
    let graph = question.graph;
    let is_section = |symbol: SymbolId| graph.kind(symbol) == Kind::Section;
    let is_test = |symbol: SymbolId| graph.flags(symbol).has(Flags::TEST) && graph.kind(symbol).is_callable();
    let symbols: Vec<SymbolId> = question.found.hits.iter().copied().map(symbol_of).collect();
    let sections = symbols.iter().copied().filter(|symbol| is_section(*symbol)).take(VOTERS);
    let tests = symbols.iter().copied().filter(|symbol| is_test(*symbol)).take(VOTERS);
    let mut concepts = Vec::new();
    for (voters, counts) in [
        (sections.collect::<Vec<SymbolId>>(), &[EdgeKind::Mentions][..]),
        (tests.collect(), &[EdgeKind::Call, EdgeKind::New]),
    ] {
        let mut sources: Vec<PhraseSource> = Vec::new();
        for voter in voters {
            let Some(shared) = question.words.shared(graph.name(voter)) else { continue };
            let line = graph.definition(voter).line;
            let reason = format!("{}:{line} “{}”", graph.path(voter), graph.name(voter));
            sources.push(PhraseSource { shared, reason, targets: targets(graph, voter, counts) });
        }
        concepts.extend(specific_concepts(&sources));
    }
    concepts
}

/// What a section mentions or a test calls: the fewer others do, the more
/// specific it is.
fn targets(graph: &Graph<'_>, voter: SymbolId, counts: &[EdgeKind]) -> Vec<(SymbolId, f32)> {
    let outgoing = graph.outgoing(voter).iter().filter(|edge| counts.contains(&edge.kind()));
    let mut symbols: Vec<(SymbolId, f32)> =
        outgoing.filter(|edge| is_answer(graph, edge.to)).map(|edge| (edge.to, edge.confidence())).collect();
    symbols.sort_unstable_by_key(|(symbol, _)| *symbol);
    symbols.dedup_by_key(|(symbol, _)| *symbol);
    if symbols.len() > TARGETS {
        return Vec::new();
    }
    let kin = graph.flags(voter).has(Flags::TEST);
    let users = |symbol: SymbolId| {
        graph
            .incoming(symbol)
            .filter(|edge| counts.contains(&edge.kind()) && graph.flags(edge.from).has(Flags::TEST) == kin)
            .take(100)
            .count()
    };
    symbols.into_iter().map(|(symbol, sure)| (symbol, sure / (users(symbol).max(1) as f32).sqrt())).collect()
}

/// The concepts of the sources whose phrase is specific.
fn specific_concepts(sources: &[PhraseSource]) -> Vec<MatchedConcept> {
    let containing = |phrase: &str| sources.iter().filter(|one| one.shared.phrase.contains(phrase)).count();
    let specific = sources.iter().filter_map(|source| {
        let count = containing(&source.shared.phrase);
        (count <= SOURCES && !source.targets.is_empty()).then_some((source, count))
    });
    specific
        .map(|(source, count)| {
            let Shared { phrase, words, of } = &source.shared;
            let whole = *words as f32 / (*of).max(1) as f32;
            let weight = LEARNED * whole / (count as f32 * source.targets.len() as f32).sqrt();
            MatchedConcept {
                reason: source.reason.clone(),
                phrases: vec![phrase.clone()],
                advice: source
                    .targets
                    .iter()
                    .map(|(symbol, specific)| Advice {
                        symbol: *symbol,
                        weight: weight * specific,
                        reason: source.reason.clone(),
                    })
                    .collect(),
            }
        })
        .collect()
}

/// Phrases that recur in messages, with what at least two of their commits changed.
fn commits(question: &mut Question<'_, '_>, past: &Past<'_>) -> Vec<MatchedConcept> {
    let graph = question.graph;
    let mut by_phrase: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (commit, _) in past.matching(&question.found.query, COMMITS) {
        let subject = past.commits[commit].message.lines().next().unwrap_or_default();
        if let Some(shared) = question.words.shared(subject) {
            by_phrase.entry(shared.phrase).or_default().push(commit);
        }
    }
    by_phrase.retain(|_, commits| (2..=SOURCES).contains(&commits.len()));
    let all: Vec<usize> = by_phrase.values().flatten().copied().collect();
    let mut changed: BTreeMap<usize, Vec<SymbolId>> = BTreeMap::new();
    for touched in if all.is_empty() { Vec::new() } else { past.touched(graph, &all) } {
        changed.entry(touched.commit).or_default().push(touched.symbol);
    }
    let concepts =
        by_phrase.into_iter().filter_map(|(phrase, commits)| recurring(past, phrase, &commits, &changed));
    concepts.collect()
}

/// The symbols that at least two of the commits with a phrase changed.
fn recurring(
    past: &Past<'_>,
    phrase: String,
    commits: &[usize],
    changed: &BTreeMap<usize, Vec<SymbolId>>,
) -> Option<MatchedConcept> {
    let mut counts: BTreeMap<SymbolId, usize> = BTreeMap::new();
    for symbol in commits.iter().filter_map(|commit| changed.get(commit)).flatten() {
        *counts.entry(*symbol).or_default() += 1;
    }
    counts.retain(|_, count| *count > 1);
    if counts.is_empty() || counts.len() > TARGETS {
        return None;
    }
    // The log starts with the newest commit.
    let newest = &past.commits[*commits.iter().min()?].id;
    let reason =
        format!("{} commits contain “{phrase}”, last {}", commits.len(), &newest[..newest.len().min(8)]);
    let advice = counts.iter().map(|(symbol, count)| Advice {
        symbol: *symbol,
        weight: LEARNED * (*count as f32 / commits.len() as f32) / (counts.len() as f32).sqrt(),
        reason: reason.clone(),
    });
    Some(MatchedConcept { advice: advice.collect(), reason: reason.clone(), phrases: vec![phrase] })
}

#[cfg(test)]
mod tests {
    use super::{PhraseSource, Shared, SymbolId, specific_concepts};

    fn source(phrase: &str, reason: &str, targets: &[(u32, f32)]) -> PhraseSource {
        let words = phrase.split(' ').count();
        let targets = targets.iter().map(|(number, weight)| (SymbolId::new(*number), *weight)).collect();
        let shared = Shared { phrase: phrase.to_owned(), words, of: words };
        PhraseSource { shared, reason: reason.to_owned(), targets }
    }

    #[test]
    fn a_phrase_with_many_sources_is_not_a_concept() {
        let mut all: Vec<PhraseSource> =
            (0..5).map(|one| source("link card", &format!("test {one}"), &[(one, 1.0)])).collect();
        all.push(source("card image", "docs", &[(9, 1.0)]));
        let reasons: Vec<String> = specific_concepts(&all).into_iter().map(|one| one.reason).collect();
        assert_eq!(reasons, ["docs"]);
    }

    #[test]
    fn the_more_targets_a_source_has_the_less_weight_each_gets() {
        let alone = specific_concepts(&[source("link card", "one", &[(1, 1.0)])]);
        let shared =
            specific_concepts(&[source("link card", "four", &[(1, 1.0), (2, 1.0), (3, 1.0), (4, 1.0)])]);
        assert!((alone[0].advice[0].weight - 2.0 * shared[0].advice[0].weight).abs() < 1e-6);
    }
}
