//! Resolves a name in any form that people paste: from an editor, a stack trace, a search or an
//! answer of Fathom itself.
//!
//! [`lookup`] resolves names. This module resolves locations: a file by its whole path or the end of
//! one, `path:80`, `path:80:5`, `path#L80`, `path::Class.method`, optionally with `./` or the path of
//! the repository; and a default export by the name under which others import it.

use super::others;
use crate::{EngineError, View};
use fathom_graph::{EdgeKind, FileId, Graph, SymbolId, imported_as, lookup};
use fathom_syntax::Kind;
use std::path::Path;

/// Most meanings of one name.
const MOST: usize = 64;

/// Most types above a type that are looked at.
const ABOVE: usize = 64;

/// Most meanings that are offered beside the likely ones.
const LESS_LIKELY: usize = 20;

/// The symbols a name means, or an error that offers names near it.
pub(crate) fn named(view: &View<'_>, name: &str) -> Result<Vec<SymbolId>, EngineError> {
    let graph = view.graph;
    let mut found = placed(view, name)?;
    if found.is_empty() {
        found = lookup::resolve(graph, name);
    }
    if found.is_empty() {
        found = inherited(graph, name);
    }
    if found.is_empty() {
        found = imported_as(graph, name.trim());
    }
    if found.is_empty()
        && let Some(plain) =
            name.trim().strip_suffix(['!', '?']).filter(|plain| plain.contains(['#', '.', ':']))
    {
        // A declaration makes several methods: an event of a state machine `close`, `close!`, `may_close?`.
        found = lookup::resolve(graph, plain);
        found.retain(|symbol| graph.kind(*symbol).is_callable());
    }
    if found.is_empty() {
        // A script without an ending gives way to a function of its name.
        found = files(view, name).into_iter().map(|file| graph.file_symbol(file)).collect();
    }
    found.truncate(MOST);
    if found.is_empty() {
        return Err(EngineError::NoSuchSymbol { name: name.to_owned(), hint: hint(view, name) });
    }
    Ok(found)
}

/// The member that a type inherits or mixes in: `Order#cancel` of a module that `Order` includes.
fn inherited(graph: &Graph<'_>, name: &str) -> Vec<SymbolId> {
    let segments = lookup::segments(name);
    let Some((member, _)) = segments.split_last().filter(|(_, owner)| !owner.is_empty()) else {
        return Vec::new();
    };
    let owner =
        name.trim().trim_end_matches("()").trim_end_matches(*member).trim_end_matches(['#', '.', ':']);
    let is_type = |symbol: &SymbolId| graph.kind(*symbol).is_type() || graph.kind(*symbol) == Kind::Module;
    let mut types: Vec<SymbolId> = lookup::resolve(graph, owner).into_iter().filter(is_type).collect();
    let mut next = 0;
    while let Some(&at) = types.get(next) {
        next += 1;
        if let Some(found) = graph.children(at).find(|child| graph.name(*child) == *member) {
            return vec![found];
        }
        for edge in graph.outgoing(at) {
            let is_base = matches!(edge.kind(), EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes);
            if is_base && types.len() < ABOVE && !types.contains(&edge.to) {
                types.push(edge.to);
            }
        }
    }
    Vec::new()
}

/// The symbol that a name means.
pub(crate) struct Meaning {
    pub(crate) symbol: SymbolId,
    /// It, and the definitions of the same name in the same file: overloads, redefinitions.
    pub(crate) overloads: Vec<SymbolId>,
    /// Ids of other symbols that the name can mean.
    pub(crate) alternatives: Vec<String>,
}

impl Meaning {
    /// This symbol, and nothing else.
    pub(crate) fn of(symbol: SymbolId) -> Meaning {
        Meaning { symbol, overloads: vec![symbol], alternatives: Vec::new() }
    }
}

