//! Queries: words in, weighted terms out.
//!
//! Decides which words of a query count, with which weight. `scoring` decides the score of a term in a
//! document.

use rustc_hash::FxHashMap;

use crate::stop_words::{is_light_word, is_measure, is_stop_word};
use crate::tokenizer::{Kind, TermNumber};
use crate::words::for_each_word;
use crate::{Term, Tokenizer};

/// An identifier quoted in full is the strongest hint in a query.
const COMPOUND_WEIGHT: f32 = 1.5;
/// `http` of `http2` is a guess, unlike the word itself.
const PREFIX_WEIGHT: f32 = 0.3;
/// `after`, `another`, `still`.
const LIGHT_WEIGHT: f32 = 0.5;

/// Weighted terms. Scores are summed in their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// The terms, each once.
    pub terms: Vec<QueryTerm>,
}

/// One term of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTerm {
    /// The term.
    pub term: Term,
    /// Its text, for explanations.
    pub text: String,
    /// Its weight; 1 for a plain word that occurs once.
    pub weight: f32,
}

impl Query {
    /// The terms of a text in the order of their first occurrence. Stop words are dropped unless there
    /// are no other words. A repeated word counts more, but less with every repetition.
    pub fn parse(tokenizer: &mut Tokenizer, text: &str) -> Self {
        let query = Self::content_words(tokenizer, text);
        if query.terms.is_empty() {
            return Self::of_words(tokenizer, text, |_| true);
        }
        query
    }

    /// The terms of a text without stop words, which may be none.
    pub fn content_words(tokenizer: &mut Tokenizer, text: &str) -> Self {
        tokenizer.forget_if_large();
        let mut asks_how = false;
        Self::of_words(tokenizer, text, |word| {
            let word = word.to_lowercase();
            let asked_how = std::mem::replace(&mut asks_how, word == "how");
            let is_function_word = is_stop_word(&word) || asked_how && is_measure(&word);
            !is_function_word
        })
    }

    /// The terms of several texts, each with the weight of its text. A term in several texts has the
    /// highest of their weights.
    pub fn weighted(tokenizer: &mut Tokenizer, texts: &[(&str, f32)]) -> Self {
        let mut all: Vec<QueryTerm> = Vec::new();
        let mut places: FxHashMap<Term, usize> = FxHashMap::default();
        for (text, weight) in texts {
            for mut term in Self::parse(tokenizer, text).terms {
                term.weight *= weight;
                if let Some(&place) = places.get(&term.term) {
                    all[place].weight = all[place].weight.max(term.weight);
                } else {
                    places.insert(term.term, all.len());
                    all.push(term);
                }
            }
        }
        Self { terms: all }
    }

    fn of_words(tokenizer: &mut Tokenizer, text: &str, mut keep: impl FnMut(&str) -> bool) -> Self {
        let mut places: FxHashMap<TermNumber, usize> = FxHashMap::default();
        let mut counted: Vec<(TermNumber, f32, u32)> = Vec::new();
        for_each_word(text, |_, word| {
            if !keep(word) {
                return;
            }
            let plain = if is_light_word(&word.to_lowercase()) { LIGHT_WEIGHT } else { 1.0 };
            for at in tokenizer.word(word) {
                let (number, kind) = tokenizer.outcome(at);
                let weight = match kind {
                    Kind::Part => plain,
                    Kind::Prefix => PREFIX_WEIGHT,
                    Kind::Compound => COMPOUND_WEIGHT,
                };
                let place = *places.entry(number).or_insert(counted.len());
                if let Some((_, strongest, count)) = counted.get_mut(place) {
                    *strongest = weight.max(*strongest);
                    *count += 1;
                } else {
                    counted.push((number, weight, 1));
                }
            }
        });
        let terms = counted.into_iter().map(|(number, weight, count)| {
            let (term, text) = tokenizer.term(number);
            QueryTerm { term, text: text.to_owned(), weight: weight * (1.0 + (count as f32).ln()) }
        });
        Self { terms: terms.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, f32)> {
        let query = Query::parse(&mut Tokenizer::new(), text);
        let pair = |term: QueryTerm| (term.text, (term.weight * 100.0).round() / 100.0);
        query.terms.into_iter().map(pair).collect()
    }

    fn expected(terms: &[(&str, f32)]) -> Vec<(String, f32)> {
        terms.iter().map(|&(text, weight)| (text.to_owned(), weight)).collect()
    }

    #[test]
    fn function_words_are_dropped() {
        assert_eq!(parsed("Where is the router?"), expected(&[("rout", 1.0)]));
    }

    #[test]
    fn a_measure_is_a_function_word_where_one_asks_how_much() {
        assert_eq!(parsed("how many threads"), expected(&[("thread", 1.0)]));
        assert_eq!(parsed("How often many"), expected(&[("mani", 1.0)]));
        assert_eq!(parsed("too many requests"), expected(&[("mani", 1.0), ("request", 1.0)]));
    }

    #[test]
    fn words_with_little_information_weigh_half() {
        assert_eq!(
            parsed("lock after idle minutes"),
            expected(&[("lock", 1.0), ("after", 0.5), ("idl", 1.0), ("minut", 1.0)])
        );
        assert_eq!(parsed("before_request")[2], ("beforerequest".to_owned(), 1.5));
    }

    #[test]
    fn a_term_of_several_texts_counts_as_in_the_weightiest() {
        let query = Query::weighted(&mut Tokenizer::new(), &[("cache", 2.0), ("cache eviction", 0.5)]);
        let weights: Vec<(&str, f32)> =
            query.terms.iter().map(|term| (term.text.as_str(), term.weight)).collect();
        assert_eq!(weights, [("cach", 2.0), ("evict", 0.5)]);
    }

    #[test]
    fn function_words_stay_if_there_is_nothing_else() {
        assert_eq!(parsed("to be"), expected(&[("to", 1.0), ("be", 1.0)]));
    }

    #[test]
    fn repeated_words_count_once_and_somewhat_more() {
        assert_eq!(parsed("route routes"), expected(&[("rout", 1.69)]));
    }

    #[test]
    fn a_quoted_identifier_weighs_more_than_its_parts() {
        assert_eq!(
            parsed("`url_for` http2"),
            expected(&[("url", 1.0), ("for", 1.0), ("urlfor", 1.5), ("http2", 1.0), ("http", 0.3)])
        );
    }
}
