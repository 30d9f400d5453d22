//! Every reference of a file to the symbols it means.

mod mentions;

use super::eval::{Member, Name, Place, ResolutionContext, Value};
use super::overloads::CallArguments;
use super::registry::{CallResolution, FileFindings};
use super::rust_calls::SAME_NAME;
use crate::ids::{FileId, SymbolId};
use crate::model::{Edge, EdgeKind, Resolution, Unresolved};
use fathom_syntax::{
    Flags, ImportSystem, InheritKind, Kind, Reference, ReferenceKind, Visibility, hash_name,
};

/// More definitions than this with one name decide nothing.
const AMBIGUOUS_MOST: usize = 4;
const INFERRED: f32 = 0.7;
/// Confidence of a member of the class that a value is named after.
const CONVENTIONAL: f32 = 0.8;

/// Symbols of one name that are looked at for attributes.
const ATTRIBUTES: usize = 64;

/// The targets of a file's references, and counts of the unresolved ones.
pub(crate) fn references(world: &ResolutionContext<'_, '_>, file: FileId, found: &mut FileFindings) {
    let facts = world.tables.files[file.index()].facts;
    let base = world.tables.file_symbol(file);
    let mut out = Resolver {
        world,
        file,
        base,
        edges: Vec::with_capacity(facts.references.len()),
        counts: Unresolved::default(),
        on: SymbolId::NONE,
    };
    for (number, reference) in (0..).zip(facts.references) {
        if facts.definitions[reference.from as usize].kind() == Kind::Section {
            out.mention(reference);
            continue;
        }
        let before = out.edges.len();
        out.reference(number, reference);
        if reference.kind().is_call() {
            // The type of the receiver is read, not called.
            let calls = out.edges[before..].iter().filter(|edge| edge.kind() != EdgeKind::Read);
            found.calls.extend(calls.map(|edge| CallResolution {
                from: edge.from,
                reference: number,
                to: edge.to,
                on: out.inheriting(edge.to),
            }));
        }
    }
    found.edges.append(&mut out.edges);
    found.unresolved = out.counts;
}

/// The files that a file imports.
pub(crate) fn imports(world: &ResolutionContext<'_, '_>, file: FileId, found: &mut FileFindings) {
    let base = world.tables.file_symbol(file);
    for (target, line) in &world.imports.of(world.tables, file).files {
        found.edges.push(Edge::new(base, *target, EdgeKind::Imports, Resolution::Exact, 1.0, *line));
    }
}

/// The edges of each reference of a file, and what stayed unresolved of it.
pub(crate) fn one_by_one(world: &ResolutionContext<'_, '_>, file: FileId) -> Vec<(Vec<Edge>, Unresolved)> {
    let facts = world.tables.files[file.index()].facts;
    let base = world.tables.file_symbol(file);
    facts
        .references
        .iter()
        .zip(0..)
        .map(|(reference, number)| {
            let counts = Unresolved::default();
            let mut out = Resolver { world, file, base, edges: Vec::new(), counts, on: SymbolId::NONE };
            out.reference(number, reference);
            if reference.kind().is_call() {
                out.edges.retain(|edge| edge.kind() != EdgeKind::Read);
            }
            (out.edges, out.counts)
        })
        .collect()
}

pub(crate) fn edge_kind(kind: ReferenceKind) -> EdgeKind {
    match kind {
        ReferenceKind::Call => EdgeKind::Call,
        ReferenceKind::New => EdgeKind::New,
        ReferenceKind::Type => EdgeKind::Type,
        ReferenceKind::Read => EdgeKind::Read,
        ReferenceKind::Decorate => EdgeKind::Decorate,
    }
}

/// The names at the start of a chain up to the last that is capitalised, as types are.
fn type_path(chain: &str) -> Option<&str> {
    let mut end = 0;
    let mut at = 0;
    for segment in chain.split('.') {
        let plain = segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        // `Order()` is an instance: that it is made is a reference of its own.
        if !plain || segment.is_empty() {
            break;
        }
        at += segment.len();
        if segment.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            end = at;
        } else if end > 0 {
            break;
        }
        at += 1;
    }
    chain.get(..end).filter(|path| !path.is_empty())
}

/// The symbol that a bare name leads to.
fn named(name: Name) -> Member {
    match name {
        Name::Thing(found) | Name::Local(Value::Function(found) | Value::Type(found)) => Member::Found(found),
        Name::Local(_) | Name::External => Member::External,
        Name::Missing => Member::Missing,
    }
}

