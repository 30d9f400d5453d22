//! `explain` as text.

use super::{Paint, also, heading};
use fathom_protocol::explain::{Response, Standing, Term};
use std::fmt::Write;

/// Features that are shown to people; JSON has all.
const FEATURES: usize = 8;
/// Terms that are shown to people; JSON has all.
const TERMS: usize = 12;
/// A change that people would read as 0.00.
const NOTHING: f32 = 0.005;

/// Why a symbol has its rank.
pub fn explain(response: &Response, paint: &Paint) -> String {
    let mut text = format!("{}\n", heading(paint, &response.symbol));
    match &response.standing {
        Some(place) => standing(&mut text, paint, place, response.candidates),
        None => {
            let _ = writeln!(
                text,
                "not among the {} candidates: {}",
                response.candidates,
                response.absent.as_deref().unwrap_or("it was not found")
            );
        }
    }
    terms(&mut text, paint, &response.terms);
    for note in &response.notes {
        let _ = writeln!(text, "\n{}", paint.warning(note));
    }
    also(&mut text, paint, &response.alternatives);
    text
}

fn standing(text: &mut String, paint: &Paint, place: &Standing, candidates: usize) {
    let _ = writeln!(
        text,
        "rank {} of {candidates}, probability {:.2} (rank {} by the prior, {} by the model)",
        place.rank, place.probability, place.prior_rank, place.model_rank
    );
    if place.overload {
        let _ = writeln!(text, "an overload of it comes first, which moves it to the end");
    }
    if let Some(first) = &place.repeats {
        let first = paint.text(first);
        let _ = writeln!(text, "{first} has the same name and comes first, which moves it down");
    }
    if place.crowd > 0 {
        let members = if place.crowd == 1 { "1 member" } else { &format!("{} members", place.crowd) };
        let _ = writeln!(text, "it follows {members} of its type, which moves it down a little");
    }
    for advice in &place.advice {
        let _ = writeln!(text, "advised {:+.2}: {}", advice.weight, paint.text(&advice.reason));
    }
    let shown = |change: f32| change.abs() >= NOTHING;
    let columns = format!("{:<10} {:>5} {:>5} {:>7}", "signal", "share", "rank", "change");
    let _ = writeln!(text, "\n{}", paint.title(&columns));
    for signal in place.signals.iter().filter(|signal| signal.rank.is_some() || shown(signal.change)) {
        let (share, rank) = match signal.rank {
            Some(rank) => (format!("{:.2}", signal.share), rank.to_string()),
            None => ("–".to_owned(), "–".to_owned()),
        };
        let reason = signal.reason.as_ref().map(|reason| format!("  {}", paint.faint(reason)));
        let reason = reason.unwrap_or_default();
        let _ = writeln!(text, "{:<10} {share:>5} {rank:>5} {:>+7.2}{reason}", signal.signal, signal.change);
    }
    let main: Vec<_> = place.features.iter().filter(|feature| shown(feature.change)).take(FEATURES).collect();
    if !main.is_empty() {
        let columns = format!("{:<23} {:>7} {:>7}", "feature", "value", "change");
        let _ = writeln!(text, "\n{}", paint.title(&columns));
    }
    for feature in main {
        let name = paint.text(&feature.feature);
        let _ = writeln!(text, "{name:<23} {:>7.2} {:>+7.2}", feature.value, feature.change);
    }
}

fn terms(text: &mut String, paint: &Paint, terms: &[Term]) {
    if terms.is_empty() {
        let _ = writeln!(text, "\nno word of the task is in it");
        return;
    }
    let width = terms.iter().take(TERMS).map(|term| term.term.chars().count()).max().unwrap_or(0).max(4);
    let columns = format!("{:<width$} {:<9} {:>5} {:>7}", "term", "in its", "times", "score");
    let _ = writeln!(text, "\n{}", paint.title(&columns));
    for term in terms.iter().take(TERMS) {
        let word = paint.text(&term.term);
        let _ = writeln!(text, "{word:<width$} {:<9} {:>5} {:>7.2}", term.field, term.count, term.score);
    }
    if terms.len() > TERMS {
        let _ = writeln!(text, "… {} more", terms.len() - TERMS);
    }
}
