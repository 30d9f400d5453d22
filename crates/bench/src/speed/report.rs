//! The report as programs and people read it.

use crate::statistics::median;
use serde::Serialize;
use std::fmt;

/// The measurements.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The repository.
    pub path: String,
    /// How its copy was made.
    pub copied: String,
    /// Where it ran.
    pub machine: Machine,
    /// Rounds of each measurement.
    pub rounds: usize,
    /// Files in the index.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Symbols in the index.
    pub symbols: usize,
    /// Edges in the index.
    pub edges: usize,
    /// Bytes of the index on disk.
    pub index_bytes: u64,
    /// Most memory resident while indexing, median.
    pub peak_memory_bytes: Option<u64>,
    /// Walking, reading and parsing alone, in this process.
    pub floor: Timing,
    /// A full index without any cache, as a process; the history apart.
    pub full_index: Timing,
    /// Reading the history, which is a part of a full index.
    pub history: Timing,
    /// Median of the full index by median of the floor.
    pub ratio: f64,
    /// Index again, nothing changed, as a process.
    pub unchanged_index: Timing,
    /// The file that is edited.
    pub edited_file: String,
    /// After an edit: `symbols` of the new name, as a process that updates the index.
    pub edited_symbols: Timing,
    /// `symbols` as a process, nothing changed.
    pub cold_symbols: Timing,
    /// `fathom context` as a new process.
    pub cold_context: Timing,
    /// `symbols` on an open index.
    pub warm_symbols: Timing,
    /// `query` on an open index.
    pub warm_query: Timing,
    /// `context` on an open index.
    pub warm_context: Timing,
}

/// Where it ran.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// Threads used.
    pub threads: usize,
    /// The operating system.
    pub system: String,
    /// The program was built without optimisation, so its times are not representative.
    pub debug_build: bool,
}

/// One measurement, repeated.
#[derive(Clone, Debug, Serialize)]
pub struct Timing {
    /// Median of the samples.
    pub median_ms: f64,
    /// Least of the samples.
    pub min_ms: f64,
    /// Greatest of the samples.
    pub max_ms: f64,
    /// In order of measurement.
    pub samples_ms: Vec<f64>,
}

impl Timing {
    pub(super) fn new(samples_ms: Vec<f64>) -> Timing {
        Timing {
            median_ms: median(&samples_ms),
            min_ms: samples_ms.iter().copied().min_by(f64::total_cmp).unwrap_or(0.0),
            max_ms: samples_ms.iter().copied().max_by(f64::total_cmp).unwrap_or(0.0),
            samples_ms,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({})", self.path, self.copied)?;
        writeln!(
            f,
            "{} files, {:.1} MB, {} symbols, {} edges; {} threads, {}; {} rounds",
            self.files,
            self.bytes as f64 / 1e6,
            self.symbols,
            self.edges,
            self.machine.threads,
            self.machine.system,
            self.rounds
        )?;
        if self.machine.debug_build {
            writeln!(f, "  (a debug build: these are not the times of a release)")?;
        }
        writeln!(f, "  {:38} {:>11} {:>11} {:>11}", "milliseconds", "median", "least", "most")?;
        let rows = [
            ("floor: read and parse only", &self.floor),
            ("full index, without history", &self.full_index),
            ("reading the history", &self.history),
            ("index again, nothing changed", &self.unchanged_index),
            ("symbols after one edit (new process)", &self.edited_symbols),
            ("symbols (new process)", &self.cold_symbols),
            ("context (new process)", &self.cold_context),
            ("symbols (index open)", &self.warm_symbols),
            ("query (index open)", &self.warm_query),
            ("context (index open)", &self.warm_context),
        ];
        for (name, timing) in rows {
            writeln!(
                f,
                "  {name:38} {:>11.2} {:>11.2} {:>11.2}",
                timing.median_ms, timing.min_ms, timing.max_ms
            )?;
        }
        writeln!(f, "  full index / floor: {:.2}", self.ratio)?;
        writeln!(f, "  index on disk: {:.1} MB", self.index_bytes as f64 / 1e6)?;
        match self.peak_memory_bytes {
            Some(bytes) => writeln!(f, "  peak memory of a full index: {:.0} MB", bytes as f64 / 1e6)?,
            None => writeln!(f, "  peak memory of a full index: this system does not report it")?,
        }
        writeln!(f, "  edited file: {}", self.edited_file)
    }
}
