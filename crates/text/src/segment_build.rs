//! Builds one segment from many bags.
//!
//! The range of hashes is divided into equal buckets. Each thread first partitions the terms and
//! postings of its share of the bags by bucket. Then each bucket is inverted on its own, by sorting
//! its few thousand terms. Both steps access memory sequentially or within a cache's size; to
//! collect the postings of each term from all bags is several times slower because of cache misses.
//! Only some buckets are filled at a time, and their memory is reused: page faults of new memory
//! are the largest cost here.
//!
//! The buckets are joined in order of hash, so the bytes do not depend on the number of
//! buckets or threads.

use rayon::prelude::*;

use crate::BagView;
use crate::field::FIELDS;
use crate::layout::Pieces;
use crate::postings::PostingWriter;
use crate::segment::FORMAT;

/// Terms per bucket to aim at: with their postings they fit the second-level cache.
const BUCKET_SIZE: usize = 8192;
/// Maximum number of buckets, as a power of two. With more, most bags would have no term in a bucket.
const MAX_BUCKET_BITS: u32 = 8;
/// Buckets that are filled at a time, as a power of two: enough to read longer ranges of a bag.
const AT_ONCE_BITS: u32 = 4;

/// One thread's share of the bags, and its terms by bucket.
struct BagShare<'b> {
    bags: &'b [BagView<'b>],
    first_slot: u32,
    /// For each bag, the number of terms that are in a bucket. Terms are sorted by hash, as buckets are.
    done: Vec<usize>,
    batches: Vec<TermBatch>,
}

/// The terms of one share in one bucket.
#[derive(Clone, Default)]
struct TermBatch {
    terms: Vec<BatchTerm>,
    /// As in the bags, the documents counted within their file.
    postings: Vec<u32>,
}

/// One term of one bag. Sorts by hash and then slot, which are never both equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BatchTerm {
    hash: u64,
    slot: u32,
    /// Its position in the bag.
    at: u32,
    /// The range of its postings in the batch.
    begin: u32,
    end: u32,
}

/// The part of the segment between two hashes; offsets count from its own beginning.
#[derive(Default)]
struct Bucket {
    terms: Vec<u64>,
    postings_end: Vec<u64>,
    text_end: Vec<u32>,
    postings: Vec<u8>,
    text: Vec<u8>,
}

pub(crate) fn build<T>(bags: &[BagView<'_>], write: impl FnOnce(&[&[u8]]) -> T) -> T {
    let mut slot_begin = Vec::with_capacity(bags.len());
    let mut slot_end = Vec::with_capacity(bags.len());
    let mut documents = 0_u32;
    for bag in bags {
        slot_begin.push(documents);
        documents += bag.documents() as u32;
        slot_end.push(documents);
    }

    let terms: usize = bags.iter().map(|bag| bag.terms.len()).sum();
    let bits = (terms / BUCKET_SIZE).next_power_of_two().trailing_zeros().min(MAX_BUCKET_BITS);
    let at_once = 1_usize << bits.min(AT_ONCE_BITS);
    let share = bags.len().div_ceil(rayon::current_num_threads()).max(1);
    let new_share = |(number, bags)| BagShare::new(bags, number * share, at_once);
    let mut shares: Vec<BagShare<'_>> = bags.chunks(share).enumerate().map(new_share).collect();
    let mut buckets: Vec<Bucket> = Vec::with_capacity(1 << bits);
    for first in (0..1_usize << bits).step_by(at_once) {
        shares.par_iter_mut().for_each(|share| share.partition(first, bits));
        buckets.par_extend((0..at_once).into_par_iter().map(|number| {
            let batches: Vec<&TermBatch> = shares.iter().map(|share| &share.batches[number]).collect();
            invert(bags, &slot_begin, &batches, share)
        }));
    }
    join(bags, &slot_end, buckets, write)
}

impl<'b> BagShare<'b> {
    fn new(bags: &'b [BagView<'b>], first_slot: usize, at_once: usize) -> Self {
        let (done, batches) = (vec![0; bags.len()], vec![TermBatch::default(); at_once]);
        Self { bags, first_slot: first_slot as u32, done, batches }
    }

    /// Fills the batches of the buckets from `first` on.
    fn partition(&mut self, first: usize, bits: u32) {
        // A shift by 64 is not defined: with 0 bits, all is in bucket 0.
        let bucket = |hash: u64| hash.checked_shr(64 - bits).unwrap_or(0) as usize - first;
        for batch in &mut self.batches {
            batch.terms.clear();
            batch.postings.clear();
        }
        for ((bag, slot), done) in self.bags.iter().zip(self.first_slot..).zip(&mut self.done) {
            for (at, &hash) in bag.terms.iter().enumerate().skip(*done) {
                let Some(batch) = self.batches.get_mut(bucket(hash)) else { break };
                let begin = batch.postings.len() as u32;
                batch.postings.extend_from_slice(bag.postings_of(at));
                let end = batch.postings.len() as u32;
                batch.terms.push(BatchTerm { hash, slot, at: at as u32, begin, end });
                *done = at + 1;
            }
        }
    }
}

