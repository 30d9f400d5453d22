//! Click and Typer: commands are functions with a decorator of a group.

use super::call::Call;
use super::project::Project;
use super::{Contributions, Endpoint, EndpointKind, Framework};
use crate::ids::SymbolId;
use fathom_syntax::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const CLICK: Framework = Framework { name: "click", languages: &["python"], applies, model };

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("click") || project.imports("typer")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = ["command", "group"].map(hash_name).into_iter().collect();
    // A command, its own name, and the group it belongs to.
    let mut commands: Vec<(SymbolId, String, Option<SymbolId>, u32)> = Vec::new();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names).filter(Call::is_decorator) {
            if call.receiver().rsplit_once('.').is_some_and(|(_, last)| last == "cli") {
                continue;
            }
            let symbol = project.scope_of(&call);
            let own = call.first().or_else(|| call.keyword("name")).and_then(|value| value.literal());
            let name = own.map_or_else(|| project.name(symbol).replace('_', "-"), str::to_owned);
            let group = project.thing_at(&call, call.receiver());
            commands.push((symbol, name, group, call.line()));
        }
    }
    let groups: FxHashMap<SymbolId, (String, Option<SymbolId>)> =
        commands.iter().map(|(symbol, name, group, _)| (*symbol, (name.clone(), *group))).collect();
    for (symbol, name, group, line) in commands {
        let mut path = name;
        let mut around = group;
        for _ in 0..6 {
            let Some((name, next)) = around.and_then(|group| groups.get(&group)) else { break };
            path = format!("{name} {path}");
            around = *next;
        }
        out.models.endpoints.push(Endpoint {
            kind: EndpointKind::Command,
            method: String::new(),
            path,
            handler: project.qualified(symbol, "."),
            symbol: Some(symbol),
            owner: None,
            file: project.file_of(symbol),
            line,
        });
    }
}
