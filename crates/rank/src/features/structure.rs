//! A candidate compared with the code around it: its type and that type's members, the candidates
//! of its kind, its file.

use crate::pool::{Pool, SIGNALS, Signal};
use fathom_graph::{Graph, SymbolId};
use rustc_hash::FxHashMap;

/// The type that a symbol is, or is a member of.
pub(super) fn type_of(graph: &Graph<'_>, symbol: SymbolId) -> Option<SymbolId> {
    let is_type = |symbol: &SymbolId| graph.kind(*symbol).is_type();
    Some(symbol).filter(is_type).or_else(|| graph.container(symbol).filter(is_type))
}

/// For each type, how many matches refer to it or to its members.
pub(super) fn reached(graph: &Graph<'_>, pool: &Pool, largest: &[f32; SIGNALS]) -> FxHashMap<SymbolId, f32> {
    let mut reached: FxHashMap<SymbolId, f32> = FxHashMap::default();
    for row in &pool.rows {
        let share = |signal: Signal| row.signals[signal as usize] / largest[signal as usize];
        let of_it = share(Signal::Callee) + share(Signal::Typed) + share(Signal::Caller);
        if of_it > 0.0
            && let Some(owner) = type_of(graph, row.symbol)
        {
            *reached.entry(owner).or_default() += of_it;
        }
    }
    let most = reached.values().copied().fold(f32::MIN_POSITIVE, f32::max);
    for value in reached.values_mut() {
        *value /= most;
    }
    reached
}

/// Factor by which each further member adds less to its type.
const NEXT: f32 = 0.7;

/// For each type the strength of it and its best members, as a share of the best, and the logarithm
/// of its rank by that; `order` is that of the priors.
pub(super) fn strengths(
    graph: &Graph<'_>,
    pool: &Pool,
    priors: &[f32],
    order: &[usize],
) -> FxHashMap<SymbolId, (f32, f32)> {
    let mut sums: FxHashMap<SymbolId, (f32, f32)> = FxHashMap::default();
    for &place in order {
        let Some(owner) = type_of(graph, pool.rows[place].symbol) else { continue };
        let (sum, factor) = sums.entry(owner).or_insert((0.0, 1.0));
        *sum += priors[place] * *factor;
        *factor *= NEXT;
    }
    let mut types: Vec<(SymbolId, f32)> = sums.into_iter().map(|(owner, (sum, _))| (owner, sum)).collect();
    types.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let best = types.first().map_or(f32::MIN_POSITIVE, |(_, sum)| sum.max(f32::MIN_POSITIVE));
    types
        .into_iter()
        .enumerate()
        .map(|(rank, (owner, sum))| (owner, (sum / best, (rank as f32).ln_1p())))
        .collect()
}

/// The logarithm of each candidate's rank in an order, among those of its kind:
/// types, what is called, and the rest.
pub(super) fn kind_ranks(graph: &Graph<'_>, pool: &Pool, order: &[usize]) -> Vec<f32> {
    let class = |symbol: SymbolId| match graph.kind(symbol) {
        kind if kind.is_type() => 0,
        kind if kind.is_callable() => 1,
        _ => 2,
    };
    let mut counts = [0.0f32; 3];
    let mut ranks = vec![0.0; order.len()];
    for &place in order {
        let count = &mut counts[class(pool.rows[place].symbol)];
        ranks[place] = count.ln_1p();
        *count += 1.0;
    }
    ranks
}

/// Whether a type has the name of its file: `job_queue.rs` is there for `JobQueue`.
pub(super) fn is_main(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    let path = graph.path(symbol);
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    letters(stem).eq(letters(graph.name(symbol)))
}

fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase())
}
