//! Echo: the words of what matched best, asked for in turn.
//!
//! A task says “throttle” where the code says “rate limit”. What matches both
//! is among the first hits, and its names say the code's word: these are
//! searched again, each as strongly as the hits agree on it.

use crate::pool::{Pool, Signal, is_answer};
use crate::search_results::symbol_of;
use fathom_graph::{Graph, SymbolId};
use fathom_text::{Index, Query, QueryTerm, SearchOptions, Term, Tokenizer};
use rustc_hash::FxHashMap;

/// Candidates whose words are heard.
const HEARD: usize = 15;
/// Words that are asked for.
const WORDS: usize = 12;
/// Hits of the second search.
const HITS: usize = 150;
/// Bytes of a doc comment that are read.
const DOC: usize = 200;

/// Gives the words that it asked for, those that weigh most first.
pub(crate) fn echo(graph: &Graph<'_>, index: &Index<'_>, query: &Query, pool: &mut Pool) -> Vec<Term> {
    let mut tokenizer = Tokenizer::of_thread();
    let mut heard: Vec<(QueryTerm, f32)> = Vec::new();
    let mut places: FxHashMap<Term, usize> = FxHashMap::default();
    for (symbol, score) in pool.best(graph, HEARD) {
        let doc = graph.doc(symbol);
        let doc = &doc[..doc.floor_char_boundary(DOC)];
        let text = format!("{} {}", graph.qualified_name(symbol), doc);
        for term in Query::parse(&mut tokenizer, &text).terms {
            if query.terms.iter().any(|asked| asked.term == term.term) {
                continue;
            }
            let place = *places.entry(term.term).or_insert_with(|| {
                heard.push((term.clone(), 0.0));
                heard.len() - 1
            });
            heard[place].1 += score;
        }
    }
    let heard = rarest(index, heard);
    let Some(largest) = heard.first().map(|(_, weight)| weight.max(f32::MIN_POSITIVE)) else {
        return Vec::new();
    };
    let terms: Vec<QueryTerm> =
        heard.into_iter().map(|(term, weight)| QueryTerm { weight: weight / largest, ..term }).collect();
    let answers = |symbol: u32| is_answer(graph, SymbolId::new(symbol));
    let options = SearchOptions { limit: HITS, filter: Some(&answers), ..SearchOptions::default() };
    let asked = terms.iter().map(|term| term.term).collect();
    for hit in index.search(&Query { terms }, &options) {
        let symbol = symbol_of(hit);
        pool.add(symbol, Signal::Echo, hit.score, symbol, 0, None);
    }
    asked
}

/// The words that weigh most after each was multiplied by its rarity.
fn rarest(index: &Index<'_>, heard: Vec<(QueryTerm, f32)>) -> Vec<(QueryTerm, f32)> {
    let best_first = |a: &(QueryTerm, f32), b: &(QueryTerm, f32)| {
        b.1.total_cmp(&a.1).then_with(|| a.0.text.cmp(&b.0.text))
    };
    let documents = index.documents().max(1) as f32;
    let rarity = |having: u64| (documents / (1.0 + having as f32)).ln().max(0.0);
    // To count a word is to walk all that have it, so only those are counted that can be
    // among the first, by the rarity that they have at most.
    let mut heard: Vec<(f32, QueryTerm, f32)> = heard
        .into_iter()
        .map(|(term, weight)| (weight * rarity(index.term_stats_at_least(term.term)), term, weight))
        .collect();
    heard.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut rarest: Vec<(QueryTerm, f32)> = Vec::with_capacity(WORDS + 1);
    for (at_most, term, weight) in heard {
        if rarest.get(WORDS - 1).is_some_and(|last| at_most < last.1) {
            break;
        }
        let having = index.term_stats(term.term);
        let weighed = (term, weight * rarity(having));
        let place = rarest.partition_point(|one| best_first(one, &weighed).is_lt());
        rarest.insert(place, weighed);
        rarest.truncate(WORDS);
    }
    rarest
}
