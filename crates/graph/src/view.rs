//! The graph for reading: symbols with their texts, edges both ways.

use crate::folded::{FoldedNames, NameBuckets};
use crate::frameworks::{Endpoint, Hop, Models};
use crate::identity::Ordinals;
use crate::ids::{FileId, SymbolId};
use crate::layout::{self, Brief, CallTarget, GraphError, Sections};
use crate::lines::Lines;
use crate::link::FileInput;
use crate::model::{Edge, Unresolved};
use fathom_syntax::{CallSite, Definition, FactsView, Flags, Kind, Language, hash_name, languages};
use std::sync::OnceLock;

/// One file of a graph.
pub type GraphFile<'a> = FileInput<'a>;

/// Maximum number of enclosing names in a qualified name.
pub(crate) const NESTED: usize = 32;

/// Definitions of a file that are looked through line by line rather than swept.
const FEW: usize = 256;

/// A linked graph together with the facts it was linked from.
///
/// Symbols are the numbers below [`Graph::symbol_count`]. What is asked about any
/// other number, which only damaged bytes can hold, has a neutral answer.
#[derive(Clone)]
pub struct Graph<'a> {
    sections: Sections<'a>,
    files: Vec<GraphFile<'a>>,
    /// The innermost definitions of files, each swept when it is first asked for.
    lines: OnceLock<Box<[OnceLock<Lines>]>>,
    /// The ordinals in the ids of files, each found when it is first asked for.
    ordinals: OnceLock<Box<[OnceLock<Ordinals>]>>,
    /// The framework models, decoded on first use.
    models: OnceLock<Models>,
    /// Symbols by their names in any case, sorted when a name is first not found.
    name_buckets: OnceLock<NameBuckets>,
}

