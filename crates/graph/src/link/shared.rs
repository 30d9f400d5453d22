//! Names that many symbols have, resolved once for all files.
//!
//! Ten thousand methods may be called `run`, and as many lines may call one of them on an unknown
//! receiver. The candidates do not depend on the line, so they are computed once and cached. For a
//! name that few symbols have, they are computed each time, which is faster.

use super::file_view::FileView;
use super::memo::Shared;
use super::tables::Tables;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{Flags, Kind};
use std::sync::{Arc, OnceLock};

/// Number of symbols up to which computing is faster than caching.
const FEW: usize = 16;

/// Symbols with one name that are taken into account.
const MOST: usize = 64;

/// The cached candidates of names that many symbols have.
pub(crate) struct SharedNames {
    /// By package and name.
    visible: Shared<(SymbolId, u64), Option<SymbolId>>,
    /// By name, family of languages and whether the reference is in a test.
    callable: Shared<(u64, &'static str, bool), Arc<[SymbolId]>>,
    /// By name.
    mentioned: Shared<u64, Arc<[SymbolId]>>,
    /// Names that each file defines in its package, with the symbol, sorted.
    own: Vec<OnceLock<Vec<(u64, SymbolId)>>>,
}

impl SharedNames {
    pub(crate) fn new(files: usize) -> SharedNames {
        SharedNames {
            visible: Shared::default(),
            callable: Shared::default(),
            mentioned: Shared::default(),
            own: std::iter::repeat_with(OnceLock::new).take(files).collect(),
        }
    }

    /// The first symbol with a name that a file adds to its package.
    pub(crate) fn own(
        &self,
        tables: FileView<'_, '_>,
        file: FileId,
        package: SymbolId,
        name: u64,
    ) -> Option<SymbolId> {
        let mut members = tables.members(package, name);
        let first = members.by_ref().take(FEW).find(|symbol| tables.file_of(*symbol) == file);
        if first.is_some() || members.next().is_none() {
            return first;
        }
        let names = self.own[file.index()].get_or_init(|| own_names(&tables, file, package));
        let at = names.partition_point(|(own, _)| *own < name);
        names.get(at).filter(|(own, _)| *own == name).map(|(_, symbol)| *symbol)
    }

    /// The symbol that a name means in the other files of a package.
    pub(crate) fn visible(&self, tables: FileView<'_, '_>, package: SymbolId, name: u64) -> Option<SymbolId> {
        let find = || visible(&tables, package, name);
        if tables.members(package, name).nth(FEW).is_none() {
            return find();
        }
        self.visible.get((package, name), find)
    }

    /// Members that a call by a name alone may mean.
    pub(crate) fn callable(
        &self,
        tables: FileView<'_, '_>,
        name: u64,
        family: &'static str,
        from_test: bool,
    ) -> Arc<[SymbolId]> {
        let find = || callable(&tables, name, family, from_test);
        if tables.named(name).nth(FEW).is_none() {
            return find();
        }
        self.callable.get((name, family, from_test), find)
    }

    /// Symbols that prose may mean by a name.
    pub(crate) fn mentioned(&self, tables: FileView<'_, '_>, name: u64) -> Arc<[SymbolId]> {
        let find = || mentioned(&tables, name);
        if tables.named(name).nth(FEW).is_none() {
            return find();
        }
        self.mentioned.get(name, find)
    }
}

fn own_names(tables: &Tables<'_>, file: FileId, package: SymbolId) -> Vec<(u64, SymbolId)> {
    let members = tables.symbols_of(file).filter_map(|symbol| {
        let (home, attached) = tables.membership(symbol);
        (home == package).then_some((tables.name_hash(symbol), !attached, symbol))
    });
    // As in the package's own list, what is attached comes first.
    let mut members: Vec<(u64, bool, SymbolId)> = members.collect();
    members.sort_unstable();
    members.into_iter().map(|(name, _, symbol)| (name, symbol)).collect()
}

fn visible(tables: &Tables<'_>, package: SymbolId, name: u64) -> Option<SymbolId> {
    let all = || tables.members(package, name).filter(|symbol| !tables.is_file_private(*symbol));
    // `#define` in a header that few include renames what all others mean by the name.
    let defined = |symbol: &SymbolId| {
        matches!(tables.definition(*symbol).kind(), Kind::Macro | Kind::Constant)
            && tables.rules(tables.file_of(*symbol)).textual_constants
    };
    tables.best(all().filter(|symbol| !defined(symbol))).or_else(|| tables.best(all()))
}

fn callable(tables: &Tables<'_>, name: u64, family: &str, from_test: bool) -> Arc<[SymbolId]> {
    let candidates = tables.named(name).filter(|symbol| {
        let definition = tables.definition(*symbol);
        matches!(definition.kind(), Kind::Method | Kind::Function)
            && tables.rules(tables.file_of(*symbol)).family == family
            && (from_test || !definition.flags().has(Flags::TEST))
            && is_member(tables, *symbol)
    });
    let mut candidates: Vec<SymbolId> = candidates.take(MOST).collect();
    if candidates.iter().any(|symbol| !tables.is_declaration(*symbol)) {
        candidates.retain(|symbol| !tables.is_declaration(*symbol));
    }
    candidates.into()
}

fn is_member(tables: &Tables<'_>, symbol: SymbolId) -> bool {
    let container = tables.containers[symbol.index()];
    container != SymbolId::NONE && tables.definition(container).kind() != Kind::File
}

fn mentioned(tables: &Tables<'_>, name: u64) -> Arc<[SymbolId]> {
    let candidates = tables.named(name).filter(|symbol| {
        let definition = tables.definition(*symbol);
        !matches!(definition.kind(), Kind::Section | Kind::Key | Kind::File)
            && !definition.flags().has(Flags::TEST)
            && !definition.flags().has(Flags::DECLARATION)
    });
    candidates.take(MOST).collect()
}
