//! From facts to a graph.
//!
//! The passes, in order; each is deterministic on any number of threads,
//! because it only reads what earlier passes have finished:
//!
//! 1. [`tables`]: every definition gets a number; names and members are indexed;
//! 2. [`imports`]: what each file's imports lead to, by its ecosystem's rules;
//! 3. [`owners`]: members written outside of their type find it;
//! 4. [`inherit`]: bases of types, then which members override which;
//! 5. [`values`]: types of fields, variables and results, in a few rounds;
//! 6. [`resolve`]: every reference to the symbols it means.
//!
//! Linking is done again in full after every change: only parsing is cached.
//! That makes "incremental equals full" true by construction, and it is cheap
//! because facts are read in place.

mod ecosystem;
mod eval;
mod external;
mod imports;
mod inherit;
mod outcomes;
mod owners;
mod resolve;
mod rules;
mod tables;
mod values;

pub use external::External;
pub use outcomes::{Outcome, Told, outcomes};

use crate::layout::{self, Parts};
use crate::model::{Edge, Unresolved};
use fathom_syntax::{FactsView, Language};
use rayon::prelude::*;
use tables::Tables;

/// One file to link.
#[derive(Clone, Copy)]
pub struct FileInput<'a> {
    /// Its path in the repository, with `/`.
    pub path: &'a str,
    /// Its language.
    pub language: &'static Language,
    /// Its facts.
    pub facts: FactsView<'a>,
}

/// Counts of one linking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkStats {
    /// Symbols, files included.
    pub symbols: u32,
    /// Resolved edges.
    pub edges: u32,
    /// References that led nowhere, by cause.
    pub unresolved: Unresolved,
}

/// A linked graph in its layout on disk, and its counts.
pub struct Linked {
    /// Read by [`crate::Graph::read`] together with the same files.
    pub bytes: Vec<u8>,
    /// Its counts.
    pub stats: LinkStats,
}

/// Links files, which must be sorted by path; `external` holds edges from a
/// compiler, which take precedence.
pub fn link(files: &[FileInput<'_>], external: &[External]) -> Linked {
    with_world(files, |world| {
        let per_file: Vec<(Vec<Edge>, Unresolved)> =
            (0..files.len() as u32).into_par_iter().map(|file| resolve::file(world, file)).collect();
        let unresolved: Vec<Unresolved> = per_file.iter().map(|(_, counts)| *counts).collect();
        let mut edges: Vec<Edge> = per_file.into_iter().flat_map(|(edges, _)| edges).collect();
        inherit::edges(world, &mut edges);
        external::merge(world, external, &mut edges);
        compact(&mut edges);

        let tables = world.tables;
        let mut total = Unresolved::default();
        for counts in &unresolved {
            total.add(counts);
        }
        let stats =
            LinkStats { symbols: tables.symbol_count(), edges: edges.len() as u32, unresolved: total };
        let bytes = layout::write(&Parts {
            bases: tables.file_bases(),
            containers: &tables.containers,
            names: tables.sorted_names(),
            edges: &edges,
            unresolved: &unresolved,
        });
        Linked { bytes, stats }
    })
}

/// The passes up to where references can be resolved.
fn with_world<T>(files: &[FileInput<'_>], then: impl FnOnce(&eval::World<'_, '_>) -> T) -> T {
    let mut tables = Tables::new(files);
    let imports = imports::resolve(&tables);
    owners::attach(&mut tables, &imports);
    let bindings = eval::Bindings::new(&tables);
    let bases = inherit::bases(&tables, &imports, &bindings);
    let mut world = eval::World::new(&tables, &imports, &bases, &bindings);
    values::infer(&mut world);
    then(&world)
}

/// One edge per pair and kind, the surest and earliest, with its count.
fn compact(edges: &mut Vec<Edge>) {
    edges.par_sort_unstable();
    let mut kept: Vec<Edge> = Vec::with_capacity(edges.len());
    for edge in edges.drain(..) {
        match kept.last_mut() {
            Some(last) if (last.from, last.to, last.kind()) == (edge.from, edge.to, edge.kind()) => {
                last.count = last.count.saturating_add(edge.count);
            }
            _ => kept.push(edge),
        }
    }
    *edges = kept;
}
