//! The parts that all pages share: the document, the header with the search box, the list of keys, freshness.

use super::assets::{SCRIPT_ADDRESS, STYLE_ADDRESS};
use super::links::Links;
use axum::response::{Html, IntoResponse, Response};
use fathom_protocol::{IndexState, SymbolKind};
use maud::{DOCTYPE, Markup, html};

/// A whole page.
pub(super) struct Document(Markup);

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        Html(self.0.into_string()).into_response()
    }
}

/// Where a page belongs.
pub(super) enum PageContext<'p> {
    /// Not to one workspace.
    Home,
    /// To a workspace; `page` is the entry of the menu that is marked.
    Workspace { name: &'p str, page: &'p str },
}

/// The pages of the menu.
const MENU: [(&str, &str); 8] = [
    ("ask", "Ask"),
    ("search", "Search"),
    ("browse", "Browse"),
    ("impact", "Impact"),
    ("flow", "Flow"),
    ("states", "States"),
    ("benchmarks", "Benchmarks"),
    ("experts", "Experts"),
];
/// Keys and what they do.
const KEYS: [(&str, &str); 7] = [
    ("/", "search for a symbol"),
    ("j", "next result"),
    ("k", "previous result"),
    ("Enter", "open the result"),
    ("a", "ask: describe a task"),
    ("y", "copy a permanent link to the file and the selected lines"),
    ("?", "show or hide these keys"),
];

pub(super) fn document(title: &str, place: &PageContext<'_>, body: &Markup) -> Document {
    Document(html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Fathom" }
                link rel="stylesheet" href=(*STYLE_ADDRESS);
                link rel="icon" type="image/svg+xml" href=(super::assets::ICON_PATH);
                script src=(*SCRIPT_ADDRESS) defer {}
            }
            body {
                a.skip href="#main" { "Skip to content" }
                (header(place))
                main id="main" { (body) }
                (keys())
                div id="toast" role="status" hidden {}
            }
        }
    })
}

fn header(place: &PageContext<'_>) -> Markup {
    html! {
        header.top {
            a.brand href="/" { (logo()) "Fathom" }
            @if let PageContext::Workspace { name, page } = place {
                @let links = Links::new(name);
                a.workspace href=(links.page("ask")) { (name) }
                nav aria-label="Pages" {
                    @for (path, title) in MENU {
                        a href=(links.page(path)) aria-current=[(path == *page).then_some("page")] { (title) }
                    }
                }
                form.search role="search" action=(links.page("search")) {
                    input id="search" type="search" name="q" placeholder="Find a symbol"
                        aria-label="Find a symbol" autocomplete="off" spellcheck="false" aria-controls="quick";
                    kbd aria-hidden="true" { "/" }
                    div id="quick" hidden {}
                }
            }
            button.quiet.keys type="button" data-keys hidden aria-label="Keys" title="Keys (?)" { "?" }
        }
    }
}

/// Three lines that get shorter: depth.
fn logo() -> Markup {
    html! {
        svg.logo viewBox="0 0 16 16" width="18" height="18" aria-hidden="true" {
            rect x="1" y="2" width="14" height="3" rx="1.5" {}
            rect x="3" y="7" width="10" height="3" rx="1.5" {}
            rect x="5.5" y="12" width="5" height="3" rx="1.5" {}
        }
    }
}

fn keys() -> Markup {
    html! {
        dialog id="keys" aria-label="Keys" {
            h2 { "Keys" }
            dl {
                @for (key, meaning) in KEYS {
                    dt { kbd { (key) } }
                    dd { (meaning) }
                }
            }
            form method="dialog" { button { "Close" } }
        }
    }
}

/// Which state of the repository a page shows.
pub(super) fn freshness(state: &IndexState) -> Markup {
    let is_fresh = state.stale_files == 0 && !state.indexing;
    html! {
        p.freshness {
            span.dot.(if is_fresh { "fresh" } else { "stale" }) {}
            @match &state.commit {
                Some(commit) => span { "Index of commit " code title=(commit) { (short(commit)) } },
                None => span { "Index without git" },
            }
            @if state.dirty { span.tag { "with local changes" } }
            @if state.stale_files > 0 { span.tag.warn { (count(state.stale_files, "file", "files")) " changed since" } }
            @if state.indexing { span.tag.warn { "a newer index is being built" } }
            @for note in &state.notes { span.tag.warn { (note) } }
        }
    }
}

/// The digits of a commit that people read.
pub(super) fn short(commit: &str) -> &str {
    commit.get(..10).unwrap_or(commit)
}

/// Remarks on an answer.
pub(super) fn notes(notes: &[String]) -> Markup {
    html! { @for note in notes { p.notice { (note) } } }
}

/// A kind as a small mark; types, code, values and prose differ in colour.
pub(super) fn kind(kind: SymbolKind) -> Markup {
    let group = match kind {
        SymbolKind::Class
        | SymbolKind::Interface
        | SymbolKind::Trait
        | SymbolKind::Struct
        | SymbolKind::Enum
        | SymbolKind::Union
        | SymbolKind::Type => "types",
        SymbolKind::Function
        | SymbolKind::Method
        | SymbolKind::Constructor
        | SymbolKind::Macro
        | SymbolKind::Test => "calls",
        SymbolKind::Section | SymbolKind::File | SymbolKind::Module => "places",
        _ => "values",
    };
    html! { span.kind.(group) { (kind) } }
}

/// A button that copies text. It is shown where a script can copy.
pub(super) fn copy(label: &str, text: &str) -> Markup {
    html! { button.quiet type="button" data-text=(text) hidden { (label) } }
}

/// A probability as a bar and a number.
pub(super) fn probability(value: f32) -> Markup {
    let percent = format!("{:.0}%", value * 100.0);
    html! {
        span.probability title="Probability that it is needed" {
            meter min="0" max="1" value=(value) { (percent) }
            (percent)
        }
    }
}

/// `one file`, `2 files`, with separators between thousands.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

/// `12,345`.
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How long ago a moment was, both in seconds since 1970.
pub(super) fn ago(now: i64, then: i64) -> String {
    let units =
        [(31_536_000, "year"), (2_592_000, "month"), (86_400, "day"), (3_600, "hour"), (60, "minute")];
    let passed = now.saturating_sub(then).max(0);
    match units.iter().find(|(seconds, _)| passed >= *seconds) {
        Some((seconds, unit)) => {
            let count = passed / seconds;
            format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
        }
        None => "just now".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{ago, thousands};

    #[test]
    fn numbers_and_times_are_written_for_people() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(ago(1_000_000, 1_000_000 - 7_300), "2 hours ago");
        assert_eq!(ago(1_000_000, 1_000_000 - 60), "1 minute ago");
        assert_eq!(ago(10, 20), "just now");
    }
}
