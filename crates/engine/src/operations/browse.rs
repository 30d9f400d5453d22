//! `browse`: the folders and files of the index, one level at a time.
//!
//! It is not an operation of the protocol: the web pages walk the repository with it. Only paths of the
//! index have an answer, so nothing beside it can be read.

use super::outline;
use crate::{EngineError, View};
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_protocol::{IndexState, Symbol};
use fathom_syntax::{Kind, Token, languages, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The file or folder at a path, and the state of the repository.
#[derive(Clone, Debug)]
pub struct PathView {
    /// The folder or file.
    pub content: Content,
    /// The folders from the root to it, each with what it holds.
    pub levels: Vec<Level>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// The file or folder at a path.
#[derive(Clone, Debug)]
pub enum Content {
    /// A folder; the last of the levels.
    Folder,
    /// A file.
    File(FileContent),
}

/// A file of the index.
#[derive(Clone, Debug)]
pub struct FileContent {
    /// Its symbols in the order of its lines.
    pub symbols: Vec<Symbol>,
    /// Its text; absent if it has changed since it was indexed.
    pub text: Option<String>,
    /// Names in it that lead to symbols.
    pub links: Vec<NameLink>,
    /// Its language.
    pub language: String,
}

/// A folder on the way from the root to a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its path; the root is empty.
    pub path: String,
    /// Names of the folders in it, with how many files each holds at any depth.
    pub folders: BTreeMap<String, usize>,
    /// The files in it, by name.
    pub files: Vec<File>,
}

/// A file in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its language.
    pub language: String,
    /// Symbols in it.
    pub symbols: usize,
}

/// A name on a line that refers to a symbol.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameLink {
    /// The line, from 1.
    pub line: u32,
    /// The name as the text has it.
    pub name: String,
    /// The symbol.
    pub id: String,
}

/// The file or folder at a path from the root of the repository; the root itself is empty. `None` if the index
/// has nothing there.
pub fn run(view: &View<'_>, path: &str) -> Option<PathView> {
    let graph = view.graph;
    let (content, folder) = match graph.file_at(path) {
        Some(file) => {
            let content = FileContent {
                symbols: outline::file(graph, file, None),
                text: view.code(graph.file_symbol(file)),
                links: links(graph, file, &(1..=u32::MAX)),
                language: graph.files()[file.index()].language.name.to_owned(),
            };
            (Content::File(content), path.rsplit_once('/').map_or("", |(folder, _)| folder))
        }
        None => (Content::Folder, path),
    };
    let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
    let paths = [""].into_iter().chain(ends.map(|end| &folder[..end]).filter(|path| !path.is_empty()));
    let levels = paths.map(|path| level(graph, path)).collect::<Option<Vec<Level>>>()?;
    Some(PathView { content, levels, index: view.state() })
}

/// The names in the lines of a symbol that refer to other symbols; none if there is no such symbol.
pub fn links_of(view: &View<'_>, id: &str) -> Vec<NameLink> {
    let graph = view.graph;
    let Some(symbol) = graph.with_id(id) else { return Vec::new() };
    let definition = graph.definition(symbol);
    links(graph, graph.file_of(symbol), &(definition.line..=definition.end_line))
}

/// The tokens of a text in a language; none if there is no such language.
pub fn highlight(language: &str, text: &str) -> Vec<Token> {
    languages::by_name(language).map(|language| tokens(language, text)).unwrap_or_default()
}

/// The local and remote branches of the repository; none without git.
pub fn branches(view: &View<'_>) -> Vec<fathom_history::Branch> {
    fathom_history::branches(view.root()).unwrap_or_default()
}

/// A file as another commit has it, and its language.
pub fn file_at(view: &View<'_>, commit: &str, path: &str) -> Result<Option<(String, String)>, EngineError> {
    let Some(bytes) = fathom_history::file_at(view.root(), commit, path)? else { return Ok(None) };
    let (text, _) = fathom_source::text(&bytes);
    let language = match fathom_syntax::detect(path, &bytes) {
        fathom_syntax::DetectedLanguage::Known(language) => language.name,
        _ => "",
    };
    Ok(Some((text.into_owned(), language.to_owned())))
}

/// The names on some lines of a file that refer to symbols.
fn links(graph: &Graph<'_>, file: FileId, lines: &RangeInclusive<u32>) -> Vec<NameLink> {
    let first = graph.file_symbol(file);
    let facts = graph.files()[file.index()].facts;
    let mut links = BTreeSet::new();
    let mut add = |line: u32, to: SymbolId| {
        if !lines.contains(&line) || graph.kind(to) == Kind::File {
            return;
        }
        let id = graph.id(to);
        // A constructor is called by the name of its type.
        let outer = graph.container(to).filter(|outer| graph.kind(*outer) != Kind::File);
        let outer = outer.filter(|_| graph.kind(to) == Kind::Constructor);
        for name in [Some(to), outer].into_iter().flatten().map(|one| graph.name(one)) {
            links.insert(NameLink { line, name: name.to_owned(), id: id.clone() });
        }
    };
    for symbol in first.up_to(first + facts.definitions.len() as u32) {
        for edge in graph.outgoing(symbol) {
            add(edge.line, edge.to);
        }
        for call in graph.calls(symbol) {
            if let Some(reference) = facts.references.get(call.reference as usize) {
                add(reference.line, call.to);
            }
        }
    }
    links.into_iter().collect()
}

fn level(graph: &Graph<'_>, path: &str) -> Option<Level> {
    let start = if path.is_empty() { String::new() } else { format!("{path}/") };
    let first = graph.files().partition_point(|file| file.path < start.as_str());
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    let mut files = Vec::new();
    for file in &graph.files()[first..] {
        let Some(rest) = file.path.strip_prefix(&start) else { break };
        match rest.split_once('/') {
            Some((name, _)) => *folders.entry(name.to_owned()).or_default() += 1,
            None => files.push(File {
                name: rest.to_owned(),
                language: file.language.name.to_owned(),
                // The first definition is the file itself.
                symbols: file.facts.definitions.len().saturating_sub(1),
            }),
        }
    }
    let is_there = path.is_empty() || !folders.is_empty() || !files.is_empty();
    is_there.then(|| Level { path: path.to_owned(), folders, files })
}
