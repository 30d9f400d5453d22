//! JavaScript and TypeScript: relative paths, workspace packages, `paths`.

use super::{Located, folder_of, join, key_value, key_values};
use crate::link::imports::Start;
use crate::link::tables::Tables;
use fathom_syntax::hash_name;
use rustc_hash::FxHashMap;

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
    /// The folder whose files it serves.
    scope: &'a str,
    prefix: &'a str,
    wildcard: bool,
    targets: Vec<String>,
}

/// Packages and path aliases of the repository.
pub(crate) struct Packages<'a> {
    folders: FxHashMap<&'a str, (&'a str, u32)>,
    aliases: Vec<Alias<'a>>,
    base_urls: Vec<(&'a str, String)>,
}

impl<'a> Packages<'a> {
    pub(crate) fn new(tables: &Tables<'a>) -> Packages<'a> {
        let mut packages =
            Packages { folders: FxHashMap::default(), aliases: Vec::new(), base_urls: Vec::new() };
        for (index, file) in tables.files.iter().enumerate() {
            let name = file.path.rsplit('/').next().unwrap_or("");
            if name == "package.json" {
                if let Some(package) =
                    key_value(tables, index as u32, &["name"]).filter(|name| !name.is_empty())
                {
                    packages.folders.entry(package).or_insert((folder_of(file.path), index as u32));
                }
            } else if is_config(name) {
                packages.read_config(tables, index as u32, folder_of(file.path));
            }
        }
        // The nearest configuration serves a file first.
        packages.aliases.sort_by_key(|alias| {
            (std::cmp::Reverse(alias.scope.len()), std::cmp::Reverse(alias.prefix.len()))
        });
        packages.base_urls.sort_by_key(|(scope, _)| std::cmp::Reverse(scope.len()));
        packages
    }

    fn read_config(&mut self, tables: &Tables<'a>, file: u32, scope: &'a str) {
        let base = key_value(tables, file, &["compilerOptions", "baseUrl"]);
        let root = join(scope, base.unwrap_or("."));
        if base.is_some() {
            self.base_urls.push((scope, root.clone()));
        }
        for (pattern, targets) in key_values(tables, file, &["compilerOptions", "paths"]) {
            let wildcard = pattern.ends_with('*');
            let targets = targets.lines().map(|target| join(&root, target.trim_end_matches('*'))).collect();
            self.aliases.push(Alias { scope, prefix: pattern.trim_end_matches('*'), wildcard, targets });
        }
    }

    pub(crate) fn locate(
        &self,
        tables: &Tables<'a>,
        file: u32,
        path: &str,
        name: &str,
        alias: &str,
    ) -> Located {
        let wildcard = name == "*";
        let local = if alias.is_empty() { name } else { alias };
        let target = if path.is_empty() { Some(file) } else { self.file(tables, file, path) };
        let Some(target) = target else { return Located { wildcard, ..Located::nowhere(local) } };
        let start = Start::Container(tables.file_symbol(target));
        let segments = if name.is_empty() || wildcard { Vec::new() } else { vec![hash_name(name)] };
        Located { start, segments, local: local.to_owned(), wildcard }
    }

    fn file(&self, tables: &Tables<'a>, file: u32, path: &str) -> Option<u32> {
        let from = tables.files[file as usize].path;
        if path.starts_with('.') {
            return existing(tables, &join(folder_of(from), path));
        }
        let serves = |scope: &str| {
            scope.is_empty() || from.strip_prefix(scope).is_some_and(|rest| rest.starts_with('/'))
        };
        for alias in self.aliases.iter().filter(|alias| serves(alias.scope)) {
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
        self.base_urls
            .iter()
            .filter(|(scope, _)| serves(scope))
            .find_map(|(_, root)| existing(tables, &join(root, path)))
    }

    /// `name/inner/path` of a package that is in this repository.
    fn package_file(&self, tables: &Tables<'a>, path: &str) -> Option<u32> {
        let parts = if path.starts_with('@') { 2 } else { 1 };
        let end = path.match_indices('/').nth(parts - 1).map_or(path.len(), |(at, _)| at);
        let (name, rest) = path.split_at(end);
        let (folder, manifest) = *self.folders.get(name)?;
        let rest = rest.trim_start_matches('/');
        if !rest.is_empty() {
            return existing(tables, &join(folder, rest))
                .or_else(|| existing(tables, &join(folder, &format!("src/{rest}"))));
        }
        // Sources first: what `main` names is usually built.
        for guess in ["src/index", "index", "src/main", "lib/index", "src"] {
            if let Some(found) = existing(tables, &join(folder, guess)) {
                return Some(found);
            }
        }
        ["source", "types", "module", "main"]
            .iter()
            .filter_map(|key| key_value(tables, manifest, &[key]))
            .find_map(|main| existing(tables, &join(folder, main)))
    }
}

/// `tsconfig.json`, `tsconfig.build.json`, `jsconfig.json`.
pub(super) fn is_config(name: &str) -> bool {
    let stem = name.strip_suffix(".json").unwrap_or("");
    stem.starts_with("tsconfig") || stem == "jsconfig"
}

fn existing(tables: &Tables<'_>, path: &str) -> Option<u32> {
    let plain = ENDINGS.iter().find_map(|ending| tables.path(&format!("{path}{ending}")));
    plain.or_else(|| {
        // TypeScript's ESM imports name the file that will be built.
        let stem = [".js", ".jsx", ".mjs", ".cjs"].iter().find_map(|ending| path.strip_suffix(ending))?;
        [".ts", ".tsx", ".mts", ".cts", ".d.ts"]
            .iter()
            .find_map(|ending| tables.path(&format!("{stem}{ending}")))
    })
}
