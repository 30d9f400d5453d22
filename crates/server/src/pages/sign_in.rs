//! The sign-in page: exchanges the token for a cookie that opens the pages and nothing else.
//!
//! It is the only page that answers without the token, so it shows nothing of any workspace and
//! loads nothing.

use super::failure::Failure;
use crate::http::refusal::Refusal;
use crate::http::{Server, body};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::{DOCTYPE, html};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Its address.
pub(crate) const PATH: &str = "/sign-in";
/// How long a browser keeps the cookie, in seconds: 30 days.
const KEPT_FOR: u32 = 30 * 24 * 60 * 60;
/// Forms that are read at once. Everyone may send one, so they have their own limit.
static FORMS: Semaphore = Semaphore::const_new(8);

/// Asks for the token.
pub(super) async fn page(State(server): State<Arc<Server>>) -> Response {
    if server.guard.cookie().is_some() { form(None) } else { Redirect::to("/").into_response() }
}

/// Sets the cookie if the token is right.
pub(super) async fn exchange(State(server): State<Arc<Server>>, request: Request<Body>) -> Response {
    let Ok(_permit) = FORMS.try_acquire() else {
        return Failure::new(Refusal::busy("the server has too many requests"), None).into_response();
    };
    let is_encrypted = is_encrypted(request.headers());
    let fields = match body::form(request).await {
        Ok(fields) => fields,
        Err(refusal) => return Failure::new(refusal, None).into_response(),
    };
    let token = fields.iter().find(|(key, _)| key == "token").map_or("", |(_, value)| value);
    match server.guard.cookie() {
        Some(cookie) if server.guard.is_token(token.as_bytes()) => {
            let secure = if is_encrypted { "; Secure" } else { "" };
            let cookie = format!("{cookie}; Path=/; Max-Age={KEPT_FOR}; HttpOnly; SameSite=Strict{secure}");
            ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
        }
        Some(_) => form(Some("This is not the token of this server.")),
        None => Redirect::to("/").into_response(),
    }
}

fn form(refused: Option<&str>) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Sign in · Fathom" }
            }
            body {
                h1 { "Sign in" }
                @if let Some(message) = refused { p role="alert" { (message) } }
                form method="post" action=(PATH) {
                    p {
                        label for="token" { "Token of this server (its FATHOM_TOKEN) " }
                        input id="token" name="token" type="password" required autofocus autocomplete="current-password";
                    }
                    button { "Sign in" }
                }
            }
        }
    };
    let status = if refused.is_some() { StatusCode::UNAUTHORIZED } else { StatusCode::OK };
    (status, Html(page.into_string())).into_response()
}

/// Whether the browser reached this page through a proxy with TLS.
fn is_encrypted(headers: &HeaderMap) -> bool {
    headers.get(header::ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https://"))
}
