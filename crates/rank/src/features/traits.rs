//! What a symbol is whatever the question: who uses it, and what stands beside it.

use fathom_graph::{Edge, EdgeKind, Graph, SymbolId};
use fathom_syntax::Flags;

/// Edges to a symbol that are counted.
const USERS: usize = 400;
/// Members of a type whose users are counted, and users of each.
const MEMBERS: usize = 60;
const USERS_OF_MEMBER: usize = 60;
/// Edges to a symbol that are looked at for its siblings.
const CALLERS: usize = 100;
/// Symbols of one name that are counted.
const NAMESAKES: usize = 100;

/// What one symbol is.
pub(crate) struct SymbolTraits {
    /// How many use it, of the product and of tests.
    pub(super) users: f32,
    pub(super) tests: f32,
    /// 1 if it overrides a member, and if one overrides it.
    pub(super) overrides: f32,
    pub(super) overridden: f32,
    pub(super) subtypes: f32,
    /// The logarithm of how many use it or, of a type, any of its members.
    pub(super) all_users: f32,
    /// The logarithms of how many members of its own type it calls, and of how many call it.
    pub(super) siblings: (f32, f32),
    /// The logarithm of how many symbols have its name.
    pub(super) namesakes: f32,
    /// The logarithm of the number of members of a type.
    pub(super) members: f32,
}

impl SymbolTraits {
    /// The traits of what is not used and stands alone.
    pub(crate) const NOTHING: SymbolTraits = SymbolTraits {
        users: 0.0,
        tests: 0.0,
        overrides: 0.0,
        overridden: 0.0,
        subtypes: 0.0,
        all_users: 0.0,
        siblings: (0.0, 0.0),
        namesakes: 0.0,
        members: 0.0,
    };

    pub(crate) fn read(graph: &Graph<'_>, symbol: SymbolId) -> SymbolTraits {
        let mut traits = SymbolTraits::NOTHING;
        for edge in graph.incoming(symbol).take(USERS) {
            match edge.kind() {
                EdgeKind::Imports | EdgeKind::Mentions => {}
                // The ranker was trained without them.
                kind if kind.is_of_framework() => {}
                EdgeKind::Overrides => traits.overridden = 1.0,
                EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes => traits.subtypes += 1.0,
                _ if graph.flags(edge.from).has(Flags::TEST) => traits.tests += 1.0,
                _ => traits.users += 1.0,
            }
        }
        if graph.outgoing(symbol).iter().any(|edge| edge.kind() == EdgeKind::Overrides) {
            traits.overrides = 1.0;
        }
        traits.all_users = traits.users;
        if graph.kind(symbol).is_type() {
            let of_member = |member: SymbolId| graph.incoming(member).take(USERS_OF_MEMBER).count();
            let of_members: usize = graph.children(symbol).take(MEMBERS).map(of_member).sum();
            traits.all_users += of_members as f32;
            traits.members = (graph.children(symbol).count() as f32).ln_1p();
        }
        traits.all_users = traits.all_users.ln_1p();
        let (calls, callers) = siblings(graph, symbol);
        traits.siblings = (calls.ln_1p(), callers.ln_1p());
        traits.namesakes = (graph.named(graph.name(symbol)).take(NAMESAKES).count() as f32).ln_1p();
        traits
    }
}

/// How many members of its own type a symbol calls, and how many call it.
fn siblings(graph: &Graph<'_>, symbol: SymbolId) -> (f32, f32) {
    let Some(container) = graph.container(symbol).filter(|container| graph.kind(*container).is_type()) else {
        return (0.0, 0.0);
    };
    let is_sibling = |other: SymbolId| {
        other != symbol && graph.kind(other).is_callable() && graph.container(other) == Some(container)
    };
    let calls = |edge: &&Edge| edge.kind() == EdgeKind::Call;
    let called = graph.outgoing(symbol).iter().filter(calls).map(|edge| edge.to);
    let callers = graph.incoming(symbol).take(CALLERS).filter(calls).map(|edge| edge.from);
    (distinct(called.filter(|to| is_sibling(*to))), distinct(callers.filter(|from| is_sibling(*from))))
}

/// How many symbols there are, each counted once.
fn distinct(symbols: impl Iterator<Item = SymbolId>) -> f32 {
    let mut symbols: Vec<SymbolId> = symbols.collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols.len() as f32
}
