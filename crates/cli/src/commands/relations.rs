//! `fathom show`, `fathom trace` and `fathom impact`.

use super::{Asked, found, read_diff};
use crate::arguments::{ImpactCommand, ShowCommand, TraceCommand};
use crate::output;
use anyhow::Result;
use fathom_engine::operations::impact::Changed;
use fathom_engine::operations::{RelationRecord, impact, show, trace};
use std::fmt::Write;
use std::process::ExitCode;

/// Callers and callees of `show`, and steps of `trace` and `impact`, where no limit is set.
const LISTED: usize = 20;
const FOLLOWED: usize = 100;

pub(super) fn show(command: &ShowCommand, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let request =
        show::Request { symbol: asked.name(&command.symbol), limit: command.limit.unwrap_or(LISTED) };
    let response = asked.ask(|view| show::run(view, &request))?;
    let rendered = match command.budget {
        Some(budget) if json => response.within(budget, output::json_text),
        Some(budget) => response.within(budget, show_text),
        None if json => Some(output::json_text(&response)),
        None => Some(show_text(&response)),
    };
    match rendered {
        Some(text) if json => output::raw(&text)?,
        Some(text) => output::text(&text)?,
        None => eprintln!("this budget holds nothing; give --budget a few hundred tokens at least"),
    }
    Ok(ExitCode::SUCCESS)
}

fn show_text(response: &show::Response) -> String {
    let symbol = &response.symbol;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}:{}-{}  {} {} ({})",
        symbol.source_path,
        symbol.line,
        symbol.end_line,
        symbol.kind,
        symbol.qualified_name,
        symbol.visibility
    );
    if !response.doc.is_empty() {
        let _ = writeln!(text, "\n{}", response.doc);
    }
    if !response.outline.is_empty() || response.lines_left_out > 0 {
        let _ = writeln!(text);
    }
    for line in &response.outline {
        let symbol = &line.symbol;
        let indent = "  ".repeat(symbol.depth.unwrap_or_default() as usize);
        let signature = if symbol.signature.is_empty() { &symbol.name } else { &symbol.signature };
        let _ = writeln!(text, "{:5} | {indent}{signature}", symbol.line);
        if !line.doc.is_empty() {
            let _ = writeln!(text, "      | {indent}  {}", line.doc);
        }
    }
    match &response.code {
        Some(code) => {
            if response.lines_left_out == 0 {
                let _ = writeln!(text);
            }
            for (offset, line) in code.lines().enumerate() {
                let _ = writeln!(text, "{:5} | {line}", symbol.line as usize + offset);
            }
        }
        None if response.outline.is_empty() && response.lines_left_out == 0 => {
            let _ = writeln!(text, "\n(the file has changed since it was indexed)");
        }
        None => {}
    }
    if response.lines_left_out > 0 {
        let _ = writeln!(text, "      | … {} more lines", response.lines_left_out);
    }
    relations(&mut text, "referred to by", &response.callers, response.caller_count);
    relations(&mut text, "refers to", &response.callees, response.callee_count);
    relations(&mut text, "mentioned in", &response.mentioned_in, response.mention_count);
    also(&mut text, &response.also);
    text
}

fn also(text: &mut String, others: &[String]) {
    if !others.is_empty() {
        let _ = writeln!(text, "\nthe name could also mean:");
    }
    for other in others {
        let _ = writeln!(text, "  {other}");
    }
}

fn relations(text: &mut String, title: &str, list: &[RelationRecord], total: usize) {
    if total == 0 {
        return;
    }
    let _ = writeln!(text, "\n{title}:");
    for one in list {
        let doubt = if one.confidence < 1.0 { format!("  [{}]", one.resolution) } else { String::new() };
        let _ = writeln!(text, "  {}:{}  {} {}{doubt}", one.path, one.line, one.edge_type, one.node);
    }
    if total > list.len() {
        let _ = writeln!(text, "  … {} more", total - list.len());
    }
}

