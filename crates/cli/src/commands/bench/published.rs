//! `fathom bench published`: every published table in one command.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine;
use crate::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use fathom_bench::published::{PUBLIC, Step, StepCommand, Table, Tables, text};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// The file with the text of all tables.
const TEXT: &str = "TABLES.md";

#[derive(Args)]
pub(crate) struct PublishedCommand {
    /// The tables: held-out, issues, filesearch, public, own [default: all]
    tables: Vec<String>,
    /// The folder of results, one folder for each table; what it has is not asked again
    #[arg(long, value_name = "DIR", default_value = "published")]
    out: PathBuf,
    /// The folder of the public tasks: tasks/, issues-dev.jsonl, filesearch/
    #[arg(long, value_name = "DIR")]
    public: Option<PathBuf>,
    /// The folder of rankers that have not seen a repository: symbols/NAME.tsv and files/NAME.tsv
    #[arg(long, value_name = "DIR")]
    rankers: Option<PathBuf>,
    /// Ask these systems only
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    systems: Vec<String>,
    /// Copy git directories from this folder (owner+name/repo) instead of cloning
    #[arg(long, value_name = "DIR")]
    mirror: Option<PathBuf>,
    /// The folder to install systems in [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    tools: Option<PathBuf>,
    /// The fathom binary to measure [default: this program]
    #[arg(long, value_name = "FATHOM")]
    program: Option<PathBuf>,
    /// A sentence about the run for its report, such as that the machine was busy
    #[arg(long, value_name = "TEXT")]
    remark: Option<String>,
    /// Ask nothing: write the tables from the records in --out
    #[arg(long)]
    report: bool,
    /// Print the commands without running them
    #[arg(long, conflicts_with = "report")]
    dry_run: bool,
}

pub(super) fn run(command: &PublishedCommand) -> Result<ExitCode> {
    let mut tables = Tables::own()?;
    for name in &command.tables {
        if tables.tables.iter().all(|table| table.name != *name) {
            let known: Vec<&str> = tables.tables.iter().map(|table| table.name.as_str()).collect();
            bail!("there is no table `{name}`; there are {}", known.join(", "));
        }
    }
    tables.tables.retain(|table| command.tables.is_empty() || command.tables.contains(&table.name));
    if !command.report {
        let started = Instant::now();
        for (at, table) in tables.tables.iter().enumerate() {
            let place = format!("table {} of {}, {}", at + 1, tables.tables.len(), table.name);
            carry_out(command, table, &place, started)?;
        }
        if command.dry_run {
            return Ok(ExitCode::SUCCESS);
        }
    }
    let text = text(&tables, &command.out)?;
    let path = command.out.join(TEXT);
    std::fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    output::text(&format!("{text}\n{} has these tables\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the steps of a table. Each is a command of its own, which is printed.
fn carry_out(command: &PublishedCommand, table: &Table, place: &str, started: Instant) -> Result<()> {
    let folder = command.out.join(&table.name);
    for (at, step) in table.steps.iter().enumerate() {
        let systems: Vec<&str> = step
            .systems
            .iter()
            .map(String::as_str)
            .filter(|name| command.systems.is_empty() || command.systems.iter().any(|one| one == name))
            .collect();
        if systems.is_empty() {
            continue;
        }
        if step.needs_public() && command.public.is_none() {
            output::message(&format!("{place}: left out; --public DIR names the folder of the public tasks"));
            return Ok(());
        }
        let minutes = started.elapsed().as_secs() / 60;
        let rankers = rankers(command, step)?;
        let arguments = arguments(command, step, &folder, &systems, rankers.as_deref())?;
        output::message(&format!(
            "{place}, step {} of {}, after {minutes} min:\n  {}fathom {}",
            at + 1,
            table.steps.len(),
            match (step.command, &rankers) {
                (StepCommand::Run, Some(folder)) => format!("FATHOM_RANKER={} ", folder.display()),
                _ => String::new(),
            },
            arguments.join(" ")
        ));
        if command.dry_run {
            continue;
        }
        let mut child =
            Command::new(std::env::current_exe().context("cannot determine the path of this program")?);
        child.args(&arguments).stdout(std::process::Stdio::null());
        if let (StepCommand::Run, Some(folder)) = (step.command, &rankers) {
            child.env("FATHOM_RANKER", folder);
        }
        let status = child.status().context("cannot start this program again")?;
        if !status.success() {
            bail!("{} stopped; the same command goes on where it stopped", table.name);
        }
    }
    Ok(())
}

/// The folder of rankers of a step, as far as rankers were given.
fn rankers(command: &PublishedCommand, step: &Step) -> Result<Option<PathBuf>> {
    let (Some(name), Some(folder)) = (&step.rankers, &command.rankers) else { return Ok(None) };
    let folder = std::path::absolute(folder.join(name))?;
    if !folder.is_dir() {
        bail!("there is no folder {}", folder.display());
    }
    Ok(Some(folder))
}

fn arguments(
    command: &PublishedCommand,
    step: &Step,
    folder: &Path,
    systems: &[&str],
    rankers: Option<&Path>,
) -> Result<Vec<String>> {
    let word = |path: &Path| path.display().to_string();
    let public = command.public.as_deref().map(word).unwrap_or_default();
    let mut arguments = vec!["bench".to_owned()];
    let mut option = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
    match step.command {
        StepCommand::Run => {
            option("run", format!("--folder={}", word(folder)));
            if let Some(remark) = &command.remark {
                option("--remark", remark.clone());
            }
        }
        StepCommand::Filesearch => {
            option("filesearch", format!("--work={}", word(folder)));
            if let Some(rankers) = rankers {
                option("--file-rankers", word(rankers));
            }
        }
    }
    option("--systems", systems.join(","));
    for (name, value) in [("--mirror", &command.mirror), ("--tools", &command.tools)] {
        if let Some(value) = value {
            option(name, word(value));
        }
    }
    if let Some(program) = &command.program {
        option("--program", word(&machine::program(Some(program))?));
    }
    if step.command == StepCommand::Filesearch {
        arguments.push("--resume".to_owned());
    }
    arguments.extend(step.arguments.iter().map(|one| one.replace(PUBLIC, &public)));
    Ok(arguments)
}
