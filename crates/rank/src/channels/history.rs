//! History: commits whose messages match vote for what they changed.

use crate::past::Past;
use crate::pool::{Pool, Signal, Source};
use fathom_graph::Graph;
use fathom_text::Query;
use rustc_hash::FxHashMap;

/// Commits that may vote.
const VOTERS: usize = 40;

pub(crate) fn history(graph: &Graph<'_>, past: &Past<'_>, query: &Query, pool: &mut Pool) {
    let matching = past.matching(query, VOTERS);
    let commits: Vec<usize> = matching.iter().map(|(commit, _)| *commit).collect();
    let touched = past.touched(graph, &commits);
    let mut counts: FxHashMap<usize, f32> = FxHashMap::default();
    for one in &touched {
        *counts.entry(one.commit).or_default() += 1.0;
    }
    let shares: FxHashMap<usize, f32> = matching.into_iter().collect();
    for one in touched {
        // A commit divides its vote among the symbols it changed. An old commit counts less than a
        // new one, because code changes.
        let age = one.commit as f32 / past.commits.len().max(1) as f32;
        let score = shares[&one.commit] * (1.0 - 0.5 * age) / counts[&one.commit].sqrt();
        pool.add(one.symbol, Signal::History, score, Source::Commit(one.commit as u32), 0, None);
    }
}
