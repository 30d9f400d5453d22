//! The result of each stage of a ranking, for all symbols.
//!
//! [`explain`](crate::explain) describes one symbol in full. This gives the rank of every symbol
//! after each stage, which shows the stage that lost a symbol. It uses the same steps as
//! [`rank`](crate::rank) but is separate, because an answer must not pay for it.

use crate::model::Model;
use crate::pool::{Pool, Signal};
use crate::ranking::{Candidates, ChannelResults};
use crate::repository::Repository;
use crate::task::Task;
use fathom_graph::SymbolId;

/// A symbol and its rank, from 1; equal values have equal ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolRank {
    /// The symbol.
    pub symbol: SymbolId,
    /// Its rank.
    pub rank: usize,
}

/// The order that each stage gives, best first.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// The symbols of each signal. The walk starts at the candidates that were kept, so it covers
    /// only those; the others cover everything.
    pub signals: Vec<(Signal, Vec<SymbolRank>)>,
    /// All symbols that any channel found, by prior.
    pub gathered: Vec<SymbolRank>,
    /// The part of them that the model scores, in the same order.
    pub prior: Vec<SymbolRank>,
    /// By the model alone.
    pub model: Vec<SymbolRank>,
    /// The two orders merged: the answer.
    pub answer: Vec<SymbolRank>,
}

/// Follows a task through every stage.
pub fn stages(repository: Repository<'_>, model: &Model, task: &Task) -> Stages {
    let graph = repository.graph;
    let mut gathered = ChannelResults::by_channels(repository, task);
    let found = by_signal(&gathered.pool);
    let all = gathered.pool.best(graph, usize::MAX).into_iter().map(|(symbol, _)| symbol);
    let all = in_order(all);
    let candidates = Candidates::keep(repository, task, gathered);
    let kept = by_signal(&candidates.pool);
    let placed = candidates.place(graph, model, task);
    let symbol = |candidate: usize| candidates.pool.rows[candidate].symbol;
    let mut learned: Vec<(f32, usize)> = placed.iter().map(|one| (one.learned, one.candidate)).collect();
    learned.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    Stages {
        signals: Signal::ALL
            .into_iter()
            .zip(found.into_iter().zip(kept))
            .map(|(signal, (found, kept))| (signal, if signal == Signal::Walk { kept } else { found }))
            .collect(),
        gathered: all,
        prior: in_order(candidates.symbols()),
        model: in_order(learned.into_iter().map(|(_, candidate)| symbol(candidate))),
        answer: in_order(placed.iter().map(|one| symbol(one.candidate))),
    }
}

fn in_order(symbols: impl Iterator<Item = SymbolId>) -> Vec<SymbolRank> {
    symbols.enumerate().map(|(index, symbol)| SymbolRank { symbol, rank: index + 1 }).collect()
}

/// The symbols of each signal.
fn by_signal(pool: &Pool) -> Vec<Vec<SymbolRank>> {
    Signal::ALL
        .into_iter()
        .map(|signal| {
            let value = |row: &crate::pool::Row| row.signals[signal as usize];
            let present = pool.rows.iter().filter(|row| value(row) > 0.0);
            by_value(present.map(|row| (value(row), row.symbol)).collect())
        })
        .collect()
}

fn by_value(mut values: Vec<(f32, SymbolId)>) -> Vec<SymbolRank> {
    values.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut order: Vec<SymbolRank> = Vec::with_capacity(values.len());
    for (index, (value, symbol)) in values.iter().enumerate() {
        let rank = match order.last() {
            Some(last) if values[index - 1].0.total_cmp(value).is_eq() => last.rank,
            _ => index + 1,
        };
        order.push(SymbolRank { symbol: *symbol, rank });
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{SymbolId, SymbolRank, by_signal, by_value};
    use crate::pool::{Pool, Signal};

    #[test]
    fn equal_values_have_equal_ranks() {
        let ranks: Vec<(u32, usize)> = by_value(
            [(0.5, 7), (2.0, 9), (0.5, 3), (0.1, 1)]
                .map(|(value, number)| (value, SymbolId::new(number)))
                .to_vec(),
        )
        .into_iter()
        .map(|one| (one.symbol.number(), one.rank))
        .collect();
        assert_eq!(ranks, [(9, 1), (3, 2), (7, 2), (1, 4)]);
    }

    #[test]
    fn a_signal_lists_only_symbols_with_a_value() {
        let mut pool = Pool::default();
        let [four, five] = [4, 5].map(SymbolId::new);
        pool.add(four, Signal::Words, 1.0, four, 0, None);
        pool.add(five, Signal::Docs, 0.5, four, 0, None);
        let found = by_signal(&pool);
        assert_eq!(found[Signal::Words as usize], [SymbolRank { symbol: four, rank: 1 }]);
        assert_eq!(found[Signal::Docs as usize], [SymbolRank { symbol: five, rank: 1 }]);
        assert!(found[Signal::Names as usize].is_empty());
    }
}
