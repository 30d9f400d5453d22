//! HTTP, MCP and web pages: three front ends of one engine.
//!
//! This crate receives a request of the protocol, calls the engine and writes
//! the response. It adds no behaviour to an operation. [`workspaces`] holds what
//! all front ends share: which repositories are open, and how their indexes stay
//! fresh.

mod events;
mod http;
pub mod mcp;
mod options;
mod pages;
mod requests;
pub mod workspaces;

pub use events::{Change, Event};
pub use http::serve;
pub use options::{ServeError, ServeOptions};
