//! What all pages have: the document, the header with the search box, the list of keys, freshness.

use super::assets::{SCRIPT_ADDRESS, STYLE_ADDRESS};
use super::links::Links;
use axum::response::{Html, IntoResponse, Response};
use fathom_protocol::IndexState;
use maud::{DOCTYPE, Markup, html};

/// A whole page.
pub(super) struct Document(Markup);

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        Html(self.0.into_string()).into_response()
    }
}

/// Where a page belongs.
pub(super) enum Place<'p> {
    /// Not to one workspace.
    Home,
    /// To a workspace; `page` is the entry of the menu that is marked.
    Workspace { name: &'p str, page: &'p str },
}

/// The pages of the menu.
const MENU: [(&str, &str); 3] = [("ask", "Ask"), ("browse", "Browse"), ("impact", "Impact")];
/// Keys and what they do.
const KEYS: [(&str, &str); 5] = [
    ("/", "search for a symbol"),
    ("j", "next result"),
    ("k", "previous result"),
    ("Enter", "open the result"),
    ("?", "show or hide these keys"),
];

pub(super) fn document(title: &str, place: &Place<'_>, body: &Markup) -> Document {
    Document(html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Fathom" }
                link rel="stylesheet" href=(*STYLE_ADDRESS);
                script src=(*SCRIPT_ADDRESS) defer {}
            }
            body {
                a.skip href="#main" { "Skip to content" }
                (header(place))
                main id="main" { (body) }
                (keys())
            }
        }
    })
}

fn header(place: &Place<'_>) -> Markup {
    html! {
        header.top {
            a.brand href="/" { "Fathom" }
            @if let Place::Workspace { name, page } = place {
                @let links = Links::new(name);
                a.workspace href=(links.page("ask")) { (name) }
                nav aria-label="Pages" {
                    @for (path, title) in MENU {
                        a href=(links.page(path)) aria-current=[(path == *page).then_some("page")] { (title) }
                    }
                }
                form.search role="search" action=(links.page("search")) {
                    input id="search" type="search" name="q" placeholder="Find a symbol  ( / )"
                        aria-label="Find a symbol" autocomplete="off" spellcheck="false";
                    div id="quick" hidden {}
                }
            }
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
    html! {
        p.freshness {
            @match &state.commit {
                Some(commit) => span { "commit " code title=(commit) { (short(commit)) } },
                None => span { "without git" },
            }
            @if state.dirty { span.tag { "with local changes" } }
            @if state.stale_files > 0 { span.tag { (state.stale_files) " files changed since" } }
            @if state.indexing { span.tag { "a newer index is being built" } }
            @for note in &state.notes { span.tag { (note) } }
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

/// `one file`, `2 files`.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
