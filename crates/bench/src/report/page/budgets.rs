//! Recall against the tokens of an answer, at each budget that systems were asked for.

use super::super::analysis::Analysis;
use super::colour;
use super::svg::{Frame, Scale, escape, ticks};
use std::fmt::Write;

/// The picture; empty where no budget was asked for.
pub(super) fn budgets(analysis: &Analysis) -> String {
    let all: Vec<Vec<(usize, f64, f64)>> =
        analysis.systems.iter().map(super::super::analysis::System::by_budget).collect();
    let most = |value: fn(&(usize, f64, f64)) -> f64| all.iter().flatten().map(value).fold(0.01, f64::max);
    if all.iter().all(Vec::is_empty) {
        return String::new();
    }
    let (x_ticks, x_most) = ticks(most(|point| point.1));
    let (y_ticks, y_most) = ticks(most(|point| point.2));
    let frame = Frame::new(560.0, 360.0, 20.0, Scale::Linear(0.0, x_most), Scale::Linear(0.0, y_most));
    let mut out = frame.open(&x_ticks, &y_ticks, ("tokens", "strict recall"), "recall against tokens");
    for (index, curve) in all.iter().enumerate().filter(|(_, curve)| !curve.is_empty()) {
        let points: Vec<String> =
            curve.iter().map(|(_, t, r)| format!("{:.1},{:.1}", frame.x(*t), frame.y(*r))).collect();
        let _ = write!(
            out,
            "<g class=\"s s{}\" data-s=\"{index}\"><polyline class=\"line\" points=\"{}\"/>",
            colour(index),
            points.join(" ")
        );
        for (budget, tokens, recall) in curve {
            let _ = write!(
                out,
                "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}, budget {budget}: {recall:.3}</title></circle>",
                frame.x(*tokens),
                frame.y(*recall),
                escape(&analysis.systems[index].name)
            );
        }
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    out
}
