//! Several segments as one index, and which of their files are live.
//!
//! An update does not rewrite a segment: it adds a small one with the changed files and marks their old
//! slots as dead. All statistics count *live* documents only and are sums of integers, so they do not
//! depend on how the files are distributed over segments, and neither do scores, bit for bit.
//!
//! Opening an index takes a pass over the slots, not over documents or terms: some ten microseconds for
//! thousands of files. It can be opened for each request.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::field::{FIELDS, FieldCounts};
use crate::file_search::LiveFiles;
use crate::scoring::idf;
use crate::{Segment, Term, TextError};

/// All live documents of a workspace; see the module documentation.
#[derive(Debug, Clone)]
pub struct Index<'a> {
    pub(crate) layers: Vec<Layer<'a>>,
    documents: u64,
    length_sums: [u64; FIELDS],
    with_field: [u64; FIELDS],
    pub(crate) files: OnceLock<LiveFiles>,
}

#[derive(Debug, Clone)]
pub(crate) struct Layer<'a> {
    pub(crate) segment: Segment<'a>,
    /// Per slot, the symbol of its document 0, if it is alive.
    pub(crate) symbols: Cow<'a, [Option<u32>]>,
    /// Ranges of dead documents, ascending and apart.
    dead: Vec<Range<u32>>,
    /// Number of documents, alive or not, in the layers before.
    pub(crate) base: usize,
}

/// One live document that has a term.
#[derive(Clone, Copy)]
pub(crate) struct Match<'m> {
    /// Its number over all layers, dense but including dead documents.
    pub(crate) dense: usize,
    pub(crate) lengths: &'m [u16; FIELDS],
    pub(crate) counts: FieldCounts,
}

impl<'a> Index<'a> {
    /// Combines segments. Each has, per slot, the symbol id of that file's document 0, or `None` if the
    /// file was removed or a later segment has its text; document `n` of the file is symbol `base + n`.
    /// No two live documents may have the same symbol id.
    pub fn new<S>(segments: Vec<(Segment<'a>, S)>) -> Result<Self, TextError>
    where
        S: Into<Cow<'a, [Option<u32>]>>,
    {
        let mut index = Self {
            layers: Vec::with_capacity(segments.len()),
            documents: 0,
            length_sums: [0; FIELDS],
            with_field: [0; FIELDS],
            files: OnceLock::new(),
        };
        let mut base = 0;
        for (number, (segment, symbols)) in segments.into_iter().enumerate() {
            let symbols = symbols.into();
            if symbols.len() != segment.slots() {
                return Err(TextError::SlotMismatch {
                    layer: number,
                    slots: segment.slots(),
                    symbols: symbols.len(),
                });
            }
            let mut layer = Layer { segment, symbols, dead: Vec::new(), base };
            base += segment.documents();
            for slot in 0..layer.segment.slots() {
                if layer.symbols[slot].is_some() {
                    index.count(&segment, slot);
                } else {
                    layer.bury(slot);
                }
            }
            index.layers.push(layer);
        }
        Ok(index)
    }

    fn count(&mut self, segment: &Segment<'_>, slot: usize) {
        self.documents += segment.slot(slot).len() as u64;
        for field in 0..FIELDS {
            // Wrapping, because the numbers of a damaged segment may be anything.
            let sum = &mut self.length_sums[field];
            *sum = sum.wrapping_add(segment.length_sums[slot][field]);
            self.with_field[field] += u64::from(segment.with_field[slot][field]);
        }
    }

    /// Number of live documents.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// Mean length of each field, over the live documents that have it. Documents without the field do
    /// not count; otherwise the few documents with docs would rank lower for having them.
    pub fn mean_lengths(&self) -> [f32; FIELDS] {
        std::array::from_fn(|field| match self.with_field[field] {
            0 => 1.0,
            count => (self.length_sums[field] as f64 / count as f64) as f32,
        })
    }

    /// Number of live documents that have the term.
    pub fn term_stats(&self, term: Term) -> u64 {
        let mut count = 0;
        self.for_each_match(term, |_| count += 1);
        count
    }

    /// A lower bound on the document frequency of a term. Costs nothing, while [`Self::term_stats`]
    /// reads the posting list.
    pub fn term_stats_at_least(&self, term: Term) -> u64 {
        let of_layer = |layer: &Layer<'_>| {
            let dead: u64 = layer.dead.iter().map(|range| u64::from(range.end - range.start)).sum();
            layer.segment.postings(term).at_least().saturating_sub(dead)
        };
        self.layers.iter().map(of_layer).sum()
    }

    /// The inverse document frequency of a term; always positive.
    pub fn rarity(&self, term: Term) -> f32 {
        idf(self.documents as f64, self.term_stats(term))
    }

    /// The text of a term, if any segment has it.
    pub fn text(&self, term: Term) -> Option<&'a str> {
        self.layers.iter().find_map(|layer| layer.segment.text(term))
    }

