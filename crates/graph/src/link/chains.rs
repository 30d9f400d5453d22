//! The value of an expression's chain.
//!
//! A chain (`self.app.router()`) is followed segment by segment: its head is a name in scope, each
//! further segment a member, a call or an element of what was found before.

use super::eval::{Member, Name, PACKAGES, Place, ResolutionContext, Value};
use super::functions::parameter_path;
use super::overloads::CallArguments;
use crate::ids::SymbolId;
use fathom_syntax::{ImportSystem, Kind, Yield, hash_name};

/// Methods of the standard collections that give an element.
const ELEMENT_METHODS: &[&str] = &[
    "get",
    "first",
    "last",
    "next",
    "pop",
    "peek",
    "poll",
    "element",
    "__enter__",
    "__aenter__",
    "remove",
    "getFirst",
    "getLast",
    "removeFirst",
    "removeLast",
    "pollFirst",
    "pollLast",
    "peekFirst",
    "peekLast",
    "front",
    "back",
    "at",
    "find",
    "shift",
    "nth",
    "pop_front",
    "pop_back",
    "popleft",
    "findFirst",
    "findAny",
    "orElse",
    "orElseThrow",
    "First",
    "Single",
    "Last",
    "FirstOrDefault",
    "SingleOrDefault",
    "removeAt",
    "random",
    "sample",
    "min_by_key",
    "max_by_key",
    "get_mut",
    "first_mut",
    "last_mut",
    "swap_remove",
];

/// Methods of the standard collections that give the collection again, or a part of it.
const COLLECTION_METHODS: &[&str] = &[
    "iter",
    "iter_mut",
    "into_iter",
    "iterator",
    "stream",
    "values",
    "filter",
    "sorted",
    "reversed",
    "subList",
    "slice",
    "skip",
    "take",
    "limit",
    "collect",
    "toList",
    "to_vec",
    "copy",
    "clone",
    "concat",
    "sort",
    "reverse",
    "rev",
    "listIterator",
    "drain",
    "windows",
    "chunks",
    "Where",
    "OrderBy",
    "ToList",
    "ToArray",
    "AsEnumerable",
    "Take",
    "Skip",
    "distinct",
    "peekable",
    "step_by",
    "cloned",
    "copied",
    "parallelStream",
    "cbegin",
    "begin",
    "splice",
    "toSorted",
    "toReversed",
    "as_slice",
    "skip_while",
    "take_while",
    "compact",
    "uniq",
];

/// Functions of Rust's standard traits that make a value of the type they are called on, and that
/// `derive` may write.
const MAKERS: &[&str] = &["default", "from", "try_from", "from_str", "from_iter", "parse", "deserialize"];

/// The crates of Rust's standard library, which need no import.
const LIBRARIES: &[&str] = &["std", "core", "alloc"];

/// Longest name of a type parameter.
const PARAMETER_BYTES: usize = 12;

/// Segments of a path that is one name of a type.
const PATH: usize = 6;