impl<'a> Graph<'a> {
    /// Reads what [`crate::link`] wrote; `files` must be the ones it was given.
    pub fn read(bytes: &'a [u8], files: Vec<GraphFile<'a>>) -> Result<Graph<'a>, GraphError> {
        let sections = layout::read(bytes)?;
        // Whatever symbol is below the count has a definition from here on.
        let fits = sections.file_starts.len() == files.len() + 1
            && files.iter().zip(sections.file_starts.windows(2)).all(|(file, symbols)| {
                symbols[1].number().checked_sub(symbols[0].number())
                    == u32::try_from(file.facts.definitions.len()).ok()
            });
        if !fits {
            return Err(GraphError::Damaged);
        }
        Ok(Graph {
            sections,
            files,
            lines: OnceLock::new(),
            ordinals: OnceLock::new(),
            models: OnceLock::new(),
            name_buckets: OnceLock::new(),
        })
    }

    /// All files, sorted by path.
    pub fn files(&self) -> &[GraphFile<'a>] {
        &self.files
    }

    /// Number of symbols, files included.
    pub fn symbol_count(&self) -> u32 {
        self.sections.containers.len() as u32
    }

    /// All symbols, files included.
    pub fn symbols(&self) -> impl DoubleEndedIterator<Item = SymbolId> + Clone + use<> {
        SymbolId::default().up_to(self.end())
    }

    /// The number after the last symbol.
    fn end(&self) -> SymbolId {
        SymbolId::from_index(self.sections.containers.len())
    }

    /// All edges.
    pub fn edges(&self) -> &'a [Edge] {
        self.sections.edges
    }

    /// The calls in the body of a symbol, each with what it leads to, in the order of their
    /// references. Of several calls of one symbol, each is there.
    pub fn calls(&self, symbol: SymbolId) -> &'a [CallTarget] {
        let starts = self.sections.call_starts;
        let range = starts.get(symbol.index()).zip(starts.get(symbol.index() + 1));
        range.and_then(|(from, to)| self.sections.calls.get(*from as usize..*to as usize)).unwrap_or_default()
    }

    /// Entry points, filters and state machines that models of frameworks found.
    pub fn models(&self) -> &Models {
        self.models
            .get_or_init(|| Models::from_bytes(self.sections.models, self.symbol_count(), self.files.len()))
    }

    /// What frameworks run because of a symbol's body or definition, in order.
    pub fn hops(&self, symbol: SymbolId) -> &'a [Hop] {
        let hops = self.sections.hops;
        let start = hops.partition_point(|hop| hop.from < symbol);
        let end = hops.partition_point(|hop| hop.from <= symbol);
        let hops = hops.get(start..end).unwrap_or_default();
        if hops.iter().all(|hop| hop.from == symbol && hop.to < self.end()) { hops } else { &[] }
    }

    /// What a handler that a framework's class defines runs in the type that inherits it, in order.
    pub fn inherited_steps(&self, endpoint: &Endpoint) -> Vec<Hop> {
        let Some(owner) = endpoint.owner.filter(|_| endpoint.symbol.is_none()) else { return Vec::new() };
        let action = endpoint.handler.rsplit(['.', '#']).next().unwrap_or_default();
        let conditions = &self.models().conditions;
        let is_of_it = |hop: &&Hop| {
            let stated = hop.condition().and_then(|at| conditions.get(at));
            hop.reference().is_none() && stated.is_some_and(|one| one == action || *one == endpoint.method)
        };
        self.hops(owner).iter().filter(is_of_it).copied().collect()
    }

    /// The calls in the body of a symbol in the order in which straight code runs them, each with
    /// its call site.
    pub fn calls_in_order(&self, symbol: SymbolId) -> Vec<(CallSite, CallTarget)> {
        let facts = self.facts(symbol);
        let sites =
            self.calls(symbol).iter().filter_map(|call| Some((facts.call_of(call.reference)?, *call)));
        let mut calls: Vec<_> = sites.collect();
        calls.sort_by_key(|(site, call)| (site.order, call.to));
        calls
    }

    /// The lines of an edge's calls, in order.
    pub fn call_lines(&self, edge: &Edge) -> impl Iterator<Item = u32> + use<'a> {
        let facts = self.facts(edge.from);
        let to = edge.to;
        let calls = self.calls(edge.from).iter().filter(move |call| call.to == to);
        calls
            .filter_map(move |call| facts.references.get(call.reference as usize))
            .map(|reference| reference.line)
    }

    fn brief(&self, symbol: SymbolId) -> Brief {
        self.sections.briefs.get(symbol.index()).copied().unwrap_or(NOWHERE)
    }

    /// The number of a symbol's file.
    pub fn file_of(&self, symbol: SymbolId) -> FileId {
        self.brief(symbol).file
    }

    /// The symbol of a file; the following numbers are its definitions.
    pub fn file_symbol(&self, file: FileId) -> SymbolId {
        self.sections.file_starts.get(file.index()).copied().unwrap_or_default()
    }

    /// The file with this path.
    pub fn file_at(&self, path: &str) -> Option<FileId> {
        self.files.binary_search_by(|file| file.path.cmp(path)).ok().map(FileId::from_index)
    }

    fn definitions(&self, file: FileId) -> &'a [Definition] {
        self.files.get(file.index()).map_or(&[], |file| file.facts.definitions)
    }

    /// The definition behind a symbol.
    pub fn definition(&self, symbol: SymbolId) -> &'a Definition {
        let file = self.file_of(symbol);
        let local = symbol.local(self.file_symbol(file));
        self.definitions(file).get(local as usize).unwrap_or(&Definition::NOTHING)
    }

    /// The facts of a symbol's file.
    pub fn facts(&self, symbol: SymbolId) -> FactsView<'a> {
        self.files.get(self.file_of(symbol).index()).map_or(FactsView::EMPTY, |file| file.facts)
    }

    /// The path of a symbol's file.
    pub fn path(&self, symbol: SymbolId) -> &'a str {
        self.files.get(self.file_of(symbol).index()).map_or("", |file| file.path)
    }

    /// The language of a symbol's file.
    pub fn language(&self, symbol: SymbolId) -> &'static Language {
        self.files.get(self.file_of(symbol).index()).map_or(languages::ALL[0], |file| file.language)
    }

    /// What it is.
    pub fn kind(&self, symbol: SymbolId) -> Kind {
        Kind::from_u8(self.brief(symbol).kind)
    }

    /// Its traits.
    pub fn flags(&self, symbol: SymbolId) -> Flags {
        Flags(self.brief(symbol).flags)
    }

    /// Its own name.
    pub fn name(&self, symbol: SymbolId) -> &'a str {
        self.facts(symbol).text(self.definition(symbol).name)
    }

    /// Its declaration on one line.
    pub fn signature(&self, symbol: SymbolId) -> &'a str {
        self.facts(symbol).text(self.definition(symbol).signature)
    }

    /// Its doc comment.
    pub fn doc(&self, symbol: SymbolId) -> &'a str {
        self.facts(symbol).text(self.definition(symbol).doc)
    }

    /// What it is a member of; `None` for a file.
    pub fn container(&self, symbol: SymbolId) -> Option<SymbolId> {
        let container = self.sections.containers.get(symbol.index()).copied();
        container.filter(|container| *container < self.end())
    }

    /// Names it is nested in and its own, in the language's spelling, without
    /// file and package; a file's is its path.
    pub fn qualified_name(&self, symbol: SymbolId) -> String {
        let mut name = String::new();
        self.push_qualified_name(symbol, &mut name);
        name
    }

    /// Appends the qualified name of a symbol to a text.
    pub(crate) fn push_qualified_name(&self, symbol: SymbolId, text: &mut String) {
        if self.kind(symbol) == Kind::File {
            text.push_str(self.path(symbol));
            return;
        }
        let spelling = self.language(symbol).spelling;
        // Names and separators from the last one on.
        let mut parts = vec![self.name(symbol)];
        let mut at = symbol;
        for _ in 0..NESTED {
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
                for name in owner.rsplit('.') {
                    parts.extend([separator, name]);
                    separator = spelling.nested;
                }
            }
            if self.kind(container) == Kind::File {
                break;
            }
            parts.extend([separator, self.name(container)]);
            at = container;
        }
        text.reserve(parts.iter().map(|part| part.len()).sum());
        parts.iter().rev().for_each(|part| text.push_str(part));
    }

    /// The type that a symbol declares to be a member of, as written and with dots, if that type is not
    /// in the repository.
    pub(crate) fn unknown_owner(&self, symbol: SymbolId) -> Option<&'a str> {
        let definition = self.definition(symbol);
        let owner = self.facts(symbol).text(definition.owner).trim_end_matches("[]");
        let written_in =
            SymbolId::new(self.file_symbol(self.file_of(symbol)).number().wrapping_add(definition.parent));
        let is_known = self.container(symbol).is_none_or(|container| {
            container != written_in || owner.rsplit('.').next() == Some(self.name(container))
        });
        (!owner.is_empty() && !is_known).then_some(owner)
    }

    /// Symbols with exactly this name.
    pub fn named(&self, name: &str) -> impl Iterator<Item = SymbolId> + '_ {
        let hash = hash_name(name);
        let start = self.sections.names.partition_point(|entry| entry.hash < hash);
        self.sections.names[start..]
            .iter()
            .take_while(move |entry| entry.hash == hash)
            .map(|entry| entry.symbol)
            .filter(|symbol| *symbol < self.end())
    }

    /// Definitions of a file whose name has this hash, in order.
    pub(crate) fn named_in(&self, file: FileId, hash: u64) -> impl Iterator<Item = SymbolId> + '_ {
        let base = self.file_symbol(file);
        let end = base.number().saturating_add(self.definitions(file).len() as u32);
        let names = self.sections.names;
        let start = names.partition_point(|entry| (entry.hash, entry.symbol) <= (hash, base));
        names[start..]
            .iter()
            .take_while(move |entry| entry.hash == hash && entry.symbol.number() < end)
            .map(|entry| entry.symbol)
    }

    /// Symbols that may have a name in another case, in order.
    pub(crate) fn named_like(&self, name: &str) -> &[SymbolId] {
        self.name_buckets
            .get_or_init(|| NameBuckets::new(self.folded_names(), self.symbol_count()))
            .like(name)
    }

    /// The names of all symbols in lower case.
    pub(crate) fn folded_names(&self) -> FoldedNames<'a> {
        FoldedNames { text: self.sections.folded_names, starts: self.sections.folded_starts }
    }

    /// Edges from a symbol.
    pub fn outgoing(&self, symbol: SymbolId) -> &'a [Edge] {
        let range = range(self.sections.outgoing, symbol);
        let edges = self.sections.edges.get(range).unwrap_or(&[]);
        let leads_on = |edge: &Edge| edge.from == symbol && edge.to < self.end();
        if edges.iter().all(leads_on) { edges } else { &[] }
    }

    /// Edges to a symbol.
    pub fn incoming(&self, symbol: SymbolId) -> impl Iterator<Item = &'a Edge> + use<'a> {
        let range = range(self.sections.incoming_starts, symbol);
        let (edges, end) = (self.sections.edges, self.end());
        self.sections
            .incoming
            .get(range)
            .unwrap_or(&[])
            .iter()
            .filter_map(move |index| edges.get(*index as usize))
            .filter(move |edge| edge.to == symbol && edge.from < end)
    }

    /// Definitions directly inside a symbol, by text.
    pub fn children(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> + '_ {
        let file = self.file_of(symbol);
        let base = self.file_symbol(file);
        let local = symbol.local(base);
        self.definitions(file)
            .iter()
            .enumerate()
            .filter(move |(_, d)| d.parent == local)
            .map(move |(index, _)| base + index as u32)
    }

    /// The innermost definition around a line of a file, the file itself where
    /// there is no other; of two with the same lines, the nested one.
    pub fn innermost(&self, file: FileId, line: u32) -> Option<SymbolId> {
        self.innermost_until(file, line).map(|(symbol, _)| symbol)
    }

    /// The same, and the last line up to which it is the innermost one.
    pub fn innermost_until(&self, file: FileId, line: u32) -> Option<(SymbolId, u32)> {
        let definitions = self.definitions(file);
        let (number, next) = if definitions.len() <= FEW {
            let around = (0..).zip(definitions).filter(|(_, d)| d.line <= line && line <= d.end_line);
            let innermost = around.min_by_key(|(number, d)| (d.end_line - d.line, nested_first(*number)));
            let next =
                definitions.iter().map(|definition| definition.line).filter(|start| *start > line).min();
            (innermost?.0, next)
        } else {
            let lines = self.lines(file)?;
            (lines.innermost(line)?, lines.next_start(line))
        };
        let end = definitions.get(number as usize)?.end_line;
        Some((self.file_symbol(file) + number, next.map_or(end, |next| end.min(next - 1))))
    }

    fn lines(&self, file: FileId) -> Option<&Lines> {
        let files = self.lines.get_or_init(|| self.files.iter().map(|_| OnceLock::new()).collect());
        Some(files.get(file.index())?.get_or_init(|| Lines::new(self.definitions(file), nested_first)))
    }

    pub(crate) fn ordinals(&self, file: FileId) -> Option<&Ordinals> {
        let files = self.ordinals.get_or_init(|| self.files.iter().map(|_| OnceLock::new()).collect());
        Some(files.get(file.index())?.get_or_init(|| self.find_ordinals(file)))
    }

    /// Counts of unresolved references in one file.
    pub fn unresolved(&self, file: FileId) -> Unresolved {
        self.sections.unresolved.get(file.index()).copied().unwrap_or_default()
    }

    /// Counts of unresolved references in all files.
    pub fn unresolved_total(&self) -> Unresolved {
        let mut total = Unresolved::default();
        for counts in self.sections.unresolved {
            total.add(counts);
        }
        total
    }
}

/// The text for a number that is not a symbol.
const NOWHERE: Brief = Brief { file: FileId::new(u32::MAX), flags: 0, kind: Kind::Variable as u8, spare: 0 };

/// Of definitions on the same lines, the later one is inside the earlier one.
fn nested_first(number: u32) -> u32 {
    u32::MAX - number
}

/// The range of a symbol's part of a list.
fn range(starts: &[u32], symbol: SymbolId) -> std::ops::Range<usize> {
    match starts.get(symbol.index()..).unwrap_or(&[]) {
        [start, end, ..] => *start as usize..*end as usize,
        _ => 0..0,
    }
}