/// The target of a call by naming conventions.
enum Convention {
    /// An edge.
    Resolved,
    /// The class that is meant has no such member, or several may be meant.
    Lacking,
    /// Nothing.
    NoMatch,
}

struct Resolver<'r, 'w, 'a> {
    world: &'r ResolutionContext<'w, 'a>,
    file: FileId,
    base: SymbolId,
    edges: Vec<Edge>,
    counts: Unresolved,
    /// The type of the receiver of the reference, where it is known.
    on: SymbolId,
}

impl Resolver<'_, '_, '_> {
    fn reference(&mut self, number: u32, reference: &Reference) {
        let facts = self.world.tables.files[self.file.index()].facts;
        let place = Place { file: self.file, scope: reference.from, line: reference.line };
        let name = facts.strings.hash(reference.name);
        self.on = SymbolId::NONE;
        // Reads of locals are everywhere: only what leads to a symbol is counted.
        let counted =
            matches!(reference.kind(), ReferenceKind::Call | ReferenceKind::New | ReferenceKind::Type);
        self.counts.references += u32::from(counted);
        let receiver = facts.text(reference.receiver);
        let rules = self.world.tables.rules(self.file);
        let call = (reference.kind() == ReferenceKind::Call && rules.overloads)
            .then(|| CallArguments::of(self.world, place, number));
        let mut alternatives = Vec::new();
        let member = if let Some(found) = self.world.macro_named(self.file, facts.text(reference.name)) {
            found
        } else if let Some(found) = self.constructor_call(place, reference, number) {
            found
        } else if reference.kind() == ReferenceKind::Type || reference.kind() == ReferenceKind::New {
            self.type_name(place, receiver, facts.text(reference.name))
        } else if receiver.is_empty() {
            // A local that is only passed on: its value was read where it was bound.
            let passed_on = reference.kind() == ReferenceKind::Read && self.world.is_local(place, name);
            match &call {
                _ if passed_on => Member::External,
                Some(call) if rules.methods_apart => named(self.world.called_name(name, call)),
                Some(call) => self.overload(self.bare(place, name), name, call),
                // What is given arguments is a method, also where a local bears its name.
                None if rules.names_follow_types
                    && facts.call_of(number).is_some_and(|site| !facts.arguments_of(&site).is_empty())
                    && self.world.is_local(place, name) =>
                {
                    let own = self.world.enclosing_type(place);
                    let member = own.map_or(Member::Missing, |own| self.world.inherited(own, name));
                    self.world.bare_on_side(place, member)
                }
                None => self.world.bare_on_side(place, self.bare(place, name)),
            }
        } else {
            let value = self.world.chain(place, receiver, ResolutionContext::steps());
            self.receives(value);
            let member = match &call {
                Some(call) => self.world.called_member(value, name, call),
                None => self.world.member(value, name),
            };
            if let Value::Instance(of) = value
                && self.world.is_union(of)
            {
                alternatives = self.world.part_members(of, name);
            }
            match member {
                lost @ (Member::Unknown | Member::Missing) => {
                    self.written_path(place, receiver, facts.text(reference.name)).unwrap_or(lost)
                }
                known => known,
            }
        };
        let mut member =
            if reference.kind() == ReferenceKind::Call && !facts.text(reference.name).ends_with('!') {
                self.called(member, place, receiver, name)
            } else {
                member
            };
        if receiver != "self"
            && reference.kind() == ReferenceKind::Call
            && rules.imports == ImportSystem::Crates
            && let Member::Found(found) = member
            && self.world.tables.is_symbol(found)
            && self.world.tables.definition(found).kind() == Kind::Method
        {
            let meant = self.world.of_traits(found, &CallArguments::of(self.world, place, number));
            if let [one] = meant[..] {
                member = Member::Found(one);
            } else {
                if !receiver.is_empty() {
                    self.receiver_type(place, reference, receiver, member);
                }
                self.ambiguous(reference, &meant);
                return;
            }
        }
        let member = match member {
            Member::Found(found) => match self.world.per_build(self.file, found) {
                Some(all) => {
                    alternatives = all;
                    Member::Found(alternatives[0])
                }
                None => member,
            },
            other => other,
        };
        if !receiver.is_empty() && counted {
            self.receiver_type(place, reference, receiver, member);
        }
        if rules.names_follow_types
            && reference.kind() == ReferenceKind::Call
            && !matches!(member, Member::Found(_))
        {
            match self.by_convention(place, reference, receiver, name) {
                Convention::Resolved => {
                    self.counts.resolved += 1;
                    return;
                }
                Convention::Lacking => {
                    self.counts.external += 1;
                    return;
                }
                Convention::NoMatch => {}
            }
        }
        match member {
            Member::Found(found) if self.world.tables.is_symbol(found) => {
                self.counts.resolved += u32::from(counted);
                self.add(reference, found, Resolution::Exact, 1.0);
                for other in alternatives.into_iter().filter(|other| *other != found) {
                    self.add(reference, other, Resolution::Exact, 1.0);
                }
            }
            Member::Found(_) => {}
            Member::External => self.counts.external += u32::from(counted),
            Member::Missing if receiver.is_empty() || !counted => {
                let named = self.world.tables.named(name).next().is_some();
                self.counts.missing += u32::from(counted && named);
                self.counts.external += u32::from(counted && !named);
            }
            Member::Missing => self.counts.missing += 1,
            Member::Unknown => self.guess(reference, name, counted),
        }
    }

    /// Adds the edges of a call that only conventions resolve: a member that the class or module around
    /// it expects from the classes below, or one of the class that the receiver is named after.
    fn by_convention(
        &mut self,
        place: Place,
        reference: &Reference,
        receiver: &str,
        name: u64,
    ) -> Convention {
        let tables = self.world.tables;
        if matches!(receiver, "" | "self") {
            if receiver.is_empty() && self.world.is_local(place, name) {
                return Convention::NoMatch;
            }
            let expected = self.world.expected(place, name);
            let (resolution, confidence) = match expected.len() {
                0 => return Convention::NoMatch,
                1 => (Resolution::Inferred, CONVENTIONAL),
                count if count <= AMBIGUOUS_MOST => (Resolution::Ambiguous, INFERRED / count as f32),
                _ => return Convention::NoMatch,
            };
            for &member in &*expected {
                self.add(reference, member, resolution, confidence);
            }
            return if expected.len() == 1 { Convention::Resolved } else { Convention::Lacking };
        }
        let world = self.world.by_convention();
        let value = world.chain(place, receiver, ResolutionContext::steps());
        if !matches!(value, Value::Instance(_) | Value::Type(_) | Value::Collection(_)) {
            return Convention::NoMatch;
        }
        self.receives(value);
        match world.member(value, name) {
            Member::Found(found) if tables.is_symbol(found) && self.may_call(found) => {
                self.add(reference, found, Resolution::Inferred, CONVENTIONAL);
                Convention::Resolved
            }
            // A value that is known by its type alone was looked at before.
            _ if matches!(value, Value::Collection(_)) => Convention::NoMatch,
            _ => Convention::Lacking,
        }
    }

    /// Notes the type of a receiver.
    fn receives(&mut self, value: Value) {
        self.on = match value {
            Value::Instance(of) | Value::Type(of) => self.world.tables.canonical(of),
            _ => SymbolId::NONE,
        };
    }

    /// The type of the receiver, if it inherits the member that it is called for.
    fn inheriting(&self, member: SymbolId) -> SymbolId {
        let tables = self.world.tables;
        let is_inherited = self.on != SymbolId::NONE
            && tables.is_symbol(self.on)
            && tables.definition(member).kind().is_callable()
            && tables.canonical(tables.containers[member.index()]) != self.on;
        if is_inherited { self.on } else { SymbolId::NONE }
    }

    /// Whether a call on another object may mean a member.
    fn may_call(&self, member: SymbolId) -> bool {
        self.world.tables.definition(member).visibility() != Visibility::Private
    }

    /// The callee of a name: not a module, nor a field if there is a method.
    fn called(&self, found: Member, place: Place, receiver: &str, name: u64) -> Member {
        let tables = self.world.tables;
        let Member::Found(symbol) = found else { return found };
        if !tables.is_symbol(symbol) {
            return found;
        }
        match tables.definition(symbol).kind() {
            Kind::File | Kind::Module if tables.rules(self.file).imports == ImportSystem::Crates => {
                let container = match self.world.chain(place, receiver, ResolutionContext::steps()) {
                    Value::Container(container) => Some(container),
                    _ if receiver.is_empty() => Some(self.base),
                    _ => self.world.path_thing(place, receiver),
                };
                let imports = self.world.imports;
                let beside = container.and_then(|at| imports.beside_module(tables, at, name));
                let beside = beside.or_else(|| {
                    let is_bare = receiver.is_empty();
                    is_bare.then(|| imports.wild_beside_module(tables, self.file, name)).flatten()
                });
                beside.map_or(found, Member::Found)
            }
            Kind::File => Member::Found(self.world.module_value(symbol).unwrap_or(symbol)),
            Kind::Field => Member::Found(self.world.preferred(symbol, true)),
            // A macro of Rust is called by its name and `!`.
            Kind::Macro if tables.rules(self.file).imports == ImportSystem::Crates => {
                let (home, _) = tables.membership(symbol);
                let is_macro = |other: &SymbolId| tables.definition(*other).kind() == Kind::Macro;
                let other = tables.members(home, name).take(SAME_NAME).find(|other| !is_macro(other));
                other.map_or(Member::External, Member::Found)
            }
            Kind::Method if tables.rules(self.file).imports == ImportSystem::Crates => {
                Member::Found(self.world.own_method(symbol, place, receiver == "self"))
            }
            _ => found,
        }
    }

    /// A type that a receiver starts with is used there, whatever the member is: `Order` in
    /// `Order.objects.filter()`. A member of the type itself implies it.
    fn receiver_type(&mut self, place: Place, reference: &Reference, receiver: &str, member: Member) {
        let Some(path) = type_path(receiver) else { return };
        let tables = self.world.tables;
        let Some(found) = self.world.type_named(place, path, 0) else { return };
        let is_own = |symbol: SymbolId| {
            tables.is_symbol(symbol) && tables.canonical(tables.containers[symbol.index()]) == found
        };
        if !matches!(member, Member::Found(symbol) if is_own(symbol)) && self.base + reference.from != found {
            let (from, kind) = (self.base + reference.from, EdgeKind::Read);
            self.edges.push(Edge::new(from, found, kind, Resolution::Exact, 1.0, reference.line));
        }
    }

    /// A path that is written out, as Rust's `crate::a::b` and `Self::new`.
    fn written_path(&self, place: Place, receiver: &str, name: &str) -> Option<Member> {
        let plain = !receiver.contains(['(', '[', '?', '!']);
        if !plain || self.world.tables.rules(self.file).imports != ImportSystem::Crates {
            return None;
        }
        let path = format!("{receiver}::{name}").replace('.', "::");
        self.world.imports.path(self.world.tables, (place.file, place.scope), &path).map(Member::Found)
    }

    fn type_name(&self, place: Place, receiver: &str, name: &str) -> Member {
        let found = if receiver.is_empty() {
            self.world.type_named(place, name, 0)
        } else {
            self.world.type_named(place, &format!("{receiver}.{name}"), 0)
        };
        match found {
            Some(found) => Member::Found(found),
            None if self.world.tables.named(hash_name(name)).next().is_none() => Member::External,
            // `new` on something held in a variable, or an enum's variant in type position.
            None if receiver.is_empty() => self.bare(place, hash_name(name)),
            None => {
                match self
                    .world
                    .member(self.world.chain(place, receiver, ResolutionContext::steps()), hash_name(name))
                {
                    Member::Unknown => Member::Missing,
                    known => known,
                }
            }
        }
    }

    fn bare(&self, place: Place, name: u64) -> Member {
        named(self.world.name(place, name, ResolutionContext::steps()))
    }

    /// Of the functions beside one that was found by its bare name, the one that takes the
    /// arguments.
    fn overload(&self, found: Member, name: u64, call: &CallArguments<'_>) -> Member {
        let tables = self.world.tables;
        let Member::Found(symbol) = found else { return found };
        if !tables.is_symbol(symbol) || !tables.definition(symbol).kind().is_callable() {
            return found;
        }
        let (home, _) = tables.membership(symbol);
        if home == SymbolId::NONE {
            return found;
        }
        self.world.beside(home, name, call).map_or(found, Member::Found)
    }

    /// `super(…)` and `this(…)` call a constructor. `None` for any other reference.
    fn constructor_call(&self, place: Place, reference: &Reference, number: u32) -> Option<Member> {
        if reference.kind() != ReferenceKind::Call {
            return None;
        }
        let facts = self.world.tables.files[self.file.index()].facts;
        let receiver = match (facts.text(reference.receiver), facts.text(reference.name)) {
            ("super" | "self", "constructor") => facts.text(reference.receiver),
            // In languages with a separate namespace for methods, `super` alone is not a value that is called.
            ("", name @ ("super" | "self")) if self.world.tables.rules(self.file).methods_apart => name,
            _ => return None,
        };
        let own = self.world.enclosing_type(place)?;
        let call = CallArguments::of(self.world, place, number);
        if receiver == "self" {
            return Some(Member::Found(self.world.constructor(own, &call)));
        }
        let mut above = self.world.bases.of(own).iter().filter(|base| base.kind == InheritKind::Extends);
        match above.next() {
            Some(base) => Some(Member::Found(self.world.constructor(base.of, &call))),
            None => Some(Member::External),
        }
    }

    fn add(&mut self, reference: &Reference, to: SymbolId, resolution: Resolution, confidence: f32) {
        let tables = self.world.tables;
        let from = self.base + reference.from;
        let definition = tables.definition(to);
        let mut kind = edge_kind(reference.kind());
        if kind == EdgeKind::Call && definition.kind().is_type() {
            kind = EdgeKind::New;
        }
        if from == to && kind != EdgeKind::Call {
            return;
        }
        self.edges.push(Edge::new(from, to, kind, resolution, confidence, reference.line));
    }

    /// The receiver's type is not known: the name alone may still decide.
    fn guess(&mut self, reference: &Reference, name: u64, counted: bool) {
        let tables = self.world.tables;
        if reference.kind() != ReferenceKind::Call {
            self.counts.unknown_receiver += u32::from(counted);
            return;
        }
        let facts = tables.files[self.file.index()].facts;
        let rules = tables.rules(self.file);
        if tables.files[self.file.index()].language.is_common_member(facts.text(reference.name)) {
            self.counts.unknown_receiver += 1;
            return;
        }
        // Where models have an attribute of the name, the name alone decides nothing.
        let is_attribute = |symbol: SymbolId| {
            let definition = tables.definition(symbol);
            definition.kind() == Kind::Field && !definition.flags().has(Flags::TEST)
        };
        if rules.names_follow_types && tables.named(name).take(ATTRIBUTES).any(is_attribute) {
            self.counts.unknown_receiver += 1;
            return;
        }
        let from_test = facts.definitions[reference.from as usize].flags().has(Flags::TEST);
        let candidates = self.world.memo.guesses.get((name, from_test), || {
            let candidates = self.world.shared.callable(tables, name, rules.family, from_test);
            self.common_root(&candidates)
                .map_or_else(|| candidates.iter().copied().collect(), |root| [root].into())
        });
        let visible: Vec<SymbolId> = if rules.names_follow_types {
            // A method of a class is called on an object only where that holds a class.
            let receiver = facts.text(reference.receiver);
            let holds_class = receiver.contains("class")
                || receiver.contains("klass")
                || receiver.starts_with(|first: char| first.is_ascii_uppercase());
            // The actions of a controller are called by the framework alone.
            let names_controller = receiver.contains("controller");
            let is_action = |candidate: &SymbolId| {
                let owner = tables.containers[candidate.index()];
                owner != SymbolId::NONE && tables.name(owner).ends_with("Controller")
            };
            let fits = |candidate: &SymbolId| {
                self.may_call(*candidate)
                    && (holds_class || !tables.definition(*candidate).flags().has(Flags::STATIC))
                    && (names_controller || !is_action(candidate))
            };
            let fitting: Vec<SymbolId> = candidates.iter().copied().filter(fits).collect();
            self.common_root(&fitting).map_or(fitting, |root| vec![root])
        } else {
            candidates.to_vec()
        };
        let candidates = visible;
        match candidates.len() {
            0 => self.counts.external += 1,
            1 => {
                self.counts.resolved += 1;
                self.add(reference, candidates[0], Resolution::Inferred, INFERRED);
            }
            _ => self.ambiguous(reference, &candidates),
        }
    }

    /// Adds the edges of a call that may mean any of several functions; of too many, none.
    fn ambiguous(&mut self, reference: &Reference, candidates: &[SymbolId]) {
        self.counts.unknown_receiver += 1;
        if candidates.len() <= AMBIGUOUS_MOST {
            for &candidate in candidates {
                let confidence = INFERRED / candidates.len() as f32;
                self.add(reference, candidate, Resolution::Ambiguous, confidence);
            }
        }
    }

    /// The one that all others override, if there is one.
    fn common_root(&self, candidates: &[SymbolId]) -> Option<SymbolId> {
        if candidates.len() < 2 || candidates.len() > 32 {
            return None;
        }
        let tables = self.world.tables;
        let owner = |symbol: SymbolId| tables.canonical(tables.containers[symbol.index()]);
        candidates.iter().copied().find(|root| {
            candidates.iter().all(|other| self.world.bases.is_below(tables, owner(*other), owner(*root)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::type_path;

    #[test]
    fn a_receiver_starts_with_a_type_if_its_names_are_capitalised() {
        assert_eq!(type_path("Order.objects"), Some("Order"));
        assert_eq!(type_path("models.Order.objects.all()"), Some("models.Order"));
        assert_eq!(type_path("Shop.Order"), Some("Shop.Order"));
        assert_eq!(type_path("Order().lines"), None);
        assert_eq!(type_path("self.orders"), None);
    }
}
