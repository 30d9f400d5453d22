//! The home page: every workspace with its freshness, and a form that adds one.

use super::layout::{self, Document, PageContext, count, document, thousands};
use super::links::Links;
use crate::http::Server;
use crate::workspaces::RegisteredWorkspace;
use axum::extract::State;
use fathom_protocol::{Error, Request, Response, status};
use futures_util::future::join_all;
use maud::{Markup, html};
use std::sync::Arc;
use std::time::Duration;

/// Languages that are named; most symbols first.
const MOST_LANGUAGES: usize = 6;

pub(super) async fn page(State(server): State<Arc<Server>>) -> Document {
    let mut workspaces = server.workspaces.all();
    workspaces.sort_by(|one, other| one.record().name.cmp(&other.record().name));
    let statuses = join_all(workspaces.iter().map(|workspace| status_of(&server, workspace))).await;
    let body = html! {
        h1 { "Workspaces" }
        @if workspaces.is_empty() { p.notice { "No repository is registered yet. Add one below." } }
        ul.cards {
            @for (workspace, status) in workspaces.iter().zip(&statuses) {
                li.card { (card(workspace, status)) }
            }
        }
        section.add {
            h2 { "Add a repository" }
            @if server.guard.cookie().is_some() {
                p { "The API of this server takes its token only. Register a repository with:" }
                pre.code {
                    "curl -H \"Authorization: Bearer $FATHOM_TOKEN\" -H 'Content-Type: application/json' \\\n     "
                    "-d '{\"root_path\": \"/path/to/project\"}' http://…/api/v1/init"
                }
            } @else {
                (add_form())
            }
        }
    };
    document("Workspaces", &PageContext::Home, &body)
}

fn add_form() -> Markup {
    html! {
            form id="add" hidden {
                label for="root" { "Path of its folder on this machine" }
                div.row {
                    input.grow id="root" name="root_path" required placeholder="/path/to/project" spellcheck="false";
                    button.primary { "Add" }
                }
                progress id="bar" max="100" hidden {}
                p id="progress" role="status" {}
            }
            noscript {
                p { "This form needs script, because the server accepts registrations as JSON only. Without it:" }
                pre.code {
                    "curl -H 'Content-Type: application/json' -d '{\"root_path\": \"/path/to/project\"}' http://…/api/v1/init"
                }
            }
    }
}

async fn status_of(
    server: &Arc<Server>,
    workspace: &Arc<RegisteredWorkspace>,
) -> Result<status::Response, Error> {
    let answer = server.workspaces.answer(workspace, Request::Status(status::Request {})).await?;
    match answer.into_response() {
        Response::Status(status) => Ok(*status),
        _ => Err(super::visit::not_found("there is no status")),
    }
}

fn card(workspace: &RegisteredWorkspace, status: &Result<status::Response, Error>) -> Markup {
    let record = workspace.record();
    let links = Links::new(&record.name);
    html! {
        h2 { a.item href=(links.page("ask")) { (record.name) } }
        p.path { (record.root_path) }
        @match status {
            Err(error) => p.notice { (error.message) },
            Ok(status) if !status.indexed => p.notice { "Not indexed yet." },
            Ok(status) => {
                p.freshness {
                    span.dot.(if status.stale_files == 0 { "fresh" } else { "stale" }) {}
                    @if let Some(branch) = &status.branch { span.tag { (branch) } }
                    @match &status.indexed_commit {
                        Some(commit) => span { "commit " code title=(commit) { (layout::short(commit)) } },
                        None => span { "without git" },
                    }
                    @if !status.dirty_files.is_empty() {
                        span.tag { (count(status.dirty_files.len(), "local change", "local changes")) }
                    }
                    @if status.stale_files > 0 {
                        span.tag { (count(status.stale_files, "file", "files")) " changed since" }
                    }
                    @if let Some(age) = workspace.shared().and_then(|shared| shared.age()) {
                        span { "compared " (ago(age)) }
                    }
                }
                ul.figures {
                    li { strong { (thousands(status.files)) } " files" }
                    li { strong { (thousands(status.symbols)) } " symbols" }
                    li { strong { (thousands(status.edges)) } " edges" }
                }
                p.languages {
                    @for (language, symbols) in languages(status) {
                        span.tag title=(count(symbols, "symbol", "symbols")) { (language) }
                    }
                }
            }
        }
        p.actions {
            a href=(links.page("ask")) { "Ask" }
            a href=(links.page("search")) { "Search" }
            a href=(links.page("browse")) { "Browse" }
            a href=(links.page("impact")) { "Impact" }
        }
    }
}

fn languages(status: &status::Response) -> Vec<(&String, usize)> {
    let mut languages: Vec<(&String, usize)> =
        status.languages.iter().map(|(language, count)| (language, count.symbols)).collect();
    languages.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    languages.truncate(MOST_LANGUAGES);
    languages
}

fn ago(age: Duration) -> String {
    match age.as_secs() {
        0..2 => "just now".to_owned(),
        seconds @ 2..120 => format!("{seconds} s ago"),
        seconds @ 120..7_200 => format!("{} min ago", seconds / 60),
        seconds => format!("{} h ago", seconds / 3_600),
    }
}
