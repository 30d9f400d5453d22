//! What each file's imports lead to.
//!
//! An import is kept as a starting container and the names to follow from
//! there. The names are followed only when asked for, because they may lead
//! through other files' re-exports.

use super::ecosystem::Ecosystems;
use super::look::{Look, Mark, Marks};
use super::tables::Tables;
use fathom_syntax::{ImportFlags, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

/// How many re-exports are followed before giving up.
const HOPS: usize = 8;

/// More imports than this are looked through for repeats.
const FEW: usize = 64;

/// Imports of one name that are offered again under another.
const OFFERED: usize = 64;

/// Where an import starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Start {
    /// A file's symbol, a type or a package of this repository.
    Container(u32),
    /// Outside of the repository.
    External,
}

/// One imported name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Named {
    pub(crate) start: Start,
    /// Names to follow from the start; empty for the start itself.
    pub(crate) segments: Vec<u64>,
    pub(crate) reexport: bool,
}

/// The imports of one file, by local name.
#[derive(Default)]
pub(crate) struct FileImports {
    named: FxHashMap<u64, Vec<Named>>,
    /// Containers all of whose names are in scope; whether offered again.
    pub(crate) wildcards: Vec<(u32, bool)>,
    /// Whether some wildcard leads out of the repository.
    pub(crate) external_wildcard: bool,
    /// Files imported, with the line.
    pub(crate) files: Vec<(u32, u32)>,
}

/// The imports of all files, each read when it is first asked for.
pub(crate) struct Imports<'a> {
    files: Vec<OnceLock<(FileImports, Vec<Mark>)>>,
    ecosystems: Ecosystems<'a>,
}

fn read(tables: Look<'_, '_>, ecosystems: &Ecosystems<'_>, file: u32) -> FileImports {
    let input = &tables.files[file as usize];
    let mut out = FileImports::default();
    // What is imported twice is found in the same place: the second time adds nothing.
    let many = input.facts.imports.len() > FEW;
    let mut known: FxHashSet<(u64, Named)> = FxHashSet::default();
    let mut known_wildcards: FxHashSet<(u32, bool)> = FxHashSet::default();
    for import in input.facts.imports {
        if import.flags & ImportFlags::PACKAGE != 0 {
            continue;
        }
        let text = |id| input.facts.text(id);
        let (path, name, alias) = (text(import.path), text(import.name), text(import.alias));
        let located = ecosystems.locate(tables, file, path, name, alias, import.flags);
        if let Start::Container(container) = located.start {
            let imported =
                if container < tables.symbol_count() { Some(tables.file_of(container)) } else { None };
            if let Some(imported) = imported.filter(|imported| *imported != file) {
                out.files.push((tables.file_symbol(imported), import.line));
            }
        }
        let reexport = import.flags & ImportFlags::REEXPORT != 0;
        if located.wildcard {
            match located.start {
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
        let named = Named { start: located.start, segments: located.segments, reexport };
        let local = hash_name(&located.local);
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
    let mut offered: Vec<(u64, Named)> = Vec::new();
    for (local, named) in &imports.named {
        for one in named.iter().filter(|one| one.reexport && one.start == own && one.segments.len() == 1) {
            let imported = imports.named.get(&one.segments[0]).into_iter().flatten();
            let imported = imported.filter(|other| other.start != own).take(OFFERED);
            offered.extend(imported.map(|other| (*local, other.clone())));
        }
    }
    offered.sort_unstable_by_key(|(local, _)| *local);
    for (local, named) in offered {
        imports.named.entry(local).or_default().push(Named { reexport: true, ..named });
    }
}

impl<'a> Imports<'a> {
    pub(crate) fn new(tables: &Tables<'a>) -> Imports<'a> {
        let files = std::iter::repeat_with(OnceLock::new).take(tables.files.len()).collect();
        Imports { files, ecosystems: Ecosystems::new(tables) }
    }

    /// The imports of one file.
    pub(crate) fn of(&self, tables: Look<'_, 'a>, file: u32) -> &FileImports {
        tables.note_imports(file);
        &self.read(&tables, file).0
    }

    /// What a file's imports looked at to find where they start.
    pub(crate) fn marks(&self, tables: &Tables<'a>, file: u32) -> &[Mark] {
        &self.read(tables, file).1
    }

    fn read(&self, tables: &Tables<'a>, file: u32) -> &(FileImports, Vec<Mark>) {
        // Noted apart from what asks: whoever asks next uses the same imports.
        self.files[file as usize].get_or_init(|| {
            let marks = Marks::new();
            let imports = read(Look::new(tables, &marks), &self.ecosystems, file);
            (imports, marks.into_sorted())
        })
    }

    /// What a file's import calls `name`.
    pub(crate) fn local(&self, tables: Look<'_, 'a>, file: u32, name: u64) -> Option<Start> {
        self.follow(tables, self.of(tables, file).named.get(&name)?, false, HOPS)
    }

    fn follow(&self, tables: Look<'_, 'a>, named: &[Named], reexported: bool, hops: usize) -> Option<Start> {
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

    /// What a path written out in code leads to (`crate::a::b`).
    pub(crate) fn path(&self, tables: Look<'_, 'a>, file: u32, path: &str) -> Option<u32> {
        let located = self.ecosystems.locate(tables, file, path, "", "", 0);
        let named = Named { start: located.start, segments: located.segments, reexport: false };
        match self.follow(tables, &[named], false, HOPS)? {
            Start::Container(found) => Some(found),
            Start::External => None,
        }
    }

    /// A name inside a container: its own definitions, then submodules, then
    /// what it offers again. Inheritance is not looked at.
    pub(crate) fn member(&self, tables: Look<'_, 'a>, container: u32, name: u64, hops: usize) -> Option<u32> {
        if let Some(own) = tables.member(container, name) {
            return Some(own);
        }
        let file = tables.as_file(container)?;
        if let Some(submodule) = self.ecosystems.submodule(&tables, file, name) {
            return Some(tables.file_symbol(submodule));
        }
        if hops == 0 {
            return None;
        }
        // Files that offer each other's names again make ways that meet again and again: their
        // number grows with the power of their length.
        tables.offered(container, name, hops, || self.offered(tables, file, name, hops - 1))
    }

    /// What a file offers again under a name.
    fn offered(&self, tables: Look<'_, 'a>, file: u32, name: u64, hops: usize) -> Option<u32> {
        let imports = self.of(tables, file);
        if let Some(named) = imports.named.get(&name)
            && let Some(Start::Container(found)) = self.follow(tables, named, true, hops)
        {
            return Some(found);
        }
        let own = tables.file_symbol(file);
        imports
            .wildcards
            .iter()
            .filter(|(target, reexport)| *reexport && *target != own)
            .find_map(|(target, _)| self.member(tables, *target, name, hops))
    }
}
