//! The bodies of classes and modules: declarations in the order in which Ruby runs them.
//!
//! A body is written in several places: a class is reopened, a module adds a block that runs in
//! every class that includes it (`included do`, `def self.included(base)`). Models ask for the
//! statements of a class and get those of its modules where they are mixed in.

use crate::frameworks::call::{Call, Value};
use crate::frameworks::project::Project;
use crate::ids::SymbolId;
use fathom_syntax::{InheritKind, Kind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks around a call that are looked at.
const AROUND: usize = 6;
/// Modules that are mixed into each other.
const DEEPEST: usize = 8;

/// One statement of a body.
#[derive(Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "nearly all statements are calls: a box would only cost")]
pub(super) enum Statement<'a> {
    /// A declaration: a call on the class itself.
    Call(Call<'a>),
    /// A module is mixed in.
    Mix(SymbolId),
}

/// The declarations of all classes and modules.
pub(super) struct Bodies<'a> {
    /// The statements of a class or module itself.
    own: FxHashMap<SymbolId, Vec<Statement<'a>>>,
    /// The statements of a module for the classes that include it.
    included: FxHashMap<SymbolId, Vec<Statement<'a>>>,
    /// Calls in the bodies of methods, for those whose names models ask for.
    in_methods: FxHashMap<SymbolId, Vec<Call<'a>>>,
}

impl<'a> Bodies<'a> {
    /// Reads all Ruby files. `names` are hashes of the names of calls in methods that count.
    pub(super) fn new(project: &Project<'_, 'a>, names: &FxHashSet<u64>) -> Bodies<'a> {
        let mut bodies = Bodies {
            own: FxHashMap::default(),
            included: FxHashMap::default(),
            in_methods: FxHashMap::default(),
        };
        for file in project.files_in("ruby") {
            let facts = project.facts(file);
            // Statements with their lines: mixins are not calls.
            let mut own: Vec<(SymbolId, u32, Statement<'a>)> = Vec::new();
            for inherit in facts.inherits.iter().filter(|one| one.kind() == InheritKind::Mixes) {
                if inherit.subject == fathom_syntax::NONE {
                    continue;
                }
                let subject = project.symbol(file, inherit.subject);
                let stated = project.world.bases.of(project.canonical(subject)).iter();
                let module =
                    stated.filter(|base| base.line == inherit.line && base.kind == InheritKind::Mixes);
                for base in module.filter(|base| project.file_of(base.by) == file) {
                    own.push((subject, inherit.line, Statement::Mix(project.canonical(base.of))));
                }
            }
            for (number, reference) in (0..).zip(facts.references) {
                if !reference.kind().is_call() {
                    continue;
                }
                let Some(scope) = facts.definitions.get(reference.from as usize) else { continue };
                let kind = scope.kind();
                let symbol = project.symbol(file, reference.from);
                if kind.is_type() || kind == Kind::Module {
                    let Some(call) = Call::new(file, facts, number) else { continue };
                    own.push((symbol, reference.line, Statement::Call(call)));
                } else if names.contains(&facts.strings.hash(reference.name)) {
                    let Some(call) = Call::new(file, facts, number) else { continue };
                    let hook = matches!(facts.text(scope.name), "included" | "prepended" | "inherited");
                    let owner = project.container(symbol).map(|owner| project.canonical(owner));
                    match owner.filter(|_| hook && kind.is_callable()) {
                        Some(owner) => {
                            bodies.included.entry(owner).or_default().push(Statement::Call(call));
                        }
                        None => bodies.in_methods.entry(symbol).or_default().push(call),
                    }
                }
            }
            own.sort_by_key(|(_, line, statement)| (*line, matches!(statement, Statement::Call(_))));
            for (symbol, _, statement) in own {
                let symbol = project.canonical(symbol);
                let list = match statement {
                    Statement::Call(call) if is_included(&call) => &mut bodies.included,
                    _ => &mut bodies.own,
                };
                list.entry(symbol).or_default().push(statement);
            }
        }
        bodies
    }

    /// The statements of a class or module itself, in order.
    pub(super) fn own(&self, of: SymbolId) -> &[Statement<'a>] {
        self.own.get(&of).map_or(&[], Vec::as_slice)
    }

    /// The classes and modules that state something.
    pub(super) fn all(&self) -> Vec<SymbolId> {
        let mut all: Vec<SymbolId> = self.own.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// The calls in a method's body by the names that were asked for.
    pub(super) fn in_method(&self, method: SymbolId) -> &[Call<'a>] {
        self.in_methods.get(&method).map_or(&[], Vec::as_slice)
    }

    /// The declarations of a class in the order in which they run, with those of the modules that it
    /// mixes in.
    pub(super) fn declarations(&self, of: SymbolId) -> Vec<Call<'a>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        for statement in self.own(of) {
            self.run(statement, &mut found, &mut seen, 0);
        }
        found
    }

    fn run(
        &self,
        statement: &Statement<'a>,
        found: &mut Vec<Call<'a>>,
        seen: &mut FxHashSet<SymbolId>,
        depth: usize,
    ) {
        match statement {
            Statement::Call(call) => found.push(*call),
            Statement::Mix(module) => {
                if depth >= DEEPEST || !seen.insert(*module) {
                    return;
                }
                // A concern first adds the concerns that it includes itself.
                for inner in self.own(*module).iter().filter(|one| matches!(one, Statement::Mix(_))) {
                    self.run(inner, found, seen, depth + 1);
                }
                for inner in self.included.get(module).into_iter().flatten() {
                    self.run(inner, found, seen, depth + 1);
                }
            }
        }
    }
}

/// An option of a declaration: its own, or that of `with_options` around it.
pub(super) fn option<'a>(call: &Call<'a>, name: &str) -> Option<Value<'a>> {
    let mut at = *call;
    for _ in 0..AROUND {
        let has_options = at.number == call.number || at.name() == "with_options";
        if let Some(value) = at.keyword(name).filter(|_| has_options) {
            return Some(value);
        }
        at = Call::new(call.file, call.facts, at.site.enclosing?)?;
    }
    None
}

/// The declarations that a method of a class makes for its callers; also one that a module adds to the class, not to
/// its instances.
pub(super) fn macro_of<'a>(
    project: &Project<'_, 'a>,
    bodies: &Bodies<'a>,
    class: SymbolId,
    name: &str,
) -> Vec<Call<'a>> {
    let declares = |method: &SymbolId| !bodies.in_method(*method).is_empty();
    let own = project.method(class, name).filter(declares);
    let found = own.or_else(|| {
        let mut candidates = project.world.tables.named(hash_name(name)).filter(|symbol| {
            project.container(*symbol).is_some_and(|owner| project.name(owner) == "ClassMethods")
        });
        candidates.find(declares)
    });
    found.map(|method| bodies.in_method(method).to_vec()).unwrap_or_default()
}

/// Whether a call is in a block that runs in the classes that include the module.
fn is_included(call: &Call<'_>) -> bool {
    let mut around = call.site.enclosing;
    for _ in 0..AROUND {
        let Some(number) = around else { return false };
        let Some(outer) = Call::new(call.file, call.facts, number) else { return false };
        if matches!(outer.name(), "included" | "prepended") {
            return true;
        }
        around = outer.site.enclosing;
    }
    false
}
