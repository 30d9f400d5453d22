//! Hops to what inherited methods of the frameworks run: from a class of views for each of its routes,
//! and from calls (`self.get_object()`, `super().form_valid(form)`, `form.is_valid()`).

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, EndpointKind, Hop};
use super::steps::Steps;
use super::views::last;
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::hash_name;
use rustc_hash::FxHashSet;

/// Ends of names of classes of the frameworks that views, forms and serializers inherit.
const BASES: [&str; 6] = ["View", "ViewSet", "Mixin", "Form", "Serializer", "FormSet"];
/// Ends of names of values that hold a form or serializer.
const INPUTS: [&str; 2] = ["form", "serializer"];

/// Adds the hops of classes whose routes the frameworks handle. The condition is the action or method.
pub(super) fn of_routes(project: &Project<'_, '_>, steps: &Steps<'_, '_, '_>, out: &mut Contributions) {
    let mut seen: FxHashSet<(SymbolId, String)> = FxHashSet::default();
    let mut found: Vec<(SymbolId, String, Vec<SymbolId>)> = Vec::new();
    let unhandled = out.models.endpoints.iter().filter(|one| one.kind == EndpointKind::Route);
    for endpoint in unhandled.filter(|one| one.symbol.is_none()) {
        let Some(class) = endpoint.owner else { continue };
        if project.files()[project.file_of(class).index()].language.name != "python" {
            continue;
        }
        let action = endpoint.handler.rsplit('.').next().unwrap_or_default();
        let is_action = action != project.name(class);
        let name = if is_action { action } else { endpoint.method.as_str() };
        if !seen.insert((class, name.to_owned())) {
            continue;
        }
        let run =
            if is_action { steps.of_method(class, action) } else { steps.of_verb(class, &endpoint.method) };
        found.push((class, name.to_owned(), run));
    }
    for (class, name, run) in found {
        for to in run {
            let line = project.definition(class).line;
            out.hop(Hop::new(class, to, EdgeKind::Callback, Resolution::Exact, line, None), &name);
        }
    }
}

/// Adds the hops of calls of inherited methods.
pub(super) fn of_calls(project: &Project<'_, '_>, steps: &Steps<'_, '_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = Steps::names().map(hash_name).collect();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names).filter(|call| !call.is_decorator()) {
            let from = project.scope_of(&call);
            for (to, resolution) in reached(project, steps, &call) {
                if to != from {
                    let (kind, line) = (EdgeKind::Callback, call.line());
                    out.hop(Hop::new(from, to, kind, resolution, line, Some(call.number)), "");
                }
            }
        }
    }
}

fn reached(
    project: &Project<'_, '_>,
    steps: &Steps<'_, '_, '_>,
    call: &Call<'_>,
) -> Vec<(SymbolId, Resolution)> {
    let (receiver, name) = (call.receiver(), call.name());
    let with = |all: Vec<SymbolId>, how: Resolution| all.into_iter().map(|one| (one, how)).collect();
    // `save(commit=False)` only makes the object.
    if call.keyword("commit").is_some_and(|value| value.is_constant("False")) {
        return Vec::new();
    }
    let is_super = receiver.starts_with("super");
    if receiver == "self" || is_super {
        let Some(class) = project.type_around(project.scope_of(call)) else { return Vec::new() };
        if !is_of_framework(project, class) {
            return Vec::new();
        }
        let above = project.ancestors(class);
        let mut others = above.iter().skip(usize::from(is_super));
        if others.any(|one| project.methods(*one).iter().any(|method| project.name(*method) == name)) {
            return Vec::new();
        }
        if is_input(project, class) {
            let mut found = Vec::new();
            if !is_super {
                steps.of_input(class, name, &mut found);
            } else if name == "save" {
                found = steps.stored(class);
            }
            return with(found, Resolution::Exact);
        }
        let verb = matches!(name, "get" | "post").then(|| name.to_uppercase());
        let run = match verb {
            Some(verb) => steps.of_verb(class, &verb),
            None => steps.of_method(class, name),
        };
        return with(run, Resolution::Exact);
    }
    if !matches!(name, "is_valid" | "save" | "full_clean") {
        return Vec::new();
    }
    let (classes, how) = match project.receiver(call) {
        Value::Instance(of) if is_input(project, of) => (vec![project.canonical(of)], Resolution::Exact),
        Value::Unknown | Value::External => (inputs(project, steps, call), Resolution::Inferred),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for class in classes {
        if how == Resolution::Exact && project.method(class, name).is_some() {
            // The call leads to it.
            continue;
        }
        steps.of_input(class, name, &mut found);
    }
    with(found, how)
}

/// The forms or serializers of the view around, which a value named after one holds.
fn inputs(project: &Project<'_, '_>, steps: &Steps<'_, '_, '_>, call: &Call<'_>) -> Vec<SymbolId> {
    let named = last(call.receiver()).trim_end_matches("()");
    let Some(word) = INPUTS.iter().find(|word| named.ends_with(*word)) else { return Vec::new() };
    let Some(view) = project.type_around(project.scope_of(call)) else { return Vec::new() };
    steps.classes_of(view, &format!("{word}_class"), &format!("get_{word}_class"))
}

fn is_of_framework(project: &Project<'_, '_>, class: SymbolId) -> bool {
    let ancestors = project.ancestors(class);
    let mut bases = ancestors.iter().flat_map(|one| project.written_bases(*one));
    bases.any(|base| BASES.iter().any(|end| last(base).ends_with(end)))
}

fn is_input(project: &Project<'_, '_>, class: SymbolId) -> bool {
    let ancestors = project.ancestors(class);
    let mut bases = ancestors.iter().flat_map(|one| project.written_bases(*one));
    bases.any(|base| {
        let base = last(base);
        base.ends_with("Form") || base.ends_with("Serializer")
    })
}
