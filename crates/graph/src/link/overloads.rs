//! Which of several functions of one name a call means.
//!
//! Languages differ: in some a type may have several methods of one name, which
//! differ by their parameters, and a field beside them; the arguments of the
//! call decide. Where no argument decides, the first definition counts.

use super::eval::{Member, Name, Place, ResolutionContext, Value};
use super::parameters::Parameters;
use crate::ids::SymbolId;
use fathom_syntax::{Argument, CallFlags, Kind, hash_name};
use std::cell::RefCell;

/// Functions of one name in one type that are compared.
const OVERLOADS: usize = 64;

/// The arguments of one call.
#[derive(Clone, Copy)]
pub(crate) struct CallArguments<'c> {
    pub(crate) place: Place,
    /// Arguments, elements of lists and maps among them; `None` if some were left out.
    given: Option<&'c [Argument]>,
    /// What the function is called on; empty for a bare name.
    pub(crate) receiver: &'c str,
}

impl<'c> CallArguments<'c> {
    /// The arguments of a reference that is a call.
    pub(crate) fn of(world: &ResolutionContext<'_, 'c>, place: Place, reference: u32) -> CallArguments<'c> {
        let facts = world.tables.files[place.file.index()].facts;
        let site = facts.call_of(reference).filter(|site| !site.flags.has(CallFlags::CUT));
        let receiver = facts.references.get(reference as usize).map_or("", |one| facts.text(one.receiver));
        CallArguments { place, given: site.map(|site| facts.arguments_of(&site)), receiver }
    }

    /// A call whose arguments are not known.
    pub(crate) fn unknown(place: Place) -> CallArguments<'c> {
        CallArguments { place, given: None, receiver: "" }
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = &'c Argument> + use<'c> {
        self.given.unwrap_or(&[]).iter().filter(|argument| argument.depth() == 0)
    }

    fn count(&self) -> Option<usize> {
        self.given.map(|_| self.each().count())
    }
}

/// A function that a call may mean.
struct Candidate<'a> {
    symbol: SymbolId,
    parameters: Option<Parameters<'a>>,
}

