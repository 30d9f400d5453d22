//! Ranks the live documents for a query.
//!
//! Owns the options, the accumulation of scores and their order. Scores are accumulated in one dense
//! array over all documents: for a few hundred thousand documents, to clear and scan it costs less than
//! hashing.

use std::cmp::Ordering;

use crate::field::FIELDS;
use crate::scoring::Scorer;
use crate::top_hits::TopHits;
use crate::whole_names::WholeNames;
use crate::{Field, Index, Query};

/// Options of a search.
#[derive(Clone, Copy)]
pub struct SearchOptions<'f> {
    /// The weight of each field, by [`Field::index`].
    pub weights: [f32; FIELDS],
    /// Length normalisation (b) of each field, from 0 (none) to 1 (full).
    pub b: [f32; FIELDS],
    /// Term frequency saturation (k1).
    pub k1: f32,
    /// Maximum number of hits.
    pub limit: usize,
    /// If set, only symbols for which it returns true are hits. Statistics and scores do not change.
    pub filter: Option<&'f (dyn Fn(u32) -> bool + Sync)>,
}

impl Default for SearchOptions<'_> {
    /// Default weights: names have the highest, and short fields need little normalisation.
    fn default() -> Self {
        let mut weights = [1.0; FIELDS];
        weights[Field::Name.index()] = 4.0;
        weights[Field::Container.index()] = 1.5;
        weights[Field::Path.index()] = 1.2;
        weights[Field::Signature.index()] = 1.5;
        weights[Field::Doc.index()] = 1.8;
        let mut b = [0.5; FIELDS];
        b[Field::Container.index()] = 0.3;
        b[Field::Path.index()] = 0.3;
        b[Field::Body.index()] = 0.75;
        Self { weights, b, k1: 1.2, limit: 100, filter: None }
    }
}

/// One document that matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The symbol of the document.
    pub symbol: u32,
    /// Its BM25F score.
    pub score: f32,
}

impl Hit {
    /// The order of results: by score, ties by symbol.
    pub(crate) fn best_first(self, other: Self) -> Ordering {
        let by_score = other.score.total_cmp(&self.score);
        by_score.then(self.symbol.cmp(&other.symbol))
    }
}

