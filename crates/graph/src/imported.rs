//! The symbol behind the name under which a module's own value is imported.
//!
//! `import Cart from './basket'` calls by `Cart` whatever `basket.js` exports as its default:
//! something without a name, or something with another one. No definition has the name, so
//! [`crate::lookup`] does not find it; the imports of the repository do.

use crate::ids::{FileId, SymbolId};
use crate::view::Graph;
use crate::{Edge, EdgeKind};
use fathom_syntax::{Import, ImportFlags, hash_name};
use std::collections::BTreeMap;

/// The name of a module's default export in its facts.
const DEFAULT: &str = "default";
/// How many re-exports are followed.
const HOPS: usize = 8;

/// The default exports that files import as `name`, those of most files first.
pub fn imported_as(graph: &Graph<'_>, name: &str) -> Vec<SymbolId> {
    let wanted = hash_name(name);
    let mut found: BTreeMap<SymbolId, usize> = BTreeMap::new();
    for (file, input) in graph.files().iter().enumerate() {
        let facts = &input.facts;
        for import in facts.imports {
            let is_default = facts.text(import.name) == DEFAULT && facts.strings.hash(import.alias) == wanted;
            if is_default
                && facts.text(import.alias) == name
                && let Some(symbol) = default_of(graph, target(graph, FileId::from_index(file), import), HOPS)
            {
                *found.entry(symbol).or_default() += 1;
            }
        }
    }
    let mut found: Vec<(SymbolId, usize)> = found.into_iter().collect();
    found.sort_by_key(|(symbol, count)| (std::cmp::Reverse(*count), *symbol));
    found.into_iter().map(|(symbol, _)| symbol).collect()
}

/// The file that an import of `file` leads to: the linker left an edge on the import's line.
fn target(graph: &Graph<'_>, file: FileId, import: &Import) -> Option<FileId> {
    let leads = |edge: &&Edge| edge.kind() == EdgeKind::Imports && edge.line == import.line;
    let edge = graph.outgoing(graph.file_symbol(file)).iter().find(leads)?;
    Some(graph.file_of(edge.to))
}

/// A file's own value: what it defines as such, what it offers under that name, or what it passes on.
fn default_of(graph: &Graph<'_>, file: Option<FileId>, hops: usize) -> Option<SymbolId> {
    let file = file?;
    let facts = &graph.files()[file.index()].facts;
    let own = |name: &str| {
        let mut top = graph.file_symbol(file).following().zip(facts.definitions).skip(1);
        top.find(|(_, one)| one.parent == 0 && facts.text(one.name) == name).map(|(symbol, _)| symbol)
    };
    if let Some(symbol) = own(DEFAULT) {
        return Some(symbol);
    }
    let local = |import: &Import| {
        let alias = facts.text(import.alias);
        if alias.is_empty() { facts.text(import.name) } else { alias }
    };
    let offered = facts
        .imports
        .iter()
        .find(|import| import.flags & ImportFlags::REEXPORT != 0 && local(import) == DEFAULT)?;
    if !facts.text(offered.path).is_empty() {
        return default_of(graph, target(graph, file, offered), hops.checked_sub(1)?);
    }
    // `import a from './b'; export default a` offers what was imported.
    let name = facts.text(offered.name);
    own(name).or_else(|| {
        let passed = facts.imports.iter().find(|import| {
            import.flags & ImportFlags::REEXPORT == 0
                && local(import) == name
                && facts.text(import.name) == DEFAULT
        })?;
        default_of(graph, target(graph, file, passed), hops.checked_sub(1)?)
    })
}
