//! One symbol: its source, its docs, who uses it, what it uses, its tests and its latest changes.

use super::code::CodeBlock;
use super::failure::Failure;
use super::graph;
use super::layout::{Document, PageContext, ago, copy, document, freshness, kind, short};
use super::links::Links;
use super::visit::Visit;
use fathom_engine::operations::browse;
use fathom_engine::operations::profile::{self, Profile};
use fathom_engine::operations::show;
use fathom_protocol::show::{Request, Response as Show};
use fathom_protocol::{Error, ErrorCode, Relation, SymbolKind};
use maud::{Markup, html};

/// Most callers and callees each.
const MOST: usize = 100;
/// Relations of a kind that are in sight at once; the others open on demand.
const IN_SIGHT: usize = 12;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let id = visit.value("id").to_owned();
    if id.is_empty() {
        return Err(visit.failure(Error::new(ErrorCode::InvalidRequest, "no symbol is named", "")));
    }
    let request = Request { symbol: id, limit: Some(MOST), budget: None };
    let (show, profile, names) = visit
        .ask(move |view| {
            let show = show::run(view, &request)?;
            let profile = profile::run(view, &show)?;
            let names = browse::links_of(view, &show.symbol.id);
            Ok((show, profile, names))
        })
        .await?;
    let (links, symbol) = (visit.links(), &show.symbol);
    let body = html! {
        div.title {
            h1 { (kind(symbol.kind)) (symbol.name) }
            p.where {
                a href=(links.line(&symbol.source_path, symbol.line)) {
                    (symbol.source_path) ":" (symbol.line) "–" (symbol.end_line)
                }
                span.tag { (symbol.language) }
                span.tag { (symbol.visibility) }
                @if symbol.test { span.tag { "test" } }
                span.actions {
                    a href=(links.impact(&symbol.id)) { "What depends on it" }
                    a href=(links.flow(&symbol.id)) { "What it runs" }
                    (copy("Copy path", &format!("{}:{}", symbol.source_path, symbol.line)))
                    (copy("Copy id", &symbol.id))
                    @if let Some(commit) = &show.index.commit {
                        a href=(links.permalink(commit, &symbol.source_path, Some((symbol.line, symbol.end_line))))
                            title="A link that means this commit for ever" { "Permalink" }
                    }
                }
            }
        }
        (freshness(&show.index))
        div.columns {
            section aria-label="Source" {
                @if needs_doc(&show) { p.doc { (show.doc) } }
                @match &show.code {
                    Some(text) => div.block {
                        (CodeBlock { text, language: &symbol.language, first: symbol.line, names: &names }
                            .linked(&links, |line| links.line(&symbol.source_path, line)))
                        (copy("Copy code", text))
                    },
                    None => p.signature { code { (symbol.signature) } },
                }
                (members(&show, &links))
                @let picture = graph::picture(&show, &links);
                @if !picture.0.is_empty() {
                    h2 id="graph" { "Neighbourhood" }
                    (picture)
                }
            }
            aside { (beside(&show, &profile, &links)) }
        }
    };
    Ok(document(&symbol.name, &PageContext::Workspace { name: visit.name(), page: "browse" }, &body))
}

/// Whether the doc is worth its place: code that holds it shows it already.
fn needs_doc(show: &Show) -> bool {
    let first = show.doc.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    let is_in_code = show.code.as_deref().is_some_and(|code| code.contains(first));
    !first.is_empty() && !is_in_code && show.symbol.kind != SymbolKind::Section
}

fn members(show: &Show, links: &Links) -> Markup {
    html! {
        @if !show.members.is_empty() {
            h2 { "Members " span.count { (show.members.len()) } }
            ul.plain.members {
                @for member in &show.members {
                    li {
                        (kind(member.kind))
                        a.item href=(links.symbol(&member.id)) { (member.own_name) }
                        a.aside href=(links.line(&member.source_path, member.line)) { "line " (member.line) }
                    }
                }
            }
        }
    }
}

fn beside(show: &Show, profile: &Profile, links: &Links) -> Markup {
    html! {
        (relations("Used by", &show.callers, show.caller_count, profile, links))
        (relations("Uses", &show.callees, show.callee_count, profile, links))
        h2 { "Tests " span.count { (profile.test_count) } }
        @if profile.tests.is_empty() { p.hint { "No test of the index reaches it." } }
        ul.plain {
            @for test in &profile.tests {
                li {
                    a.item href=(links.symbol(&test.id)) title=(test.id) { (test.name) }
                    span.aside {
                        @if test.depth > 1 { (test.depth) " references away, " }
                        (format!("{:.0}%", test.confidence * 100.0))
                    }
                }
            }
        }
        @if profile.test_count > profile.tests.len() {
            p.hint { a href=(links.impact(&show.symbol.id)) { "All " (profile.test_count) " tests" } }
        }
        @if !profile.changes.is_empty() {
            h2 { "Recent changes" }
            ul.plain.changes {
                @for change in &profile.changes {
                    li {
                        span { (change.subject) }
                        span.evidence {
                            code title=(change.commit) { (short(&change.commit)) } " "
                            (change.author) ", " (ago(now(), change.time))
                        }
                    }
                }
            }
        }
        (relations("Mentioned in", &show.mentioned_in, show.mention_count, profile, links))
        @if !show.alternatives.is_empty() {
            h2 { "Same name" }
            ul.plain { @for id in &show.alternatives { li { a href=(links.symbol(id)) { (id) } } } }
        }
    }
}

fn relations(title: &str, relations: &[Relation], total: usize, profile: &Profile, links: &Links) -> Markup {
    // One row for a subclass, whose line both extends and names the type.
    let is_same = |a: &Relation, b: &Relation| (&a.node, &a.path, a.line) == (&b.node, &b.path, b.line);
    let rows: Vec<&[Relation]> = relations.chunk_by(is_same).collect();
    let (first, others) = rows.split_at(rows.len().min(IN_SIGHT));
    html! {
        @if total > 0 {
            h2 { (title) " " span.count { (total) } }
            ul.plain.relations { @for relations in first { (row(relations, profile, links)) } }
            @if !others.is_empty() {
                details {
                    summary { (others.len()) " more" }
                    ul.plain.relations { @for relations in others { (row(relations, profile, links)) } }
                }
            }
            @if relations.len() < total { p.hint { "and " (total - relations.len()) " more" } }
        }
    }
}

/// The relations of one symbol on one line.
fn row(relations: &[Relation], profile: &Profile, links: &Links) -> Markup {
    let Some(relation) = relations.first() else { return html! {} };
    let text = profile.lines.get(&(relation.path.clone(), relation.line));
    html! {
        li {
            a.item href=(links.symbol(&relation.node)) title=(relation.node) { (relation.name) }
            span.aside {
                @for (at, one) in relations.iter().enumerate() {
                    @if at > 0 { ", " }
                    (one.edge_type)
                    @if one.count > 1 { " ×" (one.count) }
                    @if one.confidence < 0.995 { (format!(", {:.0}%", one.confidence * 100.0)) }
                }
            }
            a.evidence href=(links.line(&relation.path, relation.line)) {
                (relation.path) ":" (relation.line)
                @if let Some(text) = text { code.snippet { (text) } }
            }
        }
    }
}

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
