//! Every operation once: one request type, one response type, one function.
//!
//! The engine joins the other crates: it finds the workspace, keeps its index
//! fresh ([`build`]) and answers from it ([`operations`]). Doors (command
//! line, and later HTTP and MCP) only turn their input into requests and
//! responses into their output.

mod answer;
pub mod build;
mod concepts;
mod error;
mod memory;
mod open_index;
pub mod operations;
mod past;
mod progress;
pub mod render;
pub mod scip;
mod shared_workspace;
mod source_text;
mod view;
mod workspace;

pub use answer::{Answer, answer};
pub use concepts::{Concepts, Kind as ConceptKind};
pub use error::EngineError;
pub use fathom_store::{Folders, HOME_VARIABLE};
pub use open_index::OpenIndex;
pub use progress::{NoProgress, Phase, Progress};
pub use shared_workspace::{Patience, SharedWorkspace};
pub use view::View;
pub use workspace::{Refresh, Workspace};
