//! Receivers whose type only Django defines: objects of a model that a query, a foreign key, a reverse
//! relation or a generic view returns.

use super::super::call::Call;
use super::super::project::Project;
use super::super::{Contributions, Hop};
use super::views::last;
use crate::ids::{FileId, SymbolId};
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Methods of a query that give another one.
const QUERIES: [&str; 20] = [
    "all",
    "filter",
    "exclude",
    "order_by",
    "select_related",
    "prefetch_related",
    "annotate",
    "distinct",
    "select_for_update",
    "using",
    "none",
    "only",
    "defer",
    "reverse",
    "alias",
    "iterator",
    "get_queryset",
    "union",
    "get_for_update",
    "complex_filter",
];
/// Methods of a query that give one object.
const OBJECTS: [&str; 6] = ["get", "first", "last", "create", "latest", "earliest"];
/// Fields that lead to another model.
const RELATIONS: [&str; 3] = ["ForeignKey", "OneToOneField", "ManyToManyField"];
/// How far values of locals are followed.
const STEPS: usize = 5;

/// A model's object, or many of them.
#[derive(Clone, Copy)]
pub(super) struct QuerySetType {
    pub(super) model: SymbolId,
    pub(super) many: bool,
}

/// The models and their relations.
pub(super) struct Schema<'r, 'p, 'a> {
    pub(super) project: &'r Project<'p, 'a>,
    pub(super) models: FxHashSet<SymbolId>,
    /// By model and the name of a field or of the reverse of one.
    relations: FxHashMap<(SymbolId, String), QuerySetType>,
    /// By model, those whose objects are deleted with its own.
    dependents: FxHashMap<SymbolId, Vec<SymbolId>>,
}

/// Adds an edge for each call of a model's method that the linker could not resolve.
pub(super) fn add(schema: &Schema<'_, '_, '_>, out: &mut Contributions) {
    let project = schema.project;
    if schema.models.is_empty() {
        return;
    }
    let methods = schema.models.iter().flat_map(|model| project.methods(*model));
    let names: FxHashSet<u64> = methods.map(|method| hash_name(project.name(*method))).collect();
    for file in project.files_in("python") {
        for call in project.calls_named(file, &names) {
            if call.receiver().is_empty() || call.is_decorator() || is_known(project, &call) {
                continue;
            }
            let Some(of) = schema.receiver(&call).filter(|of| !of.many) else { continue };
            let Some(method) = project.method(of.model, call.name()) else { continue };
            let from = project.scope_of(&call);
            let hop = Hop::new(
                from,
                method,
                EdgeKind::Delegate,
                Resolution::Inferred,
                call.line(),
                Some(call.number),
            );
            out.hop(hop, "");
        }
    }
}

fn is_known(project: &Project<'_, '_>, call: &Call<'_>) -> bool {
    matches!(
        project.receiver(call),
        Value::Instance(_) | Value::Type(_) | Value::Super(_) | Value::Container(_)
    )
}

