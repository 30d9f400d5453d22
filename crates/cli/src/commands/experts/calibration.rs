//! `fathom experts calibration`.

// clap prints these comments as help in a terminal, where backticks are noise; each flag is
// independent of the others.
#![allow(clippy::doc_markdown, clippy::struct_excessive_bools)]

use crate::arguments::Common;
use crate::commands::{QueryTarget, found};
use crate::output::{self, Output};
use anyhow::{Context, Result};
use clap::Args;
use fathom_engine::operations::outcomes::{self, CalibrationReport};
use fathom_engine::render;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct CalibrationCommand {
    /// Show predictions of tests only, with the metrics of their runs
    #[arg(long)]
    tests: bool,
    /// Show each week
    #[arg(long)]
    time_series: bool,
    /// Show the reliability curve
    #[arg(long)]
    curve: bool,
    /// Write the curve and the weeks to a CSV file
    #[arg(long, value_name = "FILE.csv")]
    export: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(super) fn run(command: &CalibrationCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let expert = command.tests.then_some("tests");
    let reports = QueryTarget::new(&command.common)?.ask(|view| outcomes::calibration(view, expert))?;
    if let Some(file) = &command.export {
        std::fs::write(file, csv(&reports)).with_context(|| format!("cannot write {}", file.display()))?;
    }
    if json {
        output::json(&reports)?;
    } else {
        let shown = render::CalibrationParts { curve: command.curve, weeks: command.time_series };
        output.answer(command.common.repo.as_deref(), |paint| render::calibration(&reports, shown, paint))?;
    }
    Ok(found(!reports.is_empty()))
}

fn csv(reports: &[CalibrationReport]) -> String {
    let mut text = "expert,kind,start_or_predicted,value,count\n".to_owned();
    for report in reports {
        for bin in &report.calibration.curve {
            let _ = writeln!(
                text,
                "{},curve,{:.6},{:.6},{}",
                report.expert, bin.predicted, bin.happened, bin.count
            );
        }
        for week in &report.weeks {
            let _ = writeln!(
                text,
                "{},week_brier,{},{:.6},{}",
                report.expert, week.start, week.brier, week.predictions
            );
            let _ = writeln!(
                text,
                "{},week_hit_rate,{},{:.6},{}",
                report.expert, week.start, week.hit_rate, week.predictions
            );
        }
    }
    text
}
