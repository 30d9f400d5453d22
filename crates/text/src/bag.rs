//! The terms of one file, counted per document and field.
//!
//! Owns how text is assigned to documents and how their terms are counted. The bytes of
//! a finished bag are described in `bag_view`.
//!
//! Every word of the file belongs to the body of exactly one document, the innermost one around it. A
//! class therefore does not repeat the words of its methods. The source is never sliced at a span: a
//! word belongs to the document in which it begins, so a span may be invalid, even outside of the text
//! or within a character.

use crate::bag_view::BagView;
use crate::field::{self, FIELDS, Field};
use crate::tokenizer::{Kind, TermNumber, Tokenizer};
use crate::words::for_each_word;
use std::ops::Range;

/// A posting has 24 bits for the document.
pub(crate) const MAX_DOCUMENTS: usize = 1 << 24;

/// One definition of a file; number 0 is the file itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Document<'a> {
    /// First byte of the definition.
    pub start: u32,
    /// First byte after the definition.
    pub end: u32,
    /// Its own name.
    pub name: &'a str,
    /// The names it is nested in.
    pub container: &'a str,
    /// Parameters, types, modifiers.
    pub signature: &'a str,
    /// Its documentation comment.
    pub doc: &'a str,
    /// The path of its file.
    pub path: &'a str,
}

/// The counted terms of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bag {
    pub(crate) terms: Vec<u64>,
    pub(crate) postings_end: Vec<u32>,
    pub(crate) text_end: Vec<u32>,
    pub(crate) postings: Vec<u32>,
    pub(crate) lengths: Vec<[u16; FIELDS]>,
    pub(crate) text: Vec<u8>,
}

impl Bag {
    /// The bag as [`crate::Segment::build`] uses it, without serialization.
    pub fn view(&self) -> BagView<'_> {
        BagView {
            terms: &self.terms,
            postings_end: &self.postings_end,
            text_end: &self.text_end,
            postings: &self.postings,
            lengths: &self.lengths,
            text: &self.text,
        }
    }

    /// The bag as a blob for a cache; see [`BagView::read`].
    pub fn to_bytes(&self) -> Vec<u8> {
        self.view().to_bytes()
    }
}

/// Counts the terms of a file.
///
/// Documents may come in any order; of two with the same span the later is the inner one.
/// Text outside of all documents is body of document 0. Without documents the bag is
/// empty. Documents past the first 16,777,216 are given no terms.
pub fn bag(tokenizer: &mut Tokenizer, source: &str, docs: &[Document<'_>]) -> Bag {
    tokenizer.forget_if_large();
    let mut room = std::mem::take(&mut tokenizer.room);
    room.tokens.clear();
    room.tokens.reserve(source.len() / 4);
    let mut count = Count { tokenizer, room, lengths: vec![[0; FIELDS]; docs.len()] };
    let mut container = RepeatedField::new(Field::Container);
    let mut path = RepeatedField::new(Field::Path);
    for (number, document) in docs.iter().enumerate().take(MAX_DOCUMENTS) {
        let fields = [
            (Field::Name, document.name),
            (Field::Signature, document.signature),
            (Field::Doc, document.doc),
        ];
        for (field, text) in fields {
            for_each_word(text, |_, word| count.add(number, field, word));
        }
        container.add(&mut count, number, document.container);
        path.add(&mut count, number, document.path);
    }
    if !docs.is_empty() {
        let mut innermost = InnermostDocuments::new(docs);
        for_each_word(source, |at, word| {
            count.add(innermost.at(at), Field::Body, word);
        });
    }
    count.finish()
}

/// The innermost document at each of a rising series of offsets.
struct InnermostDocuments<'d> {
    docs: &'d [Document<'d>],
    /// Documents not yet reached, the nearest last.
    ahead: Vec<usize>,
    open: Vec<usize>,
}

impl<'d> InnermostDocuments<'d> {
    fn new(docs: &'d [Document<'d>]) -> Self {
        let mut ahead: Vec<usize> = (0..docs.len().min(MAX_DOCUMENTS)).collect();
        ahead.sort_by_key(|&number| (docs[number].start, std::cmp::Reverse(docs[number].end)));
        ahead.reverse();
        Self { docs, ahead, open: Vec::new() }
    }

    fn at(&mut self, offset: usize) -> usize {
        while let Some(next) = self.ahead.pop_if(|&mut next| self.docs[next].start as usize <= offset) {
            self.open.push(next);
        }
        while let Some(&top) = self.open.last() {
            if offset < self.docs[top].end as usize {
                return top;
            }
            self.open.pop();
        }
        0
    }
}

