//! P@10 over rounds of feedback.

use super::super::analysis::Analysis;
use super::colour;
use super::svg::{Frame, Scale, apart, escape, ticks};
use crate::measures::Round;
use crate::statistics::bootstrap::{Interval, interval};
use crate::statistics::{SEED, mean};
use std::fmt::Write;

/// The curves; `None` if learning was not measured.
pub(super) fn learning(analysis: &Analysis) -> Option<String> {
    let curves = &analysis.measures.learning;
    let rounds = curves.iter().map(|one| one.same.len().max(one.other.len())).max().unwrap_or(0);
    if rounds < 2 {
        return None;
    }
    let drawn: Vec<[Vec<Point>; 2]> =
        curves.iter().map(|one| [points(&one.same), points(&one.other)]).collect();
    let highest = drawn.iter().flatten().flatten().map(|point| point.interval.high).fold(0.0, f64::max);
    let (y_ticks, most) = ticks(highest * 1.05);
    let frame =
        Frame::new(560.0, 360.0, 96.0, Scale::Linear(0.0, (rounds - 1) as f64), Scale::Linear(0.0, most));
    let x_ticks: Vec<(f64, String)> = (0..rounds).map(|round| (round as f64, round.to_string())).collect();
    let mut out = frame.open(&x_ticks, &y_ticks, ("rounds of feedback", "P@10"), "learning from feedback");
    let ends: Vec<f64> = drawn
        .iter()
        .map(|[same, other]| same.last().or(other.last()).map_or(0.0, |end| frame.y(end.mean)))
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
        for (points, (class, which)) in
            drawn[place].iter().zip([("line", "the same tasks"), ("line dashed", "other tasks")])
        {
            let x = |round: usize| frame.x(round as f64);
            let line: Vec<String> = points
                .iter()
                .enumerate()
                .map(|(round, point)| format!("{:.1},{:.1}", x(round), frame.y(point.mean)))
                .collect();
            let _ = write!(out, "<polyline class=\"{class}\" points=\"{}\"/>", line.join(" "));
            for (round, point) in points.iter().enumerate() {
                let Interval { low, high } = point.interval;
                let _ = write!(
                    out,
                    "<line class=\"whisker\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{1:.1}\" y2=\"{2:.1}\"/>",
                    x(round),
                    frame.y(low),
                    frame.y(high)
                );
                let _ = write!(
                    out,
                    "<circle class=\"dot\" r=\"3\" cx=\"{:.1}\" cy=\"{:.1}\" data-tip=\"{name} on {which}, after {round} rounds: {:.3} [{low:.3}, {high:.3}]\"/>",
                    x(round),
                    frame.y(point.mean),
                    point.mean
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
    Some(out)
}

/// The mean after one round.
struct Point {
    mean: f64,
    interval: Interval,
}

fn points(rounds: &[Round]) -> Vec<Point> {
    let point =
        |round: &Round| Point { mean: mean(&round.precision), interval: interval(&round.precision, SEED) };
    rounds.iter().map(point).collect()
}