/// Inverts one bucket; `share` is the number of bags per batch.
fn invert(bags: &[BagView<'_>], slot_begin: &[u32], batches: &[&TermBatch], share: usize) -> Bucket {
    let lists: Vec<&[BatchTerm]> = batches.iter().map(|batch| &batch.terms[..]).collect();
    let mut terms = lists.concat();
    terms.sort_unstable();

    let mut bucket = Bucket::default();
    let mut writer = PostingWriter::default();
    for same in terms.chunk_by(|a, b| a.hash == b.hash) {
        writer.begin();
        for term in same {
            let base = slot_begin[term.slot as usize];
            let own = term.begin as usize..term.end as usize;
            for &posting in &batches[term.slot as usize / share].postings[own] {
                writer.push(base + (posting >> 8), posting as u8);
            }
        }
        let first = same[0];
        let text = bags[first.slot as usize].text_of(first.at as usize);
        bucket.text.extend_from_slice(text);
        bucket.terms.push(first.hash);
        bucket.postings_end.push(writer.bytes.len() as u64);
        bucket.text_end.push(bucket.text.len() as u32);
    }
    bucket.postings = writer.bytes;
    bucket
}

fn join<T>(
    bags: &[BagView<'_>],
    slot_end: &[u32],
    mut buckets: Vec<Bucket>,
    write: impl FnOnce(&[&[u8]]) -> T,
) -> T {
    let (mut terms, mut postings, mut text) = (0, 0, 0);
    for bucket in &mut buckets {
        for end in &mut bucket.postings_end {
            *end += postings;
        }
        for end in &mut bucket.text_end {
            *end += text;
        }
        terms += bucket.terms.len() as u64;
        postings += bucket.postings.len() as u64;
        text += bucket.text.len() as u32;
    }
    let (sums, with_field): (Vec<_>, Vec<_>) = bags.iter().map(|bag| sums(bag.lengths)).unzip();
    let documents = u64::from(slot_end.last().copied().unwrap_or(0));
    let slots = bags.len() as u64;

    let header = FORMAT.header([terms, slots, documents, postings, u64::from(text), 0, 0]);
    let mut pieces = Pieces::new(&header);
    pieces.put(buckets.iter().map(|bucket| &bucket.terms[..]));
    pieces.put(buckets.iter().map(|bucket| &bucket.postings_end[..]));
    pieces.put(buckets.iter().map(|bucket| &bucket.text_end[..]));
    pieces.put([slot_end]);
    pieces.put([&sums[..]]);
    pieces.put([&with_field[..]]);
    pieces.put(bags.iter().map(|bag| bag.lengths));
    pieces.put(buckets.iter().map(|bucket| &bucket.postings[..]));
    pieces.put(buckets.iter().map(|bucket| &bucket.text[..]));
    write(pieces.pieces())
}

/// Per field, the sum of the lengths and the number of documents that have it at all.
fn sums(lengths: &[[u16; FIELDS]]) -> ([u64; FIELDS], [u32; FIELDS]) {
    let mut sums = [0; FIELDS];
    let mut with_field = [0; FIELDS];
    for document in lengths {
        for field in 0..FIELDS {
            sums[field] += u64::from(document[field]);
            with_field[field] += u32::from(document[field] > 0);
        }
    }
    (sums, with_field)
}

#[cfg(test)]
mod tests {
    use crate::{AlignedBytes, Bag, Document, Field, Segment, Term, Tokenizer, bag};

    fn file(source: &str) -> Bag {
        let docs = [Document { end: u32::MAX, ..Document::default() }];
        bag(&mut Tokenizer::new(), source, &docs)
    }

    fn built(bags: &[Bag]) -> AlignedBytes {
        let views: Vec<_> = bags.iter().map(Bag::view).collect();
        AlignedBytes::copy_of(&Segment::build(&views))
    }

    #[test]
    fn a_term_lists_the_documents_of_all_files() {
        let bytes = built(&[file("alpha beta"), file("beta"), file("gamma beta beta")]);
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let documents: Vec<_> = segment
            .postings(Term::of("beta"))
            .map(|(document, counts)| (document, counts.get(Field::Body)))
            .collect();
        assert_eq!(documents, [(0, 1), (1, 1), (2, 2)]);
        assert_eq!(segment.text(Term::of("gamma")), Some("gamma"));
        assert_eq!(segment.text(Term::of("delta")), None);
        assert_eq!((segment.slots(), segment.documents()), (3, 3));
    }

    #[test]
    fn nothing_gives_an_empty_segment() {
        let bytes = built(&[]);
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        assert_eq!((segment.slots(), segment.terms()), (0, 0));
    }

    #[test]
    fn many_buckets_are_joined_into_one_sorted_dictionary() {
        let files: Vec<Bag> = (0..40)
            .map(|file_number| {
                let words: Vec<String> = (0..800).map(|word| format!("w{}", word * file_number)).collect();
                file(&words.join(" "))
            })
            .collect();
        let bytes = built(&files);
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let documents: Vec<_> = segment.postings(Term::of("w1000")).map(|(d, _)| d).collect();
        let expected: Vec<_> = (2..40).filter(|f| 1000 % f == 0 && 1000 / f < 800).collect();
        assert_eq!(documents, expected);
        assert_eq!(segment.text(Term::of("w1000")), Some("w1000"));
    }
}
