//! Go: module paths from `go.mod`, packages as folders.

use super::{Located, folder_of, join, key_value};
use crate::link::imports::Start;
use crate::link::tables::Tables;

/// The repository's modules: path prefix and folder, longest prefix first.
pub(crate) struct Modules {
    modules: Vec<(String, String)>,
}

impl Modules {
    pub(crate) fn new(tables: &Tables<'_>) -> Modules {
        let mut modules: Vec<(String, String)> = Vec::new();
        for (index, file) in tables.files.iter().enumerate() {
            if file.language.name == "gomod"
                && let Some(path) = key_value(tables, index as u32, &["module"])
            {
                modules.push((path.to_owned(), folder_of(file.path).to_owned()));
            }
        }
        modules.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        Modules { modules }
    }

    pub(crate) fn locate(
        &self,
        tables: &Tables<'_>,
        _file: u32,
        path: &str,
        name: &str,
        alias: &str,
    ) -> Located {
        let folder = self.modules.iter().find_map(|(prefix, folder)| {
            let rest = path.strip_prefix(prefix.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| join(folder, rest))
        });
        let local = if alias.is_empty() { default_name(path) } else { alias };
        let package = folder.and_then(|folder| tables.package("go", &folder));
        match package {
            Some(package) => Located {
                start: Start::Container(package),
                segments: Vec::new(),
                local: local.to_owned(),
                wildcard: name == "*",
            },
            None => Located { wildcard: name == "*", ..Located::nowhere(local) },
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
