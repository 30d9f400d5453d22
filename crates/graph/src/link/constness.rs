//! Which of two methods of C++ that differ in `const` a call means.

use super::eval::{Member, Place, ResolutionContext};
use super::overloads::CallArguments;
use super::parameters::Parameters;
use crate::ids::SymbolId;
use fathom_syntax::hash_name;

impl ResolutionContext<'_, '_> {
    /// Whether what a method is called on cannot be changed, as far as declarations of parameters,
    /// fields and the method around the call show it.
    pub(crate) fn is_constant(&self, call: &CallArguments<'_>) -> bool {
        let place = call.place;
        let (head, rest) = call.receiver.split_once('.').unwrap_or((call.receiver, ""));
        if let Some((owner, member)) = call.receiver.trim_end_matches("()").rsplit_once('.')
            && !rest.is_empty()
        {
            let value = self.chain(place, owner, ResolutionContext::steps());
            if let Member::Found(found) = self.member(value, hash_name(member))
                && self.tables.is_symbol(found)
                && self.signature(found).starts_with("const ")
            {
                return true;
            }
        }
        let around = self.tables.file_symbol(place.file) + place.scope;
        let name = head.trim_end_matches("[]");
        if name.is_empty() || name == "self" || head.ends_with("()") {
            return self.keeps_constant(around);
        }
        let declared = self.declared_constant(around, name);
        declared
            .unwrap_or_else(|| !self.is_local(place, hash_name(name)) && self.is_constant_field(place, name))
    }

    /// Whether a parameter of a function is written with `const`.
    fn declared_constant(&self, function: SymbolId, name: &str) -> Option<bool> {
        let parameters = Parameters::read(self.signature(function), self.tables.name(function))?;
        let written = parameters.written.iter().find(|written| {
            let before = written.strip_suffix(name);
            before.is_some_and(|before| before.ends_with([' ', '*', '&']))
        })?;
        Some(written.starts_with("const "))
    }

    /// A field is constant if it is declared so; a field that is not a pointer also in a constant method.
    fn is_constant_field(&self, place: Place, name: &str) -> bool {
        let Some(of) = self.enclosing_type(place) else { return false };
        let Member::Found(field) = self.inherited(of, hash_name(name)) else { return false };
        let around = self.tables.file_symbol(place.file) + place.scope;
        let signature = self.signature(field);
        signature.starts_with("const ") || !signature.contains(['*', '&']) && self.keeps_constant(around)
    }

    /// Whether `const` follows the parameters of a method.
    pub(crate) fn keeps_constant(&self, method: SymbolId) -> bool {
        let signature = self.signature(method);
        let after = signature.rfind(')').map_or("", |at| &signature[at..]);
        after.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "const")
    }

    fn signature(&self, symbol: SymbolId) -> &str {
        if !self.tables.is_symbol(symbol) {
            return "";
        }
        let facts = self.tables.files[self.tables.file_of(symbol).index()].facts;
        facts.text(self.tables.definition(symbol).signature)
    }
}
