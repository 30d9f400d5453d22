//! Metrics of test selections against values computed by hand.

use super::{Quality, Run, RunMetrics, Summary};
use std::collections::BTreeSet;

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn run(suggested: &[&str], failed: &[&str], ran: &[&str], all: usize) -> Run {
    Run {
        suggested: suggested.iter().map(|name| (*name).to_owned()).collect(),
        failed: set(failed),
        ran: set(ran),
        all,
        ..Run::default()
    }
}

fn is(value: Option<f64>, expected: f64) -> bool {
    value.is_some_and(|value| (value - expected).abs() < 1e-12)
}

#[test]
fn metrics_of_a_run_are_those_computed_by_hand() {
    let mut one = run(&["a", "b", "c", "d", "e", "f"], &["b", "f", "x"], &["a", "b", "f", "x", "y"], 20);
    one.seconds = Some((4.0, 16.0));
    let metrics = one.metrics();
    // Of a-e one failed and two ran; of three failures two are suggested; the first is the second.
    assert!(is(metrics.precision, 1.0 / 5.0) && is(metrics.precision_ran, 2.0 / 5.0));
    assert!(is(metrics.recall, 2.0 / 3.0) && metrics.hit == Some(true));
    assert!(is(metrics.reciprocal_rank, 0.5) && is(metrics.coverage, 6.0 / 20.0));
    assert!(is(metrics.time_saved, 0.75));
}

#[test]
fn fewer_than_five_suggestions_divide_by_their_number() {
    let metrics = run(&["a", "b"], &["a"], &["a", "b"], 10).metrics();
    assert!(is(metrics.precision, 0.5) && is(metrics.precision_ran, 1.0));
}

#[test]
fn a_run_without_failures_has_no_recall() {
    let metrics = run(&["a"], &[], &["a", "b"], 10).metrics();
    assert_eq!((metrics.recall, metrics.hit, metrics.precision), (None, None, None));
    assert!(is(metrics.coverage, 0.1) && is(metrics.precision_ran, 1.0));
    let summary = Summary::of(&[metrics; 30]);
    assert_eq!((summary.runs, summary.runs_with_failure), (30, 0));
    assert_eq!((summary.recall, summary.hit_rate), (None, None));
    assert_eq!(summary.quality(), Quality::TooFewSamples);
}

#[test]
fn a_failure_that_nothing_suggested_counts_as_zero() {
    let metrics = run(&[], &["x"], &["x"], 10).metrics();
    assert!(is(metrics.precision, 0.0) && is(metrics.recall, 0.0) && is(metrics.reciprocal_rank, 0.0));
    assert_eq!(metrics.hit, Some(false));
}

#[test]
fn means_are_over_the_runs_that_have_a_value() {
    let with = run(&["a"], &["a"], &["a"], 10).metrics();
    let missed = run(&["b"], &["a"], &["a", "b"], 10).metrics();
    let without = run(&["a", "b"], &[], &["a", "b"], 10).metrics();
    let summary = Summary::of(&[with, missed, without]);
    assert_eq!((summary.runs, summary.runs_with_failure), (3, 2));
    assert!(is(summary.recall, 0.5) && is(summary.hit_rate, 0.5) && is(summary.mrr, 0.5));
    assert!(is(summary.coverage, 0.4 / 3.0));
}

#[test]
fn a_verdict_needs_ten_runs_with_a_failure() {
    let perfect = run(&["a"], &["a"], &["a"], 10).metrics();
    assert_eq!(Summary::of(&[perfect; 9]).quality(), Quality::TooFewSamples);
    assert_eq!(Summary::of(&[perfect; 10]).quality(), Quality::Excellent);
}

#[test]
fn levels_begin_at_their_thresholds() {
    let level = |hit: f64, precision: f64, recall: f64, coverage: f64| {
        let summary = Summary {
            runs_with_failure: 10,
            hit_rate: Some(hit),
            precision: Some(precision),
            recall: Some(recall),
            coverage: Some(coverage),
            ..Summary::of(&[RunMetrics::default()])
        };
        summary.quality()
    };
    assert_eq!(level(0.95, 0.80, 0.90, 0.29), Quality::Excellent);
    assert_eq!(level(0.95, 0.80, 0.90, 0.30), Quality::Good);
    assert_eq!(level(0.80, 0.60, 0.70, 0.49), Quality::Good);
    assert_eq!(level(0.80, 0.60, 0.70, 0.50), Quality::BelowGood);
    assert_eq!(level(0.79, 0.60, 0.70, 0.10), Quality::BelowGood);
}
