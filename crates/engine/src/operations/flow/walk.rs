//! The tree of steps below a handler.
//!
//! The tree grows level by level, so that what is near is there however much is below it, and is
//! written depth first, so that it reads as the program runs. A symbol is expanded once.

use super::conditions::Conditions;
use super::externals;
use crate::View;
use crate::operations::dispatch::{self, Dispatch};
use crate::operations::entry::is_inside;
use crate::operations::kind;
use fathom_graph::frameworks::Hop;
use fathom_graph::{CallTarget, EdgeKind, Graph, Resolution, SymbolId};
use fathom_protocol::flow::{Edge, External, MAX_STEPS, Node, Response, Step, StepKind};
use fathom_syntax::{CallFlags, CallSite, Flags, ImportSystem, Kind, ReferenceKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// One call of one body is shown so often.
const SAME: usize = 2;

/// Calls of one body that only read or set a field which are shown; those of states are shown always.
const ACCESSORS: usize = 4;

/// Where a step leads.
#[derive(Clone, PartialEq, Eq)]
enum Target {
    Symbol(SymbolId),
    /// Out of the repository: what is called, and what it does.
    External {
        name: String,
        does: &'static str,
    },
}

/// One step of the tree.
struct TreeStep {
    target: Target,
    /// The symbol whose body has the call; of the handler, the handler.
    from: SymbolId,
    depth: u32,
    kind: StepKind,
    line: u32,
    /// The blocks around the call.
    site: Option<CallSite>,
    /// The condition that a framework states.
    condition: Option<String>,
    /// The type that the target runs on, if it only inherits the target.
    on: Option<SymbolId>,
    /// Whether what is below it is worth following.
    is_sure: bool,
    children: Vec<usize>,
}

impl TreeStep {
    /// The symbol that a framework runs as a callback.
    fn callback(&self) -> Option<SymbolId> {
        match self.target {
            Target::Symbol(symbol) if self.kind == StepKind::Callback => Some(symbol),
            _ => None,
        }
    }
}

/// The steps below a handler.
pub(super) struct Walk<'v, 'i> {
    view: &'v View<'i>,
    steps: Vec<TreeStep>,
    dispatch: Dispatch,
    /// Whether steps were left out.
    pub(super) is_cut: bool,
}

impl<'v, 'i> Walk<'v, 'i> {
    /// The steps below a handler, which runs on a type that may only inherit it. A handler without a
    /// name is the block of a call in the body of its symbol; one that a framework defines runs the
    /// inherited steps.
    pub(super) fn new(
        view: &'v View<'i>,
        handler: SymbolId,
        on: Option<SymbolId>,
        inline: Option<u32>,
        inherited: &[Hop],
        depth: u32,
    ) -> Walk<'v, 'i> {
        let first = TreeStep {
            target: Target::Symbol(handler),
            from: handler,
            depth: 0,
            kind: StepKind::Call,
            line: view.graph.definition(handler).line,
            site: None,
            condition: None,
            on,
            is_sure: true,
            children: Vec::new(),
        };
        let mut walk = Walk { view, steps: vec![first], dispatch: Dispatch::default(), is_cut: false };
        walk.grow(handler, inline, inherited, depth);
        walk
    }

    /// Expands level by level until the depth or the number of steps is reached.
    fn grow(&mut self, handler: SymbolId, inline: Option<u32>, inherited: &[Hop], depth: u32) {
        let mut expanded: FxHashSet<(SymbolId, Option<SymbolId>)> = FxHashSet::default();
        // Each save runs the same callbacks: they are listed where they run first.
        let mut run: FxHashSet<SymbolId> = FxHashSet::default();
        let mut level = vec![0];
        for _ in 0..depth {
            let mut next = Vec::new();
            // What implements a member is reached with it: it is appended to the level.
            let mut place = 0;
            while let Some(at) = level.get(place).copied() {
                place += 1;
                let Target::Symbol(symbol) = self.steps[at].target else { continue };
                let Some(body) = body(self.view.graph, symbol, symbol == handler) else { continue };
                let on = self.steps[at].on;
                // A part of a body is not all of it.
                let is_part = at == 0 && inline.is_some();
                if !self.steps[at].is_sure || !is_part && !expanded.insert((body, on)) {
                    continue;
                }
                let mut found = if symbol == handler && body == symbol && is_type(self.view.graph, symbol) {
                    let steps = inherited.iter().map(|hop| inherited_step(symbol, hop));
                    let all = || methods(self.view.graph, symbol);
                    if inherited.is_empty() { all() } else { steps.collect() }
                } else if let Some(call) = inline.filter(|_| is_part) {
                    let mut steps = self.calls(body, on);
                    let facts = self.view.graph.facts(body);
                    steps.retain(|step| step.site.is_some_and(|site| is_inside(&facts, &site, call)));
                    steps
                } else {
                    self.calls(body, on)
                };
                let mut is_implemented = false;
                if found.is_empty() && on.is_none() {
                    found = implementations(self.view.graph, body);
                    is_implemented = found.len() == 1;
                }
                for step in &mut found {
                    step.depth = self.steps[at].depth + 1;
                }
                let own: FxHashSet<SymbolId> = found.iter().filter_map(TreeStep::callback).collect();
                found.retain(|step| step.callback().is_none_or(|symbol| !run.contains(&symbol)));
                run.extend(own);
                for step in found {
                    if self.steps.len() >= MAX_STEPS {
                        self.is_cut = true;
                        return;
                    }
                    let reached = if is_implemented { &mut level } else { &mut next };
                    reached.push(self.steps.len());
                    let number = self.steps.len();
                    self.steps[at].children.push(number);
                    self.steps.push(step);
                }
            }
            if next.is_empty() {
                return;
            }
            level = next;
        }
    }

    /// The steps of a body, in order: its calls, code that frameworks run because of them, and calls that
    /// leave the repository.
    fn calls(&mut self, body: SymbolId, on: Option<SymbolId>) -> Vec<TreeStep> {
        let graph = self.view.graph;
        let facts = graph.facts(body);
        let conditions = &graph.models().conditions;
        // Steps with the place at which they run: the order of their call, then their own.
        let mut steps: Vec<((u32, u32), TreeStep)> = Vec::new();
        let hops = graph.hops(body);
        let replaced: FxHashSet<(Option<u32>, SymbolId)> =
            hops.iter().map(|hop| (hop.reference(), hop.to)).collect();
        let sure = sureness(graph, body);
        for (site, call) in graph.calls_in_order(body) {
            if graph.flags(call.to).has(Flags::TEST)
                || is_annotation(graph, body, &call)
                || is_plain_read(graph, call.to)
                || replaced.contains(&(Some(site.reference), call.to))
            {
                continue;
            }
            let line = facts.references.get(call.reference as usize).map_or(0, |one| one.line);
            let branch = site.flags.has(CallFlags::BRANCH);
            let (to, on) = self.dispatch.target(graph, body, on, &call);
            steps.push((
                (site.order, 0),
                TreeStep {
                    target: Target::Symbol(to),
                    from: body,
                    depth: 0,
                    kind: if branch { StepKind::Branch } else { StepKind::Call },
                    line,
                    site: Some(site),
                    condition: None,
                    on,
                    is_sure: sure.get(&call.to).is_none_or(|sure| *sure),
                    children: Vec::new(),
                },
            ));
        }
        for hop in hops.iter().filter(|hop| hop.kind() != EdgeKind::Filter) {
            let site = hop.reference().and_then(|reference| facts.call_of(reference));
            // A template is rendered when the body is done.
            let is_rendered = site.is_none() && graph.kind(hop.to) == Kind::File;
            let order = site.map_or(if is_rendered { u32::MAX } else { 0 }, |site| site.order);
            steps.push((
                (order, 1 + hop.place),
                TreeStep {
                    target: Target::Symbol(hop.to),
                    from: body,
                    depth: 0,
                    kind: step_kind(hop.kind()),
                    line: hop.line,
                    site,
                    condition: hop.condition().and_then(|at| conditions.get(at)).cloned(),
                    on: None,
                    is_sure: hop.resolution() != Resolution::Ambiguous,
                    children: Vec::new(),
                },
            ));
        }
        for (site, name, does) in externals::of(graph, body) {
            let line = facts.references.get(site.reference as usize).map_or(0, |one| one.line);
            steps.push((
                (site.order, u32::MAX),
                TreeStep {
                    target: Target::External { name, does },
                    from: body,
                    depth: 0,
                    kind: StepKind::External,
                    line,
                    site: Some(site),
                    condition: None,
                    on: None,
                    is_sure: false,
                    children: Vec::new(),
                },
            ));
        }
        steps.sort_by_key(|(place, _)| *place);
        let mut times: FxHashMap<SymbolId, usize> = FxHashMap::default();
        let mut accessors = 0;
        let steps = steps.into_iter().map(|(_, step)| step).filter(|step| match &step.target {
            Target::Symbol(symbol) => {
                let times = times.entry(*symbol).or_default();
                *times += 1;
                let is_accessor = is_accessor(graph, *symbol);
                accessors += usize::from(is_accessor);
                *times <= SAME && (!is_accessor || accessors <= ACCESSORS || is_of_state(graph, *symbol))
            }
            Target::External { .. } => true,
        });
        steps.collect()
    }

    /// Writes the tree into the response, depth first.
    pub(super) fn write(&self, response: &mut Response) {
        let graph = self.view.graph;
        let mut conditions = Conditions::new(self.view);
        let mut nodes: FxHashSet<String> = response.nodes.iter().map(|node| node.id.clone()).collect();
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            let step = &self.steps[at];
            stack.extend(step.children.iter().rev());
            let path = graph.path(step.from).to_owned();
            let (id, name) = match &step.target {
                Target::Symbol(symbol) => (graph.id(*symbol), graph.qualified_name(*symbol)),
                Target::External { name, .. } => (name.clone(), name.clone()),
            };
            if nodes.insert(id.clone()) {
                response.nodes.push(match &step.target {
                    Target::Symbol(symbol) => Node {
                        id: id.clone(),
                        name: name.clone(),
                        kind: kind(graph.kind(*symbol)).word().to_owned(),
                        path: graph.path(*symbol).to_owned(),
                        line: graph.definition(*symbol).line,
                    },
                    Target::External { does, .. } => Node {
                        id: id.clone(),
                        name: name.clone(),
                        kind: format!("external {does}"),
                        path: path.clone(),
                        line: step.line,
                    },
                });
            }
            if let Target::External { does, .. } = &step.target {
                let (kind, path) = ((*does).to_owned(), path.clone());
                response.externals.push(External { name: name.clone(), kind, path, line: step.line });
            }
            if at != 0 {
                let from = graph.id(step.from);
                response.edges.push(Edge { from, to: id.clone(), kind: step.kind, line: step.line });
            }
            let written = step.site.and_then(|site| conditions.of(step.from, &site));
            let condition = match (&step.condition, written) {
                (Some(stated), Some(written)) => Some(format!("{stated}; {written}")),
                (stated, written) => stated.clone().or(written),
            };
            let (depth, kind) = (step.depth, step.kind);
            response.chain.push(Step { name, node: id, depth, kind, condition, path, line: step.line });
        }
    }
}

