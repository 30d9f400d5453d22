//! `fathom bench capability`.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::show;
use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use fathom_bench::capability::{
    self, BASELINE_FILE, Baseline, CapabilityOptions, DEFAULT_URL, Dataset, Outcome, RESULTS_FILE, Report,
};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct CapabilityCommand {
    /// The questions about one application
    #[arg(long, value_name = "FILE")]
    dataset: PathBuf,
    /// The server; FATHOM_TOKEN is its token
    #[arg(long, value_name = "URL", env = "FATHOM_URL", default_value = DEFAULT_URL)]
    url: String,
    /// The workspace by hash, name or path; a folder of this machine is registered [default: the dataset's, or the only one]
    #[arg(long, value_name = "WORKSPACE", env = "FATHOM_WORKSPACE", hide_env_values = true)]
    workspace: Option<String>,
    /// Save the figures as the baseline for later runs
    #[arg(long)]
    freeze: bool,
    /// Count whole names only: print, compare and freeze the strict figures
    #[arg(long)]
    strict: bool,
    /// The folder for results, baseline and page [default: the dataset's]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Ask no server: check that everything expected exists in this checkout
    #[arg(long, value_name = "PATH", conflicts_with_all = ["freeze", "strict", "out"])]
    validate: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The JSON output if no server answers.
#[derive(Serialize)]
struct SkippedRun {
    skipped: String,
}

pub(super) fn run(command: &CapabilityCommand) -> Result<ExitCode> {
    let dataset = Dataset::load(&command.dataset)?;
    if let Some(tree) = &command.validate {
        let validation = capability::validate(&dataset, tree)?;
        show(&validation, command.json)?;
        return Ok(ExitCode::from(u8::from(!validation.faults.is_empty())));
    }
    let token = std::env::var("FATHOM_TOKEN").ok();
    let options = CapabilityOptions {
        url: &command.url,
        token: token.as_deref(),
        workspace: command.workspace.as_deref(),
        strict: command.strict,
    };
    let name = command.dataset.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    match capability::run(&name, &dataset, &options, &|doing| output::message(doing))? {
        Outcome::Skipped(why) => {
            if command.json {
                output::json(&SkippedRun { skipped: why })?;
            } else {
                output::text(&format!(
                    "skipped: {why}\nstart a server with `fathom serve`, or give --url\n"
                ))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Outcome::Measured(report) => write(command, &report),
    }
}

fn write(command: &CapabilityCommand, report: &Report) -> Result<ExitCode> {
    let folder = match &command.out {
        Some(folder) => folder.clone(),
        None => command.dataset.parent().map(Path::to_owned).unwrap_or_default(),
    };
    if !folder.as_os_str().is_empty() {
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    capability::save(&folder.join(RESULTS_FILE), report)?;
    let page = folder.join("report.html");
    fs::write(&page, capability::page(report)).with_context(|| format!("cannot write {}", page.display()))?;
    show(report, command.json)?;
    let baseline = folder.join(BASELINE_FILE);
    if command.freeze {
        capability::save(&baseline, &Baseline::of(report))?;
        output::message(&format!("{} holds the baseline now", baseline.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let Some(frozen) = Baseline::load(&baseline)? else { return Ok(ExitCode::SUCCESS) };
    let (lines, held) = frozen.check(report);
    for line in lines {
        output::message(&line);
    }
    Ok(ExitCode::from(u8::from(!held)))
}
