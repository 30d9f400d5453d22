//! `overview`: a repository at a glance, for a reader who sees it for the first time.
//!
//! It is not an operation of the protocol: MCP offers it as a resource.

use crate::View;
use fathom_graph::{Edge, EdgeKind, Graph, SymbolId};
use fathom_protocol::{IndexState, Symbol};
use fathom_syntax::{Flags, Kind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Most entries of each list.
const MOST: usize = 12;
/// Folders are counted down to this depth.
const FOLDER_DEPTH: usize = 2;

/// The contents of a repository.
#[derive(Clone, Debug)]
pub struct Overview {
    /// The name of its folder.
    pub name: String,
    /// Languages, most symbols first.
    pub languages: Vec<Share>,
    /// Folders, most symbols first.
    pub folders: Vec<Share>,
    /// Functions called `main`, then functions that nothing in the repository calls and that call most.
    pub entry_points: Vec<CountedSymbol>,
    /// Symbols that most others refer to.
    pub most_referenced: Vec<CountedSymbol>,
    /// Languages that are in the repository and cannot be read.
    pub unsupported_languages: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// A part of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// A language or a folder.
    pub name: String,
    /// Its files.
    pub files: usize,
    /// Symbols in them.
    pub symbols: usize,
}

/// A symbol and how many others it has to do with.
#[derive(Clone, Debug)]
pub struct CountedSymbol {
    /// The symbol.
    pub symbol: Symbol,
    /// Symbols that it calls, or that refer to it.
    pub count: usize,
}

/// Looks at the whole index.
pub fn run(view: &View<'_>) -> Overview {
    let graph = view.graph;
    let name = view.root().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Overview {
        name,
        languages: shares(graph, |file| Some(file.language.name.to_owned())),
        folders: shares(graph, |file| folder(file.path)),
        entry_points: entry_points(graph),
        most_referenced: most_referenced(graph),
        unsupported_languages: view.unsupported_languages(),
        index: view.state(),
    }
}

/// The first folders of a path; `None` for a file at the root.
fn folder(path: &str) -> Option<String> {
    let parent = Path::new(path).parent()?;
    let parts: Vec<_> = parent.iter().take(FOLDER_DEPTH).map(|part| part.to_string_lossy()).collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn shares(graph: &Graph<'_>, group: impl Fn(&fathom_graph::GraphFile<'_>) -> Option<String>) -> Vec<Share> {
    let mut groups: BTreeMap<String, Share> = BTreeMap::new();
    for file in graph.files() {
        let Some(name) = group(file) else { continue };
        let share = groups.entry(name.clone()).or_insert(Share { name, files: 0, symbols: 0 });
        share.files += 1;
        share.symbols += file.facts.definitions.len() - 1;
    }
    let mut shares: Vec<Share> = groups.into_values().collect();
    shares.sort_by(|a, b| b.symbols.cmp(&a.symbols).then_with(|| a.name.cmp(&b.name)));
    shares.truncate(MOST);
    shares
}

fn entry_points(graph: &Graph<'_>) -> Vec<CountedSymbol> {
    let is_code = |symbol: &SymbolId| {
        let is_function = matches!(graph.kind(*symbol), Kind::Function | Kind::Method);
        is_function && !graph.flags(*symbol).has(Flags::TEST)
    };
    let is_root = |symbol: SymbolId| !graph.incoming(symbol).any(|edge| edge.kind() != EdgeKind::Mentions);
    let mut found: Vec<(bool, usize, SymbolId)> = graph
        .symbols()
        .filter(is_code)
        .map(|symbol| (graph.name(symbol) == "main", symbol))
        .filter(|(is_main, symbol)| *is_main || is_root(*symbol))
        .map(|(is_main, symbol)| {
            (
                is_main,
                distinct(graph.outgoing(symbol).iter().filter(|edge| is_call(edge)), |edge| edge.to),
                symbol,
            )
        })
        .filter(|(is_main, calls, _)| *is_main || *calls > 1)
        .collect();
    found.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    found.truncate(MOST);
    found.into_iter().map(|(_, count, symbol)| counted(graph, symbol, count)).collect()
}

fn most_referenced(graph: &Graph<'_>) -> Vec<CountedSymbol> {
    let is_code = |symbol: &SymbolId| {
        let is_named = !matches!(graph.kind(*symbol), Kind::File | Kind::Section | Kind::Key | Kind::Field);
        is_named && !graph.flags(*symbol).has(Flags::TEST)
    };
    let mut found: Vec<(usize, SymbolId)> = graph
        .symbols()
        .filter(is_code)
        .map(|symbol| {
            // Guesses would put every `get` first.
            let sure = graph
                .incoming(symbol)
                .filter(|edge| edge.confidence() >= 0.7 && edge.kind() != EdgeKind::Mentions);
            (distinct(sure, |edge| edge.from), symbol)
        })
        .filter(|(count, _)| *count > 1)
        .collect();
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(MOST);
    found.into_iter().map(|(count, symbol)| counted(graph, symbol, count)).collect()
}

fn is_call(edge: &Edge) -> bool {
    matches!(edge.kind(), EdgeKind::Call | EdgeKind::New)
}

fn distinct<'e>(edges: impl Iterator<Item = &'e Edge>, end: impl Fn(&Edge) -> SymbolId) -> usize {
    edges.map(end).collect::<BTreeSet<SymbolId>>().len()
}

fn counted(graph: &Graph<'_>, symbol: SymbolId, count: usize) -> CountedSymbol {
    CountedSymbol { symbol: super::symbol(graph, symbol), count }
}