/// The symbol that a name means; an error where several fit and none is clearly first.
pub(crate) fn meaning(view: &View<'_>, name: &str) -> Result<Meaning, EngineError> {
    let graph = view.graph;
    let found = named(view, name)?;
    let symbol = found[0];
    if let Some(second) =
        found.iter().find(|other| graph.qualified_name(**other) != graph.qualified_name(symbol))
        && !is_clearly_first(graph, symbol, *second)
    {
        let ids = found.iter().map(|symbol| graph.id(*symbol)).collect();
        return Err(EngineError::Ambiguous { name: name.to_owned(), ids });
    }
    let is_overload = |other: &SymbolId| graph.shared_id(*other) == graph.shared_id(symbol);
    let overloads = found.iter().copied().filter(is_overload).collect();
    let mut alternatives = others(graph, &found);
    if placed(view, name)?.is_empty() {
        alternatives.extend(less_likely(graph, name, &found));
    }
    Ok(Meaning { symbol, overloads, alternatives })
}

/// Ids of definitions that bear the name as well, nested in something or in tests. Titles of tests
/// are no definitions.
fn less_likely(graph: &Graph<'_>, name: &str, found: &[SymbolId]) -> Vec<String> {
    let wanted = |symbol: SymbolId| !found.contains(&symbol) && graph.kind(symbol) != Kind::Test;
    let others = lookup::lookup_among(graph, name, lookup::Fit::Suffix, LESS_LIKELY, &wanted);
    let named = others.into_iter().filter(|one| one.fit <= lookup::Fit::Suffix);
    named.map(|one| graph.id(one.symbol)).collect()
}

/// Whether something but the order of paths puts a symbol before another: it is a type and the
/// other is not, or more refers to it.
fn is_clearly_first(graph: &Graph<'_>, first: SymbolId, second: SymbolId) -> bool {
    let is_type = |symbol: SymbolId| graph.kind(symbol).is_type();
    is_type(first) != is_type(second) || graph.incoming(first).count() > graph.incoming(second).count()
}

/// The symbols at a location; empty if the text is not a location.
pub(super) fn placed(view: &View<'_>, text: &str) -> Result<Vec<SymbolId>, EngineError> {
    let graph = view.graph;
    let text = text.trim();
    if let Some(symbol) = graph.with_id(text) {
        return Ok(vec![symbol]);
    }
    let whole = if text.contains(['/', '.', '\\']) { files(view, text) } else { Vec::new() };
    if !whole.is_empty() {
        return Ok(whole.into_iter().map(|file| graph.file_symbol(file)).collect());
    }
    if let Some((path, line)) = at_line(text) {
        let files = files(view, path);
        let found: Vec<SymbolId> = files.iter().filter_map(|file| graph.innermost(*file, line)).collect();
        if let (Some(first), true) = (files.first(), found.is_empty()) {
            let path = graph.files()[first.index()].path;
            return Err(EngineError::Request(format!("{path} has no line {line}")));
        }
        return Ok(found);
    }
    // With its whole path it is an id, which is looked up like any name.
    if let Some((path, name)) = text.split_once("::").filter(|(path, _)| graph.file_at(path).is_none()) {
        let ids =
            files(view, path).into_iter().map(|file| format!("{}::{name}", graph.files()[file.index()].path));
        return Ok(ids.flat_map(|id| lookup::resolve(graph, &id)).collect());
    }
    Ok(Vec::new())
}

/// The files that a path means: the one at it, else those whose path ends in it, for a caller in a
/// folder below the root or with a file's name alone.
pub(super) fn files(view: &View<'_>, path: &str) -> Vec<FileId> {
    let path = from_root(view.root(), path);
    if path.is_empty() {
        return Vec::new();
    }
    if let Some(file) = view.graph.file_at(&path) {
        return vec![file];
    }
    let ending = format!("/{path}");
    let all = view.graph.files();
    FileId::all(all.len()).filter(|file| all[file.index()].path.ends_with(&ending)).take(MOST).collect()
}

