//! Types of fields, variables and results, where they are not written down.
//!
//! `self.db = Database()` needs `Database`, `x = self.db.session()` needs the
//! result of `session`, and so on. All are computed in rounds, each from the
//! finished values of the round before, so that the outcome does not depend on
//! order or on threads.

use super::eval::{Place, ResolutionContext, Value};
use crate::ids::{FileId, SymbolId};
use bytemuck::{Pod, Zeroable};
use fathom_syntax::{Kind, function_type};

/// Rounds after which values count as final: written types, then three steps.
pub(crate) const ROUNDS: usize = 4;

/// Bits of a symbol's number in a packed value.
const SYMBOL_BITS: u32 = 29;

/// A value in four bytes, as it is kept for every symbol and round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct PackedValue(u32);

impl PackedValue {
    /// Not known.
    pub(crate) const UNKNOWN: PackedValue = PackedValue(0);

    pub(crate) fn new(value: Value) -> PackedValue {
        let (kind, symbol) = match value {
            Value::Unknown => return PackedValue::UNKNOWN,
            Value::External => (1, SymbolId::default()),
            Value::Instance(of) => (2, of),
            Value::Collection(of) => (3, of),
            Value::Type(of) => (4, of),
            Value::Container(of) => (5, of),
            Value::Function(of) => (6, of),
            Value::Super(of) => (7, of),
        };
        let symbol = symbol.number();
        // More symbols than there are numbers: better unknown than wrong.
        if symbol >> SYMBOL_BITS == 0 {
            PackedValue(kind << SYMBOL_BITS | symbol)
        } else {
            PackedValue::UNKNOWN
        }
    }

    pub(crate) fn value(self) -> Value {
        let symbol = SymbolId::new(self.0 & ((1 << SYMBOL_BITS) - 1));
        match self.0 >> SYMBOL_BITS {
            0 => Value::Unknown,
            1 => Value::External,
            2 => Value::Instance(symbol),
            3 => Value::Collection(symbol),
            4 => Value::Type(symbol),
            5 => Value::Container(symbol),
            6 => Value::Function(symbol),
            _ => Value::Super(symbol),
        }
    }

    /// Whether its symbol is below this number. A container may be a package, which is not.
    pub(crate) fn is_of(self, symbols: u32) -> bool {
        match self.value() {
            Value::Unknown | Value::External | Value::Container(_) => true,
            Value::Instance(of)
            | Value::Collection(of)
            | Value::Type(of)
            | Value::Function(of)
            | Value::Super(of) => of.number() < symbols,
        }
    }

    /// The same value with its symbol renumbered; `None` if the symbol is gone.
    pub(crate) fn renumbered(self, number: impl Fn(SymbolId) -> Option<SymbolId>) -> Option<PackedValue> {
        let kind = self.0 >> SYMBOL_BITS;
        if kind < 2 {
            return Some(self);
        }
        let symbol = number(SymbolId::new(self.0 & ((1 << SYMBOL_BITS) - 1)))?.number();
        (symbol >> SYMBOL_BITS == 0).then_some(PackedValue(kind << SYMBOL_BITS | symbol))
    }
}

/// The values of a file's symbols in one round: written types in the first,
/// what they are made from in the others.
pub(crate) fn infer(
    world: &ResolutionContext<'_, '_>,
    file: FileId,
    round: usize,
) -> Vec<(SymbolId, PackedValue)> {
    let tables = world.tables;
    let facts = tables.files[file.index()].facts;
    let base = tables.file_symbol(file);
    let mut found = Vec::new();
    for (index, definition) in facts.definitions.iter().enumerate() {
        if definition.value_type == 0 {
            continue;
        }
        let text = facts.text(definition.value_type);
        // What calling it gives, where it is a function or a type of functions.
        let is_function = function_type::is_function(text);
        if definition.kind() == Kind::Type && !is_function {
            continue;
        }
        let text = if is_function { function_type::result(text) } else { text };
        if text.is_empty() {
            continue;
        }
        let value = match (text.strip_prefix('='), round) {
            (None, 0) => {
                let place = Place { file, scope: index as u32, line: definition.line };
                world.typed(place, text)
            }
            (Some(chain), 1..) => {
                let callable = definition.kind().is_callable();
                let scope = if callable { index as u32 } else { enclosing(world, file, index as u32) };
                let line = if callable { definition.end_line } else { definition.line };
                world.chain(Place { file, scope, line }, chain, ResolutionContext::steps())
            }
            _ => continue,
        };
        found.push((base + index as u32, PackedValue::new(value)));
    }
    found
}

/// The definition whose locals a field's value can see: the method it is
/// assigned in, which is not its parent.
fn enclosing(world: &ResolutionContext<'_, '_>, file: FileId, index: u32) -> u32 {
    let definitions = world.tables.files[file.index()].facts.definitions;
    let field = &definitions[index as usize];
    let around = definitions[..index as usize]
        .iter()
        .enumerate()
        .rev()
        .take(64)
        .find(|(_, d)| d.kind().is_callable() && d.start <= field.start && field.end <= d.end);
    around.map_or(field.parent, |(at, _)| at as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_value_is_the_value() {
        let [zero, seven, nine] = [0, 7, 9].map(SymbolId::new);
        for value in [
            Value::Unknown,
            Value::External,
            Value::Instance(seven),
            Value::Super(zero),
            Value::Function(nine),
        ] {
            assert_eq!(PackedValue::new(value).value(), value);
        }
        let moved = PackedValue::new(Value::Type(seven)).renumbered(|symbol| Some(symbol + 1));
        assert_eq!(moved.map(PackedValue::value), Some(Value::Type(SymbolId::new(8))));
        assert_eq!(PackedValue::new(Value::Type(seven)).renumbered(|_| None), None);
        assert_eq!(
            PackedValue::new(Value::External).renumbered(|_| None).map(PackedValue::value),
            Some(Value::External)
        );
    }
}
