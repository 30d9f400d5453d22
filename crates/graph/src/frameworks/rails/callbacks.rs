//! Callbacks of models: what `save`, `create`, `update` and `destroy` run.

use super::bodies::{self, Bodies};
use super::filters::written;
use super::{commands, jobs, validators};
use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, InheritKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Classes above a class that are looked at.
const DEEPEST: usize = 24;

/// Blocks around a call that are looked at.
const BLOCKS: usize = 6;

/// Methods that declare callbacks for the classes that call them, one in another.
const MACROS: usize = 3;

/// Bases of models.
const MODELS: &[&str] = &["ActiveRecord.Base", "ApplicationRecord", "Mongoid.Document", "ActiveModel.Model"];

/// An action on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum RecordAction {
    Save,
    Create,
    Update,
    Destroy,
    Validate,
    Touch,
}

/// Calls that do it. Those that skip callbacks are not here.
const CALLS: &[(&str, RecordAction)] = &[
    ("save", RecordAction::Save),
    ("save!", RecordAction::Save),
    ("create", RecordAction::Create),
    ("create!", RecordAction::Create),
    ("find_or_create_by", RecordAction::Create),
    ("find_or_create_by!", RecordAction::Create),
    ("create_or_find_by", RecordAction::Create),
    ("create_or_find_by!", RecordAction::Create),
    ("first_or_create", RecordAction::Create),
    ("first_or_create!", RecordAction::Create),
    ("update", RecordAction::Update),
    ("update!", RecordAction::Update),
    ("update_attributes", RecordAction::Update),
    ("update_attributes!", RecordAction::Update),
    ("update_attribute", RecordAction::Update),
    ("increment!", RecordAction::Update),
    ("decrement!", RecordAction::Update),
    ("toggle!", RecordAction::Update),
    ("destroy", RecordAction::Destroy),
    ("destroy!", RecordAction::Destroy),
    ("destroy_all", RecordAction::Destroy),
    ("destroy_by", RecordAction::Destroy),
    ("valid?", RecordAction::Validate),
    ("validate!", RecordAction::Validate),
    ("touch", RecordAction::Touch),
];

/// Declarations of callbacks in the order in which their phases run, with the actions that run them.
const PHASES: &[(&str, &[RecordAction])] = &[
    ("before_validation", SAVING_OR_VALIDATING),
    ("validate", SAVING_OR_VALIDATING),
    ("after_validation", SAVING_OR_VALIDATING),
    ("before_save", SAVING),
    ("around_save", SAVING),
    ("before_create", CREATING),
    ("around_create", CREATING),
    ("before_update", UPDATING),
    ("around_update", UPDATING),
    ("before_destroy", &[RecordAction::Destroy]),
    ("around_destroy", &[RecordAction::Destroy]),
    (DEPENDENT, &[RecordAction::Destroy]),
    ("after_destroy", &[RecordAction::Destroy]),
    ("after_create", CREATING),
    ("after_update", UPDATING),
    ("after_save", SAVING),
    ("after_touch", &[RecordAction::Touch]),
    (
        "after_commit",
        &[
            RecordAction::Save,
            RecordAction::Create,
            RecordAction::Update,
            RecordAction::Destroy,
            RecordAction::Touch,
        ],
    ),
    ("after_create_commit", CREATING),
    ("after_update_commit", UPDATING),
    ("after_save_commit", SAVING),
    ("after_destroy_commit", &[RecordAction::Destroy]),
];

/// The phase of associations that are destroyed with their owner.
const DEPENDENT: &str = "dependent";
const SAVING: &[RecordAction] = &[RecordAction::Save, RecordAction::Create, RecordAction::Update];
const SAVING_OR_VALIDATING: &[RecordAction] =
    &[RecordAction::Save, RecordAction::Create, RecordAction::Update, RecordAction::Validate];
const CREATING: &[RecordAction] = &[RecordAction::Save, RecordAction::Create];
const UPDATING: &[RecordAction] = &[RecordAction::Save, RecordAction::Update];

const ASSOCIATIONS: [&str; 4] = ["has_many", "has_one", "belongs_to", "has_and_belongs_to_many"];

/// An action on objects of a model, with its resolution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) model: SymbolId,
    pub(super) action: RecordAction,
    pub(super) resolution: Resolution,
}

/// One callback of a model.
#[derive(Clone, Debug)]
struct Callback {
    /// A place in [`PHASES`].
    phase: usize,
    /// What runs.
    symbol: SymbolId,
    /// Actions of `on:`; empty for all.
    on: Vec<RecordAction>,
    condition: String,
}

/// The callbacks of all models.
pub(super) struct Callbacks<'c, 'p, 'a> {
    project: &'c Project<'p, 'a>,
    bodies: &'c Bodies<'a>,
    known: FxHashMap<SymbolId, Vec<Callback>>,
    /// Whether each class is a model.
    models: FxHashMap<SymbolId, bool>,
    /// Associations whose objects' callbacks are added.
    dependents: FxHashSet<SymbolId>,
    /// Methods of observers, with their phases, by the class that they observe.
    observers: FxHashMap<SymbolId, Vec<(usize, SymbolId)>>,
}