impl ResolutionContext<'_, '_> {
    /// The value of a chain.
    pub(crate) fn chain(&self, place: Place, text: &str, steps: usize) -> Value {
        if steps == 0 {
            return Value::Unknown;
        }
        let mut value = Value::Unknown;
        let (module, named) =
            self.full_name(place, text).map_or((None, 0), |(found, count)| (Some(found), count));
        let reads = self.tables.rules(place.file).calls_read_fields;
        let path = if reads { self.compact_path(text) } else { None };
        let conventions = self.conventions && self.has_conventions(place);
        for (index, segment) in text.split('.').enumerate() {
            if index < named {
                value = module.map_or(Value::Unknown, |module| self.value_of(module));
                continue;
            }
            let end = segment.find(['(', '[', '{']).unwrap_or(segment.len());
            let (name, suffixes) = segment.split_at(end);
            let called = suffixes.starts_with("()");
            let before = value;
            let mut rest = suffixes;
            // Ruby's `object.class`.
            if let (Value::Instance(of), "class", true) = (before, name, reads && suffixes.len() <= 2) {
                value = Value::Type(of);
                continue;
            }
            value = match path {
                // The names of a path that is one name of a type.
                Some((last, _)) if index < last => continue,
                Some((last, found)) if index == last => Value::Type(found),
                _ if index == 0 && suffixes.starts_with("[]") && self.is_crate(place) => {
                    let variant = self.variant_content(place, name);
                    variant.unwrap_or_else(|| self.head(place, name, steps, called, false))
                }
                _ if index == 0 => {
                    let after = text.get(segment.len() + 1..).unwrap_or("");
                    self.head(place, name, steps, called, after.starts_with(char::is_uppercase))
                }
                _ => match self.handed(value, name, suffixes).filter(|_| self.is_crate(place)) {
                    Some((handed, read)) => {
                        rest = &suffixes[read..];
                        handed
                    }
                    None => self.step(place, value, name, suffixes),
                },
            };
            while !rest.is_empty() {
                if let Some(after) = rest.strip_prefix("()") {
                    let is_read = reads && matches!(value, Value::Instance(_) | Value::Collection(_));
                    value = if is_read { value } else { self.called(value) };
                    rest = after;
                } else if let Some(after) = rest.strip_prefix("[]") {
                    value = self.element(value);
                    rest = after;
                } else if let Some((path, after)) = parameter_path(rest) {
                    value = self.follow(value, &path, steps);
                    rest = after;
                } else {
                    return Value::Unknown;
                }
            }
            // A bare name that is a method calls it.
            if reads && index == 0 && !called && matches!(value, Value::Function(_)) {
                value = self.called(value);
            }
            if reads {
                value = self.of_includer(place, before, index, value);
            }
            if conventions && matches!(value, Value::Unknown | Value::External) {
                value = self.by_name(place, before, name, suffixes).unwrap_or(value);
            }
            if value == Value::Unknown && index == 0 && matches!(name, "crate" | "super") {
                break;
            }
        }
        if value == Value::Unknown
            && let Some(found) = self.path_thing(place, text.trim_end_matches("()"))
        {
            let found = self.value_of(found);
            return if text.ends_with("()") { self.called(found) } else { found };
        }
        value
    }

    /// The module or package whose full name a chain begins with, and the segments of that name:
    /// the longest, in languages that have such names.
    fn full_name(&self, place: Place, text: &str) -> Option<(SymbolId, usize)> {
        let tables = self.tables;
        let rules = tables.rules(place.file);
        if !rules.full_names {
            return None;
        }
        let path = &text[..text.find(['(', '[', '?', '!']).unwrap_or(text.len())];
        let first = path.split('.').next().unwrap_or("");
        if self.is_local(place, hash_name(first)) {
            return None;
        }
        let everywhere = tables.package(rules.family, "");
        let nested = tables.files[place.file.index()].language.spelling.nested;
        let mut end = path.len();
        for _ in 0..PACKAGES {
            let name = &path[..end];
            let count = name.matches('.').count() + 1;
            // An import of one name comes before a module of that name.
            if count > 1 || self.imports.local(tables, place.file, hash_name(name)).is_none() {
                let written = name.replace('.', nested);
                let module =
                    everywhere.and_then(|all| tables.written_members(all, hash_name(&written)).next());
                let found = module
                    .map(|module| tables.canonical(module))
                    .or_else(|| tables.package(rules.family, name));
                if let Some(found) = found.filter(|_| !name.is_empty()) {
                    return Some((found, count));
                }
            }
            end = name.rfind('.')?;
        }
        None
    }

    /// The value of an element of a value.
    fn element(&self, value: Value) -> Value {
        match value {
            Value::Collection(of) => Value::Instance(of),
            Value::External => Value::External,
            // A type that is defined as a collection: `type Lines []Line`.
            Value::Instance(of) => {
                let tables = self.tables;
                let definition = tables.definition(of);
                let file = tables.file_of(of);
                let text = tables.files[file.index()].facts.text(definition.value_type);
                let element = text.strip_suffix("[]").filter(|_| definition.kind() == Kind::Type);
                let place = Place { file, scope: definition.parent, line: definition.line };
                match element {
                    Some(element) => self.typed(place, element),
                    // `p[0]` and `*p` of a pointer.
                    None if tables.rules(file).textual_constants => value,
                    None => Value::Unknown,
                }
            }
            _ => Value::Unknown,
        }
    }

