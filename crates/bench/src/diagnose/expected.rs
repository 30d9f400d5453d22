//! The ranks of expected symbols in each order of the ranking, and why one is missing.

use crate::matching::{ExpectedSymbol, MatchedAnswer, Matching, Name, judge, may_be};
use crate::record::FoundSymbol;
use crate::tasks::{Expected, Task};
use fathom_graph::{Graph, SymbolId};
use fathom_rank::{Stages, SymbolRank, is_answer};
use fathom_syntax::Flags;
use serde::Serialize;

/// One expected symbol and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wish {
    /// As it is expected.
    pub symbol: String,
    /// The file and first line of what it most likely names.
    pub place: Option<String>,
    /// Its rank in the answer, from 1.
    pub rank: Option<usize>,
    /// Why it has none.
    pub absent: Option<String>,
}

/// The symbols a task expects, as it spells them.
pub(super) fn symbols(task: &Task) -> Vec<String> {
    match &task.expected {
        Expected::Symbols(labels) => labels.iter().map(|label| label.symbol.clone()).collect(),
        Expected::Change(_) => task.changed.iter().map(|place| place.symbol.clone()).collect(),
    }
}

/// The expected symbols, which are searched for in every order.
pub(super) struct SearchTargets<'a> {
    pub(super) graph: &'a Graph<'a>,
    pub(super) wanted: Vec<ExpectedSymbol>,
    /// As the task spells them, in the same order.
    pub(super) symbols: Vec<String>,
}

impl SearchTargets<'_> {
    /// An order under exact matching.
    pub(super) fn judge(&self, order: &[SymbolRank]) -> MatchedAnswer {
        let found: Vec<FoundSymbol> = order
            .iter()
            .map(|one| FoundSymbol {
                name: self.graph.qualified_name(one.symbol),
                path: Some(self.graph.path(one.symbol).to_owned()),
                line: None,
                end_line: None,
            })
            .collect();
        judge(Matching::Exact, &self.wanted, &found)
    }

    /// The rank of each expected symbol in an order.
    pub(super) fn ranks(&self, order: &[SymbolRank]) -> Vec<Option<usize>> {
        self.judge(order).ranks.into_iter().map(|place| Some(order[place? - 1].rank)).collect()
    }

    /// Whether a symbol may be the expected one.
    fn may_be(&self, wanted: &ExpectedSymbol, symbol: SymbolId) -> bool {
        may_be(wanted, &Name::new(&self.graph.qualified_name(symbol)), Some(self.graph.path(symbol)))
    }

    /// Every expected symbol with its rank in the answer, or why it has none.
    pub(super) fn wishes(&self, orders: &Stages) -> Vec<Wish> {
        let ranks = self.ranks(&orders.answer).into_iter();
        let named = self.symbols.iter().zip(self.holders());
        named.zip(ranks).map(|((symbol, holders), rank)| self.wish(orders, symbol, &holders, rank)).collect()
    }

    /// `holders` is what the expected symbol may name.
    fn wish(&self, orders: &Stages, symbol: &str, holders: &[SymbolId], rank: Option<usize>) -> Wish {
        let first = |order: &[SymbolRank]| order.iter().copied().find(|one| holders.contains(&one.symbol));
        let answered = first(&orders.answer);
        let found = answered.or_else(|| first(&orders.gathered));
        let code = || holders.iter().copied().find(|one| is_answer(self.graph, *one));
        let likely = found.map(|one| one.symbol).or_else(code).or(holders.first().copied());
        Wish {
            symbol: symbol.to_owned(),
            place: likely.map(|one| self.place(one)),
            rank,
            absent: rank.is_none().then(|| self.absence(orders, holders, answered, found)),
        }
    }

    fn absence(
        &self,
        orders: &Stages,
        holders: &[SymbolId],
        answered: Option<SymbolRank>,
        found: Option<SymbolRank>,
    ) -> String {
        if holders.is_empty() {
            return "not in the index".to_owned();
        }
        if answered.is_some() {
            return "what it names counts for another expected symbol".to_owned();
        }
        if let Some(found) = found {
            let contains = |order: &[SymbolRank]| order.iter().any(|one| one.symbol == found.symbol);
            let signals: Vec<&str> = orders
                .signals
                .iter()
                .filter(|(_, order)| contains(order))
                .map(|(signal, _)| signal.word())
                .collect();
            return format!(
                "below the {} that are kept: {} of {}, by {}",
                orders.prior.len(),
                found.rank,
                orders.gathered.len(),
                signals.join(", ")
            );
        }
        if holders.iter().any(|symbol| is_answer(self.graph, *symbol)) {
            return "no signal finds it".to_owned();
        }
        if holders.iter().any(|symbol| self.graph.flags(*symbol).has(Flags::TEST)) {
            return "a test, never ranked as code".to_owned();
        }
        "prose, a key or a whole file, never ranked".to_owned()
    }

    /// For each expected symbol, what it may name of all that is indexed.
    fn holders(&self) -> Vec<Vec<SymbolId>> {
        let mut holders = vec![Vec::new(); self.wanted.len()];
        for symbol in self.graph.symbols() {
            let name = Name::new(self.graph.name(symbol));
            let ends_alike = |wanted: &ExpectedSymbol| wanted.name.last() == name.last();
            if !self.wanted.iter().any(ends_alike) {
                continue;
            }
            for (holders, wanted) in holders.iter_mut().zip(&self.wanted) {
                if ends_alike(wanted) && self.may_be(wanted, symbol) {
                    holders.push(symbol);
                }
            }
        }
        holders
    }

    pub(super) fn place(&self, symbol: SymbolId) -> String {
        format!("{}:{}", self.graph.path(symbol), self.graph.definition(symbol).line)
    }
}
