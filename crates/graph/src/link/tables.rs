//! Every definition numbered, every name and member indexed.
//!
//! A *container* is what a name can be a member of: a type or module symbol, a
//! file (its symbol 0), or a package, which has no symbol of its own and is
//! numbered after the last one.

use super::FileInput;
use super::builds::Builds;
use super::file_view::{Mark, imports_mark};
use super::members::Members;
use super::names::Names;
use crate::ids::{FileId, SymbolId};
use crate::layout::{Brief, NameEntry};
use fathom_syntax::{Definition, FactsView, Flags, ImportFlags, Kind, NONE, NameRules, Package, hash_name};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// All definitions of all files, numbered by file and place.
pub(crate) struct Tables<'a> {
    pub(crate) files: &'a [FileInput<'a>],
    starts: Vec<SymbolId>,
    briefs: Vec<Brief>,
    /// What a symbol is nested in: as written, or the type it was attached to.
    pub(crate) containers: Vec<SymbolId>,
    /// The hash of each symbol's name.
    hashes: Vec<u64>,
    names: Names,
    /// Members that are written inside of their container.
    written: Members,
    /// Members that are written elsewhere; see [`super::owners`].
    attached: Option<Members>,
    /// For types that several definitions make up: the first of them.
    canonical: FxHashMap<SymbolId, SymbolId>,
    /// Types whose own name is a path of which nothing opens the first part, by the hash of the
    /// whole path with dots.
    compact: FxHashMap<u64, SymbolId>,
    /// Which files are compiled together.
    pub(crate) builds: Builds,
    paths: FxHashMap<&'a str, FileId>,
    imports_marks: Vec<Mark>,
    packages: FxHashMap<u64, SymbolId>,
    package_of: Vec<Option<SymbolId>>,
    package_names: Vec<String>,
}

