//! Lua, Dart and Zig: imports that name files.

use super::{ImportTarget, folders_above, join};
use crate::ids::FileId;
use crate::link::imports::Start;
use crate::link::tables::Tables;
use fathom_syntax::{ImportFlags, hash_name};

/// Endings that a path may omit.
const ENDINGS: &[&str] = &["", ".lua", "/init.lua", ".dart", ".zig"];

/// Folders that paths may start in, below the folders around the importing file.
const ROOTS: &[&str] = &["", "lib", "src", "lua"];

pub(crate) fn locate(tables: &Tables<'_>, file: FileId, path: &str, name: &str, alias: &str) -> ImportTarget {
    let wildcard = name == "*";
    let stem = path.rsplit('/').next().unwrap_or(path);
    let local = match (alias, name) {
        ("", "" | "*") => stem.split('.').next().unwrap_or(stem),
        ("", name) => name,
        (alias, _) => alias,
    };
    let Some(found) = find(tables, file, path) else {
        return ImportTarget { wildcard, ..ImportTarget::nowhere(local) };
    };
    let mut segments = Vec::new();
    if let Some(returned) = returned(tables, found) {
        segments.push(hash_name(returned));
    }
    if !name.is_empty() && !wildcard {
        segments.push(hash_name(name));
    }
    let start = Start::Container(tables.file_symbol(found));
    let local = if wildcard { "" } else { local };
    ImportTarget { start, segments, local: local.to_owned(), wildcard }
}

/// The definition that a file is as a value (`return Cart`).
fn returned<'a>(tables: &Tables<'a>, file: FileId) -> Option<&'a str> {
    let facts = tables.files[file.index()].facts;
    let import = facts.imports.iter().find(|import| import.flags & ImportFlags::PACKAGE != 0)?;
    Some(facts.text(import.name)).filter(|name| !name.is_empty())
}

fn find(tables: &Tables<'_>, file: FileId, path: &str) -> Option<FileId> {
    let from = tables.files[file.index()].path;
    // `package:shop/item.dart` is `lib/item.dart` of the package `shop`.
    if let Some((package, rest)) = path.strip_prefix("package:").and_then(|rest| rest.split_once('/')) {
        return folders_above(from).find_map(|folder| {
            let own = join(folder, &format!("lib/{rest}"));
            let others =
                ["", "packages/", "pkgs/"].map(|root| join(folder, &format!("{root}{package}/lib/{rest}")));
            others.iter().chain([&own]).find_map(|path| tables.path(path))
        });
    }
    if path.contains(':') {
        return None;
    }
    folders_above(from).find_map(|folder| {
        ROOTS.iter().find_map(|root| {
            let candidate = join(&join(folder, root), path);
            ENDINGS.iter().find_map(|ending| tables.path(&format!("{candidate}{ending}")))
        })
    })
}
