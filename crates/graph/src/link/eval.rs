//! What an expression's chain stands for: light typing.
//!
//! A chain (`self.app.router()`) is followed segment by segment. Nothing here
//! guesses: where the way is lost the value is unknown, and where it leads out
//! of the repository it is external.

use super::bindings::Bindings;
use super::imports::{Imports, Start};
use super::inherit::Bases;
use super::look::Look;
use super::memo::Memo;
use super::shared::SharedNames;
use super::values::Packed;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{Binding, BindingKind, Flags, Kind, Yield, hash_name};

/// Bindings followed from one to the next before giving up.
const STEPS: usize = 5;

/// Packages around a package that are looked at.
const PACKAGES: usize = 64;

/// Segments of a path that is one name of a type.
const PATH: usize = 6;

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Not known.
    Unknown,
    /// Something outside of the repository.
    External,
    /// An instance of a type.
    Instance(SymbolId),
    /// A collection of instances of a type.
    Collection(SymbolId),
    /// A type itself.
    Type(SymbolId),
    /// A file, module or package.
    Container(SymbolId),
    /// A function.
    Function(SymbolId),
    /// The current instance seen as its base types.
    Super(SymbolId),
}

/// What a bare name means where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// A local, parameter or the like, with its value.
    Local(Value),
    /// A symbol or package.
    Thing(SymbolId),
    /// Imported from outside.
    External,
    /// Nothing that is in scope.
    Missing,
}

/// A member of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Member {
    /// This symbol (or package).
    Found(SymbolId),
    /// The value or one of its bases is outside of the repository.
    External,
    /// The value is known and has no such member.
    Missing,
    /// The value is not known.
    Unknown,
}

/// A place in a file from which names are seen.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) file: FileId,
    /// Definition number in the file.
    pub(crate) scope: u32,
    pub(crate) line: u32,
}

/// Everything that is known when a file's references are resolved, as that
/// file sees it.
#[derive(Clone, Copy)]
pub(crate) struct World<'w, 'a> {
    pub(crate) tables: Look<'w, 'a>,
    pub(crate) imports: &'w Imports<'a>,
    pub(crate) bases: &'w Bases,
    pub(crate) bindings: &'w Bindings<'a>,
    pub(crate) shared: &'w SharedNames,
    /// What the file found so far with these bases.
    pub(crate) memo: &'w Memo,
    /// Types of fields, variables and results, as far as they are known.
    pub(crate) values: &'w [Packed],
}

