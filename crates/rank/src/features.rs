//! Features: a candidate as numbers that are comparable across repositories, such as shares of the
//! task's best value, ranks, parts of a name and traits of the symbol. Raw scores are not
//! comparable across repositories.

mod groups;
mod own;
mod structure;
mod traits;

use crate::files::SYMBOL_EVIDENCE;
use crate::past::Past;
use crate::pool::{Pool, SIGNALS, Signal, prior, weighted};
use crate::task::Task;
use crate::traits::Traits;
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_syntax::Kind;
use fathom_text::{Evidence, FIELDS, FieldEvidence, Index, Query, SearchOptions};
use groups::Groups;
use own::{Candidate, TaskTraits, at};
use rustc_hash::FxHashMap;
use std::ops::Range;
use structure::{kind_ranks, reached, strengths, type_of};

pub(crate) use traits::SymbolTraits;

/// Number of features of a candidate: a share and a rank for every signal, and the others.
pub const FEATURES: usize = 2 * SIGNALS + own::NAMES.len();

/// The name of a feature.
pub fn feature_name(feature: usize) -> String {
    if feature < 2 * SIGNALS {
        let signal = Signal::ALL[feature / 2].word();
        return format!("{signal} {}", if feature.is_multiple_of(2) { "share" } else { "rank" });
    }
    own::NAMES.get(feature - 2 * SIGNALS).map_or_else(String::new, |name| (*name).to_owned())
}

/// The features of a signal: its share and its rank.
pub fn signal_features(signal: Signal) -> Range<usize> {
    let first = 2 * signal as usize;
    first..first + 2
}

const PRIOR_SHARE: usize = at("prior share");
const PRIOR_RANK: usize = at("prior rank");
/// How long the text behind the first line of the task is; 0 where there is none.
pub(crate) const TASK_LONG: usize = at("task long");
const TYPE: usize = at("type");
const PERIPHERAL: usize = at("peripheral");
const TEST_SUPPORT: usize = at("test support");
/// 1 for a constructor that is named for its type.
pub(crate) const CONSTRUCTOR: usize = at("constructor");

/// A candidate's prior as a share of the best one's.
pub fn prior_share(features: &[f32; FEATURES]) -> f32 {
    features[PRIOR_SHARE]
}

/// How much of the task a candidate matches, for the model of files: the share that its name, all
/// of it and its doc cover; for a type, the share that its name covers and the share of its name
/// that the task covers; the strength of it and its members, and how many matches refer to it.
pub(crate) fn evidence_of(features: &[f32; FEATURES]) -> [f32; SYMBOL_EVIDENCE] {
    const NAME: usize = at("mass name");
    const COVERED: usize = at("mass covered");
    const DOC: usize = at("mass doc");
    const TYPE_MATCHED: usize = at("type matched");
    const STRENGTH: usize = at("container strength");
    const REACHED: usize = at("reached members");
    let of_type = if is_type(features) { features[NAME] } else { 0.0 };
    [
        features[NAME],
        features[COVERED],
        features[DOC],
        of_type,
        features[TYPE_MATCHED],
        features[STRENGTH],
        features[REACHED],
    ]
}

/// Whether a candidate is a type.
pub fn is_type(features: &[f32; FEATURES]) -> bool {
    features[TYPE] > 0.0
}

/// Removes some signals from the features of a task's candidates, and from the prior. Used to
/// measure the ablation of a channel.
pub fn ablate(candidates: &mut [[f32; FEATURES]], signals: &[Signal]) {
    for features in candidates.iter_mut() {
        for signal in signals {
            features[2 * *signal as usize] = 0.0;
            features[2 * *signal as usize + 1] = LAST.ln_1p();
        }
    }
    let prior = |features: &[f32; FEATURES]| {
        let beside = features[PERIPHERAL] > 0.0 || features[TEST_SUPPORT] > 0.0;
        weighted(beside, |signal, weight| weight * features[2 * signal as usize])
    };
    let priors: Vec<f32> = candidates.iter().map(prior).collect();
    let best = priors.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    for ((features, prior), rank) in candidates.iter_mut().zip(&priors).zip(ranks(&priors)) {
        features[PRIOR_SHARE] = prior / best;
        features[PRIOR_RANK] = rank;
    }
}

/// Rank of a candidate without the signal.
const LAST: f32 = 1_000.0;

