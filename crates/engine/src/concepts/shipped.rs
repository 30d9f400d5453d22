//! Packs for frameworks, part of the binary.
//!
//! A pack is a file in `packs/` and a line here. It applies if a manifest declares the framework as a
//! dependency, and does not if the repository *is* the framework.

use super::dependencies::{Dependencies, Dependency};
use super::file::{self, Entry, PackFile};
use super::{Kind, TaskConcepts, match_concept};
use crate::View;
use fathom_rank::concepts::{Concept, Question, strongest};
use fathom_syntax::Ecosystem;
use std::sync::OnceLock;

/// Each pack with the languages of applications that use the framework: in a
/// repository without any of them it is not even read.
const PACKS: &[(&[&str], &str)] = &[
    (&["csharp"], include_str!("../../packs/aspnet_core.toml")),
    (&["python"], include_str!("../../packs/celery.toml")),
    (&["python"], include_str!("../../packs/django.toml")),
    (&["javascript", "typescript"], include_str!("../../packs/express.toml")),
    (&["go"], include_str!("../../packs/gin.toml")),
    (&["php"], include_str!("../../packs/laravel.toml")),
    (&["javascript", "typescript"], include_str!("../../packs/nestjs.toml")),
    (&["ruby"], include_str!("../../packs/rails.toml")),
    (&["javascript", "typescript", "tsx"], include_str!("../../packs/react.toml")),
    (&["javascript", "typescript", "tsx"], include_str!("../../packs/redux.toml")),
    (&["ruby"], include_str!("../../packs/sidekiq.toml")),
    (&["java", "kotlin", "scala"], include_str!("../../packs/spring.toml")),
    (&["python"], include_str!("../../packs/sqlalchemy.toml")),
    (&["rust"], include_str!("../../packs/tokio.toml")),
    (&["javascript", "typescript"], include_str!("../../packs/vue.toml")),
];

/// Symbols that all packs together move.
const MOST: usize = 16;

/// A pack that applies to a repository.
pub(crate) struct ApplicablePack {
    /// The framework.
    pub(crate) name: String,
    /// The manifest and the entry that declare the dependency.
    pub(crate) why: String,
    /// Its concepts.
    pub(crate) concepts: Vec<String>,
}

/// The languages that a repository has files in.
fn languages_of(view: &View<'_>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for file in view.graph.files() {
        if !names.contains(&file.language.name) {
            names.push(file.language.name);
        }
    }
    names
}

/// The packs that apply, with why.
pub(crate) fn applied(view: &View<'_>) -> Vec<ApplicablePack> {
    let dependencies = Dependencies::new(view.manifests());
    packs(view)
        .filter_map(|pack| {
            let why = depends(pack, &dependencies).into_iter().next()?.why;
            let concepts = pack.concept.iter().map(|entry| entry.name.get_ref().clone()).collect();
            Some(ApplicablePack { name: pack.name.clone(), why, concepts })
        })
        .collect()
}

pub(super) fn match_task(view: &View<'_>, question: &mut Question<'_, '_>, result: &mut TaskConcepts) {
    let mut read = None;
    let mut all = Vec::new();
    for pack in packs(view) {
        // Phrases first: manifests are read only for a pack that matches.
        let matching: Vec<&Entry> =
            pack.concept.iter().filter(|entry| question.words.enough(&entry.phrases).is_some()).collect();
        if matching.is_empty() {
            continue;
        }
        let dependencies = read.get_or_insert_with(|| Dependencies::new(view.manifests()));
        let within: Vec<String> =
            depends(pack, dependencies).into_iter().map(|dependency| dependency.folder).collect();
        if within.is_empty() {
            continue;
        }
        for entry in matching {
            let reason = format!("the {} pack: {}", pack.name, entry.name.get_ref());
            let concept = || Concept {
                name: entry.name.get_ref().clone(),
                phrases: entry.phrases.clone(),
                symbols: Vec::new(),
                roles: entry.roles(),
                // The framework of a front end does not apply to the server next to it.
                within: within.clone(),
            };
            all.extend(match_concept(question, &entry.phrases, &reason, concept));
        }
    }
    // Frameworks overlap: two packs with the same role are no stronger than one.
    result.matches.extend(strongest(all, MOST).into_iter().map(|concept| (Kind::Shipped, concept)));
}

