//! The targets of each file's imports.
//!
//! An import is kept as a starting container and the names to follow from
//! there. The names are followed only when asked for, because they may lead
//! through other files' re-exports.

use super::ecosystem::Ecosystems;
use super::file_view::{FileView, Mark, Marks};
use super::memo::Shared;
use super::tables::Tables;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{ImportFlags, ImportSystem, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};

/// How many re-exports are followed before giving up.
const HOPS: usize = 8;

/// How many are followed behind a wildcard.
const WILD_HOPS: usize = 4;

/// Containers that are looked through for a name.
const REACHED: usize = 4_096;

/// More imports than this are looked through for repeats.
const FEW: usize = 64;

/// Imports of one name that are offered again under another.
const OFFERED: usize = 64;

/// Where an import starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Start {
    /// A file's symbol, a type or a package of this repository.
    Container(SymbolId),
    /// Outside of the repository.
    External,
}

/// One imported name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImportedName {
    pub(crate) start: Start,
    /// Names to follow from the start; empty for the start itself.
    pub(crate) segments: Vec<u64>,
    pub(crate) reexport: bool,
}

/// The imports of one file, by local name.
#[derive(Default)]
pub(crate) struct FileImports {
    named: FxHashMap<u64, Vec<ImportedName>>,
    /// Those inside of a definition, by it and the name; they are among `named` too.
    scoped: FxHashMap<(u32, u64), Vec<ImportedName>>,
    /// Containers all of whose names are in scope; whether offered again.
    pub(crate) wildcards: Vec<(SymbolId, bool)>,
    /// Whether some wildcard leads out of the repository.
    pub(crate) external_wildcard: bool,
    /// Files imported, with the line.
    pub(crate) files: Vec<(SymbolId, u32)>,
}

/// Containers, each with the hops that are left there.
type Reached = Arc<[(SymbolId, usize)]>;

/// The imports of all files, each read when it is first asked for.
pub(crate) struct Imports<'a> {
    files: Vec<OnceLock<(FileImports, Vec<Mark>)>>,
    ecosystems: Ecosystems<'a>,
    /// Results of [`Imports::reach`], by container and hops.
    reached: Shared<(SymbolId, usize), Reached>,
    /// Results of [`Imports::included`].
    included: Shared<FileId, Arc<[FileId]>>,
}

fn read(tables: FileView<'_, '_>, ecosystems: &Ecosystems<'_>, file: FileId) -> FileImports {
    let input = &tables.files[file.index()];
    let mut out = FileImports::default();
    // A repeated import has the same target and adds nothing.
    let many = input.facts.imports.len() > FEW;
    let mut known: FxHashSet<(u64, ImportedName)> = FxHashSet::default();
    let mut known_wildcards: FxHashSet<(SymbolId, bool)> = FxHashSet::default();
    let of_project = ecosystems.project_imports(&tables, file);
    let of_project = of_project.iter().map(|other| tables.files[other.index()].facts);
    let of_project = of_project.flat_map(|facts| {
        let all = facts.imports.iter().filter(|import| import.flags & ImportFlags::PROJECT != 0);
        all.map(move |import| (facts, import))
    });
    let own = input.facts.imports.iter().map(|import| (input.facts, import));
    for (facts, import) in own.chain(of_project) {
        if import.flags & ImportFlags::PACKAGE != 0 {
            continue;
        }
        let text = |id| facts.text(id);
        let (path, name, alias) = (text(import.path), text(import.name), text(import.alias));
        let located = ecosystems.locate(tables, (file, import.scope), (path, name, alias), import.flags);
        if let Start::Container(container) = located.start {
            let imported = if tables.is_symbol(container) { Some(tables.file_of(container)) } else { None };
            let is_written = import.flags & ImportFlags::PROJECT == 0;
            if let Some(imported) = imported.filter(|imported| is_written && *imported != file) {
                out.files.push((tables.file_symbol(imported), import.line));
            }
        }
        // Imports of a Rust module are visible to its submodules, and through their wildcards.
        let private = tables.rules(file).imports != ImportSystem::Crates;
        let reexport = import.flags & ImportFlags::REEXPORT != 0 || !private;
        if located.wildcard {
            match located.start {
                // `use super::*` in an inline module: what is around it is in scope anyway.
                Start::Container(container) if container == tables.file_symbol(file) => {}
                Start::Container(container) => {
                    if !many || known_wildcards.insert((container, reexport)) {
                        out.wildcards.push((container, reexport));
                    }
                }
                Start::External => out.external_wildcard = true,
            }
            continue;
        }
        if located.local.is_empty() {
            continue;
        }
        let named = ImportedName { start: located.start, segments: located.segments, reexport };
        let local = hash_name(&located.local);
        if import.scope != 0 && import.flags & (ImportFlags::MODULE | ImportFlags::PROJECT) == 0 {
            out.scoped.entry((import.scope, local)).or_default().push(named.clone());
        }
        if !many || known.insert((local, named.clone())) {
            out.named.entry(local).or_default().push(named);
        }
    }
    offer_imports_again(&mut out, Start::Container(tables.file_symbol(file)));
    out
}

