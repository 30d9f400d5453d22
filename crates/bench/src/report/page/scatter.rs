//! Recall against the tokens of an answer.

use super::super::analysis::Analysis;
use super::super::markdown::whole;
use super::super::measure::{Measure, MeasureKind};
use super::svg::{Frame, Scale, apart, escape};
use super::{Matching, colour};
use crate::record::Outcome;
use std::fmt::Write;

pub(super) fn scatter(analysis: &Analysis, matching: Matching) -> String {
    let measure = Measure::Symbols(matching, MeasureKind::Recall(10));
    let answers =
        || analysis.systems.iter().flat_map(|system| &system.answers).filter(|answer| answer.tokens > 0);
    let least = answers().map(|answer| answer.tokens as f64).fold(f64::INFINITY, f64::min).clamp(1.0, 1e9);
    let most = answers().map(|answer| answer.tokens as f64).fold(10.0, f64::max);
    let scale = Scale::Log(least * 0.8, (most * 1.25).max(least * 2.0));
    let frame = Frame::new(560.0, 360.0, 20.0, scale, Scale::Linear(0.0, 1.0));
    let y_ticks: Vec<(f64, String)> =
        (0..=5).map(|step| (f64::from(step) / 5.0, format!("{:.1}", f64::from(step) / 5.0))).collect();
    let mut out = frame.open(
        &steps(least * 0.8, most * 1.25),
        &y_ticks,
        ("tokens of the answer", "R@10"),
        "recall against tokens",
    );
    let means: Vec<(f64, f64)> = analysis
        .systems
        .iter()
        .map(|system| (system.mean_tokens().unwrap_or(least), system.mean(measure)))
        .collect();
    for (index, system) in analysis.systems.iter().enumerate().rev() {
        let _ = write!(out, "<g class=\"s s{}\" data-s=\"{index}\">", colour(index));
        for answer in system.answers.iter().filter(|answer| answer.outcome == Outcome::Answered) {
            if let Some(value) = measure.value(&answer.score).filter(|_| answer.tokens > 0) {
                let _ = write!(
                    out,
                    "<circle class=\"task\" r=\"2\" cx=\"{:.1}\" cy=\"{:.1}\"/>",
                    frame.x(answer.tokens as f64),
                    frame.y(value)
                );
            }
        }
        out.push_str("</g>");
    }
    let labels = apart(&means.iter().map(|mean| frame.y(mean.1)).collect::<Vec<_>>(), 14.0, frame.area.3);
    for (index, system) in analysis.systems.iter().enumerate().rev() {
        let (tokens, recall) = means[index];
        let name = escape(&system.name);
        let (x, y) = (frame.x(tokens), frame.y(recall));
        // Names in the right half are to the left of their dots.
        let (place, class) = if x > frame.width * 0.62 { (x - 10.0, "name end") } else { (x + 10.0, "name") };
        let _ = write!(
            out,
            "<g class=\"s s{}\" data-s=\"{index}\"><circle class=\"dot\" r=\"7\" cx=\"{x:.1}\" cy=\"{y:.1}\" data-tip=\"{name}: mean {} tokens, mean R@10 {recall:.3}\"/><text class=\"{class}\" x=\"{place:.1}\" y=\"{:.1}\">{name}</text></g>",
            colour(index),
            whole(tokens),
            labels[index] + 4.0
        );
    }
    out.push_str("</svg>");
    out
}

/// 1, 2 and 5 times powers of ten.
fn steps(low: f64, high: f64) -> Vec<(f64, String)> {
    let mut all = Vec::new();
    let mut power = 1.0;
    while power <= high {
        for factor in [1.0, 2.0, 5.0] {
            let value = power * factor;
            if value >= low && value <= high {
                all.push((value, whole(value)));
            }
        }
        power *= 10.0;
    }
    // Too many would run into each other.
    if all.len() > 8 {
        all.retain(|(value, _)| value.log10().fract().abs() < 1e-9);
    }
    all
}
