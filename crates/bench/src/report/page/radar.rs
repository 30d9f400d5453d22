//! A profile of each system, beside the mean of all.

use super::super::analysis::{Analysis, System};
use super::super::markdown::{score, time, whole};
use super::super::measure::{Measure, MeasureKind};
use super::svg::{escape, open};
use super::{Matching, colour};
use std::f64::consts::TAU;
use std::fmt::Write;

const SIZE: f64 = 200.0;
const RADIUS: f64 = 61.0;

/// An axis: its name, each system's place from 0 to 1, each system's value as text.
struct Axis {
    name: &'static str,
    places: Vec<f64>,
    texts: Vec<String>,
}

pub(super) fn radars(analysis: &Analysis, matching: Matching) -> String {
    let axes = axes(analysis, matching);
    let count = analysis.systems.len().max(1) as f64;
    let mean: Vec<f64> = axes.iter().map(|axis| axis.places.iter().sum::<f64>() / count).collect();
    let mut out = String::from("<div class=\"radars\">");
    for (index, system) in analysis.systems.iter().enumerate() {
        let name = escape(&system.name);
        let places: Vec<f64> = axes.iter().map(|axis| axis.places[index]).collect();
        let _ = write!(
            out,
            "<figure class=\"s s{}\" data-s=\"{index}\">{}",
            colour(index),
            open(SIZE, SIZE, &format!("profile of {}", system.name))
        );
        for ring in [0.25, 0.5, 0.75, 1.0] {
            let _ = write!(out, "<polygon class=\"ring\" points=\"{}\"/>", points(&vec![ring; axes.len()]));
        }
        for (at, axis) in axes.iter().enumerate() {
            let (x, y) = place(at, axes.len(), 1.0);
            let (tx, ty) = place(at, axes.len(), 1.17);
            let class = if tx > SIZE / 2.0 + 8.0 {
                ""
            } else if tx < SIZE / 2.0 - 8.0 {
                " end"
            } else {
                " mid"
            };
            let _ = write!(
                out,
                "<line class=\"ring\" x1=\"{0:.1}\" y1=\"{0:.1}\" x2=\"{x:.1}\" y2=\"{y:.1}\"/><text class=\"axis{class}\" x=\"{tx:.1}\" y=\"{2:.1}\">{1}</text>",
                SIZE / 2.0,
                axis.name,
                ty + 3.5
            );
        }
        let _ = write!(
            out,
            "<polygon class=\"mean\" points=\"{}\"/><polygon class=\"shape\" points=\"{}\"/>",
            points(&mean),
            points(&places)
        );
        for (at, axis) in axes.iter().enumerate() {
            let (x, y) = place(at, axes.len(), places[at]);
            let _ = write!(
                out,
                "<circle class=\"dot\" r=\"3\" cx=\"{x:.1}\" cy=\"{y:.1}\" data-tip=\"{name}, {}: {}\"/>",
                axis.name,
                escape(&axis.texts[index])
            );
        }
        let _ = write!(out, "</svg><figcaption>{name}</figcaption></figure>");
    }
    out.push_str("</div>");
    out
}

fn axes(analysis: &Analysis, matching: Matching) -> Vec<Axis> {
    let mut axes = Vec::new();
    for (name, what) in [
        ("P@10", MeasureKind::Precision(10)),
        ("R@10", MeasureKind::Recall(10)),
        ("NDCG", MeasureKind::Ndcg),
        ("MRR", MeasureKind::Mrr),
    ] {
        let values: Vec<f64> =
            analysis.systems.iter().map(|system| system.mean(Measure::Symbols(matching, what))).collect();
        let most = values.iter().copied().fold(1e-9, f64::max);
        axes.push(Axis {
            name,
            places: values.iter().map(|value| value / most).collect(),
            texts: values.iter().map(|value| score(*value)).collect(),
        });
    }
    axes.push(costs(analysis, "speed", |system| system.median_ms(|answer| answer.warm_ms), time));
    axes.push(costs(analysis, "tokens", System::mean_tokens, whole));
    axes
}

/// Least is best, on a log scale from the worst to the best.
fn costs(
    analysis: &Analysis,
    name: &'static str,
    of: impl Fn(&System) -> Option<f64>,
    text: impl Fn(f64) -> String,
) -> Axis {
    let values: Vec<Option<f64>> =
        analysis.systems.iter().map(|system| of(system).map(|value| value.max(0.1))).collect();
    let known = || values.iter().flatten().copied();
    let (least, most) = (known().fold(f64::INFINITY, f64::min), known().fold(0.0, f64::max));
    let share = |value: f64| {
        if most <= least { 1.0 } else { 0.08 + 0.92 * (most / value).ln() / (most / least).ln() }
    };
    Axis {
        name,
        places: values.iter().map(|value| value.map_or(0.0, share)).collect(),
        texts: values.iter().map(|value| value.map_or_else(|| "–".to_owned(), &text)).collect(),
    }
}

fn place(at: usize, axes: usize, share: f64) -> (f64, f64) {
    let angle = TAU * at as f64 / axes as f64 - TAU / 4.0;
    (SIZE / 2.0 + RADIUS * share * angle.cos(), SIZE / 2.0 + RADIUS * share * angle.sin())
}

fn points(shares: &[f64]) -> String {
    let all = shares.iter().enumerate().map(|(at, share)| {
        let (x, y) = place(at, shares.len(), *share);
        format!("{x:.1},{y:.1}")
    });
    all.collect::<Vec<_>>().join(" ")
}
