//! Names: identifiers, paths and stack frames that the task quotes.

use crate::pool::{Pool, Signal, is_answer};
use crate::task::Task;
use fathom_graph::Graph;
use fathom_graph::lookup::{Fit, lookup_to};

/// Definitions of one name that are looked at; a name with more says nothing.
const NAMESAKES: usize = 24;

pub(crate) fn named(graph: &Graph<'_>, task: &Task, pool: &mut Pool) {
    for (name, weight) in &task.identifiers {
        let found: Vec<u32> = lookup_to(graph, name, None, Fit::CaseDiffers, NAMESAKES)
            .into_iter()
            .filter(|one| is_answer(graph, one.symbol))
            .map(|one| one.symbol)
            .collect();
        // The rarer the name, the more it says.
        let share = weight / (found.len() as f32).sqrt();
        for symbol in found {
            pool.add(symbol, Signal::Named, share, symbol, 0, None);
        }
    }
    for path in &task.paths {
        for file in files_ending_in(graph, path) {
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
        for file in files_ending_in(graph, &frame.path) {
            for symbol in symbols_of(graph, file) {
                pool.add(symbol, Signal::Path, score * 0.5, symbol, 0, None);
                let definition = graph.definition(symbol);
                let holds = definition.line <= frame.line && frame.line <= definition.end_line;
                let says = frame.function.as_deref().is_some_and(|name| name == graph.name(symbol));
                // Lines move between versions; names seldom do.
                if says || holds && frame.function.is_none() && definition.kind().is_callable() {
                    pool.add(symbol, Signal::Frame, score, symbol, frame.line, None);
                }
            }
        }
    }
}

fn symbols_of<'g>(graph: &'g Graph<'_>, file: usize) -> impl Iterator<Item = u32> + 'g {
    let first = graph.file_symbol(file);
    let count = graph.files()[file].facts.definitions.len() as u32;
    (first..first + count).filter(move |symbol| is_answer(graph, *symbol))
}

/// Files whose path ends in the path's last names: a path in an issue comes
/// from another machine.
fn files_ending_in(graph: &Graph<'_>, path: &str) -> Vec<usize> {
    let names: Vec<&str> = path.split(['/', '\\']).filter(|name| !matches!(*name, "" | "." | "..")).collect();
    for length in (1..=names.len()).rev() {
        if length == 1 && names.len() > 2 {
            // `utils.py` of somebody else's project.
            break;
        }
        let ending = names[names.len() - length..].join("/");
        let tail = format!("/{ending}");
        let found: Vec<usize> = (0..graph.files().len())
            .filter(|file| {
                let path = graph.files()[*file].path;
                path == ending || path.ends_with(&tail)
            })
            .collect();
        if !found.is_empty() {
            return if found.len() <= 4 { found } else { Vec::new() };
        }
    }
    Vec::new()
}
