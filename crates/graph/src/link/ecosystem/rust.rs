//! Rust: crates from `Cargo.toml`, modules from files, `crate`/`self`/`super`.

use super::{Located, folder_of, folders_above, key_value};
use crate::ids::FileId;
use crate::link::imports::Start;
use crate::link::look::Look;
use crate::link::tables::Tables;
use fathom_syntax::{ImportSystem, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// The crates of the repository and the module each file is.
pub(crate) struct Crates {
    /// Library root by crate name.
    roots: FxHashMap<String, FileId>,
    /// Root file and module path of each file.
    place: FxHashMap<FileId, (FileId, Vec<u64>)>,
    children: FxHashMap<(FileId, u64), FileId>,
}

impl Crates {
    pub(crate) fn new(tables: &Tables<'_>) -> Crates {
        let mut crates = Crates {
            roots: FxHashMap::default(),
            place: FxHashMap::default(),
            children: FxHashMap::default(),
        };
        let mut folders: FxHashSet<&str> = FxHashSet::default();
        for (index, file) in tables.files.iter().enumerate() {
            if file.path == "Cargo.toml" || file.path.ends_with("/Cargo.toml") {
                let folder = folder_of(file.path);
                folders.insert(folder);
                let at = |inner: &str| {
                    if folder.is_empty() { inner.to_owned() } else { format!("{folder}/{inner}") }
                };
                let explicit = key_value(tables, FileId::from_index(index), &["lib", "path"]).map(at);
                let root = explicit
                    .and_then(|path| tables.path(&path))
                    .or_else(|| tables.path(&at("src/lib.rs")))
                    .or_else(|| tables.path(&at("src/main.rs")));
                let name = key_value(tables, FileId::from_index(index), &["lib", "name"])
                    .or_else(|| key_value(tables, FileId::from_index(index), &["package", "name"]));
                if let (Some(root), Some(name)) = (root, name) {
                    crates.roots.entry(name.replace('-', "_")).or_insert(root);
                }
            }
        }
        let known: FxHashSet<FileId> = crates.roots.values().copied().collect();
        for (index, file) in tables.files.iter().enumerate() {
            if file.language.names.imports == ImportSystem::Crates {
                crates.place_file(tables, FileId::from_index(index), file.path, &folders, &known);
            }
        }
        crates
    }

    fn place_file(
        &mut self,
        tables: &Tables<'_>,
        file: FileId,
        path: &str,
        folders: &FxHashSet<&str>,
        known: &FxHashSet<FileId>,
    ) {
        let folder = folders_above(path).find(|folder| folders.contains(folder)).unwrap_or("");
        let inner = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
        let parts: Vec<&str> = inner.trim_end_matches(".rs").split('/').collect();
        let is_root = known.contains(&file)
            || matches!(
                parts.as_slice(),
                ["src", "lib" | "main"]
                    | ["build"]
                    | ["src", "bin", _]
                    | ["tests" | "examples" | "benches", _]
            );
        if is_root || parts.first() != Some(&"src") && parts.len() < 2 {
            self.place.insert(file, (file, Vec::new()));
            return;
        }
        // `a/mod.rs` and `a.rs` are both module `a`; its parent is the module of the folder above.
        let own = if parts.last() == Some(&"mod") { &parts[..parts.len() - 1] } else { &parts[..] };
        let Some((name, above)) = own.split_last() else { return };
        let parent = self.module_file(tables, folder, above, file);
        if let Some(parent) = parent {
            self.children.entry((parent, hash_name(name))).or_insert(file);
        }
        let start = usize::from(own.first() == Some(&"src"));
        let module: Vec<u64> = own[start..].iter().map(|part| hash_name(part)).collect();
        let root = ["src/lib.rs", "src/main.rs"]
            .iter()
            .find_map(|root| tables.path(&prefixed(folder, root)))
            .unwrap_or(file);
        self.place.insert(file, (root, module));
    }

    /// The file of the module whose children live in `parts`.
    #[allow(clippy::unused_self, reason = "reads like its sibling methods")]
    fn module_file(&self, tables: &Tables<'_>, folder: &str, parts: &[&str], file: FileId) -> Option<FileId> {
        let path = prefixed(folder, &parts.join("/"));
        [format!("{path}.rs"), format!("{path}/mod.rs"), format!("{path}/lib.rs"), format!("{path}/main.rs")]
            .iter()
            .filter_map(|candidate| tables.path(candidate))
            .find(|found| *found != file)
    }

    pub(crate) fn locate(
        &self,
        tables: Look<'_, '_>,
        file: FileId,
        path: &str,
        name: &str,
        alias: &str,
    ) -> Located {
        let local = if alias.is_empty() { name } else { alias };
        let wildcard = name == "*";
        let mut segments: Vec<&str> = path.split("::").map(str::trim).filter(|s| !s.is_empty()).collect();
        if !name.is_empty() && !wildcard && name != "self" {
            segments.push(name);
        }
        let local = if local.is_empty() { segments.last().copied().unwrap_or("") } else { local };
        let Some(first) = segments.first().copied() else { return Located::nowhere(local) };
        let mut start = match first {
            "crate" | "$crate" => self.place.get(&file).map(|(root, _)| *root),
            "self" => Some(file),
            "super" => self.parent(file),
            other => self
                .roots
                .get(other)
                .copied()
                // 2018 paths start at a name in scope: a child module or a sibling item.
                .or_else(|| {
                    (!known_external(other) && self.submodule(file, hash_name(other)).is_some()
                        || tables
                            .written_members(tables.file_symbol(file), hash_name(other))
                            .next()
                            .is_some())
                    .then_some(file)
                }),
        };
        let mut rest = &segments[usize::from(
            matches!(first, "crate" | "$crate" | "self" | "super") || self.roots.contains_key(first),
        )..];
        while let (Some(at), Some(&"super")) = (start, rest.first()) {
            start = self.parent(at);
            rest = &rest[1..];
        }
        match start {
            Some(start) => Located {
                start: Start::Container(tables.file_symbol(start)),
                segments: rest.iter().map(|segment| hash_name(segment)).collect(),
                local: local.to_owned(),
                wildcard: wildcard && rest.is_empty(),
            },
            None => Located { wildcard, ..Located::nowhere(local) },
        }
        .walk_wildcard(tables, self, wildcard)
    }

    fn parent(&self, file: FileId) -> Option<FileId> {
        let (root, module) = self.place.get(&file)?;
        let (_, above) = module.split_last()?;
        let mut at = *root;
        for segment in above {
            at = self.submodule(at, *segment)?;
        }
        Some(at)
    }

    pub(crate) fn submodule(&self, file: FileId, name: u64) -> Option<FileId> {
        self.children.get(&(file, name)).copied()
    }
}

impl Located {
    /// `use a::b::*`: the module or type behind the path, as far as files tell.
    fn walk_wildcard(mut self, tables: Look<'_, '_>, crates: &Crates, wildcard: bool) -> Located {
        if !wildcard || self.wildcard {
            return self;
        }
        let Start::Container(start) = self.start else { return self };
        let mut at = Some(start);
        for segment in &self.segments {
            at = at.and_then(|container| {
                let file = tables.as_file(container).and_then(|file| crates.submodule(file, *segment));
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

fn known_external(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc")
}

fn prefixed(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}
