//! From facts to a graph.
//!
//! The passes, in order; each is deterministic on any number of threads,
//! because it only reads what earlier passes have finished:
//!
//! 1. [`tables`]: every definition gets a number; names and members are indexed;
//! 2. [`imports`]: what each file's imports lead to, by its ecosystem's rules;
//! 3. [`owners`]: members written outside of their type find it;
//! 4. [`inherit`]: bases of types;
//! 5. [`values`]: types of fields, variables and results, in a few rounds;
//! 6. the passes of the [`registry`], which find edges: every reference to the
//!    symbols it means ([`resolve`]), which members override which, …
//!
//! After an edit the first three are done again for all files; the others only
//! for files that the edit concerns ([`scope`]). What they find is byte for byte
//! what linking all files finds.

mod arguments;
mod below;
mod bindings;
mod builds;
mod calls;
mod chains;
mod compiler;
mod constness;
mod conventions;
mod ecosystem;
pub(crate) mod eval;
mod file_view;
mod functions;
mod implicit;
mod imports;
pub(crate) mod inherit;
mod locale;
mod members;
mod memo;
mod names;
mod outcomes;
mod overloads;
mod owners;
mod parameters;
pub(crate) mod passes;
pub(crate) mod registry;
mod renumber;
mod resolve;
mod rust_calls;
mod rust_values;
mod scope;
mod shared;
mod sides;
pub(crate) mod tables;
mod types;
pub(crate) mod values;

pub use compiler::CompilerReference;
pub use outcomes::{Outcome, ReferenceOutcome, outcomes};

use crate::folded::FoldedNames;
use crate::frameworks::Hop;
use crate::ids::{FileId, SymbolId};
use crate::layout::{self, BaseRow, Sections, ValueRow};
use crate::model::{Edge, Unresolved};
use bindings::Bindings;
use calls::Calls;
use fathom_syntax::{FactsView, Language, NONE};
use file_view::Mark;
use imports::Imports;
use passes::{LinkInput, PassResults};
use rayon::slice::ParallelSliceMut;
use registry::{GlobalFindings, Pass, Passes};
use scope::Scope;
use shared::SharedNames;
use tables::Tables;
use values::PackedValue;

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

