//! `fathom bench trial kill`, `damage`, `hostile`, `edits`, `switches`,
//! `trees`: what must hold whatever happens.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine;
use super::progress::RunBar;
use super::show;
use anyhow::{Context, Result, bail};
use clap::Args;
use fathom_bench::reliability::{self, Plan, damage, edits, kill, switches, trees};
use fathom_bench::runner::Progress;
use serde::Serialize;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Something did not hold.
const BROKEN: u8 = 1;

#[derive(Args)]
pub(crate) struct KillCommand {
    /// Number of commands to kill
    #[arg(long, default_value_t = kill::ROUNDS)]
    rounds: usize,
    #[command(flatten)]
    tried: TreeTrialArguments,
}

#[derive(Args)]
pub(crate) struct DamageCommand {
    /// Number of damages
    #[arg(long, default_value_t = damage::ROUNDS)]
    rounds: usize,
    /// Restrict to files whose name contains one of these
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    only: Vec<String>,
    #[command(flatten)]
    tried: TreeTrialArguments,
}

#[derive(Args)]
pub(crate) struct HostileCommand {
    /// Restrict to cases whose name contains one of these
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    only: Vec<String>,
    /// List the cases without running them
    #[arg(long, conflicts_with_all = ["only", "json"])]
    list: bool,
    /// Time limit of a command
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    limit_seconds: u64,
    /// Limit of a command's address space (Linux)
    #[arg(long, value_name = "MEGABYTES", default_value_t = 4_096)]
    limit_memory: u64,
    /// Keep the folders of failed cases and print their paths
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    program: Program,
}

#[derive(Args)]
pub(crate) struct EditsCommand {
    /// Number of edits
    #[arg(long, default_value_t = edits::ROUNDS)]
    rounds: usize,
    /// Number of edits between comparisons with a full build
    #[arg(long, default_value_t = 1, value_name = "EDITS")]
    every: usize,
    #[command(flatten)]
    tried: TreeTrialArguments,
}

#[derive(Args)]
pub(crate) struct SwitchesCommand {
    /// Number of questions
    #[arg(long, default_value_t = switches::ROUNDS)]
    rounds: usize,
    #[command(flatten)]
    chance: RandomArguments,
}

#[derive(Args)]
pub(crate) struct TreesCommand {
    /// Work trees; they are not changed
    #[arg(value_name = "DIR", required_unless_present = "list")]
    trees: Vec<PathBuf>,
    /// A file with more work trees, one per line; # starts a comment
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Number of measurements per tree; the median is reported
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Time limit of indexing one tree
    #[arg(long, value_name = "SECONDS", default_value_t = trees::LIMIT)]
    limit_seconds: u64,
    /// Fail trees whose indexing time divided by the floor exceeds this
    #[arg(long, value_name = "TIMES")]
    most_ratio: Option<f64>,
    #[command(flatten)]
    program: Program,
}

/// The arguments of every trial on one tree.
#[derive(Args)]
pub(crate) struct TreeTrialArguments {
    /// The repository; a copy is used [default: a small repository made for the trial]
    repo: Option<PathBuf>,
    #[command(flatten)]
    chance: RandomArguments,
}

/// The arguments of every randomised trial.
#[derive(Args)]
struct RandomArguments {
    /// Seed of every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time limit of a command
    #[arg(long, value_name = "SECONDS", default_value_t = reliability::LIMIT)]
    limit_seconds: u64,
    /// Keep the folder of the trial and print its path
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    program: Program,
}

#[derive(Args)]
struct Program {
    /// The fathom binary to test [default: this program]
    #[arg(long, value_name = "FATHOM")]
    program: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl TreeTrialArguments {
    fn plan(&self, rounds: usize) -> Result<Plan> {
        Ok(Plan { repository: self.repo.clone(), ..self.chance.plan(rounds)? })
    }
}

impl RandomArguments {
    fn plan(&self, rounds: usize) -> Result<Plan> {
        if rounds == 0 {
            bail!("a trial needs at least one round; give --rounds 1 or more");
        }
        Ok(Plan {
            repository: None,
            rounds,
            seed: self.seed,
            program: machine::program(self.program.program.as_deref())?,
            limit: Duration::from_secs(self.limit_seconds),
            keep: self.keep,
        })
    }
}

pub(super) fn kill(command: &KillCommand) -> Result<ExitCode> {
    let plan = command.tried.plan(command.rounds)?;
    let report = watched(|progress| kill::run(&plan, progress))?;
    report_result(&report, report.held(), command.tried.chance.program.json)
}

pub(super) fn damage(command: &DamageCommand) -> Result<ExitCode> {
    let plan = command.tried.plan(command.rounds)?;
    let report = watched(|progress| damage::run(&plan, &command.only, progress))?;
    report_result(&report, report.held(), command.tried.chance.program.json)
}

#[cfg(unix)]
pub(super) fn hostile(command: &HostileCommand) -> Result<ExitCode> {
    use fathom_bench::reliability::hostile;
    if command.list {
        let lines = hostile::names().into_iter().map(|(name, about)| format!("{name:28} {about}\n"));
        crate::output::text(&lines.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let plan = hostile::Plan {
        only: command.only.clone(),
        program: machine::program(command.program.program.as_deref())?,
        limit: Duration::from_secs(command.limit_seconds),
        memory: command.limit_memory << 20,
        keep: command.keep,
    };
    let report = watched(|progress| hostile::run(&plan, progress))?;
    report_result(&report, report.held(), command.program.json)
}

#[cfg(not(unix))]
pub(super) fn hostile(_: &HostileCommand) -> Result<ExitCode> {
    bail!("hostile repositories need links and FIFOs, which this system does not support")
}

pub(super) fn edits(command: &EditsCommand) -> Result<ExitCode> {
    let plan = command.tried.plan(command.rounds)?;
    let report = watched(|progress| edits::run(&plan, command.every, progress))?;
    report_result(&report, report.held(), command.tried.chance.program.json)
}

pub(super) fn switches(command: &SwitchesCommand) -> Result<ExitCode> {
    let plan = command.chance.plan(command.rounds)?;
    let report = watched(|progress| switches::run(&plan, progress))?;
    report_result(&report, report.held(), command.chance.program.json)
}

pub(super) fn trees(command: &TreesCommand) -> Result<ExitCode> {
    let mut all = command.trees.clone();
    if let Some(list) = &command.list {
        all.extend(listed(list)?);
    }
    let plan = trees::Plan {
        trees: all,
        program: machine::program(command.program.program.as_deref())?,
        limit: Duration::from_secs(command.limit_seconds),
        rounds: command.rounds as usize,
        most: command.most_ratio,
    };
    let report = watched(|progress| trees::run(&plan, progress))?;
    report_result(&report, report.held(), command.program.json)
}

/// The paths of a list, as seen from its folder.
fn listed(list: &Path) -> Result<Vec<PathBuf>> {
    let text = std::fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
    let folder = list.parent().unwrap_or(Path::new(""));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(|line| folder.join(line)).collect())
}

/// Runs a trial under a progress bar.
pub(super) fn watched<T>(trial: impl FnOnce(&dyn Progress) -> Result<T>) -> Result<T> {
    let bar = RunBar::new();
    let report = trial(&bar);
    bar.finish();
    report
}

pub(super) fn report_result<R: Serialize + Display>(report: &R, held: bool, json: bool) -> Result<ExitCode> {
    let code = show(report, json)?;
    Ok(if held { code } else { ExitCode::from(BROKEN) })
}
