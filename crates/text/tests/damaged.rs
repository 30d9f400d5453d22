//! Reading and searching arbitrary bytes does not panic.

use fathom_text::{AlignedBytes, BagView, Document, Index, Query, SearchOptions, Segment, Tokenizer, bag};
use proptest::prelude::*;

const SOURCE: &str = "def load_config(path): return parse(open(path)) # reads the config";

fn bag_bytes() -> Vec<u8> {
    let document = |start, end, name| Document {
        start,
        end,
        name,
        doc: "Loads the config.",
        path: "src/config.py",
        ..Document::default()
    };
    let docs = [document(0, 99, "config"), document(4, 40, "load_config")];
    bag(&mut Tokenizer::new(), SOURCE, &docs).to_bytes()
}

fn segment_bytes() -> Vec<u8> {
    let bytes = AlignedBytes::copy_of(&bag_bytes());
    let view = BagView::read(bytes.as_bytes()).unwrap();
    Segment::build(&[view; 3])
}

/// Does everything that can be done with an index over the segment.
fn exercise(bytes: &[u8]) {
    let Ok(segment) = Segment::read(bytes) else {
        return;
    };
    let symbols: Vec<_> = (0..segment.slots() as u32).map(|slot| (slot != 1).then_some(slot * 2)).collect();
    let Ok(index) = Index::new(vec![(segment, symbols)]) else {
        return;
    };
    let query = Query::parse(&mut Tokenizer::new(), "load_config parse path return zebra");
    let options = SearchOptions::default();
    index.search(&query, &options);
    index.evidence(&query, &options, &[0, 1, 4, 5]);
    for symbol in 0..6 {
        index.explain(&query, &options, symbol);
    }
    for term in &query.terms {
        index.text(term.term);
        index.term_stats(term.term);
    }
}

fn damage(
    mut bytes: Vec<u8>,
    flips: &[(prop::sample::Index, u8)],
    keep: Option<prop::sample::Index>,
) -> AlignedBytes {
    for (place, mask) in flips {
        let at = place.index(bytes.len());
        bytes[at] ^= mask;
    }
    if let Some(keep) = keep {
        bytes.truncate(keep.index(bytes.len() + 1));
    }
    AlignedBytes::copy_of(&bytes)
}

fn flips() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    prop::collection::vec((any::<prop::sample::Index>(), 1..=u8::MAX), 1..6)
}

fn cut() -> impl Strategy<Value = Option<prop::sample::Index>> {
    prop::option::weighted(0.2, any::<prop::sample::Index>())
}

#[test]
fn every_single_byte_of_a_segment_may_be_damaged() {
    let sound = segment_bytes();
    for at in 0..sound.len() {
        for mask in [1, 0x80, 0xff] {
            let mut bytes = sound.clone();
            bytes[at] ^= mask;
            exercise(AlignedBytes::copy_of(&bytes).as_bytes());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_damaged_segment_is_refused_or_answers_something(flips in flips(), cut in cut()) {
        exercise(damage(segment_bytes(), &flips, cut).as_bytes());
    }

    #[test]
    fn a_damaged_bag_is_refused_or_makes_a_sound_segment(flips in flips(), cut in cut()) {
        let bytes = damage(bag_bytes(), &flips, cut);
        if let Ok(view) = BagView::read(bytes.as_bytes()) {
            let segment = AlignedBytes::copy_of(&Segment::build(&[view, view]));
            prop_assert!(Segment::read(segment.as_bytes()).is_ok());
            exercise(segment.as_bytes());
        }
    }

    #[test]
    fn any_text_and_any_spans_can_be_counted(
        text in "\\PC{0,60}",
        spans in prop::collection::vec((0..80_u32, 0..80_u32), 0..6),
    ) {
        let docs: Vec<_> = spans
            .iter()
            .map(|&(start, end)| Document { start, end, name: &text, ..Document::default() })
            .collect();
        let bytes = AlignedBytes::copy_of(&bag(&mut Tokenizer::new(), &text, &docs).to_bytes());
        prop_assert!(BagView::read(bytes.as_bytes()).is_ok());
        Query::parse(&mut Tokenizer::new(), &text);
    }
}
