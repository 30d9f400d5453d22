//! The graph for reading: symbols with their texts, edges both ways.

use crate::layout::{self, GraphError, Sections, brief_length};
use crate::link::FileInput;
use crate::model::{Edge, Unresolved};
use fathom_syntax::{Definition, FactsView, Flags, Kind, Language, NONE, hash_name};

/// One file of a graph.
pub type GraphFile<'a> = FileInput<'a>;

/// A linked graph together with the facts it was linked from.
#[derive(Clone)]
pub struct Graph<'a> {
    sections: Sections<'a>,
    files: Vec<GraphFile<'a>>,
}

impl<'a> Graph<'a> {
    /// Reads what [`crate::link`] wrote; `files` must be the ones it was given.
    pub fn read(bytes: &'a [u8], files: Vec<GraphFile<'a>>) -> Result<Graph<'a>, GraphError> {
        let sections = layout::read(bytes)?;
        if sections.bases.len() != files.len() + 1 {
            return Err(GraphError::Damaged);
        }
        Ok(Graph { sections, files })
    }

    /// All files, sorted by path.
    pub fn files(&self) -> &[GraphFile<'a>] {
        &self.files
    }

    /// Number of symbols, files included.
    pub fn symbol_count(&self) -> u32 {
        self.sections.containers.len() as u32
    }

    /// All edges.
    pub fn edges(&self) -> &'a [Edge] {
        self.sections.edges
    }

    /// The number of the file a symbol stands in.
    pub fn file_of(&self, symbol: u32) -> usize {
        self.sections.briefs[symbol as usize].file as usize
    }

    /// The symbol of a file; the following numbers are its definitions.
    pub fn file_symbol(&self, file: usize) -> u32 {
        self.sections.bases[file]
    }

    /// The file with this path.
    pub fn file_at(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|file| file.path.cmp(path)).ok()
    }

    /// The definition behind a symbol.
    pub fn definition(&self, symbol: u32) -> &'a Definition {
        let file = self.file_of(symbol);
        &self.files[file].facts.definitions[(symbol - self.sections.bases[file]) as usize]
    }

    /// The facts of the file a symbol stands in.
    pub fn facts(&self, symbol: u32) -> FactsView<'a> {
        self.files[self.file_of(symbol)].facts
    }

    /// The path of the file a symbol stands in.
    pub fn path(&self, symbol: u32) -> &'a str {
        self.files[self.file_of(symbol)].path
    }

    /// The language of the file a symbol stands in.
    pub fn language(&self, symbol: u32) -> &'static Language {
        self.files[self.file_of(symbol)].language
    }

    /// What it is.
    pub fn kind(&self, symbol: u32) -> Kind {
        Kind::from_u8(self.sections.briefs[symbol as usize].kind)
    }

    /// Its traits.
    pub fn flags(&self, symbol: u32) -> Flags {
        Flags(self.sections.briefs[symbol as usize].flags)
    }

    /// Its own name.
    pub fn name(&self, symbol: u32) -> &'a str {
        self.facts(symbol).text(self.definition(symbol).name)
    }

    /// Its declaration on one line.
    pub fn signature(&self, symbol: u32) -> &'a str {
        self.facts(symbol).text(self.definition(symbol).signature)
    }

    /// Its doc comment.
    pub fn doc(&self, symbol: u32) -> &'a str {
        self.facts(symbol).text(self.definition(symbol).doc)
    }

    /// What it is a member of; `None` for a file.
    pub fn container(&self, symbol: u32) -> Option<u32> {
        self.sections.containers.get(symbol as usize).copied().filter(|container| *container != NONE)
    }

    /// Names it is nested in and its own, in the language's spelling, without
    /// file and package; a file's is its path.
    pub fn qualified_name(&self, symbol: u32) -> String {
        if self.kind(symbol) == Kind::File {
            return self.path(symbol).to_owned();
        }
        let spelling = self.language(symbol).spelling;
        let mut name = self.name(symbol).to_owned();
        let mut at = symbol;
        for _ in 0..32 {
            let Some(container) = self.container(at) else { break };
            let definition = self.definition(at);
            let kind = definition.kind();
            let mut separator = if !kind.is_callable() && kind != Kind::Field {
                spelling.nested
            } else if definition.flags().has(Flags::STATIC) {
                spelling.static_member
            } else {
                spelling.member
            };
            if let Some(owner) = self.unknown_owner(at) {
                name = format!("{}{separator}{name}", owner.replace('.', spelling.nested));
                separator = spelling.nested;
            }
            if self.kind(container) == Kind::File {
                break;
            }
            name = format!("{}{separator}{name}", self.name(container));
            at = container;
        }
        name
    }

    /// The type that a symbol says it is a member of, as written and with dots,
    /// where that is not in the repository.
    pub(crate) fn unknown_owner(&self, symbol: u32) -> Option<&'a str> {
        let definition = self.definition(symbol);
        let owner = self.facts(symbol).text(definition.owner).trim_end_matches("[]");
        let written_in = self.file_symbol(self.file_of(symbol)) + definition.parent;
        let is_known = self.container(symbol).is_none_or(|container| {
            container != written_in || owner.rsplit('.').next() == Some(self.name(container))
        });
        (!owner.is_empty() && !is_known).then_some(owner)
    }

    /// The identity in output: `path` or `path::Qualified.name`.
    pub fn id(&self, symbol: u32) -> String {
        if self.kind(symbol) == Kind::File {
            return self.path(symbol).to_owned();
        }
        format!("{}::{}", self.path(symbol), self.qualified_name(symbol))
    }

    /// Symbols with exactly this name.
    pub fn named(&self, name: &str) -> impl Iterator<Item = u32> + '_ {
        let hash = hash_name(name);
        let start = self.sections.names.partition_point(|entry| entry.hash < hash);
        self.sections.names[start..]
            .iter()
            .take_while(move |entry| entry.hash == hash)
            .map(|entry| entry.symbol)
    }

    /// Symbols whose name has so many bytes, found without looking at names.
    pub(crate) fn with_name_of_length(&self, length: usize) -> impl Iterator<Item = u32> + '_ {
        let length = brief_length(length);
        (0..)
            .zip(self.sections.briefs)
            .filter(move |(_, brief)| brief.name_length == length)
            .map(|(symbol, _)| symbol)
    }

    /// Edges from a symbol.
    pub fn outgoing(&self, symbol: u32) -> &'a [Edge] {
        let starts = self.sections.outgoing;
        let range = starts[symbol as usize] as usize..starts[symbol as usize + 1] as usize;
        self.sections.edges.get(range).unwrap_or(&[])
    }

    /// Edges to a symbol.
    pub fn incoming(&self, symbol: u32) -> impl Iterator<Item = &'a Edge> + use<'a> {
        let starts = self.sections.incoming_starts;
        let range = starts[symbol as usize] as usize..starts[symbol as usize + 1] as usize;
        let edges = self.sections.edges;
        self.sections
            .incoming
            .get(range)
            .unwrap_or(&[])
            .iter()
            .filter_map(move |index| edges.get(*index as usize))
    }

    /// Definitions directly inside a symbol, by text.
    pub fn children(&self, symbol: u32) -> impl Iterator<Item = u32> + '_ {
        let file = self.file_of(symbol);
        let base = self.sections.bases[file];
        let local = symbol - base;
        let definitions = self.files[file].facts.definitions;
        definitions
            .iter()
            .enumerate()
            .filter(move |(_, d)| d.parent == local)
            .map(move |(index, _)| base + index as u32)
    }

    /// The innermost definition around a line of a file, the file itself where
    /// there is no other; of two with the same lines, the nested one.
    pub fn innermost(&self, file: usize, line: u32) -> Option<u32> {
        self.innermost_until(file, line).map(|(symbol, _)| symbol)
    }

    /// The same, and the last line up to which it is the innermost one.
    pub fn innermost_until(&self, file: usize, line: u32) -> Option<(u32, u32)> {
        let definitions = self.files[file].facts.definitions;
        let (index, innermost) = definitions
            .iter()
            .enumerate()
            .filter(|(_, definition)| definition.line <= line && line <= definition.end_line)
            .min_by_key(|(index, definition)| (definition.end_line - definition.line, usize::MAX - index))?;
        let next = definitions.iter().map(|definition| definition.line).filter(|start| *start > line).min();
        let last = next.map_or(innermost.end_line, |next| innermost.end_line.min(next - 1));
        Some((self.file_symbol(file) + index as u32, last))
    }

    /// What stayed unresolved in one file.
    pub fn unresolved(&self, file: usize) -> Unresolved {
        self.sections.unresolved[file]
    }

    /// What stayed unresolved in all files.
    pub fn unresolved_total(&self) -> Unresolved {
        let mut total = Unresolved::default();
        for counts in self.sections.unresolved {
            total.add(counts);
        }
        total
    }
}
