//! Go: module paths from `go.mod`, packages as folders.

use super::{ImportTarget, folder_of, join, key_value};
use crate::ids::FileId;
use crate::link::imports::Start;
use crate::link::tables::Tables;
use rustc_hash::FxHashMap;
use std::iter::once;

/// Folders around a package that may be a module.
const NESTED: usize = 64;

/// The repository's modules: folders by path prefix.
pub(crate) struct Modules<'a> {
    folders: FxHashMap<&'a str, &'a str>,
}

impl<'a> Modules<'a> {
    pub(crate) fn new(tables: &Tables<'a>) -> Modules<'a> {
        let mut folders = FxHashMap::default();
        for (index, file) in tables.files.iter().enumerate() {
            if file.language.name == "gomod"
                && let Some(path) = key_value(tables, FileId::from_index(index), &["module"])
            {
                folders.entry(path).or_insert(folder_of(file.path));
            }
        }
        Modules { folders }
    }

    pub(crate) fn locate(
        &self,
        tables: &Tables<'_>,
        file: FileId,
        path: &str,
        name: &str,
        alias: &str,
    ) -> ImportTarget {
        // The module with the longest path holds it.
        let mut ends = once(path.len()).chain(path.rmatch_indices('/').map(|(at, _)| at)).take(NESTED);
        let folder = ends.find_map(|end| Some(join(self.folders.get(&path[..end])?, &path[end..])));
        let local = if alias.is_empty() { default_name(path) } else { alias };
        let package = folder.and_then(|folder| tables.package(tables.rules(file).family, &folder));
        match package {
            Some(package) => ImportTarget {
                start: Start::Container(package),
                segments: Vec::new(),
                local: local.to_owned(),
                wildcard: name == "*",
            },
            None => ImportTarget { wildcard: name == "*", ..ImportTarget::nowhere(local) },
        }
    }
}

/// The last part of the path, without a major version.
fn default_name(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let version = last.len() > 1 && last.starts_with('v') && last[1..].bytes().all(|b| b.is_ascii_digit());
    let name = if version { parts.next().unwrap_or(last) } else { last };
    name.split('.').next().unwrap_or(name).trim_start_matches("go-")
}
