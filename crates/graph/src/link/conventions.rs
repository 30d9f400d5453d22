//! The types of values by their names, in languages whose programs name values after their classes.
//!
//! In Ruby `user`, `@user`, `current_user` and the parameter `user` hold a `User` far more often than
//! not, and `line_items` holds several of `LineItem`. Where a value is known no other way, its name
//! decides. Edges that are found so are inferred, never exact.

use super::eval::{Place, ResolutionContext, Value};
use crate::ids::SymbolId;
use fathom_syntax::inflection::{camel, singular};
use fathom_syntax::{Flags, Kind, hash_name};

/// Classes of one name that are looked at.
const CLASSES: usize = 16;

/// Words before a class's name that are left out one after the other: `new_line_item`.
const WORDS: usize = 3;

/// Names of values that are maps, texts and other things of the library wherever they occur.
const PLAIN: &[&str] = &[
    "action",
    "args",
    "arguments",
    "attribute",
    "attributes",
    "body",
    "class",
    "code",
    "config",
    "configuration",
    "content",
    "data",
    "date",
    "error",
    "errors",
    "exception",
    "file",
    "format",
    "hash",
    "header",
    "headers",
    "id",
    "ids",
    "index",
    "item_type",
    "key",
    "keys",
    "klass",
    "logger",
    "method",
    "model",
    "name",
    "names",
    "object",
    "option",
    "options",
    "opts",
    "param",
    "params",
    "path",
    "query",
    "record",
    "records",
    "request",
    "response",
    "result",
    "results",
    "scope",
    "session",
    "string",
    "text",
    "time",
    "type",
    "types",
    "url",
    "value",
    "values",
];

impl<'w, 'a> ResolutionContext<'w, 'a> {
    /// The same context, with names taken as classes where nothing else is known.
    pub(crate) fn by_convention(&self) -> ResolutionContext<'w, 'a> {
        ResolutionContext { conventions: true, ..*self }
    }

    /// Whether the names of a file's values follow their classes.
    pub(crate) fn has_conventions(&self, place: Place) -> bool {
        self.tables.rules(place.file).names_follow_types
    }

    /// The value of a name by convention: an instance of the class of its name, or several.
    pub(crate) fn conventional(&self, place: Place, name: &str) -> Option<Value> {
        if PLAIN.contains(&name) || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
            return None;
        }
        let mut rest = name.trim_end_matches(['?', '!']);
        for _ in 0..=WORDS {
            if !PLAIN.contains(&rest) {
                if let Some(class) = self.class_called(place, &camel(rest)) {
                    return Some(Value::Instance(class));
                }
                let one = singular(rest);
                if one != rest
                    && let Some(class) = self.class_called(place, &camel(&one))
                {
                    return Some(Value::Collection(class));
                }
            }
            rest = rest.split_once('_')?.1;
        }
        None
    }

    /// The value of a segment of a chain by convention. A class method that only a library can have
    /// gives objects of the class, as scopes do.
    pub(super) fn by_name(&self, place: Place, before: Value, name: &str, suffixes: &str) -> Option<Value> {
        let is_common = self.tables.files[place.file.index()].language.is_common_member(name);
        // The result of a library's member belongs to the library.
        if is_common && matches!(before, Value::External | Value::Type(_) | Value::Collection(_)) {
            return None;
        }
        match (self.conventional(place, name), before) {
            (Some(Value::Collection(of)), _) if suffixes.contains("[]") => Some(Value::Instance(of)),
            (Some(value), _) => Some(value),
            (None, Value::Type(of) | Value::Collection(of)) if self.is_class(of) && name != "class" => {
                Some(Value::Collection(of))
            }
            _ => None,
        }
    }

    /// What a member of a mixed-in module gives of "itself" is one of the class that mixes it in: the scope of a
    /// concern gives objects of the model it is called on. A module has no objects.
    pub(super) fn of_includer(&self, place: Place, before: Value, index: usize, value: Value) -> Value {
        let tables = self.tables;
        let (Value::Instance(of) | Value::Collection(of)) = value else { return value };
        let is_module = |symbol: SymbolId| {
            tables.note_symbol(symbol);
            tables.is_symbol(symbol) && tables.definition(symbol).kind() == Kind::Module
        };
        if !is_module(of) {
            return value;
        }
        let class = match before {
            Value::Type(class) | Value::Instance(class) | Value::Collection(class) => Some(class),
            _ if index == 0 => self.enclosing_type(place),
            _ => None,
        };
        match class.filter(|class| *class != of && !is_module(*class)) {
            Some(class) if matches!(value, Value::Instance(_)) => Value::Instance(class),
            Some(class) => Value::Collection(class),
            None => value,
        }
    }

    /// The class of a name that is seen from a place; one that lies elsewhere counts if it is the only
    /// one of its name, or the only one that is nested in nothing.
    fn class_called(&self, place: Place, name: &str) -> Option<SymbolId> {
        let tables = self.tables;
        let hash = hash_name(name);
        tables.named(hash).next()?;
        if let Some(found) = self.type_named(place, name, 0).filter(|found| self.is_class(*found)) {
            return Some(found);
        }
        let family = tables.rules(place.file).family;
        let fits = |symbol: &SymbolId| {
            self.is_class(*symbol) && tables.rules(tables.file_of(*symbol)).family == family
        };
        let classes = tables.named(hash).take(CLASSES).filter(fits).map(|class| tables.canonical(class));
        let mut classes: Vec<SymbolId> = classes.collect();
        classes.sort_unstable();
        classes.dedup();
        let is_top =
            |class: &SymbolId| tables.definition(*class).owner == 0 && tables.definition(*class).parent == 0;
        let mut at_top = classes.iter().copied().filter(is_top);
        match (&classes[..], at_top.next(), at_top.next()) {
            ([only], ..) => Some(*only),
            (_, Some(top), None) => Some(top),
            _ => None,
        }
    }

    fn is_class(&self, symbol: SymbolId) -> bool {
        let definition = self.tables.definition(symbol);
        definition.kind() == Kind::Class && !definition.flags().has(Flags::TEST)
    }
}
