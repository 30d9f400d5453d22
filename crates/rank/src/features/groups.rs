//! A candidate compared with the others of its type and of its file.

use super::SymbolTraits;
use crate::pool::Pool;
use fathom_graph::{FileId, Graph, SymbolId};
use rustc_hash::FxHashMap;

/// Aggregates of one group.
#[derive(Default, Clone, Copy)]
pub(super) struct Group {
    pub(super) best_sibling: f32,
    pub(super) rank_in_container: f32,
    pub(super) rank_in_file: f32,
    pub(super) in_container: f32,
    pub(super) in_file: f32,
    pub(super) container_prior: f32,
    pub(super) best_member: f32,
}

pub(super) struct Groups {
    priors: FxHashMap<SymbolId, f32>,
    by_container: FxHashMap<SymbolId, Vec<f32>>,
    by_file: FxHashMap<FileId, Vec<f32>>,
    own: Vec<f32>,
    most_users: FxHashMap<SymbolId, f32>,
}

impl Groups {
    pub(super) fn new(graph: &Graph<'_>, pool: &Pool, priors: &[f32], traits: &[&SymbolTraits]) -> Groups {
        let mut groups = Groups {
            priors: FxHashMap::default(),
            by_container: FxHashMap::default(),
            by_file: FxHashMap::default(),
            own: priors.to_vec(),
            most_users: FxHashMap::default(),
        };
        for ((row, prior), traits) in pool.rows.iter().zip(priors).zip(traits) {
            groups.priors.insert(row.symbol, *prior);
            if let Some(container) = graph.container(row.symbol) {
                groups.by_container.entry(container).or_default().push(*prior);
                let most = groups.most_users.entry(container).or_insert(1.0);
                *most = most.max(traits.users);
            }
            groups.by_file.entry(graph.file_of(row.symbol)).or_default().push(*prior);
        }
        for list in groups.by_container.values_mut().chain(groups.by_file.values_mut()) {
            list.sort_by(|a, b| b.total_cmp(a));
        }
        groups
    }

    /// The users of the most used candidate among a symbol's siblings.
    pub(super) fn most_users(&self, graph: &Graph<'_>, symbol: SymbolId) -> f32 {
        graph.container(symbol).and_then(|container| self.most_users.get(&container)).copied().unwrap_or(1.0)
    }

    pub(super) fn of(&self, graph: &Graph<'_>, symbol: SymbolId, place: usize) -> Group {
        let own = self.own[place];
        let mut group = Group::default();
        let above = |list: &[f32]| list.partition_point(|other| *other > own) as f32;
        if let Some(container) = graph.container(symbol) {
            if let Some(list) = self.by_container.get(&container) {
                group.rank_in_container = above(list).ln_1p();
                group.in_container = (list.len() as f32).ln_1p();
                group.best_sibling = list[0];
            }
            group.container_prior = self.priors.get(&container).copied().unwrap_or(0.0);
        }
        if let Some(members) = self.by_container.get(&symbol) {
            group.best_member = members[0];
        }
        if let Some(list) = self.by_file.get(&graph.file_of(symbol)) {
            group.rank_in_file = above(list).ln_1p();
            group.in_file = (list.len() as f32).ln_1p();
        }
        group
    }
}
