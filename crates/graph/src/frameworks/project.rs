//! The view of a repository that models read.
//!
//! A [`Project`] is the state of the linker after all files are read and types are resolved: files
//! with their facts, calls with their arguments, values of receivers, base types. It is read-only;
//! tables that several models need are built on first use.

use super::call::{Call, FileCalls};
use super::dependencies;
use crate::ids::{FileId, SymbolId};
use crate::link::FileInput;
use crate::link::eval::{Member, Place, ResolutionContext, Value};
use crate::model::Resolution;
use fathom_syntax::{Definition, FactsView, Flags, Kind, hash_name, is_test_path};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// Types above a type that are looked at.
const ANCESTORS: usize = 256;

/// Classes that include a module that are looked at.
const BELOW: usize = 16;

/// A repository as a model sees it.
pub(crate) struct Project<'p, 'a> {
    pub(crate) world: &'p ResolutionContext<'p, 'a>,
    imported: OnceCell<FxHashSet<&'a str>>,
    dependencies: OnceCell<FxHashSet<String>>,
    /// Types by their qualified name in small letters, with dots.
    types: OnceCell<FxHashMap<String, SymbolId>>,
    methods: OnceCell<FxHashMap<SymbolId, Vec<SymbolId>>>,
    /// Names of bases as written, with dots.
    written_bases: OnceCell<FxHashMap<SymbolId, Vec<&'a str>>>,
}

impl<'p, 'a> Project<'p, 'a> {
    pub(crate) fn new(world: &'p ResolutionContext<'p, 'a>) -> Project<'p, 'a> {
        Project {
            world,
            imported: OnceCell::new(),
            dependencies: OnceCell::new(),
            types: OnceCell::new(),
            methods: OnceCell::new(),
            written_bases: OnceCell::new(),
        }
    }

