//! `fathom symbols` and `fathom query`.

use super::{Asked, found};
use crate::arguments::{QueryCommand, SymbolsCommand};
use crate::output;
use anyhow::Result;
use fathom_engine::operations::{query, symbols};
use std::fmt::Write;
use std::process::ExitCode;

/// Results of `query` where no limit is set.
const HITS: usize = 20;

pub(super) fn symbols(command: &SymbolsCommand, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let request = symbols::Request {
        query: asked.name(&command.name),
        kind: command.kind.clone(),
        limit: command.limit,
        filter: asked.filter(&command.filter),
    };
    let response = asked.ask(|view| symbols::run(view, &request))?;
    if json {
        output::json(&response)?;
        return Ok(found(response.count > 0));
    }
    let mut text = String::new();
    if let Some(total) = response.total.filter(|total| *total > 0) {
        output::text(&outline(&response, total))?;
        return Ok(found(true));
    }
    if !response.exact && response.count > 0 {
        let _ = writeln!(text, "nothing is called exactly `{}`; names like it:", command.name);
    }
    for symbol in &response.symbols {
        let _ = writeln!(
            text,
            "{}:{}  {} {}",
            symbol.source_path, symbol.line, symbol.kind, symbol.qualified_name
        );
        if !symbol.signature.is_empty() && symbol.signature != symbol.name {
            let _ = writeln!(text, "    {}", symbol.signature);
        }
    }
    if response.count == 0 {
        let _ = writeln!(text, "nothing is called `{}`", command.name);
        if !response.unsupported_languages.is_empty() {
            let _ = writeln!(text, "(not read: {})", response.unsupported_languages.join(", "));
        }
    }
    output::text(&text)?;
    Ok(found(response.count > 0))
}

/// Files and their symbols, one a line, nested as in the text.
fn outline(response: &symbols::Response, total: usize) -> String {
    let mut text = String::new();
    let mut path = "";
    // In a folder the files stand at depth 0.
    let outer = u32::from(response.symbols.iter().any(|symbol| symbol.kind == "file"));
    for symbol in &response.symbols {
        if symbol.source_path != path {
            let gap = if path.is_empty() { "" } else { "\n" };
            path = &symbol.source_path;
            let _ = writeln!(text, "{gap}{path}");
        }
        if symbol.kind != "file" {
            let depth = symbol.depth.unwrap_or_default().saturating_sub(outer);
            // What stands apart from its type is named with it.
            let name = if depth == 0 { &symbol.qualified_name } else { &symbol.name };
            let indent = "  ".repeat(depth as usize);
            let _ = writeln!(text, "{:5}  {indent}{} {name}", symbol.line, symbol.kind);
        }
    }
    if total > response.count {
        let _ = writeln!(text, "… {} more; --limit {total} shows all", total - response.count);
    }
    text
}

pub(super) fn query(command: &QueryCommand, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let request = query::Request {
        query: command.words.join(" "),
        limit: command.limit.unwrap_or(HITS),
        filter: asked.filter(&command.filter),
    };
    let response = asked.ask(|view| query::run(view, &request))?;
    if json {
        output::json(&response)?;
        return Ok(found(response.total > 0));
    }
    let mut text = String::new();
    for hit in &response.results {
        let _ = writeln!(text, "{:7.2}  {}:{}  {}", hit.score, hit.source_path, hit.line, hit.title);
        if !hit.snippet.is_empty() {
            let _ = writeln!(text, "         {}", hit.snippet);
        }
    }
    if response.total == 0 {
        let _ = writeln!(text, "nothing matches `{}`", request.query);
    } else if response.total > response.results.len() {
        let _ = writeln!(text, "… {} more", response.total - response.results.len());
    }
    output::text(&text)?;
    Ok(found(response.total > 0))
}