/// The packs, each read on first use.
static READ: [OnceLock<Option<PackFile>>; PACKS.len()] = [const { OnceLock::new() }; PACKS.len()];

fn packs(view: &View<'_>) -> impl Iterator<Item = &'static PackFile> + use<> {
    let languages = languages_of(view);
    let written = move |wanted: &[&str]| wanted.iter().any(|language| languages.contains(language));
    PACKS
        .iter()
        .zip(&READ)
        .filter(move |((languages, _), _)| written(languages))
        // A test checks that every pack can be read.
        .filter_map(|((_, text), read)| {
            read.get_or_init(|| file::read(text, |pack: &PackFile| &pack.concept).ok()).as_ref()
        })
}

/// The manifests for which a pack applies; none if it does not.
fn depends(pack: &PackFile, dependencies: &Dependencies) -> Vec<Dependency> {
    let is_own = |(ecosystem, names): (&Ecosystem, &Vec<String>)| dependencies.are_own(*ecosystem, names);
    if pack.depends.iter().any(is_own) {
        return Vec::new();
    }
    pack.depends.iter().flat_map(|(ecosystem, names)| dependencies.depend(*ecosystem, names)).collect()
}

#[cfg(test)]
mod tests {
    use super::{PACKS, PackFile, file};
    use fathom_syntax::languages;

    #[test]
    fn every_pack_can_be_read_and_its_roles_are_well_formed() {
        let mut last = String::new();
        for (spoken_in, text) in PACKS {
            let pack = file::read(text, |pack: &PackFile| &pack.concept)
                .unwrap_or_else(|wrong| panic!("{wrong:?} in\n{text}"));
            assert!(spoken_in.iter().all(|name| languages::by_name(name).is_some()), "{spoken_in:?}");
            assert!(pack.name.to_lowercase() > last, "packs are in the order of their names");
            last = pack.name.to_lowercase();
            assert!(pack.depends.values().all(|names| !names.is_empty()) && !pack.depends.is_empty());
            for entry in &pack.concept {
                let at = format!("{}: {}", pack.name, entry.name.get_ref());
                assert!(entry.symbols.is_empty(), "{at}: an application's symbols have its own names");
                let roles = entry.roles();
                for glob in &roles.path {
                    assert!(!glob.starts_with('/') && !glob.contains("***"), "{at}: {glob}");
                    let odd =
                        glob.split('/').any(|name| name.is_empty() || name.len() > 2 && name.contains("**"));
                    assert!(!odd, "{at}: {glob}");
                }
                for name in &roles.named {
                    assert!(!name.contains(['/', ' ']) && name.trim_matches('*').len() > 2, "{at}: {name}");
                }
                for name in roles.extends.iter().chain(&roles.marked).chain(&roles.takes).chain(&roles.calls)
                {
                    let formed = name.chars().all(|c| c.is_alphanumeric() || "_.:\\$".contains(c));
                    assert!(formed && !name.is_empty(), "{at}: {name}");
                }
            }
        }
    }

    #[test]
    fn phrases_are_written_once() {
        for (_, text) in PACKS {
            let pack = file::read(text, |pack: &PackFile| &pack.concept).unwrap();
            for entry in &pack.concept {
                let mut phrases = entry.phrases.clone();
                phrases.sort();
                phrases.dedup();
                assert_eq!(phrases.len(), entry.phrases.len(), "{}: {}", pack.name, entry.name.get_ref());
            }
        }
    }
}