/// What each callee of a body is called with certainty: a name that several symbols fit equally well
/// is shown and not followed.
fn sureness(graph: &Graph<'_>, body: SymbolId) -> FxHashMap<SymbolId, bool> {
    let calls =
        graph.outgoing(body).iter().filter(|edge| matches!(edge.kind(), EdgeKind::Call | EdgeKind::New));
    calls.map(|edge| (edge.to, edge.resolution() != Resolution::Ambiguous)).collect()
}

/// Whether a call is an annotation: it describes the body and does not run in it. That of a script runs
/// when its class is made.
fn is_annotation(graph: &Graph<'_>, body: SymbolId, call: &CallTarget) -> bool {
    let reference = graph.facts(body).references.get(call.reference as usize);
    let describes = is_type(graph, call.to) || graph.language(body).names.imports == ImportSystem::Node;
    reference.is_some_and(|one| one.kind() == ReferenceKind::Decorate) && describes
}

/// Whether a call only reads a field: an association or an attribute of a model.
fn is_plain_read(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    graph.kind(symbol) == Kind::Field && graph.language(symbol).names.calls_read_fields
}

/// Whether a method is named for a field that it reads or sets, and does nothing else.
fn is_accessor(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    let name = graph.name(symbol);
    let field = ["get", "set", "is"].iter().find_map(|word| name.strip_prefix(word));
    let is_named = field.is_some_and(|field| field.starts_with(|letter: char| letter.is_uppercase()));
    let definition = graph.definition(symbol);
    // A member of an interface may be a query.
    let is_of_interface = || graph.container(symbol).is_some_and(|of| graph.kind(of) == Kind::Interface);
    let calls = || {
        let local = symbol.local(graph.file_symbol(graph.file_of(symbol)));
        graph.facts(symbol).references.iter().any(|one| one.from == local && one.kind().is_call())
    };
    is_named
        && graph.kind(symbol).is_callable()
        && definition.end_line.saturating_sub(definition.line) <= 3
        && graph.hops(symbol).is_empty()
        && !is_of_interface()
        && !calls()
}

