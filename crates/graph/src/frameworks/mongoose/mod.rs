//! Mongoose: methods that a schema gives its documents and models, and what runs when one is saved.

use super::call::Call;
use super::project::Project;
use super::{Contributions, Framework, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const MONGOOSE: Framework =
    Framework { name: "mongoose", languages: &["javascript", "typescript", "tsx"], applies, model };

/// Parts of a schema that hold functions.
const HOLDERS: [&str; 3] = ["methods", "statics", "query"];
/// Functions of one name that a call may mean.
const MOST: usize = 3;

fn applies(project: &Project<'_, '_>) -> bool {
    project.depends_on("mongoose") || project.imports("mongoose")
}

/// Adds a hop from each call of a function of a schema that the linker could not resolve.
fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let functions = functions(project);
    let names: FxHashSet<u64> = functions.keys().map(|name| hash_name(name)).collect();
    for file in MONGOOSE.languages.iter().flat_map(|language| project.files_in(language)) {
        for call in project.calls_named(file, &names).filter(|call| !call.receiver().is_empty()) {
            let Some(all) = functions.get(call.name()) else { continue };
            let all = meant(project, &call, all);
            let how = if all.len() == 1 { Resolution::Inferred } else { Resolution::Ambiguous };
            for to in all.into_iter().take(MOST) {
                let (from, line) = (project.scope_of(&call), call.line());
                if from != to {
                    out.hop(Hop::new(from, to, EdgeKind::Delegate, how, line, Some(call.number)), "");
                }
            }
        }
    }
}

/// The functions of schemas by their names: `OrderSchema.methods.pay = function () {}`. A hook
/// (`OrderSchema.pre("save", hash)`) is one by the name of what runs it.
fn functions<'a>(project: &Project<'_, 'a>) -> FxHashMap<&'a str, Vec<SymbolId>> {
    let mut found: FxHashMap<&'a str, Vec<SymbolId>> = FxHashMap::default();
    let hooks: FxHashSet<u64> = ["pre", "post"].map(hash_name).into_iter().collect();
    for file in MONGOOSE.languages.iter().flat_map(|language| project.files_in(language)) {
        let facts = project.facts(file);
        for symbol in project.symbols_in(file).filter(|one| project.kind(*one).is_callable()) {
            let owner = facts.text(project.definition(symbol).owner);
            let holder = owner.rsplit_once('.').map_or("", |(_, last)| last);
            if HOLDERS.contains(&holder) {
                found.entry(project.name(symbol)).or_default().push(symbol);
            }
        }
        for call in project.calls_named(file, &hooks) {
            let mut arguments = call.positional();
            let event = arguments.next().and_then(|value| value.literal());
            let named = arguments.next().filter(|value| value.kind() == ArgumentKind::Name);
            let hook = named.and_then(|value| project.thing_at(&call, value.text()));
            let hook = hook.filter(|one| project.kind(*one).is_callable());
            if let (Some(event), Some(hook)) = (event, hook) {
                found.entry(event).or_default().push(hook);
            }
        }
    }
    found
}

/// The functions that a call may mean: all, or those of the schema that its receiver is named after.
fn meant(project: &Project<'_, '_>, call: &Call<'_>, all: &[SymbolId]) -> Vec<SymbolId> {
    let known = project.receiver(call);
    if let Value::Instance(of) | Value::Type(of) = known
        && project.method(of, call.name()).is_some()
    {
        return Vec::new();
    }
    let last = call.receiver().rsplit('.').next().unwrap_or_default().trim_end_matches("()").to_lowercase();
    let is_named = |one: &&SymbolId| {
        let owner = project.facts(project.file_of(**one)).text(project.definition(**one).owner);
        let schema = owner.split('.').next().unwrap_or_default().to_lowercase();
        let model = schema.trim_end_matches("schema");
        !model.is_empty() && last.ends_with(model)
    };
    let named: Vec<SymbolId> = all.iter().filter(is_named).copied().collect();
    // A name that other objects have, too, needs the name of its model.
    let is_common = matches!(call.name(), "save" | "remove" | "validate" | "find" | "findOne" | "update");
    if !named.is_empty() || is_common { named } else { all.to_vec() }
}
