//! Names that a query contains as a whole: each of their words is one of its terms.
//!
//! “Dependencies” means `Dependency` rather than `update_all_dependencies`, however common the word is.
//! A search adds up the matches; this module checks that no word of the name remains.

use crate::index::Match;
use crate::{Field, Hit, Index};

/// The terms of a query in the names of documents, collected while its postings are read.
pub(crate) struct WholeNames {
    matched: Vec<u16>,
    masses: Vec<f32>,
    /// Documents that have the present term in their name.
    having: Vec<u32>,
    /// The weight of all terms that any document has.
    pub(crate) total: f32,
}

impl WholeNames {
    pub(crate) fn new(documents: usize) -> Self {
        Self { matched: vec![0; documents], masses: vec![0.0; documents], having: Vec::new(), total: 0.0 }
    }

    /// Records a document with the current term in its name.
    #[inline]
    pub(crate) fn see(&mut self, found: Match<'_>) {
        if found.counts.get(Field::Name) > 0 {
            self.having.push(found.dense as u32);
        }
    }

    /// Ends a term with its weight and document frequency.
    pub(crate) fn end_term(&mut self, weight: f32, having: u64) {
        self.total += if having > 0 { weight } else { 0.0 };
        for document in self.having.drain(..) {
            self.matched[document as usize] += 1;
            self.masses[document as usize] += weight;
        }
    }

    /// The documents whose whole name is in the query, with the weight of its words, in no order.
    pub(crate) fn finish(self, index: &Index<'_>) -> Vec<Hit> {
        let mut whole = Vec::new();
        for layer in &index.layers {
            for (first, documents) in layer.live_slots() {
                for (symbol, document) in (first..).zip(documents) {
                    let dense = layer.base + document as usize;
                    // Few have a word of it, and the lengths of all are ten times as much to read.
                    if self.matched[dense] == 0 {
                        continue;
                    }
                    let length = layer.segment.lengths[document as usize][Field::Name.index()];
                    if self.matched[dense] >= length {
                        whole.push(Hit { symbol, score: self.masses[dense] });
                    }
                }
            }
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use crate::{AlignedBytes, Bag, Document, Index, Query, SearchOptions, Segment, Tokenizer, bag};

    fn whole(names: &[&str], text: &str) -> Vec<u32> {
        let mut tokenizer = Tokenizer::new();
        let bags: Vec<Bag> = names
            .iter()
            .map(|name| bag(&mut tokenizer, "", &[Document { name, ..Document::default() }]))
            .collect();
        let views: Vec<_> = bags.iter().map(Bag::view).collect();
        let bytes = AlignedBytes::copy_of(&Segment::build(&views));
        let symbols: Vec<Option<u32>> = (0..names.len() as u32).map(Some).collect();
        let index = Index::new(vec![(Segment::read(bytes.as_bytes()).unwrap(), symbols)]).unwrap();
        let query = Query::parse(&mut tokenizer, text);
        let (_, whole, _) = index.search_with_whole_names(&query, &[SearchOptions::default()]);
        whole.iter().map(|hit| hit.symbol).collect()
    }

    #[test]
    fn a_name_is_whole_if_the_query_has_all_its_words() {
        let names = ["Dependency", "update_dependencies", "BuildConfig", "Config", "Queue"];
        assert_eq!(whole(&names, "the dependencies of a build"), [0]);
        assert_eq!(whole(&names, "configuration for builds"), [2, 3]);
    }
}
