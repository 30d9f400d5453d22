//! The targets of Cargo packages: the files that crates start from.

use super::super::{folder_of, join, key_value};
use crate::ids::FileId;
use crate::link::tables::Tables;
use fathom_syntax::{ImportSystem, Kind, hash_name};
use rustc_hash::FxHashSet;

/// Tables of a manifest that list crates.
const DEPENDENCIES: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];

/// Where crates start.
pub(super) struct Targets<'a> {
    /// Crate names and roots of libraries.
    pub(super) libraries: Vec<(String, FileId)>,
    /// Roots of all crates, libraries first.
    pub(super) roots: Vec<FileId>,
    /// Folders of packages.
    pub(super) folders: FxHashSet<&'a str>,
}

impl<'a> Targets<'a> {
    pub(super) fn new(tables: &Tables<'a>) -> Targets<'a> {
        let mut targets = Targets { libraries: Vec::new(), roots: Vec::new(), folders: FxHashSet::default() };
        let mut others: Vec<FileId> = Vec::new();
        for (index, file) in tables.files.iter().enumerate() {
            if file.path == "Cargo.toml" || file.path.ends_with("/Cargo.toml") {
                targets.package(tables, FileId::from_index(index), &mut others);
            }
        }
        others.extend(targets.by_convention(tables));
        targets.roots.extend(others);
        targets
    }

    fn package(&mut self, tables: &Tables<'a>, manifest: FileId, others: &mut Vec<FileId>) {
        let folder = folder_of(tables.files[manifest.index()].path);
        self.folders.insert(folder);
        let at = |inner: &str| tables.path(&join(folder, inner));
        let value = |keys: &[&str]| key_value(tables, manifest, keys);
        let library = value(&["lib", "path"]).and_then(at).or_else(|| at("src/lib.rs"));
        let main = at("src/main.rs");
        let name = value(&["lib", "name"]).or_else(|| value(&["package", "name"]));
        if let (Some(root), Some(name)) = (library.or(main), name) {
            self.libraries.push((name.replace('-', "_"), root));
        }
        self.roots.extend(library);
        others.extend(main);
        others.extend(value(&["package", "build"]).and_then(at));
        others.extend(target_paths(tables, manifest).into_iter().filter_map(at));
    }

    /// Roots that no manifest has to name: `build.rs`, and each file in `src/bin`, `tests`,
    /// `examples` and `benches`; without a manifest also `lib.rs` and `main.rs`.
    fn by_convention(&self, tables: &Tables<'a>) -> Vec<FileId> {
        let mut roots = Vec::new();
        for (index, file) in tables.files.iter().enumerate() {
            if file.language.names.imports != ImportSystem::Crates {
                continue;
            }
            let package = super::folders_above(file.path).find(|folder| self.folders.contains(folder));
            let inner = package.map_or(file.path, |folder| {
                file.path.strip_prefix(folder).unwrap_or(file.path).trim_start_matches('/')
            });
            let parts: Vec<&str> = inner.split('/').collect();
            let is_root = matches!(
                parts.as_slice(),
                ["build.rs"]
                    | ["src", "lib.rs" | "main.rs"]
                    | ["src", "bin", _]
                    | ["src", "bin", _, "main.rs"]
                    | ["tests" | "examples" | "benches", _]
                    | ["tests" | "examples" | "benches", _, "main.rs"]
            ) || package.is_none() && matches!(parts.last(), Some(&("lib.rs" | "main.rs")));
            if is_root {
                roots.push(FileId::from_index(index));
            }
        }
        roots
    }
}

/// The paths of `[[bin]]`, `[[test]]`, `[[example]]` and `[[bench]]`.
fn target_paths<'a>(tables: &Tables<'a>, manifest: FileId) -> Vec<&'a str> {
    let facts = tables.files[manifest.index()].facts;
    let is_target = |at: u32| {
        facts.definitions.get(at as usize).is_some_and(|table| {
            table.parent == 0 && matches!(facts.text(table.name), "bin" | "test" | "example" | "bench")
        })
    };
    let paths = facts
        .definitions
        .iter()
        .filter(|key| key.kind() == Kind::Key && facts.text(key.name) == "path" && is_target(key.parent));
    paths.map(|key| facts.text(key.doc)).collect()
}

/// The names of crates that manifests depend on, as code writes them; those of the repository left
/// out.
pub(super) fn dependencies(tables: &Tables<'_>, libraries: &[(String, FileId)]) -> FxHashSet<u64> {
    let mut names = FxHashSet::default();
    for file in tables.files.iter().filter(|file| file.path.rsplit('/').next() == Some("Cargo.toml")) {
        let facts = file.facts;
        let is_list = |at: u32| {
            let table = facts.definitions.get(at as usize).map_or("", |table| facts.text(table.name));
            table.rsplit('.').next().is_some_and(|name| DEPENDENCIES.contains(&name))
        };
        let listed = facts.definitions.iter().skip(1).filter(|key| {
            let name = facts.text(key.name);
            // `[dependencies]` with keys, or `[dependencies.name]`.
            is_list(key.parent) || name.rsplit_once('.').is_some_and(|(list, _)| DEPENDENCIES.contains(&list))
        });
        names.extend(listed.map(|key| {
            let name = facts.text(key.name);
            hash_name(&name.rsplit('.').next().unwrap_or(name).replace('-', "_"))
        }));
    }
    for (name, _) in libraries {
        names.remove(&hash_name(name));
    }
    names
}
