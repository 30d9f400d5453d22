//! Classes that a program chooses between.
//!
//! `HANDLERS.fetch(kind).new(event).call` calls one of the classes that the constant lists, and so does
//! `handler_class.call` where the method `handler_class` returns an element of it, or one class in each branch.

use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop};
use crate::ids::{FileId, SymbolId};
use crate::link::eval::{Name, Place, ResolutionContext, Value};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{Kind, ReferenceKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Methods that one call may mean and that are followed.
const FOLLOWED: usize = 8;

/// Methods that one call may mean and that are shown.
const SHOWN: usize = 24;

/// Classes that one constant or method lists.
const LISTED: usize = 128;

/// Methods and locals that are followed to a list.
const STEPS: usize = 3;

/// Segments that give an element of a list, or the list again.
const ELEMENTS: [&str; 8] = [
    "fetch",
    "dig",
    "freeze",
    "presence",
    "constantize",
    "safe_constantize",
    "with_indifferent_access",
    "itself",
];

/// Ends of the names of methods and locals that hold a chosen class or an object of it.
const HOLDERS: [&str; 24] = [
    "class",
    "klass",
    "service",
    "handler",
    "strategy",
    "provider",
    "processor",
    "adapter",
    "factory",
    "builder",
    "instance",
    "command",
    "operation",
    "worker",
    "job",
    "serializer",
    "validator",
    "importer",
    "exporter",
    "client",
    "presenter",
    "resolver",
    "parser",
    "for",
];

/// The classes that a value may be, or be an object of.
#[derive(Clone, Default)]
struct Choice {
    classes: Vec<SymbolId>,
    is_object: bool,
    /// What lists them.
    by: String,
}

/// Adds edges from calls on chosen classes to what they may call.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut choices = Choices { project, lists: FxHashMap::default() };
    let constants = choices.constants();
    for file in project.files_in("ruby") {
        let facts = project.facts(file);
        for (number, reference) in (0..).zip(facts.references) {
            let receiver = facts.text(reference.receiver);
            if receiver.is_empty() || !may_choose(receiver, &constants) {
                continue;
            }
            if let Some(call) = Call::new(file, facts, number) {
                choices.resolve(&call, out);
            }
        }
    }
}

/// Whether a receiver may be a chosen class, by its names alone.
fn may_choose(receiver: &str, constants: &FxHashSet<u64>) -> bool {
    let path = receiver.split(['(', '[']).next().unwrap_or(receiver);
    let last = path.rsplit('.').next().unwrap_or(path);
    let lists = |path: &str| path.rsplit('.').take(2).any(|name| constants.contains(&hash_name(name)));
    let made = receiver.trim_end_matches("()").trim_end_matches(".new").trim_end_matches("()");
    let holder = made.rsplit('.').next().unwrap_or(made);
    lists(path) || [last, holder].iter().any(|name| HOLDERS.iter().any(|end| name.ends_with(end)))
}

struct Choices<'c, 'p, 'a> {
    project: &'c Project<'p, 'a>,
    /// The classes that a constant or method lists.
    lists: FxHashMap<SymbolId, Vec<SymbolId>>,
}

impl<'a> Choices<'_, '_, 'a> {
    /// Hashes of the names of constants that list several classes.
    fn constants(&mut self) -> FxHashSet<u64> {
        let project = self.project;
        let mut names = FxHashSet::default();
        for file in project.files_in("ruby") {
            let facts = project.facts(file);
            let mut last = u32::MAX;
            for reference in facts.references {
                let from = reference.from;
                if from == last || facts.definitions[from as usize].kind() != Kind::Constant {
                    continue;
                }
                last = from;
                let constant = project.symbol(file, from);
                if self.listed(constant).len() > 1 {
                    names.insert(hash_name(project.name(constant)));
                }
            }
        }
        names
    }

    /// The classes that the definition of a constant or a method names, errors left out.
    fn listed(&mut self, of: SymbolId) -> Vec<SymbolId> {
        if let Some(known) = self.lists.get(&of) {
            return known.clone();
        }
        let project = self.project;
        let file = project.file_of(of);
        let facts = project.facts(file);
        let local = of.local(project.symbol(file, 0));
        let mut classes: Vec<SymbolId> = Vec::new();
        let is_constant = project.kind(of) == Kind::Constant;
        for reference in facts.references.iter().filter(|one| one.from == local) {
            let is_name =
                matches!(reference.kind(), ReferenceKind::Read | ReferenceKind::Type | ReferenceKind::New);
            let name = facts.text(reference.name);
            if !is_name || !name.starts_with(char::is_uppercase) {
                continue;
            }
            let receiver = facts.text(reference.receiver);
            let path = if receiver.is_empty() { name.to_owned() } else { format!("{receiver}.{name}") };
            let place = Place { file, scope: local, line: reference.line };
            let class = project.world.type_named(place, &path, 3).map(|class| project.canonical(class));
            let is_chosen = |class: &SymbolId| {
                let name = project.name(*class);
                project.kind(*class) == Kind::Class
                    && !name.ends_with("Error")
                    && !name.ends_with("Exception")
            };
            if let Some(class) = class.filter(is_chosen)
                && !classes.contains(&class)
                && classes.len() < LISTED
            {
                classes.push(class);
            }
        }
        // Code that only mentions a class chooses nothing.
        if is_constant && classes.len() < 2 {
            classes.clear();
        }
        self.lists.insert(of, classes.clone());
        classes
    }