/// The last linking of the same files, before some of them were edited.
pub struct Previous<'p> {
    /// The bytes it gave.
    pub graph: &'p [u8],
    /// The files that were edited since, in order, with the facts they had then.
    pub edited: Vec<(FileId, FactsView<'p>)>,
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

/// Links files, which must be sorted by path; `stated` holds references that a
/// compiler resolved, which take precedence. `write` is given the graph in its layout on
/// disk, piece by piece; [`crate::Graph::read`] reads it together with the same
/// files.
pub fn link<T>(
    files: &[FileInput<'_>],
    stated: &[CompilerReference],
    write: impl FnOnce(&[&[u8]]) -> T,
) -> (T, LinkStats) {
    link_by(registry::PASSES, files, stated, write)
}

/// Links by other passes than those of the registry.
fn link_by<T>(
    passes: &[Pass],
    files: &[FileInput<'_>],
    stated: &[CompilerReference],
    write: impl FnOnce(&[&[u8]]) -> T,
) -> (T, LinkStats) {
    on_ground(passes, files, |ground| everything(ground, stated).write(ground.tables, write))
}

/// Links files again that were linked without a compiler's edges, after some
/// were edited. The outcome is that of [`link`], found sooner.
pub fn relink<T>(
    files: &[FileInput<'_>],
    previous: &Previous<'_>,
    write: impl FnOnce(&[&[u8]]) -> T,
) -> (T, LinkStats) {
    relink_by(registry::PASSES, files, previous, write)
}

/// Links again by other passes than those of the registry.
fn relink_by<T>(
    passes: &[Pass],
    files: &[FileInput<'_>],
    previous: &Previous<'_>,
    write: impl FnOnce(&[&[u8]]) -> T,
) -> (T, LinkStats) {
    on_ground(passes, files, |ground| {
        let scope = Scope::new(previous, ground.tables, ground.passes);
        let passed = scope.and_then(|scope| ground.pass(Some(scope)));
        let found = passed.and_then(|passed| LinkResults::new(ground, &passed, &[]));
        found.unwrap_or_else(|| everything(ground, &[])).write(ground.tables, write)
    })
}

fn everything(ground: &LinkInput<'_, '_>, stated: &[CompilerReference]) -> LinkResults {
    let found = ground.pass(None).and_then(|passed| LinkResults::new(ground, &passed, stated));
    found.unwrap_or_else(|| unreachable!("nothing is taken over that might not fit"))
}

/// The passes up to where bases, values and references can be found.
fn on_ground<T>(passes: &[Pass], files: &[FileInput<'_>], then: impl FnOnce(&LinkInput<'_, '_>) -> T) -> T {
    let mut tables = Tables::new(files);
    let imports = Imports::new(&tables);
    owners::attach(&mut tables, &imports);
    let bindings = Bindings::new(files);
    let shared = SharedNames::new(files.len());
    let passes = Passes::new(passes);
    then(&LinkInput { tables: &tables, imports: &imports, bindings: &bindings, shared: &shared, passes })
}

/// The results of the passes, ready to be written.
struct LinkResults {
    edges: Vec<Edge>,
    calls: Calls,
    passes: Vec<u64>,
    unresolved: Vec<Unresolved>,
    bases: Vec<BaseRow>,
    values: Vec<ValueRow>,
    marks: (Vec<u32>, Vec<Mark>),
    import_marks: (Vec<u32>, Vec<Mark>),
    hops: Vec<Hop>,
    models: Vec<u8>,
}

impl LinkResults {
    /// Runs the passes that find edges. `None` if what was kept does not fit to the files.
    fn new(
        ground: &LinkInput<'_, '_>,
        passed: &PassResults<'_>,
        stated: &[CompilerReference],
    ) -> Option<LinkResults> {
        let (tables, passes) = (ground.tables, ground.passes);
        let mut resolved = ground.resolve(passed);
        let GlobalFindings { mut edges, frameworks } = passes.global(ground, passed);
        edges.extend(resolved.iter().flat_map(|file| &file.found.edges));
        compiler::merge(tables, stated, &mut edges, &mut resolved);
        compact(&mut edges, passes);

        let count = tables.files.len();
        let mut marks: Vec<&[Mark]> = vec![&[]; count];
        let mut import_marks: Vec<&[Mark]> = vec![&[]; count];
        let mut unresolved = vec![Unresolved::default(); count];
        if let Some(scope) = &passed.scope {
            let mut kept = scope.edges(tables, passes, edges.len())?;
            merge(&mut kept, &edges);
            edges = kept;
            for file in 0..count {
                marks[file] = scope.marks(FileId::from_index(file))?;
                import_marks[file] = scope.import_marks(FileId::from_index(file))?;
                unresolved[file] = scope.unresolved(FileId::from_index(file));
            }
        }
        for one in &resolved {
            marks[one.file.index()] = &one.marks;
            import_marks[one.file.index()] = ground.imports.marks(tables, one.file);
            unresolved[one.file.index()] = one.found.unresolved;
        }
        Some(LinkResults {
            edges,
            calls: Calls::new(tables, &resolved, passed.scope.as_ref())?,
            passes: passes.marks(),
            unresolved,
            bases: bases(passed),
            values: values(passed),
            marks: joined(&marks),
            import_marks: joined(&import_marks),
            hops: frameworks.hops,
            models: frameworks.models.to_bytes(),
        })
    }

    fn write<T>(&self, tables: &Tables<'_>, write: impl FnOnce(&[&[u8]]) -> T) -> (T, LinkStats) {
        let (folded_names, folded_starts) = FoldedNames::write(tables.files);
        let parts = Sections {
            folded_names: &folded_names,
            folded_starts: &folded_starts,
            file_starts: tables.file_starts(),
            briefs: tables.briefs(),
            containers: &tables.containers,
            names: tables.sorted_names(),
            edges: &self.edges,
            calls: &self.calls.all,
            call_starts: &self.calls.starts,
            unresolved: &self.unresolved,
            hops: &self.hops,
            models: &self.models,
            kept_passes: &self.passes,
            kept_homes: &homes(tables),
            kept_canonical: &tables.reopened(),
            kept_bases: &self.bases,
            kept_values: &self.values,
            kept_mark_starts: &self.marks.0,
            kept_marks: &self.marks.1,
            kept_import_mark_starts: &self.import_marks.0,
            kept_import_marks: &self.import_marks.1,
            ..Sections::default()
        };
        let written = layout::write(&parts, write);
        let mut unresolved = Unresolved::default();
        for counts in &self.unresolved {
            unresolved.add(counts);
        }
        let (symbols, edges) = (tables.symbol_count(), self.edges.len() as u32);
        (written, LinkStats { symbols, edges, unresolved })
    }
}

fn homes(tables: &Tables<'_>) -> Vec<u32> {
    let home = |symbol| match tables.membership(symbol) {
        (SymbolId::NONE, _) => NONE,
        (home, attached) => home.number() << 1 | u32::from(attached),
    };
    SymbolId::default().up_to(tables.end()).map(home).collect()
}

fn bases(passed: &PassResults<'_>) -> Vec<BaseRow> {
    let kept = passed.stated.iter().map(|base| BaseRow {
        subject: base.subject,
        of: base.of,
        kind: base.kind as u32,
        line: base.line,
        by: base.by,
    });
    kept.collect()
}

fn values(passed: &PassResults<'_>) -> Vec<ValueRow> {
    let symbols = 0..passed.rounds[0].len();
    let rows = symbols.map(|at| (SymbolId::from_index(at), passed.rounds.each_ref().map(|round| round[at])));
    let known = rows.filter(|(_, rounds)| rounds.iter().any(|value| *value != PackedValue::UNKNOWN));
    known.map(|(symbol, rounds)| ValueRow { symbol, rounds }).collect()
}

/// All lists in one, and where each starts.
fn joined(lists: &[&[Mark]]) -> (Vec<u32>, Vec<Mark>) {
    let mut starts = vec![0];
    let mut all = Vec::with_capacity(lists.iter().map(|list| list.len()).sum());
    for list in lists {
        all.extend_from_slice(list);
        starts.push(all.len() as u32);
    }
    (starts, all)
}

/// Merges a sorted list into another, from the end so that each edge moves once.
fn merge(kept: &mut Vec<Edge>, new: &[Edge]) {
    let mut rest = kept.len();
    kept.extend_from_slice(new);
    for (before, edge) in new.iter().enumerate().rev() {
        let at = kept[..rest].partition_point(|other| other < edge);
        kept.copy_within(at..rest, at + before + 1);
        kept[at + before] = *edge;
        rest = at;
    }
}

/// One edge per pair and kind, the surest and earliest, with its count. What a pass for one file
/// found and what one for all files found stay apart: the one may be taken over, the other not.
fn compact(edges: &mut Vec<Edge>, passes: Passes<'_>) {
    edges.par_sort_unstable();
    let mut kept: Vec<Edge> = Vec::with_capacity(edges.len());
    for edge in edges.drain(..) {
        let alike =
            |other: &&mut Edge| (other.from, other.to, other.kind()) == (edge.from, edge.to, edge.kind());
        let per_file = passes.is_per_file(edge.origin());
        let mut before = kept.iter_mut().rev().take(2).take_while(alike);
        match before.find(|other| passes.is_per_file(other.origin()) == per_file) {
            Some(first) => first.count = first.count.saturating_add(edge.count),
            None => kept.push(edge),
        }
    }
    *edges = kept;
}
