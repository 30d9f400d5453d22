//! The type that a type's name refers to at a place.

use super::eval::{Member, Name, Place, ResolutionContext, Value};
use super::imports::Start;
use crate::ids::SymbolId;
use fathom_syntax::{ImportSystem, Kind, NONE, function_type, hash_name};

/// Definitions of one name in one place that are looked at.
const BESIDE: usize = 8;

/// Definitions around a place whose type parameters are looked at.
const SCOPES: usize = 16;

/// What a signature binds a type parameter to: `<T: Saver>`, `<T extends Saver>`, `[T Saver]`,
/// `where T: Saver`; as a chain.
fn bound_in(signature: &str, name: &str) -> Option<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    signature.match_indices(name).find_map(|(at, _)| {
        let (before, after) = (&signature[..at], &signature[at + name.len()..]);
        if before.ends_with(is_word) || after.starts_with(is_word) {
            return None;
        }
        let before = before.trim_end();
        let after = after.trim_start();
        let bound = after
            .strip_prefix(": ")
            .or_else(|| after.strip_prefix(':'))
            .or_else(|| after.strip_prefix("extends "))
            .or_else(|| before.ends_with('[').then_some(after).filter(|rest| rest.starts_with(is_word)))?;
        // Bounds that name no type of their own are passed over: `?Sized`, lifetimes.
        let mut parts = bound.split(['+', '&']).map(str::trim_start);
        let named =
            parts.find(|part| part.starts_with(|letter: char| letter.is_alphabetic() || letter == '_'))?;
        let named = named.strip_prefix("dyn ").unwrap_or(named);
        let end = named
            .find(|letter: char| !is_word(letter) && !matches!(letter, ':' | '.'))
            .unwrap_or(named.len());
        let chain = named[..end].trim_end_matches(':').replace("::", ".");
        (!chain.is_empty()).then_some(chain)
    })
}

