//! Callbacks of events that a program or a gem defines itself.
//!
//! `before_discard :expire_keys` runs when `discard` is called, as `before_save` does when `save` is. The
//! event is a method of a gem, or the program runs it with `run_callbacks :publish`.

use super::bodies::{self, Bodies};
use super::callbacks::{block_targets, is_phase};
use super::filters;
use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// When callbacks run, in order.
const TIMES: [&str; 3] = ["before_", "around_", "after_"];

/// Events that are modelled elsewhere, or that are no events.
const OTHERS: &[&str] = &[
    "action",
    "all",
    "commit",
    "create",
    "deliver",
    "destroy",
    "each",
    "enqueue",
    "enter",
    "event",
    "exit",
    "filter",
    "find",
    "initialize",
    "perform",
    "rollback",
    "save",
    "touch",
    "transition",
    "update",
    "validation",
];

/// Classes below a class whose callbacks count.
const BELOW: usize = 16;

/// One callback: the event, its time as a place in [`TIMES`], what runs and under which condition.
struct Declared {
    event: String,
    time: usize,
    symbol: SymbolId,
    condition: String,
}

/// Adds what events run.
pub(super) fn add<'a>(project: &Project<'_, 'a>, bodies: &Bodies<'a>, out: &mut Contributions) {
    let mut declared: FxHashMap<SymbolId, Vec<Declared>> = FxHashMap::default();
    let mut names: FxHashSet<u64> = FxHashSet::default();
    for class in bodies.all() {
        let mut found: Vec<Declared> = Vec::new();
        for call in bodies.declarations(class) {
            declare(project, class, &call, &mut found);
        }
        if found.is_empty() {
            continue;
        }
        for one in &found {
            names.extend([hash_name(&one.event), hash_name(&format!("{}!", one.event))]);
        }
        found.sort_by_key(|one| one.time);
        declared.insert(class, found);
    }
    if declared.is_empty() {
        return;
    }
    names.insert(hash_name("run_callbacks"));
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            run(project, &declared, &call, out);
        }
    }
}

fn declare(project: &Project<'_, '_>, class: SymbolId, call: &Call<'_>, found: &mut Vec<Declared>) {
    let name = call.name();
    let time = TIMES.iter().position(|time| name.starts_with(time));
    let Some((time, event)) = time.map(|time| (time, &name[TIMES[time].len()..])) else { return };
    if OTHERS.contains(&event) || is_phase(name) || !call.receiver().is_empty() {
        return;
    }
    let conditions = ["if", "unless"].into_iter().filter_map(|word| {
        let value = bodies::option(call, word)?;
        Some(filters::written(word, &value).join(" and "))
    });
    let conditions: Vec<String> = conditions.collect();
    let condition = [vec![name.to_owned()], conditions].concat().join(" ");
    for value in call.positional() {
        let symbols = match value.kind() {
            ArgumentKind::Symbol | ArgumentKind::Text => {
                project.method(class, value.text()).into_iter().collect()
            }
            ArgumentKind::Block => block_targets(project, class, call),
            _ => Vec::new(),
        };
        let event = event.to_owned();
        found.extend(symbols.into_iter().map(|symbol| Declared {
            event: event.clone(),
            time,
            symbol,
            condition: condition.clone(),
        }));
    }
}

/// Adds what one call runs: `run_callbacks :event`, or the event itself, which a gem defines.
fn run(
    project: &Project<'_, '_>,
    declared: &FxHashMap<SymbolId, Vec<Declared>>,
    call: &Call<'_>,
    out: &mut Contributions,
) {
    let from = project.scope_of(call);
    let is_own = matches!(call.receiver(), "" | "self");
    let (classes, event, resolution) = if call.name() == "run_callbacks" {
        let event = call.first().and_then(|first| first.literal());
        let (Some(event), Some(own)) = (event, project.type_around(from).filter(|_| is_own)) else { return };
        let below = project.world.bases.below(own).iter().take(BELOW).map(|class| project.canonical(*class));
        let classes: Vec<SymbolId> = project.ancestors(own).into_iter().chain(below).collect();
        (classes, event, Resolution::Exact)
    } else {
        let found = if is_own {
            project.class_around(from, &mut |class| declares(project, declared, class))
        } else {
            match project.likely_receiver(call) {
                (Value::Instance(class) | Value::Collection(class), sure) => Some((class, sure)),
                _ => None,
            }
        };
        let Some((class, resolution)) = found else { return };
        if project.method(class, call.name()).is_some() {
            return;
        }
        (project.ancestors(class), call.name().trim_end_matches('!'), resolution)
    };
    let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
    let all = classes.iter().filter_map(|class| declared.get(class)).flatten();
    for one in all.filter(|one| one.event == event && one.symbol != from) {
        if seen.insert(one.symbol) {
            let kind = EdgeKind::Callback;
            let hop = Hop::new(from, one.symbol, kind, resolution, call.line(), Some(call.number));
            out.hop(hop, &one.condition);
        }
    }
}

fn declares(
    project: &Project<'_, '_>,
    declared: &FxHashMap<SymbolId, Vec<Declared>>,
    class: SymbolId,
) -> bool {
    project.ancestors(class).iter().any(|one| declared.contains_key(one))
}
