//! The values of names, members and symbols: light typing.
//!
//! Nothing here guesses: a value that cannot be determined is unknown, and one outside of the
//! repository is external. Expressions of several names are followed in [`super::chains`].

use super::bindings::Bindings;
use super::file_view::FileView;
use super::imports::{Imports, Start};
use super::inherit::Bases;
use super::memo::Memo;
use super::shared::SharedNames;
use super::values::PackedValue;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{Binding, BindingKind, Flags, ImportSystem, Kind, hash_name};

/// Bindings followed from one to the next before giving up.
const STEPS: usize = 5;

/// Members of one name in one type that are looked at.
const MEMBERS: usize = 16;

/// Definitions of one name that are looked at in included files.
const INCLUDED: usize = 256;

/// Re-exports that are followed to a module's own value.
const MODULE_HOPS: usize = 6;

/// Packages around a package that are looked at.
pub(super) const PACKAGES: usize = 64;

/// The value of an expression.
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

/// The meaning of a bare name at a place.
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
pub(crate) struct ResolutionContext<'w, 'a> {
    pub(crate) tables: FileView<'w, 'a>,
    pub(crate) imports: &'w Imports<'a>,
    pub(crate) bases: &'w Bases,
    pub(crate) bindings: &'w Bindings<'a>,
    pub(crate) shared: &'w SharedNames,
    /// The file's results so far with these bases.
    pub(crate) memo: &'w Memo,
    /// Types of fields, variables and results, as far as they are known.
    pub(crate) values: &'w [PackedValue],
    /// Whether a name is taken as a class where nothing else is known; see [`super::conventions`].
    pub(crate) conventions: bool,
}

