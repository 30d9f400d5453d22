//! `manifest.json`: what was run, on what, where. It names no path of the machine.

use super::ranker::RankerRecord;
use super::repositories::Group;
use super::{Plan, RunSummary};
use crate::corpus::Repository;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The shape of the file; a reader refuses another.
const FORMAT: u32 = 1;

/// The description of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The shape of this file.
    pub format: u32,
    /// When the run was started, in UTC.
    pub started: String,
    /// How it was asked for.
    pub command: String,
    /// Where it ran.
    pub machine: Machine,
    /// The limit of one repository, in seconds.
    pub limit_seconds: u64,
    /// Tokens that an answer may have, for systems with such an option.
    pub budget: usize,
    /// Tasks that were asked.
    pub tasks: usize,
    /// Tasks that no system could be asked, and why.
    pub left_out: Vec<String>,
    /// The systems.
    pub systems: Vec<SystemRun>,
    /// The repositories that are done, at their commits.
    pub repositories: Vec<Repository>,
    /// What a reader should know of this run, in the words of who ran it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The ranker of Fathom; absent in runs of before it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranker: Option<RankerRecord>,
}

/// A system of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemRun {
    /// Its name.
    pub name: String,
    /// The version that ran, or the pinned one.
    pub version: String,
    /// Where it comes from.
    pub registry: String,
    /// How it is installed.
    pub install: Vec<String>,
    /// Whether it could be.
    pub installed: bool,
}

/// Where a run ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Threads that can run at once.
    pub cores: usize,
    /// The operating system.
    pub system: String,
    /// The processor's family.
    pub architecture: String,
    /// Memory in bytes, where it can be measured.
    pub memory_bytes: Option<u64>,
    /// Whether this program was built without optimisation, which no figure should come from.
    pub debug_build: bool,
}

impl Machine {
    /// This machine.
    pub fn this() -> Machine {
        Machine {
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: std::env::consts::OS.to_owned(),
            architecture: std::env::consts::ARCH.to_owned(),
            memory_bytes: memory(),
            debug_build: cfg!(debug_assertions),
        }
    }
}

fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().trim_end_matches(" kB").parse::<u64>().ok().map(|kb| kb * 1024)
}

impl Manifest {
    pub(super) fn new(plan: &Plan, tasks: usize, left_out: &[String]) -> Manifest {
        Manifest {
            format: FORMAT,
            started: plan.started.clone(),
            command: plan.command.clone(),
            machine: Machine::this(),
            limit_seconds: plan.limit.as_secs(),
            budget: crate::BUDGET,
            tasks,
            left_out: left_out.to_vec(),
            systems: Vec::new(),
            repositories: Vec::new(),
            remarks: plan.remark.clone().into_iter().collect(),
            ranker: plan
                .systems
                .iter()
                .any(|name| name.starts_with("fathom"))
                .then(|| RankerRecord::of(plan)),
        }
    }

    /// Notes that a reader needs before any figure.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        warnings.extend(self.ranker.as_ref().and_then(RankerRecord::warning));
        if self.machine.debug_build {
            warnings.push("This is a debug build: its times are no evidence.".to_owned());
        }
        warnings
    }

    /// Where the figures come from.
    pub fn provenance(&self) -> Vec<String> {
        let Machine { cores, system, architecture, memory_bytes, .. } = &self.machine;
        let memory = memory_bytes.map(|bytes| format!(", {:.0} GB", bytes as f64 / 1e9)).unwrap_or_default();
        let mut lines =
            vec![format!("Started {} on {cores} cores of {architecture} {system}{memory}.", self.started)];
        lines.extend(self.ranker.as_ref().map(RankerRecord::provenance));
        lines.extend(self.remarks.clone());
        lines.push(format!("Command: `{}`", self.command.lines().collect::<Vec<_>>().join("`, then `")));
        lines
    }

    /// Keeps what an earlier part of the same run recorded about other systems.
    pub(super) fn keep(&mut self, earlier: Manifest) {
        let is_new = |one: &SystemRun| self.systems.iter().all(|known| known.name != one.name);
        let mut systems: Vec<SystemRun> = earlier.systems.into_iter().filter(is_new).collect();
        systems.append(&mut self.systems);
        self.systems = systems;
        if earlier.command.lines().all(|line| line != self.command) {
            self.command = format!("{}\n{}", earlier.command, self.command);
        } else {
            self.command = earlier.command;
        }
        let is_new = |one: &String| !self.remarks.contains(one);
        let mut remarks: Vec<String> = earlier.remarks.into_iter().filter(is_new).collect();
        remarks.append(&mut self.remarks);
        self.remarks = remarks;
        if self.ranker.is_none() {
            self.ranker = earlier.ranker;
        }
    }

    pub(super) fn add(&mut self, group: &Group) {
        self.repositories.push(Repository { commit: group.commit.clone(), ..group.repository.clone() });
    }

    pub(super) fn write(&self, run: &Path) -> Result<()> {
        let path = run.join("manifest.json");
        std::fs::write(&path, serde_json::to_vec_pretty(self)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// The manifest in a run's folder.
    pub fn load(run: &Path) -> Result<Manifest> {
        let path = run.join("manifest.json");
        let bytes = std::fs::read(&path).with_context(|| format!("{} is not a run", run.display()))?;
        let manifest: Manifest =
            serde_json::from_slice(&bytes).with_context(|| format!("{} cannot be read", path.display()))?;
        anyhow::ensure!(manifest.format == FORMAT, "{} was written by another version", path.display());
        Ok(manifest)
    }
}

impl RunSummary {
    /// One line for people.
    pub fn line(&self) -> String {
        let kept = if self.kept > 0 { format!(", {} were there already", self.kept) } else { String::new() };
        let left = match self.left_out.len() {
            0 => String::new(),
            count => format!(", {count} tasks left out"),
        };
        format!("{} answers written{kept}{left}", self.written)
    }
}
