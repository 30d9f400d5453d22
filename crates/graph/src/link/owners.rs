//! Members written outside of their type's text find it: Go receivers, Rust
//! `impl`, C++ `Foo::bar`, Swift extensions.

use super::file_view::{FileView, Marks};
use super::imports::{Imports, Start};
use super::tables::Tables;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::inflection::{camel, singular};
use fathom_syntax::{Flags, Kind, hash_name};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// Rounds in which types find their owners: each may name a type of the round before,
/// as `class A::B::C` does where `B` is written outside of `A` too.
const ROUNDS: usize = 4;

/// Makes each definition with an owner a member of the type its owner names.
/// One whose type is not in the repository keeps its place in the text.
pub(crate) fn attach<'a>(tables: &mut Tables<'a>, imports: &Imports<'a>) {
    for _ in 0..ROUNDS {
        // What finds no owner may find it in the next round.
        if attach_found(tables, search(tables, imports, true).0) == 0 {
            break;
        }
    }
    let (found, homeless) = search(tables, imports, false);
    attach_found(tables, found);
    for &symbol in homeless.iter().rev() {
        // A type that is not ours: the name still belongs to the place where it is written.
        let parent = tables.containers[symbol.index()];
        let file = tables.file_of(symbol);
        let kind = tables.definition(symbol).kind();
        // `class Admin::Order` where nothing opens `Admin` is no `Order` of the outermost scope.
        let is_path = tables.rules(file).reopens && (kind.is_type() || kind == Kind::Module);
        let is_named = kind != Kind::Method && !is_path && !is_column(tables, symbol);
        if is_named && parent == tables.file_symbol(file) {
            let home = tables.package_of(file).unwrap_or(parent);
            tables.attach(home, symbol);
        }
    }
}

/// Makes symbols members of their owners; gives their number.
fn attach_found(tables: &mut Tables<'_>, found: Vec<(SymbolId, SymbolId)>) -> usize {
    let count = found.len();
    // Backwards: `attach` puts each one before those already there.
    for (owner, symbol) in found.into_iter().rev() {
        tables.containers[symbol.index()] = owner;
        tables.attach(owner, symbol);
    }
    count
}

/// The definitions with an owner that were not attached yet, each with its owner, and those whose
/// owner is not in the repository; `types` alone or all.
fn search<'a>(
    tables: &Tables<'a>,
    imports: &Imports<'a>,
    types: bool,
) -> (Vec<(SymbolId, SymbolId)>, Vec<SymbolId>) {
    // All of it is done again in every linking: nothing has to be noted.
    let marks = Marks::new();
    let look = FileView::new(tables, &marks);
    let renamed = OnceCell::new();
    let mut found: Vec<(SymbolId, SymbolId)> = Vec::new();
    let mut homeless: Vec<SymbolId> = Vec::new();
    for (index, file) in tables.files.iter().enumerate() {
        let base = tables.file_symbol(FileId::from_index(index));
        // Many definitions of a file have one owner, found from one place.
        let mut known: FxHashMap<(u32, u32), Option<SymbolId>> = FxHashMap::default();
        for (local, definition) in file.facts.definitions.iter().enumerate() {
            let type_like = definition.kind().is_type() || definition.kind() == Kind::Module;
            if definition.owner == 0
                || types && !type_like
                || type_like && tables.containers[base.index() + local] != base + definition.parent
            {
                continue;
            }
            let symbol = base + local as u32;
            let owner = *known.entry((definition.parent, definition.owner)).or_insert_with(|| {
                let owner = file.facts.text(definition.owner).trim_end_matches("[]");
                let file = FileId::from_index(index);
                let find = |owner: &str| owner_type(look, imports, file, base + definition.parent, owner);
                // A path that is the name of a module as a whole: `module Admin::V1`.
                let whole = || tables.compact(owner).map(|of| tables.canonical(of));
                find(owner).or_else(whole).or_else(|| {
                    let is_column = is_column(tables, symbol);
                    let of_table = || renamed.get_or_init(|| classes_of_tables(tables)).get(owner).copied();
                    is_column
                        .then(|| of_table().or_else(|| nested(owner).find_map(|owner| find(&owner))))
                        .flatten()
                })
            });
            match owner {
                // A type is not its own member.
                Some(owner) if owner != symbol => found.push((owner, symbol)),
                _ => homeless.push(symbol),
            }
        }
    }
    (found, homeless)
}

