//! Java, Kotlin, Scala, C#, PHP and Haskell: names inside declared packages.

use super::ImportTarget;
use crate::ids::{FileId, SymbolId};
use crate::link::file_view::FileView;
use crate::link::imports::Start;
use crate::link::tables::{Tables, dotted};
use fathom_syntax::{FactsView, ImportFlags, hash_name};

/// Names behind a package that are looked for.
const NESTED: usize = 64;

pub(crate) fn locate(
    tables: FileView<'_, '_>,
    file: FileId,
    path: &str,
    name: &str,
    alias: &str,
    flags: u32,
) -> ImportTarget {
    let family = tables.rules(file).family;
    let whole = flags & ImportFlags::NAMESPACE != 0 || name == "*";
    let path = dotted(path);
    let full = if name.is_empty() || name == "*" { path } else { format!("{path}.{name}") };
    let last = full.rsplit('.').next().unwrap_or("").to_owned();
    let local = if alias.is_empty() { last } else { alias.to_owned() };
    if whole
        && alias.is_empty()
        && let Some(package) = tables.package(family, &full)
    {
        let start = Start::Container(package);
        return ImportTarget { start, segments: Vec::new(), local: String::new(), wildcard: true };
    }
    // `import qualified Data.Map as Map`: the package itself under another name.
    if !alias.is_empty()
        && let Some(package) = tables.package(family, &full)
    {
        return ImportTarget {
            start: Start::Container(package),
            segments: Vec::new(),
            local,
            wildcard: false,
        };
    }
    // The longest prefix that is a package; what follows are nested types and members.
    let mut package = full.as_str();
    let mut segments: Vec<u64> = Vec::new();
    while let Some((front, back)) = package.rsplit_once('.').filter(|_| segments.len() < NESTED) {
        segments.insert(0, hash_name(back));
        package = front;
        if let Some(found) = tables.package(family, package) {
            let wildcard = whole && alias.is_empty();
            let start = Start::Container(found);
            let segments =
                if wildcard { type_at(tables, found, &segments) } else { Some((start, segments.clone())) };
            if let Some((start, segments)) = segments {
                return ImportTarget { start, segments, local, wildcard };
            }
        }
    }
    if let (Some(package), false) = (tables.package(family, ""), full.contains('.')) {
        return ImportTarget {
            start: Start::Container(package),
            segments: vec![hash_name(&full)],
            local,
            wildcard: false,
        };
    }
    ImportTarget { wildcard: whole && alias.is_empty(), ..ImportTarget::nowhere(&local) }
}

/// Folders inside of a project that hold its settings.
const SETTINGS: [&str; 2] = ["Properties", "Usings"];

/// Whether a file imports something for all files of its project.
pub(crate) fn imports_for_project(facts: &FactsView<'_>) -> bool {
    facts.imports.iter().any(|import| import.flags & ImportFlags::PROJECT != 0)
}

/// The files with imports that hold in their whole project, each with the project's folder: that of
/// the file, without a last part that holds settings.
pub(super) fn project_imports<'a>(tables: &Tables<'a>) -> Vec<(&'a str, FileId)> {
    let importing =
        FileId::all(tables.files.len()).filter(|file| imports_for_project(&tables.files[file.index()].facts));
    importing
        .map(|file| {
            let folder = super::folder_of(tables.files[file.index()].path);
            let last = folder.rsplit('/').next().unwrap_or(folder);
            (if SETTINGS.contains(&last) { super::folder_of(folder) } else { folder }, file)
        })
        .collect()
}

/// `import static a.B.*`: the type whose members are meant.
fn type_at(tables: FileView<'_, '_>, package: SymbolId, segments: &[u64]) -> Option<(Start, Vec<u64>)> {
    let mut at = package;
    for segment in segments {
        at = tables
            .written_members(at, *segment)
            .find(|symbol| tables.definition(*symbol).kind().is_type())?;
    }
    Some((Start::Container(at), Vec::new()))
}