impl<'a> Tables<'a> {
    pub(crate) fn new(files: &'a [FileInput<'a>]) -> Tables<'a> {
        let mut starts = Vec::with_capacity(files.len() + 1);
        let mut total = SymbolId::default();
        for file in files {
            starts.push(total);
            total = total + file.facts.definitions.len() as u32;
        }
        starts.push(total);
        let mut briefs = Vec::with_capacity(total.index());
        let mut containers = Vec::with_capacity(total.index());
        let mut hashes = Vec::with_capacity(total.index());
        for (index, file) in files.iter().enumerate() {
            let base = starts[index];
            for definition in file.facts.definitions {
                briefs.push(Brief {
                    file: FileId::from_index(index),
                    flags: definition.flags().0,
                    kind: definition.kind() as u8,
                    spare: 0,
                });
                hashes.push(file.facts.strings.hash(definition.name));
                containers.push(if definition.parent == NONE {
                    SymbolId::NONE
                } else {
                    base + definition.parent
                });
            }
        }
        let mut tables = Tables {
            files,
            starts,
            briefs,
            containers,
            names: Names::new(&hashes),
            written: Members::new(hashes.len()),
            hashes,
            attached: None,
            canonical: FxHashMap::default(),
            compact: FxHashMap::default(),
            builds: Builds::new(files),
            paths: files
                .iter()
                .enumerate()
                .map(|(index, file)| (file.path, FileId::from_index(index)))
                .collect(),
            imports_marks: files.iter().map(|file| imports_mark(file.path)).collect(),
            packages: FxHashMap::default(),
            package_of: vec![None; files.len()],
            package_names: Vec::new(),
        };
        tables.find_packages();
        tables.merge_reopened();
        tables.index_members();
        tables
    }

    fn find_packages(&mut self) {
        for (index, file) in self.files.iter().enumerate() {
            let rules = file.language.names;
            let name = match rules.package {
                Package::File => continue,
                Package::Everything => String::new(),
                Package::Folder => {
                    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
                    folder.to_owned()
                }
                Package::Declared => match declared_package(&file.facts) {
                    // OCaml's `item.ml` is the module `Item`.
                    none if none.is_empty() && rules.full_names => module_of_file(file.path),
                    declared => declared,
                },
            };
            let package = self.package_or_new(rules.family, &name);
            self.package_of[index] = Some(package);
        }
    }

    fn package_or_new(&mut self, family: &str, name: &str) -> SymbolId {
        let next = self.end() + self.package_names.len() as u32;
        let package = *self.packages.entry(package_key(family, name)).or_insert(next);
        if package == next {
            self.package_names.push(name.to_owned());
        }
        package
    }

    /// The package with this name, in dots.
    pub(crate) fn package(&self, family: &str, name: &str) -> Option<SymbolId> {
        self.packages.get(&package_key(family, name)).copied()
    }

    /// The name of a package by its number.
    pub(crate) fn package_name(&self, package: SymbolId) -> &str {
        package
            .index()
            .checked_sub(self.end().index())
            .and_then(|index| self.package_names.get(index))
            .map_or("", String::as_str)
    }

    /// The package of a file, where its language has packages.
    pub(crate) fn package_of(&self, file: FileId) -> Option<SymbolId> {
        self.package_of[file.index()]
    }

    /// One type written in several places is one container: Ruby's reopened
    /// classes, C#'s partial ones, every language's namespaces.
    fn merge_reopened(&mut self) {
        let mut first: FxHashMap<(SymbolId, u64), SymbolId> = FxHashMap::default();
        for (index, file) in self.files.iter().enumerate() {
            let rules = file.language.names;
            if rules.package == Package::File {
                continue;
            }
            for (local, definition) in file.facts.definitions.iter().enumerate().skip(1) {
                let kind = definition.kind();
                let is_per_build = || self.builds.is_constrained(FileId::from_index(index));
                let reopens = rules.reopens || definition.parent == 0 && is_per_build();
                let merges = kind == Kind::Module || reopens && kind.is_type();
                if !merges {
                    continue;
                }
                let symbol = self.starts[index] + local as u32;
                let mut outer = if definition.parent == 0 {
                    self.package_of[index].unwrap_or(self.starts[index])
                } else {
                    self.canonical(self.starts[index] + definition.parent)
                };
                let mut rest = file.facts.text(definition.owner);
                while let Some(segment) = rest.split('.').next().filter(|segment| !segment.is_empty()) {
                    let Some(&found) = first.get(&(outer, hash_name(segment))) else { break };
                    outer = found;
                    rest = rest[segment.len()..].trim_start_matches('.');
                }
                let key = if rest.is_empty() {
                    if definition.owner != 0 {
                        self.containers[symbol.index()] = outer;
                    }
                    (outer, file.facts.strings.hash(definition.name))
                } else {
                    // Ruby's `class A::B::C` where no text makes `A::B`: loaders do, from folders.
                    let name = format!("{rest}.{}", file.facts.text(definition.name));
                    let path =
                        if self.is_symbol(outer) { self.path_of(outer) + "." + &name } else { name.clone() };
                    self.compact.entry(hash_name(&path)).or_insert(symbol);
                    (outer, hash_name(&name))
                };
                let canonical = *first.entry(key).or_insert(symbol);
                if canonical != symbol {
                    self.canonical.insert(symbol, canonical);
                }
            }
        }
    }

    /// The names of a type and of what it is nested in, with dots.
    fn path_of(&self, symbol: SymbolId) -> String {
        let mut path = self.name(symbol).to_owned();
        let mut at = self.containers[symbol.index()];
        for _ in 0..32 {
            if at == SymbolId::NONE || !self.is_symbol(at) || self.as_file(at).is_some() {
                break;
            }
            path = format!("{}.{path}", self.name(at));
            at = self.containers[at.index()];
        }
        path
    }

    /// The type whose own name is this path, with dots.
    pub(crate) fn compact(&self, path: &str) -> Option<SymbolId> {
        self.compact.get(&hash_name(path)).copied()
    }

    /// Whether some type's own name is such a path.
    pub(crate) fn has_compact(&self) -> bool {
        !self.compact.is_empty()
    }

    fn index_members(&mut self) {
        // Backwards, so that each list runs from the first definition to the last.
        for (index, file) in self.files.iter().enumerate().rev() {
            let base = self.starts[index];
            for (local, definition) in file.facts.definitions.iter().enumerate().rev() {
                // Code cannot refer to test titles, headings and keys.
                if matches!(definition.kind(), Kind::File | Kind::Test | Kind::Section | Kind::Key) {
                    continue;
                }
                let symbol = base + local as u32;
                let reopened = is_type_like(definition.kind())
                    && self.containers[symbol.index()] != base + definition.parent;
                if definition.owner == 0 || reopened {
                    let is_declaration = definition.flags().has(Flags::DECLARATION);
                    self.written.add(&self.hashes, self.home(symbol), symbol, is_declaration);
                }
            }
        }
    }

    /// The container in which a symbol's name is looked up.
    fn home(&self, symbol: SymbolId) -> SymbolId {
        let mut container = self.containers[symbol.index()];
        let file = self.file_of(symbol);
        if self.rules(file).flat_members {
            let is_type = |of: SymbolId| {
                let place = of.index().checked_sub(self.starts[file.index()].index());
                let definition = place.and_then(|at| self.files[file.index()].facts.definitions.get(at));
                definition.is_some_and(|definition| definition.kind().is_type())
            };
            while container != SymbolId::NONE && is_type(container) {
                container = self.containers[container.index()];
            }
        }
        if container == self.starts[file.index()] {
            return self.package_of[file.index()].unwrap_or(container);
        }
        self.canonical(container)
    }

    /// Makes a symbol a member of a container in whose text it is not written,
    /// before those already there.
    pub(crate) fn attach(&mut self, container: SymbolId, symbol: SymbolId) {
        let is_declaration = self.is_declaration(symbol);
        let attached = self.attached.get_or_insert_with(|| Members::new(self.hashes.len()));
        attached.add(&self.hashes, container, symbol, is_declaration);
    }

    /// Members of a container with this name, in order.
    pub(crate) fn members(&self, container: SymbolId, name: u64) -> impl Iterator<Item = SymbolId> + '_ {
        let attached = self.attached.as_ref().map(|attached| attached.of(&self.hashes, container, name));
        attached.into_iter().flatten().chain(self.written_members(container, name))
    }

    /// Of the members of a container with this name, the one that counts: the
    /// first that is defined rather than declared, or the first.
    pub(crate) fn member(&self, container: SymbolId, name: u64) -> Option<SymbolId> {
        let (first, defined) = self.written.first(&self.hashes, container, name);
        let Some(attached) = &self.attached else { return defined.or(first) };
        let (first_attached, defined_attached) = attached.first(&self.hashes, container, name);
        defined_attached.or(defined).or(first_attached).or(first)
    }

    /// Members that are written inside of their container's text.
    pub(crate) fn written_members(
        &self,
        container: SymbolId,
        name: u64,
    ) -> impl Iterator<Item = SymbolId> + '_ {
        self.written.of(&self.hashes, container, name)
    }

    /// The container of a symbol, if it has one, and whether it is defined elsewhere.
    pub(crate) fn membership(&self, symbol: SymbolId) -> (SymbolId, bool) {
        let attached =
            self.attached.as_ref().map_or(SymbolId::NONE, |attached| attached.homes()[symbol.index()]);
        if attached == SymbolId::NONE {
            (self.written.homes()[symbol.index()], false)
        } else {
            (attached, true)
        }
    }

    /// All symbols with this name.
    pub(crate) fn named(&self, name: u64) -> impl Iterator<Item = SymbolId> + '_ {
        self.names.named(name)
    }

    /// How many symbols have this name.
    pub(crate) fn count_named(&self, name: u64) -> usize {
        self.names.count(name)
    }

    /// The first of the definitions that make up a type; a package is itself.
    pub(crate) fn canonical(&self, symbol: SymbolId) -> SymbolId {
        self.canonical.get(&symbol).copied().unwrap_or(symbol)
    }

    /// Whether some type is made up by several definitions.
    pub(crate) fn has_reopened(&self) -> bool {
        !self.canonical.is_empty()
    }

    /// Symbols of types that several definitions make up, and the first of
    /// them; sorted.
    pub(crate) fn reopened(&self) -> Vec<[SymbolId; 2]> {
        let mut reopened: Vec<[SymbolId; 2]> = self.canonical.iter().map(|(of, is)| [*of, *is]).collect();
        reopened.sort_unstable();
        reopened
    }

    /// The symbols of a file, its own first.
    pub(crate) fn symbols_of(&self, file: FileId) -> impl Iterator<Item = SymbolId> + use<> {
        self.starts[file.index()].up_to(self.starts[file.index() + 1])
    }

    /// Where the symbols of a file lie in an array of all symbols.
    pub(crate) fn range_of(&self, file: FileId) -> std::ops::Range<usize> {
        self.starts[file.index()].index()..self.starts[file.index() + 1].index()
    }

    /// Number of symbols.
    pub(crate) fn symbol_count(&self) -> u32 {
        self.containers.len() as u32
    }

    /// The number after the last symbol; containers from here on are packages.
    pub(crate) fn end(&self) -> SymbolId {
        SymbolId::from_index(self.containers.len())
    }

    /// Whether a container is a symbol and not a package.
    pub(crate) fn is_symbol(&self, container: SymbolId) -> bool {
        container < self.end()
    }

    /// The file of a symbol.
    pub(crate) fn file_of(&self, symbol: SymbolId) -> FileId {
        self.briefs[symbol.index()].file
    }

    /// The symbol of a file.
    pub(crate) fn file_symbol(&self, file: FileId) -> SymbolId {
        self.starts[file.index()]
    }

    /// The file whose symbol this is.
    pub(crate) fn as_file(&self, symbol: SymbolId) -> Option<FileId> {
        self.is_symbol(symbol)
            .then(|| self.file_of(symbol))
            .filter(|file| self.starts[file.index()] == symbol)
    }

    /// The definition behind a symbol.
    pub(crate) fn definition(&self, symbol: SymbolId) -> &'a Definition {
        let file = self.file_of(symbol);
        &self.files[file.index()].facts.definitions[(symbol - self.starts[file.index()]) as usize]
    }

    /// A symbol's name.
    pub(crate) fn name(&self, symbol: SymbolId) -> &'a str {
        self.files[self.file_of(symbol).index()].facts.text(self.definition(symbol).name)
    }

    pub(crate) fn name_hash(&self, symbol: SymbolId) -> u64 {
        self.hashes[symbol.index()]
    }

    /// The rules a file is resolved by.
    pub(crate) fn rules(&self, file: FileId) -> &'static NameRules {
        self.files[file.index()].language.names
    }

    /// The file with this path.
    pub(crate) fn path(&self, path: &str) -> Option<FileId> {
        self.paths.get(path).copied()
    }

    pub(crate) fn briefs(&self) -> &[Brief] {
        &self.briefs
    }

    pub(crate) fn file_starts(&self) -> &[SymbolId] {
        &self.starts
    }

    pub(crate) fn sorted_names(&self) -> &[NameEntry] {
        self.names.sorted()
    }

    /// The mark of a file's imports.
    pub(crate) fn imports_mark(&self, file: FileId) -> Mark {
        self.imports_marks[file.index()]
    }

    /// Whether code outside of its file can use a symbol by name.
    pub(crate) fn is_file_private(&self, symbol: SymbolId) -> bool {
        let definition = self.definition(symbol);
        let file = self.file_of(symbol);
        // A header's text is part of each file that includes it. Outside of headers, a declaration
        // is for its own file: what it declares is defined elsewhere, maybe in a library.
        let private = definition.visibility() == fathom_syntax::Visibility::Private
            || definition.kind() == Kind::Macro
            || definition.flags().has(Flags::DECLARATION) && definition.kind().is_callable();
        private
            && self.rules(file).file_private
            && definition.parent == 0
            && !is_header(self.files[file.index()].path)
    }

    /// Of several definitions with one name: the first that is defined rather
    /// than declared, or the first.
    pub(crate) fn best(&self, candidates: impl Iterator<Item = SymbolId>) -> Option<SymbolId> {
        let mut declared = None;
        for candidate in candidates {
            if !self.is_declaration(candidate) {
                return Some(candidate);
            }
            declared = declared.or(Some(candidate));
        }
        declared
    }

    /// Whether a symbol is only declared here and defined elsewhere.
    pub(crate) fn is_declaration(&self, symbol: SymbolId) -> bool {
        Flags(self.briefs[symbol.index()].flags).has(Flags::DECLARATION)
    }
}

/// Whether the text of a file is meant to be included by others.
fn is_header(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    matches!(ending, "h" | "hh" | "hpp" | "hxx" | "h++" | "inc" | "inl" | "ipp" | "tcc")
}

fn is_type_like(kind: Kind) -> bool {
    kind.is_type() || kind == Kind::Module
}

/// The package or namespace a file declares itself in, in dots.
pub(crate) fn declared_package(facts: &FactsView<'_>) -> String {
    let package = facts.imports.iter().find(|import| import.flags & ImportFlags::PACKAGE != 0);
    package.map_or(String::new(), |import| dotted(facts.text(import.path)))
}

/// A package path with dots, whatever the language's separator.
pub(crate) fn dotted(path: &str) -> String {
    path.replace("::", ".").replace(['\\', '/'], ".").trim_matches('.').to_owned()
}

/// The name of a file without its ending, capitalised.
fn module_of_file(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let mut chars = stem.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn package_key(family: &str, name: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    (family, name).hash(&mut hasher);
    hasher.finish()
}
