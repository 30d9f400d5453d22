//! `fathom experts train`, `stats` and `evaluate`.

// clap prints these comments as help in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use crate::arguments::Common;
use crate::commands::QueryTarget;
use crate::output::{self, Output};
use crate::progress::Bar;
use anyhow::Result;
use clap::Args;
use fathom_engine::operations::experts::{self, Stats, Window};
use fathom_engine::render;
use serde_json::json;
use std::fmt::Write;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct TrainCommand {
    /// Train every expert: the default
    #[arg(long, conflicts_with = "expert")]
    all: bool,
    /// Report only this expert; training always covers all of them
    #[arg(long)]
    expert: Option<String>,
    /// Number of newest commits to adapt the gates to [default: 100]; kept until the next training
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["since", "until"])]
    commits: Option<u64>,
    /// Adapt the gates to commits from this day on: 2026-01-31
    #[arg(long, value_name = "DAY")]
    since: Option<String>,
    /// Adapt the gates to commits up to this day
    #[arg(long, value_name = "DAY")]
    until: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct StatsCommand {
    /// This expert only: files, tests, error, next or refactor
    #[arg(long)]
    expert: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct WindowArguments {
    /// Number of newest commits to predict [default: 300, or all between --since and --until]
    #[arg(long)]
    commits: Option<usize>,
    /// No commits before this day: 2026-01-31
    #[arg(long, value_name = "DAY")]
    since: Option<String>,
    /// No commits after this day
    #[arg(long, value_name = "DAY")]
    until: Option<String>,
}

#[derive(Args)]
pub(crate) struct EvaluateCommand {
    #[command(flatten)]
    window: WindowArguments,
    /// This expert only: files, tests or next
    #[arg(long)]
    expert: Option<String>,
    /// Give the test expert the changed lines, not only the names of the changed files
    #[arg(long)]
    with_diffs: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Commits that are evaluated without any limit.
const DEFAULT_COMMITS: usize = 300;
impl WindowArguments {
    fn window(&self) -> Result<Window> {
        let since = self.since.as_deref().map(experts::day).transpose()?;
        let until = self.until.as_deref().map(last_second).transpose()?;
        let is_open = since.is_none() && until.is_none();
        let commits = self.commits.or(is_open.then_some(DEFAULT_COMMITS));
        Ok(Window { commits, since, until })
    }
}

/// The last second of a day.
fn last_second(day: &str) -> Result<i64> {
    Ok(experts::day(day)? + 86_399)
}

pub(super) fn train(command: &TrainCommand, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let started = std::time::Instant::now();
    let window = Window {
        commits: command.commits.map(|commits| usize::try_from(commits).unwrap_or(usize::MAX)),
        since: command.since.as_deref().map(experts::day).transpose()?,
        until: command.until.as_deref().map(last_second).transpose()?,
    };
    let new = target.ask(|view| experts::train_on(view, window, &Bar::new()))?;
    let elapsed = started.elapsed().as_millis();
    let stats = stats(&command.common, command.expert.as_deref())?;
    if json {
        output::json(&json!({"new_commits": new, "elapsed_ms": elapsed, "experts": stats}))?;
    } else {
        output::write(&format!("{new} new commits, {elapsed} ms\n"))?;
        print_stats(&stats, false)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn stats(common: &Common, expert: Option<&str>) -> Result<Vec<Stats>> {
    let expert = expert.map(experts::expert).transpose()?;
    QueryTarget::new(common)?.ask(|view| {
        experts::train(view, &Bar::new())?;
        experts::stats(view, expert)
    })
}

fn print_stats(stats: &[Stats], json: bool) -> Result<()> {
    if json {
        return output::json(&json!({"experts": stats}));
    }
    let mut text = String::new();
    for one in stats {
        let weights: Vec<String> =
            one.weights.iter().map(|(id, weight)| format!("{id} {weight:.2}")).collect();
        let _ = writeln!(text, "{}: model {}, commit {}", one.expert, one.version, one.git_hash);
        let _ = writeln!(
            text,
            "  {} commits analysed, {} source files, {} test files, {} pairs of source and test, {:.1} MB",
            one.commits,
            one.source_files,
            one.test_files,
            one.mappings,
            one.model_bytes as f64 / 1e6
        );
        if !weights.is_empty() {
            let _ = writeln!(text, "  weights after {} commits: {}", one.adapted_on, weights.join(", "));
        }
    }
    output::write(&text)
}

pub(super) fn print(command: &StatsCommand, json: bool) -> Result<ExitCode> {
    print_stats(&stats(&command.common, command.expert.as_deref())?, json)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn evaluate(command: &EvaluateCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let expert = command.expert.as_deref().map(experts::expert).transpose()?;
    let all = experts::evaluated(expert)?;
    let window = command.window.window()?;
    let target = QueryTarget::new(&command.common)?;
    let reports =
        target.ask(|view| experts::evaluate(view, &all, window, command.with_diffs, &Bar::new()))?;
    if json {
        output::json(&json!({"experts": reports}))?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::evaluation(&reports, paint))?;
    }
    Ok(ExitCode::SUCCESS)
}