/// `import { a } from './b'; export { a as c }`: what is offered again under
/// this file's own name is what was imported, if it is not defined here.
fn offer_imports_again(imports: &mut FileImports, own: Start) {
    let mut offered: Vec<(u64, ImportedName)> = Vec::new();
    for (local, named) in &imports.named {
        for one in named.iter().filter(|one| one.reexport && one.start == own && one.segments.len() == 1) {
            let imported = imports.named.get(&one.segments[0]).into_iter().flatten();
            let imported = imported.filter(|other| other.start != own).take(OFFERED);
            offered.extend(imported.map(|other| (*local, other.clone())));
        }
    }
    offered.sort_unstable_by_key(|(local, _)| *local);
    for (local, named) in offered {
        imports.named.entry(local).or_default().push(ImportedName { reexport: true, ..named });
    }
}

impl<'a> Imports<'a> {
    pub(crate) fn new(tables: &Tables<'a>) -> Imports<'a> {
        let files = std::iter::repeat_with(OnceLock::new).take(tables.files.len()).collect();
        Imports {
            files,
            ecosystems: Ecosystems::new(tables),
            reached: Shared::default(),
            included: Shared::default(),
        }
    }

    /// The files whose text is part of a file because it or one of them includes them; sorted.
    pub(crate) fn included(&self, tables: FileView<'_, 'a>, file: FileId) -> Arc<[FileId]> {
        let included = self.included.get(file, || {
            let mut seen: FxHashSet<FileId> = FxHashSet::default();
            let mut next = vec![file];
            while let Some(at) = next.pop().filter(|_| seen.len() < REACHED) {
                let files = self.read(&tables, at).0.files.iter().map(|(to, _)| tables.file_of(*to));
                next.extend(files.filter(|to| seen.insert(*to)));
            }
            let mut all: Vec<FileId> = seen.into_iter().collect();
            all.sort_unstable();
            all.into()
        });
        for at in included.iter().chain([&file]) {
            tables.note_imports(*at);
        }
        included
    }

    /// Whether a file imports something by name.
    pub(crate) fn names_imports(&self, tables: FileView<'_, 'a>, file: FileId) -> bool {
        !self.of(tables, file).named.is_empty()
    }

    /// The imports of one file.
    pub(crate) fn of(&self, tables: FileView<'_, 'a>, file: FileId) -> &FileImports {
        tables.note_imports(file);
        &self.read(&tables, file).0
    }

    /// The marks of a file's imports while their start was resolved.
    pub(crate) fn marks(&self, tables: &Tables<'a>, file: FileId) -> &[Mark] {
        &self.read(tables, file).1
    }

    fn read(&self, tables: &Tables<'a>, file: FileId) -> &(FileImports, Vec<Mark>) {
        // Recorded separately, because later lookups use the same imports.
        self.files[file.index()].get_or_init(|| {
            let marks = Marks::new();
            let imports = read(FileView::new(tables, &marks), &self.ecosystems, file);
            (imports, marks.into_sorted())
        })
    }

    /// The target of a file's import of `name`.
    pub(crate) fn local(&self, tables: FileView<'_, 'a>, file: FileId, name: u64) -> Option<Start> {
        self.follow(tables, self.of(tables, file).named.get(&name)?, false, HOPS)
    }

    /// The target of an import of `name` inside a definition.
    pub(crate) fn scoped(
        &self,
        tables: FileView<'_, 'a>,
        file: FileId,
        scope: u32,
        name: u64,
    ) -> Option<Start> {
        let scoped = &self.of(tables, file).scoped;
        if scoped.is_empty() {
            return None;
        }
        self.follow(tables, scoped.get(&(scope, name))?, false, HOPS)
    }

    fn follow(
        &self,
        tables: FileView<'_, 'a>,
        named: &[ImportedName],
        reexported: bool,
        hops: usize,
    ) -> Option<Start> {
        let mut external = None;
        for one in named.iter().filter(|one| one.reexport || !reexported) {
            match one.start {
                Start::External => external = Some(Start::External),
                Start::Container(start) => {
                    let mut at = Some(start);
                    for segment in &one.segments {
                        at = at.and_then(|container| self.member(tables, container, *segment, hops));
                    }
                    if let Some(found) = at {
                        return Some(Start::Container(found));
                    }
                }
            }
        }
        external
    }

    /// The root file of the crate that a file belongs to.
    pub(crate) fn crate_root(&self, file: FileId) -> Option<FileId> {
        self.ecosystems.crate_root(file)
    }

    /// Whether a name is that of a crate which some manifest depends on and which is not here.
    pub(crate) fn is_dependency(&self, name: u64) -> bool {
        self.ecosystems.is_dependency(name)
    }

    /// The target of a full path in code (`crate::a::b`).
    pub(crate) fn path(
        &self,
        tables: FileView<'_, 'a>,
        (file, scope): (FileId, u32),
        path: &str,
    ) -> Option<SymbolId> {
        let located = self.ecosystems.locate(tables, (file, scope), (path, "", ""), 0);
        let named = ImportedName { start: located.start, segments: located.segments, reexport: false };
        match self.follow(tables, &[named], false, HOPS)? {
            Start::Container(found) => Some(found),
            Start::External => None,
        }
    }

    /// The module with this whole name (`a.b.c` is the module `c`, not the package `a`).
    pub(crate) fn module(&self, tables: FileView<'_, 'a>, file: FileId, path: &str) -> Option<SymbolId> {
        match self.ecosystems.locate(tables, (file, 0), (path, "", path), 0).start {
            Start::Container(found) => Some(found),
            Start::External => None,
        }
    }

    /// A name inside a container: its own definitions, then submodules, then
    /// what it offers again. Inheritance is not looked at.
    pub(crate) fn member(
        &self,
        tables: FileView<'_, 'a>,
        container: SymbolId,
        name: u64,
        hops: usize,
    ) -> Option<SymbolId> {
        if let Some(own) = self.own(tables, container, name) {
            return Some(own);
        }
        tables.as_file(container).filter(|_| hops > 0)?;
        tables.offered(container, name, hops, || {
            self.reached.get((container, hops), || self.reach(&tables, &[container], hops)).iter().find_map(
                |&(at, hops)| {
                    let own = if at == container { None } else { self.own(tables, at, name) };
                    own.or_else(|| self.offered(tables, at, name, hops))
                },
            )
        })
    }

    /// The re-export of a container under a name, though it has a module of that name.
    pub(crate) fn beside_module(
        &self,
        tables: FileView<'_, 'a>,
        container: SymbolId,
        name: u64,
    ) -> Option<SymbolId> {
        let named = self.of(tables, tables.as_file(container)?).named.get(&name)?;
        let each = named.iter().filter_map(|one| self.follow(tables, std::slice::from_ref(one), true, HOPS));
        let mut each = each.filter_map(|start| match start {
            Start::Container(found) => Some(found).filter(|found| tables.as_file(*found).is_none()),
            Start::External => None,
        });
        each.next()
    }

    /// A name that the wildcards of a file bring into it.
    pub(crate) fn wild(&self, tables: FileView<'_, 'a>, file: FileId, name: u64) -> Option<SymbolId> {
        let wildcards = &self.of(tables, file).wildcards;
        if wildcards.is_empty() {
            return None;
        }
        let find = || {
            let containers: Vec<SymbolId> = wildcards.iter().map(|(container, _)| *container).collect();
            self.reach(&tables, &containers, WILD_HOPS)
        };
        // Under the file's own number and more hops than any walk has.
        let reached = self.reached.get((tables.file_symbol(file), usize::MAX), find);
        reached.iter().find_map(|&(at, hops)| {
            self.own(tables, at, name).or_else(|| self.offered(tables, at, name, hops))
        })
    }

    /// The re-export under a name that a wildcard of a file brings into it, though there is a module
    /// of that name beside it.
    pub(crate) fn wild_beside_module(
        &self,
        tables: FileView<'_, 'a>,
        file: FileId,
        name: u64,
    ) -> Option<SymbolId> {
        let wildcards = &self.of(tables, file).wildcards;
        wildcards.iter().find_map(|(container, _)| self.beside_module(tables, *container, name))
    }

    /// A definition of a container, or a submodule.
    fn own(&self, tables: FileView<'_, 'a>, container: SymbolId, name: u64) -> Option<SymbolId> {
        tables.member(container, name).or_else(|| {
            let submodule = self.ecosystems.submodule(&tables, container, name)?;
            Some(tables.file_symbol(submodule))
        })
    }

    /// The explicit re-export of a container under a name, without wildcards.
    fn offered(
        &self,
        tables: FileView<'_, 'a>,
        container: SymbolId,
        name: u64,
        hops: usize,
    ) -> Option<SymbolId> {
        let file = tables.as_file(container).filter(|_| hops > 0)?;
        let named = self.of(tables, file).named.get(&name)?;
        match self.follow(tables, named, true, hops - 1)? {
            Start::Container(found) => Some(found),
            Start::External => None,
        }
    }

    /// The containers whose names others take over through wildcards, in the
    /// order in which they are looked through, each with the hops that are left
    /// there.
    ///
    /// Files that take over each other's names make ways that meet again and
    /// again: their number grows with the power of their length. So a container
    /// is looked through again only if more hops are left than before.
    fn reach(&self, tables: &Tables<'a>, containers: &[SymbolId], hops: usize) -> Reached {
        let mut reached: Vec<(SymbolId, usize)> = Vec::new();
        let mut most: FxHashMap<SymbolId, usize> = FxHashMap::default();
        let mut next: Vec<(SymbolId, usize)> =
            containers.iter().rev().map(|container| (*container, hops)).collect();
        while let Some((container, hops)) = next.pop().filter(|_| reached.len() < REACHED) {
            if most.get(&container).is_some_and(|known| *known >= hops) {
                continue;
            }
            most.insert(container, hops);
            reached.push((container, hops));
            let Some(file) = tables.as_file(container).filter(|_| hops > 0) else { continue };
            let wildcards = &self.read(tables, file).0.wildcards;
            let offered = wildcards.iter().rev().filter(|(_, reexport)| *reexport);
            next.extend(offered.map(|(target, _)| (*target, hops - 1)));
        }
        reached.into()
    }
}
