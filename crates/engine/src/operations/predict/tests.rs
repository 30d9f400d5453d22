//! `predict tests`: the tests that a change modifies or breaks.

use super::super::test_ids::{self, is_test};
use super::recorded_runs::{RunRecord, recorded_runs};
use super::{Outcome, PredictionInputs, answer, change, never_rising, reasons};
use crate::{EngineError, View};
use fathom_experts::gate::Gate;
use fathom_experts::paths::PathKind;
use fathom_experts::replay::change_words;
use fathom_experts::signals::pairs::pair_signals;
use fathom_experts::{ExpertId, Prediction};
use fathom_graph::impact::{self, Impacted};
use fathom_graph::{Graph, SymbolId};
use fathom_protocol::predict::tests::{Request, Response};
use fathom_protocol::predict::{Answer, DEFAULT_LIMIT};
use fathom_protocol::{Change, Diff};
use fathom_text::Tokenizer;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// References in a row between a test case and the change.
const DEPTH: u32 = 4;
/// How much less likely each further reference makes it that a test case notices the change.
const DECAY: f64 = 0.7;
/// Test cases of one file that are listed.
const MOST_CASES: usize = 20;

/// Test files and test cases, most probable first.
pub(crate) struct TestPredictions {
    pub(crate) predictions: Vec<Prediction>,
    /// Test files that were considered.
    pub(crate) candidates: usize,
    /// Test files of the repository.
    pub(crate) suite: usize,
    pub(crate) notes: Vec<String>,
}

/// Finds the tests that a change modifies or breaks.
pub fn run(view: &View<'_>, request: &Request, now: i64) -> Result<Response, EngineError> {
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let found = predict_tests(view, &request.change, limit)?;
    Ok(described(view, request, found, limit, now)?.into())
}

/// The answer of the expert, recorded.
pub(crate) fn described(
    view: &View<'_>,
    question: &impl Serialize,
    found: TestPredictions,
    limit: usize,
    now: i64,
) -> Result<Answer, EngineError> {
    let listed: BTreeSet<&str> = found.predictions.iter().take(limit).map(|one| one.path.as_str()).collect();
    let share = listed.len() as f64 / found.suite.max(1) as f64;
    let outcome = Outcome {
        expert: ExpertId::Tests,
        candidates: found.candidates,
        suite_share: Some((share * 1e4).round() / 1e4),
        notes: found.notes,
        predictions: found.predictions,
    };
    answer(view, question, outcome, limit, now)
}

/// The tests of a change: files, and the cases in them that reach it.
pub(crate) fn predict_tests(
    view: &View<'_>,
    input: &Change,
    limit: usize,
) -> Result<TestPredictions, EngineError> {
    let change = change::read(view, input)?;
    let diff = input.diff.as_ref();
    if change.paths.is_empty() {
        let why = if diff.is_some() || input.since.is_some() || input.staged {
            "the change touches no file; name the changed files"
        } else {
            "nothing was given; name changed files, or give a diff"
        };
        return Err(EngineError::Request(why.into()));
    }
    let inputs = PredictionInputs::of(view)?;
    let scene = inputs.scene();
    let given = inputs.infos(&change.paths);
    let is_allowed: Vec<bool> = scene.tree.iter().map(|one| one.info.kind == PathKind::Test).collect();
    let suite = is_allowed.iter().filter(|is_test| **is_test).count();
    let words = change_words(&mut Tokenizer::of_thread(), &change.lines);
    let signals = pair_signals(&scene, &given, &words, is_allowed);
    let gate = Gate::new(ExpertId::Tests, signals.features.names(), inputs.foresight.gate(ExpertId::Tests));
    let mut scored = gate.score(&signals.features.rows());
    let candidates = scored.len();
    let records = recorded_runs(view);
    for one in &mut scored {
        if let Some(record) = records.get(&scene.tree[one.candidate].info.path) {
            one.probability = record.correct(one.probability);
        }
    }
    let seconds = |candidate: usize| {
        let record = records.get(scene.tree[candidate].info.path.as_str());
        record.and_then(RunRecord::seconds).unwrap_or_default()
    };
    // Of tests that are about as likely to fail, those come first that take less time.
    let is_timed = records.values().any(|record| record.seconds().is_some());
    let rounded =
        |probability: f64| if is_timed { (probability * 100.0).round() / 100.0 } else { probability };
    scored.sort_by(|a, b| {
        let by_chance = rounded(b.probability).total_cmp(&rounded(a.probability));
        let by_time = seconds(a.candidate).total_cmp(&seconds(b.candidate));
        by_chance.then(by_time).then(b.probability.total_cmp(&a.probability))
    });
    let cases = reaching_cases(view, &change.paths, diff);
    let mut predictions: Vec<Prediction> = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut add = |path: &str, probability: f64, reasons: Vec<String>| {
        predictions.push(Prediction { path: path.to_owned(), id: None, probability, reasons });
        for case in cases.get(path).into_iter().flatten().take(MOST_CASES) {
            predictions.push(Prediction {
                path: path.to_owned(),
                id: Some(case.id.clone()),
                probability: probability * case.share,
                reasons: vec![case.reason.clone()],
            });
        }
    };
    for one in scored.iter().take(limit) {
        let path = scene.tree[one.candidate].info.path.as_str();
        let is_changed = change.paths.contains(path);
        seen.insert(path);
        let mut reasons = reasons::of_pair(&scene, &signals, &given, one.candidate);
        reasons.extend(records.get(path).into_iter().flat_map(RunRecord::reasons));
        if is_changed {
            reasons.insert(0, "the change touches it".to_owned());
        }
        add(path, if is_changed { 1.0 } else { one.probability }, reasons);
    }
    // Tests that reach the change only by calls come last: they are cheap to run and rarely break.
    let least = scored.iter().take(limit).next_back().map_or(0.01, |one| one.probability).min(0.01);
    for (path, of_path) in &cases {
        if !seen.contains(path.as_str()) {
            let reason = of_path.first().map(|case| case.reason.clone());
            add(path, least, reason.into_iter().collect());
        }
    }
    predictions.sort_by(|a, b| rounded(b.probability).total_cmp(&rounded(a.probability)));
    never_rising(&mut predictions);
    let listed: BTreeSet<&str> = predictions.iter().take(limit).map(|one| one.path.as_str()).collect();
    let notes = time_note(&records, &listed).into_iter().collect();
    Ok(TestPredictions { predictions, candidates, suite, notes })
}

