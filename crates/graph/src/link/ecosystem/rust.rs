//! Rust: crates from `Cargo.toml`, the module tree from `mod` declarations,
//! `crate`/`self`/`super`.

mod targets;

use super::{ImportTarget, folder_of, folders_above, join};
use crate::ids::{FileId, SymbolId};
use crate::link::file_view::FileView;
use crate::link::imports::Start;
use crate::link::tables::Tables;
use fathom_syntax::{ImportFlags, ImportSystem, Kind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};
use targets::Targets;

/// Inline modules around a place that are followed.
const NESTED: usize = 32;

/// The module that a file is.
#[derive(Clone, Copy)]
struct Module {
    /// The root file of its crate.
    root: FileId,
    /// The file or inline module that declares it; `None` for a root.
    parent: Option<SymbolId>,
}

/// The crates of the repository and the module that each file is.
pub(crate) struct Crates {
    /// Library root by crate name.
    libraries: FxHashMap<String, FileId>,
    modules: FxHashMap<FileId, Module>,
    /// Names of crates that manifests depend on.
    dependencies: FxHashSet<u64>,
    /// Files by the module that declares them and their name.
    children: FxHashMap<(SymbolId, u64), FileId>,
}

impl Crates {
    pub(crate) fn new(tables: &Tables<'_>) -> Crates {
        let mut crates = Crates {
            libraries: FxHashMap::default(),
            modules: FxHashMap::default(),
            dependencies: FxHashSet::default(),
            children: FxHashMap::default(),
        };
        if !tables.files.iter().any(|file| file.language.names.imports == ImportSystem::Crates) {
            return crates;
        }
        let targets = Targets::new(tables);
        for (name, root) in &targets.libraries {
            crates.libraries.entry(name.clone()).or_insert(*root);
        }
        crates.dependencies = targets::dependencies(tables, &targets.libraries);
        for &root in &targets.roots {
            crates.add_crate(tables, root);
        }
        crates.add_undeclared(tables, &targets);
        crates
    }

    /// Follows the `mod` declarations of a crate. A file that several crates declare belongs to
    /// the first.
    fn add_crate(&mut self, tables: &Tables<'_>, root: FileId) {
        if self.modules.contains_key(&root) {
            return;
        }
        self.modules.insert(root, Module { root, parent: None });
        let mut next = vec![root];
        while let Some(file) = next.pop() {
            let input = &tables.files[file.index()];
            let stem = input.path.rsplit('/').next().unwrap_or("").trim_end_matches(".rs");
            let folder = folder_of(input.path);
            // Children of `a.rs` are in `a/`, those of a root and of `mod.rs` beside them.
            let below = if file == root || stem == "mod" { folder.to_owned() } else { join(folder, stem) };
            for import in input.facts.imports.iter().filter(|one| one.flags & ImportFlags::MODULE != 0) {
                let container = module_around(tables, file, import.scope);
                let (path, name) = (input.facts.text(import.path), input.facts.text(import.name));
                let inline = inline_folders(tables, file, import.scope);
                let found = if path == "self" {
                    let folder = join(&below, &inline);
                    [format!("{name}.rs"), format!("{name}/mod.rs")]
                        .iter()
                        .find_map(|candidate| tables.path(&join(&folder, candidate)))
                } else {
                    let folder = if inline.is_empty() { folder.to_owned() } else { join(&below, &inline) };
                    tables.path(&join(&folder, path))
                };
                let Some(found) = found.filter(|found| *found != file) else { continue };
                self.children.entry((container, hash_name(name))).or_insert(found);
                self.modules.entry(found).or_insert_with(|| {
                    next.push(found);
                    Module { root, parent: Some(container) }
                });
            }
        }
    }

