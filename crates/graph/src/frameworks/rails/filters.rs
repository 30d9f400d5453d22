//! `before_action` and its relatives: what runs around the actions of a controller, in order.
//!
//! The chain of a class is that of its superclass, changed by its own declarations as
//! `ActiveSupport`'s callbacks do it: a filter that is declared again moves to the place of its last
//! declaration, `prepend_…` puts it first, `skip_…` takes it out or limits it.

use super::bodies::{self, Bodies};
use super::callbacks::block_targets;
use super::lists;
use crate::frameworks::call::{Call, Value};
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Filter, FilterKind, Hop};
use crate::ids::{FileId, SymbolId};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, InheritKind, Kind, Visibility, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Classes above a class that are looked at.
const DEEPEST: usize = 24;
/// Methods that declare filters for the classes that call them, one in another.
const MACROS: usize = 3;

/// The effect of a declaration on a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Append,
    Prepend,
    Skip,
}

/// The names of declarations, with what they do.
const DECLARATIONS: &[(&str, Change, FilterKind)] = &[
    ("before_action", Change::Append, FilterKind::Before),
    ("append_before_action", Change::Append, FilterKind::Before),
    ("prepend_before_action", Change::Prepend, FilterKind::Before),
    ("skip_before_action", Change::Skip, FilterKind::Before),
    ("around_action", Change::Append, FilterKind::Around),
    ("append_around_action", Change::Append, FilterKind::Around),
    ("prepend_around_action", Change::Prepend, FilterKind::Around),
    ("skip_around_action", Change::Skip, FilterKind::Around),
    ("after_action", Change::Append, FilterKind::After),
    ("append_after_action", Change::Append, FilterKind::After),
    ("prepend_after_action", Change::Prepend, FilterKind::After),
    ("skip_after_action", Change::Skip, FilterKind::After),
    ("before_filter", Change::Append, FilterKind::Before),
    ("prepend_before_filter", Change::Prepend, FilterKind::Before),
    ("skip_before_filter", Change::Skip, FilterKind::Before),
    ("around_filter", Change::Append, FilterKind::Around),
    ("after_filter", Change::Append, FilterKind::After),
    ("skip_after_filter", Change::Skip, FilterKind::After),
    ("before_perform", Change::Append, FilterKind::Before),
    ("around_perform", Change::Append, FilterKind::Around),
    ("after_perform", Change::Append, FilterKind::After),
    ("before_deliver", Change::Append, FilterKind::Before),
    ("after_deliver", Change::Append, FilterKind::After),
];

/// Declarations of libraries that run before an action under their own name.
const LIBRARIES: &[(&str, &str, FilterKind)] = &[
    ("protect_from_forgery", "verify_authenticity_token", FilterKind::Before),
    ("load_and_authorize_resource", "load_and_authorize_resource", FilterKind::Before),
    ("authorize_resource", "authorize_resource", FilterKind::Before),
    ("load_resource", "load_resource", FilterKind::Before),
    ("http_basic_authenticate_with", "http_basic_authenticate_with", FilterKind::Before),
];

/// One filter of a chain.
#[derive(Clone, Debug)]
struct Entry {
    kind: FilterKind,
    name: String,
    only: Option<Vec<String>>,
    except: Vec<String>,
    condition: String,
    /// The method that a block calls first.
    runs: Option<SymbolId>,
    file: FileId,
    line: u32,
}

/// The hashes of the names of all declarations.
pub(super) fn names() -> impl Iterator<Item = u64> {
    let own = DECLARATIONS.iter().map(|(name, ..)| hash_name(name));
    own.chain(LIBRARIES.iter().map(|(name, ..)| hash_name(name)))
}

/// Adds the filters of all controllers, and edges from their actions to them.
pub(super) fn add<'a>(project: &Project<'_, 'a>, bodies: &Bodies<'a>, out: &mut Contributions) {
    let mut chains = Chains { project, bodies, known: FxHashMap::default() };
    let owners = out.models.endpoints.iter().filter_map(|one| one.owner);
    let mut classes: Vec<SymbolId> = bodies.all().into_iter().chain(owners).collect();
    classes.sort_unstable();
    classes.dedup();
    for class in classes {
        if project.kind(class) != Kind::Class {
            continue;
        }
        let chain = chains.of(class, 0);
        let (after, before): (Vec<&Entry>, Vec<&Entry>) =
            chain.iter().partition(|entry| entry.kind == FilterKind::After);
        // After the action, the last declared filter runs first.
        let filters: Vec<Filter> = before
            .into_iter()
            .chain(after.into_iter().rev())
            .map(|entry| Filter {
                owner: class,
                kind: entry.kind,
                name: entry.name.clone(),
                symbol: entry.runs.or_else(|| project.method(class, &entry.name)),
                only: entry.only.clone(),
                except: entry.except.clone(),
                condition: entry.condition.clone(),
                file: entry.file,
                line: entry.line,
            })
            .collect();
        add_edges(project, class, &filters, out);
        out.models.filters.extend(filters);
    }
}