    /// All files, sorted by path.
    pub(crate) fn files(&self) -> &'a [FileInput<'a>] {
        self.world.tables.files
    }

    /// The files in a language, by its name, tests left out.
    pub(crate) fn files_in(&self, language: &'static str) -> impl Iterator<Item = FileId> + '_ {
        let all = FileId::all(self.files().len());
        all.filter(move |file| {
            let input = &self.files()[file.index()];
            input.language.name == language && !is_test_path(input.path)
        })
    }

    pub(crate) fn path(&self, file: FileId) -> &'a str {
        self.files()[file.index()].path
    }

    pub(crate) fn facts(&self, file: FileId) -> FactsView<'a> {
        self.files()[file.index()].facts
    }

    /// The calls of a file, with their nesting.
    pub(crate) fn calls(&self, file: FileId) -> FileCalls<'a> {
        FileCalls::new(file, self.facts(file))
    }

    /// The calls of a file by one of these names, in the order of the text.
    pub(crate) fn calls_named<'n>(
        &self,
        file: FileId,
        names: &'n FxHashSet<u64>,
    ) -> impl Iterator<Item = Call<'a>> + use<'a, 'n> {
        let facts = self.facts(file);
        let numbers = (0..).zip(facts.references).filter(move |(_, reference)| {
            reference.kind().is_call() && names.contains(&facts.strings.hash(reference.name))
        });
        numbers.filter_map(move |(number, _)| Call::new(file, facts, number))
    }

    /// Whether some file imports this module or package, or a part of it.
    pub(crate) fn imports(&self, module: &str) -> bool {
        let imported = self.imported.get_or_init(|| {
            let files = self.files().iter();
            files.flat_map(|file| file.facts.imports.iter().map(|one| file.facts.text(one.path))).collect()
        });
        let is_part = |path: &&str| {
            path.strip_prefix(module)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/', ':', '\\']))
        };
        imported.contains(module) || imported.iter().any(is_part)
    }

    /// Whether a manifest of the repository names this dependency.
    pub(crate) fn depends_on(&self, name: &str) -> bool {
        self.dependencies.get_or_init(|| dependencies::find(self)).contains(name)
    }

    /// The symbol of a definition of a file; 0 is the file itself.
    pub(crate) fn symbol(&self, file: FileId, local: u32) -> SymbolId {
        self.world.tables.file_symbol(file) + local
    }

    /// The symbol in whose body a call is.
    pub(crate) fn scope_of(&self, call: &Call<'_>) -> SymbolId {
        self.symbol(call.file, call.scope())
    }

    pub(crate) fn definition(&self, symbol: SymbolId) -> &'a Definition {
        self.world.tables.definition(symbol)
    }

    pub(crate) fn kind(&self, symbol: SymbolId) -> Kind {
        self.definition(symbol).kind()
    }

    pub(crate) fn name(&self, symbol: SymbolId) -> &'a str {
        self.world.tables.name(symbol)
    }

    pub(crate) fn file_of(&self, symbol: SymbolId) -> FileId {
        self.world.tables.file_of(symbol)
    }

    pub(crate) fn is_static(&self, symbol: SymbolId) -> bool {
        self.definition(symbol).flags().has(Flags::STATIC)
    }

    /// The first of the definitions that make up a type.
    pub(crate) fn canonical(&self, symbol: SymbolId) -> SymbolId {
        self.world.tables.canonical(symbol)
    }

    /// The container of a symbol.
    pub(crate) fn container(&self, symbol: SymbolId) -> Option<SymbolId> {
        let container = self.world.tables.containers[symbol.index()];
        (container != SymbolId::NONE && self.world.tables.is_symbol(container)).then_some(container)
    }

    /// Whether a symbol is a type or a module.
    pub(crate) fn is_type(&self, symbol: SymbolId) -> bool {
        let kind = self.kind(symbol);
        kind.is_type() || kind == Kind::Module
    }

    /// The type around a symbol, or the symbol itself if it is one.
    pub(crate) fn type_around(&self, symbol: SymbolId) -> Option<SymbolId> {
        let mut at = symbol;
        for _ in 0..32 {
            if self.is_type(at) {
                return Some(self.canonical(at));
            }
            at = self.container(at)?;
        }
        None
    }

    /// The names a symbol is nested in and its own, with this between them.
    pub(crate) fn qualified(&self, symbol: SymbolId, nested: &str) -> String {
        let tables = self.world.tables;
        let mut name = self.name(symbol).to_owned();
        let mut at = symbol;
        for _ in 0..32 {
            let definition = self.definition(at);
            if definition.parent == fathom_syntax::NONE {
                break;
            }
            let written_in = self.symbol(self.file_of(at), definition.parent);
            let container = self.container(at);
            if definition.owner != 0 {
                // A path before the name, of which no text makes the first part.
                let owner = self.facts(self.file_of(at)).text(definition.owner);
                let is_known = container.is_some_and(|container| container != written_in);
                if !is_known && !owner.is_empty() {
                    name = format!("{}{nested}{name}", owner.replace('.', nested));
                }
            }
            match container {
                Some(container) if tables.as_file(container).is_none() => {
                    name = format!("{}{nested}{name}", self.name(container));
                    at = container;
                }
                _ => break,
            }
        }
        name
    }

    /// The qualified name of a symbol in the spelling of its language; a file's is its path.
    pub(crate) fn display(&self, symbol: SymbolId) -> String {
        let file = self.file_of(symbol);
        let spelling = self.files()[file.index()].language.spelling;
        if self.kind(symbol) == Kind::File {
            return self.path(file).to_owned();
        }
        if !self.kind(symbol).is_callable() {
            return self.qualified(symbol, spelling.nested);
        }
        let separator = if self.is_static(symbol) { spelling.static_member } else { spelling.member };
        let own = self.name(symbol);
        let whole = self.qualified(symbol, spelling.nested);
        match whole.strip_suffix(own).and_then(|owner| owner.strip_suffix(spelling.nested)) {
            Some(owner) => format!("{owner}{separator}{own}"),
            None => whole,
        }
    }

    /// The type with this qualified name, with dots, in any case. Only types of one language.
    pub(crate) fn type_called(&self, language: &'static str, qualified: &str) -> Option<SymbolId> {
        let types = self.types.get_or_init(|| {
            let mut types = FxHashMap::default();
            for file in FileId::all(self.files().len()) {
                let input = &self.files()[file.index()];
                for (local, definition) in (0..).zip(input.facts.definitions).skip(1) {
                    if definition.kind().is_type() || definition.kind() == Kind::Module {
                        let symbol = self.symbol(file, local);
                        let name = self.qualified(symbol, ".").to_ascii_lowercase();
                        let key = format!("{} {name}", input.language.name);
                        types.entry(key).or_insert_with(|| self.canonical(symbol));
                    }
                }
            }
            types
        });
        types.get(&format!("{language} {}", qualified.to_ascii_lowercase())).copied()
    }

    /// The value of a chain at the place of a call.
    pub(crate) fn value_at(&self, call: &Call<'_>, chain: &str) -> Value {
        let place = Place { file: call.file, scope: call.scope(), line: call.line() };
        self.world.chain(place, chain, ResolutionContext::steps())
    }

    /// The receiver of a call.
    pub(crate) fn receiver(&self, call: &Call<'_>) -> Value {
        if call.receiver().is_empty() { Value::Unknown } else { self.value_at(call, call.receiver()) }
    }

    /// The receiver of a call, with its resolution: by its value, else by the class that the value is
    /// named after.
    pub(crate) fn likely_receiver(&self, call: &Call<'_>) -> (Value, Resolution) {
        let is_known = |value: &Value| !matches!(value, Value::Unknown | Value::External);
        let value = self.receiver(call);
        if is_known(&value) || call.receiver().is_empty() {
            return (value, Resolution::Exact);
        }
        let place = Place { file: call.file, scope: call.scope(), line: call.line() };
        (
            self.world.by_convention().chain(place, call.receiver(), ResolutionContext::steps()),
            Resolution::Inferred,
        )
    }

    /// The class whose methods a bare call runs in: that around it, or of a module the first class
    /// below it that fits.
    pub(crate) fn class_around(
        &self,
        symbol: SymbolId,
        fits: &mut dyn FnMut(SymbolId) -> bool,
    ) -> Option<(SymbolId, Resolution)> {
        let own = self.type_around(symbol)?;
        if fits(own) {
            return Some((own, Resolution::Exact));
        }
        let below = self.world.bases.below(own).iter().take(BELOW);
        let class = below.map(|class| self.canonical(*class)).find(|class| fits(*class));
        class.map(|class| (class, Resolution::Inferred))
    }

    /// The type that a dotted path names where a call is.
    pub(crate) fn type_at(&self, call: &Call<'_>, path: &str) -> Option<SymbolId> {
        let place = Place { file: call.file, scope: call.scope(), line: call.line() };
        self.world.type_named(place, path, 3)
    }

    /// A member of a type or of the types above it.
    pub(crate) fn member(&self, of: SymbolId, name: &str) -> Option<SymbolId> {
        match self.world.inherited(of, hash_name(name)) {
            Member::Found(found) if self.world.tables.is_symbol(found) => Some(found),
            _ => None,
        }
    }

    /// A method or function by its name, as a member of a type or of the types above it.
    pub(crate) fn method(&self, of: SymbolId, name: &str) -> Option<SymbolId> {
        self.member(of, name).filter(|found| self.kind(*found).is_callable())
    }

    /// A type and the types above it that are in the repository, nearest first.
    pub(crate) fn ancestors(&self, of: SymbolId) -> Vec<SymbolId> {
        let mut all = vec![self.canonical(of)];
        let mut next = 0;
        while next < all.len() && all.len() < ANCESTORS {
            for base in self.world.bases.of(all[next]) {
                let base = self.canonical(base.of);
                if !all.contains(&base) {
                    all.push(base);
                }
            }
            next += 1;
        }
        all
    }

    /// The names of a type's bases as they are written, with dots, in the order of files and lines.
    pub(crate) fn written_bases(&self, of: SymbolId) -> &[&'a str] {
        let all = self.written_bases.get_or_init(|| {
            let mut all: FxHashMap<SymbolId, Vec<&'a str>> = FxHashMap::default();
            for file in FileId::all(self.files().len()) {
                let facts = self.facts(file);
                for one in facts.inherits.iter().filter(|one| one.subject != fathom_syntax::NONE) {
                    let subject = self.canonical(self.symbol(file, one.subject));
                    let name = facts.text(one.base).trim_end_matches("[]");
                    all.entry(subject).or_default().push(name);
                }
            }
            all
        });
        all.get(&self.canonical(of)).map_or(&[], Vec::as_slice)
    }

    /// Whether a type or one above it is written to have one of these bases; with dots.
    pub(crate) fn is_a(&self, of: SymbolId, bases: &[&str]) -> bool {
        let ancestors = self.ancestors(of);
        let mut written = ancestors.iter().flat_map(|one| self.written_bases(*one));
        written.any(|base| bases.contains(base))
    }

    /// The methods of a type, wherever they are written.
    pub(crate) fn methods(&self, of: SymbolId) -> &[SymbolId] {
        let all = self.methods.get_or_init(|| {
            let mut all: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
            for file in FileId::all(self.files().len()) {
                for (local, definition) in (0..).zip(self.facts(file).definitions) {
                    let symbol = self.symbol(file, local);
                    if definition.kind().is_callable()
                        && let Some(owner) = self.container(symbol)
                    {
                        all.entry(self.canonical(owner)).or_default().push(symbol);
                    }
                }
            }
            all
        });
        all.get(&self.canonical(of)).map_or(&[], Vec::as_slice)
    }
}
