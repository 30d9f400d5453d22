//! C++: `using` declarations name namespaces, which files open without an import.

use super::ImportTarget;
use crate::ids::{FileId, SymbolId};
use crate::link::file_view::FileView;
use crate::link::imports::Start;
use fathom_syntax::{Kind, hash_name};

/// Where `using a::b::Name`, `using namespace a::b` and `namespace x = a::b` lead.
pub(super) fn locate(
    tables: FileView<'_, '_>,
    file: FileId,
    path: &str,
    name: &str,
    alias: &str,
) -> ImportTarget {
    let local = if alias.is_empty() { name } else { alias };
    let wildcard = name == "*";
    let nowhere = || ImportTarget { wildcard, ..ImportTarget::nowhere(local) };
    let Some(package) = tables.package(tables.rules(file).family, "") else { return nowhere() };
    let mut segments = path.split("::").map(str::trim).filter(|segment| !segment.is_empty());
    let Some(found) = segments.try_fold(package, |at, segment| namespace(tables, at, hash_name(segment)))
    else {
        return nowhere();
    };
    ImportTarget {
        start: Start::Container(found),
        segments: if name.is_empty() || wildcard { Vec::new() } else { vec![hash_name(name)] },
        local: local.to_owned(),
        wildcard,
    }
}

/// The namespace or type of a name in another.
fn namespace(tables: FileView<'_, '_>, outer: SymbolId, name: u64) -> Option<SymbolId> {
    let is_open = |symbol: &SymbolId| {
        let kind = tables.definition(*symbol).kind();
        kind == Kind::Module || kind.is_type()
    };
    tables.written_members(outer, name).find(is_open).map(|found| tables.canonical(found))
}
