//! JavaScript and TypeScript: relative paths, workspace packages, `paths`.

use super::{ImportTarget, folder_of, folders_above, join, key_value, key_values};
use crate::ids::FileId;
use crate::link::imports::Start;
use crate::link::tables::Tables;
use fathom_syntax::hash_name;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

const ENDINGS: &[&str] = &[
    "",
    ".ts",
    ".tsx",
    ".d.ts",
    ".js",
    ".jsx",
    ".mts",
    ".cts",
    ".mjs",
    ".cjs",
    ".json",
    "/index.ts",
    "/index.tsx",
    "/index.d.ts",
    "/index.js",
    "/index.jsx",
    "/index.mjs",
    "/index.cjs",
];

/// A `compilerOptions.paths` pattern of a `tsconfig.json`.
struct Alias<'a> {
    prefix: &'a str,
    wildcard: bool,
    targets: Vec<String>,
}

/// The settings of the configurations in one folder for the files below it.
#[derive(Default)]
struct Config<'a> {
    /// The longest pattern first.
    aliases: Vec<Alias<'a>>,
    base_urls: Vec<String>,
}

/// A package of the repository.
struct Package<'a> {
    folder: &'a str,
    manifest: FileId,
    /// The file that is imported by its name alone.
    main: OnceLock<Option<FileId>>,
}

/// Packages and path aliases of the repository.
pub(crate) struct Packages<'a> {
    packages: FxHashMap<&'a str, Package<'a>>,
    /// By folder.
    configs: FxHashMap<&'a str, Config<'a>>,
}

impl<'a> Packages<'a> {
    pub(crate) fn new(tables: &Tables<'a>) -> Packages<'a> {
        let mut packages = Packages { packages: FxHashMap::default(), configs: FxHashMap::default() };
        for (index, file) in tables.files.iter().enumerate() {
            let name = file.path.rsplit('/').next().unwrap_or("");
            let (manifest, folder) = (FileId::from_index(index), folder_of(file.path));
            if name == "package.json" {
                if let Some(package) = key_value(tables, manifest, &["name"]).filter(|name| !name.is_empty())
                {
                    let main = OnceLock::new();
                    packages.packages.entry(package).or_insert(Package { folder, manifest, main });
                }
            } else if is_config(name) {
                packages.read_config(tables, manifest, folder);
            }
        }
        for config in packages.configs.values_mut() {
            config.aliases.sort_by_key(|alias| std::cmp::Reverse(alias.prefix.len()));
        }
        packages
    }

    fn read_config(&mut self, tables: &Tables<'a>, file: FileId, scope: &'a str) {
        let base = key_value(tables, file, &["compilerOptions", "baseUrl"]);
        let root = join(scope, base.unwrap_or("."));
        let config = self.configs.entry(scope).or_default();
        if base.is_some() {
            config.base_urls.push(root.clone());
        }
        for (pattern, targets) in key_values(tables, file, &["compilerOptions", "paths"]) {
            let wildcard = pattern.ends_with('*');
            let targets = targets.lines().map(|target| join(&root, target.trim_end_matches('*'))).collect();
            config.aliases.push(Alias { prefix: pattern.trim_end_matches('*'), wildcard, targets });
        }
    }

    pub(crate) fn locate(
        &self,
        tables: &Tables<'a>,
        file: FileId,
        path: &str,
        name: &str,
        alias: &str,
    ) -> ImportTarget {
        let wildcard = name == "*";
        let local = if alias.is_empty() { name } else { alias };
        let target = if path.is_empty() { Some(file) } else { self.file(tables, file, path) };
        let Some(target) = target else { return ImportTarget { wildcard, ..ImportTarget::nowhere(local) } };
        let start = Start::Container(tables.file_symbol(target));
        let segments = if name.is_empty() || wildcard { Vec::new() } else { vec![hash_name(name)] };
        ImportTarget { start, segments, local: local.to_owned(), wildcard }
    }

    fn file(&self, tables: &Tables<'a>, file: FileId, path: &str) -> Option<FileId> {
        let from = tables.files[file.index()].path;
        if path.starts_with('.') {
            return existing(tables, &join(folder_of(from), path));
        }
        // The nearest configuration serves a file first.
        let configs = || folders_above(from).filter_map(|folder| self.configs.get(folder));
        for alias in configs().flat_map(|config| &config.aliases) {
            let Some(rest) = path.strip_prefix(alias.prefix).filter(|rest| alias.wildcard || rest.is_empty())
            else {
                continue;
            };
            let found = alias.targets.iter().find_map(|target| existing(tables, &join(target, rest)));
            if found.is_some() {
                return found;
            }
        }
        if let Some(found) = self.package_file(tables, path) {
            return Some(found);
        }
        let mut base_urls = configs().flat_map(|config| &config.base_urls);
        base_urls.find_map(|root| existing(tables, &join(root, path)))
    }

    /// `name/inner/path` of a package that is in this repository.
    fn package_file(&self, tables: &Tables<'a>, path: &str) -> Option<FileId> {
        let parts = if path.starts_with('@') { 2 } else { 1 };
        let end = path.match_indices('/').nth(parts - 1).map_or(path.len(), |(at, _)| at);
        let (name, rest) = path.split_at(end);
        let package = self.packages.get(name)?;
        let rest = rest.trim_start_matches('/');
        if rest.is_empty() {
            return *package.main.get_or_init(|| package.find_main(tables));
        }
        existing(tables, &join(package.folder, rest))
            .or_else(|| existing(tables, &join(package.folder, &format!("src/{rest}"))))
    }
}

impl Package<'_> {
    fn find_main(&self, tables: &Tables<'_>) -> Option<FileId> {
        let at = |path: &str| existing(tables, &join(self.folder, path));
        // Sources first: what `main` names is usually built.
        let source = ["src/index", "index", "src/main", "lib/index", "src"].into_iter().find_map(at);
        source.or_else(|| {
            let mains = ["source", "types", "module", "main"];
            mains.iter().filter_map(|key| key_value(tables, self.manifest, &[key])).find_map(at)
        })
    }
}

/// `tsconfig.json`, `tsconfig.build.json`, `jsconfig.json`.
pub(super) fn is_config(name: &str) -> bool {
    let stem = name.strip_suffix(".json").unwrap_or("");
    stem.starts_with("tsconfig") || stem == "jsconfig"
}

fn existing(tables: &Tables<'_>, path: &str) -> Option<FileId> {
    let plain = ENDINGS.iter().find_map(|ending| tables.path(&format!("{path}{ending}")));
    plain.or_else(|| {
        // TypeScript's ESM imports name the file that will be built.
        let stem = [".js", ".jsx", ".mjs", ".cjs"].iter().find_map(|ending| path.strip_suffix(ending))?;
        [".ts", ".tsx", ".mts", ".cts", ".d.ts"]
            .iter()
            .find_map(|ending| tables.path(&format!("{stem}{ending}")))
    })
}
