//! Real trees are indexed in a time that is bounded by reading and parsing them.
//!
//! Each tree is indexed from nothing by a child process under a limit of time, and read and parsed
//! by another ([`crate::speed::floor()`]), which no indexer can avoid. The time for reading the
//! history is reported separately. A failure is recorded, and the next tree is tried.

use super::fathom::{Answer, Fathom, heed_interruption};
use crate::corpus::git;
use crate::runner::Progress;
use crate::statistics::median;
use crate::trials::table::table;
use anyhow::{Context, Result};
use fathom_engine::Phase;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Seconds that one tree gets.
pub const LIMIT: u64 = 600;
/// Reasons that a table has room for.
const REASONS: usize = 4;

/// The options of the trial.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The work trees; nothing is written in them.
    pub trees: Vec<PathBuf>,
    /// The `fathom` that is tried.
    pub program: PathBuf,
    /// Time for one index, and for one floor.
    pub limit: Duration,
    /// How often each tree is measured; the median counts.
    pub rounds: usize,
    /// Upper bound of the ratio of a tree's time to its floor.
    pub most: Option<f64>,
}

/// One tree.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tree {
    /// The name of its folder.
    pub name: String,
    /// The commit that is checked out.
    pub commit: Option<String>,
    /// Files in the index.
    pub files: u64,
    /// Symbols in the index.
    pub symbols: u64,
    /// Edges in the index.
    pub edges: u64,
    /// Seconds of a full index, as a process, without the history.
    pub seconds: Option<f64>,
    /// Seconds that reading the history took.
    pub history_seconds: Option<f64>,
    /// Seconds of only reading and parsing, as a process.
    pub floor_seconds: Option<f64>,
    /// The first by the second, round by round, median.
    pub ratio: Option<f64>,
    /// Milliseconds of each phase of the last index.
    pub phases_ms: BTreeMap<String, f64>,
    /// Most memory of an index.
    pub peak_memory_bytes: Option<u64>,
    /// The number of files left out, by reason.
    pub left_out: BTreeMap<String, usize>,
    /// How the last index ended; `None` if it did not by itself.
    pub exit_code: Option<i32>,
    /// The error.
    pub problem: Option<String>,
}

/// All of them.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// In the order they were given.
    pub trees: Vec<Tree>,
    /// The program was built without optimisation: its times mean little.
    pub debug_build: bool,
    /// Threads of the machine.
    pub threads: usize,
}

/// Indexes every tree.
pub fn run(plan: &Plan, progress: &dyn Progress) -> Result<Report> {
    progress.total(plan.trees.len());
    let place = tempfile::Builder::new()
        .prefix("fathom-trial-")
        .tempdir()
        .context("cannot make a folder for the indexes")?;
    let mut report = Report {
        trees: Vec::new(),
        debug_build: cfg!(debug_assertions),
        threads: rayon::current_num_threads(),
    };
    for path in &plan.trees {
        heed_interruption()?;
        let mut tree = Tree { name: name(path), ..Tree::default() };
        progress.doing(&tree.name);
        if let Err(problem) = measure(plan, path, place.path(), &mut tree)? {
            progress.note(&format!("{}: {problem}", tree.name));
            tree.problem = Some(problem);
        }
        report.trees.push(tree);
        progress.step(1);
    }
    Ok(report)
}

/// The name of a folder; that of its parent where it only marks a checkout.
fn name(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut names = path.components().rev().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let plain = ["repo", "tree", "checkout", "src"];
    let last = names.next().unwrap_or_default();
    if plain.contains(&last.as_str()) { names.next().unwrap_or(last) } else { last }
}

fn measure(plan: &Plan, path: &Path, place: &Path, tree: &mut Tree) -> Result<Result<(), String>> {
    let Ok(path) = path.canonicalize() else { return Ok(Err("there is no such folder".to_owned())) };
    tree.commit = git::run(&path, &["rev-parse", "HEAD"]).ok();
    let (mut indexes, mut histories) = (Vec::new(), Vec::new());
    let (mut floors, mut ratios) = (Vec::new(), Vec::new());
    // The first round only brings files into the system's cache.
    for round in 0..=plan.rounds {
        let home = tempfile::Builder::new().prefix("home-").tempdir_in(place)?;
        let fathom = Fathom::new(&plan.program, &home.path().join("home"), plan.limit);
        let floor = fathom.run(place, &[OsStr::new("bench"), OsStr::new("floor"), path.as_os_str()])?;
        if let Some(fault) = floor.fault() {
            return Ok(Err(format!("reading and parsing {fault}")));
        }
        if round == 0 {
            continue;
        }
        let index = fathom.run(place, &[OsStr::new("index"), OsStr::new("--json"), path.as_os_str()])?;
        tree.exit_code = index.code;
        tree.peak_memory_bytes = tree.peak_memory_bytes.max(index.peak_bytes);
        if let Some(fault) = index.fault() {
            return Ok(Err(format!("indexing {fault}")));
        }
        if let Err(problem) = tree.count(&index) {
            return Ok(Err(problem));
        }
        let history_ms = tree.phases_ms.get(Phase::History.words()).copied().unwrap_or_default();
        indexes.push((index.ms - history_ms) / 1000.0);
        histories.push(history_ms / 1000.0);
        floors.push(floor.ms / 1000.0);
        ratios.push((index.ms - history_ms) / floor.ms);
    }
    let ratio = median(&ratios);
    tree.seconds = Some(median(&indexes));
    tree.history_seconds = Some(median(&histories));
    tree.floor_seconds = Some(median(&floors));
    tree.ratio = Some(ratio);
    Ok(match plan.most {
        Some(most) if ratio > most => Err(format!("takes {ratio:.2} times its floor, more than {most}")),
        _ => Ok(()),
    })
}

