//! The operations: a file each, with one function from a request of the protocol to its response.

pub mod browse;
pub mod clean;
pub mod concepts;
pub mod context;
mod diff;
mod dispatch;
pub mod doctor;
pub mod endpoints;
mod entry;
pub mod experts;
pub mod explain;
pub mod feedback;
pub mod files;
mod filter;
pub mod flow;
pub mod impact;
pub mod index;
mod named;
pub mod outcomes;
mod outline;
pub mod overview;
pub mod predict;
pub mod profile;
pub mod query;
mod ranker;
mod ranking_inputs;
mod records;
pub mod selection;
pub mod show;
pub mod states;
pub mod status;
pub mod symbols;
mod test_ids;
pub mod tests;
pub mod trace;
mod unresolved;
mod working_set;

pub use diff::MAX_DIFF_BYTES;
pub use ranker::Ranker;
pub use ranking_inputs::RankingInputs;
pub use working_set::WorkingSet;

pub(crate) use named::named;
pub(crate) use records::{edge_type, kind, relation, resolution, symbol};

use fathom_graph::{Graph, SymbolId};

/// The ids of what a name could mean beside its first meaning, overloads of it included.
pub(crate) fn others(graph: &Graph<'_>, found: &[SymbolId]) -> Vec<String> {
    found.iter().skip(1).map(|symbol| graph.id(*symbol)).collect()
}
