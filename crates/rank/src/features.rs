//! A candidate as numbers that mean the same in every repository: shares of
//! the task's best, ranks, parts of a name, and the symbol's own traits.
//! Raw scores do not carry over from one repository to another.

mod structure;

use crate::past::Past;
use crate::pool::{Pool, SIGNALS, Signal, prior, weighted};
use crate::task::Task;
use fathom_graph::{EdgeKind, Graph};
use fathom_syntax::{Flags, Kind, Visibility};
use fathom_text::{Evidence, FIELDS, Field, FieldEvidence, Index, Query, SearchOptions};
use rustc_hash::FxHashMap;
use std::ops::Range;
use structure::{is_main, kind_ranks, reached, siblings, strengths, users_of};

/// Features that are not made of a signal.
const OTHER: usize = 85;

/// Number of features of a candidate.
pub const FEATURES: usize = 2 * SIGNALS + OTHER;

const OTHER_NAMES: [&str; OTHER] = [
    "prior share",
    "prior rank",
    "field name",
    "field container",
    "field path",
    "field signature",
    "field doc",
    "field body",
    "mass name",
    "mass container",
    "mass path",
    "mass signature",
    "mass doc",
    "mass body",
    "mass identity",
    "mass covered",
    "name matched",
    "name words",
    "whole name",
    "best sibling",
    "rank in container",
    "rank in file",
    "candidates in container",
    "candidates in file",
    "container prior",
    "best member",
    "file order",
    "type",
    "interface",
    "method",
    "function",
    "value",
    "visibility",
    "lines",
    "users",
    "uses",
    "tests",
    "members",
    "depth",
    "documented",
    "namesakes",
    "overrides",
    "overridden",
    "abstract",
    "declaration",
    "peripheral",
    "path depth",
    "task words",
    "task long",
    "task names",
    "churn",
    "age",
    "past",
    "container matched",
    "container mass",
    "container users",
    "part of container",
    "users among siblings",
    "subtypes",
    "constructor",
    "voices",
    "test support",
    "path words",
    "whole type",
    "whole type users",
    "whole callable",
    "all users",
    "type matched",
    "callable matched",
    "overrides in match",
    "method in match",
    "reached members",
    "rank of kind",
    "main type",
    "in main type",
    "short name",
    "container reached",
    "file spread",
    "constant",
    "private value",
    "calls siblings",
    "called by siblings",
    "entry in match",
    "container strength",
    "container order",
];

/// The name of a feature.
pub fn feature_name(feature: usize) -> String {
    if feature < 2 * SIGNALS {
        let signal = Signal::ALL[feature / 2].word();
        return format!("{signal} {}", if feature.is_multiple_of(2) { "share" } else { "rank" });
    }
    OTHER_NAMES.get(feature - 2 * SIGNALS).map_or_else(String::new, |name| (*name).to_owned())
}

/// The features that a signal has to itself: its share and its rank.
pub fn signal_features(signal: Signal) -> Range<usize> {
    let first = 2 * signal as usize;
    first..first + 2
}

const PRIOR_SHARE: usize = 2 * SIGNALS;
const PRIOR_RANK: usize = PRIOR_SHARE + 1;
/// How long the text behind the first line of the task is; 0 where there is none.
pub(crate) const TASK_LONG: usize = 2 * SIGNALS + 48;
const PERIPHERAL: usize = 2 * SIGNALS + 45;
const TEST_SUPPORT: usize = 2 * SIGNALS + 61;
/// 1 for what makes something of a type and is named for it.
pub(crate) const CONSTRUCTOR: usize = 2 * SIGNALS + 59;

/// What was believed of a candidate before the model looked, as a share of the
/// best one's.
pub fn prior_share(features: &[f32; FEATURES]) -> f32 {
    features[PRIOR_SHARE]
}

