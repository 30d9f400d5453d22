//! Every definition numbered, every name and member indexed.
//!
//! A *container* is what a name can be a member of: a type or module symbol, a
//! file (its symbol 0), or a package, which has no symbol of its own and is
//! numbered after the last one.

use super::FileInput;
use super::rules::{Package, Rules, rules};
use crate::layout::NameEntry;
use fathom_syntax::{Definition, Flags, ImportFlags, Kind, NONE, hash_name};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// All definitions of all files, numbered by file and place.
pub(crate) struct Tables<'a> {
    pub(crate) files: &'a [FileInput<'a>],
    bases: Vec<u32>,
    file_of: Vec<u32>,
    /// What a symbol is nested in: as written, or the type it was attached to.
    pub(crate) containers: Vec<u32>,
    members: FxHashMap<(u32, u64), u32>,
    next_member: Vec<u32>,
    /// For types that several definitions make up: the first of them.
    canonical: FxHashMap<u32, u32>,
    sorted_names: Vec<NameEntry>,
    names: FxHashMap<u64, (u32, u32)>,
    paths: FxHashMap<&'a str, u32>,
    packages: FxHashMap<u64, u32>,
    package_of: Vec<Option<u32>>,
    package_names: Vec<String>,
}

impl<'a> Tables<'a> {
    pub(crate) fn new(files: &'a [FileInput<'a>]) -> Tables<'a> {
        let mut bases = Vec::with_capacity(files.len() + 1);
        let mut total = 0u32;
        for file in files {
            bases.push(total);
            total += file.facts.definitions.len() as u32;
        }
        bases.push(total);
        let mut file_of = vec![0; total as usize];
        let mut containers = vec![NONE; total as usize];
        for (index, file) in files.iter().enumerate() {
            let base = bases[index];
            for (local, definition) in file.facts.definitions.iter().enumerate() {
                file_of[base as usize + local] = index as u32;
                if definition.parent != NONE {
                    containers[base as usize + local] = base + definition.parent;
                }
            }
        }
        let mut tables = Tables {
            files,
            bases,
            file_of,
            containers,
            members: FxHashMap::default(),
            next_member: vec![NONE; total as usize],
            canonical: FxHashMap::default(),
            sorted_names: Vec::new(),
            names: FxHashMap::default(),
            paths: files.iter().enumerate().map(|(index, file)| (file.path, index as u32)).collect(),
            packages: FxHashMap::default(),
            package_of: vec![None; files.len()],
            package_names: Vec::new(),
        };
        tables.index_names();
        tables.find_packages();
        tables.merge_reopened();
        tables.index_members();
        tables
    }

    fn index_names(&mut self) {
        let mut entries: Vec<NameEntry> = Vec::with_capacity(self.containers.len());
        for (index, file) in self.files.iter().enumerate() {
            for (local, definition) in file.facts.definitions.iter().enumerate() {
                let hash = file.facts.strings.hash(definition.name);
                entries.push(NameEntry { hash, symbol: self.bases[index] + local as u32, spare: 0 });
            }
        }
        entries.par_sort_unstable();
        self.names.reserve(entries.len() / 2);
        let mut start = 0;
        while start < entries.len() {
            let hash = entries[start].hash;
            let len = entries[start..].iter().take_while(|entry| entry.hash == hash).count();
            self.names.insert(hash, (start as u32, len as u32));
            start += len;
        }
        self.sorted_names = entries;
    }

    fn find_packages(&mut self) {
        for (index, file) in self.files.iter().enumerate() {
            let rules = rules(file.language);
            let name = match rules.package {
                Package::File => continue,
                Package::Everything => String::new(),
                Package::Folder => {
                    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
                    folder.to_owned()
                }
                Package::Declared => declared_package(file),
            };
            let package = self.package_or_new(rules.family, &name);
            self.package_of[index] = Some(package);
        }
    }

    fn package_or_new(&mut self, family: &str, name: &str) -> u32 {
        let next = self.symbol_count() + self.package_names.len() as u32;
        let package = *self.packages.entry(package_key(family, name)).or_insert(next);
        if package == next {
            self.package_names.push(name.to_owned());
        }
        package
    }

    /// The package with this name, in dots.
    pub(crate) fn package(&self, family: &str, name: &str) -> Option<u32> {
        self.packages.get(&package_key(family, name)).copied()
    }

    /// The name of a package by its number.
    pub(crate) fn package_name(&self, package: u32) -> &str {
        package
            .checked_sub(self.symbol_count())
            .and_then(|index| self.package_names.get(index as usize))
            .map_or("", String::as_str)
    }

    /// The package a file stands in, where its language has packages.
    pub(crate) fn package_of(&self, file: u32) -> Option<u32> {
        self.package_of[file as usize]
    }

    /// One type written in several places is one container: Ruby's reopened
    /// classes, C#'s partial ones, every language's namespaces.
    fn merge_reopened(&mut self) {
        let mut first: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        for (index, file) in self.files.iter().enumerate() {
            let rules = rules(file.language);
            if rules.package == Package::File {
                continue;
            }
            for (local, definition) in file.facts.definitions.iter().enumerate().skip(1) {
                let kind = definition.kind();
                let merges = kind == Kind::Module || rules.reopens && kind.is_type();
                if !merges {
                    continue;
                }
                let symbol = self.bases[index] + local as u32;
                let mut outer = if definition.parent == 0 {
                    self.package_of[index].unwrap_or(self.bases[index])
                } else {
                    self.canonical(self.bases[index] + definition.parent)
                };
                for segment in file.facts.text(definition.owner).split('.').filter(|s| !s.is_empty()) {
                    if let Some(&found) = first.get(&(outer, hash_name(segment))) {
                        outer = found;
                        self.containers[symbol as usize] = found;
                    }
                }
                let key = (outer, file.facts.strings.hash(definition.name));
                let canonical = *first.entry(key).or_insert(symbol);
                if canonical != symbol {
                    self.canonical.insert(symbol, canonical);
                }
            }
        }
    }

    fn index_members(&mut self) {
        self.members.reserve(self.containers.len());
        // Backwards, so that each list runs from the first definition to the last.
        for symbol in (0..self.symbol_count()).rev() {
            let definition = *self.definition(symbol);
            let reopened =
                self.is_type_like(symbol) && self.containers[symbol as usize] != self.lexical_parent(symbol);
            // Sentences that name tests, headings and keys are no names that code can use.
            let unnameable = matches!(definition.kind(), Kind::File | Kind::Test | Kind::Section | Kind::Key);
            if unnameable || definition.owner != 0 && !reopened {
                continue;
            }
            let container = self.home(symbol);
            self.add_member(container, symbol);
        }
    }

    fn lexical_parent(&self, symbol: u32) -> u32 {
        let file = self.file_of(symbol);
        self.bases[file as usize] + self.definition(symbol).parent
    }

    fn is_type_like(&self, symbol: u32) -> bool {
        let kind = self.definition(symbol).kind();
        kind.is_type() || kind == Kind::Module
    }

    /// The container in which a symbol's name is looked up.
    fn home(&self, symbol: u32) -> u32 {
        let container = self.containers[symbol as usize];
        let file = self.file_of(symbol);
        if container == self.bases[file as usize] {
            return self.package_of[file as usize].unwrap_or(container);
        }
        self.canonical(container)
    }

    /// Makes a symbol a member of a container, before those already there.
    pub(crate) fn add_member(&mut self, container: u32, symbol: u32) {
        let key = (container, self.name_hash(symbol));
        let next = self.members.insert(key, symbol);
        self.next_member[symbol as usize] = next.unwrap_or(NONE);
    }

    /// Members of a container with this name, in order.
    pub(crate) fn members(&self, container: u32, name: u64) -> impl Iterator<Item = u32> + '_ {
        let first = self.members.get(&(container, name)).copied();
        std::iter::successors(first, |&symbol| {
            let next = self.next_member[symbol as usize];
            (next != NONE).then_some(next)
        })
    }

    /// All symbols with this name.
    pub(crate) fn named(&self, name: u64) -> impl Iterator<Item = u32> + '_ {
        let (start, len) = self.names.get(&name).copied().unwrap_or((0, 0));
        self.sorted_names[start as usize..(start + len) as usize].iter().map(|entry| entry.symbol)
    }

    /// The first of the definitions that make up a type; a package is itself.
    pub(crate) fn canonical(&self, symbol: u32) -> u32 {
        self.canonical.get(&symbol).copied().unwrap_or(symbol)
    }

    /// Number of symbols; containers from here on are packages.
    pub(crate) fn symbol_count(&self) -> u32 {
        self.containers.len() as u32
    }

    /// The file a symbol stands in.
    pub(crate) fn file_of(&self, symbol: u32) -> u32 {
        self.file_of[symbol as usize]
    }

    /// The symbol of a file.
    pub(crate) fn file_symbol(&self, file: u32) -> u32 {
        self.bases[file as usize]
    }

    /// The file whose symbol this is.
    pub(crate) fn as_file(&self, symbol: u32) -> Option<u32> {
        (symbol < self.symbol_count())
            .then(|| self.file_of(symbol))
            .filter(|file| self.bases[*file as usize] == symbol)
    }

    /// The definition behind a symbol.
    pub(crate) fn definition(&self, symbol: u32) -> &'a Definition {
        let file = self.file_of(symbol);
        &self.files[file as usize].facts.definitions[(symbol - self.bases[file as usize]) as usize]
    }

    /// A symbol's name.
    pub(crate) fn name(&self, symbol: u32) -> &'a str {
        self.files[self.file_of(symbol) as usize].facts.text(self.definition(symbol).name)
    }

    pub(crate) fn name_hash(&self, symbol: u32) -> u64 {
        self.files[self.file_of(symbol) as usize].facts.strings.hash(self.definition(symbol).name)
    }

    /// The rules a file is resolved by.
    pub(crate) fn rules(&self, file: u32) -> &'static Rules {
        rules(self.files[file as usize].language)
    }

    /// The file with this path.
    pub(crate) fn path(&self, path: &str) -> Option<u32> {
        self.paths.get(path).copied()
    }

    pub(crate) fn file_bases(&self) -> &[u32] {
        &self.bases
    }

    pub(crate) fn sorted_names(&self) -> &[NameEntry] {
        &self.sorted_names
    }

    /// Whether code outside of its file can use a symbol by name.
    pub(crate) fn is_file_private(&self, symbol: u32) -> bool {
        let definition = self.definition(symbol);
        let private = definition.visibility() == fathom_syntax::Visibility::Private;
        private && matches!(self.rules(self.file_of(symbol)).family, "c" | "swift") && definition.parent == 0
    }

    /// Whether a symbol is only announced here and defined elsewhere.
    pub(crate) fn is_declaration(&self, symbol: u32) -> bool {
        self.definition(symbol).flags().has(Flags::DECLARATION)
    }
}

fn declared_package(file: &FileInput<'_>) -> String {
    let package = file.facts.imports.iter().find(|import| import.flags & ImportFlags::PACKAGE != 0);
    package.map_or(String::new(), |import| dotted(file.facts.text(import.path)))
}

/// A package path with dots, whatever the language's separator.
pub(crate) fn dotted(path: &str) -> String {
    path.replace("::", ".").replace(['\\', '/'], ".").trim_matches('.').to_owned()
}

fn package_key(family: &str, name: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    (family, name).hash(&mut hasher);
    hasher.finish()
}
