//! The code of an id: the subject of a verdict, which is valid until the code changes.

use crate::View;
use crate::source_text::SourceText;
use fathom_graph::{FileId, SymbolId};
use fathom_syntax::Kind;
use std::collections::BTreeMap;

/// The symbols with this id: several if a method has overloads, which share their verdicts. A verdict
/// is stored under the common id, and the ordinal of one overload refers to all of them.
pub(super) fn symbols(view: &View<'_>, id: &str) -> Vec<SymbolId> {
    let found = sharing(view, id);
    if !found.is_empty() {
        return found;
    }
    let numbered = view.graph.with_id(id).filter(|symbol| view.graph.kind(*symbol) != Kind::File);
    numbered.map_or_else(Vec::new, |symbol| sharing(view, &view.graph.shared_id(symbol)))
}

fn sharing(view: &View<'_>, id: &str) -> Vec<SymbolId> {
    let graph = view.graph;
    let file = id.split_once("::").and_then(|(path, _)| graph.file_at(path));
    let Some(file) = file else { return Vec::new() };
    let first = graph.file_symbol(file);
    let all = first.up_to(first + graph.files()[file.index()].facts.definitions.len() as u32);
    all.filter(|symbol| id.ends_with(graph.name(*symbol)) && graph.shared_id(*symbol) == id).collect()
}

/// Code as it was indexed; each file is read once.
pub(super) struct Code<'v, 'a> {
    view: &'v View<'a>,
    files: BTreeMap<FileId, Option<SourceText>>,
}

impl<'v, 'a> Code<'v, 'a> {
    pub(super) fn new(view: &'v View<'a>) -> Code<'v, 'a> {
        Code { view, files: BTreeMap::new() }
    }

    /// The symbols with an id, and a hash of their lines; `None` if they are gone, or if their file
    /// has changed since it was indexed.
    pub(super) fn of(&mut self, id: &str) -> Option<(Vec<SymbolId>, String)> {
        let view = self.view;
        let symbols = symbols(view, id);
        let file = view.graph.file_of(*symbols.first()?);
        let text = self.files.entry(file).or_insert_with(|| SourceText::read(view, file)).as_ref()?;
        let mut hasher = blake3::Hasher::new();
        for symbol in &symbols {
            hasher.update(text.code(view, *symbol)?.as_bytes()).update(b"\n");
        }
        Some((symbols, hasher.finalize().to_hex().to_string()))
    }
}