/// Makes the features of all candidates of a task what they would be if some
/// signals said nothing, as far as those of signals and of the prior go: what
/// leaving out a channel costs is measured so.
pub fn silence(candidates: &mut [[f32; FEATURES]], silent: &[Signal]) {
    for features in candidates.iter_mut() {
        for signal in silent {
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

/// A candidate without a signal ranks here.
const LAST: f32 = 1_000.0;

/// The features of all candidates, in the order of the pool.
pub(crate) fn features(
    graph: &Graph<'_>,
    pool: &Pool,
    Read { evidence, containers, degrees }: &Read,
    files: &[(usize, f32)],
    task: &Task,
    past: Option<&Past<'_>>,
) -> Vec<[f32; FEATURES]> {
    let largest = pool.largest();
    let priors: Vec<f32> = pool.rows.iter().map(|row| prior(row, &largest)).collect();
    let best_prior = priors.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let groups = Groups::new(graph, pool, &priors, degrees);
    let file_ranks: FxHashMap<usize, usize> =
        files.iter().enumerate().map(|(rank, (file, _))| (*file, rank)).collect();
    let best_field: [f32; FIELDS] = std::array::from_fn(|field| {
        evidence.rows.iter().map(|row| row.scores[field]).fold(f32::MIN_POSITIVE, f32::max)
    });
    let total = evidence.total.max(f32::MIN_POSITIVE);
    let task_words = (task.title.split_whitespace().count() as f32).ln_1p();
    let task_long = ((task.body.len() + task.code.len()) as f32).ln_1p();
    let prior_ranks = ranks(&priors);
    let signal_ranks: Vec<Vec<f32>> = (0..SIGNALS)
        .map(|signal| ranks(&pool.rows.iter().map(|row| row.signals[signal]).collect::<Vec<_>>()))
        .collect();
    let reached = reached(graph, pool, &largest);
    let strengths = strengths(graph, pool, &priors);
    let kind_ranks = kind_ranks(graph, pool, &priors);
    let users: Vec<f32> =
        pool.rows.iter().map(|row| users_of(graph, row.symbol, &degrees[&row.symbol]).ln_1p()).collect();
    let most_users = users.iter().copied().fold(1.0, f32::max);
    pool.rows
        .iter()
        .enumerate()
        .map(|(place, row)| {
            let mut values = [0.0; FEATURES];
            for signal in 0..SIGNALS {
                values[2 * signal] = row.signals[signal] / largest[signal];
                values[2 * signal + 1] = signal_ranks[signal][place];
            }
            let text = &evidence.rows[place];
            let definition = graph.definition(row.symbol);
            let kind = definition.kind();
            let flags = definition.flags();
            let file = graph.file_of(row.symbol);
            let group = groups.of(graph, row.symbol, place);
            let matched = matched_part(text);
            let type_of_it = graph.container(row.symbol);
            let container = type_of_it.and_then(|container| containers.get(&container));
            let container_users = type_of_it.and_then(|container| degrees.get(&container));
            let degrees = &degrees[&row.symbol];
            let churn = past.map(|past| past.churn(file));
            let is = |yes: bool| f32::from(u8::from(yes));
            let is_whole = matched >= 1.0 && text.named > 0;
            let all_users = users[place];
            let container_matched = container.map_or(0.0, matched_part);
            let siblings = siblings(graph, row.symbol);
            let of_type = if kind.is_type() { Some(row.symbol) } else { type_of_it };
            let strength = of_type
                .and_then(|container| strengths.get(&container))
                .copied()
                .unwrap_or((0.0, LAST.ln_1p()));
            let other: [f32; OTHER] = [
                priors[place] / best_prior,
                prior_ranks[place],
                text.scores[0] / best_field[0],
                text.scores[1] / best_field[1],
                text.scores[2] / best_field[2],
                text.scores[3] / best_field[3],
                text.scores[4] / best_field[4],
                text.scores[5] / best_field[5],
                text.masses[Field::Name.index()] / total,
                text.masses[Field::Container.index()] / total,
                text.masses[Field::Path.index()] / total,
                text.masses[Field::Signature.index()] / total,
                text.masses[Field::Doc.index()] / total,
                text.masses[Field::Body.index()] / total,
                text.identity / total,
                text.covered / total,
                matched,
                f32::from(text.name_length),
                is(matched >= 1.0 && text.named > 0),
                group.best_sibling / best_prior,
                group.rank_in_container,
                group.rank_in_file,
                group.in_container,
                group.in_file,
                group.container_prior / best_prior,
                group.best_member / best_prior,
                file_ranks.get(&file).map_or(LAST, |rank| *rank as f32).ln_1p(),
                is(kind.is_type()),
                is(matches!(kind, Kind::Interface | Kind::Trait)),
                is(matches!(kind, Kind::Method | Kind::Constructor)),
                is(matches!(kind, Kind::Function | Kind::Macro)),
                is(matches!(kind, Kind::Field | Kind::Constant | Kind::Variable | Kind::Variant)),
                match definition.visibility() {
                    Visibility::Public => 0.0,
                    Visibility::Internal => 1.0,
                    Visibility::Protected => 2.0,
                    Visibility::Private => 3.0,
                },
                ((definition.end_line - definition.line + 1) as f32).ln_1p(),
                degrees.users.ln_1p(),
                (graph.outgoing(row.symbol).len() as f32).ln_1p(),
                degrees.tests.ln_1p(),
                if kind.is_type() { (graph.children(row.symbol).count() as f32).ln_1p() } else { 0.0 },
                depth(graph, row.symbol),
                is(!graph.doc(row.symbol).is_empty()),
                (graph.named(graph.name(row.symbol)).take(100).count() as f32).ln_1p(),
                degrees.overrides,
                degrees.overridden,
                is(flags.has(Flags::ABSTRACT)),
                is(flags.has(Flags::DECLARATION)),
                is(row.place.is_some_and(|place| place.peripheral)),
                graph.path(row.symbol).matches('/').count() as f32,
                task_words,
                task_long,
                task.identifiers.len() as f32,
                churn.map_or(0.0, |(commits, _)| commits),
                churn.map_or(0.5, |(_, age)| age),
                is(past.is_some()),
                container.map_or(0.0, matched_part),
                container.map_or(0.0, |text| text.masses[Field::Name.index()] / total),
                container_users.map_or(0.0, |degrees| degrees.users.ln_1p()),
                part_of_container(graph, row.symbol),
                degrees.users / groups.most_users(graph, row.symbol),
                degrees.subtypes.ln_1p(),
                is(kind == Kind::Constructor
                    || graph.container(row.symbol).is_some_and(|container| {
                        graph.kind(container).is_type() && graph.name(container) == graph.name(row.symbol)
                    })),
                row.signals.iter().filter(|signal| **signal > 0.0).count() as f32,
                is(row.place.is_some_and(|place| place.test_support)),
                text.masses[Field::Path.index()].max(text.identity) / total,
                is(is_whole && kind.is_type()),
                if is_whole && kind.is_type() { all_users / most_users } else { 0.0 },
                is(is_whole && kind.is_callable()),
                all_users,
                if kind.is_type() { matched } else { 0.0 },
                if kind.is_callable() { matched } else { 0.0 },
                degrees.overrides * container_matched,
                if kind.is_callable() { container_matched } else { 0.0 },
                reached.get(&row.symbol).copied().unwrap_or(0.0),
                kind_ranks[place],
                is(kind.is_type() && is_main(graph, row.symbol)),
                is(type_of_it.is_some_and(|container| is_main(graph, container))),
                is(text.name_length == 1),
                type_of_it.and_then(|container| reached.get(&container)).copied().unwrap_or(0.0),
                group.in_file - group.in_container,
                is(matches!(kind, Kind::Constant | Kind::Variant)),
                is(matches!(kind, Kind::Field | Kind::Variable)
                    && definition.visibility() == Visibility::Private),
                siblings.0.ln_1p(),
                siblings.1.ln_1p(),
                siblings.0.ln_1p() * container_matched,
                strength.0,
                strength.1,
            ];
            values[2 * SIGNALS..].copy_from_slice(&other);
            values
        })
        .collect()
}

/// What part of a name the task has.
fn matched_part(text: &FieldEvidence) -> f32 {
    let length = f32::from(text.name_length.max(1));
    f32::from(text.named).min(length) / length
}

/// What the words of the task say of the candidates and of the types they
/// belong to, and who uses either.
pub(crate) struct Read {
    evidence: Evidence,
    containers: FxHashMap<u32, FieldEvidence>,
    degrees: FxHashMap<u32, Degrees>,
}

impl Read {
    pub(crate) fn new(graph: &Graph<'_>, index: &Index<'_>, query: &Query, pool: &Pool) -> Read {
        let mut symbols: Vec<u32> = pool.rows.iter().map(|row| row.symbol).collect();
        let mut types: Vec<u32> = symbols.iter().filter_map(|symbol| graph.container(*symbol)).collect();
        types.sort_unstable();
        types.dedup();
        types.retain(|container| graph.kind(*container) != Kind::File);
        // Asked for together: the postings of a word are walked once.
        symbols.extend(&types);
        let mut evidence = index.evidence(query, &SearchOptions::default(), &symbols);
        let of_types = evidence.rows.split_off(pool.rows.len());
        let mut degrees: FxHashMap<u32, Degrees> = FxHashMap::default();
        for symbol in symbols {
            degrees.entry(symbol).or_insert_with(|| Degrees::of(graph, symbol));
        }
        Read { evidence, containers: types.into_iter().zip(of_types).collect(), degrees }
    }
}

/// A member's lines as a share of its type's.
fn part_of_container(graph: &Graph<'_>, symbol: u32) -> f32 {
    let lines = |symbol: u32| {
        let definition = graph.definition(symbol);
        (definition.end_line - definition.line + 1) as f32
    };
    match graph.container(symbol) {
        // A method may stand outside of its type.
        Some(container) if graph.kind(container).is_type() => {
            (lines(symbol) / lines(container).max(1.0)).min(1.0)
        }
        _ => 0.0,
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

/// Who uses a symbol.
#[derive(Default)]
struct Degrees {
    users: f32,
    tests: f32,
    overrides: f32,
    overridden: f32,
    subtypes: f32,
}

impl Degrees {
    fn of(graph: &Graph<'_>, symbol: u32) -> Degrees {
        let mut degrees = Degrees::default();
        for edge in graph.incoming(symbol).take(400) {
            match edge.kind() {
                EdgeKind::Imports | EdgeKind::Mentions => {}
                EdgeKind::Overrides => degrees.overridden = 1.0,
                EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes => degrees.subtypes += 1.0,
                _ if graph.flags(edge.from).has(Flags::TEST) => degrees.tests += 1.0,
                _ => degrees.users += 1.0,
            }
        }
        if graph.outgoing(symbol).iter().any(|edge| edge.kind() == EdgeKind::Overrides) {
            degrees.overrides = 1.0;
        }
        degrees
    }
}

/// How a candidate stands among those of its type and of its file.
#[derive(Default, Clone, Copy)]
struct Group {
    best_sibling: f32,
    rank_in_container: f32,
    rank_in_file: f32,
    in_container: f32,
    in_file: f32,
    container_prior: f32,
    best_member: f32,
}

struct Groups {
    priors: FxHashMap<u32, f32>,
    by_container: FxHashMap<u32, Vec<f32>>,
    by_file: FxHashMap<usize, Vec<f32>>,
    own: Vec<f32>,
    most_users: FxHashMap<u32, f32>,
}

impl Groups {
    fn new(graph: &Graph<'_>, pool: &Pool, priors: &[f32], degrees: &FxHashMap<u32, Degrees>) -> Groups {
        let mut groups = Groups {
            priors: FxHashMap::default(),
            by_container: FxHashMap::default(),
            by_file: FxHashMap::default(),
            own: priors.to_vec(),
            most_users: FxHashMap::default(),
        };
        for (row, prior) in pool.rows.iter().zip(priors) {
            groups.priors.insert(row.symbol, *prior);
            if let Some(container) = graph.container(row.symbol) {
                groups.by_container.entry(container).or_default().push(*prior);
                let most = groups.most_users.entry(container).or_insert(1.0);
                *most = most.max(degrees[&row.symbol].users);
            }
            groups.by_file.entry(graph.file_of(row.symbol)).or_default().push(*prior);
        }
        for list in groups.by_container.values_mut().chain(groups.by_file.values_mut()) {
            list.sort_by(|a, b| b.total_cmp(a));
        }
        groups
    }

    /// The users of the most used candidate among a symbol's siblings.
    fn most_users(&self, graph: &Graph<'_>, symbol: u32) -> f32 {
        graph.container(symbol).and_then(|container| self.most_users.get(&container)).copied().unwrap_or(1.0)
    }

    fn of(&self, graph: &Graph<'_>, symbol: u32, place: usize) -> Group {
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

fn depth(graph: &Graph<'_>, symbol: u32) -> f32 {
    let containers = std::iter::successors(Some(symbol), |at| graph.container(*at));
    containers.take(8).count() as f32
}

#[cfg(test)]
mod tests {
    use super::{
        CONSTRUCTOR, FEATURES, PERIPHERAL, PRIOR_RANK, PRIOR_SHARE, TEST_SUPPORT, feature_name, prior_share,
        ranks, silence,
    };
    use crate::pool::Signal;
    use std::collections::BTreeSet;

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let names: BTreeSet<String> = (0..FEATURES).map(feature_name).collect();
        assert_eq!(names.len(), FEATURES);
        assert!(!names.contains(""));
    }

    #[test]
    fn features_that_are_read_again_are_where_they_are_sought() {
        let names = [PRIOR_SHARE, PRIOR_RANK, PERIPHERAL, TEST_SUPPORT, CONSTRUCTOR].map(feature_name);
        assert_eq!(names, ["prior share", "prior rank", "peripheral", "test support", "constructor"]);
    }

    #[test]
    fn silence_takes_a_signal_out_of_the_prior_too() {
        let mut rows = [[0.0; FEATURES]; 2];
        rows[0][2 * Signal::Echo as usize] = 1.0;
        rows[1][2 * Signal::Docs as usize] = 0.1;
        silence(&mut rows, &[]);
        assert!(prior_share(&rows[0]) > prior_share(&rows[1]));
        silence(&mut rows, &[Signal::Echo]);
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
