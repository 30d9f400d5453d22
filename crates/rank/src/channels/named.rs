//! Names: identifiers, paths and stack frames that the task quotes.

use crate::pool::{Pool, Signal, is_answer};
use crate::task::Task;
use fathom_graph::lookup::{Fit, lookup_to};
use fathom_graph::{FileId, Graph, SymbolId};
use rustc_hash::FxHashMap;

/// Most definitions of one name; a name with more is not specific.
const NAMESAKES: usize = 24;

pub(crate) fn named(graph: &Graph<'_>, task: &Task, pool: &mut Pool) {
    for (name, weight) in &task.identifiers {
        let found: Vec<SymbolId> = lookup_to(graph, name, None, Fit::CaseDiffers, NAMESAKES)
            .into_iter()
            .filter(|one| is_answer(graph, one.symbol))
            .map(|one| one.symbol)
            .collect();
        // The rarer the name, the stronger the evidence.
        let share = weight / (found.len() as f32).sqrt();
        for symbol in found {
            pool.add(symbol, Signal::Named, share, symbol, 0, None);
        }
    }
    if task.paths.is_empty() && task.frames.is_empty() {
        return;
    }
    let files = FilesByName::new(graph);
    for path in &task.paths {
        for file in files.ending_in(graph, path) {
            for symbol in symbols_of(graph, file) {
                pool.add(symbol, Signal::Path, 1.0, symbol, 0, None);
            }
        }
    }
    for (place, frame) in task.frames.iter().enumerate() {
        // The innermost frame is the last in some languages and the first in
        // others: both ends count more than the middle.
        let from_end = place.min(task.frames.len() - 1 - place);
        let score = 1.0 / (1.0 + from_end as f32).sqrt();
        for file in files.ending_in(graph, &frame.path) {
            for symbol in symbols_of(graph, file) {
                pool.add(symbol, Signal::Path, score * 0.5, symbol, 0, None);
                let definition = graph.definition(symbol);
                let has_line = definition.line <= frame.line && frame.line <= definition.end_line;
                let is_function = frame.function.as_deref().is_some_and(|name| name == graph.name(symbol));
                // Lines move between versions; names seldom do.
                if is_function || has_line && frame.function.is_none() && definition.kind().is_callable() {
                    pool.add(symbol, Signal::Frame, score, symbol, frame.line, None);
                }
            }
        }
    }
}

fn symbols_of<'g>(graph: &'g Graph<'_>, file: FileId) -> impl Iterator<Item = SymbolId> + 'g {
    let first = graph.file_symbol(file);
    let count = graph.files()[file.index()].facts.definitions.len() as u32;
    first.up_to(first + count).filter(move |symbol| is_answer(graph, *symbol))
}

/// The files of a repository by their own name.
pub(crate) struct FilesByName<'g> {
    by_name: FxHashMap<&'g str, Vec<FileId>>,
}

impl<'g> FilesByName<'g> {
    pub(crate) fn new(graph: &Graph<'g>) -> FilesByName<'g> {
        let mut by_name: FxHashMap<&str, Vec<FileId>> = FxHashMap::default();
        for (number, file) in graph.files().iter().enumerate() {
            by_name
                .entry(file.path.rsplit('/').next().unwrap_or(""))
                .or_default()
                .push(FileId::from_index(number));
        }
        FilesByName { by_name }
    }

    /// Files whose path ends in the path's last names, as many of them as any
    /// file has: a path in an issue comes from another machine.
    pub(crate) fn ending_in(&self, graph: &Graph<'_>, path: &str) -> Vec<FileId> {
        let names: Vec<&str> =
            path.split(['/', '\\']).filter(|name| !matches!(*name, "" | "." | "..")).collect();
        let shared = |file: FileId| {
            let own = graph.files()[file.index()].path.rsplit('/');
            own.zip(names.iter().rev()).take_while(|(own, name)| own == *name).count()
        };
        let alike = names.last().and_then(|name| self.by_name.get(name));
        let alike: Vec<(usize, FileId)> =
            alike.into_iter().flatten().map(|&file| (shared(file), file)).collect();
        let most = alike.iter().map(|(shared, _)| *shared).max().unwrap_or(0);
        // Probably `utils.py` of another project.
        if most == 1 && names.len() > 2 {
            return Vec::new();
        }
        let found: Vec<FileId> =
            alike.into_iter().filter(|(shared, _)| *shared == most).map(|(_, file)| file).collect();
        if found.len() <= 4 { found } else { Vec::new() }
    }
}
