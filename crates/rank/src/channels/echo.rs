//! Echo: query expansion with the words of the best matches (pseudo-relevance feedback).
//!
//! A task uses “throttle” where the code uses “rate limit”. Symbols that contain both rank among
//! the first hits, and their names contain the code's word. These words are searched for in a
//! second query, each weighted by how many of the first hits share it.

use crate::pool::{Pool, Signal, is_answer};
use crate::search_results::symbol_of;
use fathom_graph::{Graph, SymbolId};
use fathom_text::{Index, Query, QueryTerm, SearchOptions, Term, Tokenizer};
use rustc_hash::FxHashMap;

/// Candidates that the words are taken from.
const SOURCES: usize = 15;
/// Words of the second query.
const WORDS: usize = 12;
/// Hits of the second search.
const HITS: usize = 150;
/// Bytes of a doc comment that are read.
const DOC: usize = 200;

/// Returns the words of the second query, heaviest first.
pub(crate) fn echo(graph: &Graph<'_>, index: &Index<'_>, query: &Query, pool: &mut Pool) -> Vec<Term> {
    let mut tokenizer = Tokenizer::of_thread();
    let mut words: Vec<(QueryTerm, f32)> = Vec::new();
    let mut places: FxHashMap<Term, usize> = FxHashMap::default();
    for (symbol, score) in pool.best(graph, SOURCES) {
        let doc = graph.doc(symbol);
        let doc = &doc[..doc.floor_char_boundary(DOC)];
        let text = format!("{} {}", graph.qualified_name(symbol), doc);
        for term in Query::parse(&mut tokenizer, &text).terms {
            if query.terms.iter().any(|asked| asked.term == term.term) {
                continue;
            }
            let place = *places.entry(term.term).or_insert_with(|| {
                words.push((term.clone(), 0.0));
                words.len() - 1
            });
            words[place].1 += score;
        }
    }
    let words = rarest(index, words);
    let Some(largest) = words.first().map(|(_, weight)| weight.max(f32::MIN_POSITIVE)) else {
        return Vec::new();
    };
    let terms: Vec<QueryTerm> =
        words.into_iter().map(|(term, weight)| QueryTerm { weight: weight / largest, ..term }).collect();
    let answers = |symbol: u32| is_answer(graph, SymbolId::new(symbol));
    let options = SearchOptions { limit: HITS, filter: Some(&answers), ..SearchOptions::default() };
    let asked = terms.iter().map(|term| term.term).collect();
    for hit in index.search(&Query { terms }, &options) {
        let symbol = symbol_of(hit);
        pool.add(symbol, Signal::Echo, hit.score, symbol, 0, None);
    }
    asked
}

/// The words with the largest product of weight and rarity.
fn rarest(index: &Index<'_>, words: Vec<(QueryTerm, f32)>) -> Vec<(QueryTerm, f32)> {
    let best_first = |a: &(QueryTerm, f32), b: &(QueryTerm, f32)| {
        b.1.total_cmp(&a.1).then_with(|| a.0.text.cmp(&b.0.text))
    };
    let documents = index.documents().max(1) as f32;
    let rarity = |having: u64| (documents / (1.0 + having as f32)).ln().max(0.0);
    // Counting a word walks its posting list. Only words whose upper bound can still be among the
    // first are counted.
    let mut words: Vec<(f32, QueryTerm, f32)> = words
        .into_iter()
        .map(|(term, weight)| (weight * rarity(index.term_stats_at_least(term.term)), term, weight))
        .collect();
    words.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut rarest: Vec<(QueryTerm, f32)> = Vec::with_capacity(WORDS + 1);
    for (at_most, term, weight) in words {
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
