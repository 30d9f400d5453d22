//! The repository one folder at a time, and its files with their outlines.

use super::code::CodeBlock;
use super::failure::Failure;
use super::layout::{Document, PageContext, copy, count, document, freshness, kind, short};
use super::links::Links;
use super::visit::{Visit, not_found};
use fathom_engine::operations::browse::{self, Content, FileContent, Level};
use fathom_protocol::{Error, ErrorCode, Symbol};
use maud::{Markup, html};

/// Entries of a folder that the tree shows; a larger folder has its own page.
const MOST_ENTRIES: usize = 400;
/// Lines of decorators above the name of a definition.
const MOST_LINES_ABOVE: usize = 20;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let path = visit.path.trim_end_matches('/').to_owned();
    let commit = visit.value("commit").to_owned();
    if !commit.is_empty() && !commit.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let error =
            Error::new(ErrorCode::InvalidRequest, "this is no commit", "give the whole id of a commit");
        return Err(visit.failure(error));
    }
    let found = visit
        .ask({
            let path = path.clone();
            move |view| Ok(browse::run(view, &path))
        })
        .await?;
    let is_current = |found: &browse::PathView| found.index.commit.as_deref() == Some(commit.as_str());
    if !commit.is_empty() && !found.as_ref().is_some_and(is_current) {
        return at_commit(visit, path, commit).await;
    }
    let Some(found) = found else {
        return Err(visit.failure(not_found("the index has no such folder or file")));
    };
    let links = visit.links();
    let content = match &found.content {
        Content::Folder => folder(found.levels.last(), &links),
        Content::File(content) => file(&path, content, found.index.commit.as_deref(), &links),
    };
    let body = html! {
        h1.crumbs { (crumbs(visit.name(), &path, &links)) }
        (freshness(&found.index))
        @match &found.content {
            Content::Folder => (content),
            Content::File(_) => div.with-tree {
                nav.tree aria-label="Files" { (tree(&found.levels, &path, &links)) }
                (content)
            },
        }
    };
    let title = if path.is_empty() { visit.name() } else { &path };
    Ok(document(title, &PageContext::Workspace { name: visit.name(), page: "browse" }, &body))
}

/// A file as a commit other than that of the index has it.
async fn at_commit(visit: Visit, path: String, commit: String) -> Result<Document, Failure> {
    let found = visit
        .ask({
            let (path, commit) = (path.clone(), commit.clone());
            move |view| browse::file_at(view, &commit, &path)
        })
        .await?;
    let Some((text, language)) = found else {
        return Err(visit.failure(not_found("the repository has no such file at this commit")));
    };
    let links = visit.links();
    let body = html! {
        h1.crumbs { (crumbs(visit.name(), &path, &links)) }
        p.notice {
            "This is the file at commit " code title=(commit) { (short(&commit)) }
            ". The index is of another commit. " a href=(links.browse(&path)) { "Show the file as it is now" }
        }
        (CodeBlock { text: &text, language: &language, first: 1, names: &[] }.anchored(&links))
    };
    Ok(document(&path, &PageContext::Workspace { name: visit.name(), page: "browse" }, &body))
}

/// The folders above a path, each as a link.
fn crumbs(name: &str, path: &str, links: &Links) -> Markup {
    let ends = path.match_indices('/').map(|(at, _)| at);
    let parts = path.split('/').zip(ends.chain([path.len()])).filter(|(part, _)| !part.is_empty());
    html! {
        a href=(links.browse("")) { (name) }
        @for (part, end) in parts { span.slash { "/" } a href=(links.browse(&path[..end])) { (part) } }
        @if !path.is_empty() { (copy("Copy path", path)) }
    }
}

fn below(level: &Level, name: &str) -> String {
    if level.path.is_empty() { name.to_owned() } else { format!("{}/{name}", level.path) }
}

fn folder(level: Option<&Level>, links: &Links) -> Markup {
    let Some(level) = level else { return html! {} };
    html! {
        ul.listing {
            @for (name, files) in &level.folders {
                li {
                    (icon(true))
                    a.item href=(links.browse(&below(level, name))) { (name) }
                    span.aside { (count(*files, "file", "files")) }
                }
            }
            @for file in &level.files {
                li {
                    (icon(false))
                    a.item href=(links.browse(&below(level, &file.name))) { (file.name) }
                    span.aside { (file.language) ", " (count(file.symbols, "symbol", "symbols")) }
                }
            }
        }
        @if level.folders.is_empty() && level.files.is_empty() { p.notice { "The index holds no files." } }
    }
}

