//! Statistics of whole files: how often a file's text contains a term, and the length of the text.

use crate::field::{Field, MAX_COUNT};
use crate::{Index, Term};

impl Index<'_> {
    /// Calls `visit` with each live file whose text contains the term: the symbol of its document 0,
    /// and the count, capped as for one document.
    pub fn for_each_file_with(&self, term: Term, mut visit: impl FnMut(u32, u32)) {
        for layer in &self.layers {
            let ends = &layer.segment.slot_end;
            let (mut slot, mut end, mut count) = (0, 0, 0);
            let mut finish = |slot: usize, count: u32| {
                if let Some(symbol) = layer.symbols[slot].filter(|_| count > 0) {
                    visit(symbol, count.min(MAX_COUNT));
                }
            };
            for (document, counts) in layer.segment.postings(term) {
                if document >= end {
                    finish(slot, count);
                    // Most terms are in few files: a search skips the others.
                    slot += ends[slot..].partition_point(|end| *end <= document);
                    let Some(next) = ends.get(slot) else { break };
                    end = *next;
                    count = 0;
                }
                count += u32::from(counts.get(Field::Body));
            }
            if slot < ends.len() {
                finish(slot, count);
            }
        }
    }

    /// The live files: the symbol of document 0, and the number of terms of the text.
    pub fn file_lengths(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.layers.iter().flat_map(|layer| {
            layer
                .live_slots_numbered()
                .map(|(slot, symbol)| (symbol, layer.segment.length_sums[slot][Field::Body.index()]))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{AlignedBytes, Document, Index, Segment, Term, Tokenizer, bag};

    #[test]
    fn the_documents_of_a_file_count_together() {
        let source = "alpha beta\nalpha gamma\n";
        let docs = [
            Document { end: 23, ..Document::default() },
            Document { start: 11, end: 23, ..Document::default() },
        ];
        let one = bag(&mut Tokenizer::new(), source, &docs);
        let other = bag(&mut Tokenizer::new(), "gamma", &docs[..1]);
        let bytes = AlignedBytes::copy_of(&Segment::build(&[one.view(), other.view()]));
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let counts = |live: Vec<Option<u32>>, term: &str| {
            let index = Index::new(vec![(segment, live)]).unwrap();
            let mut found = Vec::new();
            index.for_each_file_with(Term::of(term), |file, count| found.push((file, count)));
            found
        };
        assert_eq!(counts(vec![Some(0), Some(2)], "alpha"), [(0, 2)]);
        assert_eq!(counts(vec![Some(0), Some(2)], "gamma"), [(0, 1), (2, 1)]);
        assert_eq!(counts(vec![None, Some(2)], "gamma"), [(2, 1)]);
        let index = Index::new(vec![(segment, vec![Some(0), Some(2)])]).unwrap();
        assert_eq!(index.file_lengths().collect::<Vec<_>>(), [(0, 4), (2, 1)]);
    }
}
