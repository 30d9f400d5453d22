//! `states` as text.

use super::{Paint, escape};
use fathom_protocol::states::Response;
use std::fmt::Write;

/// Symbols that are listed for one event or as writers.
const LISTED: usize = 10;

/// States, then events with their transitions, then code that sets the state.
pub fn states(response: &Response, paint: &Paint) -> String {
    let mut text = String::new();
    for model in &response.models {
        let (name, place) =
            (format!("{}.{}", model.model, model.field), paint.place(&model.path, model.line));
        let _ = writeln!(text, "{}  {}  ({place})", paint.name(&name), paint.text(&model.states.join(", ")));
    }
    let title = if response.field.is_empty() {
        response.model.clone()
    } else {
        format!("{}.{}", response.model, response.field)
    };
    if !title.is_empty() {
        let _ = writeln!(text, "{}", paint.name(&title));
    }
    if !response.states.is_empty() {
        let _ = writeln!(text, "\n{}", paint.title("states:"));
    }
    for state in &response.states {
        let initial = if state.initial { "  initial" } else { "" };
        let place = paint.place(&state.path, state.line);
        let _ = writeln!(text, "  {}{initial}  ({place})", paint.text(&state.name));
    }
    if !response.events.is_empty() {
        let _ = writeln!(text, "\n{}", paint.title("events:"));
    }
    for event in &response.events {
        let guards =
            if event.guards.is_empty() { String::new() } else { format!("  [{}]", event.guards.join(", ")) };
        let _ = writeln!(text, "  {}{}", paint.name(&event.name), paint.text(&guards));
        for one in response.transitions.iter().filter(|one| one.event == event.name) {
            let place = paint.place(&one.path, one.line);
            let _ = writeln!(text, "    {} → {}  ({place})", paint.text(&one.from), paint.text(&one.to));
        }
        if !event.callbacks.is_empty() {
            let _ = writeln!(text, "    runs {}", paint.text(&event.callbacks.join(", ")));
        }
        for id in event.triggered_by.iter().take(LISTED) {
            let _ = writeln!(text, "    fired by {}", paint.text(id));
        }
        if event.triggered_by.len() > LISTED {
            let _ = writeln!(text, "    … {} more fire it", event.triggered_by.len() - LISTED);
        }
    }
    for one in response.transitions.iter().filter(|one| one.event.is_empty()) {
        let place = paint.place(&one.path, one.line);
        let _ = writeln!(text, "  {} → {}  ({place})", paint.text(&one.from), paint.text(&one.to));
    }
    if !response.writers.is_empty() {
        let _ = writeln!(text, "\n{}", paint.title("written by:"));
    }
    for writer in response.writers.iter().take(LISTED) {
        let state = if writer.state.is_empty() { String::new() } else { format!("  = {}", writer.state) };
        let place = paint.place(&writer.path, writer.line);
        let _ = writeln!(text, "  {}{}  ({place})", paint.text(&writer.node), paint.text(&state));
    }
    if response.writers.len() > LISTED {
        let _ = writeln!(text, "  … {} more", response.writers.len() - LISTED);
    }
    if let Some(mermaid) = &response.mermaid {
        let _ = writeln!(text, "\n{}", escape::block(mermaid));
    }
    for field in &response.other_fields {
        let _ = writeln!(text, "also: --field {}", paint.text(field));
    }
    for note in response.notes.iter().chain(&response.index.notes) {
        let _ = writeln!(text, "{}", paint.warning(note));
    }
    text
}