pub(super) fn trace(command: &TraceCommand, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let request = trace::Request {
        symbol: asked.name(&command.symbol),
        depth: command.depth,
        limit: command.limit.unwrap_or(FOLLOWED),
    };
    let response = asked.ask(|view| trace::run(view, &request))?;
    if json {
        output::json(&response)?;
        return Ok(found(!response.chain.is_empty()));
    }
    let mut text = format!("{}\n", response.entry);
    tree(&mut text, &response.chain);
    if response.chain.is_empty() {
        let _ = writeln!(
            text,
            "  no resolved calls ({} references of its file stayed unresolved)",
            response.unresolved_in_file
        );
    }
    also(&mut text, &response.also);
    output::text(&text)?;
    Ok(found(!response.chain.is_empty()))
}

/// Depth up to which a step of a trace is indented; deeper ones say how deep they are.
const INDENTED: usize = 32;

fn tree(text: &mut String, chain: &[trace::Step]) {
    // Steps to print, the next one last. What a step leads to comes right after it.
    let mut inner: Vec<Vec<usize>> = vec![Vec::new(); chain.len()];
    let mut next: Vec<usize> = Vec::new();
    for (at, step) in chain.iter().enumerate().rev() {
        match step.parent {
            Some(parent) => inner[parent].push(at),
            None => next.push(at),
        }
    }
    while let Some(at) = next.pop() {
        let step = &chain[at];
        let doubt = if step.confidence < 1.0 {
            format!("  [{} {:.2}]", step.resolution, step.confidence)
        } else {
            String::new()
        };
        let depth = step.depth as usize;
        let indent = "  ".repeat(depth.min(INDENTED));
        let deeper = if depth > INDENTED { format!("{depth}: ") } else { String::new() };
        let _ = writeln!(
            text,
            "{indent}{deeper}{} {}  ({}:{}){doubt}",
            step.edge_type, step.node, step.path, step.line
        );
        next.append(&mut inner[at]);
    }
}

pub(super) fn impact(command: &ImpactCommand, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let changed = match (&command.node, &command.diff) {
        (_, Some(diff)) => Changed::Diff(read_diff(diff)?),
        (node, None) => Changed::Node(node.as_deref().map(|node| asked.name(node)).unwrap_or_default()),
    };
    let request = impact::Request {
        changed,
        depth: command.depth,
        limit: command.limit.unwrap_or(FOLLOWED),
        edge_type: command.edge_type.clone(),
    };
    let response = asked.ask(|view| impact::run(view, &request))?;
    if json {
        output::json(&response)?;
        return Ok(found(!response.impacted.is_empty()));
    }
    if !response.notes.is_empty() {
        output::text(&response.notes.join("\n"))?;
        return Ok(found(false));
    }
    let mut text = format!("{}\n", response.node);
    let mut depth = 0;
    for one in &response.impacted {
        if one.depth != depth {
            depth = one.depth;
            let _ = writeln!(
                text,
                "\n{}",
                if depth == 1 { "directly:".to_owned() } else { format!("{depth} steps away:") }
            );
        }
        let doubt = if one.confidence < 1.0 {
            format!("  [{} {:.2}]", one.resolution, one.confidence)
        } else {
            String::new()
        };
        let test = if one.test { "  (test)" } else { "" };
        let _ = writeln!(text, "  {}:{}  {} {}{doubt}{test}", one.path, one.line, one.node, one.edge_type);
    }
    if response.total > response.impacted.len() {
        let more = response.total - response.impacted.len();
        let _ = writeln!(text, "\n… {more} more; --limit {} shows all", response.total);
    }
    if response.impacted.is_empty() {
        let _ = writeln!(text, "\nno resolved reference leads here");
    }
    if response.possibly_missing > 0 {
        let _ = writeln!(
            text,
            "\n{} more calls by such a name could not be tied to this definition",
            response.possibly_missing
        );
    }
    also(&mut text, &response.also);
    output::text(&text)?;
    Ok(found(!response.impacted.is_empty()))
}
