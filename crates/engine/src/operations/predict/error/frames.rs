//! Frames of a trace and the symbols of the index that they mean.

use crate::View;
use fathom_experts::error::places::{Origin, Places, origin_elsewhere};
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_history::Timeline;
use fathom_syntax::Flags;
use fathom_text::traces::{Frame, Trace};

/// Definitions of one name that a frame without a path may mean.
const NAMESAKES: usize = 3;

/// A frame, and where it is today.
#[derive(Clone, Debug)]
pub(super) struct MappedFrame {
    pub(super) frame: Frame,
    /// Which trace it belongs to.
    pub(super) trace: usize,
    pub(super) origin: Origin,
    /// The file of the repository.
    pub(super) file: Option<FileId>,
    /// The innermost definition around the line, or the function of that name.
    pub(super) symbol: Option<SymbolId>,
    /// The path that the trace names, if the file was renamed since.
    pub(super) renamed_from: Option<String>,
}

impl MappedFrame {
    /// Whether it is in a test.
    pub(super) fn is_test(&self, graph: &Graph<'_>) -> bool {
        self.file.is_some_and(|file| is_test_file(graph, file))
    }
}

pub(super) fn is_test_file(graph: &Graph<'_>, file: FileId) -> bool {
    graph.flags(graph.file_symbol(file)).has(Flags::TEST)
}

/// The frames of all traces, innermost first in each.
pub(super) fn mapped(view: &View<'_>, traces: &[Trace]) -> Vec<MappedFrame> {
    let graph = view.graph;
    let places = Places::new(graph.files().iter().map(|file| file.path));
    let mut renames: Option<Vec<(String, FileId)>> = None;
    let mut mapped = Vec::new();
    for (trace, frame) in
        traces.iter().enumerate().flat_map(|(at, trace)| trace.frames.iter().map(move |one| (at, one)))
    {
        let mut one = MappedFrame {
            frame: frame.clone(),
            trace,
            origin: Origin::Elsewhere,
            file: None,
            symbol: None,
            renamed_from: None,
        };
        if frame.path.is_empty() {
            one.symbol = frame.function.as_deref().and_then(|name| by_name(graph, name));
            one.file = one.symbol.map(|symbol| graph.file_of(symbol));
        } else {
            let found: Vec<FileId> = places.find(&frame.path).into_iter().map(FileId::from_index).collect();
            one.file = best(graph, &found, frame);
            if one.file.is_none() && origin_elsewhere(&frame.path) != Origin::StandardLibrary {
                let renames = renames.get_or_insert_with(|| self::renames(view));
                let before = Places::new(renames.iter().map(|(path, _)| path.as_str()));
                if let Some(place) = before.find(&frame.path).first() {
                    one.file = Some(renames[*place].1);
                    one.renamed_from = Some(renames[*place].0.clone());
                }
            }
            one.symbol = one.file.and_then(|file| symbol(graph, file, frame));
        }
        one.origin = match one.file {
            Some(_) => Origin::Own,
            None => origin_elsewhere(&frame.path),
        };
        mapped.push(one);
    }
    mapped
}

/// Of files with the same end of the path, the one that defines the function.
fn best(graph: &Graph<'_>, found: &[FileId], frame: &Frame) -> Option<FileId> {
    let defines = |file: &FileId| {
        let name = frame.function.as_deref().unwrap_or_default();
        !name.is_empty() && definitions(graph, *file).any(|symbol| graph.name(symbol) == name)
    };
    match found {
        [] => None,
        [one] => Some(*one),
        several => several.iter().find(|file| defines(file)).or(several.first()).copied(),
    }
}

fn definitions<'g>(graph: &'g Graph<'_>, file: FileId) -> impl Iterator<Item = SymbolId> + 'g {
    let first = graph.file_symbol(file);
    let count = graph.files()[file.index()].facts.definitions.len() as u32;
    (first + 1).up_to(first + count)
}

/// The function of the frame's name nearest to its line, or the innermost definition around the
/// line. Lines move between versions; names seldom do.
fn symbol(graph: &Graph<'_>, file: FileId, frame: &Frame) -> Option<SymbolId> {
    let distance = |symbol: SymbolId| {
        let definition = graph.definition(symbol);
        match frame.line {
            line if line < definition.line => definition.line - line,
            line if line > definition.end_line => line - definition.end_line,
            _ => 0,
        }
    };
    let named = definitions(graph, file)
        .filter(|symbol| frame.function.as_deref() == Some(graph.name(*symbol)))
        .min_by_key(|symbol| (distance(*symbol), *symbol));
    named.or_else(|| if frame.line > 0 { graph.innermost(file, frame.line) } else { None })
}

/// The function of a frame that names no file, if few have its name.
fn by_name(graph: &Graph<'_>, name: &str) -> Option<SymbolId> {
    let found: Vec<SymbolId> =
        graph.named(name).filter(|symbol| graph.kind(*symbol).is_callable()).take(NAMESAKES + 1).collect();
    if found.len() > NAMESAKES { None } else { found.first().copied() }
}

/// Paths that files had before they were renamed, each with the file of today.
fn renames(view: &View<'_>) -> Vec<(String, FileId)> {
    let Some(past) = view.past() else { return Vec::new() };
    let timeline = Timeline::new(past.commits);
    let mut renames: Vec<(String, FileId)> = timeline
        .changes()
        .filter_map(|change| {
            let before = change.change.before.as_ref()?;
            let today = timeline.path(change.path?);
            (before != today).then_some(())?;
            Some((before.clone(), view.graph.file_at(today)?))
        })
        .collect();
    renames.sort();
    renames.dedup();
    renames
}
