//! Measures the time to read a history and to count files that change together: `cargo run --release -p
//! fathom-history --example measure_log -- PATH COMMITS`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use fathom_history::{CoChange, CoChangeOptions, HistoryError, LogOptions, Timeline, log, worktree_state};

const HALF_LIFE_SECONDS: f64 = 365.0 * 86_400.0;

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
    let now = commits.first().map_or(0, |commit| commit.commit_time);
    let counted =
        CoChange::count(&timeline, CoChangeOptions { now, half_life: HALF_LIFE_SECONDS, largest: 40 });
    let pairs: usize = timeline.paths().map(|(path, _)| counted.partners(path).len()).sum();
    println!("{} pairs counted in {:.2?}", pairs / 2, started.elapsed());
    Ok(())
}
