//! Edges that a compiler's index states, by place rather than by name.

use super::tables::Tables;
use crate::model::{Edge, EdgeKind, Resolution};
use rustc_hash::FxHashMap;

/// A reference that a compiler resolved: from a place in one file to the name
/// of a definition in another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct External {
    /// Path of the referring file.
    pub from_path: String,
    /// Line of the reference, from 1.
    pub from_line: u32,
    /// Path of the defining file.
    pub to_path: String,
    /// Line of the defined name.
    pub to_line: u32,
    /// The defined name.
    pub name: String,
}

/// Adds the compiler's edges and drops those of ours that they contradict: an
/// edge from the same line to another definition with the same name.
pub(crate) fn merge(tables: &Tables<'_>, external: &[External], edges: &mut Vec<Edge>) {
    if external.is_empty() {
        return;
    }
    let mut stated: FxHashMap<(u32, u32, u64), Vec<u32>> = FxHashMap::default();
    for one in external {
        let (Some(from_file), Some(to_file)) = (tables.path(&one.from_path), tables.path(&one.to_path))
        else {
            continue;
        };
        let Some(to) = named_at(tables, to_file, one.to_line, &one.name) else { continue };
        let name = tables.name_hash(to);
        stated.entry((from_file, one.from_line, name)).or_default().push(to);
    }
    let mut used: FxHashMap<(u32, u32, u64), EdgeKind> = FxHashMap::default();
    edges.retain(|edge| {
        let key = (tables.file_of(edge.from), edge.line, tables.name_hash(edge.to));
        let Some(targets) = stated.get(&key) else { return true };
        if matches!(edge.kind(), EdgeKind::Overrides | EdgeKind::Imports | EdgeKind::Mentions) {
            return true;
        }
        used.entry(key).or_insert(edge.kind());
        targets.contains(&edge.to)
    });
    let mut keys: Vec<_> = stated.into_iter().collect();
    keys.sort_unstable();
    for ((file, line, name), targets) in keys {
        let from = innermost(tables, file, line);
        for to in targets {
            if from == to {
                continue;
            }
            let kind = used
                .get(&(file, line, name))
                .copied()
                .unwrap_or_else(|| reference_kind(tables, file, line, name));
            edges.push(Edge::new(from, to, kind, Resolution::Compiler, 1.0, line));
        }
    }
}

/// What our own reading says the reference on a line is.
fn reference_kind(tables: &Tables<'_>, file: u32, line: u32, name: u64) -> EdgeKind {
    let facts = tables.files[file as usize].facts;
    let found = facts.references.iter().find(|r| r.line == line && facts.strings.hash(r.name) == name);
    found.map_or(EdgeKind::Read, |reference| super::resolve::edge_kind(reference.kind()))
}

fn named_at(tables: &Tables<'_>, file: u32, line: u32, name: &str) -> Option<u32> {
    let facts = tables.files[file as usize].facts;
    let base = tables.file_symbol(file);
    facts
        .definitions
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, d)| d.line <= line && line <= d.end_line && facts.text(d.name) == name)
        .max_by_key(|(_, d)| d.line)
        .map(|(index, _)| base + index as u32)
}

fn innermost(tables: &Tables<'_>, file: u32, line: u32) -> u32 {
    let facts = tables.files[file as usize].facts;
    let base = tables.file_symbol(file);
    let around = facts.definitions.iter().enumerate().filter(|(_, d)| d.line <= line && line <= d.end_line);
    base + around.min_by_key(|(_, d)| d.end_line - d.line).map_or(0, |(index, _)| index as u32)
}
