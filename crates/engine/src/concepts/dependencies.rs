//! The dependencies of a repository and the packages it defines, by the manifests in its index.

use fathom_syntax::{Ecosystem, Manifest};

/// That a part of a repository depends on a package.
pub(super) struct Dependency {
    /// The manifest and the entry that declare it.
    pub(super) why: String,
    /// Its folder, with a slash behind it; empty for the whole repository.
    pub(super) folder: String,
}

/// The manifests of a repository.
pub(super) struct Dependencies {
    manifests: Vec<Manifest>,
}

impl Dependencies {
    pub(super) fn new(manifests: Vec<Manifest>) -> Dependencies {
        Dependencies { manifests }
    }

    /// Whether the repository makes one of these packages. Patterns name
    /// families of packages, of which an application's own name may be one.
    pub(super) fn are_own(&self, ecosystem: Ecosystem, names: &[String]) -> bool {
        let is_own = |name: &String| {
            self.of(ecosystem).any(|manifest| manifest.own.iter().any(|own| same(ecosystem, own, name)))
        };
        names.iter().any(is_own)
    }

    /// The manifests that depend on one of these packages.
    pub(super) fn depend(&self, ecosystem: Ecosystem, names: &[String]) -> Vec<Dependency> {
        self.of(ecosystem)
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

    fn of(&self, ecosystem: Ecosystem) -> impl Iterator<Item = &Manifest> {
        self.manifests.iter().filter(move |manifest| manifest.ecosystem == ecosystem)
    }
}

/// Whether a package's own name is one that a pack names.
fn same(ecosystem: Ecosystem, own: &str, name: &str) -> bool {
    let artifact = if ecosystem == Ecosystem::Maven { name.rsplit(':').next().unwrap_or(name) } else { name };
    artifact != "*" && normal(ecosystem, own) == normal(ecosystem, artifact)
}

/// Whether a dependency matches a pattern of a pack; `*` at the end matches any suffix.
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
    use super::{Ecosystem, fits, same};

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
}
