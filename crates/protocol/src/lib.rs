//! The request, the response, the JSON Schema and the errors of every operation.
//!
//! This crate holds types and no behaviour. The engine answers a [`Request`]
//! with a [`Response`]; the command line, HTTP and MCP differ only in how they
//! receive the one and write the other. Field names and meanings are a contract
//! with programs outside: they are added to, never changed.

mod change;
pub mod concepts;
pub mod context;
pub mod endpoints;
mod error;
pub mod explain;
pub mod feedback;
pub mod files;
mod filter;
pub mod flow;
pub mod impact;
pub mod index;
mod index_state;
mod operation;
pub mod predict;
pub mod query;
mod relation;
pub mod show;
pub mod states;
pub mod status;
mod symbol;
pub mod symbols;
pub mod tests;
pub mod trace;
mod unresolved;
mod words;

pub use change::Change;
pub use error::{Error, ErrorBody, ErrorCode};
pub use filter::{Diff, Filter, OneOrMany};
pub use index_state::IndexState;
pub use operation::{Frontend, Operation, Request, Response, Schemas};
pub use relation::{EdgeType, Relation, Resolution};
pub use symbol::{Symbol, SymbolKind, Visibility};
pub use unresolved::{MOST_UNRESOLVED, UnresolvedCall};

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
pub(crate) fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}