impl<'a> ResolutionContext<'_, 'a> {
    pub(super) fn stored(&self, symbol: SymbolId) -> Value {
        self.tables.note_symbol(symbol);
        self.values.get(symbol.index()).map_or(Value::Unknown, |value| value.value())
    }

    /// Whether a bare name means a local or parameter, whatever its value.
    pub(crate) fn is_local(&self, place: Place, name: u64) -> bool {
        let bindings = self.bindings.of(place.file);
        if !bindings.may_bind(name) {
            return false;
        }
        let facts = self.tables.files[place.file.index()].facts;
        let definitions = facts.definitions;
        let mut scope = place.scope;
        loop {
            let first = || bindings.first(scope, name).and_then(|at| facts.bindings.get(at as usize));
            if bindings.binds(scope, name) && first().is_none_or(|bound| self.sees(place, scope, bound)) {
                return true;
            }
            if scope == 0 {
                return false;
            }
            scope = definitions[scope as usize].parent;
        }
    }

    /// The meaning of a bare name; the value of a local is followed for up to
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
            match self.imports.scoped(tables, place.file, scope, name) {
                Some(Start::Container(found)) => return Name::Thing(found),
                Some(Start::External) => return Name::External,
                None => {}
            }
            let symbol = base + scope;
            let definition = &facts.definitions[scope as usize];
            let kind = definition.kind();
            // The methods of an object are not in scope as names: `{ load() { load() } }` calls another.
            if matches!(kind, Kind::Variable | Kind::Constant | Kind::Field) {
                scope = definition.parent;
                continue;
            }
            if kind.is_type() {
                let visible = rules.implicit_this || scope == place.scope;
                if visible && let Member::Found(found) = self.inherited(symbol, name) {
                    return Name::Thing(found);
                }
            } else if let Some(found) = tables.member(tables.canonical(symbol), name) {
                return Name::Thing(found);
            }
            if rules.implicit_this {
                let outer = self.outer_types(symbol, base + definition.parent);
                for outer in outer {
                    if let Member::Found(found) = self.inherited(self.unaliased(outer), name) {
                        return Name::Thing(found);
                    }
                }
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
                // A declaration of a library's function means that function.
                let is_library = tables.is_declaration(own) && self.is_library(file, name);
                return if is_library { Name::External } else { Name::Thing(own) };
            }
        }
        match self.imports.local(tables, file, name) {
            Some(Start::Container(found)) => return Name::Thing(found),
            Some(Start::External) => return Name::External,
            None => {}
        }
        if tables.rules(file).textual_constants
            && let Some(found) = self.included_member(file, name)
        {
            return found;
        }
        if tables.rules(file).textual_constants
            && let Some(found) = self.included_import(file, name)
        {
            return found;
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

    /// What the files that a file includes define by a name; or that the C library has it, which
    /// none of them replaces. `None` if neither is so.
    fn included_member(&self, file: FileId, name: u64) -> Option<Name> {
        let tables = self.tables;
        let package = tables.package_of(file)?;
        let included = self.memo.included.get(file, || self.imports.included(tables, file));
        let is_included = |symbol: &SymbolId| included.binary_search(&tables.file_of(*symbol)).is_ok();
        let defined = |symbol: &SymbolId| !tables.is_declaration(*symbol) && is_included(symbol);
        let kind = |symbol: SymbolId| tables.definition(symbol).kind();
        let all = || tables.members(package, name).take(INCLUDED).filter(defined);
        // A constant or macro of a header may rename what all others mean by the name.
        if let Some(found) = all().find(|symbol| !matches!(kind(*symbol), Kind::Macro | Kind::Constant)) {
            return Some(Name::Thing(found));
        }
        if !self.is_library(file, name) {
            return None;
        }
        let replaced = all().find(|symbol| kind(*symbol) == Kind::Macro);
        Some(replaced.map_or(Name::External, Name::Thing))
    }

    /// What a `using` of an included header means by a name.
    fn included_import(&self, file: FileId, name: u64) -> Option<Name> {
        let tables = self.tables;
        let importing = self.memo.importing.get(file, || {
            let included = self.memo.included.get(file, || self.imports.included(tables, file));
            let imports = |at: &FileId| self.imports.names_imports(tables, *at);
            included.iter().copied().filter(imports).take(INCLUDED).collect()
        });
        importing.iter().find_map(|at| match self.imports.local(tables, *at, name)? {
            Start::Container(found) => Some(Name::Thing(found)),
            Start::External => None,
        })
    }

    /// Whether the standard library has a function of this name.
    fn is_library(&self, file: FileId, name: u64) -> bool {
        self.tables.rules(file).functions.is_some_and(|library| library.contains(name))
    }

    fn package_member(&self, file: FileId, package: SymbolId, name: u64) -> Option<SymbolId> {
        let tables = self.tables;
        let rules = tables.rules(file);
        if let Some(found) = self.shared.visible(tables, package, name) {
            return Some(self.per_build(file, found).map_or(found, |all| all[0]));
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
        let facts = self.tables.files[place.file.index()].facts;
        let binding = facts.bindings.get(chosen? as usize).filter(|one| self.sees(place, scope, one))?;
        // `let load = load(x)`: the value is made before the name is bound.
        let head = facts.text(binding.value).split(['.', '(', '[', '{']).next().unwrap_or("");
        if binding.line == place.line && binding.kind() == BindingKind::Value && hash_name(head) == name {
            let before = bindings.last_before(scope, name, place.line);
            return facts.bindings.get(before? as usize).filter(|before| before.kind() != BindingKind::Ended);
        }
        (binding.kind() != BindingKind::Ended).then_some(binding)
    }

    /// Whether what a scope binds is seen from a place. In Ruby the locals of a class's body, such as the
    /// parameter of `scope :of, ->(role) { … }`, are none of its methods.
    fn sees(&self, place: Place, scope: u32, binding: &Binding) -> bool {
        if scope == place.scope || !self.tables.rules(place.file).names_follow_types {
            return true;
        }
        let facts = self.tables.files[place.file.index()].facts;
        let is_plain = facts.text(binding.name).starts_with(|first: char| first.is_ascii_lowercase());
        !is_plain || !facts.definitions[place.scope as usize].kind().is_callable()
    }

    /// The type that is written for a local or parameter; empty if none is.
    pub(crate) fn written_binding(&self, place: Place, name: u64) -> Option<&'a str> {
        let facts = self.tables.files[place.file.index()].facts;
        let mut scope = place.scope;
        loop {
            if let Some(binding) = self.binding(place, scope, name, STEPS) {
                let written =
                    Some(facts.text(binding.value)).filter(|_| binding.kind() != BindingKind::Value);
                return Some(written.filter(|written| !written.starts_with('=')).unwrap_or(""));
            }
            if scope == 0 {
                return None;
            }
            scope = facts.definitions[scope as usize].parent;
        }
    }

    fn bound(&self, place: Place, scope: u32, binding: &Binding, steps: usize) -> Value {
        if binding.value == 0 || steps == 0 {
            return Value::Unknown;
        }
        let text = self.tables.files[place.file.index()].facts.text(binding.value);
        let place = Place { file: place.file, scope, line: binding.line };
        match (binding.kind(), text.strip_prefix('=')) {
            (BindingKind::Ended, _) => Value::Unknown,
            (_, Some(value)) => self.chain(place, value, steps - 1),
            (BindingKind::Annotated | BindingKind::Parameter, None) => self.typed(place, text),
            (BindingKind::Value, None) => self.chain(place, text, steps - 1),
        }
    }

    /// Of a method and a field of one name in one type, the one that is called or not.
    pub(crate) fn preferred(&self, found: SymbolId, called: bool) -> SymbolId {
        let tables = self.tables;
        if !tables.is_symbol(found) || tables.definition(found).kind().is_type() {
            return found;
        }
        let is_callable = |symbol: SymbolId| tables.definition(symbol).kind().is_callable();
        let (home, _) = tables.membership(found);
        if is_callable(found) == called || home == SymbolId::NONE {
            return found;
        }
        let mut others = tables.members(home, tables.name_hash(found)).take(MEMBERS);
        others.find(|other| is_callable(*other) == called).unwrap_or(found)
    }

    /// A member of a value.
    pub(crate) fn member(&self, value: Value, name: u64) -> Member {
        match value {
            Value::Unknown | Value::Function(_) => Member::Unknown,
            Value::External => Member::External,
            Value::Collection(of) => self.of_collection(of, name),
            Value::Instance(of) => self.on_side(of, self.inherited(of, name), false),
            Value::Type(of) => self.on_side(of, self.inherited(of, name), true),
            Value::Super(of) => self.above(of, name),
            Value::Container(container) => {
                match self.imports.member(self.tables, self.tables.canonical(container), name, 6) {
                    Some(found) => Member::Found(found),
                    None if self.offers_external(container) => Member::External,
                    None => match self.module_value(container) {
                        Some(own) => self.member(self.value_of(own), name),
                        None => Member::Missing,
                    },
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

    /// What a file of `CommonJS` is as a value: `module.exports = Order`.
    pub(crate) fn module_value(&self, module: SymbolId) -> Option<SymbolId> {
        let file = self.tables.as_file(module)?;
        if self.tables.rules(file).imports != ImportSystem::Node {
            return None;
        }
        let own = self.imports.member(self.tables, module, hash_name("default"), MODULE_HOPS)?;
        (own != module && self.tables.as_file(own).is_none()).then_some(own)
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
        self.memo.above.get((of, name), || match self.bases.inherited(self.tables, of, name) {
            found @ Member::Found(_) => found,
            lost => {
                if let Some(found) = self.dereferenced(of, name) {
                    return found;
                }
                let part = self.part_members(of, name).first().map(|found| Member::Found(*found));
                part.filter(|_| lost == Member::Missing).unwrap_or(lost)
            }
        })
    }

    /// The type that an alias names: a test may name its fixture by a `typedef`.
    fn unaliased(&self, of: SymbolId) -> SymbolId {
        let is_alias = self.tables.is_symbol(of) && self.tables.definition(of).kind() == Kind::Type;
        match self.value_of(of) {
            Value::Type(target) if is_alias => target,
            _ => of,
        }
    }

    /// The value of a symbol when it is named.
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
                // A type that is defined as a collection has its own methods.
                let aliased = Some(text.trim_start_matches('=')).filter(|text| !text.ends_with("[]"));
                let target = aliased.and_then(|text| self.type_named(place, text, 3));
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
            _ if self.is_function_type(thing) => Value::Function(thing),
            _ => self.stored(thing),
        }
    }

    /// The number of steps a fresh evaluation may take.
    pub(crate) fn steps() -> usize {
        STEPS
    }
}
