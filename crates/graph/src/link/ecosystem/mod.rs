//! How import paths lead to files and packages: one file per ecosystem.

mod files;
mod full_names;
mod go;
mod javascript;
mod namespaces;
mod packages;
mod python;
pub(super) mod rust;

pub(crate) use packages::imports_for_project;

use super::FileInput;
use super::file_view::FileView;
use super::imports::Start;
use super::tables::Tables;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{ImportFlags, ImportSystem, Kind, NONE};

/// Folders that builds of C and C++ give to the compiler, below those around a file.
const HEADER_FOLDERS: [&str; 4] = ["include", "src", "inc", "lib"];

/// Where an import leads.
pub(crate) struct ImportTarget {
    pub(crate) start: Start,
    pub(crate) segments: Vec<u64>,
    /// The name it has in the importing file; empty if it binds none.
    pub(crate) local: String,
    pub(crate) wildcard: bool,
}

impl ImportTarget {
    fn nowhere(local: &str) -> ImportTarget {
        ImportTarget {
            start: Start::External,
            segments: Vec::new(),
            local: local.to_owned(),
            wildcard: false,
        }
    }
}

/// The repository's layout by ecosystem: packages, modules and source roots.
pub(crate) struct Ecosystems<'a> {
    python: python::Modules,
    javascript: javascript::Packages<'a>,
    go: go::Modules<'a>,
    rust: rust::Crates,
    /// Files with imports that hold in their whole project, with the project's folder.
    project_imports: Vec<(&'a str, FileId)>,
}

impl<'a> Ecosystems<'a> {
    pub(crate) fn new(tables: &Tables<'a>) -> Ecosystems<'a> {
        Ecosystems {
            python: python::Modules::new(tables),
            javascript: javascript::Packages::new(tables),
            go: go::Modules::new(tables),
            rust: rust::Crates::new(tables),
            project_imports: packages::project_imports(tables),
        }
    }

    /// Where one import of a file leads: `path`, `name` and `alias` as they are written inside of
    /// the definition `scope`.
    pub(crate) fn locate(
        &self,
        tables: FileView<'_, '_>,
        (file, scope): (FileId, u32),
        (path, name, alias): (&str, &str, &str),
        flags: u32,
    ) -> ImportTarget {
        if flags & ImportFlags::FILE != 0 {
            return included(&tables, file, path);
        }
        match tables.rules(file).imports {
            ImportSystem::Modules => self.python.locate(&tables, file, path, name, alias),
            ImportSystem::Node => self.javascript.locate(&tables, file, path, name, alias),
            ImportSystem::ModulePaths => self.go.locate(&tables, file, path, name, alias),
            ImportSystem::Crates => self.rust.locate(tables, (file, scope), (path, name, alias), flags),
            ImportSystem::Packages => packages::locate(tables, file, path, name, alias, flags),
            ImportSystem::FullNames => full_names::locate(tables, file, path, name, alias),
            ImportSystem::Files => files::locate(&tables, file, path, name, alias),
            ImportSystem::Namespaces => namespaces::locate(tables, file, path, name, alias),
            ImportSystem::None => ImportTarget::nowhere(""),
        }
    }

    /// The other files whose imports hold in a file too.
    pub(crate) fn project_imports(&self, tables: &Tables<'_>, file: FileId) -> Vec<FileId> {
        let input = &tables.files[file.index()];
        let holds = |folder: &str, other: FileId| {
            other != file
                && input.language.name == tables.files[other.index()].language.name
                && (folder.is_empty()
                    || input.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
        };
        let all = self.project_imports.iter();
        all.filter(|(folder, other)| holds(folder, *other)).map(|(_, other)| *other).collect()
    }

    /// The file that is a module's child by this name.
    pub(crate) fn submodule(&self, tables: &Tables<'a>, module: SymbolId, name: u64) -> Option<FileId> {
        if !tables.is_symbol(module) {
            return None;
        }
        match tables.rules(tables.file_of(module)).imports {
            ImportSystem::Modules => self.python.submodule(tables.as_file(module)?, name),
            ImportSystem::Crates => self.rust.submodule(module, name),
            _ => None,
        }
    }

    /// Whether a name is that of a crate outside of the repository.
    pub(crate) fn is_dependency(&self, name: u64) -> bool {
        self.rust.is_dependency(name)
    }

    /// The root file of the crate that a file belongs to.
    pub(crate) fn crate_root(&self, file: FileId) -> Option<FileId> {
        self.rust.root(file)
    }
}

/// Whether the content of a file, and not only its path, decides where imports
/// of other files lead.
pub(crate) fn is_manifest(file: &FileInput<'_>) -> bool {
    let name = file.path.rsplit('/').next().unwrap_or(file.path);
    file.language.name == "gomod"
        || imports_for_project(&file.facts)
        || name == "package.json"
        || name == "Cargo.toml"
        || javascript::is_config(name)
}

/// `#include "x.h"`, `source x`, `require_relative "x"`: a path from the file
/// or from any folder above it. It binds no name.
fn included(tables: &Tables<'_>, file: FileId, path: &str) -> ImportTarget {
    let from = tables.files[file.index()].path;
    let near = folders_above(from).find_map(|folder| {
        let candidate = join(folder, path);
        ["", ".rb", ".sh"].iter().find_map(|ending| tables.path(&format!("{candidate}{ending}")))
    });
    let rules = tables.rules(file);
    let found = near.or_else(|| {
        // Builds of C and C++ name folders with headers.
        let mut folders = folders_above(from).filter(|_| rules.textual_constants);
        folders.find_map(|folder| {
            HEADER_FOLDERS.iter().find_map(|inner| tables.path(&join(&join(folder, inner), path)))
        })
    });
    let Some(found) = found else { return ImportTarget::nowhere("") };
    let start = Start::Container(tables.file_symbol(found));
    ImportTarget { start, segments: Vec::new(), local: String::new(), wildcard: false }
}

/// The folder of a path; empty for the root.
fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The folders around a path, the nearest first and the root last.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder_of(path)), |folder| (!folder.is_empty()).then(|| folder_of(folder)))
}

/// `path` seen from `folder`, with `.` and `..` resolved.
fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The value of a configuration key, by the names that lead to it.
fn key_value<'a>(tables: &Tables<'a>, file: FileId, keys: &[&str]) -> Option<&'a str> {
    let facts = tables.files[file.index()].facts;
    let mut parent = 0;
    for (depth, key) in keys.iter().enumerate() {
        let found = facts.definitions.iter().position(|definition| {
            definition.kind() == Kind::Key
                && definition.parent == parent
                && facts.text(definition.name) == *key
        })?;
        if depth + 1 == keys.len() {
            return Some(facts.text(facts.definitions[found].doc));
        }
        parent = found as u32;
    }
    None
}

/// All keys directly below the key that `keys` leads to, with their values.
fn key_values<'a>(tables: &Tables<'a>, file: FileId, keys: &[&str]) -> Vec<(&'a str, &'a str)> {
    let facts = tables.files[file.index()].facts;
    let mut parent = 0;
    for key in keys {
        let found = facts.definitions.iter().position(|definition| {
            definition.kind() == Kind::Key
                && definition.parent == parent
                && facts.text(definition.name) == *key
        });
        let Some(found) = found else { return Vec::new() };
        parent = found as u32;
    }
    facts
        .definitions
        .iter()
        .filter(|definition| definition.parent == parent && definition.parent != NONE)
        .map(|definition| (facts.text(definition.name), facts.text(definition.doc)))
        .collect()
}
