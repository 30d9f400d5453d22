//! `fathom index`.

use super::workspace;
use crate::arguments::IndexCommand;
use crate::output::{self, thousands};
use crate::progress::Bar;
use anyhow::Result;
use fathom_engine::build::Options;
use fathom_engine::operations::index::{self, Request, Response};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

pub(super) fn run(command: &IndexCommand) -> Result<ExitCode> {
    let options = Options {
        include_generated: command.include_generated.unwrap_or_default(),
        include_vendored: command.include_vendored.unwrap_or_default(),
        rebuild: command.rebuild,
        scip: command.scip.clone(),
    };
    let response = index::run(&workspace(command.path.as_deref())?, &Request { options }, &Bar::new())?;
    if command.json {
        output::json(&response)?;
    } else {
        output::text(&render(&response))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn render(response: &Response) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} files, {} symbols, {} edges in {:.2} s ({} changed, {} parsed; {:.1} MB on disk)",
        thousands(response.files),
        thousands(response.symbols),
        thousands(response.edges),
        response.elapsed_ms as f64 / 1000.0,
        thousands(response.changed_files),
        thousands(response.parsed_files),
        response.index_bytes as f64 / 1e6,
    );
    let mut languages: Vec<_> = response.languages.iter().collect();
    languages.sort_by_key(|(_, count)| std::cmp::Reverse(count.symbols));
    for (name, count) in languages {
        let _ = writeln!(
            text,
            "  {name:18} {:>8} files {:>10} symbols",
            thousands(count.files),
            thousands(count.symbols)
        );
    }
    let counts = &response.unresolved;
    if counts.references > 0 {
        let share = |part: u32| f64::from(part) * 100.0 / f64::from(counts.references);
        let _ = writeln!(
            text,
            "references: {:.0}% lead to a symbol here, {:.0}% lead outside, {:.0}% have a receiver of unknown type, {:.0}% name nothing known",
            share(counts.resolved),
            share(counts.external),
            share(counts.unknown_receiver),
            share(counts.missing),
        );
    }
    let mut reasons: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for skip in &response.skipped {
        let entry = reasons.entry(&skip.reason).or_insert((0, &skip.path));
        entry.0 += 1;
    }
    if !reasons.is_empty() {
        let _ = writeln!(text, "left out (all paths with --json):");
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, example)) in reasons.iter().take(12) {
            let example = if example.is_empty() { String::new() } else { format!(", e.g. {example}") };
            let _ = writeln!(text, "  {count:>6}  {reason}{example}");
        }
    }
    text
}
