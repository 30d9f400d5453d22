//! `fathom explain`.

use super::{Asked, found, read_task};
use crate::arguments::ExplainCommand;
use crate::output;
use anyhow::Result;
use fathom_engine::operations::explain::{self, Place, Request, Response, Term};
use std::fmt::Write;
use std::process::ExitCode;

/// Features that are shown to people; JSON has all.
const FEATURES: usize = 8;
/// Terms that are shown to people; JSON has all.
const TERMS: usize = 12;
/// A change that people would read as 0.00.
const NOTHING: f32 = 0.005;

pub(super) fn run(command: &ExplainCommand, json: bool) -> Result<ExitCode> {
    let (task, asking) = read_task(&command.task, &command.asking)?;
    let asked = Asked::new(&command.common)?;
    let request = Request { task, symbol: asked.name(&command.symbol), asking };
    let response = asked.ask(|view| explain::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output::text(&text(&response))?;
    }
    Ok(found(response.standing.is_some()))
}

fn text(response: &Response) -> String {
    let symbol = &response.symbol;
    let mut text = format!(
        "{}:{}-{}  {} {}\n",
        symbol.source_path, symbol.line, symbol.end_line, symbol.kind, symbol.qualified_name
    );
    match &response.standing {
        Some(place) => standing(&mut text, place, response.candidates),
        None => {
            let _ = writeln!(
                text,
                "not among the {} candidates: {}",
                response.candidates,
                response.absent.unwrap_or("it was not found")
            );
        }
    }
    terms(&mut text, &response.terms);
    for note in &response.notes {
        let _ = writeln!(text, "\n{note}");
    }
    if !response.also.is_empty() {
        let _ = writeln!(text, "\nthe name could also mean:");
        for other in &response.also {
            let _ = writeln!(text, "  {other}");
        }
    }
    text
}

fn standing(text: &mut String, place: &Place, candidates: usize) {
    let _ = writeln!(
        text,
        "rank {} of {candidates}, probability {:.2} (rank {} before the model looked, {} by the model alone)",
        place.rank, place.probability, place.prior_rank, place.model_rank
    );
    if place.overload {
        let _ = writeln!(text, "an overload of it comes first, which puts this one at the end");
    }
    if let Some(first) = &place.repeats {
        let _ = writeln!(text, "{first} has the same name and comes first, which puts this one later");
    }
    if place.crowd > 0 {
        let members = if place.crowd == 1 { "1 member" } else { &format!("{} members", place.crowd) };
        let _ = writeln!(text, "before it come {members} of its type, which puts this one a little later");
    }
    for advice in &place.advice {
        let _ = writeln!(text, "advised {:+.2}: {}", advice.weight, advice.reason);
    }
    let shown = |change: f32| change.abs() >= NOTHING;
    let _ = writeln!(text, "\n{:<10} {:>5} {:>5} {:>7}", "signal", "share", "rank", "change");
    for signal in place.signals.iter().filter(|signal| signal.rank.is_some() || shown(signal.change)) {
        let (share, rank) = match signal.rank {
            Some(rank) => (format!("{:.2}", signal.share), rank.to_string()),
            None => ("–".to_owned(), "–".to_owned()),
        };
        let reason = signal.reason.as_ref().map(|reason| format!("  {reason}")).unwrap_or_default();
        let _ = writeln!(text, "{:<10} {share:>5} {rank:>5} {:>+7.2}{reason}", signal.signal, signal.change);
    }
    let main: Vec<_> = place.features.iter().filter(|feature| shown(feature.change)).take(FEATURES).collect();
    if !main.is_empty() {
        let _ = writeln!(text, "\n{:<23} {:>7} {:>7}", "feature", "value", "change");
    }
    for feature in main {
        let _ = writeln!(text, "{:<23} {:>7.2} {:>+7.2}", feature.feature, feature.value, feature.change);
    }
}

fn terms(text: &mut String, terms: &[Term]) {
    if terms.is_empty() {
        let _ = writeln!(text, "\nno word of the task is in it");
        return;
    }
    let width = terms.iter().take(TERMS).map(|term| term.term.chars().count()).max().unwrap_or(0).max(4);
    let _ = writeln!(text, "\n{:<width$} {:<9} {:>5} {:>7}", "term", "in its", "times", "score");
    for term in terms.iter().take(TERMS) {
        let _ =
            writeln!(text, "{:<width$} {:<9} {:>5} {:>7.2}", term.term, term.field, term.count, term.score);
    }
    if terms.len() > TERMS {
        let _ = writeln!(text, "… {} more", terms.len() - TERMS);
    }
}
