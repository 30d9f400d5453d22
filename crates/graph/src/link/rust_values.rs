//! Rust: values of fields without names, of what a type stands for, and of closures' parameters.

use super::eval::{Member, Place, ResolutionContext, Value};
use super::parameters::Parameters;
use crate::ids::SymbolId;
use fathom_syntax::{ImportSystem, Kind, hash_name};

/// Types that are followed from `Deref` to `Deref`.
const DEREFERENCES: usize = 4;

/// The first parameter of a closure that is the first argument of a call.
const HANDED: &str = "{0}{0}";

/// Methods of iterators, `Option` and `Result` that hand an element to a closure.
const HANDING: &[&str] = &[
    "all",
    "and_then",
    "any",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "for_each",
    "inspect",
    "is_none_or",
    "is_some_and",
    "map",
    "map_or",
    "max_by_key",
    "min_by_key",
    "partition",
    "position",
    "retain",
    "skip_while",
    "sort_by_key",
    "take_while",
];

impl ResolutionContext<'_, '_> {
    /// The value of `value.0` where that is an instance of `struct Name(A, B)`.
    pub(super) fn tuple_field(&self, value: Value, name: &str) -> Option<Value> {
        let Value::Instance(of) = value else { return None };
        let at: usize = name.parse().ok()?;
        let tables = self.tables;
        if !tables.is_symbol(of) || !self.is_rust(of) || tables.definition(of).kind() != Kind::Struct {
            return None;
        }
        tables.note_symbol(of);
        let file = tables.file_of(of);
        let (facts, definition) = (tables.files[file.index()].facts, tables.definition(of));
        let fields = Parameters::read(facts.text(definition.signature), facts.text(definition.name))?;
        let written = fields.written.get(at)?;
        let written = match written.strip_prefix("pub").map(str::trim_start) {
            Some(rest) if rest.starts_with('(') => rest.split_once(')').map_or("", |(_, rest)| rest),
            Some(rest) => rest,
            None => written,
        };
        let place = Place { file, scope: of - tables.file_symbol(file), line: definition.line };
        Some(self.typed(place, &tables.files[file.index()].language.written_type(written)))
    }

    /// A member of what a type dereferences to: `impl Deref for Guard { type Target = Order; }`.
    pub(super) fn dereferenced(&self, of: SymbolId, name: u64) -> Option<Member> {
        let tables = self.tables;
        if !tables.is_symbol(of) || !self.is_rust(of) {
            return None;
        }
        let mut at = of;
        for _ in 0..DEREFERENCES {
            let target = tables.members(at, hash_name("Target")).next()?;
            let definition = tables.definition(target);
            if definition.kind() != Kind::Type || definition.value_type == 0 {
                return None;
            }
            let file = tables.file_of(target);
            let written = tables.files[file.index()].facts.text(definition.value_type);
            let place = Place { file, scope: definition.parent, line: definition.line };
            let Value::Instance(next) = self.typed(place, written) else { return Some(Member::External) };
            at = tables.canonical(next);
            let found = tables.member(at, name).map(Member::Found);
            let found = found.unwrap_or_else(|| self.bases.inherited(tables, at, name));
            if matches!(found, Member::Found(_)) {
                return Some(found);
            }
        }
        None
    }

    /// The value that a method of a standard type hands to the closure it is given; `None` for other
    /// methods.
    pub(super) fn handed(&self, receiver: Value, name: &str, suffixes: &str) -> Option<(Value, usize)> {
        if !suffixes.starts_with(HANDED) || !HANDING.contains(&name) {
            return None;
        }
        let value = match receiver {
            Value::Collection(of) => Value::Instance(of),
            // `Option<Order>` counts as `Order`; a method of its own hands on what it likes.
            Value::Instance(of) if !matches!(self.inherited(of, hash_name(name)), Member::Found(_)) => {
                receiver
            }
            Value::External => Value::External,
            _ => Value::Unknown,
        };
        Some((value, HANDED.len()))
    }

    /// Whether calling a value makes one of the same type: `Shape::Circle(1)` is a variant.
    pub(super) fn is_enum(&self, of: SymbolId) -> bool {
        self.tables.is_symbol(of) && self.is_rust(of) && self.tables.definition(of).kind() == Kind::Enum
    }

    fn is_rust(&self, symbol: SymbolId) -> bool {
        self.tables.rules(self.tables.file_of(symbol)).imports == ImportSystem::Crates
    }
}
