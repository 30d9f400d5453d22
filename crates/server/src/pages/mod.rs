//! The web pages: answers of the engine for people.
//!
//! Pages are rendered here, work without script and load nothing from other sites. Every text of a
//! repository is hostile input: [`maud`] escapes it, and the policy of [`routes`] forbids every
//! script but the one file of this module.

mod ask;
mod assets;
mod benchmarks;
mod browse;
mod code;
mod experts;
mod explain;
mod failure;
mod feedback;
mod flow;
mod graph;
mod home;
mod impact;
mod layout;
mod links;
mod run_files;
mod search;
mod sign_in;
mod states;
mod symbol;
mod visit;

use crate::http::Server;
use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::{get, post};
use std::sync::Arc;

pub(crate) use sign_in::PATH as SIGN_IN;

/// Nothing is loaded or sent but from and to this server, and no other site frames it.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Every page and what pages load.
pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/", get(home::page))
        .route(assets::STYLE_PATH, get(assets::style))
        .route(assets::SCRIPT_PATH, get(assets::script))
        .route(assets::ICON_PATH, get(assets::icon))
        .route("/w/{workspace}", get(ask::page))
        .route("/w/{workspace}/ask", get(ask::page))
        .route("/w/{workspace}/explain", get(explain::page))
        .route("/w/{workspace}/browse", get(browse::page))
        .route("/w/{workspace}/browse/", get(browse::page))
        .route("/w/{workspace}/browse/{*path}", get(browse::page))
        .route("/w/{workspace}/symbol", get(symbol::page))
        .route("/w/{workspace}/impact", get(impact::page).post(impact::of_diff))
        .route("/w/{workspace}/flow", get(flow::page))
        .route("/w/{workspace}/states", get(states::page))
        .route("/w/{workspace}/feedback", post(feedback::record))
        .route("/w/{workspace}/search", get(search::page))
        .route("/w/{workspace}/experts", get(experts::page))
        .route("/w/{workspace}/benchmarks", get(benchmarks::list))
        .route("/w/{workspace}/benchmarks/{run}", get(benchmarks::run))
        .route("/w/{workspace}/benchmarks/{run}/{task}", get(benchmarks::task))
        .route_layer(middleware::map_response(protect))
}

/// The page that answers without the token.
pub(crate) fn sign_in_route() -> Router<Arc<Server>> {
    Router::new()
        .route(SIGN_IN, get(sign_in::page).post(sign_in::exchange))
        .route_layer(middleware::map_response(protect))
}

/// Whether a browser opens a page and can be redirected to the sign-in page; programs do not request HTML.
pub(crate) fn is_opened_in_browser(request: &Parts) -> bool {
    let accepted = request.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    request.method == Method::GET
        && is_page(request.uri.path())
        && accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// Whether a path belongs to the pages.
pub(crate) fn is_page(path: &str) -> bool {
    path == "/" || path.starts_with("/w/") || path.starts_with("/assets/")
}

async fn protect(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // Without any referrer, browsers send forms with the origin `null`, which the guard refuses.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    response
}