    fn resolve(&mut self, call: &Call<'a>, out: &mut Contributions) {
        let project = self.project;
        if !matches!(project.receiver(call), Value::Unknown | Value::External) {
            return;
        }
        let place = Place { file: call.file, scope: call.scope(), line: call.line() };
        let Some(choice) = self.of_chain(place, call.receiver(), STEPS) else { return };
        let from = project.scope_of(call);
        let mut targets: Vec<SymbolId> = Vec::new();
        for own in [true, false] {
            let found =
                choice.classes.iter().filter_map(|class| self.target(*class, &choice, call.name(), own));
            targets = found.filter(|to| *to != from).collect();
            targets.sort_unstable();
            targets.dedup();
            // Of many classes, what they inherit.
            if targets.len() <= FOLLOWED {
                break;
            }
        }
        if targets.is_empty() || targets.len() > SHOWN {
            return;
        }
        let sure = if targets.len() <= FOLLOWED { Resolution::Inferred } else { Resolution::Ambiguous };
        for to in targets {
            let hop = Hop::new(from, to, EdgeKind::Delegate, sure, call.line(), Some(call.number));
            out.hop(hop, &format!("one of {}", choice.by));
        }
    }

    /// The method that a call on one of the classes means. A class that hands a call on to a new object runs
    /// the object's method of the same name.
    fn target(&self, class: SymbolId, choice: &Choice, name: &str, own: bool) -> Option<SymbolId> {
        let project = self.project;
        let of_object = || {
            let mut methods = project.methods(class).iter().copied();
            methods.find(|method| project.name(*method) == name && !project.is_static(*method))
        };
        if own && let Some(found) = of_object() {
            return Some(found);
        }
        let value = if choice.is_object { Value::Instance(class) } else { Value::Type(class) };
        match project.world.member(value, hash_name(name)) {
            crate::link::eval::Member::Found(found) if project.world.tables.is_symbol(found) => {
                project.kind(found).is_callable().then_some(found)
            }
            _ => of_object(),
        }
    }

    /// The classes that the value of a chain may be.
    fn of_chain(&mut self, place: Place, chain: &str, steps: usize) -> Option<Choice> {
        if steps == 0 {
            return None;
        }
        let project = self.project;
        let own = project.type_around(project.symbol(place.file, place.scope));
        let mut choice: Option<Choice> = None;
        let mut path = String::new();
        for segment in chain.split('.') {
            let end = segment.find(['(', '[']).unwrap_or(segment.len());
            let (name, suffixes) = segment.split_at(end);
            if let Some(known) = &mut choice {
                match name {
                    "new" => known.is_object = true,
                    "" => {}
                    _ if ELEMENTS.contains(&name) && !known.is_object => {}
                    _ => return None,
                }
                continue;
            }
            let is_constant = name.starts_with(char::is_uppercase);
            choice = if is_constant && name.len() > 1 && name == name.to_uppercase() {
                self.of_constant(place, &path, name)
            } else if is_constant || name == "self" && path.is_empty() {
                None
            } else if path.is_empty() || path == "self" {
                self.of_local(place, name, steps).or_else(|| {
                    let method = project.method(own?, name)?;
                    self.of_method(method, steps)
                })
            } else {
                let (Value::Type(of) | Value::Instance(of)) =
                    project.world.chain(place, &path, ResolutionContext::steps())
                else {
                    return None;
                };
                self.of_method(project.method(of, name)?, steps)
            };
            if choice.is_none() {
                let is_open = is_constant || name == "self";
                if !is_open || !matches!(suffixes, "" | "()") {
                    return None;
                }
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(segment);
            }
        }
        choice.filter(|choice| !choice.classes.is_empty())
    }

    fn of_constant(&mut self, place: Place, path: &str, name: &str) -> Option<Choice> {
        let project = self.project;
        let constant = if path.is_empty() || path == "self" {
            match project.world.name(place, hash_name(name), ResolutionContext::steps()) {
                Name::Thing(found) => Some(found),
                _ => project.member(project.type_around(project.symbol(place.file, place.scope))?, name),
            }
        } else {
            project.member(project.world.type_named(place, path, 3)?, name)
        };
        let is_constant =
            |one: &SymbolId| project.world.tables.is_symbol(*one) && project.kind(*one) == Kind::Constant;
        let constant = constant.filter(is_constant)?;
        let classes = self.listed(constant);
        (!classes.is_empty()).then(|| Choice { classes, is_object: false, by: name.to_owned() })
    }

    /// A local that was given a chosen class before.
    fn of_local(&mut self, place: Place, name: &str, steps: usize) -> Option<Choice> {
        let facts = self.project.facts(place.file);
        let bound =
            facts.bindings.iter().rev().find(|one| {
                one.scope == place.scope && one.line < place.line && facts.text(one.name) == name
            })?;
        let value = facts.text(bound.value).trim_start_matches('=').to_owned();
        self.of_chain(Place { line: bound.line, ..place }, &value, steps - 1)
    }

    /// What a method returns: an element of a list, or one of the classes that its branches name.
    fn of_method(&mut self, method: SymbolId, steps: usize) -> Option<Choice> {
        let project = self.project;
        let file: FileId = project.file_of(method);
        let facts = project.facts(file);
        let definition = project.definition(method);
        let scope = method.local(project.symbol(file, 0));
        let returned = facts.text(definition.value_type).trim_start_matches('=');
        let place = Place { file, scope, line: definition.end_line };
        if !returned.is_empty()
            && let Some(found) = self.of_chain(place, returned, steps - 1)
        {
            return Some(found);
        }
        let classes = self.listed(method);
        let made = facts.references.iter().any(|one| one.from == scope && one.kind() == ReferenceKind::New);
        let by = project.name(method).to_owned();
        (classes.len() > 1).then_some(Choice { classes, is_object: made, by })
    }
}
