//! From a run's records to all of its reports.
//!
//! `raw/` and `measures.json` are the only sources, so a report can be written
//! again at any time without running a system: [`report`] does all of it.
//!
//! - [`analysis`] has scores, groups, significance and failures as values;
//! - [`tables`] writes `aggregated/*.csv` and `analysis/*`;
//! - [`summary`] writes `summary.json`, which the web pages show;
//! - [`findings`] writes `FINDINGS.md`;
//! - [`page`] writes `report.html`, one file without a network;
//! - [`baseline`] keeps means that later runs must not fall below;
//! - [`compare`] lists what changed between two runs.

pub mod analysis;
pub mod baseline;
pub mod compare;
mod csv;
pub mod findings;
mod load;
mod markdown;
pub mod measure;
pub mod page;
pub mod pairs;
mod summary;
#[cfg(test)]
pub(crate) mod synthetic;
pub mod tables;
#[cfg(test)]
mod tests;

pub use load::{MEASURES, RAW, Run, load};

use crate::runner::Manifest;
use analysis::Analysis;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The page's file name.
pub const PAGE: &str = "report.html";
/// The name of the file that other programs read.
pub const SUMMARY: &str = "summary.json";
/// The findings' file name.
pub const FINDINGS: &str = "FINDINGS.md";

/// The files of a report.
pub struct WrittenReport {
    /// The analysis it was written from.
    pub analysis: Analysis,
    /// The files, in the order written.
    pub files: Vec<PathBuf>,
}

/// Reads a run's records and writes every report into its folder.
pub fn report(folder: &Path) -> Result<WrittenReport> {
    let run = load(folder)?;
    let manifest = Manifest::load(folder).ok();
    let mut analysis = Analysis::new(run.clone());
    analysis.warnings = manifest.as_ref().map(Manifest::warnings).unwrap_or_default();
    analysis.provenance = manifest.as_ref().map(Manifest::provenance).unwrap_or_default();
    let mut files = Vec::new();
    let mut write = |path: &str, text: &str| -> Result<()> {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        files.push(path);
        Ok(())
    };
    for (path, text) in tables::tables(&analysis)? {
        write(&path, &text)?;
    }
    write(SUMMARY, &summary::summary(&run, &analysis, manifest.as_ref())?)?;
    write("analysis/failure-analysis.md", &findings::failure_analysis(&analysis))?;
    write("analysis/competitive-lessons.md", &findings::competitive_lessons(&analysis))?;
    write(FINDINGS, &findings::findings(&analysis))?;
    write(PAGE, &page::page(&analysis)?)?;
    Ok(WrittenReport { analysis, files })
}