impl<'c, 'p, 'a> Callbacks<'c, 'p, 'a> {
    pub(super) fn new(project: &'c Project<'p, 'a>, bodies: &'c Bodies<'a>) -> Callbacks<'c, 'p, 'a> {
        Callbacks {
            project,
            bodies,
            known: FxHashMap::default(),
            models: FxHashMap::default(),
            dependents: FxHashSet::default(),
            observers: validators::observers(project, bodies, |name| {
                PHASES.iter().position(|(phase, _)| *phase == name)
            }),
        }
    }

    /// Adds what all calls on models run.
    pub(super) fn add(&mut self, out: &mut Contributions) {
        let project = self.project;
        let names: FxHashSet<u64> = CALLS.iter().map(|(name, _)| hash_name(name)).collect();
        for file in project.files_in("ruby") {
            for call in project.calls_named(file, &names) {
                let Some((_, action)) = CALLS.iter().find(|(name, _)| *name == call.name()) else { continue };
                let Some((model, resolution)) = self.model_of(&call) else { continue };
                let run = Run { model, action: *action, resolution };
                self.run(project.scope_of(&call), run, call.line(), Some(call.number), out);
            }
        }
    }

    /// Whether a class is a model.
    pub(super) fn is_model(&mut self, class: SymbolId) -> bool {
        let project = self.project;
        *self.models.entry(class).or_insert_with(|| project.is_a(class, MODELS))
    }

    /// The model that a call is made on, and how sure that is.
    fn model_of(&mut self, call: &Call<'a>) -> Option<(SymbolId, Resolution)> {
        let project = self.project;
        let receiver = call.receiver();
        let (class, resolution) = if matches!(receiver, "" | "self") {
            project.class_around(project.scope_of(call), &mut |class| self.is_model(class))?
        } else if let (Value::Instance(class) | Value::Type(class) | Value::Collection(class), sure) =
            project.likely_receiver(call)
        {
            (class, sure)
        } else {
            let path = jobs::constants(receiver);
            (project.type_at(call, &path).filter(|_| !path.is_empty())?, Resolution::Inferred)
        };
        let class = project.canonical(class);
        // A method of the same name of the class itself is another one, which calls this.
        let own = project.method(class, call.name());
        (own.is_none() && self.is_model(class)).then_some((class, resolution))
    }

    /// Adds the callbacks that an action runs.
    pub(super) fn run(
        &mut self,
        from: SymbolId,
        run: Run,
        line: u32,
        reference: Option<u32>,
        out: &mut Contributions,
    ) {
        let Run { model, action, resolution } = run;
        let callbacks = self.of(model, 0);
        for (phase, (name, actions)) in PHASES.iter().enumerate() {
            if !actions.contains(&action) {
                continue;
            }
            for one in callbacks.iter().filter(|one| one.phase == phase) {
                let fits = one.on.is_empty()
                    || one.on.contains(&action)
                    || action == RecordAction::Save && one.on.iter().any(|on| *on != RecordAction::Destroy);
                if !fits || one.symbol == from {
                    continue;
                }
                let condition = if one.condition.is_empty() {
                    (*name).to_owned()
                } else {
                    format!("{name} {}", one.condition)
                };
                let hop = Hop::new(from, one.symbol, EdgeKind::Callback, resolution, line, reference);
                out.hop(hop, &condition);
                if *name == DEPENDENT && self.dependents.insert(one.symbol) {
                    self.run_dependent(one.symbol, out);
                }
            }
        }
    }

    /// The callbacks that run when an association's objects are destroyed.
    fn run_dependent(&mut self, association: SymbolId, out: &mut Contributions) {
        let project = self.project;
        let value = project.world.values.get(association.index()).map(|value| value.value());
        let class = match value {
            Some(Value::Collection(class) | Value::Instance(class)) => project.canonical(class),
            _ => return,
        };
        if self.is_model(class) {
            let line = project.definition(association).line;
            let run = Run { model: class, action: RecordAction::Destroy, resolution: Resolution::Exact };
            self.run(association, run, line, None, out);
        }
    }

    fn of(&mut self, class: SymbolId, depth: usize) -> Vec<Callback> {
        if let Some(known) = self.known.get(&class) {
            return known.clone();
        }
        if depth > DEEPEST {
            return Vec::new();
        }
        let project = self.project;
        let bases = project.world.bases.of(class).iter();
        let above = bases.filter(|base| base.kind == InheritKind::Extends).map(|base| base.of).next();
        let mut found = above.map(|above| self.of(project.canonical(above), depth + 1)).unwrap_or_default();
        for call in self.bodies.declarations(class) {
            self.declare(class, &call, &mut found, 0);
        }
        for (phase, symbol) in self.observers.get(&class).into_iter().flatten() {
            let condition = String::new();
            found.push(Callback { phase: *phase, symbol: *symbol, on: Vec::new(), condition });
        }
        self.known.insert(class, found.clone());
        found
    }

    fn declare(&self, class: SymbolId, call: &Call<'a>, found: &mut Vec<Callback>, depth: usize) {
        let project = self.project;
        let name = call.name();
        if matches!(name, "validates" | "validates_with" | "validates_each") {
            let condition = String::new();
            let phase = phase("validate");
            for symbol in validators::of(project, call) {
                found.push(Callback { phase, symbol, on: Vec::new(), condition: condition.clone() });
            }
            return;
        }
        if ASSOCIATIONS.contains(&name) {
            let kind = bodies::option(call, "dependent").and_then(|value| value.literal());
            let association = call.first().and_then(|first| first.literal());
            if let (Some("destroy" | "destroy_async"), Some(association)) = (kind, association)
                && let Some(symbol) = project.member(class, association)
            {
                let condition = format!("dependent: :{}", kind.unwrap_or_default());
                found.push(Callback { phase: phase(DEPENDENT), symbol, on: Vec::new(), condition });
            }
            return;
        }
        let Some(place) = PHASES.iter().position(|(known, _)| *known == name) else {
            // A method of the class, or that a module adds to it, which declares callbacks.
            if depth < MACROS && matches!(call.receiver(), "" | "self") {
                for inner in bodies::macro_of(project, self.bodies, class, name) {
                    self.declare(class, &inner, found, depth + 1);
                }
            }
            return;
        };
        let on = bodies::option(call, "on").map(|value| value.literals()).unwrap_or_default();
        let on: Vec<RecordAction> = on.iter().filter_map(|word| action_named(word)).collect();
        let mut conditions: Vec<String> = Vec::new();
        for word in ["if", "unless"] {
            if let Some(value) = bodies::option(call, word) {
                conditions.extend(written(word, &value));
            }
        }
        let condition = conditions.join(" and ");
        let mut add = |symbol: SymbolId| {
            found.retain(|one| !(one.phase == place && one.symbol == symbol && one.on == on));
            found.push(Callback { phase: place, symbol, on: on.clone(), condition: condition.clone() });
        };
        for value in call.positional() {
            match value.kind() {
                ArgumentKind::Symbol | ArgumentKind::Text => {
                    if let Some(method) = project.method(class, value.text()) {
                        add(method);
                    }
                }
                ArgumentKind::Block => block_targets(project, class, call).into_iter().for_each(&mut add),
                _ => {}
            }
        }
    }
}

/// The hashes of the names of all declarations.
pub(super) fn names() -> impl Iterator<Item = u64> {
    PHASES.iter().filter(|(name, _)| *name != DEPENDENT).map(|(name, _)| hash_name(name))
}

/// Whether a declaration is one of the phases of saving and destroying.
pub(super) fn is_phase(name: &str) -> bool {
    PHASES.iter().any(|(phase, _)| *phase == name)
}

/// The code that the block of a declaration runs: methods of the class, and jobs.
pub(super) fn block_targets(project: &Project<'_, '_>, class: SymbolId, call: &Call<'_>) -> Vec<SymbolId> {
    let mut found = Vec::new();
    let rest = call.number + 1..(call.number + 64).min(call.facts.references.len() as u32);
    for number in rest {
        let Some(inner) = Call::new(call.file, call.facts, number) else { continue };
        if inner.scope() != call.scope() {
            break;
        }
        if !is_inside(&inner, call.number) {
            continue;
        }
        let target = match inner.receiver() {
            "" | "self" => project.method(class, inner.name()),
            _ => called(project, class, &inner),
        };
        let started = jobs::started(project, &inner).map(|(job, _)| job);
        let started = started.or_else(|| commands::started(project, &inner));
        if let Some(symbol) = started.or(target)
            && !found.contains(&symbol)
        {
            found.push(symbol);
        }
    }
    found
}

/// The method that a call in the block of a declaration means: on an association of the class, or on a
/// value that is named after its class.
fn called(project: &Project<'_, '_>, class: SymbolId, inner: &Call<'_>) -> Option<SymbolId> {
    let own = inner.receiver().trim_start_matches("self.").trim_end_matches("()");
    let field = project.member(class, own).and_then(|field| {
        match project.world.values.get(field.index()).map(|value| value.value()) {
            Some(Value::Instance(of)) => Some(of),
            _ => None,
        }
    });
    let of = field.or_else(|| match project.likely_receiver(inner).0 {
        Value::Instance(of) | Value::Type(of) => Some(of),
        _ => None,
    })?;
    project.method(of, inner.name())
}

/// Whether a call is in the block of another, directly or in blocks inside of it.
fn is_inside(inner: &Call<'_>, outer: u32) -> bool {
    let mut around = inner.site.enclosing;
    for _ in 0..BLOCKS {
        match around {
            Some(number) if number == outer => return true,
            Some(number) => {
                around = Call::new(inner.file, inner.facts, number).and_then(|call| call.site.enclosing);
            }
            None => return false,
        }
    }
    false
}

fn phase(name: &str) -> usize {
    PHASES.iter().position(|(known, _)| *known == name).unwrap_or(PHASES.len())
}

fn action_named(word: &str) -> Option<RecordAction> {
    match word {
        "create" => Some(RecordAction::Create),
        "update" => Some(RecordAction::Update),
        "destroy" => Some(RecordAction::Destroy),
        _ => None,
    }
}
