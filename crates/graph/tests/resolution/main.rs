//! What references mean, language by language: small repositories written
//! inline, and the edges they must give.

mod bounds;
mod builds;
mod callbacks;
mod compiler_index;
mod identity;
mod macros;
mod managed;
mod python;
mod queries;
mod rules;
mod rust_values;
mod script;
mod systems;
mod walks;
mod web;

#[path = "../repository/mod.rs"]
mod repository;

use fathom_graph::EdgeKind;
pub use repository::{Repository, repository, repository_with};

impl Repository {
    /// Calls and instantiations as `from -> to [resolution]`, a line each.
    pub fn calls(&self) -> String {
        self.edges(&[EdgeKind::Call, EdgeKind::New])
    }

    /// Edges of some kinds, with ids.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    pub fn edges(&self, kinds: &[EdgeKind]) -> String {
        self.edges_by(kinds, |graph, symbol| graph.id(symbol))
    }
}
