//! The HTTP front end: one route for each operation, and what a server needs around them.

pub(crate) mod body;
mod connection;
mod event_stream;
mod guard;
mod listen;
mod metrics;
mod openapi;
mod operations;
pub(crate) mod refusal;
mod registration;

use crate::mcp;
use crate::options::{ServeError, ServeOptions};
use crate::pages;
use crate::workspaces::{REFRESHES, Workspaces};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use fathom_protocol::{Error, ErrorCode, Operation};
use guard::Guard;
use metrics::Metrics;
pub(crate) use operations::blocking;
use refusal::Refusal;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;

/// Requests that are read, answered or waiting for an answer at once.
const MOST_REQUESTS: usize = 256;
/// Readers of `/events` at once.
const MOST_EVENT_STREAMS: usize = 64;
/// Threads for requests that look at paths.
const PATH_THREADS: usize = 4;
/// How long work that goes on when the server stops is left to end.
const STOP_PATIENCE: Duration = Duration::from_millis(500);

/// The state that all routes share.
pub(crate) struct Server {
    pub(crate) workspaces: Arc<Workspaces>,
    metrics: Metrics,
    pub(crate) guard: Guard,
    /// Cancelled when the server stops.
    pub(crate) stopping: CancellationToken,
    requests: Semaphore,
    event_streams: Arc<Semaphore>,
}

/// Serves until the process receives a signal to stop. Calls `ready` with the address once clients can
/// connect.
pub fn serve(options: &ServeOptions, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    // Each thread keeps memory of its own for the next answer, so there are only as many as are busy:
    // questions, refreshes, and some that look at paths.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(cores + REFRESHES + PATH_THREADS)
        .build()?;
    let result = runtime.block_on(run(options, ready));
    // A snapshot that is being written is whole or absent at any moment.
    runtime.shutdown_timeout(STOP_PATIENCE);
    result
}

async fn run(options: &ServeOptions, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let address = options.socket_address()?;
    let workspaces = Workspaces::open(options.registry(address)?).map_err(ServeError::Workspaces)?;
    let stop = listen::stop_signal()?;
    let listener = listen::bind(address)?;
    let address = listener.local_addr()?;
    let server = Arc::new(Server {
        workspaces: workspaces.clone(),
        metrics: Metrics::new(),
        guard: Guard::new(address, &options.hosts, options.token()),
        stopping: CancellationToken::new(),
        requests: Semaphore::new(MOST_REQUESTS),
        event_streams: Arc::new(Semaphore::new(MOST_EVENT_STREAMS)),
    });
    if options.watches {
        tokio::spawn(workspaces.clone().watch());
    }
    ready(address);
    // MCP is merged here: it gets the same checks as the API.
    let mcp = mcp::registered_service(workspaces, address, &options.hosts, server.stopping.clone());
    let router = router(server.clone(), Router::new().route_service(mcp::HTTP_PATH, mcp));
    listen::serve(listener, router, stop, server.stopping.clone()).await;
    Ok(())
}

/// Every route, behind the checks; `others` are routes of MCP.
fn router(server: Arc<Server>, others: Router<Arc<Server>>) -> Router {
    let mut api = Router::new()
        .route("/api/v1/init", post(registration::init))
        .route(
            "/api/v1/workspaces",
            get(async |State(server): State<Arc<Server>>| registration::list(&server)),
        )
        .route("/api/v1/workspaces/resolve", post(registration::resolve));
    for operation in Operation::ALL {
        let operation = *operation;
        let path = format!("/api/v1{}", operation.http_path());
        let answer = move |State(server): State<Arc<Server>>, request: Request<Body>| async move {
            operations::answer(&server, operation, request).await
        };
        api = api.route(&path, if operation.http_method() == "GET" { get(answer) } else { post(answer) });
    }
    let api = api.merge(pages::routes()).route_layer(middleware::from_fn_with_state(server.clone(), limit));
    Router::new()
        .route(guard::HEALTH, get(async || health()))
        .route("/metrics", get(async |State(server): State<Arc<Server>>| show_metrics(&server)))
        .route("/events", get(event_stream::events))
        .route("/api/v1/openapi.json", get(async || Json(openapi::document())))
        .merge(api)
        .merge(pages::sign_in_route())
        .merge(others)
        .fallback(async || not_found())
        .method_not_allowed_fallback(async || wrong_method())
        .layer(CatchPanicLayer::custom(|_| defect().into_response()))
        .layer(middleware::from_fn_with_state(server.clone(), check_and_count))
        .with_state(server)
}

/// Refuses what the guard forbids, and counts every answer.
async fn check_and_count(State(server): State<Arc<Server>>, request: Request<Body>, next: Next) -> Response {
    let started = Instant::now();
    let operation = metrics::operation_of(request.uri().path());
    let (parts, body) = request.into_parts();
    let mut response = match server.guard.check(&parts) {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(refusal) if refusal.lacks_token() && pages::is_opened_in_browser(&parts) => {
            Redirect::to(pages::SIGN_IN).into_response()
        }
        Err(refusal) => refusal.closing().into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    server.metrics.count(operation, response.status().as_u16(), started.elapsed());
    response
}

/// Refuses a request while too many others wait.
async fn limit(State(server): State<Arc<Server>>, request: Request<Body>, next: Next) -> Response {
    let Ok(_permit) = server.requests.try_acquire() else {
        return Refusal::busy("the server has too many requests").into_response();
    };
    next.run(request).await
}

fn health() -> Response {
    Json(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")})).into_response()
}

fn show_metrics(server: &Server) -> Response {
    let text = server.metrics.text(&server.workspaces);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

fn not_found() -> Refusal {
    let hint = "GET /api/v1/openapi.json describes every route";
    Error::new(ErrorCode::NotFound, "there is nothing at this path", hint).into()
}

fn wrong_method() -> Refusal {
    let hint = "GET /api/v1/openapi.json describes every route";
    let error = Error::new(ErrorCode::InvalidRequest, "this path does not answer this method", hint);
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, error)
}

fn defect() -> Refusal {
    Error::new(ErrorCode::Internal, "a request panicked", "").into()
}
