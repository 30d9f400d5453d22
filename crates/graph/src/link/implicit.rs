//! Go types implement an interface by having its methods.
//!
//! Every type may implement every interface, so this is found for all files in
//! every linking.

use super::imports::best;
use super::tables::Tables;
use crate::model::{Edge, EdgeKind, Resolution};
use fathom_syntax::{Flags, Kind, NONE};
use rustc_hash::FxHashMap;

const CONFIDENCE: f32 = 0.8;

/// Whether members of a file may override what no text names.
pub(crate) fn concerns(tables: &Tables<'_>, file: u32) -> bool {
    tables.rules(file).family == "go"
}

/// Edges from types to the interfaces they implement, and from methods to methods.
pub(crate) fn edges(tables: &Tables<'_>, edges: &mut Vec<Edge>) {
    let methods_of = methods_of(tables);
    let mut interfaces: Vec<u32> = methods_of
        .keys()
        .copied()
        .filter(|owner| tables.definition(*owner).kind() == Kind::Interface)
        .collect();
    interfaces.sort_unstable();
    for interface in interfaces {
        let methods = &methods_of[&interface];
        // The rarest method leaves the fewest types to look at.
        let Some(rarest) = methods.iter().min_by_key(|m| (tables.named(tables.name_hash(**m)).count(), **m))
        else {
            continue;
        };
        for candidate in tables.named(tables.name_hash(*rarest)) {
            let owner = tables.containers[candidate as usize];
            let fits = owner != NONE
                && owner != interface
                && methods_of.contains_key(&owner)
                && matches!(tables.definition(owner).kind(), Kind::Struct | Kind::Type | Kind::Class)
                && methods.iter().all(|m| tables.members(owner, tables.name_hash(*m)).next().is_some());
            if fits {
                let line = tables.definition(owner).line;
                let kind = EdgeKind::Implements;
                edges.push(Edge::new(owner, interface, kind, Resolution::Inferred, CONFIDENCE, line));
                overrides(tables, interface, &methods_of[&owner], edges);
            }
        }
    }
}

fn overrides(tables: &Tables<'_>, interface: u32, methods: &[u32], edges: &mut Vec<Edge>) {
    for &method in methods {
        let definition = tables.definition(method);
        if definition.flags().has(Flags::DECLARATION) {
            continue;
        }
        if let Some(above) = best(tables, tables.members(interface, tables.name_hash(method))) {
            let kind = EdgeKind::Overrides;
            edges.push(Edge::new(method, above, kind, Resolution::Inferred, CONFIDENCE, definition.line));
        }
    }
}

fn methods_of(tables: &Tables<'_>) -> FxHashMap<u32, Vec<u32>> {
    let mut methods_of: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for file in (0..tables.files.len() as u32).filter(|file| concerns(tables, *file)) {
        let base = tables.file_symbol(file);
        for (local, definition) in tables.files[file as usize].facts.definitions.iter().enumerate() {
            let symbol = base + local as u32;
            let owner = tables.containers[symbol as usize];
            if definition.kind() == Kind::Method && owner != NONE {
                methods_of.entry(owner).or_default().push(symbol);
            }
        }
    }
    methods_of
}
