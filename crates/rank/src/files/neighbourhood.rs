//! The surroundings of a file: its folder, and the best symbols that refer to it.

use super::Sources;
use super::evidence::Evidence;
use fathom_graph::FileId;
use fathom_graph::Graph;
use fathom_syntax::Flags;
use rustc_hash::FxHashMap;

/// Files whose folders are counted.
const FILES: usize = 20;
/// Symbols whose references are followed, and references of each.
const SYMBOLS: usize = 60;
const EDGES: usize = 60;

/// The folders of the best files and the references of the best symbols.
pub(super) struct FileNeighbourhood<'a> {
    /// The share of the best files that each folder has.
    folders: FxHashMap<&'a str, f32>,
    /// How much the best symbols of other files refer to each file, as a share of the most.
    reached: FxHashMap<FileId, f32>,
    /// How much the tests among the hits refer to each file, as a share of the most.
    tested: FxHashMap<FileId, f32>,
}

impl<'a> FileNeighbourhood<'a> {
    pub(super) fn read(sources: &Sources<'a>, evidence: &Evidence) -> FileNeighbourhood<'a> {
        let graph = sources.graph;
        let mut folders: FxHashMap<&str, f32> = FxHashMap::default();
        for (rank, file) in evidence.best_files(FILES).enumerate() {
            *folders.entry(folder(graph.files()[file.index()].path)).or_default() += weight(rank);
        }
        let all: f32 = (0..FILES).map(weight).sum();
        for value in folders.values_mut() {
            *value /= all;
        }
        let best = sources.symbols.iter().take(SYMBOLS).map(|one| one.symbol);
        let hits = sources.results.hits.iter().map(|hit| crate::search_results::symbol_of(*hit));
        let tests = hits.filter(|symbol| graph.flags(*symbol).has(Flags::TEST)).take(SYMBOLS);
        FileNeighbourhood { folders, reached: referred(graph, best), tested: referred(graph, tests) }
    }

    /// The share of its folder among the best, and how much the best symbols and tests refer to it.
    pub(super) fn of(&self, graph: &Graph<'_>, file: FileId) -> [f32; 2] {
        let of = |map: &FxHashMap<FileId, f32>| map.get(&file).copied().unwrap_or_default();
        let path = graph.files()[file.index()].path;
        [self.folders.get(folder(path)).copied().unwrap_or_default(), of(&self.reached)]
    }

    /// How much the tests that match refer to it.
    pub(super) fn tested(&self, file: FileId) -> f32 {
        self.tested.get(&file).copied().unwrap_or_default()
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Weight of a rank, from 0.
fn weight(rank: usize) -> f32 {
    1.0 / (1.0 + rank as f32).sqrt()
}

/// How much symbols refer to other files than their own, as a share of the most.
fn referred(
    graph: &Graph<'_>,
    symbols: impl Iterator<Item = fathom_graph::SymbolId>,
) -> FxHashMap<FileId, f32> {
    let mut files: FxHashMap<FileId, f32> = FxHashMap::default();
    for (rank, symbol) in symbols.enumerate() {
        let own = graph.file_of(symbol);
        let mut seen: Vec<FileId> = Vec::new();
        for edge in graph.outgoing(symbol).iter().take(EDGES) {
            let file = graph.file_of(edge.to);
            if file != own && !seen.contains(&file) {
                seen.push(file);
                *files.entry(file).or_default() += weight(rank);
            }
        }
    }
    let most = files.values().copied().fold(f32::MIN_POSITIVE, f32::max);
    for value in files.values_mut() {
        *value /= most;
    }
    files
}
