//! The repository one folder at a time, and its files with their outlines.

use super::code;
use super::failure::Failure;
use super::layout::{Document, Place, count, document, freshness};
use super::links::Links;
use super::visit::{Visit, not_found};
use fathom_engine::operations::browse::{self, Content, File};
use fathom_protocol::Symbol;
use maud::{Markup, html};
use std::collections::BTreeMap;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let path = visit.path.trim_end_matches('/').to_owned();
    let found = visit
        .ask({
            let path = path.clone();
            move |view| Ok(browse::run(view, &path))
        })
        .await?;
    let Some(found) = found else {
        return Err(visit.failure(not_found("the index has no such folder or file")));
    };
    let links = visit.links();
    let content = match &found.content {
        Content::Folder { folders, files } => folder(&path, folders, files, &links),
        Content::File { symbols, text, language } => file(&path, symbols, text.as_deref(), language, &links),
    };
    let body = html! {
        h1.crumbs { (crumbs(visit.name(), &path, &links)) }
        (freshness(&found.index))
        (content)
    };
    let title = if path.is_empty() { visit.name() } else { &path };
    Ok(document(title, &Place::Workspace { name: visit.name(), page: "browse" }, &body))
}

/// The folders above a path, each as a link.
fn crumbs(name: &str, path: &str, links: &Links) -> Markup {
    let ends = path.match_indices('/').map(|(at, _)| at);
    let parts = path.split('/').zip(ends.chain([path.len()])).filter(|(part, _)| !part.is_empty());
    html! {
        a href=(links.browse("")) { (name) }
        @for (part, end) in parts { "\u{200b}/" a href=(links.browse(&path[..end])) { (part) } }
    }
}

fn folder(path: &str, folders: &BTreeMap<String, usize>, files: &[File], links: &Links) -> Markup {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
    html! {
        ul.tree {
            @for (name, files) in folders {
                li {
                    a.item href=(links.browse(&below(name))) { (name) "/" }
                    span.aside { (count(*files, "file", "files")) }
                }
            }
            @for file in files {
                li {
                    a.item href=(links.browse(&below(&file.name))) { (file.name) }
                    span.aside { (file.language) ", " (count(file.symbols, "symbol", "symbols")) }
                }
            }
        }
        @if folders.is_empty() && files.is_empty() { p.notice { "The index holds no files." } }
    }
}

fn file(path: &str, symbols: &[Symbol], text: Option<&str>, language: &str, links: &Links) -> Markup {
    // Of several symbols that begin on a line, the outer one.
    let mut defined: BTreeMap<u32, &Symbol> = BTreeMap::new();
    for symbol in symbols {
        defined.entry(symbol.line).or_insert(symbol);
    }
    let address = |line: u32| defined.get(&line).map(|symbol| links.symbol(&symbol.id));
    html! {
        p.summary {
            span.tag { (language) }
            a href=(links.impact(path)) { "What depends on it" }
            button type="button" data-text=(path) hidden { "Copy path" }
        }
        div.columns {
            section aria-label="Source" {
                @match text {
                    Some(text) => (code::anchored(text, 1, address)),
                    None => p.notice { "The file is gone or has changed since it was indexed. Load the page again." },
                }
            }
            aside {
                h2 { "Outline" }
                @if symbols.is_empty() { p { "No symbols." } }
                ul.plain.outline {
                    @for symbol in symbols {
                        li.{ "depth-" (symbol.depth.unwrap_or_default().min(5)) } {
                            span.kind { (symbol.kind) }
                            a href=(links.symbol(&symbol.id)) { (symbol.own_name) }
                            a.aside href={ "#L" (symbol.line) } { (symbol.line) }
                        }
                    }
                }
            }
        }
    }
}
