//! Routers that are mounted from a list:
//! `[{ path: "/orders", route: orders }].forEach((one) => app.use(one.path, one.route))`.

use super::super::call::{Call, FileCalls};
use super::super::project::Project;
use super::super::web::{Router, Routing, template};
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{ArgumentKind, Reference};
use rustc_hash::FxHashSet;

/// Functions that call a function for each element of a list.
const LOOPS: [&str; 2] = ["forEach", "map"];

/// Mounts the routers of the list that a `use` in a loop goes through; whether it is one.
pub(super) fn mount<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    all: &FileCalls<'a>,
    router: Router,
    routing: &mut Routing,
    mounted: &mut FxHashSet<FileId>,
) -> bool {
    let mut parts = call.positional().map(|value| (value.kind(), value.text()));
    let head = |part: Option<(ArgumentKind, &'a str)>| {
        let (_, chain) = part.filter(|(kind, _)| *kind == ArgumentKind::Name)?;
        chain.split_once('.').map(|(head, _)| head)
    };
    let (path, route) = (head(parts.next()), head(parts.next()));
    if path.is_none() || path != route {
        return false;
    }
    let around = call.site.enclosing;
    let Some(each) = all.all.iter().find(|one| Some(one.number) == around && LOOPS.contains(&one.name()))
    else {
        return false;
    };
    let Some(list) = project.thing_at(each, each.receiver()) else { return false };
    for (prefix, child) in entries(project, list) {
        if let Some(file) = project.world.tables.as_file(child) {
            mounted.insert(file);
        }
        routing.mount(Router::of(project.canonical(child)), Some(router), &template(prefix), Vec::new());
    }
    true
}

/// The paths in a list, each with the names that follow it up to the next path.
fn entries<'a>(project: &Project<'_, 'a>, list: SymbolId) -> Vec<(&'a str, SymbolId)> {
    let file = project.file_of(list);
    let facts = project.facts(file);
    let local = list.local(project.symbol(file, 0));
    let paths: Vec<(u32, &str)> = facts
        .held_texts
        .iter()
        .filter(|one| one.scope == local)
        .map(|one| (one.line, facts.text(one.text)))
        .filter(|(_, text)| text.starts_with('/'))
        .collect();
    let is_name = |one: &&Reference| one.from == local && !one.kind().is_call() && one.receiver == 0;
    let mut entries = Vec::new();
    for reference in facts.references.iter().filter(is_name) {
        let before = paths.iter().rev().find(|(line, _)| *line <= reference.line);
        let thing = project.thing_in(file, facts.text(reference.name));
        if let (Some((_, path)), Some(thing)) = (before, thing) {
            entries.push((*path, thing));
        }
    }
    entries
}