/// The recorded time of the listed test files and of all; `None` if no duration is recorded.
fn time_note(records: &BTreeMap<String, RunRecord>, listed: &BTreeSet<&str>) -> Option<String> {
    let known = || records.iter().filter_map(|(file, record)| Some((file.as_str(), record.seconds()?)));
    let all: f64 = known().map(|(_, seconds)| seconds).sum();
    let own: f64 = known().filter(|(file, _)| listed.contains(file)).map(|(_, seconds)| seconds).sum();
    (all > 0.0).then(|| {
        let saved = 100.0 * (1.0 - own / all);
        format!("by recorded runs, these test files take {own:.1} s of {all:.1} s ({saved:.0}% saved)")
    })
}

/// A test case that reaches the change.
struct Case {
    id: String,
    /// Of the probability of its file.
    share: f64,
    reason: String,
}

/// The test cases that reach a change by calls, by file; nearest first.
fn reaching_cases(
    view: &View<'_>,
    paths: &BTreeSet<String>,
    diff: Option<&Diff>,
) -> BTreeMap<String, Vec<Case>> {
    let graph = view.graph;
    let touched = diff
        .and_then(|diff| super::super::diff::touched(graph, &diff.0).ok())
        .filter(|found| !found.is_empty());
    let changed: Vec<SymbolId> = touched.unwrap_or_else(|| {
        let files = paths.iter().filter_map(|path| graph.file_at(path));
        files
            .flat_map(|file| {
                let first = graph.file_symbol(file);
                let count = graph.files()[file.index()].facts.definitions.len() as u32;
                first.up_to(first + count)
            })
            .collect()
    });
    let options = impact::Options { depth: DEPTH, ..impact::Options::default() };
    let mut cases: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let touched = changed.iter().filter(|symbol| is_test(graph, **symbol));
    for symbol in touched {
        let id = test_ids::of(graph, *symbol).to_string();
        if diff.is_some() && seen.insert(id.clone()) {
            let case = Case { id, share: 1.0, reason: "the change touches it".to_owned() };
            cases.entry(graph.path(*symbol).to_owned()).or_default().push(case);
        }
    }
    for one in impact::impact(graph, &changed, &options).iter().filter(|one| is_test(graph, one.symbol)) {
        let id = test_ids::of(graph, one.symbol).to_string();
        if seen.insert(id.clone()) {
            let share = f64::from(one.confidence) * DECAY.powi(one.depth.saturating_sub(1) as i32);
            let case = Case { id, share: share.min(0.99), reason: reason(graph, one) };
            cases.entry(graph.path(one.symbol).to_owned()).or_default().push(case);
        }
    }
    for of_file in cases.values_mut() {
        of_file.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.id.cmp(&b.id)));
    }
    cases
}

fn reason(graph: &Graph<'_>, one: &Impacted) -> String {
    let place = format!("{}:{}", graph.path(one.edge.from), one.edge.line);
    let verb = one.edge.kind().word();
    match one.depth {
        1 => format!("{verb} {} ({place})", graph.qualified_name(one.via)),
        depth => {
            format!("reaches the change in {depth} steps, by {} ({place})", graph.qualified_name(one.via))
        }
    }
}