    /// Number of documents in all layers, alive or not: one more than the highest
    /// [`Match::dense`].
    pub(crate) fn dense_documents(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.base + layer.segment.documents())
    }

    /// Visits the live documents that have the term.
    #[inline]
    pub(crate) fn for_each_match(&self, term: Term, mut visit: impl FnMut(Match<'_>)) {
        for layer in &self.layers {
            let mut dead = layer.dead.iter();
            let mut grave = dead.next();
            for (document, counts) in layer.segment.postings(term) {
                while grave.is_some_and(|range| range.end <= document) {
                    grave = dead.next();
                }
                if grave.is_some_and(|range| range.start <= document) {
                    continue;
                }
                visit(Match {
                    dense: layer.base + document as usize,
                    lengths: &layer.segment.lengths[document as usize],
                    counts,
                });
            }
        }
    }

    /// The dense number of a symbol's document, if it is alive.
    pub(crate) fn locate(&self, symbol: u32) -> Option<usize> {
        self.layers.iter().find_map(|layer| {
            layer.live_slots().find_map(|(first, documents)| {
                let local = symbol.checked_sub(first)?;
                let inside = (local as usize) < documents.len();
                inside.then(|| layer.base + documents.start as usize + local as usize)
            })
        })
    }
}

impl Layer<'_> {
    fn bury(&mut self, slot: usize) {
        let documents = self.segment.slot(slot);
        match self.dead.last_mut() {
            Some(last) if last.end == documents.start => last.end = documents.end,
            _ => self.dead.push(documents),
        }
    }

    /// The live slots, with the symbol of document 0.
    pub(crate) fn live_slots_numbered(&self) -> impl Iterator<Item = (usize, u32)> {
        let symbols = self.symbols.iter().enumerate();
        symbols.filter_map(|(slot, symbol)| symbol.map(|symbol| (slot, symbol)))
    }

    /// The live slots: symbol of document 0, and the documents.
    pub(crate) fn live_slots(&self) -> impl Iterator<Item = (u32, Range<u32>)> {
        let symbols = self.symbols.iter().enumerate();
        symbols.filter_map(|(slot, symbol)| symbol.map(|symbol| (symbol, self.segment.slot(slot))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlignedBytes, Document, Tokenizer, bag};

    fn segment(files: &[&str]) -> AlignedBytes {
        let docs = [Document { end: u32::MAX, ..Document::default() }];
        let mut tokenizer = Tokenizer::new();
        let bags: Vec<_> = files.iter().map(|source| bag(&mut tokenizer, source, &docs)).collect();
        let views: Vec<_> = bags.iter().map(crate::Bag::view).collect();
        AlignedBytes::copy_of(&Segment::build(&views))
    }

    #[test]
    fn dead_files_do_not_count() {
        let bytes = segment(&["alpha beta", "alpha", "alpha gamma gamma gamma"]);
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let all = Index::new(vec![(segment, vec![Some(0), Some(1), Some(2)])]).unwrap();
        assert_eq!((all.documents(), all.term_stats(Term::of("alpha"))), (3, 3));
        let some = Index::new(vec![(segment, vec![None, None, Some(7)])]).unwrap();
        assert_eq!((some.documents(), some.term_stats(Term::of("alpha"))), (1, 1));
        assert_eq!(some.term_stats(Term::of("beta")), 0);
        assert!((some.mean_lengths()[5] - 4.0).abs() < f32::EPSILON);
        assert_eq!((some.locate(7), some.locate(0)), (Some(2), None));
    }

    #[test]
    fn the_symbols_must_fit_the_segment() {
        let bytes = segment(&["alpha"]);
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let error = Index::new(vec![(segment, vec![])]).unwrap_err();
        assert_eq!(error, TextError::SlotMismatch { layer: 0, slots: 1, symbols: 0 });
    }

    #[test]
    fn an_index_of_nothing_is_empty() {
        let index = Index::new(Vec::<(Segment<'_>, Vec<Option<u32>>)>::new()).unwrap();
        assert_eq!((index.documents(), index.dense_documents()), (0, 0));
    }
}
