//! The symbols of a file or folder, in the order of its lines.

use super::filter::Files;
use super::symbol as record;
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_protocol::Symbol;
use fathom_syntax::Kind;

/// Symbols of a file, each with how deep it is nested in the text; without the file itself.
pub(super) fn of_file<'g>(graph: &'g Graph<'_>, file: FileId) -> impl Iterator<Item = (SymbolId, u32)> + 'g {
    let definitions = graph.files()[file.index()].facts.definitions;
    let mut depths = vec![0; definitions.len()];
    (0..definitions.len()).skip(1).map(move |at| {
        let parent = definitions[at].parent as usize;
        // A parent comes before what is nested in it.
        depths[at] = if parent == 0 || parent >= at { 0 } else { depths[parent] + 1 };
        (graph.file_symbol(file) + at as u32, depths[at])
    })
}

/// The records of a file's symbols.
pub(super) fn file(graph: &Graph<'_>, file: FileId, kind: Option<Kind>) -> Vec<Symbol> {
    let wanted = |(symbol, _): &(SymbolId, u32)| kind.is_none_or(|kind| graph.kind(*symbol) == kind);
    of_file(graph, file).filter(wanted).map(|(symbol, depth)| nested(graph, symbol, depth)).collect()
}

/// The files of a folder in the order of their paths, each followed by its top-level symbols; a file
/// without matching symbols is omitted.
pub(super) fn folder(graph: &Graph<'_>, folder: &str, kind: Option<Kind>, files: &Files) -> Vec<Symbol> {
    let start = if folder == "." { String::new() } else { format!("{folder}/") };
    let first = graph.files().partition_point(|file| file.path < start.as_str());
    let inside = FileId::all(graph.files().len())
        .skip(first)
        .take_while(|at| graph.files()[at.index()].path.starts_with(&start));
    let mut records = Vec::new();
    for at in inside.filter(|at| files.hold(*at)) {
        let top = of_file(graph, at)
            .filter(|(symbol, depth)| *depth == 0 && kind.is_none_or(|kind| graph.kind(*symbol) == kind));
        let top: Vec<Symbol> = top.map(|(symbol, _)| nested(graph, symbol, 1)).collect();
        if kind.is_none_or(|kind| kind == Kind::File) || !top.is_empty() {
            records.push(nested(graph, graph.file_symbol(at), 0));
            records.extend(top);
        }
    }
    records
}

fn nested(graph: &Graph<'_>, symbol: SymbolId, depth: u32) -> Symbol {
    Symbol { depth: Some(depth), ..record(graph, symbol) }
}
