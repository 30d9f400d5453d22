//! Names where a model reads them: which symbol, router or handler they mean.

use super::call::{Call, Value as Argument};
use super::project::Project;
use super::web::{Handler, Router};
use crate::ids::{FileId, SymbolId};
use crate::link::eval::{Member, Name, Place, ResolutionContext, Value};
use fathom_syntax::{ArgumentKind, BindingKind, NONE, Reference, ReferenceKind, hash_name};

/// Lines of one chain of calls.
const MOST_LINES: u32 = 8;

impl<'a> Project<'_, 'a> {
    fn place_of(call: &Call<'_>) -> Place {
        Place { file: call.file, scope: call.scope(), line: call.line() }
    }

    /// The symbol that a chain names where a call is: a variable, a function, a type or a file.
    /// Calls in the chain are followed by what they return only if that is a type.
    pub(crate) fn thing_at(&self, call: &Call<'_>, chain: &str) -> Option<SymbolId> {
        self.thing_from(Project::place_of(call), chain)
    }

    /// The symbol that a chain names at the top of a file.
    pub(crate) fn thing_in(&self, file: FileId, chain: &str) -> Option<SymbolId> {
        self.thing_from(Place { file, scope: 0, line: u32::MAX }, chain)
    }

    /// The symbol that a chain names at a place.
    pub(crate) fn thing_from(&self, place: Place, chain: &str) -> Option<SymbolId> {
        let world = self.world;
        let mut at: Option<SymbolId> = None;
        let mut value = Value::Unknown;
        for (index, segment) in chain.split('.').enumerate() {
            let name = segment.trim_end_matches("()");
            let found = if index == 0 {
                match world.name(place, hash_name(name), ResolutionContext::steps()) {
                    Name::Thing(thing) => Some(thing),
                    Name::Local(local) => {
                        value = local;
                        match local {
                            Value::Function(symbol) | Value::Type(symbol) | Value::Container(symbol) => {
                                Some(symbol)
                            }
                            _ => None,
                        }
                    }
                    _ => match name {
                        "self" | "Self" | "this" => {
                            let around = self.type_around(self.symbol(place.file, place.scope));
                            value = around.map_or(Value::Unknown, Value::Instance);
                            around
                        }
                        _ => None,
                    },
                }
            } else {
                match world.member(value, hash_name(name)) {
                    Member::Found(found) => Some(found),
                    _ => None,
                }
            };
            at = found;
            if let Some(found) = found {
                value = world.value_of(found);
            } else if index > 0 || value == Value::Unknown {
                return None;
            }
        }
        at.filter(|found| world.tables.is_symbol(*found))
    }

    /// The file of a module by its whole name, as a file sees it.
    pub(crate) fn module_named(&self, near: FileId, name: &str) -> Option<FileId> {
        let found = self.world.imports.module(self.world.tables, near, name)?;
        self.world.tables.as_file(found)
    }

    /// The router that a chain names where a call is.
    pub(crate) fn router_at(&self, call: &Call<'_>, chain: &str) -> Option<Router> {
        let head = chain.split(['.', '(', '[']).next().unwrap_or(chain);
        if chain == head
            && let Some(local) = self.local(call.file, call.scope(), head)
        {
            return Some(local);
        }
        self.thing_at(call, chain).map(|thing| Router::of(self.canonical(thing)))
    }

    /// A local or parameter by its name, as a part of the body that binds it.
    pub(crate) fn local(&self, file: FileId, scope: u32, name: &str) -> Option<Router> {
        let hash = hash_name(name);
        let bindings = self.world.bindings.of(file);
        let definitions = self.facts(file).definitions;
        let mut at = scope;
        for _ in 0..64 {
            if bindings.binds(at, hash) {
                return Some(Router::part(self.symbol(file, at), hash));
            }
            if at == 0 || at == NONE {
                return None;
            }
            at = definitions.get(at as usize)?.parent;
        }
        None
    }

    /// What the result of a call is stored in: a variable, a field, a local, or what a function
    /// returns.
    pub(crate) fn stored_in(&self, call: &Call<'_>) -> Option<Router> {
        let facts = self.facts(call.file);
        let scope = facts.definitions.get(call.scope() as usize)?;
        // `app.group("/x")`, and `app.group("/x").secured()`, which gives the group again.
        let whole = match call.receiver() {
            "" => format!("{}().", call.name()),
            receiver => format!("{receiver}.{}().", call.name()),
        };
        let ends = |chain: &str| {
            let chain = chain.trim_start_matches('=');
            chain.trim_end_matches("()").rsplit('.').next() == Some(call.name()) || chain.starts_with(&whole)
        };
        if !scope.kind().is_callable() && call.scope() != 0 && ends(facts.text(scope.value_type)) {
            return Some(Router::of(self.canonical(self.scope_of(call))));
        }
        // A chain may be written on several lines; the first call by its name is the one that it holds.
        let is_first = |line: u32| {
            let same = facts.references.iter().filter(|one| one.from == call.scope());
            let same = same.filter(|one| facts.text(one.name) == call.name());
            line == call.line() || !same.into_iter().any(|one| (line..call.line()).contains(&one.line))
        };
        let bound = facts.bindings.iter().rev().find(|binding| {
            binding.scope == call.scope()
                && call.line().checked_sub(binding.line).is_some_and(|lines| lines <= MOST_LINES)
                && binding.kind() == BindingKind::Value
                && ends(facts.text(binding.value))
                && is_first(binding.line)
        });
        bound.and_then(|binding| self.local(call.file, call.scope(), facts.text(binding.name)))
    }

    /// The decorators and annotations of a symbol, in the order in which they are written.
    pub(crate) fn decorators_of(&self, symbol: SymbolId) -> Vec<Call<'a>> {
        let file = self.file_of(symbol);
        let facts = self.facts(file);
        let local = symbol.local(self.symbol(file, 0));
        let is_own =
            |reference: &Reference| reference.from == local && reference.kind() == ReferenceKind::Decorate;
        let numbers = (0..).zip(facts.references).filter(|(_, reference)| is_own(reference));
        numbers.filter_map(|(number, _)| Call::new(file, facts, number)).collect()
    }

    /// The parameters of a function in order: their names and written types.
    pub(crate) fn parameters(&self, symbol: SymbolId) -> Vec<(&'a str, &'a str)> {
        let file = self.file_of(symbol);
        let facts = self.facts(file);
        let local = symbol.local(self.symbol(file, 0));
        let of =
            facts.bindings.iter().filter(|one| one.scope == local && one.kind() == BindingKind::Parameter);
        of.map(|one| (facts.text(one.name), facts.text(one.value))).collect()
    }

    /// The qualified name of a symbol as its language spells it.
    pub(crate) fn spelled(&self, symbol: SymbolId) -> String {
        let language = self.files()[self.file_of(symbol).index()].language.name;
        self.qualified(symbol, if matches!(language, "php" | "rust") { "::" } else { "." })
    }

    /// A symbol as a handler.
    pub(crate) fn handler(&self, symbol: SymbolId) -> Handler {
        let owner = self.type_around(symbol);
        let is_type = self.is_type(symbol);
        Handler {
            name: self.spelled(symbol),
            symbol: (!is_type).then_some(symbol),
            owner: owner.filter(|_| is_type || self.container(symbol).is_some()),
            inline: None,
        }
    }

    /// What a chain names as a handler, also where it is not in the repository.
    pub(crate) fn handler_at(&self, call: &Call<'_>, chain: &str) -> Handler {
        match self.thing_at(call, chain) {
            Some(symbol) if self.world.tables.as_file(symbol).is_none() => self.handler(symbol),
            _ => Handler { name: chain.trim_end_matches("()").to_owned(), ..Handler::default() },
        }
    }

    /// Code without a name among the arguments of a call, as a handler.
    pub(crate) fn inline_handler(&self, call: &Call<'_>) -> Handler {
        Handler {
            name: format!("{}:{}", self.path(call.file), call.line()),
            symbol: Some(self.scope_of(call)),
            owner: None,
            inline: Some(call.number),
        }
    }

    /// The names that a call is given as arguments, calls by the names they are called by.
    pub(crate) fn named_arguments(call: &Call<'a>) -> Vec<&'a str> {
        let names = call.arguments().filter(|value| value.kind() == ArgumentKind::Name);
        names.map(|value| value.text()).collect()
    }

    /// The literal that a class attribute or variable is set to, out of its declaration.
    pub(crate) fn declared_text(&self, symbol: SymbolId) -> Option<&'a str> {
        let signature = self.facts(self.file_of(symbol)).text(self.definition(symbol).signature);
        let (_, value) = signature.split_once('=')?;
        let value = value.trim();
        let value = value.trim_start_matches(['r', 'b', 'f', 'u']);
        let quote = value.chars().next().filter(|mark| "\"'".contains(*mark))?;
        value[1..].split(quote).next()
    }

    /// The text that a constant holds or that a method returns, where it has no other.
    pub(crate) fn text_of(&self, symbol: SymbolId) -> Option<&'a str> {
        if !self.kind(symbol).is_callable() {
            return self.declared_text(symbol);
        }
        let file = self.file_of(symbol);
        let facts = self.facts(file);
        let local = symbol.local(self.symbol(file, 0));
        let mut texts = facts.held_texts.iter().filter(|one| one.scope == local);
        let text = texts.next()?;
        let has_more = texts.next().is_some() || facts.references.iter().any(|one| one.from == local);
        (!has_more).then(|| facts.text(text.text))
    }

    /// The text that an argument is, or that the constant or setting it names holds.
    pub(crate) fn text_at(&self, call: &Call<'a>, value: &Argument<'a>) -> Option<&'a str> {
        match value.kind() {
            ArgumentKind::Name => self.text_of(self.thing_at(call, value.text())?),
            _ => value.literal(),
        }
    }

    /// The symbols of definitions of a file, with their numbers.
    pub(crate) fn symbols_in(&self, file: FileId) -> impl Iterator<Item = SymbolId> + use<'a> {
        let first = self.symbol(file, 0);
        (0..self.facts(file).definitions.len() as u32).map(move |local| first + local)
    }
}
