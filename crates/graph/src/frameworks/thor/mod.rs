//! Thor: the public methods of a class that are described are commands.

use super::project::Project;
use super::{Contributions, Endpoint, EndpointKind, Framework};
use fathom_syntax::hash_name;
use rustc_hash::FxHashSet;

pub(super) const THOR: Framework = Framework { name: "thor", languages: &["ruby"], applies, model };

fn applies(project: &Project<'_, '_>) -> bool {
    project.depends_on("thor") || project.imports("thor")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let desc: FxHashSet<u64> = [hash_name("desc")].into_iter().collect();
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &desc) {
            let class = project.scope_of(&call);
            if !project.is_type(class) || !project.is_a(class, &["Thor", "Thor.Group"]) {
                continue;
            }
            // A description is of the method that follows it.
            let methods = project.methods(class).iter().filter(|one| project.file_of(**one) == file);
            let after = methods.filter(|one| project.definition(**one).line > call.line());
            let Some(method) = after.min_by_key(|one| project.definition(**one).line) else { continue };
            let usage = call.first().and_then(|value| value.literal()).unwrap_or_default();
            let word = usage.split(' ').next().filter(|word| !word.is_empty());
            out.models.endpoints.push(Endpoint {
                kind: EndpointKind::Command,
                method: String::new(),
                path: word.unwrap_or_else(|| project.name(*method)).to_owned(),
                handler: format!("{}#{}", project.qualified(class, "::"), project.name(*method)),
                symbol: Some(*method),
                owner: Some(class),
                file,
                line: call.line(),
            });
        }
    }
}
