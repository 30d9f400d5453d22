//! Manifests: the packages that a file declares and depends on.
//!
//! Known by their names: `Cargo.toml`, `package.json`, `pom.xml`. A manifest may be of a language
//! that is not read otherwise, so its facts are records of their own and no part of
//! [`Facts`](crate::Facts).

mod read;

use serde::{Deserialize, Serialize};

/// Where packages come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ecosystem {
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

/// The content of one manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Where its packages come from.
    pub ecosystem: Ecosystem,
    /// Path in the repository.
    pub path: String,
    /// The package it makes, by all of its names.
    pub own: Vec<String>,
    /// The packages it depends on, as they are written.
    pub depends: Vec<String>,
}

impl Ecosystem {
    /// The ecosystem that a file is a manifest of, by its path; `None` for other files.
    pub fn of_manifest(path: &str) -> Option<Ecosystem> {
        let name = path.rsplit('/').next().unwrap_or(path);
        Some(match name {
            "Cargo.toml" => Ecosystem::Cargo,
            "composer.json" => Ecosystem::Composer,
            "Gemfile" | "gems.rb" => Ecosystem::Gem,
            "go.mod" => Ecosystem::Go,
            "pom.xml" | "build.gradle" | "build.gradle.kts" | "build.sbt" => Ecosystem::Maven,
            "package.json" => Ecosystem::Npm,
            "Directory.Packages.props" => Ecosystem::Nuget,
            "pyproject.toml" | "setup.py" | "setup.cfg" | "Pipfile" => Ecosystem::Pypi,
            _ => match name.rsplit_once('.')?.1 {
                "gemspec" => Ecosystem::Gem,
                "csproj" | "fsproj" | "vbproj" => Ecosystem::Nuget,
                "txt" | "in" if name.starts_with("requirements") => Ecosystem::Pypi,
                _ => return None,
            },
        })
    }
}

impl Manifest {
    /// The content of a file; `None` if its name is not that of a manifest. Of a text that cannot be
    /// read as what it should be, nothing is known.
    pub fn read(path: &str, text: &str) -> Option<Manifest> {
        Ecosystem::of_manifest(path).map(|ecosystem| read::read(ecosystem, path, text))
    }
}

#[cfg(test)]
mod tests {
    use super::Ecosystem;

    #[test]
    fn manifests_are_known_by_their_names() {
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
            assert_eq!(Ecosystem::of_manifest(&format!("some/folder/{name}")), Some(ecosystem));
            assert_eq!(Ecosystem::of_manifest(name), Some(ecosystem));
        }
        for name in ["README.md", "shop.toml", "notes.txt", "Cargo.toml/a.rs", ""] {
            assert_eq!(Ecosystem::of_manifest(name), None, "{name}");
        }
    }
}