    /// Files that no declaration leads to, as those that a macro declares: by their path.
    fn add_undeclared(&mut self, tables: &Tables<'_>, targets: &Targets<'_>) {
        for (index, input) in tables.files.iter().enumerate() {
            let file = FileId::from_index(index);
            if input.language.names.imports != ImportSystem::Crates || self.modules.contains_key(&file) {
                continue;
            }
            let package = folders_above(input.path).find(|folder| targets.folders.contains(folder));
            let root = package.and_then(|folder| {
                ["src/lib.rs", "src/main.rs"].iter().find_map(|root| tables.path(&join(folder, root)))
            });
            let path = input.path.trim_end_matches(".rs");
            let own = path.strip_suffix("/mod").unwrap_or(path);
            let (folder, name) = own.rsplit_once('/').unwrap_or(("", own));
            let parent = [
                format!("{folder}.rs"),
                join(folder, "mod.rs"),
                join(folder, "lib.rs"),
                join(folder, "main.rs"),
            ]
            .iter()
            .filter_map(|candidate| tables.path(candidate))
            .find(|found| *found != file)
            .map(|parent| tables.file_symbol(parent));
            if let Some(parent) = parent {
                self.children.entry((parent, hash_name(name))).or_insert(file);
            }
            self.modules.insert(file, Module { root: root.unwrap_or(file), parent });
        }
    }

    pub(crate) fn locate(
        &self,
        tables: FileView<'_, '_>,
        (file, scope): (FileId, u32),
        (path, name, alias): (&str, &str, &str),
        flags: u32,
    ) -> ImportTarget {
        let here = module_around(&tables, file, scope);
        if flags & ImportFlags::MODULE != 0 {
            return match self.submodule(here, hash_name(name)) {
                Some(child) => ImportTarget {
                    start: Start::Container(tables.file_symbol(child)),
                    segments: Vec::new(),
                    local: name.to_owned(),
                    wildcard: false,
                },
                None => ImportTarget::nowhere(name),
            };
        }
        let local = if alias.is_empty() { name } else { alias };
        let wildcard = name == "*";
        let mut segments: Vec<&str> = path.split("::").map(str::trim).filter(|s| !s.is_empty()).collect();
        if !name.is_empty() && !wildcard && name != "self" {
            segments.push(name);
        }
        let local = if local.is_empty() { segments.last().copied().unwrap_or("") } else { local };
        let Some(first) = segments.first().copied() else { return ImportTarget::nowhere(local) };
        let library = self.libraries.get(first).map(|root| tables.file_symbol(*root));
        let mut start = match first {
            "crate" | "$crate" => self.modules.get(&file).map(|module| tables.file_symbol(module.root)),
            "self" => Some(here),
            "super" => self.parent(&tables, here),
            // Since 2018 a path starts at a crate or at a name in scope: a child module or an item.
            other => library.or_else(|| self.holder(tables, here, hash_name(other))),
        };
        let is_consumed = matches!(first, "crate" | "$crate" | "self" | "super") || library.is_some();
        let mut rest = &segments[usize::from(is_consumed)..];
        while let (Some(at), Some(&"super")) = (start, rest.first()) {
            start = self.parent(&tables, at);
            rest = &rest[1..];
        }
        match start {
            Some(start) => ImportTarget {
                start: Start::Container(start),
                segments: rest.iter().map(|segment| hash_name(segment)).collect(),
                local: local.to_owned(),
                wildcard: wildcard && rest.is_empty(),
            },
            None => ImportTarget { wildcard, ..ImportTarget::nowhere(local) },
        }
        .walk_wildcard(tables, self, wildcard)
    }

    /// The module, from one outwards to its file, that has a child or an item of a name.
    fn holder(&self, tables: FileView<'_, '_>, module: SymbolId, name: u64) -> Option<SymbolId> {
        let has = |at: SymbolId| {
            self.submodule(at, name).is_some() || tables.written_members(at, name).next().is_some()
        };
        let file = tables.file_symbol(tables.file_of(module));
        [module, file].into_iter().find(|at| has(*at))
    }

