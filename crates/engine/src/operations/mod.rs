//! What one can ask: a file per operation, each with its request, its
//! response and one function.

mod asking;
mod at_hand;
pub mod clean;
pub mod concepts;
pub mod context;
mod diff;
pub mod doctor;
pub mod explain;
pub mod feedback;
mod filter;
pub mod impact;
pub mod index;
mod named;
mod outline;
pub mod query;
mod ranker;
pub mod show;
pub mod status;
pub mod symbols;
pub mod trace;

pub use asking::Asking;
pub use at_hand::AtHand;
pub use diff::MAX_DIFF_BYTES;
pub use filter::Filter;
pub use ranker::Ranker;

pub(crate) use named::named;

use fathom_graph::{Edge, Graph, SymbolId};
use serde::Serialize;

/// A symbol as operations show it.
#[derive(Clone, Debug, Serialize)]
pub struct SymbolRecord {
    /// `path::Qualified.name`.
    pub id: String,
    /// Its own name.
    pub name: String,
    /// Names it is nested in and its own.
    pub qualified_name: String,
    /// What it is.
    pub kind: &'static str,
    /// Its language.
    pub language: &'static str,
    /// Its declaration on one line.
    pub signature: String,
    /// Where it stands.
    pub source_path: String,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Who may use it.
    pub visibility: &'static str,
    /// Whether it belongs to tests.
    pub test: bool,
    /// How deep it is nested; in an outline only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// A relation as operations show it.
#[derive(Clone, Debug, Serialize)]
pub struct RelationRecord {
    /// The other symbol.
    pub node: String,
    /// Its qualified name, for text.
    #[serde(skip)]
    pub(crate) name: String,
    /// What the two have to do with each other.
    pub edge_type: &'static str,
    /// How it was found: compiler, exact, inferred, ambiguous.
    pub resolution: &'static str,
    /// How sure it is.
    pub confidence: f32,
    /// The file with the evidence.
    pub path: String,
    /// The line with the evidence.
    pub line: u32,
    /// How often it occurs.
    pub count: u8,
}

pub(crate) fn record(graph: &Graph<'_>, symbol: SymbolId) -> SymbolRecord {
    let definition = graph.definition(symbol);
    SymbolRecord {
        id: graph.id(symbol),
        name: graph.name(symbol).to_owned(),
        qualified_name: graph.qualified_name(symbol),
        kind: definition.kind().word(),
        language: graph.language(symbol).name,
        signature: graph.signature(symbol).to_owned(),
        source_path: graph.path(symbol).to_owned(),
        line: definition.line,
        end_line: definition.end_line,
        visibility: definition.visibility().word(),
        test: definition.flags().has(fathom_syntax::Flags::TEST),
        depth: None,
    }
}

pub(crate) fn relation(graph: &Graph<'_>, other: SymbolId, edge: &Edge) -> RelationRecord {
    RelationRecord {
        node: graph.id(other),
        name: graph.qualified_name(other),
        edge_type: edge.kind().word(),
        resolution: edge.resolution().word(),
        confidence: edge.confidence(),
        path: graph.path(edge.from).to_owned(),
        line: edge.line,
        count: edge.count,
    }
}

/// The ids of what a name could mean beside its first meaning; overloads share one.
pub(crate) fn others(graph: &Graph<'_>, found: &[SymbolId]) -> Vec<String> {
    let mut ids: Vec<String> = found.iter().map(|symbol| graph.id(*symbol)).collect();
    let first = ids.remove(0);
    ids.retain(|id| *id != first);
    ids.dedup();
    ids
}
