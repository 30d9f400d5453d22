//! P@10 over rounds of feedback.

use super::super::analysis::Analysis;
use super::colour;
use super::svg::{Frame, Scale, apart, escape, ticks};
use std::fmt::Write;

pub(super) fn learning(analysis: &Analysis) -> String {
    let curves = &analysis.measures.learning;
    let rounds = curves.iter().map(|one| one.same.len().max(one.other.len())).max().unwrap_or(0);
    if rounds < 2 {
        return "<p class=\"empty\">Not measured in this run.</p>".to_owned();
    }
    let values = || curves.iter().flat_map(|one| one.same.iter().chain(&one.other)).copied();
    let (y_ticks, most) = ticks(values().fold(0.0, f64::max) * 1.05);
    let frame =
        Frame::new(560.0, 360.0, 96.0, Scale::Linear(0.0, (rounds - 1) as f64), Scale::Linear(0.0, most));
    let x_ticks: Vec<(f64, String)> = (0..rounds).map(|round| (round as f64, round.to_string())).collect();
    let mut out = frame.open(&x_ticks, &y_ticks, ("rounds of feedback", "P@10"), "learning from feedback");
    let ends: Vec<f64> = curves
        .iter()
        .map(|one| one.same.last().or(one.other.last()).map_or(0.0, |end| frame.y(*end)))
        .collect();
    let labels = apart(&ends, 13.0, frame.area.3);
    for (place, one) in curves.iter().enumerate() {
        let index = analysis
            .systems
            .iter()
            .position(|system| system.name == one.system)
            .unwrap_or(analysis.systems.len() + place);
        let name = escape(&one.system);
        let _ = write!(out, "<g class=\"s s{}\" data-s=\"{index}\">", colour(index));
        for (class, which, values) in
            [("line", "the same tasks", &one.same), ("line dashed", "other tasks", &one.other)]
        {
            let points: Vec<String> = values
                .iter()
                .enumerate()
                .map(|(round, value)| format!("{:.1},{:.1}", frame.x(round as f64), frame.y(*value)))
                .collect();
            let _ = write!(out, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
            for (round, value) in values.iter().enumerate() {
                let _ = write!(
                    out,
                    "<circle class=\"dot\" r=\"3\" cx=\"{:.1}\" cy=\"{:.1}\" data-tip=\"{name} on {which}, after {round} rounds: {value:.3}\"/>",
                    frame.x(round as f64),
                    frame.y(*value)
                );
            }
        }
        let _ = write!(
            out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{name}</text></g>",
            frame.area.1 + 8.0,
            labels[place] + 4.0
        );
    }
    out.push_str("</svg>");
    out
}
