//! What a repository depends on, and what it is, by its manifests.
//!
//! Read from the files when a pack asks: they are few, and some (`pom.xml`,
//! `*.csproj`) are in no index.

mod read;

use crate::View;
use fathom_syntax::is_test_path;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Manifests of one ecosystem that are read, those nearest to the root first.
const MOST: usize = 64;
/// Bytes of a manifest that is read.
const LARGEST: u64 = 512 * 1024;
/// Folders below the root in which manifests lie that are in no index.
const DEEPEST: usize = 4;

/// Where packages come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Ecosystem {
    /// Rust.
    Cargo,
    /// PHP.
    Composer,
    /// Ruby.
    Gem,
    /// Go.
    Go,
    /// Java, Kotlin, Scala.
    Maven,
    /// JavaScript.
    Npm,
    /// .NET.
    Nuget,
    /// Python.
    Pypi,
}

impl Ecosystem {
    /// Whether a file of this name is a manifest.
    fn is_manifest(self, name: &str) -> bool {
        match self {
            Ecosystem::Cargo => name == "Cargo.toml",
            Ecosystem::Composer => name == "composer.json",
            Ecosystem::Gem => matches!(name, "Gemfile" | "gems.rb") || name.ends_with(".gemspec"),
            Ecosystem::Go => name == "go.mod",
            Ecosystem::Maven => matches!(name, "pom.xml" | "build.gradle" | "build.gradle.kts" | "build.sbt"),
            Ecosystem::Npm => name == "package.json",
            Ecosystem::Nuget => {
                [".csproj", ".fsproj", ".vbproj"].iter().any(|ending| name.ends_with(ending))
                    || name == "Directory.Packages.props"
            }
            Ecosystem::Pypi => {
                matches!(name, "pyproject.toml" | "setup.py" | "setup.cfg" | "Pipfile")
                    || name.starts_with("requirements") && has_ending(name, &["txt", "in"])
            }
        }
    }

    /// Endings of code whose manifests are in no index.
    fn unread_beside(self) -> &'static [&'static str] {
        match self {
            Ecosystem::Maven => &["java", "kt", "scala"],
            Ecosystem::Nuget => &["cs"],
            _ => &[],
        }
    }
}

/// What one manifest says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Manifest {
    path: String,
    /// The package it makes, by all of its names.
    own: Vec<String>,
    depends: Vec<String>,
}

/// That a part of a repository depends on a package.
pub(super) struct Dependency {
    /// Which manifest says so, and what.
    pub(super) why: String,
    /// Its folder, with a slash behind it; empty for the whole repository.
    pub(super) folder: String,
}

/// The manifests of a repository, read when asked for.
pub(super) struct Manifests<'v, 'a> {
    view: &'v View<'a>,
    read: BTreeMap<Ecosystem, Vec<Manifest>>,
}

impl<'v, 'a> Manifests<'v, 'a> {
    pub(super) fn new(view: &'v View<'a>) -> Manifests<'v, 'a> {
        Manifests { view, read: BTreeMap::new() }
    }

    /// Whether the repository makes one of these packages. Patterns name
    /// families of packages, of which an application's own name may be one.
    pub(super) fn are_own(&mut self, ecosystem: Ecosystem, names: &[String]) -> bool {
        let manifests = self.of(ecosystem);
        let is_own = |name: &String| {
            manifests.iter().any(|manifest| manifest.own.iter().any(|own| same(ecosystem, own, name)))
        };
        names.iter().any(is_own)
    }

    /// The manifests that depend on one of these packages.
    pub(super) fn depend(&mut self, ecosystem: Ecosystem, names: &[String]) -> Vec<Dependency> {
        let manifests = self.of(ecosystem).iter();
        manifests
            .filter_map(|manifest| {
                let found = names.iter().find_map(|name| {
                    manifest.depends.iter().find(|depended| fits(ecosystem, name, depended))
                })?;
                let folder = manifest.path.rfind('/').map_or("", |at| &manifest.path[..=at]);
                let why = format!("{} depends on {found}", manifest.path);
                Some(Dependency { why, folder: folder.to_owned() })
            })
            .collect()
    }

    fn of(&mut self, ecosystem: Ecosystem) -> &[Manifest] {
        let view = self.view;
        self.read.entry(ecosystem).or_insert_with(|| {
            let mut paths = paths(view, ecosystem);
            paths.sort_by_key(|path| (path.matches('/').count(), path.clone()));
            paths.truncate(MOST);
            let text = |path: &String| {
                let bytes = fathom_source::read_small(view.root(), path, LARGEST).ok()?;
                String::from_utf8(bytes).ok()
            };
            paths.into_iter().filter_map(|path| Some(read::read(ecosystem, &path, &text(&path)?))).collect()
        })
    }
}

