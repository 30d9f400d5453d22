//! An error page with the cause and the next step.

use super::layout::{self, PageContext};
use super::links::Links;
use crate::http::refusal::Refusal;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use fathom_protocol::{Error, ErrorCode};
use maud::html;

/// An error, and the workspace whose pages it appears among.
pub(super) struct Failure {
    refusal: Refusal,
    workspace: Option<String>,
}

impl Failure {
    pub(super) fn new(error: impl Into<Refusal>, workspace: Option<String>) -> Failure {
        Failure { refusal: error.into(), workspace }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, error) = self.refusal.into_parts();
        let place = match &self.workspace {
            Some(name) => PageContext::Workspace { name, page: "" },
            None => PageContext::Home,
        };
        let title = match error.code {
            ErrorCode::NotFound => "Not found",
            ErrorCode::Ambiguous => "Several symbols have this name",
            ErrorCode::NotIndexed => "Being indexed",
            ErrorCode::Busy => "Busy",
            ErrorCode::Internal => "The server failed",
            _ => "This does not work",
        };
        let body = html! {
            h1 { (title) }
            p.notice role="alert" { (error.message) @if !error.hint.is_empty() { ". " (hint(&error)) } }
            @if let Some(name) = &self.workspace {
                @let links = Links::new(name);
                @if !error.alternatives.is_empty() {
                    ul.plain {
                        @for id in &error.alternatives {
                            li { a.item href=(links.symbol(id)) { (id) } }
                        }
                    }
                }
            }
        };
        let mut response = (status, layout::document(title, &place, &body)).into_response();
        if error.code.is_temporary() {
            // A browser shows the page again by itself.
            response.headers_mut().insert(header::REFRESH, HeaderValue::from_static("3"));
        }
        response
    }
}

/// The next step; a page does what API routes are for by itself.
fn hint(error: &Error) -> &str {
    match error.code {
        ErrorCode::NotIndexed => "This page loads again every few seconds.",
        _ => &error.hint,
    }
}
