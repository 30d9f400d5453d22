//! The style sheet and the script of all pages, served from memory.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

pub(super) const STYLE_PATH: &str = "/assets/style.css";
pub(super) const SCRIPT_PATH: &str = "/assets/script.js";
/// The address of the icon.
pub(super) const ICON_PATH: &str = "/assets/icon.svg";
const ICON: &str = include_str!("icon.svg");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The address changes with the content, so browsers keep it for good.
const CACHE_POLICY: &str = "private, max-age=31536000, immutable";

/// The address of the style sheet.
pub(super) static STYLE_ADDRESS: LazyLock<String> = LazyLock::new(|| address(STYLE_PATH, STYLE));
/// The address of the script.
pub(super) static SCRIPT_ADDRESS: LazyLock<String> = LazyLock::new(|| address(SCRIPT_PATH, SCRIPT));

pub(super) async fn style() -> Response {
    asset("text/css; charset=utf-8", STYLE)
}

pub(super) async fn script() -> Response {
    asset("text/javascript; charset=utf-8", SCRIPT)
}

pub(super) async fn icon() -> Response {
    asset("image/svg+xml", ICON)
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, CACHE_POLICY)], text).into_response()
}

fn address(path: &str, text: &str) -> String {
    let version: String = Sha256::digest(text).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("{path}?v={version}")
}