/// A path as the index spells it.
pub(super) fn from_root(root: &Path, path: &str) -> String {
    let written = Path::new(path);
    let inside = written.strip_prefix(root).ok().map(Path::to_owned).or_else(|| {
        // The caller's path may lead through links to the same folder.
        let real = written.is_absolute().then(|| written.canonicalize().ok()).flatten()?;
        real.strip_prefix(root).ok().map(Path::to_owned)
    });
    let path = inside.as_deref().and_then(Path::to_str).unwrap_or(path).replace('\\', "/");
    path.trim_start_matches("./").trim_end_matches('/').to_owned()
}

/// `path:80`, `path:80:5`, `path:80: text`, `path#L80`.
fn at_line(text: &str) -> Option<(&str, u32)> {
    let marks = text.match_indices(':').map(|(at, mark)| (at, mark.len()));
    let github = text.match_indices("#L").map(|(at, mark)| (at, mark.len()));
    marks.chain(github).find_map(|(at, length)| {
        let rest = &text[at + length..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let ends = rest[digits..].chars().next().is_none_or(|next| !next.is_alphanumeric());
        let line = rest[..digits].parse().ok().filter(|_| ends && at > 0)?;
        Some((&text[..at], line))
    })
}

/// Suggestions for a name that does not exist.
fn hint(view: &View<'_>, name: &str) -> String {
    let graph = view.graph;
    if let Some(folder) = folder(view, name) {
        return format!("; it is a folder: `fathom symbols {folder}` lists what is in it");
    }
    let last = lookup::segments(name).last().copied().unwrap_or(name).to_owned();
    let mut near: Vec<String> = lookup::lookup(graph, &last, None, 5)
        .into_iter()
        .map(|found| graph.qualified_name(found.symbol))
        .collect();
    near.dedup();
    if !near.is_empty() {
        return format!("; did you mean {}?", near.join(", "));
    }
    if view.unsupported.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = view.unsupported.iter().map(|(name, _)| name.as_str()).collect();
    format!("; files in these languages are read as text only: {}", names.join(", "))
}

/// The folder that a path refers to, as spelled in the index, if it contains indexed files. The root is
/// `.`.
pub(super) fn folder(view: &View<'_>, path: &str) -> Option<String> {
    let folder = from_root(view.root(), path.trim());
    if folder.is_empty() || folder == "." {
        return (!path.trim().is_empty()).then(|| ".".to_owned());
    }
    holds_files(view.graph, &folder).then_some(folder)
}

/// Whether a folder contains indexed files.
pub(super) fn holds_files(graph: &Graph<'_>, folder: &str) -> bool {
    let start = format!("{folder}/");
    let first = graph.files().partition_point(|file| file.path < start.as_str());
    graph.files().get(first).is_some_and(|file| file.path.starts_with(&start))
}

#[cfg(test)]
mod tests {
    use super::{at_line, from_root};
    use std::path::Path;

    #[test]
    fn a_line_follows_a_path_in_several_ways() {
        for text in
            ["a/b.rb:80", "a/b.rb:80:5", "a/b.rb:80:", "a/b.rb:80:  def x", "a/b.rb:80-90", "a/b.rb#L80-L90"]
        {
            assert_eq!(at_line(text), Some(("a/b.rb", 80)), "{text}");
        }
        for text in ["a/b.rb", "A::B", "a/b.py::C", "Order#L", ":80", "a:8x", "x:99999999999"] {
            assert_eq!(at_line(text), None, "{text}");
        }
    }

    #[test]
    fn a_path_is_relative_to_the_root() {
        let root = Path::new("/repo");
        for path in ["./a/b.rb", "/repo/a/b.rb", "a/b.rb", "a\\b.rb", "a/b.rb/"] {
            assert_eq!(from_root(root, path), "a/b.rb", "{path}");
        }
    }
}
