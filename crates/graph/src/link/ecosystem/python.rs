//! Python: dotted modules, relative imports, packages as folders.

use super::{ImportTarget, folder_of};
use crate::ids::FileId;
use crate::link::imports::Start;
use crate::link::tables::Tables;
use fathom_syntax::{ImportSystem, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Folders that hold packages without being one.
const SOURCE_ROOTS: &[&str] = &["src/", "lib/", "python/", "py/"];

/// Every module by its dotted names.
pub(crate) struct Modules {
    /// By the hash of the name.
    by_name: FxHashMap<u64, FileId>,
    children: FxHashMap<(FileId, u64), FileId>,
}

impl Modules {
    pub(crate) fn new(tables: &Tables<'_>) -> Modules {
        let mut packages: FxHashSet<&str> = FxHashSet::default();
        let mut files: Vec<(FileId, &str)> = Vec::new();
        for (index, file) in tables.files.iter().enumerate() {
            if tables.rules(FileId::from_index(index)).imports == ImportSystem::Modules {
                files.push((FileId::from_index(index), file.path));
                if is_package(file.path) {
                    packages.insert(folder_of(file.path));
                }
            }
        }
        // Nearer to the root wins where two modules have one name; `.py` wins over `.pyi`.
        files
            .sort_by_cached_key(|(_, path)| (path.strip_suffix(".pyi").is_some(), path.matches('/').count()));
        let mut by_name: FxHashMap<u64, FileId> = FxHashMap::default();
        by_name.reserve(files.len() * 2);
        let mut children = FxHashMap::default();
        let mut by_folder: FxHashMap<&str, FileId> = FxHashMap::default();
        for &(file, path) in &files {
            if is_package(path) {
                by_folder.entry(folder_of(path)).or_insert(file);
            }
        }
        for &(file, path) in &files {
            let mut root = folder_of(path);
            while !root.is_empty() && packages.contains(root) {
                root = folder_of(root);
            }
            let inner = path.strip_prefix(root).unwrap_or(path).trim_start_matches('/');
            by_name.entry(module_hash(inner)).or_insert(file);
            if inner != path {
                by_name.entry(module_hash(path)).or_insert(file);
            }
            for prefix in SOURCE_ROOTS {
                if let Some(rest) = path.strip_prefix(prefix) {
                    by_name.entry(module_hash(rest)).or_insert(file);
                }
            }
            let (own_folder, stem) = if is_package(path) {
                let folder = folder_of(path);
                (folder_of(folder), folder.rsplit('/').next().unwrap_or(""))
            } else {
                (
                    folder_of(path),
                    path.rsplit('/').next().unwrap_or("").trim_end_matches(".pyi").trim_end_matches(".py"),
                )
            };
            if let Some(&parent) = by_folder.get(own_folder) {
                children.entry((parent, hash_name(stem))).or_insert(file);
            }
        }
        Modules { by_name, children }
    }

    pub(crate) fn locate(
        &self,
        tables: &Tables<'_>,
        file: FileId,
        path: &str,
        name: &str,
        alias: &str,
    ) -> ImportTarget {
        let absolute = Modules::absolute(tables, file, path);
        let local = match (alias, name) {
            ("", "") => path.split('.').next().unwrap_or(path),
            ("", name) => name,
            (alias, _) => alias,
        };
        // `import a.b` binds `a`; `import a.b as c` binds the module itself.
        let wanted = if name.is_empty() && alias.is_empty() { local } else { absolute.as_str() };
        let Some(&target) = self.by_name.get(&hash_name(wanted)) else {
            return self
                .through_package(tables, &absolute, name, local)
                .unwrap_or_else(|| ImportTarget { wildcard: name == "*", ..ImportTarget::nowhere(local) });
        };
        ImportTarget {
            start: Start::Container(tables.file_symbol(target)),
            segments: if name.is_empty() || name == "*" { Vec::new() } else { vec![hash_name(name)] },
            local: local.to_owned(),
            wildcard: name == "*",
        }
    }

    /// `from package import module` where the package has no `__init__`.
    fn through_package(
        &self,
        tables: &Tables<'_>,
        path: &str,
        name: &str,
        local: &str,
    ) -> Option<ImportTarget> {
        let target = *self.by_name.get(&hash_name(&format!("{path}.{name}")))?;
        let start = Start::Container(tables.file_symbol(target));
        Some(ImportTarget { start, segments: Vec::new(), local: local.to_owned(), wildcard: false })
    }

    fn absolute(tables: &Tables<'_>, file: FileId, path: &str) -> String {
        let level = path.bytes().take_while(|b| *b == b'.').count();
        if level == 0 {
            return path.to_owned();
        }
        let own = tables.files[file.index()].path;
        let mut folder = folder_of(own);
        for _ in 1..level {
            folder = folder_of(folder);
        }
        let base = folder.replace('/', ".");
        let rest = &path[level..];
        match (base.is_empty(), rest.is_empty()) {
            (true, _) => rest.to_owned(),
            (false, true) => base,
            (false, false) => format!("{base}.{rest}"),
        }
    }

    pub(crate) fn submodule(&self, file: FileId, name: u64) -> Option<FileId> {
        self.children.get(&(file, name)).copied()
    }
}

fn is_package(path: &str) -> bool {
    path.ends_with("__init__.py") || path.ends_with("__init__.pyi")
}

/// The hash of the dotted name of the module at a path.
fn module_hash(path: &str) -> u64 {
    let stem = path.trim_end_matches(".pyi").trim_end_matches(".py");
    hash_name(&stem.trim_end_matches("__init__").trim_end_matches('/').replace('/', "."))
}
