//! Rake tasks and schedules: `lib/tasks/*.rake`, `config/schedule.rb`, `clock.rb`, cron files in YAML.

use super::jobs;
use crate::frameworks::call::FileCalls;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Endpoint, EndpointKind, Hop};
use crate::ids::{FileId, SymbolId};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{Kind, hash_name};
use rustc_hash::FxHashSet;
use std::path::Path;

/// Adds tasks and what runs on a schedule.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let task: FxHashSet<u64> = [hash_name("task")].into_iter().collect();
    for file in project.files_in("ruby") {
        let path = project.path(file);
        let is_rake =
            Path::new(path).extension().is_some_and(|one| one == "rake") || path.ends_with("Rakefile");
        if is_rake && project.calls_named(file, &task).next().is_some() {
            add_tasks(project, file, out);
        }
        if path.ends_with("config/schedule.rb") {
            add_schedule(project, file, out);
        }
        if path.ends_with("clock.rb") || path.contains("clockwork") {
            add_clock(project, file, out);
        }
    }
    for file in project.files_in("yaml") {
        let path = project.path(file);
        let name = path.rsplit('/').next().unwrap_or(path);
        if name.contains("schedule") || name.contains("cron") || name.contains("recurring") {
            add_cron(project, file, out);
        }
    }
}

/// The symbol of the definition that starts on a line, if it is a method.
fn defined_at(project: &Project<'_, '_>, file: FileId, line: u32) -> Option<SymbolId> {
    let mut definitions = (0..).zip(project.facts(file).definitions);
    let found = definitions.find(|(_, one)| one.line == line && one.kind().is_callable());
    found.map(|(local, _)| project.symbol(file, local))
}

fn add_tasks(project: &Project<'_, '_>, file: FileId, out: &mut Contributions) {
    let calls = project.calls(file);
    let mut tasks: Vec<(String, SymbolId, Vec<String>)> = Vec::new();
    for call in calls.all.iter().filter(|call| call.name() == "task" && call.receiver().is_empty()) {
        let first = call.arguments().next();
        let Some(name) = first.and_then(|first| match first.name() {
            "" => first.literal(),
            name => Some(name),
        }) else {
            continue;
        };
        let own = defined_at(project, file, call.line());
        let full = match own {
            // The definition has the whole name, with its namespaces.
            Some(symbol) => project.name(symbol).to_owned(),
            None => name.to_owned(),
        };
        let symbol = own.unwrap_or_else(|| project.symbol(file, 0));
        let needs = call.keywords().flat_map(|value| value.literals()).filter(|name| *name != "environment");
        let needs: Vec<String> = needs.map(str::to_owned).collect();
        out.models.endpoints.push(Endpoint {
            kind: EndpointKind::Task,
            method: String::new(),
            path: full.clone(),
            handler: project.display(symbol),
            symbol: Some(symbol),
            owner: None,
            file,
            line: call.line(),
        });
        tasks.push((full, symbol, needs));
    }
    // Tasks that a task needs run before it.
    for (name, symbol, needs) in &tasks {
        let namespace = name.rsplit_once(':').map_or("", |(namespace, _)| namespace);
        for need in needs {
            let inside = format!("{namespace}:{need}");
            let needed = tasks.iter().find(|(other, ..)| other == need || *other == inside);
            if let Some((_, to, _)) = needed.filter(|(_, to, _)| to != symbol) {
                let line = project.definition(*symbol).line;
                let hop = Hop::new(*symbol, *to, EdgeKind::Callback, Resolution::Exact, line, None);
                out.hop(hop, "needs");
            }
        }
    }
}

/// `every 1.day { runner "Report.send_all" }`, `rake "db:clean"`.
fn add_schedule(project: &Project<'_, '_>, file: FileId, out: &mut Contributions) {
    let calls: FileCalls<'_> = project.calls(file);
    for call in calls.all.iter().filter(|call| matches!(call.name(), "runner" | "rake" | "command")) {
        let Some(text) = call.first().and_then(|first| first.literal()) else { continue };
        let (class, method) = text.split_once('.').unwrap_or((text, ""));
        let method = method.split(['(', ' ', '.']).next().unwrap_or_default();
        let owner = project.type_called("ruby", &class.replace("::", "."));
        let symbol = owner.and_then(|owner| {
            let named = project.method(owner, method);
            named.or_else(|| jobs::handler(project, owner).filter(|_| method.starts_with("perform")))
        });
        out.models.endpoints.push(Endpoint {
            kind: EndpointKind::Task,
            method: String::new(),
            path: format!("cron {text}"),
            handler: symbol.map_or_else(|| text.to_owned(), |_| format!("{class}.{method}")),
            symbol,
            owner,
            file,
            line: call.line(),
        });
    }
}

/// `every(1.hour, "bill") { BillJob.perform_later }` of Clockwork.
fn add_clock(project: &Project<'_, '_>, file: FileId, out: &mut Contributions) {
    let calls: FileCalls<'_> = project.calls(file);
    for (at, call) in calls.all.iter().enumerate().filter(|(_, call)| call.name() == "every") {
        let Some(name) = call.positional().find_map(|value| value.literal()) else { continue };
        let mut inside = vec![at];
        let mut found = None;
        // The job may be started in a block or a branch in the block.
        while let Some(next) = inside.pop().filter(|_| found.is_none()) {
            for inner in calls.inside(next) {
                found = found.or_else(|| jobs::started(project, &calls.all[*inner]));
                inside.push(*inner);
            }
        }
        let symbol = found.map(|(symbol, _)| symbol);
        out.models.endpoints.push(Endpoint {
            kind: EndpointKind::Task,
            method: String::new(),
            path: format!("cron {name}"),
            handler: symbol.map_or_else(|| name.to_owned(), |symbol| project.display(symbol)),
            symbol,
            owner: symbol.and_then(|symbol| project.container(symbol)),
            file,
            line: call.line(),
        });
    }
}

/// Keys `class: CleanupJob` of a file of schedules.
fn add_cron(project: &Project<'_, '_>, file: FileId, out: &mut Contributions) {
    let facts = project.facts(file);
    for definition in facts.definitions {
        let key = facts.text(definition.name);
        if definition.kind() != Kind::Key || !matches!(key, "class" | "job_class" | "job") {
            continue;
        }
        let signature = facts.text(definition.signature);
        let Some((_, class)) = signature.split_once(':') else { continue };
        let class = class.trim().trim_matches(['"', '\'']);
        let Some(owner) = project.type_called("ruby", &class.replace("::", ".")) else { continue };
        let symbol = jobs::handler(project, owner);
        let parent = facts.definitions.get(definition.parent as usize);
        let name = parent.map_or(class, |parent| facts.text(parent.name));
        out.models.endpoints.push(Endpoint {
            kind: EndpointKind::Task,
            method: String::new(),
            path: format!("cron {name}"),
            handler: format!("{}#perform", project.qualified(owner, "::")),
            symbol,
            owner: Some(owner),
            file,
            line: definition.line,
        });
    }
}
