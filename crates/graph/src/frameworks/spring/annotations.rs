//! Annotations of Spring, and those that the application makes of them: `@AnonymousPost` is a mapping
//! if it is annotated with one.

use super::super::call::Call;
use super::super::project::Project;
use super::SPRING;
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

const MAPPINGS: [(&str, &str); 6] = [
    ("GetMapping", "GET"),
    ("PostMapping", "POST"),
    ("PutMapping", "PUT"),
    ("PatchMapping", "PATCH"),
    ("DeleteMapping", "DELETE"),
    ("RequestMapping", ""),
];
/// The annotations that declare handlers.
pub(super) struct Annotations {
    /// The methods of the application's own mappings.
    own: FxHashMap<u64, Vec<String>>,
    /// The application's own annotations of controllers.
    controllers: FxHashSet<u64>,
}

impl Annotations {
    pub(super) fn new(project: &Project<'_, '_>) -> Annotations {
        let mut all = Annotations { own: FxHashMap::default(), controllers: FxHashSet::default() };
        let names: FxHashSet<u64> = ["Target", "Retention"].map(hash_name).into_iter().collect();
        for language in SPRING.languages {
            for file in project.files_in(language) {
                // A type with these annotations is one.
                for call in project.calls_named(file, &names) {
                    let symbol = project.scope_of(&call);
                    if !project.is_type(symbol) {
                        continue;
                    }
                    let name = hash_name(project.name(symbol));
                    for one in project.decorators_of(symbol) {
                        if let Some(methods) = known(&one) {
                            all.own.insert(name, methods);
                        } else if one.name().ends_with("Controller") {
                            all.controllers.insert(name);
                        }
                    }
                }
            }
        }
        all
    }

    /// The names of all mappings.
    pub(super) fn mappings(&self) -> impl Iterator<Item = u64> + '_ {
        MAPPINGS.iter().map(|(name, _)| hash_name(name)).chain(self.own.keys().copied())
    }

    /// The HTTP methods of a mapping.
    pub(super) fn methods(&self, call: &Call<'_>) -> Option<Vec<String>> {
        known(call).or_else(|| self.own.get(&hash_name(call.name())).cloned())
    }

    /// Whether an annotation makes a class a controller.
    pub(super) fn is_controller(&self, name: &str) -> bool {
        name.ends_with("Controller") || self.controllers.contains(&hash_name(name))
    }
}

/// The HTTP methods of a mapping of Spring.
fn known(call: &Call<'_>) -> Option<Vec<String>> {
    let (_, method) = MAPPINGS.iter().find(|(name, _)| *name == call.name())?;
    Some(if method.is_empty() { listed(call) } else { vec![(*method).to_owned()] })
}

/// `method = {RequestMethod.GET, RequestMethod.HEAD}`.
fn listed(call: &Call<'_>) -> Vec<String> {
    let Some(value) = call.keyword("method") else { return vec!["ANY".to_owned()] };
    let last = |text: &str| text.rsplit('.').next().unwrap_or(text).to_owned();
    let elements: Vec<String> = value.elements().map(|one| last(one.text())).collect();
    if elements.is_empty() { vec![last(value.text())] } else { elements }
}