impl Tree {
    /// Copies the figures of an index report.
    fn count(&mut self, index: &Answer) -> Result<(), String> {
        let report: Value = index.json()?;
        let number = |key: &str| report[key].as_u64().unwrap_or_default();
        (self.files, self.symbols, self.edges) = (number("files"), number("symbols"), number("edges"));
        self.left_out.clear();
        for one in report["skipped"].as_array().into_iter().flatten() {
            let reason = one["reason"].as_str().unwrap_or("no reason given");
            *self.left_out.entry(reason.to_owned()).or_default() += 1;
        }
        let phases = report["phases_ms"].as_object().into_iter().flatten();
        self.phases_ms = phases.filter_map(|(name, ms)| Some((name.clone(), ms.as_f64()?))).collect();
        Ok(())
    }

    fn row(&self) -> Vec<String> {
        let seconds =
            |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
        let peak = self
            .peak_memory_bytes
            .map_or_else(|| "–".to_owned(), |bytes| format!("{:.0}", bytes as f64 / 1e6));
        let mut reasons: Vec<(&String, &usize)> = self.left_out.iter().collect();
        reasons.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), reason.as_str()));
        let more: usize = reasons.iter().skip(REASONS).map(|(_, count)| **count).sum();
        let mut description: Vec<String> = reasons
            .iter()
            .take(REASONS)
            .map(|(reason, count)| format!("{count} {}", super::short(reason)))
            .collect();
        if more > 0 {
            description.push(format!("{more} for other reasons"));
        }
        vec![
            self.name.clone(),
            self.commit.as_deref().unwrap_or("–").chars().take(10).collect(),
            self.files.to_string(),
            self.symbols.to_string(),
            self.edges.to_string(),
            seconds(self.seconds),
            seconds(self.history_seconds),
            seconds(self.floor_seconds),
            seconds(self.ratio),
            peak,
            description.join(", "),
            match (&self.problem, self.exit_code) {
                (Some(problem), _) => super::short(problem),
                (None, Some(code)) => code.to_string(),
                (None, None) => "–".to_owned(),
            },
        ]
    }
}

impl Report {
    /// Whether every tree was indexed, in its time.
    pub fn held(&self) -> bool {
        self.trees.iter().all(|tree| tree.problem.is_none())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "tree",
            "commit",
            "files",
            "symbols",
            "edges",
            "index s",
            "history s",
            "floor s",
            "ratio",
            "peak MB",
            "left out",
            "exit",
        ];
        let rows: Vec<Vec<String>> = self.trees.iter().map(Tree::row).collect();
        f.write_str(&table(&head, &rows))?;
        let failed = self.trees.iter().filter(|tree| tree.problem.is_some()).count();
        let ratios: Vec<f64> = self.trees.iter().filter_map(|tree| tree.ratio).collect();
        writeln!(f, "\n{} trees on {} threads, {failed} did not hold", self.trees.len(), self.threads)?;
        if !ratios.is_empty() {
            let most = ratios.iter().copied().fold(0.0, f64::max);
            writeln!(f, "index / floor: median {:.2}, most {most:.2}", median(&ratios))?;
        }
        if self.debug_build {
            writeln!(f, "(a debug build: these are not the times of a release)")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_named_checkout_takes_the_name_of_its_parent() {
        assert_eq!(name(Path::new("/x/pallets+flask/repo")), "pallets+flask");
        assert_eq!(name(Path::new("/x/flask")), "flask");
    }

    #[test]
    fn the_table_names_the_commonest_reasons() {
        let left_out = [("vendored", 7), ("binary", 9), ("minified", 1), ("too large", 2), ("generated", 1)];
        let left_out = left_out.map(|(reason, count)| (reason.to_owned(), count)).into();
        let tree = Tree { name: "shop".into(), left_out, ratio: Some(1.5), ..Tree::default() };
        let row = tree.row();
        assert_eq!(row[10], "9 binary, 7 vendored, 2 too large, 1 generated, 1 for other reasons");
        assert_eq!((row[5].as_str(), row[8].as_str()), ("–", "1.50"));
    }
}