/// The features of all candidates, in the order of the pool.
pub(crate) fn features(
    graph: &Graph<'_>,
    pool: &Pool,
    traits: &Traits,
    Read { evidence, containers }: &Read,
    files: &[(FileId, f32)],
    task: &Task,
    past: Option<&Past<'_>>,
) -> Vec<[f32; FEATURES]> {
    let largest = pool.largest();
    let priors: Vec<f32> = pool.rows.iter().map(|row| prior(row, &largest)).collect();
    let best_prior = priors.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let of_rows: Vec<&SymbolTraits> =
        pool.rows.iter().map(|row| traits.of_symbol(graph, row.symbol)).collect();
    let groups = Groups::new(graph, pool, &priors, &of_rows);
    let file_ranks: FxHashMap<FileId, usize> =
        files.iter().enumerate().map(|(rank, (file, _))| (*file, rank)).collect();
    let best_field: [f32; FIELDS] = std::array::from_fn(|field| {
        evidence.rows.iter().map(|row| row.scores[field]).fold(f32::MIN_POSITIVE, f32::max)
    });
    let of_task = TaskTraits {
        words: (task.title.split_whitespace().count() as f32).ln_1p(),
        long: ((task.body.len() + task.code.len()) as f32).ln_1p(),
        names: task.identifiers.len() as f32,
    };
    let prior_ranks = ranks(&priors);
    let signal_ranks: Vec<Vec<f32>> = (0..SIGNALS)
        .map(|signal| ranks(&pool.rows.iter().map(|row| row.signals[signal]).collect::<Vec<_>>()))
        .collect();
    let reached = reached(graph, pool, &largest);
    let mut order: Vec<usize> = (0..priors.len()).collect();
    order.sort_by(|a, b| priors[*b].total_cmp(&priors[*a]));
    let strengths = strengths(graph, pool, &priors, &order);
    let kind_ranks = kind_ranks(graph, pool, &order);
    let most_users = of_rows.iter().map(|traits| traits.all_users).fold(1.0, f32::max);
    pool.rows
        .iter()
        .enumerate()
        .map(|(place, row)| {
            let file = graph.file_of(row.symbol);
            let container = graph.container(row.symbol);
            let candidate = Candidate {
                graph,
                row,
                definition: graph.definition(row.symbol),
                text: &evidence.rows[place],
                container_text: container.and_then(|container| containers.get(&container)),
                best_field: &best_field,
                all_words: evidence.total.max(f32::MIN_POSITIVE),
                prior: priors[place],
                best_prior,
                prior_rank: prior_ranks[place],
                kind_rank: kind_ranks[place],
                group: groups.of(graph, row.symbol, place),
                file_rank: file_ranks.get(&file).map_or(LAST, |rank| *rank as f32).ln_1p(),
                traits: of_rows[place],
                container_users: container
                    .filter(|container| graph.kind(*container) != Kind::File)
                    .map_or(0.0, |container| traits.of_symbol(graph, container).users.ln_1p()),
                most_among_siblings: groups.most_users(graph, row.symbol),
                most_users,
                reached: reached.get(&row.symbol).copied().unwrap_or(0.0),
                container_reached: container
                    .and_then(|container| reached.get(&container))
                    .copied()
                    .unwrap_or(0.0),
                strength: type_of(graph, row.symbol)
                    .and_then(|owner| strengths.get(&owner))
                    .copied()
                    .unwrap_or((0.0, LAST.ln_1p())),
                churn: past.map(|past| past.churn(file)),
                task: of_task,
            };
            let mut features = [0.0; FEATURES];
            for signal in 0..SIGNALS {
                features[2 * signal] = row.signals[signal] / largest[signal];
                features[2 * signal + 1] = signal_ranks[signal][place];
            }
            features[2 * SIGNALS..].copy_from_slice(&own::values(&candidate));
            features
        })
        .collect()
}

/// How the words of the task match the candidates and their types.
pub(crate) struct Read {
    evidence: Evidence,
    containers: FxHashMap<SymbolId, FieldEvidence>,
}

impl Read {
    pub(crate) fn new(graph: &Graph<'_>, index: &Index<'_>, query: &Query, pool: &Pool) -> Read {
        let mut symbols: Vec<SymbolId> = pool.rows.iter().map(|row| row.symbol).collect();
        let mut types: Vec<SymbolId> = symbols.iter().filter_map(|symbol| graph.container(*symbol)).collect();
        types.sort_unstable();
        types.dedup();
        types.retain(|container| graph.kind(*container) != Kind::File);
        // Requested together, so that each posting list is walked once.
        symbols.extend(&types);
        let numbers: Vec<u32> = symbols.iter().map(|symbol| symbol.number()).collect();
        let mut evidence = index.evidence(query, &SearchOptions::default(), &numbers);
        let of_types = evidence.rows.split_off(pool.rows.len());
        Read { evidence, containers: types.into_iter().zip(of_types).collect() }
    }
}

/// The logarithm of each value's rank, best first; values of 0 come last.
fn ranks(values: &[f32]) -> Vec<f32> {
    let mut order: Vec<usize> = (0..values.len()).filter(|place| values[*place] > 0.0).collect();
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
    let mut ranks = vec![LAST.ln_1p(); values.len()];
    let mut rank = 0;
    for (index, place) in order.iter().enumerate() {
        // Equal values have equal ranks.
        if index > 0 && values[*place] < values[order[index - 1]] {
            rank = index;
        }
        ranks[*place] = (rank as f32).ln_1p();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::{FEATURES, ablate, feature_name, prior_share, ranks};
    use crate::pool::Signal;
    use std::collections::BTreeSet;

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let names: BTreeSet<String> = (0..FEATURES).map(feature_name).collect();
        assert_eq!(names.len(), FEATURES);
        assert!(!names.contains(""));
    }

    #[test]
    fn ablation_removes_a_signal_from_the_prior_too() {
        let mut rows = [[0.0; FEATURES]; 2];
        rows[0][2 * Signal::Echo as usize] = 1.0;
        rows[1][2 * Signal::Docs as usize] = 0.1;
        ablate(&mut rows, &[]);
        assert!(prior_share(&rows[0]) > prior_share(&rows[1]));
        ablate(&mut rows, &[Signal::Echo]);
        assert!(prior_share(&rows[0]) < prior_share(&rows[1]));
        assert!(rows[0][2 * Signal::Echo as usize].abs() < f32::EPSILON);
    }

    #[test]
    fn equal_values_have_equal_ranks_and_nothing_comes_last() {
        let found = ranks(&[2.0, 5.0, 0.0, 2.0]);
        assert_eq!(found[0].to_bits(), found[3].to_bits());
        assert!(found[1] < found[0] && found[0] < found[2]);
    }
}
