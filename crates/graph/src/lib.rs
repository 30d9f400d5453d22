//! The facts of all files in, symbols and resolved edges out.
//!
//! This crate resolves names: what a name refers to ([`link`]), which symbol a user means ([`lookup`]),
//! what a symbol leads to ([`trace`]) and what depends on it ([`impact`]). It is pure: no I/O, no
//! clock, no knowledge of the file system. The same files give the same graph, byte for byte, on any
//! number of threads.
//!
//! It does not read text (`fathom-syntax` does) and does not rank
//! (`fathom-rank` does).

mod folded;
pub mod frameworks;
mod identity;
mod ids;
pub mod impact;
mod imported;
mod layout;
mod lines;
pub mod link;
pub mod lookup;
mod model;
mod receivers;
pub mod trace;
mod unresolved;
mod view;

pub use ids::{FileId, SymbolId};
pub use imported::imported_as;
pub use layout::{CallTarget, GraphError, VERSION};
pub use link::{
    CompilerReference, FileInput, LinkStats, Outcome, Previous, ReferenceOutcome, link, outcomes, relink,
};
pub use model::{Edge, EdgeKind, Origin, Resolution, Unresolved};
pub use unresolved::{UnresolvedCall, unresolved_calls_named, unresolved_calls_of};
pub use view::{Graph, GraphFile};