struct Count<'t> {
    tokenizer: &'t mut Tokenizer,
    room: CountingBuffers,
    lengths: Vec<[u16; FIELDS]>,
}

/// Buffers for counting, reused from file to file.
#[derive(Default)]
pub(crate) struct CountingBuffers {
    /// Each occurrence of a term and its [`place`].
    tokens: Vec<(TermNumber, u32)>,
    /// The places alone, those of one term together.
    places: Vec<u32>,
    /// By term, how often it occurs, and then where its places begin; zeros between two files.
    counts: Vec<u32>,
}

/// A field that often has the same text, and so the same terms, as in the previous document.
struct RepeatedField<'d> {
    field: Field,
    text: &'d str,
    document: usize,
    /// Where in [`CountingBuffers::tokens`] the terms of the text are.
    tokens: Range<usize>,
}

impl<'d> RepeatedField<'d> {
    fn new(field: Field) -> Self {
        Self { field, text: "", document: 0, tokens: 0..0 }
    }

    fn add(&mut self, count: &mut Count<'_>, document: usize, text: &'d str) {
        let tokens = &mut count.room.tokens;
        let begin = tokens.len();
        if text == self.text {
            let place = place(document, self.field);
            for at in self.tokens.clone() {
                tokens.push((tokens[at].0, place));
            }
            let field = self.field.index();
            count.lengths[document][field] = count.lengths[self.document][field];
        } else {
            for_each_word(text, |_, word| count.add(document, self.field, word));
        }
        *self = Self { field: self.field, text, document, tokens: begin..count.room.tokens.len() };
    }
}

/// The position of a term as one number that sorts by document and field.
fn place(document: usize, field: Field) -> u32 {
    (document as u32) << 3 | u32::from(field as u8)
}