/// The manifests of an ecosystem; those of tests and examples say nothing of
/// the repository.
fn paths(view: &View<'_>, ecosystem: Ecosystem) -> Vec<String> {
    let files = view.graph.files();
    let mut paths: BTreeSet<String> = BTreeSet::new();
    let mut folders: BTreeSet<&str> = BTreeSet::new();
    for file in files {
        if ecosystem.is_manifest(file.path.rsplit('/').next().unwrap_or(file.path)) {
            paths.insert(file.path.to_owned());
        }
        if has_ending(file.path, ecosystem.unread_beside()) {
            folders.extend(folders_above(file.path));
        }
    }
    // The root is looked at in any case: a `Pipfile` or `setup.cfg` is in no index either.
    folders.insert("");
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(view.root().join(folder)) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if ecosystem.is_manifest(&name) {
                paths.insert(if folder.is_empty() { name } else { format!("{folder}/{name}") });
            }
        }
    }
    paths.into_iter().filter(|path| !is_aside(path)).collect()
}

/// The folders around a file that are not deep below the root. What `src`
/// holds is made by the manifest beside it.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    let slashes = path.match_indices('/').map(|(at, _)| at).take(DEEPEST);
    let inside = |folder: &&str| !folder.split('/').rev().skip(1).any(|name| name == "src" || name == "main");
    std::iter::once("").chain(slashes.map(|at| &path[..at])).take_while(inside)
}

fn is_aside(path: &str) -> bool {
    is_test_path(path)
        || path.split('/').any(|name| matches!(name, "examples" | "example" | "samples" | "fixtures"))
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}

/// Whether a package's own name is one that a pack names.
fn same(ecosystem: Ecosystem, own: &str, name: &str) -> bool {
    let artifact = if ecosystem == Ecosystem::Maven { name.rsplit(':').next().unwrap_or(name) } else { name };
    artifact != "*" && normal(ecosystem, own) == normal(ecosystem, artifact)
}

/// Whether a dependency is one that a pack names; `*` at the end stands for
/// any ending.
fn fits(ecosystem: Ecosystem, wanted: &str, depended: &str) -> bool {
    let depended = normal(ecosystem, depended);
    match wanted.strip_suffix('*') {
        Some(start) => depended.starts_with(&normal(ecosystem, start)),
        None => depended == normal(ecosystem, wanted),
    }
}

/// A name as its ecosystem compares it.
fn normal(ecosystem: Ecosystem, name: &str) -> String {
    match ecosystem {
        Ecosystem::Pypi => name.to_lowercase().replace(['_', '.'], "-"),
        Ecosystem::Nuget | Ecosystem::Composer | Ecosystem::Npm => name.to_lowercase(),
        Ecosystem::Go => {
            // `github.com/a/b/v2` is a later version of `github.com/a/b`.
            let last = name.rsplit('/').next().unwrap_or(name);
            let version = last.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
            if version { name[..name.len() - last.len() - 1].to_owned() } else { name.to_owned() }
        }
        Ecosystem::Cargo | Ecosystem::Gem | Ecosystem::Maven => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Ecosystem, fits, folders_above, is_aside, same};

    #[test]
    fn names_are_compared_as_their_ecosystem_does() {
        assert!(fits(Ecosystem::Pypi, "Flask-SQLAlchemy", "flask_sqlalchemy"));
        assert!(fits(Ecosystem::Go, "github.com/gin-gonic/gin", "github.com/gin-gonic/gin/v2"));
        assert!(fits(
            Ecosystem::Maven,
            "org.springframework.boot:*",
            "org.springframework.boot:spring-boot-starter"
        ));
        assert!(!fits(Ecosystem::Gem, "rails", "rails-i18n"));
    }

    #[test]
    fn a_family_of_packages_is_nobodys_own_name() {
        assert!(same(Ecosystem::Maven, "spring-context", "org.springframework:spring-context"));
        assert!(!same(Ecosystem::Maven, "spring-petclinic", "org.springframework.boot:*"));
    }

    #[test]
    fn manifests_are_looked_for_above_the_code() {
        let above: Vec<&str> = folders_above("core/web/src/main/java/shop/Cart.java").collect();
        assert_eq!(above, ["", "core", "core/web", "core/web/src"]);
        assert!(is_aside("examples/shop/package.json") && !is_aside("shop/package.json"));
    }

    #[test]
    fn manifests_are_told_by_their_names() {
        for (ecosystem, name) in [
            (Ecosystem::Cargo, "Cargo.toml"),
            (Ecosystem::Composer, "composer.json"),
            (Ecosystem::Gem, "shop.gemspec"),
            (Ecosystem::Go, "go.mod"),
            (Ecosystem::Maven, "build.gradle.kts"),
            (Ecosystem::Npm, "package.json"),
            (Ecosystem::Nuget, "Shop.csproj"),
            (Ecosystem::Pypi, "requirements-dev.txt"),
        ] {
            assert!(ecosystem.is_manifest(name), "{name}");
            assert!(!ecosystem.is_manifest("README.md"));
        }
    }
}
