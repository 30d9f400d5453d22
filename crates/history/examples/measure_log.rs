//! Measures the time to read a history and to count files that change together: `cargo run --release -p
//! fathom-history --example measure_log -- PATH COMMITS`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use fathom_history::{HistoryError, LogOptions, Timeline, log, worktree_state};

fn main() -> Result<(), HistoryError> {
    let mut arguments = std::env::args().skip(1);
    let root = PathBuf::from(arguments.next().unwrap_or_else(|| ".".to_owned()));
    let limit = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(10_000);
    let head = worktree_state(&root)?.commit.unwrap_or_default();
    let started = Instant::now();
    let commits = log(&root, &head, LogOptions { limit, largest: 40 }, BTreeMap::new())?;
    println!("{} commits read in {:.2?}", commits.len(), started.elapsed());
    let started = Instant::now();
    let timeline = Timeline::new(&commits);
    println!("{} paths followed in {:.2?}", timeline.paths().len(), started.elapsed());
    let started = Instant::now();
    let paths: Vec<_> = timeline.paths().take(5).map(|(id, _)| id).collect();
    let pairs: usize = timeline.changed_with(&paths).iter().map(Vec::len).sum();
    println!("{pairs} files changed with the first five, counted in {:.2?}", started.elapsed());
    Ok(())
}
