//! Measures counting, building, opening and searching on synthetic code.
//!
//! `cargo run --release -p fathom-text --example measure_search`
//!
//! Words are drawn from a Zipf-like distribution, as in real code: a few occur in most documents, most
//! in few.

use std::time::Instant;

use fathom_text::{
    AlignedBytes, Bag, BagView, Document, Index, Query, SearchOptions, Segment, Tokenizer, bag,
};
use rayon::prelude::*;

/// Documents per file, and words per body, so that 45,000 documents have some 3 million
/// postings.
const DOCUMENTS_PER_FILE: usize = 15;
const WORDS_PER_BODY: usize = 70;
const VOCABULARY: f64 = 60_000.0;

fn main() {
    for documents in [45_000, 200_000] {
        measure(documents);
    }
}

fn measure(documents: usize) {
    let files: Vec<SyntheticFile> = (0..documents / DOCUMENTS_PER_FILE)
        .into_par_iter()
        .map(|seed| SyntheticFile::new(seed as u64))
        .collect();
    let size: usize = files.iter().map(|file| file.source.len()).sum();
    println!("{documents} documents, {} files, {:.1} MB of source", files.len(), size as f64 / 1e6);

    // One tokenizer per thread for all of its files: rayon's `map_init` would make a new
    // one, that remembers nothing, for every piece it splits the work into.
    let share = files.len().div_ceil(rayon::current_num_threads());
    let count = |files: &[SyntheticFile]| {
        let mut tokenizer = Tokenizer::new();
        files.iter().map(|file| file.count(&mut tokenizer)).collect::<Vec<Bag>>()
    };
    let bags = report("count all files (tokenise)", 3, || {
        files.par_chunks(share).flat_map_iter(count).collect::<Vec<Bag>>()
    });
    let blobs: Vec<_> = bags.iter().map(|bag| AlignedBytes::copy_of(&bag.to_bytes())).collect();
    let blob_size: usize = blobs.iter().map(|blob| blob.as_bytes().len()).sum();
    println!("  bags: {:.1} MB", blob_size as f64 / 1e6);

    let read = |blob: &'_ AlignedBytes| BagView::read(blob.as_bytes()).is_ok();
    report("read and check bags", 5, || blobs.iter().filter(|blob| read(blob)).count());
    let views: Vec<_> = bags.iter().map(Bag::view).collect();
    let built = report("build the segment", 5, || Segment::build(&views));
    let small = report("build a segment of 10 files", 20, || Segment::build(&views[..10]));
    let (built, small) = (AlignedBytes::copy_of(&built), AlignedBytes::copy_of(&small));
    let segment = Segment::read(built.as_bytes()).expect("just built");
    let update = Segment::read(small.as_bytes()).expect("just built");
    let symbol = |slot: usize| Some((slot * DOCUMENTS_PER_FILE) as u32);
    let old: Vec<_> = (0..segment.slots()).map(|slot| symbol(slot).filter(|_| slot >= 10)).collect();
    let new: Vec<_> = (0..10).map(symbol).collect();
    let index = report("open the index with an update", 20, || {
        Index::new(vec![(segment, &old[..]), (update, &new[..])]).expect("slots fit")
    });
    println!("  segment: {:.1} MB, {} terms", built.as_bytes().len() as f64 / 1e6, segment.terms());

    let mut tokenizer = Tokenizer::new();
    for (what, ranks) in [
        ("3 rare words", &[900, 4000, 17000][..]),
        ("3 usual words", &[30, 80, 400]),
        ("8 mixed words", &[3, 12, 40, 90, 300, 1000, 5000, 20000]),
        ("8 most frequent words", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ] {
        let words: Vec<String> = ranks.iter().map(|&rank| word(rank)).collect();
        let query = Query::parse(&mut tokenizer, &words.join(" "));
        report(what, 40, || index.search(&query, &SearchOptions::default()));
        let matches: u64 = query.terms.iter().map(|term| index.term_stats(term.term)).sum();
        println!("  {matches:32} postings of live documents");
    }
}

/// Prints the best time of several rounds, which is the one least disturbed by others,
/// and the least processor time of all threads, which others hardly disturb.
fn report<T>(what: &str, rounds: u32, mut work: impl FnMut() -> T) -> T {
    let mut best = f64::INFINITY;
    let mut least = f64::INFINITY;
    let mut answer = None;
    for _ in 0..rounds {
        let (start, busy) = (Instant::now(), processor_ms());
        answer = Some(std::hint::black_box(work()));
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        least = least.min(processor_ms() - busy);
    }
    // The system counts processor time in ticks of 4 ms: too coarse for the short ones.
    let processor = if best > 20.0 { format!(", processor {least:9.3} ms") } else { String::new() };
    println!("  {what:32} {best:9.3} ms{processor}");
    answer.expect("at least one round")
}

/// Processor time of all threads so far; 0 where the system is not Linux.
fn processor_ms() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let nanoseconds = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    });
    nanoseconds.sum::<f64>() / 1e6
}

struct SyntheticFile {
    source: String,
    names: Vec<String>,
    spans: Vec<(u32, u32)>,
}

impl SyntheticFile {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut file = Self { source: String::new(), names: Vec::new(), spans: Vec::new() };
        for _ in 0..DOCUMENTS_PER_FILE {
            let start = file.source.len() as u32;
            file.names.push(format!("{}_{}", random.word(), random.word()));
            for _ in 0..WORDS_PER_BODY {
                file.source.push_str(&random.word());
                file.source.push_str(" = ");
            }
            file.spans.push((start, file.source.len() as u32));
        }
        file
    }

    fn count(&self, tokenizer: &mut Tokenizer) -> Bag {
        let docs: Vec<_> = self
            .names
            .iter()
            .zip(&self.spans)
            .map(|(name, &(start, end))| Document {
                start,
                end,
                name,
                container: "Container",
                signature: name,
                doc: &self.source[start as usize..(start as usize + 60).min(end as usize)],
                path: "src/some/path.rs",
            })
            .collect();
        bag(tokenizer, &self.source, &docs)
    }
}

/// Marsaglia's xorshift: the same words on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A rank drawn from 1/rank: the logarithm of the rank is uniform.
    fn word(&mut self) -> String {
        word(VOCABULARY.powf(self.next()) as u32)
    }
}

/// The word of this rank: letters only, and none that stemming would change.
fn word(rank: u32) -> String {
    let digit = |place: u32| char::from(b"bcdfgklmnpqrtvwz"[(rank >> (4 * place)) as usize & 15]);
    (0..4).map(digit).chain(['o', 'x']).collect()
}
