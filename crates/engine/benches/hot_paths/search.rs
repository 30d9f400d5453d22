//! Words to documents: one BM25F search in an open index.

use crate::indexed::with_view;
use divan::Bencher;
use fathom_text::{Query, SearchOptions, Tokenizer};

/// `region42` is in a few documents, `order` in thousands.
#[divan::bench(args = ["region42", "retry the order", "cancel an invoice before the parcel of region42 is due"])]
fn words(bencher: Bencher, text: &str) {
    let query = Query::parse(&mut Tokenizer::new(), text);
    with_view(|view| bencher.bench_local(|| view.words.search(&query, &SearchOptions::default())));
}
