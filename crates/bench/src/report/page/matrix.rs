//! Which differences may be claimed.

use super::super::analysis::Analysis;
use super::super::measure::{Measure, MeasureKind};
use super::svg::{escape, open};
use super::{Matching, colour};
use std::fmt::Write;

const LEFT: f64 = 96.0;
const WIDTH: f64 = 560.0;

pub(super) fn matrix(analysis: &Analysis, matching: Matching) -> String {
    let measure = if analysis.ranked_by == Measure::FIRST {
        // What each matching is best at: precision in the public one, recall one to one.
        let what =
            if matching == Matching::Lenient { MeasureKind::Precision(10) } else { MeasureKind::Recall(10) };
        Measure::Symbols(matching, what)
    } else {
        analysis.ranked_by
    };
    let count = analysis.systems.len() as f64;
    let cell = ((WIDTH - LEFT - 8.0) / count).min(76.0);
    let row_height = cell.clamp(26.0, 46.0);
    let height = 40.0 + row_height * count;
    let mut out = open(WIDTH, height, "significance of differences");
    let _ = write!(out, "<text class=\"axis\" x=\"4\" y=\"24\">{}</text>", measure.name());
    for (column, system) in analysis.systems.iter().enumerate() {
        let room = (cell / 6.4) as usize;
        let name: String = system.name.chars().take(room).collect();
        let _ = write!(
            out,
            "<g class=\"s s{}\" data-s=\"{column}\"><text class=\"name mid\" x=\"{:.1}\" y=\"24\">{}</text></g>",
            colour(column),
            LEFT + cell * (column as f64 + 0.5),
            escape(&name)
        );
    }
    for (row, system) in analysis.systems.iter().enumerate() {
        let y = 34.0 + row_height * row as f64;
        let _ = write!(
            out,
            "<g class=\"s s{}\" data-s=\"{row}\"><text class=\"name end\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            colour(row),
            LEFT - 8.0,
            y + row_height / 2.0 + 4.0,
            escape(&system.name)
        );
        for column in 0..analysis.systems.len() {
            let x = LEFT + cell * column as f64;
            let pair = analysis.pairs.iter().find(|pair| {
                pair.measure == measure && (pair.first, pair.second) == (row.min(column), row.max(column))
            });
            let Some(pair) = pair.filter(|_| row != column) else {
                let _ = write!(
                    out,
                    "<rect class=\"pair self\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/>",
                    cell - 3.0,
                    row_height - 3.0
                );
                continue;
            };
            let sign = if row == pair.first { 1.0 } else { -1.0 };
            let (difference, d) = (pair.difference * sign, pair.d * sign);
            let side = if difference >= 0.0 { "up" } else { "down" };
            let class = if pair.better().is_some() { "sure" } else { "pale" };
            let _ = write!(
                out,
                "<g data-tip=\"{} against {}: {} {difference:+.3}, p {:.2e} (corrected {:.2e}), d {d:+.2}, {} tasks\"><rect class=\"pair {side} {class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\"/><text class=\"mid {class}\" x=\"{:.1}\" y=\"{:.1}\">{difference:+.2}</text></g>",
                escape(&system.name),
                escape(&analysis.systems[column].name),
                measure.name(),
                pair.p,
                pair.corrected,
                pair.tasks,
                cell - 3.0,
                row_height - 3.0,
                x + cell / 2.0 - 1.5,
                y + row_height / 2.0 + 2.5
            );
        }
    }
    out.push_str("</svg>");
    out
}