/// Whether a symbol is a column of a table, which is a member of the class that is named after the
/// table and of nothing else.
fn is_column(tables: &Tables<'_>, symbol: SymbolId) -> bool {
    let definition = tables.definition(symbol);
    definition.kind() == Kind::Field
        && definition.flags().has(Flags::DECLARATION)
        && tables.rules(tables.file_of(symbol)).names_follow_types
}

/// The classes that name their table themselves (`self.table_name = "legacy_orders"`), by the name that
/// a class of the table would have.
fn classes_of_tables(tables: &Tables<'_>) -> FxHashMap<String, SymbolId> {
    let mut classes = FxHashMap::default();
    for (index, file) in tables.files.iter().enumerate() {
        let file_id = FileId::from_index(index);
        if !tables.rules(file_id).names_follow_types {
            continue;
        }
        let facts = file.facts;
        for binding in facts
            .bindings
            .iter()
            .filter(|one| facts.text(one.name).trim_end_matches("()") == "self.table_name")
        {
            let Some(table) = facts.held_texts.iter().find(|one| one.line == binding.line) else { continue };
            let class = tables.canonical(tables.file_symbol(file_id) + binding.scope);
            classes.entry(camel(&singular(facts.text(table.text)))).or_insert(class);
        }
    }
    classes
}

/// The nested names that a name in camel case may refer to: `ShopOrderLine` is `Shop.OrderLine` or
/// `ShopOrder.Line`.
fn nested(name: &str) -> impl Iterator<Item = String> + '_ {
    let capitals = name.char_indices().skip(1).filter(|(_, letter)| letter.is_ascii_uppercase());
    capitals.map(|(at, _)| format!("{}.{}", &name[..at], &name[at..]))
}

fn owner_type<'a>(
    tables: FileView<'_, 'a>,
    imports: &Imports<'a>,
    file: FileId,
    lexical: SymbolId,
    owner: &str,
) -> Option<SymbolId> {
    let mut segments = owner.split('.').filter(|segment| !segment.is_empty());
    let first = hash_name(segments.next()?);
    let mut at = None;
    let mut scope = lexical;
    let file_symbol = tables.file_symbol(file);
    // A type's containers may be defined in another file: any can end the path.
    while at.is_none() && tables.as_file(scope).is_none() {
        at = tables
            .best(tables.members(tables.canonical(scope), first).filter(|s| holds_members(&tables, *s)));
        scope = tables.containers[scope.index()];
    }
    let mut at = at
        .or_else(|| tables.best(tables.members(file_symbol, first).filter(|s| holds_members(&tables, *s))))
        .or_else(|| {
            let package = tables.package_of(file)?;
            let candidates = || tables.members(package, first).filter(|s| holds_members(&tables, *s));
            candidates().find(|symbol| tables.file_of(*symbol) == file).or_else(|| candidates().next())
        })
        .or_else(|| match imports.local(tables, file, first)? {
            Start::Container(found) => Some(found),
            Start::External => None,
        })
        .or_else(|| imports.wild(tables, file, first))?;
    for segment in segments {
        at = imports.member(tables, tables.canonical(at), hash_name(segment), 4)?;
    }
    let at = tables.canonical(at);
    (tables.is_symbol(at) && holds_members(&tables, at)).then_some(at)
}

fn holds_members(tables: &Tables<'_>, symbol: SymbolId) -> bool {
    let kind = tables.definition(symbol).kind();
    kind.is_type() || kind == Kind::Module
}
