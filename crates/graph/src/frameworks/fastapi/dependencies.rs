//! Dependencies: what runs before a handler because its parameters, its class or its router say so.

use super::super::call::Call;
use super::super::project::Project;
use super::super::web::Layer;
use super::super::{Contributions, FilterKind, Hop};
use super::DEPENDS;
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::ArgumentKind;
use rustc_hash::FxHashMap;

/// How deep dependencies of dependencies are followed.
const DEEPEST: usize = 6;

/// The dependencies that functions declare: `Depends(f)` among their parameters.
pub(super) struct Dependencies {
    /// By function, by class for its attributes, and by name for `Db = Annotated[Session, Depends(f)]`.
    of: FxHashMap<SymbolId, Vec<Dependency>>,
}

#[derive(Clone, Copy)]
struct Dependency {
    symbol: SymbolId,
    line: u32,
    /// The call of `Depends`, if it is in the body that depends.
    reference: Option<u32>,
}

impl Dependencies {
    pub(super) fn new(project: &Project<'_, '_>, calls: &[Call<'_>]) -> Dependencies {
        let mut of: FxHashMap<SymbolId, Vec<Dependency>> = FxHashMap::default();
        for call in calls.iter().filter(|call| DEPENDS.contains(&call.name())) {
            let Some(needed) = call.first().filter(|value| value.kind() == ArgumentKind::Name) else {
                continue;
            };
            if let Some(symbol) = runs(project, call, needed.text()) {
                let dependency = Dependency { symbol, line: call.line(), reference: Some(call.number) };
                of.entry(holder(project, call)).or_default().push(dependency);
            }
        }
        let mut all = Dependencies { of };
        all.add_parameters(project);
        all
    }

    /// Adds the dependencies of parameters whose type is a name for one.
    fn add_parameters(&mut self, project: &Project<'_, '_>) {
        if !self.of.keys().any(|holder| !is_body(project, *holder)) {
            return;
        }
        for file in project.files_in("python") {
            for function in project.symbols_in(file).filter(|one| project.kind(*one).is_callable()) {
                for (_, written) in project.parameters(function) {
                    let alias = project.thing_in(file, written).filter(|one| !is_body(project, *one));
                    let Some(named) = alias.and_then(|alias| self.of.get(&alias)) else { continue };
                    let line = project.definition(function).line;
                    let given: Vec<Dependency> =
                        named.iter().map(|one| Dependency { line, reference: None, ..*one }).collect();
                    self.of.entry(function).or_default().extend(given);
                }
            }
        }
    }

    /// Adds an edge from each function to what it is given.
    pub(super) fn inject(&self, project: &Project<'_, '_>, out: &mut Contributions) {
        let mut all: Vec<_> = self.of.iter().collect();
        all.sort_unstable_by_key(|(symbol, _)| **symbol);
        for (symbol, needed) in all {
            if !is_body(project, *symbol) {
                continue;
            }
            for one in needed {
                let (kind, exact) = (EdgeKind::Inject, Resolution::Exact);
                out.hop(Hop::new(*symbol, one.symbol, kind, exact, one.line, one.reference), "");
            }
        }
    }

    /// What runs before a function: the dependencies of its class and its own, each after its own
    /// dependencies.
    pub(super) fn before(&self, project: &Project<'_, '_>, symbol: SymbolId) -> Vec<Layer> {
        let mut layers = Vec::new();
        let class = project.container(symbol).filter(|one| project.is_type(*one));
        for class in class.map(|class| project.ancestors(class)).unwrap_or_default().into_iter().rev() {
            self.collect(project, class, DEEPEST, &mut layers);
        }
        self.collect(project, symbol, DEEPEST, &mut layers);
        layers
    }

    fn collect(&self, project: &Project<'_, '_>, symbol: SymbolId, steps: usize, layers: &mut Vec<Layer>) {
        if steps == 0 {
            return;
        }
        for needed in self.of.get(&symbol).into_iter().flatten() {
            if layers.iter().any(|one| one.symbol == Some(needed.symbol)) {
                continue;
            }
            self.collect(project, needed.symbol, steps - 1, layers);
            layers.push(Layer {
                kind: FilterKind::Before,
                name: project.qualified(needed.symbol, "."),
                symbol: Some(needed.symbol),
                file: project.file_of(symbol),
                line: needed.line,
            });
        }
    }
}

/// Whether a symbol runs: a function or a class, and not a name for a dependency.
fn is_body(project: &Project<'_, '_>, symbol: SymbolId) -> bool {
    project.kind(symbol).is_callable() || project.is_type(symbol)
}

/// What a call of `Depends` belongs to: the function or name it is written in; of an attribute, the class.
fn holder(project: &Project<'_, '_>, call: &Call<'_>) -> SymbolId {
    let scope = project.scope_of(call);
    let class = project.container(scope).filter(|one| project.is_type(*one));
    match class {
        Some(class) if !is_body(project, scope) => project.canonical(class),
        _ => scope,
    }
}

/// The code that runs when a name is called: a function, or a class's constructor or `__call__`.
pub(super) fn runs(project: &Project<'_, '_>, call: &Call<'_>, chain: &str) -> Option<SymbolId> {
    let thing = project.thing_at(call, chain)?;
    if project.is_type(thing) {
        return project.method(thing, "__init__").or(Some(thing));
    }
    if project.kind(thing).is_callable() {
        return Some(thing);
    }
    let Value::Instance(of) = project.value_at(call, chain) else { return None };
    project.method(of, "__call__")
}