/// Edges from the actions of a class to their filters.
fn add_edges(project: &Project<'_, '_>, class: SymbolId, filters: &[Filter], out: &mut Contributions) {
    if filters.is_empty() {
        return;
    }
    let called: FxHashSet<&str> = filters.iter().map(|filter| filter.name.as_str()).collect();
    for &action in project.methods(class) {
        let definition = project.definition(action);
        let name = project.name(action);
        let is_action = definition.visibility() == Visibility::Public
            && definition.kind() != Kind::Constructor
            && !project.is_static(action)
            && !called.contains(name);
        if !is_action {
            continue;
        }
        for filter in filters.iter().filter(|filter| filter.applies_to(name)) {
            if let Some(symbol) = filter.symbol.filter(|symbol| *symbol != action) {
                let hop =
                    Hop::new(action, symbol, EdgeKind::Filter, Resolution::Exact, definition.line, None);
                out.hop(hop, &filter.condition);
            }
        }
    }
}

struct Chains<'c, 'p, 'a> {
    project: &'c Project<'p, 'a>,
    bodies: &'c Bodies<'a>,
    known: FxHashMap<SymbolId, Vec<Entry>>,
}

impl<'a> Chains<'_, '_, 'a> {
    fn of(&mut self, class: SymbolId, depth: usize) -> Vec<Entry> {
        if let Some(known) = self.known.get(&class) {
            return known.clone();
        }
        if depth > DEEPEST {
            return Vec::new();
        }
        let project = self.project;
        let bases = project.world.bases.of(class).iter();
        let above = bases.filter(|base| base.kind == InheritKind::Extends).map(|base| base.of).next();
        let mut chain = above.map(|above| self.of(project.canonical(above), depth + 1)).unwrap_or_default();
        for call in self.bodies.declarations(class) {
            self.declare(class, &call, None, &mut chain, 0);
        }
        self.known.insert(class, chain.clone());
        chain
    }

    /// Applies one declaration. `outer` is the call of the method that holds it, whose options it may
    /// hand on.
    fn declare(
        &self,
        class: SymbolId,
        call: &Call<'a>,
        outer: Option<&Call<'a>>,
        chain: &mut Vec<Entry>,
        depth: usize,
    ) {
        let name = call.name();
        let own_receiver = matches!(call.receiver(), "" | "self" | "base" | "klass");
        if !own_receiver {
            return;
        }
        if let Some((_, change, kind)) = DECLARATIONS.iter().find(|(known, ..)| *known == name) {
            let limits = self.limits(class, call, outer);
            for name in filter_names(call) {
                let is_block = name == "block";
                let runs = is_block.then(|| block_targets(self.project, class, call).first().copied());
                let (runs, file, line) = (runs.flatten(), call.file, call.line());
                let entry = Entry { kind: *kind, name, runs, file, line, ..limits.clone() };
                apply(chain, *change, entry);
            }
        } else if let Some((_, filter, kind)) = LIBRARIES.iter().find(|(known, ..)| *known == name) {
            let limits = self.limits(class, call, outer);
            let first = call.keyword("prepend").is_some_and(|value| value.is_constant("true"));
            let change = if first { Change::Prepend } else { Change::Append };
            let (name, file, line) = ((*filter).to_owned(), call.file, call.line());
            apply(chain, change, Entry { kind: *kind, name, file, line, ..limits });
        } else if depth < MACROS {
            for inner in bodies::macro_of(self.project, self.bodies, class, name) {
                self.declare(class, &inner, Some(call), chain, depth + 1);
            }
        }
    }

