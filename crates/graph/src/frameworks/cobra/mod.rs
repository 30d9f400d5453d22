//! Cobra: commands are values with a name and a function.

use super::project::Project;
use super::web::Router;
use super::{Contributions, Endpoint, EndpointKind, Framework};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const COBRA: Framework = Framework { name: "cobra", languages: &["go"], applies, model };

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("github.com/spf13/cobra") || project.imports("github.com/urfave/cli")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = ["Command", "AddCommand"].map(hash_name).into_iter().collect();
    let mut parents: FxHashMap<Router, Router> = FxHashMap::default();
    let mut words: FxHashMap<Router, String> = FxHashMap::default();
    let mut found: Vec<(Option<Router>, String, Endpoint)> = Vec::new();
    for file in project.files_in("go") {
        for call in project.calls_named(file, &names) {
            if call.name() == "AddCommand" {
                let Some(parent) = project.router_at(&call, call.receiver()) else { continue };
                for value in call.positional().filter(|value| value.kind() == ArgumentKind::Name) {
                    if let Some(child) = project.router_at(&call, value.text().trim_end_matches("()")) {
                        parents.insert(child, parent);
                    }
                }
                continue;
            }
            let used = call.keyword("Use").or_else(|| call.keyword("Name"));
            let Some(name) = used.and_then(|value| value.literal()) else { continue };
            let name = name.split(' ').next().unwrap_or(name).to_owned();
            let runs = ["RunE", "Run", "Action"].iter().find_map(|key| call.keyword(key));
            // A command that a function makes and returns is that function's.
            let scope = project.scope_of(&call);
            let stored = project.stored_in(&call).unwrap_or_else(|| Router::of(project.canonical(scope)));
            words.insert(stored, name.clone());
            // A command that runs nothing only groups others.
            let Some(runs) = runs else { continue };
            let named = Some(runs).filter(|value| value.kind() == ArgumentKind::Name);
            let named = named.map(|value| project.handler_at(&call, value.text()));
            let inline = project.kind(scope).is_callable().then_some(scope);
            let symbol = named.as_ref().and_then(|one| one.symbol).or(inline);
            let handler =
                named.map_or_else(|| format!("{}:{}", project.path(file), call.line()), |one| one.name);
            let endpoint = Endpoint {
                kind: EndpointKind::Command,
                method: String::new(),
                path: String::new(),
                handler,
                symbol,
                owner: None,
                file,
                line: call.line(),
            };
            found.push((Some(stored), name, endpoint));
        }
    }
    for (stored, name, mut endpoint) in found {
        endpoint.path = name;
        let mut at = stored;
        for _ in 0..6 {
            let Some(parent) = at.and_then(|one| parents.get(&one)) else { break };
            let Some(word) = words.get(parent) else { break };
            endpoint.path = format!("{word} {}", endpoint.path);
            at = Some(*parent);
        }
        out.models.endpoints.push(endpoint);
    }
}
