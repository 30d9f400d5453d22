//! The targets of `include(…)`.

use super::super::call::Call;
use super::super::project::Project;
use super::super::web::Router;
use crate::ids::FileId;
use fathom_syntax::ArgumentKind;

/// A list of patterns, or a module with one.
pub(super) enum Included {
    List(Router),
    Module(FileId),
}

/// The targets of an `include`. An inline list is not a target: it contains its patterns.
pub(super) fn included(project: &Project<'_, '_>, call: &Call<'_>) -> Vec<Included> {
    let Some(first) = call.first() else { return Vec::new() };
    let values = match first.kind() {
        ArgumentKind::List => first.elements().collect(),
        _ => vec![first],
    };
    let mut found = Vec::new();
    for value in values {
        match value.kind() {
            ArgumentKind::Text => {
                found.extend(project.module_named(call.file, value.text()).map(Included::Module));
            }
            ArgumentKind::Name => found.extend(named(project, call, value.text())),
            _ => {}
        }
        if value.kind() == ArgumentKind::Text && found.is_empty() {
            // The second text of a pair is the namespace.
            break;
        }
    }
    found
}

fn named(project: &Project<'_, '_>, call: &Call<'_>, chain: &str) -> Option<Included> {
    if let Some(thing) = project.thing_at(call, chain) {
        return Some(match project.world.tables.as_file(thing) {
            Some(file) => Included::Module(file),
            None => Included::List(Router::of(project.canonical(thing))),
        });
    }
    // `router.urls`: the property of a router that is not in the repository.
    let router = project.thing_at(call, chain.strip_suffix(".urls")?)?;
    Some(Included::List(Router::of(project.canonical(router))))
}
