//! Classes beside a model that saving it runs: validators and observers.

use super::bodies::Bodies;
use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::ids::SymbolId;
use fathom_syntax::ArgumentKind;
use fathom_syntax::inflection::camel;
use rustc_hash::FxHashMap;

/// Bases of observers.
const OBSERVERS: &[&str] = &["ActiveRecord.Observer", "ActiveModel.Observer"];

/// The methods that a declaration of validations runs: `validates_with Limit` runs `Limit#validate`, `validates
/// :email, mailbox: true` runs `MailboxValidator#validate_each`.
pub(super) fn of(project: &Project<'_, '_>, call: &Call<'_>) -> Vec<SymbolId> {
    let named = call.positional().filter(|value| value.kind() == ArgumentKind::Name);
    let classes = named.filter_map(|value| project.type_at(call, value.text()));
    let classes: Vec<SymbolId> = if call.name() == "validates_with" {
        classes.collect()
    } else {
        let called =
            |name: &str| project.type_called("ruby", &format!("{}Validator", camel(name).replace("::", ".")));
        call.keywords().filter_map(|value| called(value.name())).collect()
    };
    let method = |class: SymbolId| {
        project.method(class, "validate").or_else(|| project.method(class, "validate_each"))
    };
    classes.into_iter().filter_map(method).collect()
}

/// The methods of observers with their phases, by the class that they observe: `observe :order` or the name
/// of `OrderObserver`.
pub(super) fn observers(
    project: &Project<'_, '_>,
    bodies: &Bodies<'_>,
    phase: impl Fn(&str) -> Option<usize>,
) -> FxHashMap<SymbolId, Vec<(usize, SymbolId)>> {
    let mut found: FxHashMap<SymbolId, Vec<(usize, SymbolId)>> = FxHashMap::default();
    for file in project.files_in("ruby") {
        for class in project.symbols_in(file) {
            let name = project.name(class);
            if !name.ends_with("Observer") || !project.is_type(class) || !project.is_a(class, OBSERVERS) {
                continue;
            }
            let mut observed: Vec<SymbolId> = Vec::new();
            for call in bodies.declarations(class).iter().filter(|call| call.name() == "observe") {
                observed.extend(call.positional().filter_map(|value| match value.literal() {
                    Some(name) => project.type_called("ruby", &camel(name).replace("::", ".")),
                    None => project.type_at(call, value.text()),
                }));
            }
            if observed.is_empty() {
                observed.extend(project.type_called("ruby", name.trim_end_matches("Observer")));
            }
            for method in project.methods(class) {
                let Some(phase) = phase(project.name(*method)) else { continue };
                for model in &observed {
                    let list = found.entry(project.canonical(*model)).or_default();
                    if !list.contains(&(phase, *method)) {
                        list.push((phase, *method));
                    }
                }
            }
        }
    }
    found
}