    /// The module that a module is declared in.
    fn parent(&self, tables: &Tables<'_>, module: SymbolId) -> Option<SymbolId> {
        match tables.as_file(module) {
            Some(file) => self.modules.get(&file)?.parent,
            None => Some(module_around(tables, tables.file_of(module), tables.definition(module).parent)),
        }
    }

    /// The root file of the crate that a file belongs to.
    pub(crate) fn root(&self, file: FileId) -> Option<FileId> {
        self.modules.get(&file).map(|module| module.root)
    }

    /// Whether a name is that of a crate outside of the repository.
    pub(crate) fn is_dependency(&self, name: u64) -> bool {
        self.dependencies.contains(&name)
    }

    pub(crate) fn submodule(&self, module: SymbolId, name: u64) -> Option<FileId> {
        self.children.get(&(module, name)).copied()
    }
}

impl ImportTarget {
    /// `use a::b::*`: the module or type behind the path, as far as it is written there.
    fn walk_wildcard(mut self, tables: FileView<'_, '_>, crates: &Crates, wildcard: bool) -> ImportTarget {
        if !wildcard || self.wildcard {
            return self;
        }
        let Start::Container(start) = self.start else { return self };
        let mut at = Some(start);
        for segment in &self.segments {
            at = at.and_then(|container| {
                let file = crates.submodule(container, *segment);
                file.map(|file| tables.file_symbol(file))
                    .or_else(|| tables.written_members(container, *segment).next())
            });
        }
        self.segments.clear();
        self.wildcard = true;
        self.start = at.map_or(Start::External, Start::Container);
        self
    }
}

/// The innermost inline module around a definition, or its file.
fn module_around(tables: &Tables<'_>, file: FileId, scope: u32) -> SymbolId {
    let base = tables.file_symbol(file);
    inline_modules(tables, file, scope).next().map_or(base, |module| base + module)
}

/// The folder that the children of the inline modules around a definition are in.
fn inline_folders(tables: &Tables<'_>, file: FileId, scope: u32) -> String {
    let facts = tables.files[file.index()].facts;
    let mut names: Vec<&str> = inline_modules(tables, file, scope)
        .map(|module| facts.text(facts.definitions[module as usize].name))
        .collect();
    names.reverse();
    names.join("/")
}

/// The inline modules around a definition, itself included, from the inside out.
fn inline_modules<'t>(tables: &'t Tables<'_>, file: FileId, scope: u32) -> impl Iterator<Item = u32> + 't {
    let definitions = tables.files[file.index()].facts.definitions;
    std::iter::successors(Some(scope), |at| definitions.get(*at as usize).map(|one| one.parent))
        .take_while(|at| *at != 0 && (*at as usize) < definitions.len())
        .take(NESTED)
        .filter(|at| definitions[*at as usize].kind() == Kind::Module)
}

/// Whether two versions of a file declare the same child modules.
pub(crate) fn same_modules(
    before: &fathom_syntax::FactsView<'_>,
    now: &fathom_syntax::FactsView<'_>,
) -> bool {
    let declared = |facts: &fathom_syntax::FactsView<'_>| {
        let modules = facts.imports.iter().filter(|import| import.flags & ImportFlags::MODULE != 0);
        let named = modules.map(|import| {
            let inline = inline_names(facts, import.scope);
            (facts.strings.hash(import.path), facts.strings.hash(import.name), inline)
        });
        named.collect::<FxHashSet<_>>()
    };
    declared(before) == declared(now)
}

fn inline_names(facts: &fathom_syntax::FactsView<'_>, scope: u32) -> Vec<u64> {
    let mut names = Vec::new();
    let mut at = scope;
    while at != 0 && names.len() < NESTED {
        let Some(definition) = facts.definitions.get(at as usize) else { break };
        names.push(facts.strings.hash(definition.name));
        at = definition.parent;
    }
    names
}
