//! Elixir and Perl: modules are known everywhere by their full names.

use super::ImportTarget;
use crate::ids::FileId;
use crate::link::file_view::FileView;
use crate::link::imports::Start;
use fathom_syntax::hash_name;

pub(crate) fn locate(
    tables: FileView<'_, '_>,
    file: FileId,
    path: &str,
    name: &str,
    alias: &str,
) -> ImportTarget {
    let rules = tables.rules(file);
    let last = path.rsplit(['.', ':']).next().unwrap_or(path);
    let local = if alias.is_empty() { last } else { alias };
    let module = tables
        .package(rules.family, "")
        .and_then(|package| tables.written_members(package, hash_name(path)).next());
    let wildcard = name == "*";
    let Some(module) = module else { return ImportTarget { wildcard, ..ImportTarget::nowhere(local) } };
    let start = Start::Container(tables.canonical(module));
    if name.is_empty() || wildcard {
        return ImportTarget { start, segments: Vec::new(), local: local.to_owned(), wildcard };
    }
    let local = if alias.is_empty() { name } else { alias };
    ImportTarget { start, segments: vec![hash_name(name)], local: local.to_owned(), wildcard: false }
}