impl<'a> World<'_, 'a> {
    fn stored(&self, symbol: SymbolId) -> Value {
        self.tables.note_symbol(symbol);
        self.values.get(symbol.index()).map_or(Value::Unknown, |value| value.value())
    }

    /// Whether a bare name means a local or parameter, whatever its value.
    pub(crate) fn is_local(&self, place: Place, name: u64) -> bool {
        let bindings = self.bindings.of(place.file);
        if !bindings.may_bind(name) {
            return false;
        }
        let definitions = self.tables.files[place.file.index()].facts.definitions;
        let mut scope = place.scope;
        loop {
            if bindings.binds(scope, name) {
                return true;
            }
            if scope == 0 {
                return false;
            }
            scope = definitions[scope as usize].parent;
        }
    }

    /// What a bare name means; the value of a local is followed for up to
    /// `steps` bindings.
    pub(crate) fn name(&self, place: Place, name: u64, steps: usize) -> Name {
        let tables = self.tables;
        let facts = tables.files[place.file.index()].facts;
        let base = tables.file_symbol(place.file);
        let rules = tables.rules(place.file);
        let mut scope = place.scope;
        loop {
            if let Some(binding) = self.binding(place, scope, name, steps) {
                return Name::Local(self.bound(place, scope, binding, steps));
            }
            if scope == 0 {
                break;
            }
            let symbol = base + scope;
            let definition = &facts.definitions[scope as usize];
            let kind = definition.kind();
            if kind.is_type() {
                let visible = rules.implicit_this || scope == place.scope;
                if visible && let Member::Found(found) = self.inherited(symbol, name) {
                    return Name::Thing(found);
                }
            } else if let Some(found) = tables.member(tables.canonical(symbol), name) {
                return Name::Thing(found);
            }
            let container = tables.containers[symbol.index()];
            let elsewhere = container != base + definition.parent && container != SymbolId::NONE;
            if elsewhere
                && rules.implicit_this
                && let Member::Found(found) = self.inherited(container, name)
            {
                return Name::Thing(found);
            }
            scope = definition.parent;
        }
        self.file_level(place.file, name)
    }

    pub(crate) fn file_level(&self, file: FileId, name: u64) -> Name {
        self.memo.top.get((file, name), || self.find_at_top(file, name))
    }

    fn find_at_top(&self, file: FileId, name: u64) -> Name {
        let tables = self.tables;
        if let Some(found) = tables.member(tables.file_symbol(file), name) {
            return Name::Thing(found);
        }
        if let Some(package) = tables.package_of(file) {
            // A definition of this very file comes before an import, an import before the package.
            if let Some(own) = self.shared.own(tables, file, package, name) {
                return Name::Thing(own);
            }
        }
        match self.imports.local(tables, file, name) {
            Some(Start::Container(found)) => return Name::Thing(found),
            Some(Start::External) => return Name::External,
            None => {}
        }
        if let Some(package) = tables.package_of(file)
            && let Some(found) = self.package_member(file, package, name)
        {
            return Name::Thing(found);
        }
        if let Some(found) = self.imports.wild(tables, file, name) {
            return Name::Thing(found);
        }
        if self.imports.of(tables, file).external_wildcard { Name::External } else { Name::Missing }
    }

    fn package_member(&self, file: FileId, package: SymbolId, name: u64) -> Option<SymbolId> {
        let tables = self.tables;
        let rules = tables.rules(file);
        if let Some(found) = self.shared.visible(tables, package, name) {
            return Some(found);
        }
        if !rules.sees_outer_packages {
            return None;
        }
        let mut outer = tables.package_name(package);
        for _ in 0..PACKAGES {
            outer = outer.rsplit_once('.')?.0;
            if let Some(found) = tables.package(rules.family, outer).and_then(|p| tables.member(p, name)) {
                return Some(found);
            }
        }
        None
    }

    /// The binding of a name that counts at a line: the last one before it.
    fn binding(&self, place: Place, scope: u32, name: u64, steps: usize) -> Option<&'a Binding> {
        let bindings = self.bindings.of(place.file);
        if !bindings.may_bind(name) {
            return None;
        }
        let chosen = if steps == STEPS {
            let before = bindings.last_before(scope, name, place.line.saturating_add(1));
            before.or_else(|| bindings.first(scope, name))
        } else {
            // While a binding's own value is followed, only earlier ones count.
            bindings.last_before(scope, name, place.line)
        };
        self.tables.files[place.file.index()].facts.bindings.get(chosen? as usize)
    }

    fn bound(&self, place: Place, scope: u32, binding: &Binding, steps: usize) -> Value {
        if binding.value == 0 || steps == 0 {
            return Value::Unknown;
        }
        let text = self.tables.files[place.file.index()].facts.text(binding.value);
        let place = Place { file: place.file, scope, line: binding.line };
        match binding.kind() {
            BindingKind::Annotated | BindingKind::Parameter => self.typed(place, text),
            BindingKind::Value => self.chain(place, text, steps - 1),
        }
    }

    /// What a chain stands for.
    pub(crate) fn chain(&self, place: Place, text: &str, steps: usize) -> Value {
        if steps == 0 {
            return Value::Unknown;
        }
        let mut value = Value::Unknown;
        let (module, named) =
            self.full_name(place, text).map_or((None, 0), |(found, count)| (Some(found), count));
        let reads = self.tables.rules(place.file).calls_read_fields;
        let path = if reads { self.compact_path(text) } else { None };
        for (index, segment) in text.split('.').enumerate() {
            if index < named {
                value = module.map_or(Value::Unknown, |module| self.value_of(module));
                continue;
            }
            let end = segment.find(['(', '[']).unwrap_or(segment.len());
            let (name, suffixes) = segment.split_at(end);
            value = match path {
                // The names of a path that is one name of a type.
                Some((last, _)) if index < last => continue,
                Some((last, found)) if index == last => Value::Type(found),
                _ if index == 0 => self.head(place, name, steps),
                _ => self.step(value, name),
            };
            let mut rest = suffixes;
            while !rest.is_empty() {
                if let Some(after) = rest.strip_prefix("()") {
                    let is_read = reads && matches!(value, Value::Instance(_) | Value::Collection(_));
                    value = if is_read { value } else { self.called(value) };
                    rest = after;
                } else if let Some(after) = rest.strip_prefix("[]") {
                    value = match value {
                        Value::Collection(of) => Value::Instance(of),
                        Value::External => Value::External,
                        _ => Value::Unknown,
                    };
                    rest = after;
                } else {
                    return Value::Unknown;
                }
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

    fn head(&self, place: Place, name: &str, steps: usize) -> Value {
        match name {
            "?" | "" => Value::Unknown,
            "!" => Value::External,
            "self" => self.enclosing_type(place).map_or(Value::Unknown, Value::Instance),
            "Self" | "static" => self.enclosing_type(place).map_or(Value::Unknown, Value::Type),
            "super" => self.enclosing_type(place).map_or(Value::Unknown, Value::Super),
            _ => match self.name(place, hash_name(name), steps) {
                Name::Local(value) => value,
                Name::Thing(thing) => self.value_of(thing),
                Name::External => Value::External,
                // Nothing by this name anywhere: a built-in, or a package that is not here.
                Name::Missing => {
                    if self.tables.named(hash_name(name)).next().is_none() {
                        Value::External
                    } else {
                        Value::Unknown
                    }
                }
            },
        }
    }

    fn step(&self, value: Value, name: &str) -> Value {
        match self.member(value, hash_name(name)) {
            Member::Found(found) => self.value_of(found),
            Member::External => self.yielded(value, name).unwrap_or(Value::External),
            Member::Missing | Member::Unknown => self.yielded(value, name).unwrap_or(Value::Unknown),
        }
    }

    /// What a member gives that a framework adds to types and collections.
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

    /// A member of a value.
    pub(crate) fn member(&self, value: Value, name: u64) -> Member {
        match value {
            Value::Unknown | Value::Function(_) => Member::Unknown,
            Value::External => Member::External,
            Value::Collection(of) => self.of_collection(of, name),
            Value::Instance(of) | Value::Type(of) => self.inherited(of, name),
            Value::Super(of) => self.above(of, name),
            Value::Container(container) => {
                match self.imports.member(self.tables, self.tables.canonical(container), name, 6) {
                    Some(found) => Member::Found(found),
                    None if self.offers_external(container) => Member::External,
                    None => Member::Missing,
                }
            }
        }
    }

    /// A member of a collection: of one that a framework makes, what its type has for all objects.
    fn of_collection(&self, of: SymbolId, name: u64) -> Member {
        if !self.tables.is_symbol(of) || !self.tables.rules(self.tables.file_of(of)).calls_read_fields {
            return Member::External;
        }
        match self.inherited(of, name) {
            Member::Found(found)
                if self.tables.is_symbol(found)
                    && self.tables.definition(found).flags().has(Flags::STATIC) =>
            {
                Member::Found(found)
            }
            _ => Member::External,
        }
    }

    fn offers_external(&self, container: SymbolId) -> bool {
        self.tables
            .as_file(container)
            .is_some_and(|file| self.imports.of(self.tables, file).external_wildcard)
    }

    /// A member of a type or of its bases.
    pub(crate) fn inherited(&self, of: SymbolId, name: u64) -> Member {
        let own = self.tables.canonical(of);
        match self.tables.member(own, name) {
            Some(found) => Member::Found(found),
            None => self.above(own, name),
        }
    }

    /// A member of the types above a type.
    pub(crate) fn above(&self, of: SymbolId, name: u64) -> Member {
        self.memo.above.get((of, name), || self.bases.inherited(self.tables, of, name))
    }

    /// What a symbol stands for when it is named.
    pub(crate) fn value_of(&self, thing: SymbolId) -> Value {
        let tables = self.tables;
        if !tables.is_symbol(thing) {
            return Value::Container(thing);
        }
        let definition = tables.definition(thing);
        match definition.kind() {
            Kind::File | Kind::Module => Value::Container(thing),
            Kind::Type if definition.value_type != 0 => {
                let file = tables.file_of(thing);
                let place = Place { file, scope: definition.parent, line: definition.line };
                let text = tables.files[file.index()].facts.text(definition.value_type);
                let target = self.type_named(place, text.trim_start_matches('=').trim_end_matches("[]"), 3);
                Value::Type(target.unwrap_or(thing))
            }
            kind if kind.is_type() => Value::Type(tables.canonical(thing)),
            kind if kind.is_callable() => {
                if definition.flags().has(Flags::PROPERTY) {
                    self.stored(thing)
                } else {
                    Value::Function(thing)
                }
            }
            Kind::Variant => {
                tables.note_symbol(thing);
                Value::Instance(tables.containers[thing.index()])
            }
            _ => self.stored(thing),
        }
    }

    /// What calling a value gives.
    fn called(&self, value: Value) -> Value {
        match value {
            Value::Type(of) => Value::Instance(of),
            Value::Function(function) => {
                if self.tables.definition(function).kind() == Kind::Constructor {
                    self.tables.note_symbol(function);
                    Value::Instance(self.tables.containers[function.index()])
                } else {
                    self.stored(function)
                }
            }
            Value::External => Value::External,
            _ => Value::Unknown,
        }
    }

    /// The number of steps a fresh evaluation may take.
    pub(crate) fn steps() -> usize {
        STEPS
    }
}