impl Count<'_> {
    fn add(&mut self, document: usize, field: Field, word: &str) {
        for at in self.tokenizer.word(word) {
            let (number, kind) = self.tokenizer.outcome(at);
            self.room.tokens.push((number, place(document, field)));
            // Compounds repeat their parts and do not count as length.
            if kind == Kind::Part {
                let length = &mut self.lengths[document][field.index()];
                *length = length.saturating_add(1);
            }
        }
    }

    /// A counting sort of the occurrences, because a file has few hundred terms that occur often.
    fn finish(mut self) -> Bag {
        let CountingBuffers { tokens, places, counts } = &mut self.room;
        let known = self.tokenizer.known_terms();
        counts.resize(counts.len().max(known), 0);
        let mut terms: Vec<(u64, TermNumber)> = Vec::new();
        for (number, _) in &*tokens {
            let count = &mut counts[*number as usize];
            if *count == 0 {
                terms.push((self.tokenizer.term(*number).0.hash(), *number));
            }
            *count += 1;
        }
        terms.sort_unstable_by_key(|(hash, _)| *hash);
        let mut begin = 0;
        for (_, number) in &terms {
            begin += std::mem::replace(&mut counts[*number as usize], begin);
        }
        places.clear();
        places.resize(tokens.len(), 0);
        for (number, place) in &*tokens {
            let next = &mut counts[*number as usize];
            places[*next as usize] = *place;
            *next += 1;
        }

        let mut bag = Bag {
            terms: Vec::with_capacity(terms.len()),
            postings_end: Vec::with_capacity(terms.len()),
            text_end: Vec::with_capacity(terms.len()),
            postings: Vec::with_capacity(tokens.len()),
            lengths: self.lengths,
            text: Vec::new(),
        };
        let mut begin = 0;
        for (hash, number) in terms {
            let end = std::mem::take(&mut counts[number as usize]) as usize;
            let own = &mut places[begin..end];
            begin = end;
            own.sort_unstable();
            for same in own.chunk_by(|a, b| a == b) {
                let packed = field::pack((same[0] & 7) as u8, same.len() as u32);
                bag.postings.push((same[0] >> 3) << 8 | u32::from(packed));
            }
            let (_, text) = self.tokenizer.term(number);
            bag.text.extend_from_slice(text.as_bytes());
            bag.terms.push(hash);
            bag.postings_end.push(bag.postings.len() as u32);
            bag.text_end.push(bag.text.len() as u32);
        }
        self.tokenizer.room = self.room;
        bag
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Term;

    fn document(start: u32, end: u32, name: &str) -> Document<'_> {
        Document { start, end, name, ..Document::default() }
    }

    /// `(document, field, count)` of a term.
    fn places(bag: &Bag, text: &str) -> Vec<(u32, u8, u8)> {
        let view = bag.view();
        let Ok(at) = view.terms.binary_search(&Term::of(text).hash()) else {
            return Vec::new();
        };
        view.postings_of(at)
            .iter()
            .map(|posting| {
                let (field, count) = field::unpack(*posting as u8);
                (posting >> 8, field, count)
            })
            .collect()
    }

    #[test]
    fn each_word_is_body_of_the_innermost_document_only() {
        let source = "outer { inner } outer";
        let docs = [document(0, 21, "file"), document(6, 15, "method")];
        let bag = bag(&mut Tokenizer::new(), source, &docs);
        assert_eq!(places(&bag, "inner"), [(1, 5, 1)]);
        assert_eq!(places(&bag, "outer"), [(0, 5, 2)]);
        assert_eq!(places(&bag, "method"), [(1, 0, 1)]);
        assert_eq!(bag.lengths[0], [1, 0, 0, 0, 0, 2]);
    }

    #[test]
    fn text_outside_of_every_span_belongs_to_the_file() {
        let docs = [document(0, 0, ""), document(0, 5, "")];
        let bag = bag(&mut Tokenizer::new(), "alpha omega", &docs);
        assert_eq!(places(&bag, "alpha"), [(1, 5, 1)]);
        assert_eq!(places(&bag, "omega"), [(0, 5, 1)]);
    }

    #[test]
    fn siblings_and_their_nested_documents_close_in_any_order() {
        let source = "aa bb cc dd ee";
        let docs = [document(0, 14, ""), document(9, 11, ""), document(0, 8, ""), document(3, 5, "")];
        let bag = bag(&mut Tokenizer::new(), source, &docs);
        let owner = |word| places(&bag, word)[0].0;
        assert_eq!(["aa", "bb", "cc", "dd", "ee"].map(owner), [2, 3, 2, 1, 0]);
    }

    #[test]
    fn spans_beyond_the_text_or_within_a_character_do_no_harm() {
        let docs = [document(0, 4, ""), document(1, u32::MAX, ""), document(9, 2, "")];
        let bag = bag(&mut Tokenizer::new(), "é été", &docs);
        assert_eq!(places(&bag, "été"), [(1, 5, 1)]);
    }

    #[test]
    fn every_field_is_counted_apart() {
        let docs = [Document {
            start: 0,
            end: 4,
            name: "load",
            container: "load",
            signature: "load load",
            doc: "load",
            path: "load",
        }];
        let bag = bag(&mut Tokenizer::new(), "load", &docs);
        assert_eq!(places(&bag, "load"), [(0, 0, 1), (0, 1, 1), (0, 2, 1), (0, 3, 2), (0, 4, 1), (0, 5, 1)]);
    }

    #[test]
    fn the_bag_does_not_depend_on_what_the_tokenizer_saw_before() {
        let docs = [document(0, 30, "x")];
        let mut used = Tokenizer::new();
        bag(&mut used, "delta gamma beta alpha", &docs);
        let source = "alpha beta gammaDelta";
        assert_eq!(bag(&mut used, source, &docs), bag(&mut Tokenizer::new(), source, &docs));
    }

    #[test]
    fn a_text_that_repeats_counts_for_each_document() {
        let at = |container, path| Document { container, path, ..Document::default() };
        let docs = [at("", "lane/a"), at("Box", "lane/a"), at("Box", "lane/a"), at("", "lane/a")];
        let bag = bag(&mut Tokenizer::new(), "", &docs);
        assert_eq!(places(&bag, "box").len(), 2);
        assert_eq!(
            places(&bag, "lane").iter().map(|(document, ..)| *document).collect::<Vec<_>>(),
            [0, 1, 2, 3]
        );
        assert_eq!(bag.lengths[1], bag.lengths[2]);
        assert_eq!(bag.lengths[0], bag.lengths[3]);
    }

    #[test]
    fn a_file_without_documents_is_an_empty_bag() {
        assert!(bag(&mut Tokenizer::new(), "words", &[]).terms.is_empty());
    }
}
