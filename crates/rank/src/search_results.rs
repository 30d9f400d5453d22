//! The hits for the words of a task. Searched once, for channels, concept packs and files.

use crate::pool::is_answer;
use crate::ranking::FileFilter;
use crate::task::Task;
use fathom_graph::{Graph, SymbolId};
use fathom_text::{FIELDS, Field, Hit, Index, Query, SearchOptions, Tokenizer};

/// Hits in all fields: symbols, prose and tests.
pub(crate) const HITS: usize = 1_000;
/// Hits in names alone.
const NAME_HITS: usize = 150;

/// The hits for the words of a task in a repository.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResults {
    /// The words of the whole task.
    pub(crate) query: Query,
    /// Hits in any field, best first.
    pub(crate) hits: Vec<Hit>,
    /// Hits in the name alone, best first: a whole name may rank low among long bodies.
    pub(crate) named: Vec<Hit>,
    /// Hits whose names consist only of words of the task.
    pub(crate) whole: Vec<Hit>,
    /// The weight of all words that occur in any symbol.
    pub(crate) total: f32,
}

/// The symbol of a hit: a symbol's words are indexed under its number.
pub(crate) fn symbol_of(hit: Hit) -> SymbolId {
    SymbolId::new(hit.symbol)
}

impl SearchResults {
    /// Searches.
    pub fn search(graph: &Graph<'_>, index: &Index<'_>, task: &Task) -> SearchResults {
        SearchResults::search_within(graph, index, task, None)
    }

    /// Searches the files that `keeps` is true for; scores are the same as in a search of all
    /// files.
    pub(crate) fn search_within(
        graph: &Graph<'_>,
        index: &Index<'_>,
        task: &Task,
        keeps: Option<FileFilter<'_>>,
    ) -> SearchResults {
        let mut query = Query::weighted(&mut Tokenizer::of_thread(), &task.parts());
        query.add_synonyms(index);
        let kept = |symbol: u32| keeps.is_none_or(|keeps| keeps(graph.file_of(SymbolId::new(symbol))));
        let filter: Option<&(dyn Fn(u32) -> bool + Sync)> = if keeps.is_some() { Some(&kept) } else { None };
        let everywhere = SearchOptions { limit: HITS, filter, ..SearchOptions::default() };
        let answers = |symbol: u32| is_answer(graph, SymbolId::new(symbol)) && kept(symbol);
        let mut weights = [0.0; FIELDS];
        weights[Field::Name.index()] = 1.0;
        weights[Field::Container.index()] = 0.4;
        let in_names =
            SearchOptions { limit: NAME_HITS, weights, filter: Some(&answers), ..SearchOptions::default() };
        let ([hits, named], whole, total) = index.search_with_whole_names(&query, &[everywhere, in_names]);
        SearchResults { query, hits, named, whole, total }
    }
}