    /// What the first name of a chain stands for; `is_path` if a type follows it: `http::Response`.
    fn head(&self, place: Place, name: &str, steps: usize, called: bool, is_path: bool) -> Value {
        match name {
            "?" | "" => Value::Unknown,
            "!" => Value::External,
            "self" => self.enclosing_type(place).map_or(Value::Unknown, Value::Instance),
            "Self" | "static" => self.enclosing_type(place).map_or(Value::Unknown, Value::Type),
            "super" => self.enclosing_type(place).map_or(Value::Unknown, Value::Super),
            // `new(url)` in a method of the class itself.
            "new" if called && self.has_conventions(place) => {
                self.enclosing_type(place).map_or(Value::Unknown, Value::Type)
            }
            _ => match self.name(place, hash_name(name), steps) {
                Name::Local(_) if called && self.tables.rules(place.file).methods_apart => {
                    match self.called_name(hash_name(name), &CallArguments::unknown(place)) {
                        Name::Thing(found) => self.value_of(found),
                        _ => Value::Unknown,
                    }
                }
                Name::Local(value) => value,
                Name::Thing(thing) => self.value_of(self.preferred(thing, called)),
                Name::External => Value::External,
                // Nothing by this name anywhere: a built-in, or a package that is not here.
                Name::Missing => {
                    if let Some(bound) = self.type_bound(place, name, 3) {
                        return Value::Type(bound);
                    }
                    if self.tables.rules(place.file).imports == ImportSystem::Crates
                        && let Some(found) = self.path_thing(place, name)
                    {
                        return self.value_of(found);
                    }
                    if self.is_crate(place)
                        && (LIBRARIES.contains(&name) || self.imports.is_dependency(hash_name(name)))
                    {
                        return Value::External;
                    }
                    // Rust has no names of its own but those in scope and those of crates.
                    if !called && is_path && name != "crate" && self.is_crate(place) {
                        return Value::External;
                    }
                    let name = name.trim_end_matches('!');
                    if self.tables.named(hash_name(name)).next().is_none() {
                        Value::External
                    } else {
                        Value::Unknown
                    }
                }
            },
        }
    }

    /// A member of a value; `suffixes` shows whether it is called or indexed.
    fn step(&self, place: Place, value: Value, name: &str, suffixes: &str) -> Value {
        let called = suffixes.starts_with("()");
        if let (Value::Collection(of), true) = (value, called) {
            // Methods of standard collections return an element or a collection.
            if let Some(yielded) = self.yielded(value, name) {
                return yielded;
            }
            return match name {
                _ if ELEMENT_METHODS.contains(&name) => Value::Function(of),
                _ if COLLECTION_METHODS.contains(&name) => value,
                _ => Value::External,
            };
        }
        // Java's `Outer.this`.
        if let (Value::Type(of), "this") = (value, name) {
            return Value::Instance(of);
        }
        if name.starts_with(|first: char| first.is_ascii_digit())
            && let Some(field) = self.tuple_field(value, name)
        {
            return field;
        }
        if called && matches!(name, "__enter__" | "__aenter__") {
            return self.entered(value, name);
        }
        match self.member(value, hash_name(name)) {
            Member::Found(found) if suffixes.starts_with("[]") && self.is_variant(found) => {
                self.content(found)
            }
            Member::Found(found) => match self.value_of(self.preferred(found, called)) {
                Value::External => self.bound_type(place, found).unwrap_or(Value::External),
                known => known,
            },
            // `Order::default()` is made by a derived function.
            Member::Missing if called && MAKERS.contains(&name) && self.is_crate(place) => match value {
                Value::Type(of) => Value::Function(of),
                _ => Value::Unknown,
            },
            Member::External => self.yielded(value, name).unwrap_or(Value::External),
            Member::Missing | Member::Unknown => self.yielded(value, name).unwrap_or(Value::Unknown),
        }
    }

    /// What gives the value that `with` binds: the object itself, unless its method says another.
    fn entered(&self, value: Value, name: &str) -> Value {
        let Value::Instance(of) = value else { return value };
        let Member::Found(enter) = self.member(value, hash_name(name)) else { return Value::Type(of) };
        match self.stored(enter) {
            Value::Unknown => Value::Type(of),
            // `Self` of a base is the type below it.
            Value::Instance(base) if self.bases.is_below(self.tables, of, base) => Value::Type(of),
            _ => Value::Function(enter),
        }
    }

    fn is_crate(&self, place: Place) -> bool {
        self.tables.rules(place.file).imports == ImportSystem::Crates
    }

