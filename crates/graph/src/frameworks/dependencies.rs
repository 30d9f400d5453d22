//! The dependencies that manifests name, as far as facts hold them.

use super::call::Call;
use super::project::Project;
use crate::ids::FileId;
use fathom_syntax::{Kind, NONE, hash_name};
use rustc_hash::FxHashSet;

/// Keys of manifests whose own keys are dependencies.
const LISTS: &[&str] = &[
    "dependencies",
    "devDependencies",
    "peerDependencies",
    "optionalDependencies",
    "require",
    "require-dev",
    "dev-dependencies",
    "build-dependencies",
];

/// Files that are manifests of keys.
const KEYED: &[&str] = &["package.json", "composer.json", "pyproject.toml", "Cargo.toml", "Pipfile"];

/// The names of all dependencies of all manifests.
pub(super) fn find(project: &Project<'_, '_>) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    let gem = [hash_name("gem"), hash_name("add_dependency"), hash_name("add_runtime_dependency")];
    let gem: FxHashSet<u64> = gem.into_iter().collect();
    for file in FileId::all(project.files().len()) {
        let path = project.path(file);
        let name = path.rsplit('/').next().unwrap_or(path);
        if name == "Gemfile" || name.starts_with("Gemfile.") || name.ends_with(".gemspec") {
            let names = project.calls_named(file, &gem).filter_map(|call: Call<'_>| call.first()?.literal());
            found.extend(names.map(str::to_owned));
        } else if KEYED.contains(&name) {
            let facts = project.facts(file);
            for definition in facts.definitions.iter().filter(|one| one.kind() == Kind::Key) {
                let parent = facts.definitions.get(definition.parent as usize);
                let listed = parent.filter(|_| definition.parent != NONE).map(|one| facts.text(one.name));
                if listed.is_some_and(|list| LISTS.contains(&list)) {
                    found.insert(facts.text(definition.name).to_owned());
                }
            }
        }
    }
    found
}
