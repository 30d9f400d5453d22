//! `fathom status`.

use super::{found, workspace};
use crate::output::{self, thousands};
use anyhow::Result;
use fathom_engine::operations::status;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(repo: Option<&Path>, json: bool) -> Result<ExitCode> {
    let response = status::run(&workspace(repo)?)?;
    if json {
        output::json(&response)?;
        return Ok(found(response.indexed));
    }
    let mut text = format!("{}\n", response.root);
    let commit = response.commit.as_deref().unwrap_or("no commit");
    let branch = response.branch.as_ref().map_or(String::new(), |branch| format!(" on {branch}"));
    let _ =
        writeln!(text, "checked out: {commit}{branch}, {} files differ from it", response.dirty_files.len());
    if !response.indexed {
        let _ = writeln!(text, "not indexed yet; `fathom index` or any question builds the index");
        output::text(&text)?;
        return Ok(found(false));
    }
    let indexed = response.indexed_commit.as_deref().unwrap_or("no commit");
    let freshness = match response.stale_files {
        0 => "up to date".to_owned(),
        count => format!("{count} files changed since; the next question indexes them"),
    };
    let _ = writeln!(text, "index:       {indexed}, {freshness}");
    let _ = writeln!(
        text,
        "             {} files, {} symbols, {} edges, {:.1} MB",
        thousands(response.files),
        thousands(response.symbols),
        thousands(response.edges),
        response.index_bytes as f64 / 1e6
    );
    for (name, count) in &response.languages {
        let _ = writeln!(
            text,
            "  {name:18} {:>8} files {:>10} symbols",
            thousands(count.files),
            thousands(count.symbols)
        );
    }
    if !response.unsupported_languages.is_empty() {
        let names: Vec<String> =
            response.unsupported_languages.iter().map(|(name, count)| format!("{name} ({count})")).collect();
        let _ = writeln!(text, "not read:    {}", names.join(", "));
    }
    output::text(&text)?;
    Ok(found(true))
}
