//! One file's text to facts.

use crate::repository;
use divan::Bencher;
use divan::counter::BytesCount;
use fathom_syntax::{extract, languages};

/// What indexing does with each changed file.
#[divan::bench(args = ["python", "typescript"])]
fn facts_of_a_file(bencher: Bencher, language: &str) {
    let file = repository::largest(language);
    let language = languages::by_name(language).expect("a language that can be read");
    bencher.counter(BytesCount::of_str(&file.text)).bench(|| extract(language, &file.path, &file.text));
}
