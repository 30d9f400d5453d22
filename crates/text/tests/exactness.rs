//! After any series of updates, answers are bit for bit those of a fresh build over the same files.

use std::collections::BTreeMap;

use fathom_text::{AlignedBytes, Bag, Document, Hit, Index, Query, SearchOptions, Segment, Tokenizer, bag};
use proptest::prelude::*;

/// Few words, so that files share terms and scores tie.
const WORDS: &[&str] =
    &["alpha", "beta", "gammaRay", "delta_wing", "cache", "caching", "http2", "request", "x", "the"];

type File = Vec<(usize, Vec<usize>)>;

/// Files by number; `None` deletes.
type Update = Vec<(u8, Option<File>)>;

fn file() -> impl Strategy<Value = File> {
    let body = prop::collection::vec(0..WORDS.len(), 0..12);
    prop::collection::vec((0..WORDS.len(), body), 0..5)
}

fn updates() -> impl Strategy<Value = Vec<Update>> {
    let change = (0..8_u8, prop::option::weighted(0.8, file()));
    prop::collection::vec(prop::collection::vec(change, 0..8), 1..6)
}

fn counted(file: &File) -> Bag {
    let mut source = String::new();
    let mut spans = Vec::new();
    for (_, body) in file {
        let start = source.len() as u32;
        for &word in body {
            source.push_str(WORDS[word]);
            source.push(' ');
        }
        spans.push((start, source.len() as u32));
    }
    let docs: Vec<_> = file
        .iter()
        .zip(&spans)
        .map(|(&(name, ref body), &(start, end))| Document {
            start,
            end,
            name: WORDS[name],
            doc: body.first().map_or("", |&word| WORDS[word]),
            path: "src/cache.rs",
            ..Document::default()
        })
        .collect();
    bag(&mut Tokenizer::new(), &source, &docs)
}

fn built<'b>(bags: impl Iterator<Item = &'b Bag>) -> AlignedBytes {
    let views: Vec<_> = bags.map(Bag::view).collect();
    AlignedBytes::copy_of(&Segment::build(&views))
}

fn answers(layers: &[(AlignedBytes, Vec<Option<u32>>)], query: &str) -> Vec<(u32, u32)> {
    let segments =
        layers.iter().map(|(bytes, symbols)| (Segment::read(bytes.as_bytes()).unwrap(), symbols.as_slice()));
    let index = Index::new(segments.collect()).unwrap();
    let options = SearchOptions { limit: 20, ..SearchOptions::default() };
    let query = Query::parse(&mut Tokenizer::new(), query);
    let bits = |hit: &Hit| (hit.symbol, hit.score.to_bits());
    let hits = index.search(&query, &options);
    for hit in &hits {
        assert!(!index.explain(&query, &options, hit.symbol).is_empty());
    }
    hits.iter().map(bits).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn updated_in_layers_and_built_afresh_answer_alike(
        updates in updates(),
        query in prop::collection::vec(0..WORDS.len(), 1..5),
        backwards in any::<bool>(),
    ) {
        // Where each live file is: its layer and slot, and its bag.
        let mut live: BTreeMap<u8, (usize, usize, Bag)> = BTreeMap::new();
        let mut layers = Vec::new();
        for (layer, update) in updates.iter().enumerate() {
            // The last change to a file within one update is the one that holds.
            let changes: BTreeMap<u8, &Option<File>> =
                update.iter().map(|(number, file)| (*number, file)).collect();
            let mut bags = Vec::new();
            for (number, file) in changes {
                live.remove(&number);
                if let Some(file) = file {
                    let bag = counted(file);
                    live.insert(number, (layer, bags.len(), bag.clone()));
                    bags.push(bag);
                }
            }
            layers.push((built(bags.iter()), vec![None; bags.len()]));
        }

        let mut next = 3;
        let mut fresh: Vec<(&Bag, Option<u32>)> = Vec::new();
        for (layer, slot, bag) in live.values() {
            layers[*layer].1[*slot] = Some(next);
            fresh.push((bag, Some(next)));
            next += bag.view().documents() as u32;
        }
        if backwards {
            fresh.reverse();
        }
        let bytes = built(fresh.iter().map(|(bag, _)| *bag));
        let fresh = [(bytes, fresh.iter().map(|&(_, symbol)| symbol).collect())];

        let query: Vec<&str> = query.iter().map(|&word| WORDS[word]).collect();
        let query = query.join(" ");
        prop_assert_eq!(answers(&layers, &query), answers(&fresh, &query));
    }
}
