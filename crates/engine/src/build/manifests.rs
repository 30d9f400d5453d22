//! The packages that the repository provides and depends on, read from manifests and stored in the
//! snapshot.
//!
//! Some manifests (`pom.xml`, `*.csproj`) are of no language that is read. They are in the table
//! of files nevertheless, as files that were left out, so that an edit is noticed.

use super::file::{BuildFile, LEFT_OUT};
use crate::workspace::Workspace;
use fathom_store::Snapshot;
use fathom_syntax::{Ecosystem, Manifest, is_test_path};
use std::collections::{BTreeMap, BTreeSet};

/// Manifests of one ecosystem that are read, those nearest to the root first.
const MOST: usize = 64;
/// Bytes of a manifest that is read.
const LARGEST: u64 = 512 * 1024;
/// Folders below the root in which manifests are looked for whose language is not read.
const DEEPEST: usize = 4;

/// The manifests of a snapshot; by ecosystem, those nearest to the root first.
pub(crate) fn of(snapshot: &Snapshot) -> Vec<Manifest> {
    // Its bytes were verified; those of another version are in no snapshot that is opened.
    serde_json::from_slice(snapshot.manifests()).unwrap_or_default()
}

/// The current manifests, as [`of`] returns them. Unchanged ones are not read again.
pub(super) fn gather(workspace: &Workspace, files: &[BuildFile], previous: Option<&Snapshot>) -> Vec<u8> {
    let is_read = |file: &&BuildFile| file.language != LEFT_OUT;
    let mut of_ecosystem: BTreeMap<Ecosystem, Vec<&BuildFile>> = BTreeMap::new();
    for file in files {
        if let Some(ecosystem) = Ecosystem::of_manifest(file.path()).filter(|_| !is_aside(file.path())) {
            of_ecosystem.entry(ecosystem).or_default().push(file);
        }
    }
    let mut known: BTreeMap<String, Manifest> = previous
        .filter(|_| !of_ecosystem.is_empty())
        .map(|snapshot| of(snapshot).into_iter().map(|one| (one.path.clone(), one)).collect())
        .unwrap_or_default();
    let mut manifests: Vec<Manifest> = Vec::new();
    for (ecosystem, mut found) in of_ecosystem {
        if !found.iter().all(is_read) {
            let folders = folders(ecosystem, files.iter().filter(is_read).map(BuildFile::path));
            found.retain(|file| is_read(file) || folders.contains(folder(file.path())));
        }
        found.sort_by_key(|file| (file.path().matches('/').count(), file.path()));
        found.truncate(MOST);
        manifests.extend(found.into_iter().filter_map(|file| {
            let known = if file.is_changed { None } else { known.remove(file.path()) };
            known.or_else(|| read(workspace, file.path()))
        }));
    }
    // Plain records cannot fail to serialise.
    serde_json::to_vec(&manifests).unwrap_or_default()
}

fn read(workspace: &Workspace, path: &str) -> Option<Manifest> {
    let bytes = fathom_source::read_small(workspace.root(), path, LARGEST).ok()?;
    Manifest::read(path, &String::from_utf8(bytes).ok()?)
}

/// The folders in which manifests count whose language is not read: the root, and those above code
/// of the ecosystem.
fn folders<'p>(ecosystem: Ecosystem, indexed: impl Iterator<Item = &'p str>) -> BTreeSet<&'p str> {
    let endings: &[&str] = match ecosystem {
        Ecosystem::Maven => &["java", "kt", "scala"],
        Ecosystem::Nuget => &["cs"],
        _ => &[],
    };
    let mut folders = BTreeSet::from([""]);
    if !endings.is_empty() {
        let is_code =
            |path: &&str| path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending));
        folders.extend(indexed.filter(is_code).flat_map(folders_above));
    }
    folders
}

/// The folders around a file that are not deep below the root. What `src`
/// holds is made by the manifest beside it.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    let slashes = path.match_indices('/').map(|(at, _)| at).take(DEEPEST);
    let inside = |folder: &&str| !folder.split('/').rev().skip(1).any(|name| name == "src" || name == "main");
    std::iter::once("").chain(slashes.map(|at| &path[..at])).take_while(inside)
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Manifests of tests and examples do not describe the repository.
fn is_aside(path: &str) -> bool {
    is_test_path(path)
        || path.split('/').any(|name| matches!(name, "examples" | "example" | "samples" | "fixtures"))
}

#[cfg(test)]
mod tests {
    use super::{folders_above, is_aside};

    #[test]
    fn manifests_are_looked_for_above_the_code() {
        let above: Vec<&str> = folders_above("core/web/src/main/java/shop/Cart.java").collect();
        assert_eq!(above, ["", "core", "core/web", "core/web/src"]);
        assert!(is_aside("examples/shop/package.json") && !is_aside("shop/package.json"));
    }
}