impl<'r, 'p, 'a> Schema<'r, 'p, 'a> {
    pub(super) fn new(project: &'r Project<'p, 'a>) -> Schema<'r, 'p, 'a> {
        let mut models = FxHashSet::default();
        for file in project.files_in("python") {
            for symbol in project.symbols_in(file).filter(|one| project.kind(*one).is_type()) {
                let above = project.ancestors(symbol);
                let mut bases = above.iter().flat_map(|one| project.written_bases(*one));
                if bases.any(|base| matches!(*base, "models.Model" | "Model")) {
                    models.insert(project.canonical(symbol));
                }
            }
        }
        let mut schema =
            Schema { project, models, relations: FxHashMap::default(), dependents: FxHashMap::default() };
        schema.relate();
        schema
    }

    fn relate(&mut self) {
        let project = self.project;
        let names: FxHashSet<u64> = RELATIONS.map(hash_name).into_iter().collect();
        for file in project.files_in("python") {
            for call in project.calls_named(file, &names) {
                let field = project.scope_of(&call);
                let Some(own) = project.container(field).map(|one| project.canonical(one)) else { continue };
                let Some(to) = call.first().or_else(|| call.keyword("to")) else { continue };
                let target = match to.text() {
                    "self" => Some(own),
                    name if to.kind() == ArgumentKind::Name => project.thing_at(&call, name),
                    name => self.named(file, last(name)),
                };
                let Some(target) = target.filter(|one| project.is_type(*one)) else { continue };
                let target = project.canonical(target);
                if call.keyword("on_delete").is_some_and(|value| last(value.text()) == "CASCADE") {
                    self.dependents.entry(target).or_default().push(own);
                }
                let many = call.name() == "ManyToManyField";
                self.relations
                    .insert((own, project.name(field).to_owned()), QuerySetType { model: target, many });
                let reverse = call.keyword("related_name").and_then(|value| value.literal());
                let reverse = reverse
                    .map_or_else(|| format!("{}_set", project.name(own).to_lowercase()), str::to_owned);
                let many = call.name() != "OneToOneField";
                self.relations.entry((target, reverse)).or_insert(QuerySetType { model: own, many });
            }
        }
    }

    /// The objects that a call is made on.
    pub(super) fn receiver(&self, call: &Call<'_>) -> Option<QuerySetType> {
        self.chain(call.file, (call.scope(), call.line()), call.receiver(), STEPS)
    }

    /// The models whose objects are deleted with those of a model.
    pub(super) fn dependents(&self, model: SymbolId) -> &[SymbolId] {
        self.dependents.get(&model).map_or(&[], Vec::as_slice)
    }

    /// A model by its bare name: of this file's, or the only one.
    pub(super) fn named(&self, file: FileId, name: &str) -> Option<SymbolId> {
        let here = self.project.thing_in(file, name).filter(|one| self.project.is_type(*one));
        here.or_else(|| {
            let mut all = self.models.iter().filter(|one| self.project.name(**one) == name);
            all.next().copied().filter(|_| all.next().is_none())
        })
    }

    /// The type of a chain at a place: a scope and a line of a file.
    fn chain(&self, file: FileId, place: (u32, u32), chain: &str, steps: usize) -> Option<QuerySetType> {
        if steps == 0 {
            return None;
        }
        let mut parts = chain.split('.');
        let head = parts.next()?;
        let (mut of, mut model) = (self.head(file, place, head, steps), self.type_named(file, head));
        let around =
            (head == "self").then(|| self.project.type_around(self.project.symbol(file, place.0))).flatten();
        for (index, part) in parts.enumerate() {
            let name = part.trim_end_matches("[]").trim_end_matches("()");
            if let Some(found) = model.take() {
                if !name.ends_with("objects") {
                    return None;
                }
                of = Some(QuerySetType { model: found, many: true });
                continue;
            }
            if let Some(class) =
                around.filter(|_| index == 0 && matches!(name, "get_object" | "object" | "get_queryset"))
            {
                of = self.viewed(class).map(|model| QuerySetType { model, many: name == "get_queryset" });
            } else {
                of = self.step(of?, name);
            }
            if part.ends_with("[]") {
                of = of.map(|of| QuerySetType { many: false, ..of });
            }
        }
        of
    }

    fn type_named(&self, file: FileId, name: &str) -> Option<SymbolId> {
        let found = self.project.thing_in(file, name).map(|one| self.project.canonical(one))?;
        self.models.contains(&found).then_some(found)
    }

    fn head(
        &self,
        file: FileId,
        (scope, line): (u32, u32),
        head: &str,
        steps: usize,
    ) -> Option<QuerySetType> {
        let project = self.project;
        let name = head.trim_end_matches("[]").trim_end_matches("()");
        let one = |model: SymbolId| {
            let model = project.canonical(model);
            self.models.contains(&model).then_some(QuerySetType { model, many: false })
        };
        if name == "self" {
            return project.type_around(project.symbol(file, scope)).and_then(one);
        }
        let facts = project.facts(file);
        let bindings = project.world.bindings.of(file);
        let number = bindings.last_before(scope, hash_name(name), line)?;
        let binding = facts.bindings.get(number as usize)?;
        let value = facts.text(binding.value);
        if value.is_empty() {
            return None;
        }
        let of = if binding.kind() == fathom_syntax::BindingKind::Value {
            self.chain(file, (scope, binding.line), value, steps - 1)
        } else {
            project.thing_in(file, value).filter(|found| project.is_type(*found)).and_then(one)
        };
        if head.ends_with("[]") { of.map(|of| QuerySetType { many: false, ..of }) } else { of }
    }

    fn step(&self, of: QuerySetType, name: &str) -> Option<QuerySetType> {
        if of.many {
            return match name {
                _ if QUERIES.contains(&name) => Some(of),
                _ if OBJECTS.contains(&name) => Some(QuerySetType { many: false, ..of }),
                _ => None,
            };
        }
        let above = self.project.ancestors(of.model);
        above.iter().find_map(|model| self.relations.get(&(*model, name.to_owned())).copied())
    }

    /// The model of a generic view: of its `queryset` or its `model`.
    fn viewed(&self, class: SymbolId) -> Option<SymbolId> {
        let project = self.project;
        let declared = |name: &str| {
            let member = project.member(class, name)?;
            let file = project.file_of(member);
            let chain = project.facts(file).text(project.definition(member).value_type).strip_prefix('=')?;
            let head = chain.split('.').next()?;
            self.type_named(file, head)
        };
        declared("queryset").or_else(|| declared("model"))
    }
}
