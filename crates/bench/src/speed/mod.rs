//! The speed of indexing and answering, compared with a lower bound.
//!
//! The floor is what no indexer can avoid: reading and parsing the same files
//! on the same threads ([`floor()`]). Both run as child processes of the same
//! program, as people run it ([`child`]), so that both start with fresh memory
//! and parsers that have seen nothing; their rounds alternate, so that a busy
//! machine slows both. Everything happens in a copy
//! ([`copy`]); the repository itself is never touched.

mod child;
mod copy;
pub(crate) mod edit;
mod floor;
mod questions;
mod report;

pub(crate) use copy::copy;
pub use floor::floor;
pub(crate) use questions::Questions;
pub use report::{Machine, Report, Timing};

use crate::Watch;
use anyhow::{Context, Result, ensure};
use child::Fathom;
use fathom_engine::operations::context::{Format, Settings};
use fathom_engine::operations::{context, query, symbols};
use fathom_engine::{Folders, NoProgress, Refresh, View, Workspace};
use fathom_protocol::context::Request as ContextRequest;
use fathom_protocol::query::Request as QueryRequest;
use fathom_protocol::symbols::Request as SymbolsRequest;
use std::path::Path;
use std::time::Instant;

/// Questions of each kind that are asked in one process.
const QUESTIONS: usize = 50;
const CONTEXT_BUDGET: usize = 8_000;
const LIMIT: usize = 20;

/// Measures a repository; `program` is the `fathom` to run.
pub fn run(path: &Path, rounds: usize, program: &Path, watch: Watch<'_>) -> Result<Report> {
    ensure!(rounds > 0, "at least one round is needed");
    watch(&format!("copying {}", path.display()));
    let folder = tempfile::Builder::new()
        .prefix("fathom-bench-")
        .tempdir()
        .context("cannot make a folder for the copy")?;
    let copy = folder.path().join("copy");
    let copied = copy::copy(path, &copy)?;
    let mut fathom = Fathom::new(program, &copy, &folder.path().join("homes"));

    let files = floor::files(&copy)?;
    let mut floors = Vec::with_capacity(rounds);
    let mut full = Vec::with_capacity(rounds);
    let mut history = Vec::with_capacity(rounds);
    let mut peak = Vec::new();
    let mut indexed = child::IndexReport::default();
    // The first round brings files into the system's cache and is not counted.
    for round in 0..=rounds {
        watch(&format!("reading and parsing, then indexing: round {round} of {rounds}"));
        fathom.forget();
        let (parsed, floor_ms) = timed(|| fathom.floor());
        parsed?;
        let (answer, full_ms) = timed(|| fathom.index());
        indexed = answer?;
        if round > 0 {
            floors.push(floor_ms);
            full.push(full_ms - indexed.history_ms());
            history.push(indexed.history_ms());
            peak.extend(indexed.peak_memory_bytes.map(|bytes| bytes as f64));
        }
    }

    watch("indexing again with nothing changed");
    let unchanged = repeat(rounds, || fathom.index())?;

    let folders = Folders::under(&fathom.home());
    let opened = Workspace::find(&copy, &folders)?.open(Refresh::Update, &NoProgress)?;
    let view = opened.view();
    let questions = Questions::draw(&view, QUESTIONS);
    ensure!(!questions.names.is_empty(), "{} has no symbols to ask for", path.display());

    watch("asking from new processes");
    let mut names = questions.names.iter().cycle();
    let cold = repeat(rounds, || fathom.symbols(names.next().map_or("", String::as_str)))?;
    let mut tasks = questions.words.iter().cycle();
    let mut task = || tasks.next().map_or("", String::as_str);
    let cold_context = repeat(rounds, || fathom.context(task()))?;
    watch("asking inside one process");
    let warm = WarmTimings::measure(&view, &questions)?;
    drop(view);
    drop(opened);

    watch("asking after one edit");
    let edited = edit::measure(&copy, &files, &fathom, rounds)?;

    // Round by round: a machine that gets slower between two rounds slows both parts of a ratio.
    let ratios: Vec<f64> = full.iter().zip(&floors).map(|(full, floor)| full / floor).collect();
    Ok(Report {
        path: path.display().to_string(),
        copied,
        machine: Machine {
            threads: rayon::current_num_threads(),
            system: std::env::consts::OS.to_owned(),
            debug_build: cfg!(debug_assertions),
        },
        rounds,
        files: indexed.files,
        bytes: files.iter().map(|file| file.stamp.size).sum(),
        symbols: indexed.symbols,
        edges: indexed.edges,
        index_bytes: indexed.index_bytes,
        peak_memory_bytes: (!peak.is_empty()).then(|| crate::statistics::median(&peak) as u64),
        ratio: crate::statistics::median(&ratios),
        floor: Timing::new(floors),
        full_index: Timing::new(full),
        history: Timing::new(history),
        unchanged_index: Timing::new(unchanged),
        edited_file: edited.path,
        edited_symbols: Timing::new(edited.times_ms),
        cold_symbols: Timing::new(cold),
        cold_context: Timing::new(cold_context),
        warm_symbols: Timing::new(warm.symbols),
        warm_query: Timing::new(warm.query),
        warm_context: Timing::new(warm.context),
    })
}

/// Milliseconds of each question asked of an open index.
struct WarmTimings {
    symbols: Vec<f64>,
    query: Vec<f64>,
    context: Vec<f64>,
}

impl WarmTimings {
    fn measure(view: &View<'_>, questions: &Questions) -> Result<WarmTimings> {
        let mut warm = WarmTimings { symbols: Vec::new(), query: Vec::new(), context: Vec::new() };
        let settings = Settings { format: Format::Text, ..Settings::default() };
        for name in &questions.names {
            let request =
                SymbolsRequest { query: name.clone(), limit: Some(LIMIT), ..SymbolsRequest::default() };
            let (answer, ms) = timed(|| symbols::run(view, &request));
            ensure!(answer?.count > 0, "`symbols {name}` finds nothing, although it is in the index");
            warm.symbols.push(ms);
        }
        for words in &questions.words {
            let request =
                QueryRequest { query: words.clone(), limit: Some(LIMIT), ..QueryRequest::default() };
            let (answer, ms) = timed(|| query::run(view, &request));
            answer?;
            warm.query.push(ms);
        }
        for words in &questions.words {
            let request = ContextRequest {
                budget: Some(CONTEXT_BUDGET),
                no_feedback: true,
                ..ContextRequest::new(words.clone())
            };
            let (answer, ms) = timed(|| context::run(view, &request, &settings));
            answer?;
            warm.context.push(ms);
        }
        Ok(warm)
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed().as_secs_f64() * 1000.0)
}

fn repeat<T>(rounds: usize, mut work: impl FnMut() -> Result<T>) -> Result<Vec<f64>> {
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let (result, ms) = timed(&mut work);
        result?;
        times.push(ms);
    }
    Ok(times)
}
