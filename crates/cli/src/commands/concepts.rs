//! `fathom concepts`.

use super::{ask, found, read_input};
use crate::arguments::{ConceptKind, ConceptsCommand};
use crate::output;
use anyhow::{Result, bail};
use fathom_engine::Concepts;
use fathom_engine::operations::concepts::{self, Pack, Request, Response, Spoken};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Symbols of a concept that are shown to people; JSON has all.
const SYMBOLS: usize = 8;

pub(super) fn run(command: &ConceptsCommand, json: bool) -> Result<ExitCode> {
    let task = match command.task.join(" ") {
        _ if command.task.is_empty() => None,
        task if task == "-" => Some(read_input(Path::new("-"))?),
        task => Some(task),
    };
    let request = Request { task };
    let response = ask(&command.common, |view| concepts::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else if !command.check {
        output::text(&text(&response, request.task.is_some()))?;
    }
    if command.check && !response.problems.is_empty() {
        bail!("{}", response.problems.join("\n"));
    }
    let any = if request.task.is_some() { !response.spoken.is_empty() } else { !response.packs.is_empty() };
    Ok(found(any || command.check))
}

fn text(response: &Response, asked: bool) -> String {
    let mut text = String::new();
    if asked {
        for spoken in &response.spoken {
            speaks(&mut text, spoken);
        }
        if response.spoken.is_empty() {
            text.push_str("no concept speaks to this task\n");
        }
    } else {
        for pack in &response.packs {
            applies(&mut text, pack);
        }
        if response.packs.is_empty() {
            text.push_str("no pack applies to this repository\n");
        }
    }
    for problem in &response.problems {
        let _ = writeln!(text, "\n{problem}");
    }
    text.truncate(text.trim_end().len());
    text
}

fn applies(text: &mut String, pack: &Pack) {
    let _ = writeln!(text, "{}: {}", pack.name, pack.why);
    if !pack.concepts.is_empty() {
        let _ = writeln!(text, "  {}", pack.concepts.join(", "));
    }
}

fn speaks(text: &mut String, spoken: &Spoken) {
    let _ = writeln!(text, "{} (“{}”)", spoken.reason, spoken.phrases.join("”, “"));
    for symbol in spoken.symbols.iter().take(SYMBOLS) {
        let _ = writeln!(text, "  {:+.2}  {}", symbol.weight, symbol.id);
    }
    if spoken.symbols.len() > SYMBOLS {
        let _ = writeln!(text, "  … {} more", spoken.symbols.len() - SYMBOLS);
    }
}

/// The kinds of packs that were asked for.
pub(super) fn kinds(asked: &[ConceptKind]) -> Concepts {
    let mut kinds = Concepts::OFF;
    for kind in asked {
        match kind {
            ConceptKind::On => kinds = Concepts::ON,
            ConceptKind::Off => kinds = Concepts::OFF,
            ConceptKind::Team => kinds.team = true,
            ConceptKind::Shipped => kinds.shipped = true,
            ConceptKind::Learned => kinds.learned = true,
        }
    }
    kinds
}
