//! Calls that lead to no definition of the index, with their places.
//!
//! A call by a name that the repository defines nowhere leads into a library and is not listed. The
//! others may mean a definition of the repository: their receiver's type is not known.

use crate::ids::{FileId, SymbolId};
use crate::view::Graph;
use fathom_syntax::{Kind, Reference, ReferenceKind};
use std::collections::HashSet;
use std::hash::BuildHasher;

/// One call that was not resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnresolvedCall {
    /// The definition that the call is in.
    pub from: SymbolId,
    /// The number of its reference in the facts of the file.
    pub reference: u32,
    /// Its line.
    pub line: u32,
}

/// The unresolved calls in the body of a symbol, in the order of the text.
pub fn unresolved_calls_of(graph: &Graph<'_>, symbol: SymbolId) -> Vec<UnresolvedCall> {
    let file = graph.file_of(symbol);
    let Some(input) = graph.files().get(file.index()) else { return Vec::new() };
    let own = symbol.local(graph.file_symbol(file));
    let is_defined = |reference: &Reference| {
        graph.named(input.facts.text(reference.name)).any(|one| is_callable(graph.kind(one)))
    };
    calls(graph, file, |reference| reference.from == own)
        .filter(|(_, one)| is_defined(one))
        .map(|(call, _)| call)
        .collect()
}

/// The unresolved calls of members with one of these names, as hashes, in the order of the files.
pub fn unresolved_calls_named<S: BuildHasher>(
    graph: &Graph<'_>,
    names: &HashSet<u64, S>,
) -> Vec<UnresolvedCall> {
    if names.is_empty() {
        return Vec::new();
    }
    let files = FileId::all(graph.files().len());
    files
        .flat_map(|file| {
            let strings = graph.files()[file.index()].facts.strings;
            let is_meant =
                move |one: &Reference| one.receiver != 0 && names.contains(&strings.hash(one.name));
            calls(graph, file, is_meant).map(|(call, _)| call).collect::<Vec<_>>()
        })
        .collect()
}

/// The calls of a file that are wanted and have no target.
fn calls<'g>(
    graph: &'g Graph<'_>,
    file: FileId,
    wanted: impl Fn(&Reference) -> bool + 'g,
) -> impl Iterator<Item = (UnresolvedCall, &'g Reference)> + 'g {
    let base = graph.file_symbol(file);
    let references = graph.files()[file.index()].facts.references;
    references.iter().zip(0..).filter_map(move |(reference, number)| {
        let is_call = matches!(reference.kind(), ReferenceKind::Call | ReferenceKind::New);
        if !is_call || !wanted(reference) {
            return None;
        }
        let from = base + reference.from;
        let resolved = graph.calls(from).iter().any(|call| call.reference == number);
        (!resolved).then_some((UnresolvedCall { from, reference: number, line: reference.line }, reference))
    })
}

fn is_callable(kind: Kind) -> bool {
    kind.is_type() || kind.is_callable() && kind != Kind::Test
}