impl<'a> ResolutionContext<'_, 'a> {
    /// The member of a value that a call by a name means.
    pub(crate) fn called_member(&self, value: Value, name: u64, call: &CallArguments<'a>) -> Member {
        match value {
            Value::Instance(of) | Value::Type(of) => self.called_on(of, name, call),
            Value::Super(of) => {
                let find = |strict| {
                    self.bases.inherited_by(self.tables, of, |at| self.overload(at, name, call, strict))
                };
                match find(true) {
                    found @ Member::Found(_) => found,
                    _ => match find(false) {
                        // Every type has a base, though it is not written: `Object`.
                        Member::Missing => Member::External,
                        other => other,
                    },
                }
            }
            _ => self.member(value, name),
        }
    }

    fn called_on(&self, of: SymbolId, name: u64, call: &CallArguments<'a>) -> Member {
        let tables = self.tables;
        let of = tables.canonical(of);
        // In C++ a function hides those of its name above.
        if !tables.rules(call.place.file).converts
            && let Some(found) = self.among_inherited(of, name, call)
        {
            return Member::Found(found);
        }
        match self.overload(of, name, call, true) {
            Some(found) => Member::Found(found),
            None => self.called_above(of, name, call),
        }
    }

    /// Of the functions of a type and of those above it, the one that fits a call best; of equals
    /// the nearest. `None` if neither the type nor its bases have one that takes this many arguments.
    fn among_inherited(&self, of: SymbolId, name: u64, call: &CallArguments<'a>) -> Option<SymbolId> {
        let own = self.candidates(of, name, call, true);
        if own.is_empty() || call.count().is_none_or(|count| count == 0) {
            return None;
        }
        let all = RefCell::new(own);
        let own = all.borrow().len();
        self.bases.inherited_by(self.tables, of, |at| {
            let mut all = all.borrow_mut();
            if all.len() < OVERLOADS {
                all.extend(self.candidates(at, name, call, true));
            }
            None
        });
        let all = all.into_inner();
        if all.len() == own { None } else { self.best_fit(&all, call) }
    }

    /// A function of the types above that takes the arguments, else any function of this type or
    /// of those above.
    fn called_above(&self, of: SymbolId, name: u64, call: &CallArguments<'a>) -> Member {
        let fitting = self.bases.inherited_by(self.tables, of, |at| self.overload(at, name, call, true));
        if let Member::Found(_) = fitting {
            return fitting;
        }
        let any = self.overload(of, name, call, false).map(Member::Found);
        any.unwrap_or_else(|| {
            self.bases.inherited_by(self.tables, of, |at| self.overload(at, name, call, false))
        })
    }

    /// The callee of a bare name: members of the types around it that take the
    /// arguments, then what is in scope at the top of the file. Locals are passed over.
    pub(crate) fn called_name(&self, name: u64, call: &CallArguments<'a>) -> Name {
        let (tables, place) = (self.tables, call.place);
        let base = tables.file_symbol(place.file);
        let facts = tables.files[place.file.index()].facts;
        let mut scope = place.scope;
        let mut external = false;
        while scope != 0 {
            let symbol = base + scope;
            let definition = &facts.definitions[scope as usize];
            if definition.kind().is_type() {
                match self.called_on(symbol, name, call) {
                    Member::Found(found) => return Name::Thing(found),
                    Member::External => external = true,
                    Member::Missing | Member::Unknown => {}
                }
            } else if let Some(found) = self.overload(symbol, name, call, false) {
                // The body of an enum's constant, or a function in a function.
                return Name::Thing(found);
            }
            scope = definition.parent;
        }
        match self.file_level(place.file, name) {
            Name::Thing(found) if tables.is_symbol(found) => {
                let home = tables.canonical(tables.containers[found.index()]);
                let callable = self.overload(home, name, call, false);
                callable.map_or(Name::Thing(found), Name::Thing)
            }
            Name::Missing if external => Name::External,
            other => other,
        }
    }

    /// Of the functions of a container with this name, the one that fits a call best, if any takes
    /// so many arguments.
    pub(crate) fn beside(
        &self,
        container: SymbolId,
        name: u64,
        call: &CallArguments<'a>,
    ) -> Option<SymbolId> {
        self.overload(container, name, call, true)
    }

    /// Of the functions of a container with this name, the one that fits a call best; if `strict`,
    /// only one that takes this many arguments.
    fn overload(
        &self,
        container: SymbolId,
        name: u64,
        call: &CallArguments<'a>,
        strict: bool,
    ) -> Option<SymbolId> {
        self.best_fit(&self.candidates(container, name, call, strict), call)
    }

    /// The functions of a container with this name that take this many arguments; if there are none
    /// and the search is not `strict`, the first of the name.
    fn candidates(
        &self,
        container: SymbolId,
        name: u64,
        call: &CallArguments<'a>,
        strict: bool,
    ) -> Vec<Candidate<'a>> {
        let tables = self.tables;
        let callable = |symbol: &SymbolId| tables.definition(*symbol).kind().is_callable();
        let mut all: Vec<SymbolId> =
            tables.members(container, name).filter(callable).take(OVERLOADS).collect();
        if all.iter().any(|symbol| !tables.is_declaration(*symbol)) && all.len() > 1 {
            all = self.definitions_first(all);
        }
        let first = all.first().copied().map(|symbol| Candidate { symbol, parameters: None });
        let Some(count) = call.count() else { return first.into_iter().collect() };
        let fitting: Vec<Candidate<'_>> = all
            .iter()
            .map(|symbol| Candidate { symbol: *symbol, parameters: self.parameters(*symbol) })
            .filter(|one| one.parameters.as_ref().is_none_or(|one| one.accepts(count)))
            .collect();
        if fitting.is_empty() && !strict { first.into_iter().collect() } else { fitting }
    }

    /// The candidate that the arguments fit best; of equals the first.
    fn best_fit(&self, candidates: &[Candidate<'a>], call: &CallArguments<'a>) -> Option<SymbolId> {
        if candidates.len() < 2 {
            return candidates.first().map(|one| one.symbol);
        }
        let given = self.given(call);
        let constant = self.tables.rules(call.place.file).converts.then(|| self.is_constant(call));
        let mut best: Option<(i32, SymbolId)> = None;
        for one in candidates {
            let fit = one.parameters.as_ref().map_or(0, |list| self.score(one.symbol, list, &given));
            let same_constant = constant.is_some_and(|constant| constant == self.keeps_constant(one.symbol));
            let score = 2 * fit + i32::from(same_constant);
            if best.is_none_or(|best| best.0 < score) {
                best = Some((score, one.symbol));
            }
        }
        best.map(|(_, symbol)| symbol)
    }

    /// Declarations after the definitions of the same parameters.
    fn definitions_first(&self, all: Vec<SymbolId>) -> Vec<SymbolId> {
        let (declared, mut defined): (Vec<SymbolId>, Vec<SymbolId>) =
            all.into_iter().partition(|symbol| self.tables.is_declaration(*symbol));
        defined.extend(declared);
        defined
    }

    /// The parameters of a function, as its signature has them.
    pub(crate) fn parameters(&self, function: SymbolId) -> Option<Parameters<'a>> {
        let tables = self.tables;
        let definition = tables.definition(function);
        let facts = tables.files[tables.file_of(function).index()].facts;
        Parameters::read(facts.text(definition.signature), facts.text(definition.name))
    }

    /// The constructor that `super(…)` or `this(…)` calls in a type, or the type itself if it
    /// writes none.
    pub(crate) fn constructor(&self, of: SymbolId, call: &CallArguments<'a>) -> SymbolId {
        let tables = self.tables;
        let of = tables.canonical(of);
        let names = [tables.name_hash(of), hash_name("constructor")];
        let is_constructor = |symbol: &SymbolId| tables.definition(*symbol).kind() == Kind::Constructor;
        let mut constructors =
            names.into_iter().filter(|name| tables.members(of, *name).any(|one| is_constructor(&one)));
        constructors.next().and_then(|name| self.overload(of, name, call, false)).unwrap_or(of)
    }
}
