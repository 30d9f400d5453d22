//! Function types: what the function that a value stands for is given and gives.
//!
//! A chain's `{n}` is parameter `n` of what is before it. Types that are written at the callee
//! decide: of its parameter, or of the interface or alias that the parameter names.

use super::eval::{Member, Place, ResolutionContext, Value};
use super::parameters::Parameters;
use crate::ids::SymbolId;
use fathom_syntax::{Kind, function_type, hash_name};
use std::borrow::Cow;

/// Declarations of one function that are looked at.
const OVERLOADS: usize = 48;
/// Aliases and function types that are followed from one to the next.
const STEPS: usize = 4;
/// Alternatives of one union that are looked at.
const PARTS: usize = 16;

/// A type as a chain, and where it is written.
type Written<'t> = (Place, Cow<'t, str>);

/// One step from a function on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To one of its parameters.
    Parameter(usize),
    /// To what it gives.
    Result,
}

/// Reads the `{n}` that start a text, with the calls after them: the steps and the rest.
pub(super) fn parameter_path(suffixes: &str) -> Option<(Vec<Step>, &str)> {
    let mut path = Vec::new();
    let mut rest = suffixes;
    loop {
        if let Some((number, after)) = rest.strip_prefix('{').and_then(|text| text.split_once('}')) {
            path.push(Step::Parameter(number.parse().ok()?));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("()").filter(|_| !path.is_empty()) {
            path.push(Step::Result);
            rest = after;
        } else {
            return (!path.is_empty()).then_some((path, rest));
        }
    }
}

impl<'a> ResolutionContext<'_, 'a> {
    /// What the steps from a function lead to: one of its parameters, what a function that is given
    /// to it is given or gives, and so on.
    pub(super) fn follow(&self, function: Value, path: &[Step], steps: usize) -> Value {
        let Some((&step, inner)) = path.split_first() else { return function };
        if steps == 0 {
            return Value::Unknown;
        }
        let at = match step {
            Step::Parameter(at) => at,
            Step::Result => return self.follow(self.called(function), inner, steps - 1),
        };
        for (place, written) in self.parameter_types(function, at, STEPS) {
            let value = self.follow_written(place, &written, inner, steps);
            if !matches!(value, Value::Unknown | Value::External) {
                return value;
            }
        }
        Value::Unknown
    }

    /// What the steps from a value of a written type lead to.
    fn follow_written(&self, place: Place, written: &str, path: &[Step], steps: usize) -> Value {
        if let Some(value) = written.strip_prefix('=') {
            return self.follow(self.chain(place, value, steps - 1), path, steps - 1);
        }
        let Some((&step, inner)) = path.split_first() else { return self.typed(place, written) };
        if function_type::is_function(written) {
            let next = match step {
                Step::Parameter(at) => function_type::parameter(written, at),
                Step::Result => Some(function_type::result(written)).filter(|result| !result.is_empty()),
            };
            return next.map_or(Value::Unknown, |next| self.follow_written(place, next, inner, steps));
        }
        match self.typed(place, written) {
            value @ (Value::Instance(_) | Value::Function(_)) => self.follow(value, path, steps - 1),
            _ => Value::Unknown,
        }
    }

    /// The types that are written for a parameter, one for each way to call the function.
    fn parameter_types(&self, function: Value, at: usize, steps: usize) -> Vec<Written<'a>> {
        let tables = self.tables;
        let symbol = match function {
            Value::Function(symbol) | Value::Instance(symbol) => symbol,
            Value::Type(of) => match self.inherited(of, hash_name("constructor")) {
                Member::Found(constructor) => constructor,
                _ => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        if !tables.is_symbol(symbol) {
            return Vec::new();
        }
        if tables.definition(symbol).kind().is_callable() {
            return self
                .declarations(symbol)
                .into_iter()
                .filter_map(|one| self.written_at(one, at))
                .collect();
        }
        let (place, chain) = self.written_type_of(symbol);
        if chain.starts_with(['|', '&']) && steps > 0 {
            let parts = self.parts(symbol).into_iter();
            return parts
                .flat_map(|part| self.parameter_types(Value::Instance(part), at, steps - 1))
                .collect();
        }
        let found = function_type::signatures(chain).filter_map(|one| function_type::parameter(one, at));
        found.map(|one| (place, Cow::Borrowed(one))).collect()
    }

    /// The chain of a definition's type and the place where it is written.
    fn written_type_of(&self, symbol: SymbolId) -> (Place, &'a str) {
        let tables = self.tables;
        tables.note_symbol(symbol);
        let file = tables.file_of(symbol);
        let definition = tables.definition(symbol);
        // The names in an alias are seen from around it: it has no members but through them.
        let own = symbol - tables.file_symbol(file);
        let scope = if definition.kind() == Kind::Type { definition.parent } else { own };
        let place = Place { file, scope, line: definition.line };
        (place, tables.files[file.index()].facts.text(definition.value_type))
    }

    /// A function and its other declarations.
    fn declarations(&self, function: SymbolId) -> Vec<SymbolId> {
        let tables = self.tables;
        tables.note_symbol(function);
        let (home, _) = tables.membership(function);
        if home == SymbolId::NONE {
            return vec![function];
        }
        let same = |symbol: &SymbolId| tables.file_of(*symbol) == tables.file_of(function);
        tables.members(home, tables.name_hash(function)).filter(same).take(OVERLOADS).collect()
    }

    /// The type that is written for a parameter in a function's signature.
    fn written_at(&self, function: SymbolId, at: usize) -> Option<Written<'a>> {
        let tables = self.tables;
        let definition = tables.definition(function);
        let file = tables.file_of(function);
        let input = &tables.files[file.index()];
        let name = match definition.kind() {
            Kind::Constructor => "constructor",
            _ => input.facts.text(definition.name),
        };
        let parameters = Parameters::read_any(input.facts.text(definition.signature), name)?;
        let last = || parameters.written.last().filter(|last| last.starts_with("..."));
        let written = parameters.written.get(at).or_else(last)?;
        let chain = input.language.parameter_type(written);
        let chain = chain.trim_start_matches('.');
        let place = Place { file, scope: function - tables.file_symbol(file), line: definition.line };
        (!chain.is_empty()).then(|| (place, Cow::Owned(chain.to_owned())))
    }

    /// What calling a value of a type gives: of a union or intersection, what its first part gives
    /// that can be called.
    pub(super) fn called_instance(&self, of: SymbolId) -> Option<Value> {
        if self.is_function_type(of) {
            return Some(self.stored(of));
        }
        let part = self.parts(of).into_iter().find(|part| self.is_function_type(*part))?;
        Some(self.stored(part))
    }

    /// Whether the values of a type, or the value of a field or variable, are functions.
    pub(super) fn is_function_type(&self, symbol: SymbolId) -> bool {
        self.tables.is_symbol(symbol) && function_type::is_function(self.written_type_of(symbol).1)
    }

    /// The types that a union or intersection names; empty for other types.
    pub(crate) fn parts(&self, of: SymbolId) -> Vec<SymbolId> {
        let tables = self.tables;
        if !tables.is_symbol(of) || tables.definition(of).kind() != Kind::Type {
            return Vec::new();
        }
        let (place, chain) = self.written_type_of(of);
        let parts = chain.strip_prefix(['|', '&']).map_or("", |_| chain);
        let names = parts.split(['|', '&']).filter(|name| !name.is_empty()).take(PARTS);
        names.filter_map(|name| self.type_named(place, name, 3)).filter(|part| *part != of).collect()
    }

    /// Whether a type is a union, of which a value is any alternative.
    pub(crate) fn is_union(&self, of: SymbolId) -> bool {
        self.tables.is_symbol(of)
            && self.tables.definition(of).kind() == Kind::Type
            && self.written_type_of(of).1.starts_with('|')
    }

    /// The members by a name of each part of a union or intersection.
    pub(crate) fn part_members(&self, of: SymbolId, name: u64) -> Vec<SymbolId> {
        let mut found = Vec::new();
        self.add_part_members(of, name, STEPS, &mut found);
        found
    }

    fn add_part_members(&self, of: SymbolId, name: u64, steps: usize, found: &mut Vec<SymbolId>) {
        if steps == 0 {
            return;
        }
        for part in self.parts(of) {
            let own = self.tables.canonical(part);
            let member = self.tables.member(own, name);
            let member = member.map_or_else(|| self.bases.inherited(self.tables, own, name), Member::Found);
            match member {
                Member::Found(member) if !found.contains(&member) => found.push(member),
                Member::Found(_) => {}
                _ => self.add_part_members(own, name, steps - 1, found),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, parameter_path};

    #[test]
    fn numbers_in_braces_lead_from_parameter_to_parameter() {
        let path = vec![Step::Parameter(1), Step::Result, Step::Parameter(0)];
        assert_eq!(parameter_path("{1}(){0}[]"), Some((path, "[]")));
        assert_eq!(parameter_path("()"), None);
        assert_eq!(parameter_path("{x}"), None);
    }
}
