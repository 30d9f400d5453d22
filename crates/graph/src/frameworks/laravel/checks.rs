//! What decides whether a request is let pass: form requests of a handler, and policies.

use super::super::call::Call;
use super::super::project::Project;
use super::super::web::Layer;
use super::super::{Contributions, FilterKind, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Methods of a form request, in the order in which they run.
const STEPS: [&str; 5] = ["prepareForValidation", "authorize", "rules", "withValidator", "passedValidation"];
/// Calls that ask a policy: the ability, and the model or its class.
const ASKS: [&str; 8] =
    ["authorize", "can", "cannot", "cant", "allows", "denies", "authorizeForUser", "inspect"];

/// What the form requests among a handler's parameters run before it.
pub(super) fn requests(project: &Project<'_, '_>, handler: SymbolId) -> Vec<Layer> {
    let file = project.file_of(handler);
    let mut layers = Vec::new();
    for (_, written) in project.parameters(handler) {
        let request = project.thing_in(file, written.trim_start_matches('?'));
        let Some(request) = request.filter(|one| project.is_type(*one)) else { continue };
        let ancestors = project.ancestors(request);
        let mut bases = ancestors.iter().flat_map(|one| project.written_bases(*one));
        if !bases.any(|base| base.ends_with("Request")) {
            continue;
        }
        for method in STEPS.iter().filter_map(|name| project.method(request, name)) {
            layers.push(Layer {
                kind: FilterKind::Before,
                name: project.spelled(method),
                symbol: Some(method),
                file: project.file_of(method),
                line: project.definition(method).line,
            });
        }
    }
    layers
}

/// Adds a hop from each call that asks a policy.
pub(super) fn policies(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = ASKS.iter().map(|name| hash_name(name)).collect();
    for file in project.files_in("php") {
        for call in project.calls_named(file, &names) {
            let Some((ability, model)) = asked(&call) else { continue };
            let Some(policy) = policy(project, &call, model) else { continue };
            let Some(method) = project.method(policy, ability) else { continue };
            let (from, line) = (project.scope_of(&call), call.line());
            if from != method {
                let (kind, how) = (EdgeKind::Callback, Resolution::Inferred);
                out.hop(Hop::new(from, method, kind, how, line, Some(call.number)), "");
            }
        }
    }
}

/// `$this->authorize('update', $order)`: the ability and the second argument.
fn asked<'a>(call: &Call<'a>) -> Option<(&'a str, &'a str)> {
    let mut texts = call.positional().skip_while(|value| value.literal().is_none());
    let ability = texts.next()?.literal()?;
    let model = texts.next()?;
    let model = if model.kind() == ArgumentKind::List { model.elements().next()? } else { model };
    (model.kind() == ArgumentKind::Name).then(|| (ability, model.text()))
}

/// The policy of a model: by its class, or by the name of the value.
fn policy(project: &Project<'_, '_>, call: &Call<'_>, model: &str) -> Option<SymbolId> {
    let class = model.trim_end_matches(".class").trim_end_matches("::class");
    let known = match project.value_at(call, model) {
        Value::Instance(of) | Value::Type(of) => Some(project.name(of).to_owned()),
        _ => project
            .thing_at(call, class)
            .filter(|one| project.is_type(*one))
            .map(|one| project.name(one).to_owned()),
    };
    let named = known.unwrap_or_else(|| {
        let last = model.rsplit(['.', '>']).next().unwrap_or(model);
        let last = last.trim_start_matches('$').trim_end_matches("()");
        let mut letters = last.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
    });
    let wanted = format!("{named}Policy");
    for file in project.files_in("php").filter(|file| project.path(*file).contains("Policies/")) {
        let found = project.thing_in(file, &wanted).filter(|one| project.is_type(*one));
        if let Some(found) = found.filter(|one| project.file_of(*one) == file) {
            return Some(project.canonical(found));
        }
    }
    None
}