/// Whether the field of an accessor holds a state.
fn is_of_state(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    let name = graph.name(symbol);
    ["Status", "State", "Phase"].iter().any(|word| name.ends_with(word))
}

fn step_kind(kind: EdgeKind) -> StepKind {
    match kind {
        EdgeKind::Async => StepKind::Async,
        EdgeKind::Transition => StepKind::Transition,
        EdgeKind::Callback | EdgeKind::Filter | EdgeKind::Inject => StepKind::Callback,
        _ => StepKind::Call,
    }
}

fn is_type(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    graph.kind(symbol).is_type() || graph.kind(symbol) == Kind::Module
}

/// The symbol whose body runs when a symbol is reached: of a type, its constructor; of a type that
/// is the entry itself, all of its methods.
fn body(graph: &Graph<'_>, symbol: SymbolId, is_entry: bool) -> Option<SymbolId> {
    if !is_type(graph, symbol) || is_entry {
        return Some(symbol);
    }
    graph.children(symbol).find(|child| graph.kind(*child) == Kind::Constructor)
}

/// A method of a type that a framework runs.
fn inherited_step(of: SymbolId, hop: &Hop) -> TreeStep {
    TreeStep {
        target: Target::Symbol(hop.to),
        from: of,
        depth: 1,
        kind: StepKind::Call,
        line: hop.line,
        site: None,
        condition: None,
        on: None,
        is_sure: true,
        children: Vec::new(),
    }
}

/// The methods of a type, in the order of the text.
fn methods(graph: &Graph<'_>, of: SymbolId) -> Vec<TreeStep> {
    let methods = graph.children(of).filter(|child| graph.kind(*child).is_callable());
    methods
        .map(|method| TreeStep {
            target: Target::Symbol(method),
            from: of,
            depth: 1,
            kind: StepKind::Call,
            line: graph.definition(method).line,
            site: None,
            condition: None,
            on: None,
            is_sure: true,
            children: Vec::new(),
        })
        .collect()
}

/// The implementations of a member whose own body runs nothing; the only one is followed.
fn implementations(graph: &Graph<'_>, member: SymbolId) -> Vec<TreeStep> {
    let all = dispatch::implementations(graph, member);
    let is_only = all.len() == 1;
    let steps = all.into_iter().map(|to| TreeStep {
        target: Target::Symbol(to),
        from: member,
        depth: 0,
        kind: if is_only { StepKind::Call } else { StepKind::Branch },
        line: graph.definition(member).line,
        site: None,
        condition: None,
        on: None,
        is_sure: is_only,
        children: Vec::new(),
    });
    steps.collect()
}
