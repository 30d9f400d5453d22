//! `browse`: the folders and files of the index, one level at a time.
//!
//! It is no operation of the protocol: the web pages walk the repository with it. Only paths of the
//! index have an answer, so nothing beside it can be read.

use super::outline;
use crate::View;
use fathom_graph::Graph;
use fathom_protocol::{IndexState, Symbol};
use std::collections::BTreeMap;

/// What is at a path, and in which state of the repository.
#[derive(Clone, Debug)]
pub struct Place {
    /// The folder or file.
    pub content: Content,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// What is at a path.
#[derive(Clone, Debug)]
pub enum Content {
    /// A folder.
    Folder {
        /// Names of the folders in it, with how many files each holds at any depth.
        folders: BTreeMap<String, usize>,
        /// The files in it, by name.
        files: Vec<File>,
    },
    /// A file.
    File {
        /// Its symbols in the order of its lines.
        symbols: Vec<Symbol>,
        /// Its text; absent if it has changed since it was indexed.
        text: Option<String>,
        /// Its language.
        language: String,
    },
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

/// What is at a path from the root of the repository; the root itself is empty. `None` if the index
/// has nothing there.
pub fn run(view: &View<'_>, path: &str) -> Option<Place> {
    let graph = view.graph;
    let content = match graph.file_at(path) {
        Some(file) => Content::File {
            symbols: outline::file(graph, file, None),
            text: view.code(graph.file_symbol(file)),
            language: graph.files()[file.index()].language.name.to_owned(),
        },
        None => folder(graph, path)?,
    };
    Some(Place { content, index: view.state() })
}

fn folder(graph: &Graph<'_>, path: &str) -> Option<Content> {
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
    is_there.then_some(Content::Folder { folders, files })
}