/// The folders from the root to a path, each opened inside the one above it.
fn tree(levels: &[Level], path: &str, links: &Links) -> Markup {
    let Some((level, inner)) = levels.split_first() else { return html! {} };
    let open = inner.first().map(|next| next.path.as_str());
    let left = (level.folders.len() + level.files.len()).saturating_sub(MOST_ENTRIES);
    let folders = level.folders.keys().take(MOST_ENTRIES);
    let files = level.files.iter().take(MOST_ENTRIES.saturating_sub(level.folders.len()));
    html! {
        ul {
            @for name in folders {
                @let below = below(level, name);
                li {
                    a href=(links.browse(&below)) { (icon(true)) (name) }
                    @if open == Some(below.as_str()) { (tree(inner, path, links)) }
                }
            }
            @for file in files {
                @let below = below(level, &file.name);
                li {
                    a href=(links.browse(&below)) aria-current=[(below == path).then_some("true")] { (icon(false)) (file.name) }
                }
            }
            @if left > 0 { li.hint { a href=(links.browse(&level.path)) { (left) " more" } } }
        }
    }
}

fn icon(is_folder: bool) -> Markup {
    let path = if is_folder { "M1.5 3.5h4l1.5 1.5h7.5v8h-13z" } else { "M3.5 1.5h6l3 3v10h-9z M9.5 1.5v3h3" };
    html! {
        svg.icon.folder[is_folder] viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" { path d=(path) {} }
    }
}

fn file(path: &str, content: &FileContent, commit: Option<&str>, links: &Links) -> Markup {
    let mut names = content.links.clone();
    let lines: Vec<&str> = content.text.as_deref().unwrap_or_default().lines().collect();
    names.extend(content.symbols.iter().map(|symbol| browse::NameLink {
        line: name_line(&lines, symbol),
        name: symbol.own_name.clone(),
        id: symbol.id.clone(),
    }));
    html! {
        div.columns.file {
            section aria-label="Source" {
                div.bar {
                    span.tag { (content.language) }
                    @if let Some(text) = &content.text { span.aside { (count(text.lines().count(), "line", "lines")) } }
                    span.actions {
                        a href=(links.impact(path)) { "What depends on it" }
                        @if let Some(commit) = commit {
                            a id="permalink" href=(links.permalink(commit, path, None))
                                title="A link that means this commit for ever (y)" { "Permalink" }
                        }
                        button.quiet type="button" data-lines="path" data-path=(path) hidden { "Copy path and line" }
                        button.quiet type="button" data-lines="code" hidden { "Copy lines" }
                    }
                }
                @match &content.text {
                    Some(text) => (CodeBlock { text, language: &content.language, first: 1, names: &names }.anchored(links)),
                    None => p.notice { "The file is gone or has changed since it was indexed. Load the page again." },
                }
            }
            aside {
                h2 { "Outline " span.count { (content.symbols.len()) } }
                @if content.symbols.is_empty() { p.hint { "No symbols." } }
                ul.plain.outline {
                    @for symbol in &content.symbols {
                        li.{ "depth-" (symbol.depth.unwrap_or_default().min(5)) } {
                            (kind(symbol.kind))
                            a.item href=(links.symbol(&symbol.id)) { (symbol.own_name) }
                            a.aside href={ "#L" (symbol.line) } { (symbol.line) }
                        }
                    }
                }
            }
        }
    }
}

/// The line on which a definition has its name: decorators and comments may come before it.
fn name_line(lines: &[&str], symbol: &Symbol) -> u32 {
    let first = symbol.line.saturating_sub(1) as usize;
    let last = (symbol.end_line as usize).min(first + MOST_LINES_ABOVE).min(lines.len());
    let has_name = |line: &&str| line.contains(&symbol.own_name);
    let at = lines.get(first..last).and_then(|lines| lines.iter().position(has_name)).unwrap_or(0);
    symbol.line + at as u32
}
