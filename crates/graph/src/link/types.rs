//! What a type's name stands for where it is written.

use super::eval::{Member, Name, Place, Value, World};
use crate::ids::SymbolId;
use fathom_syntax::{ImportSystem, Kind, NONE, hash_name};

impl World<'_, '_> {
    /// An instance of the type that a chain names.
    pub(crate) fn typed(&self, place: Place, text: &str) -> Value {
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
        if let Some(found) = self.compact_type(place, path) {
            return Some(found);
        }
        let mut at: Option<SymbolId> = None;
        for (index, segment) in path.split('.').enumerate() {
            at = Some(if index == 0 {
                match segment {
                    "Self" | "self" | "static" | "$this" => self.enclosing_type(place)?,
                    "super" | "crate" => return self.path_type(place, path),
                    _ => match self.type_scope(place, hash_name(segment)) {
                        Name::Thing(found) => found,
                        _ => return self.path_type(place, path),
                    },
                }
            } else {
                self.imports.member(tables, self.tables.canonical(at?), hash_name(segment), 4)?
            });
        }
        let found = self.tables.canonical(at?);
        if !tables.is_symbol(found) {
            return None;
        }
        let definition = tables.definition(found);
        if definition.kind() == Kind::Type && definition.value_type != 0 && aliases > 0 {
            let file = tables.file_of(found);
            let text = tables.files[file.index()].facts.text(definition.value_type).trim_start_matches('=');
            let place = Place { file, scope: definition.parent, line: definition.line };
            return self.type_named(place, text.trim_end_matches("[]"), aliases - 1).or(Some(found));
        }
        (definition.kind().is_type() || definition.kind() == Kind::Module).then_some(found)
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
            scope = definition.parent;
        }
        self.file_level(place.file, name)
    }

    /// `crate::a::B`, `super::B` and crate names in the middle of code.
    fn path_type(&self, place: Place, path: &str) -> Option<SymbolId> {
        let found = self.path_thing(place, path)?;
        (self.tables.is_symbol(found) && self.tables.definition(found).kind().is_type()).then_some(found)
    }

    pub(crate) fn path_thing(&self, place: Place, path: &str) -> Option<SymbolId> {
        if self.tables.rules(place.file).imports != ImportSystem::Crates {
            return None;
        }
        self.imports.path(self.tables, place.file, &path.replace('.', "::"))
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
