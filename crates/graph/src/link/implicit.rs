//! Types that implement an interface by having its methods, as in Go.
//!
//! Every type may implement every interface, so this is found for all files in
//! every linking.

use super::parameters::Parameters;
use super::passes::{LinkInput, PassResults};
use super::registry::GlobalFindings;
use super::tables::Tables;
use crate::ids::{FileId, SymbolId};
use crate::model::{Edge, EdgeKind, Resolution};
use fathom_syntax::{Flags, Kind};
use rustc_hash::{FxHashMap, FxHashSet};

const CONFIDENCE: f32 = 0.8;

/// Number of edges after which the search stops: thousands of types may implement thousands of
/// interfaces.
const MOST: usize = 4_000_000;

/// Whether members of a file may override what no text names.
pub(crate) fn concerns(tables: &Tables<'_>, file: FileId) -> bool {
    tables.rules(file).implicit_interfaces
}

/// Edges from types to the interfaces they implement, and from methods to methods.
pub(crate) fn interfaces(ground: &LinkInput<'_, '_>, _: &PassResults<'_>, found: &mut GlobalFindings) {
    let edges = &mut found.edges;
    let tables = ground.tables;
    let methods_of = methods_of(tables);
    let mut interfaces: Vec<SymbolId> = methods_of
        .keys()
        .copied()
        .filter(|owner| tables.definition(*owner).kind() == Kind::Interface)
        .collect();
    interfaces.sort_unstable();
    let most = edges.len() + MOST;
    for interface in interfaces {
        for (owner, times) in implementing(tables, &methods_of, interface) {
            let line = tables.definition(owner).line;
            let mut edge =
                Edge::new(owner, interface, EdgeKind::Implements, Resolution::Inferred, CONFIDENCE, line);
            edge.count = times;
            edges.push(edge);
            overrides(tables, interface, &methods_of[&owner], times, edges);
        }
        if edges.len() > most {
            return;
        }
    }
}

/// The types that have all methods of an interface, in order, and how often each has the
/// rarest of them: for several systems, one method is written several times.
fn implementing(
    tables: &Tables<'_>,
    methods_of: &FxHashMap<SymbolId, Vec<SymbolId>>,
    interface: SymbolId,
) -> Vec<(SymbolId, u8)> {
    let mut names: Vec<(usize, SymbolId, u64)> = methods_of[&interface]
        .iter()
        .map(|method| (tables.name_hash(*method), *method))
        .map(|(name, method)| (tables.count_named(name), method, name))
        .collect();
    // The rarest method leaves the fewest types to look at.
    names.sort_unstable();
    let Some(&(_, _, rarest)) = names.first() else { return Vec::new() };
    let mut known: FxHashSet<u64> = FxHashSet::default();
    names.retain(|(_, _, name)| known.insert(*name));
    let mut owners: Vec<SymbolId> = tables
        .named(rarest)
        .map(|candidate| tables.containers[candidate.index()])
        .filter(|owner| *owner != SymbolId::NONE && *owner != interface && methods_of.contains_key(owner))
        .collect();
    owners.sort_unstable();
    let owners = owners.chunk_by(|one, other| one == other);
    let implements = |owner: SymbolId| {
        matches!(tables.definition(owner).kind(), Kind::Struct | Kind::Type | Kind::Class)
            && names.iter().all(|(_, method, name)| {
                tables.member(owner, *name).is_some_and(|own| same_arity(tables, own, *method))
            })
    };
    owners
        .filter(|same| implements(same[0]))
        .map(|same| (same[0], u8::try_from(same.len()).unwrap_or(u8::MAX)))
        .collect()
}

fn overrides(
    tables: &Tables<'_>,
    interface: SymbolId,
    methods: &[SymbolId],
    times: u8,
    edges: &mut Vec<Edge>,
) {
    for &method in methods {
        let definition = tables.definition(method);
        if definition.flags().has(Flags::DECLARATION) {
            continue;
        }
        let above = tables.member(interface, tables.name_hash(method));
        if let Some(above) = above.filter(|above| same_arity(tables, method, *above)) {
            let mut edge = Edge::new(
                method,
                above,
                EdgeKind::Overrides,
                Resolution::Inferred,
                CONFIDENCE,
                definition.line,
            );
            edge.count = times;
            edges.push(edge);
        }
    }
}

/// Whether two methods take as many arguments: a method of another arity implements nothing.
fn same_arity(tables: &Tables<'_>, one: SymbolId, other: SymbolId) -> bool {
    let parameters = |symbol: SymbolId| {
        let facts = tables.files[tables.file_of(symbol).index()].facts;
        let definition = tables.definition(symbol);
        Parameters::read(facts.text(definition.signature), facts.text(definition.name))
    };
    match (parameters(one), parameters(other)) {
        (Some(one), Some(other)) => (one.required, one.most) == (other.required, other.most),
        _ => true,
    }
}

fn methods_of(tables: &Tables<'_>) -> FxHashMap<SymbolId, Vec<SymbolId>> {
    let mut methods_of: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    for file in FileId::all(tables.files.len()).filter(|file| concerns(tables, *file)) {
        let base = tables.file_symbol(file);
        for (local, definition) in tables.files[file.index()].facts.definitions.iter().enumerate() {
            let symbol = base + local as u32;
            let owner = tables.containers[symbol.index()];
            if definition.kind() == Kind::Method && owner != SymbolId::NONE {
                methods_of.entry(owner).or_default().push(symbol);
            }
        }
    }
    methods_of
}