    /// The argument of `outer` that the method around a call hands on by the name of its parameter.
    fn given(&self, call: &Call<'a>, outer: &Call<'a>, value: &Value<'a>) -> Option<Value<'a>> {
        let project = self.project;
        let name = Some(value.text()).filter(|_| value.kind() == ArgumentKind::Name)?;
        let signature = call.facts.text(project.definition(project.scope_of(call)).signature);
        let (_, parameters) = signature.split_once('(')?;
        let mut parameters = parameters.trim_end_matches(')').split(',');
        let place = parameters.position(|one| one.split('=').next().is_some_and(|one| one.trim() == name))?;
        outer.positional().nth(place)
    }

    /// The conditions that limit a declaration to some actions.
    fn limits(&self, class: SymbolId, call: &Call<'a>, outer: Option<&Call<'a>>) -> Entry {
        let forwards = outer.filter(|_| {
            call.positional().any(|value| matches!(value.kind(), ArgumentKind::Name | ArgumentKind::Other))
        });
        let option = |name: &str| bodies::option(call, name).or_else(|| forwards?.keyword(name));
        let mut conditions: Vec<String> = Vec::new();
        let mut named = |word: &str, value: Option<Value<'a>>| -> Option<Vec<String>> {
            let value = value?;
            let value = outer.and_then(|outer| self.given(call, outer, &value)).unwrap_or(value);
            let list = lists::literals(self.project, class, &value);
            if list.is_none() {
                conditions.push(format!("{word}: {}", value.text()));
            }
            list
        };
        let only = named("only", option("only"));
        let except = named("except", option("except")).unwrap_or_default();
        for word in ["if", "unless"] {
            if let Some(value) = option(word) {
                conditions.extend(written(word, &value));
            }
        }
        Entry {
            kind: FilterKind::Before,
            name: String::new(),
            only,
            except,
            condition: conditions.join(" and "),
            runs: None,
            file: call.file,
            line: call.line(),
        }
    }
}

/// A condition as it is written.
pub(super) fn written(word: &str, value: &Value<'_>) -> Vec<String> {
    match value.kind() {
        ArgumentKind::List => value.elements().flat_map(|element| written(word, &element)).collect(),
        ArgumentKind::Block | ArgumentKind::Other => vec![format!("{word} …")],
        _ => vec![format!("{word} {}", value.text().trim_end_matches("()"))],
    }
}

/// The filters that a declaration names.
fn filter_names(call: &Call<'_>) -> Vec<String> {
    let mut names = Vec::new();
    for value in call.positional() {
        match value.kind() {
            ArgumentKind::Symbol | ArgumentKind::Text => names.push(value.text().to_owned()),
            ArgumentKind::Block => names.push("block".to_owned()),
            ArgumentKind::List => names.extend(value.literals().into_iter().map(str::to_owned)),
            ArgumentKind::Name if value.text().starts_with(|c: char| c.is_uppercase()) => {
                names.push(value.text().trim_end_matches("()").replace('.', "::"));
            }
            _ => {}
        }
    }
    names
}

fn apply(chain: &mut Vec<Entry>, change: Change, entry: Entry) {
    let same = |one: &Entry| one.kind == entry.kind && one.name == entry.name && one.name != "block";
    match change {
        Change::Append => {
            chain.retain(|one| !same(one));
            chain.push(entry);
        }
        Change::Prepend => {
            chain.retain(|one| !same(one));
            chain.insert(0, entry);
        }
        Change::Skip => {
            let whole = entry.only.is_none() && entry.except.is_empty() && entry.condition.is_empty();
            if whole {
                chain.retain(|one| !same(one));
                return;
            }
            for one in chain.iter_mut().filter(|one| same(one)) {
                skip(one, &entry);
            }
        }
    }
}

/// Limits a filter by a `skip_…` that has limits itself.
fn skip(filter: &mut Entry, skip: &Entry) {
    if !skip.condition.is_empty() {
        let negated = format!("not ({})", skip.condition);
        let both = [filter.condition.as_str(), &negated];
        filter.condition = both.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" and ");
        return;
    }
    if let Some(only) = &skip.only {
        filter.except.extend(only.iter().cloned());
    } else if !skip.except.is_empty() {
        // It is skipped everywhere but there.
        let kept: Vec<String> = match &filter.only {
            Some(only) => only.iter().filter(|name| skip.except.contains(name)).cloned().collect(),
            None => skip.except.clone(),
        };
        filter.only = Some(kept);
    }
}
