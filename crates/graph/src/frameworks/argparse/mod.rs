//! argparse: `add_parser("name")` and the function that `set_defaults(func=…)` gives it.

use super::project::Project;
use super::{Contributions, Endpoint, EndpointKind, Framework, Hop};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const ARGPARSE: Framework = Framework { name: "argparse", languages: &["python"], applies, model };

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("argparse")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = ["add_parser", "set_defaults"].map(hash_name).into_iter().collect();
    for file in project.files_in("python") {
        let mut parsers: FxHashMap<super::web::Router, String> = FxHashMap::default();
        let mut latest: Option<String> = None;
        for call in project.calls_named(file, &names) {
            if call.name() == "add_parser" {
                let Some(name) = call.first().and_then(|value| value.literal()) else { continue };
                latest = Some(name.to_owned());
                if let Some(parser) = project.stored_in(&call) {
                    parsers.insert(parser, name.to_owned());
                }
                continue;
            }
            let runs = call.keywords().find(|value| value.kind() == ArgumentKind::Name);
            let Some(handler) = runs.and_then(|value| project.thing_at(&call, value.text())) else {
                continue;
            };
            if !project.kind(handler).is_callable() {
                continue;
            }
            let parser = project.router_at(&call, call.receiver());
            let name = parser.and_then(|parser| parsers.get(&parser)).or(latest.as_ref());
            let from = project.scope_of(&call);
            let hop = Hop::new(
                from,
                handler,
                EdgeKind::Callback,
                Resolution::Inferred,
                call.line(),
                Some(call.number),
            );
            out.hop(hop, "");
            out.models.endpoints.push(Endpoint {
                kind: EndpointKind::Command,
                method: String::new(),
                path: name.cloned().unwrap_or_else(|| project.name(handler).to_owned()),
                handler: project.qualified(handler, "."),
                symbol: Some(handler),
                owner: None,
                file,
                line: call.line(),
            });
        }
    }
}