impl<'a> ResolutionContext<'_, 'a> {
    /// An instance of the type that a chain names.
    pub(crate) fn typed(&self, place: Place, text: &str) -> Value {
        if function_type::is_function(text) || text.starts_with('=') {
            return Value::Unknown;
        }
        let (path, collection) = match text.strip_suffix("[]") {
            Some(path) => (path, true),
            None => (text, false),
        };
        match self.type_named(place, path.trim_end_matches("[]"), 3) {
            Some(found) if collection => Value::Collection(found),
            Some(found) => Value::Instance(found),
            None => Value::External,
        }
    }

    /// The type that a dotted path names; aliases are followed.
    pub(crate) fn type_named(&self, place: Place, path: &str, aliases: usize) -> Option<SymbolId> {
        let tables = self.tables;
        // Function types, unions and intersections have no name but that of an alias.
        if path.starts_with(['(', '|', '&', '=']) {
            return None;
        }
        if let Some(found) = self.compact_type(place, path) {
            return Some(found);
        }
        let mut at: Option<SymbolId> = None;
        for (index, segment) in path.split('.').enumerate() {
            at = Some(if index == 0 {
                match segment {
                    "Self" | "self" | "static" | "$this" => self.enclosing_type(place)?,
                    "super" | "crate" => return self.path_type(place, path),
                    _ => {
                        let Name::Thing(found) = self.type_scope(place, hash_name(segment)) else {
                            let bound =
                                (aliases > 0).then(|| self.type_bound(place, path, aliases - 1)).flatten();
                            return bound.or_else(|| self.path_type(place, path));
                        };
                        found
                    }
                }
            } else {
                self.imports.member(tables, self.tables.canonical(at?), hash_name(segment), 4)?
            });
        }
        let found = self.tables.canonical(at?);
        if !tables.is_symbol(found) {
            return None;
        }
        let found = self.module_value(found).unwrap_or(found);
        let found = self.type_beside(found);
        let definition = tables.definition(found);
        if definition.kind() == Kind::Type && definition.value_type != 0 && aliases > 0 {
            let file = tables.file_of(found);
            let text = tables.files[file.index()].facts.text(definition.value_type).trim_start_matches('=');
            let place = Place { file, scope: definition.parent, line: definition.line };
            // A type that is defined as a collection has its own methods.
            let aliased = Some(text).filter(|text| !text.ends_with("[]"));
            return aliased.and_then(|text| self.type_named(place, text, aliases - 1)).or(Some(found));
        }
        (definition.kind().is_type() || definition.kind() == Kind::Module).then_some(found)
    }

    /// A type with the name and home of a module: TypeScript may write both.
    fn type_beside(&self, found: SymbolId) -> SymbolId {
        let tables = self.tables;
        if tables.definition(found).kind() != Kind::Module {
            return found;
        }
        let (home, _) = tables.membership(found);
        if home == SymbolId::NONE {
            return found;
        }
        let is_type = |symbol: &SymbolId| tables.definition(*symbol).kind().is_type();
        tables.members(home, tables.name_hash(found)).take(BESIDE).find(is_type).unwrap_or(found)
    }

    /// A type whose own name is a path, seen from the scopes around a place.
    fn compact_type(&self, place: Place, path: &str) -> Option<SymbolId> {
        let tables = self.tables;
        let path = path.trim_start_matches('.');
        if !path.contains('.') || !tables.has_compact() || !tables.rules(place.file).calls_read_fields {
            return None;
        }
        tables.compact(path).map(|found| tables.canonical(found))
    }

    /// What the type parameter of a definition around a place is bound to: `T: Saver`.
    pub(crate) fn type_bound(&self, place: Place, name: &str, aliases: usize) -> Option<SymbolId> {
        let facts = self.tables.files[place.file.index()].facts;
        let mut scope = place.scope;
        for _ in 0..SCOPES {
            if scope == 0 || scope == NONE {
                return None;
            }
            let definition = &facts.definitions[scope as usize];
            if let Some(bound) = bound_in(facts.text(definition.signature), name)
                && bound != name
            {
                return self.type_named(place, &bound, aliases);
            }
            scope = definition.parent;
        }
        None
    }

    /// Type names are looked up past locals, which are values.
    fn type_scope(&self, place: Place, name: u64) -> Name {
        self.memo.types.get((place.file, place.scope, name), || self.find_type(place, name))
    }

    fn find_type(&self, place: Place, name: u64) -> Name {
        let tables = self.tables;
        let base = tables.file_symbol(place.file);
        let facts = tables.files[place.file.index()].facts;
        let mut scope = place.scope;
        while scope != 0 && scope != NONE {
            match self.imports.scoped(tables, place.file, scope, name) {
                Some(Start::Container(found)) => return Name::Thing(found),
                Some(Start::External) => return Name::External,
                None => {}
            }
            let symbol = base + scope;
            let definition = &facts.definitions[scope as usize];
            let is_named_type = |s: &SymbolId| {
                let kind = tables.definition(*s).kind();
                kind.is_type() || kind == Kind::Module
            };
            if is_named_type(&symbol) && facts.strings.hash(definition.name) == name {
                return Name::Thing(symbol);
            }
            if let Some(found) =
                tables.best(tables.members(tables.canonical(symbol), name).filter(is_named_type))
            {
                return Name::Thing(found);
            }
            if definition.kind().is_type()
                && let Member::Found(found) = self.inherited(symbol, name)
                && is_named_type(&found)
            {
                return Name::Thing(found);
            }
            // Ruby's `class A::B` does not see the constants of `A`.
            let rules = tables.rules(place.file);
            if rules.implicit_this && !rules.names_follow_types {
                let mut outer = self.outer_types(symbol, base + definition.parent);
                if let Some(found) = outer.find_map(|outer| self.nested_type(outer, name)) {
                    return Name::Thing(found);
                }
            }
            scope = definition.parent;
        }
        self.file_level(place.file, name)
    }

    /// What a symbol is a member of that is written outside of it: `Foo::bar` sees what is in `Foo`.
    /// In C++ it also sees what is around `Foo`.
    pub(super) fn outer_types(
        &self,
        symbol: SymbolId,
        written_in: SymbolId,
    ) -> impl Iterator<Item = SymbolId> + use<'_, 'a> {
        let tables = self.tables;
        let most = if tables.rules(tables.file_of(symbol)).textual_constants { SCOPES } else { 1 };
        let holds =
            move |at: SymbolId| at != SymbolId::NONE && tables.is_symbol(at) && tables.as_file(at).is_none();
        let first = tables.containers[symbol.index()];
        let next = move |inner: &SymbolId| {
            tables.note_symbol(*inner);
            Some(tables.containers[inner.index()]).filter(|outer| holds(*outer))
        };
        std::iter::successors(Some(first).filter(|at| *at != written_in && holds(*at)), next).take(most)
    }

    /// A type that is a member of another or of its bases.
    fn nested_type(&self, of: SymbolId, name: u64) -> Option<SymbolId> {
        let tables = self.tables;
        let is_type =
            |symbol: &SymbolId| tables.is_symbol(*symbol) && tables.definition(*symbol).kind().is_type();
        let of = tables.canonical(of);
        let own = tables.best(tables.members(of, name).filter(is_type));
        own.or_else(|| match self.above(of, name) {
            Member::Found(found) => Some(found).filter(is_type),
            _ => None,
        })
    }

    /// `crate::a::B`, `super::B` and crate names in the middle of code.
    fn path_type(&self, place: Place, path: &str) -> Option<SymbolId> {
        let found = self.path_thing(place, path)?;
        (self.tables.is_symbol(found) && self.tables.definition(found).kind().is_type()).then_some(found)
    }

    pub(crate) fn path_thing(&self, place: Place, path: &str) -> Option<SymbolId> {
        let path = match self.tables.rules(place.file).imports {
            ImportSystem::Crates => path.replace('.', "::"),
            // A name with its package: `org.example.shop.Order`.
            ImportSystem::Packages if path.contains('.') => path.to_owned(),
            _ => return None,
        };
        self.imports.path(self.tables, (place.file, place.scope), &path)
    }

    /// The type around a place, by text or by owner.
    pub(crate) fn enclosing_type(&self, place: Place) -> Option<SymbolId> {
        let tables = self.tables;
        let base = tables.file_symbol(place.file);
        let mut symbol = base + place.scope;
        for _ in 0..32 {
            let kind = tables.definition(symbol).kind();
            if kind.is_type() || kind == Kind::Module && tables.rules(place.file).modules_are_types {
                return Some(tables.canonical(symbol));
            }
            tables.note_symbol(symbol);
            symbol = tables.containers[symbol.index()];
            if symbol == SymbolId::NONE || symbol == base {
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::bound_in;

    #[test]
    fn a_type_parameter_has_the_bound_of_its_signature() {
        for (signature, expected) in [
            ("fn save<T: ?Sized + store::Saver<U>>(to: &T)", Some("store.Saver")),
            ("fn save<T>(to: T) where T: Saver + Send", Some("Saver")),
            ("public <T extends Comparable<T>> T most(List<T> list)", Some("Comparable")),
            ("func Most[T Ordered](list []T) T", Some("Ordered")),
            ("fn save<T>(to: T)", None),
            ("fn save(to: Text)", None),
        ] {
            assert_eq!(bound_in(signature, "T").as_deref(), expected, "{signature}");
        }
    }
}
