//! Which member a call of the object itself reaches.
//!
//! A base class calls what its subclasses define: `Service#perform` calls `prepare`, and which one
//! runs depends on the object. The object's type is known where it was made, so it is carried along
//! from call to call: a body runs on a type, and what it calls on itself is looked up there.

use fathom_graph::{CallTarget, EdgeKind, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Types above a type that are looked at.
const ANCESTORS: usize = 64;

/// Members that override a member, one below the other, that are looked at.
const OVERRIDING: usize = 64;

/// Implementations of a member without a body that are shown.
const IMPLEMENTATIONS: usize = 4;

/// Types and their ancestors, found once.
#[derive(Default)]
pub(crate) struct Dispatch {
    ancestors: FxHashMap<SymbolId, Vec<SymbolId>>,
}

impl Dispatch {
    /// What a call in a body reaches when the body runs on a type, and the type that the callee
    /// runs on, if that does not declare the callee.
    pub(crate) fn target(
        &mut self,
        graph: &Graph<'_>,
        body: SymbolId,
        on: Option<SymbolId>,
        call: &CallTarget,
    ) -> (SymbolId, Option<SymbolId>) {
        if let Some(on) = call.on() {
            return (call.to, Some(on));
        }
        let facts = graph.facts(body);
        let Some(reference) = facts.references.get(call.reference as usize) else { return (call.to, None) };
        let receiver = facts.text(reference.receiver);
        let is_super = receiver == "super";
        let is_made = is_self(receiver) && receiver.contains("new") || holds_new(graph, body, receiver);
        if !is_super && !is_self(receiver) && !is_made {
            return (call.to, None);
        }
        let is_static = |member: SymbolId| graph.flags(member).has(Flags::STATIC);
        // A class may have a member for itself and one of the same name for its objects.
        let wants_static = !is_made && (is_static(body) || receiver.ends_with("class"));
        let Some(on) = on.or_else(|| type_of(graph, body)) else { return (call.to, None) };
        let ancestors = self.ancestors(graph, on);
        let place = |member: SymbolId| {
            let of = graph.container(member)?;
            ancestors.iter().position(|ancestor| *ancestor == of)
        };
        let Some(declared) = place(call.to) else { return (call.to, None) };
        let nearest = || {
            // A base class may have more subclasses than are looked at: the types between know best.
            let name = graph.name(call.to);
            let between = ancestors[..declared].iter().flat_map(|at| graph.children(*at));
            let same = between.filter(|one| graph.kind(*one).is_callable() && graph.name(*one) == name);
            let all = overriding(graph, call.to).into_iter().chain(same);
            let places =
                all.filter_map(|member| Some((place(member)?, is_static(member) != wants_static, member)));
            places.min().map(|(.., member)| member)
        };
        let to = if is_super || declared == 0 { call.to } else { nearest().unwrap_or(call.to) };
        (to, (graph.container(to) != Some(on)).then_some(on))
    }

    /// A type and those above it, nearest first.
    fn ancestors(&mut self, graph: &Graph<'_>, of: SymbolId) -> &[SymbolId] {
        self.ancestors.entry(of).or_insert_with(|| ancestors(graph, of))
    }
}

/// A type and those above it, nearest first.
pub(crate) fn ancestors(graph: &Graph<'_>, of: SymbolId) -> Vec<SymbolId> {
    let mut found = vec![of];
    let mut next = 0;
    while next < found.len() && found.len() < ANCESTORS {
        let above = graph.outgoing(found[next]).iter().filter(|edge| is_base(edge.kind()));
        let above: Vec<SymbolId> = above.map(|edge| edge.to).collect();
        for base in above {
            if !found.contains(&base) {
                found.push(base);
            }
        }
        next += 1;
    }
    found
}

/// The implementations of a member whose own body does nothing. None if there are too many.
pub(crate) fn implementations(graph: &Graph<'_>, member: SymbolId) -> Vec<SymbolId> {
    let mut found = overriding(graph, member);
    found.retain(|one| !graph.flags(*one).has(Flags::TEST));
    let registered = registered(graph, member);
    let is_registered = |one: &SymbolId| graph.container(*one).is_some_and(|of| registered.contains(&of));
    if found.iter().any(is_registered) {
        found.retain(is_registered);
    }
    if found.len() > IMPLEMENTATIONS { Vec::new() } else { found }
}

/// The types that a framework gives where the type of a member is asked for, and those above them.
fn registered(graph: &Graph<'_>, member: SymbolId) -> Vec<SymbolId> {
    let Some(of) = type_of(graph, member) else { return Vec::new() };
    let given = graph.outgoing(of).iter().filter(|edge| edge.kind() == EdgeKind::Inject);
    let mut all: Vec<SymbolId> = given.flat_map(|edge| ancestors(graph, edge.to)).collect();
    all.retain(|one| *one != of);
    all
}

/// The members that override a member, and those that override them.
fn overriding(graph: &Graph<'_>, member: SymbolId) -> Vec<SymbolId> {
    let mut found: Vec<SymbolId> = vec![member];
    let mut seen: FxHashSet<SymbolId> = found.iter().copied().collect();
    let mut next = 0;
    while next < found.len() && found.len() < OVERRIDING {
        let over = graph.incoming(found[next]).filter(|edge| edge.kind() == EdgeKind::Overrides);
        found.extend(over.map(|edge| edge.from).filter(|from| seen.insert(*from)));
        next += 1;
    }
    found.remove(0);
    found
}

fn is_base(kind: EdgeKind) -> bool {
    matches!(kind, EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes)
}

fn type_of(graph: &Graph<'_>, member: SymbolId) -> Option<SymbolId> {
    graph.container(member).filter(|of| graph.kind(*of).is_type() || graph.kind(*of) == Kind::Module)
}

/// Whether a receiver is the object itself, its class, or another object of that class.
fn is_self(receiver: &str) -> bool {
    let is_own = |part: &str| matches!(part.trim_end_matches("()"), "" | "self" | "this" | "class" | "new");
    receiver.split('.').all(is_own)
}

/// Whether a receiver is a local that holds a new object of the own class: `command = new(order)`.
fn holds_new(graph: &Graph<'_>, body: SymbolId, receiver: &str) -> bool {
    let is_local = !receiver.is_empty() && !receiver.contains(['.', '(', '[']);
    if !is_local {
        return false;
    }
    let facts = graph.facts(body);
    let scope = body.local(graph.file_symbol(graph.file_of(body)));
    let mut bound =
        facts.bindings.iter().filter(|one| one.scope == scope && facts.text(one.name) == receiver);
    bound.next().is_some_and(|binding| {
        let value = facts.text(binding.value).trim_start_matches('=');
        value.contains("new") && is_self(value)
    })
}

#[cfg(test)]
mod tests {
    use super::is_self;

    #[test]
    fn a_new_object_of_the_own_class_is_the_object_itself() {
        for receiver in ["", "self", "new()", "self.class.new()", "this"] {
            assert!(is_self(receiver), "{receiver}");
        }
        for receiver in ["order", "self.order", "Order.new()", "super"] {
            assert!(!is_self(receiver), "{receiver}");
        }
    }
}
