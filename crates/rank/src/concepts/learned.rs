//! What the repository itself teaches: a section's heading and the symbols it
//! mentions, a test's name and the symbols it calls, a phrase that recurs in
//! commit messages and the symbols that those commits changed.
//!
//! The index already holds all of it, so that nothing is computed ahead and
//! nothing can be stale: only headings, names and messages that match the task
//! are compared with it. A phrase counts if it has two words at least and few
//! speakers, a symbol if it is specific to its speakers.

use super::task_words::Shared;
use super::{MatchedConcept, Question, strongest};
use crate::advice::Advice;
use crate::past::Past;
use crate::pool::is_answer;
use crate::search_results::symbol_of;
use fathom_graph::{EdgeKind, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use std::collections::BTreeMap;

/// Sections and tests that are listened to, each.
const HEARD: usize = 100;
/// Commits that are listened to.
const COMMITS: usize = 40;
/// Sections, tests or commits above which a phrase is not specific.
const SPEAKERS: usize = 4;
/// Symbols of one speaker above which it is about none of them.
const TARGETS: usize = 12;
/// What a symbol gets that the only speaker of a whole heading points to alone.
const LEARNED: f32 = 0.5;
/// Symbols that are advised.
const MOST: usize = 10;

/// What the repository's docs, tests and commits say of a task, best first.
pub fn learned(question: &mut Question<'_, '_>, past: Option<&Past<'_>>) -> Vec<MatchedConcept> {
    let mut spoken = prose_and_tests(question);
    if let Some(past) = past {
        spoken.extend(commits(question, past));
    }
    strongest(spoken, MOST)
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
    let sections = symbols.iter().copied().filter(|symbol| is_section(*symbol)).take(HEARD);
    let tests = symbols.iter().copied().filter(|symbol| is_test(*symbol)).take(HEARD);
    let mut spoken = Vec::new();
    for (voters, counts) in [
        (sections.collect::<Vec<SymbolId>>(), &[EdgeKind::Mentions][..]),
        (tests.collect(), &[EdgeKind::Call, EdgeKind::New]),
    ] {
        let mut speakers: Vec<PhraseSource> = Vec::new();
        for voter in voters {
            let Some(shared) = question.said.shared(graph.name(voter)) else { continue };
            let line = graph.definition(voter).line;
            let reason = format!("{}:{line} “{}”", graph.path(voter), graph.name(voter));
            speakers.push(PhraseSource { shared, reason, targets: targets(graph, voter, counts) });
        }
        spoken.extend(heard(&speakers));
    }
    spoken
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
    let speakers = |symbol: SymbolId| {
        graph
            .incoming(symbol)
            .filter(|edge| counts.contains(&edge.kind()) && graph.flags(edge.from).has(Flags::TEST) == kin)
            .take(100)
            .count()
    };
    symbols
        .into_iter()
        .map(|(symbol, sure)| (symbol, sure / (speakers(symbol).max(1) as f32).sqrt()))
        .collect()
}

/// The speakers whose phrase few have.
fn heard(speakers: &[PhraseSource]) -> Vec<MatchedConcept> {
    let saying = |phrase: &str| speakers.iter().filter(|one| one.shared.phrase.contains(phrase)).count();
    let specific = speakers.iter().filter_map(|speaker| {
        let count = saying(&speaker.shared.phrase);
        (count <= SPEAKERS && !speaker.targets.is_empty()).then_some((speaker, count))
    });
    specific
        .map(|(speaker, count)| {
            let Shared { phrase, words, of } = &speaker.shared;
            let whole = *words as f32 / (*of).max(1) as f32;
            let weight = LEARNED * whole / (count as f32 * speaker.targets.len() as f32).sqrt();
            MatchedConcept {
                reason: speaker.reason.clone(),
                phrases: vec![phrase.clone()],
                advice: speaker
                    .targets
                    .iter()
                    .map(|(symbol, specific)| Advice {
                        symbol: *symbol,
                        weight: weight * specific,
                        reason: speaker.reason.clone(),
                    })
                    .collect(),
            }
        })
        .collect()
}

/// Phrases that recur in messages, with what at least two of their commits changed.
fn commits(question: &mut Question<'_, '_>, past: &Past<'_>) -> Vec<MatchedConcept> {
    let graph = question.graph;
    let mut saying: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (commit, _) in past.matching(&question.found.query, COMMITS) {
        let subject = past.commits[commit].message.lines().next().unwrap_or_default();
        if let Some(shared) = question.said.shared(subject) {
            saying.entry(shared.phrase).or_default().push(commit);
        }
    }
    saying.retain(|_, commits| (2..=SPEAKERS).contains(&commits.len()));
    // The lines of all are followed at once, which costs as much as following those of one.
    let all: Vec<usize> = saying.values().flatten().copied().collect();
    let mut changed: BTreeMap<usize, Vec<SymbolId>> = BTreeMap::new();
    for touched in if all.is_empty() { Vec::new() } else { past.touched(graph, &all) } {
        changed.entry(touched.commit).or_default().push(touched.symbol);
    }
    let spoken =
        saying.into_iter().filter_map(|(phrase, commits)| recurring(past, phrase, &commits, &changed));
    spoken.collect()
}

/// What at least two commits that say a phrase changed.
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
    // The log begins with the newest.
    let newest = &past.commits[*commits.iter().min()?].id;
    let reason = format!("{} commits say “{phrase}”, last {}", commits.len(), &newest[..newest.len().min(8)]);
    let advice = counts.iter().map(|(symbol, count)| Advice {
        symbol: *symbol,
        weight: LEARNED * (*count as f32 / commits.len() as f32) / (counts.len() as f32).sqrt(),
        reason: reason.clone(),
    });
    Some(MatchedConcept { advice: advice.collect(), reason: reason.clone(), phrases: vec![phrase] })
}

#[cfg(test)]
mod tests {
    use super::{PhraseSource, Shared, SymbolId, heard};

    fn speaker(phrase: &str, reason: &str, targets: &[(u32, f32)]) -> PhraseSource {
        let words = phrase.split(' ').count();
        let targets = targets.iter().map(|(number, weight)| (SymbolId::new(*number), *weight)).collect();
        let shared = Shared { phrase: phrase.to_owned(), words, of: words };
        PhraseSource { shared, reason: reason.to_owned(), targets }
    }

    #[test]
    fn a_phrase_that_many_say_is_not_heard() {
        let mut all: Vec<PhraseSource> =
            (0..5).map(|one| speaker("link card", &format!("test {one}"), &[(one, 1.0)])).collect();
        all.push(speaker("card image", "docs", &[(9, 1.0)]));
        let said: Vec<String> = heard(&all).into_iter().map(|one| one.reason).collect();
        assert_eq!(said, ["docs"]);
    }

    #[test]
    fn the_more_symbols_a_speaker_points_to_the_less_it_says_of_each() {
        let alone = heard(&[speaker("link card", "one", &[(1, 1.0)])]);
        let shared = heard(&[speaker("link card", "four", &[(1, 1.0), (2, 1.0), (3, 1.0), (4, 1.0)])]);
        assert!((alone[0].advice[0].weight - 2.0 * shared[0].advice[0].weight).abs() < 1e-6);
    }
}
