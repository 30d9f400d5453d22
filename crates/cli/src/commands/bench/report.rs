//! `fathom bench report`: every report of a run, written again from its records.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use crate::output;
use anyhow::{Context, Result};
use clap::Args;
use fathom_bench::report::analysis::Analysis;
use fathom_bench::report::{baseline, report};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct ReportCommand {
    /// The run's folder, with its records in raw/
    run: PathBuf,
    /// Save the means of these systems as the baseline for later runs
    #[arg(long, value_delimiter = ',', value_name = "SYSTEMS", num_args = 0..=1, default_missing_value = "fathom")]
    freeze: Option<Vec<String>>,
    /// The baseline file [default: baseline.json next to the run]
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
}

pub(super) fn run(command: &ReportCommand) -> Result<ExitCode> {
    let reported = report(&command.run)?;
    let mut lines: Vec<String> = reported.files.iter().map(|file| file.display().to_string()).collect();
    let file = match &command.baseline {
        Some(file) => file.clone(),
        None => beside(&command.run)?,
    };
    let held = match &command.freeze {
        Some(systems) => {
            baseline::save(&baseline::freeze(&reported.analysis, systems)?, &file)?;
            lines.push(format!("{} holds the baseline now", file.display()));
            true
        }
        None => check(&reported.analysis, &file, &mut lines)?,
    };
    output::text(&lines.join("\n"))?;
    Ok(ExitCode::from(u8::from(!held)))
}

/// The baseline file in the folder that contains the run.
pub(super) fn beside(run: &Path) -> Result<PathBuf> {
    let run = run.canonicalize().with_context(|| format!("cannot find {}", run.display()))?;
    Ok(run.parent().unwrap_or(&run).join(baseline::FILE))
}

/// Holds a run against a baseline, if there is one; whether nothing fell.
pub(super) fn check(analysis: &Analysis, file: &Path, lines: &mut Vec<String>) -> Result<bool> {
    let Some(frozen) = baseline::load(file)? else { return Ok(true) };
    let checked = baseline::check(analysis, &frozen);
    lines.push(format!("against the baseline of {}:", frozen.run));
    lines.extend(checked.iter().map(|one| format!("  {one}")));
    if checked.is_empty() {
        lines.push("  nothing to compare: no system and task in common".to_owned());
    }
    Ok(checked.iter().all(|one| !one.fell()))
}