impl Index<'_> {
    /// The best documents for a query, best first; equal scores by symbol id.
    pub fn search(&self, query: &Query, options: &SearchOptions<'_>) -> Vec<Hit> {
        let [hits] = self.search_each(query, &[*options]);
        hits
    }

    /// The best documents for a query, and how many match it in all.
    pub fn search_and_count(&self, query: &Query, options: &SearchOptions<'_>) -> (Vec<Hit>, usize) {
        let scores = self.scores(query, &[*options], None);
        let [hits] = self.best(&[*options], &scores);
        if hits.len() < options.limit {
            let count = hits.len();
            return (hits, count);
        }
        let [scores] = scores;
        let mut count = 0;
        for layer in &self.layers {
            for (first, documents) in layer.live_slots() {
                let begin = layer.base + documents.start as usize;
                let own = (first..).zip(&scores[begin..begin + documents.len()]);
                let matching = own.filter(|(_, score)| **score >= f32::MIN_POSITIVE);
                count += matching
                    .filter(|(symbol, _)| options.filter.is_none_or(|filter| filter(*symbol)))
                    .count();
            }
        }
        (hits, count)
    }

    /// One search with several options. Costs less than several searches, because each posting list is
    /// read once.
    pub fn search_each<const N: usize>(
        &self,
        query: &Query,
        options: &[SearchOptions<'_>; N],
    ) -> [Vec<Hit>; N] {
        let scores = self.scores(query, options, None);
        self.best(options, &scores)
    }

    /// The same, plus the documents whose whole name is in the query, with the weight of its words, in
    /// no order; and the weight of all words that occur in any document.
    pub fn search_with_whole_names<const N: usize>(
        &self,
        query: &Query,
        options: &[SearchOptions<'_>; N],
    ) -> ([Vec<Hit>; N], Vec<Hit>, f32) {
        let mut whole = WholeNames::new(self.dense_documents());
        let scores = self.scores(query, options, Some(&mut whole));
        let total = whole.total;
        (self.best(options, &scores), whole.finish(self), total)
    }

    /// The best by each of several scores.
    fn best<const N: usize>(
        &self,
        options: &[SearchOptions<'_>; N],
        scores: &[Vec<f32>; N],
    ) -> [Vec<Hit>; N] {
        let mut best = options.map(|options| TopHits::new(options.limit));
        for layer in &self.layers {
            for (first, documents) in layer.live_slots() {
                let begin = layer.base + documents.start as usize;
                for ((options, scores), top) in options.iter().zip(scores).zip(&mut best) {
                    let own = &scores[begin..begin + documents.len()];
                    for (local, &score) in (0_u32..).zip(own) {
                        let symbol = first.wrapping_add(local);
                        if top.admits(score) && options.filter.is_none_or(|filter| filter(symbol)) {
                            top.offer(Hit { symbol, score });
                        }
                    }
                }
            }
        }
        best.map(TopHits::finish)
    }

    /// The score of every document, by dense number, with each of the options.
    fn scores<const N: usize>(
        &self,
        query: &Query,
        options: &[SearchOptions<'_>; N],
        mut whole: Option<&mut WholeNames>,
    ) -> [Vec<f32>; N] {
        let scorer = Scorer::new(self, options);
        let mut scores = options.map(|_| vec![0.0; self.dense_documents()]);
        let mut counted = options.map(|_| CountColumns::default());
        for term in &query.terms {
            counted.iter_mut().for_each(CountColumns::clear);
            let mut having = 0;
            self.for_each_match(term.term, |found| {
                having += 1;
                if let Some(whole) = &mut whole {
                    whole.see(found);
                }
                for (counted, count) in counted.iter_mut().zip(scorer.weighted_count(found)) {
                    counted.push(found.dense as u32, count);
                }
            });
            let factor = term.weight * scorer.idf(having);
            if let Some(whole) = &mut whole {
                whole.end_term(factor, having);
            }
            for (at, (counted, scores)) in counted.iter_mut().zip(&mut scores).enumerate() {
                counted.score(factor, |count| scorer.saturate(at, count), scores);
            }
        }
        scores
    }
}

/// The weighted counts of one term in the documents that have it.
///
/// The document frequency is known only after the last live document, so the counts are buffered; a
/// second pass would decode the postings twice. Two columns let the compiler vectorise the divisions,
/// half the work of a search.
#[derive(Default)]
struct CountColumns {
    documents: Vec<u32>,
    counts: Vec<f32>,
}

impl CountColumns {
    fn clear(&mut self) {
        self.documents.clear();
        self.counts.clear();
    }

    /// A term may occur only in fields with weight 0.
    #[inline]
    fn push(&mut self, document: u32, count: f32) {
        if count > 0.0 {
            self.documents.push(document);
            self.counts.push(count);
        }
    }

    /// Adds the score of the term to each document.
    fn score(&mut self, factor: f32, saturate: impl Fn(f32) -> f32, scores: &mut [f32]) {
        for count in &mut self.counts {
            *count = factor * saturate(*count);
        }
        for (document, worth) in self.documents.iter().zip(&self.counts) {
            scores[*document as usize] += worth;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlignedBytes, Bag, Document, Segment, Tokenizer, bag};

    /// One document per (name, body), each in a file of its own.
    fn segment(files: &[(&str, &str)]) -> AlignedBytes {
        let mut tokenizer = Tokenizer::new();
        let bags: Vec<Bag> = files
            .iter()
            .map(|&(name, body)| {
                let docs = [Document { end: u32::MAX, name, ..Document::default() }];
                bag(&mut tokenizer, body, &docs)
            })
            .collect();
        let views: Vec<_> = bags.iter().map(Bag::view).collect();
        AlignedBytes::copy_of(&Segment::build(&views))
    }

    fn search(files: &[(&str, &str)], text: &str, options: &SearchOptions<'_>) -> Vec<u32> {
        let bytes = segment(files);
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let symbols: Vec<_> = (0..files.len() as u32).map(Some).collect();
        let index = Index::new(vec![(segment, symbols)]).unwrap();
        let query = Query::parse(&mut Tokenizer::new(), text);
        let hits = index.search(&query, options);
        hits.iter().map(|hit| hit.symbol).collect()
    }

    #[test]
    fn a_name_counts_more_than_a_mention() {
        let files = [("other", "calls render here"), ("render", "draws"), ("none", "nothing")];
        assert_eq!(search(&files, "rendering", &SearchOptions::default()), [1, 0]);
    }

    #[test]
    fn a_quoted_identifier_beats_its_scattered_parts() {
        let files = [
            ("handler", "the request came before the other request"),
            ("hook", "calls before_request and nothing else at all"),
        ];
        assert_eq!(search(&files, "beforeRequest", &SearchOptions::default()), [1, 0]);
    }

    #[test]
    fn of_two_mentions_the_shorter_text_wins() {
        let files = [("a1", "cache one two three four five six"), ("b1", "cache")];
        assert_eq!(search(&files, "cache", &SearchOptions::default()), [1, 0]);
    }

    #[test]
    fn equal_scores_are_ordered_by_symbol() {
        let files = [("x1", "cache"); 5];
        assert_eq!(search(&files, "cache", &SearchOptions::default()), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn several_searches_in_one_are_the_same_searches() {
        let files = [("render", "cache"), ("cache", "render the cache"), ("other", "cache render render")];
        let bytes = segment(&files);
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let index = Index::new(vec![(segment, (0..3).map(Some).collect::<Vec<_>>())]).unwrap();
        let query = Query::parse(&mut Tokenizer::new(), "render cache");
        let odd = |symbol: u32| symbol % 2 == 1;
        let mut names = SearchOptions { limit: 2, filter: Some(&odd), ..SearchOptions::default() };
        names.weights = [0.0; FIELDS];
        names.weights[Field::Name.index()] = 1.0;
        let all = SearchOptions::default();
        let both = index.search_each(&query, &[all, names]);
        assert_eq!(both, [index.search(&query, &all), index.search(&query, &names)]);
        assert_ne!(both[0].len(), both[1].len());
    }

    #[test]
    fn a_filter_hides_hits_and_the_limit_counts_what_is_left() {
        let files = [("x1", "cache"); 9];
        let odd = |symbol: u32| symbol % 2 == 1;
        let options = SearchOptions { limit: 3, filter: Some(&odd), ..SearchOptions::default() };
        assert_eq!(search(&files, "cache", &options), [1, 3, 5]);
    }

    #[test]
    fn a_limited_search_counts_all_that_match() {
        let bytes = segment(&[("x1", "cache"); 9]);
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let index = Index::new(vec![(segment, (0..9).map(Some).collect::<Vec<_>>())]).unwrap();
        let query = Query::parse(&mut Tokenizer::new(), "cache");
        let odd = |symbol: u32| symbol % 2 == 1;
        for (filter, all) in [(None, 9), (Some(&odd as &(dyn Fn(u32) -> bool + Sync)), 4)] {
            for limit in [1, 3, 4, 9, 20] {
                let options = SearchOptions { limit, filter, ..SearchOptions::default() };
                let (hits, count) = index.search_and_count(&query, &options);
                assert_eq!((hits.len(), count), (limit.min(all), all));
            }
        }
    }

    #[test]
    fn a_term_that_nothing_has_finds_nothing() {
        assert!(search(&[("x1", "cache")], "zebra", &SearchOptions::default()).is_empty());
    }
}