    /// The content of a variant, in a pattern: `Shape::Circle(circle)`.
    fn content(&self, variant: SymbolId) -> Value {
        match self.stored(variant) {
            Value::Instance(of) => Value::Collection(of),
            _ => Value::Unknown,
        }
    }

    /// The content of a variant that is in scope by its name; `None` if the name is no variant's.
    fn variant_content(&self, place: Place, name: &str) -> Option<Value> {
        let is_capital = name.starts_with(|first: char| first.is_ascii_uppercase());
        match is_capital.then(|| self.name(place, hash_name(name), 1))? {
            Name::Thing(found) if self.is_variant(found) => Some(self.content(found)),
            _ => None,
        }
    }

    fn is_variant(&self, symbol: SymbolId) -> bool {
        self.tables.is_symbol(symbol) && self.tables.definition(symbol).kind() == Kind::Variant
    }

    /// A field whose type is a type parameter is what the code around a place binds that to:
    /// `impl<R: Read> Reader<R>`.
    fn bound_type(&self, place: Place, field: SymbolId) -> Option<Value> {
        let tables = self.tables;
        if !self.is_crate(place) || !tables.is_symbol(field) {
            return None;
        }
        let definition = tables.definition(field);
        let facts = tables.files[tables.file_of(field).index()].facts;
        let written = facts.text(definition.value_type);
        let is_parameter = definition.kind() == Kind::Field
            && written.len() <= PARAMETER_BYTES
            && written.starts_with(|letter: char| letter.is_ascii_uppercase());
        if !is_parameter {
            return None;
        }
        let bound = self.written_binding(place, hash_name(written)).filter(|bound| !bound.is_empty());
        let of = match bound {
            Some(bound) => self.type_named(place, bound, 3),
            None => self.type_bound(place, written, 3),
        };
        of.map(Value::Instance)
    }

    /// The value of a member that a framework adds to types and collections.
    fn yielded(&self, value: Value, name: &str) -> Option<Value> {
        let (Value::Type(of) | Value::Collection(of)) = value else { return None };
        let language = self.tables.files[self.tables.file_of(of).index()].language;
        match language.yields(name)? {
            Yield::Collection => Some(Value::Collection(of)),
            Yield::Object => Some(Value::Instance(of)),
        }
    }

    /// A type whose own name is a path (`class A::B` where nothing opens `A`) at the start of a
    /// chain, and the place of its last segment.
    fn compact_path(&self, text: &str) -> Option<(usize, SymbolId)> {
        if !text.starts_with(|first: char| first.is_uppercase()) || !self.tables.has_compact() {
            return None;
        }
        let is_plain = |part: &&str| part.starts_with(char::is_uppercase);
        let parts: Vec<&str> = text.split('.').take_while(is_plain).take(PATH).collect();
        (2..=parts.len()).rev().find_map(|count| {
            let last = parts[count - 1];
            let inner_calls = parts[..count - 1].iter().any(|part| part.contains(['(', '[']));
            let end = last.find(['(', '[']).unwrap_or(last.len());
            let path = [&parts[..count - 1], &[&last[..end]]].concat().join(".");
            let found = if inner_calls { None } else { self.tables.compact(&path) };
            found.map(|found| (count - 1, self.tables.canonical(found)))
        })
    }

    /// The result of calling a value.
    pub(super) fn called(&self, value: Value) -> Value {
        match value {
            Value::Type(of) => Value::Instance(of),
            // A collection's method that returns an element has the element's type.
            Value::Function(of) if self.tables.definition(of).kind().is_type() => Value::Instance(of),
            Value::Collection(_) => value,
            Value::Function(function) => {
                if self.tables.definition(function).kind() == Kind::Constructor {
                    self.tables.note_symbol(function);
                    Value::Instance(self.tables.containers[function.index()])
                } else {
                    self.stored(function)
                }
            }
            // Python calls an instance by its method `__call__`.
            Value::Instance(of) if self.is_enum(of) => value,
            Value::Instance(of) => match self.inherited(of, hash_name("__call__")) {
                Member::Found(found) => self.stored(found),
                _ => self.called_instance(of).unwrap_or(Value::Unknown),
            },
            Value::External => Value::External,
            _ => Value::Unknown,
        }
    }
}
