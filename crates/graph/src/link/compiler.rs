//! Edges that a compiler's index states, by place rather than by name.

use super::passes::Resolved;
use super::registry::CallResolution;
use super::tables::Tables;
use crate::ids::{FileId, SymbolId};
use crate::lines::Lines;
use crate::model::{Edge, EdgeKind, Origin, Resolution};
use fathom_syntax::Reference;
use rustc_hash::FxHashMap;

/// A reference that a compiler resolved: from a place in one file to the name
/// of a definition in another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CompilerReference {
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
pub(crate) fn merge(
    tables: &Tables<'_>,
    references: &[CompilerReference],
    edges: &mut Vec<Edge>,
    resolved: &mut [Resolved],
) {
    if references.is_empty() {
        return;
    }
    let mut places: FxHashMap<FileId, Places> = FxHashMap::default();
    let mut stated: FxHashMap<(FileId, u32, u64), Vec<SymbolId>> = FxHashMap::default();
    for one in references {
        let (Some(from_file), Some(to_file)) = (tables.path(&one.from_path), tables.path(&one.to_path))
        else {
            continue;
        };
        let there = places.entry(to_file).or_insert_with(|| Places::new(tables, to_file));
        let Some(to) = there.named_at(tables, one.to_line, &one.name) else { continue };
        let name = tables.name_hash(to);
        stated.entry((from_file, one.from_line, name)).or_default().push(to);
    }
    let mut used: FxHashMap<(FileId, u32, u64), EdgeKind> = FxHashMap::default();
    edges.retain(|edge| {
        let key = (tables.file_of(edge.from), edge.line, tables.name_hash(edge.to));
        let Some(targets) = stated.get(&key) else { return true };
        if matches!(edge.kind(), EdgeKind::Overrides | EdgeKind::Imports | EdgeKind::Mentions) {
            return true;
        }
        used.entry(key).or_insert(edge.kind());
        targets.contains(&edge.to)
    });
    for one in resolved.iter_mut() {
        let facts = tables.files[one.file.index()].facts;
        one.found.calls.retain(|call| {
            let line = facts.references[call.reference as usize].line;
            let targets = stated.get(&(one.file, line, tables.name_hash(call.to)));
            targets.is_none_or(|targets| targets.contains(&call.to))
        });
    }
    let mut keys: Vec<_> = stated.into_iter().collect();
    keys.sort_unstable();
    for ((file, line, name), targets) in keys {
        let here = places.entry(file).or_insert_with(|| Places::new(tables, file));
        let from = tables.file_symbol(file) + here.lines.innermost(line).unwrap_or(0);
        let kind = used
            .get(&(file, line, name))
            .copied()
            .unwrap_or_else(|| here.reference_kind(tables, file, line, name));
        for to in targets.into_iter().filter(|to| *to != from) {
            let mut edge = Edge::new(from, to, kind, Resolution::Compiler, 1.0, line);
            edge.set_origin(Origin::COMPILER);
            edges.push(edge);
            if let Some((number, reference)) = here.call(tables, file, line, name)
                && let Ok(at) = resolved.binary_search_by_key(&file, |one| one.file)
            {
                let from = tables.file_symbol(file) + reference.from;
                let on = SymbolId::NONE;
                resolved[at].found.calls.push(CallResolution { from, reference: number, to, on });
            }
        }
    }
    for one in resolved {
        one.found.calls.sort_unstable();
        one.found.calls.dedup();
    }
}

/// Definitions and references of a file by line.
struct Places {
    first: SymbolId,
    lines: Lines,
    /// Definitions by the hash of their name, with their first lines, sorted.
    named: FxHashMap<u64, Vec<(u32, u32)>>,
    /// The first reference to a name on a line, as our own parser sees it.
    references: FxHashMap<(u32, u64), u32>,
}

impl Places {
    /// Definitions with one name that are looked at to find the one around a line.
    const MOST: usize = 1_000;

    fn new(tables: &Tables<'_>, file: FileId) -> Places {
        let facts = tables.files[file.index()].facts;
        let mut named: FxHashMap<u64, Vec<(u32, u32)>> = FxHashMap::default();
        for (number, definition) in (0..).zip(facts.definitions).skip(1) {
            named.entry(facts.strings.hash(definition.name)).or_default().push((definition.line, number));
        }
        for places in named.values_mut() {
            places.sort_unstable();
        }
        let mut references = FxHashMap::default();
        for (number, reference) in (0..).zip(facts.references) {
            let key = (reference.line, facts.strings.hash(reference.name));
            references.entry(key).or_insert(number);
        }
        let lines = Lines::new(facts.definitions, |number| number);
        Places { first: tables.file_symbol(file), lines, named, references }
    }

    /// The definition with a name around a line that starts last.
    fn named_at(&self, tables: &Tables<'_>, line: u32, name: &str) -> Option<SymbolId> {
        let places = self.named.get(&fathom_syntax::hash_name(name))?;
        let before = &places[..places.partition_point(|(start, _)| *start <= line)];
        let symbols = before.iter().rev().take(Places::MOST).map(|(_, number)| self.first + *number);
        symbols
            .into_iter()
            .find(|symbol| tables.definition(*symbol).end_line >= line && tables.name(*symbol) == name)
    }

    fn reference<'a>(
        &self,
        tables: &Tables<'a>,
        file: FileId,
        line: u32,
        name: u64,
    ) -> Option<(u32, &'a Reference)> {
        let number = *self.references.get(&(line, name))?;
        Some((number, tables.files[file.index()].facts.references.get(number as usize)?))
    }

    fn reference_kind(&self, tables: &Tables<'_>, file: FileId, line: u32, name: u64) -> EdgeKind {
        let reference = self.reference(tables, file, line, name);
        reference.map_or(EdgeKind::Read, |(_, reference)| super::resolve::edge_kind(reference.kind()))
    }

    /// The reference to a name on a line, where it is a call.
    fn call<'a>(
        &self,
        tables: &Tables<'a>,
        file: FileId,
        line: u32,
        name: u64,
    ) -> Option<(u32, &'a Reference)> {
        self.reference(tables, file, line, name).filter(|(_, reference)| reference.kind().is_call())
    }
}
