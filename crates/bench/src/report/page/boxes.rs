//! How scores spread over tasks.

use super::super::analysis::Analysis;
use super::super::measure::{Measure, MeasureKind};
use super::svg::{escape, open};
use super::{Matching, colour};
use crate::statistics::{mean, quantile};
use std::fmt::Write;

const ROW: f64 = 40.0;
const LEFT: f64 = 96.0;
const WIDTH: f64 = 560.0;

pub(super) fn boxes(analysis: &Analysis, matching: Matching) -> String {
    let measure = Measure::Symbols(matching, MeasureKind::Recall(10));
    let height = 34.0 + ROW * analysis.systems.len() as f64;
    let x = |value: f64| LEFT + (WIDTH - LEFT - 16.0) * value;
    let mut out = open(WIDTH, height, "spread of R@10 over tasks");
    out.push_str("<g class=\"grid\">");
    for step in 0..=5 {
        let value = f64::from(step) / 5.0;
        let _ = write!(
            out,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"4\" y2=\"{1:.1}\"/><text class=\"mid\" x=\"{0:.1}\" y=\"{2:.1}\">{value:.1}</text>",
            x(value),
            height - 28.0,
            height - 10.0
        );
    }
    out.push_str("</g>");
    for (index, system) in analysis.systems.iter().enumerate() {
        let values = system.values(measure, &|_| true);
        if values.is_empty() {
            continue;
        }
        let [lower, middle, upper] = [0.25, 0.5, 0.75].map(|share| quantile(&values, share));
        let reach = 1.5 * (upper - lower);
        let inside = |value: &&f64| **value >= lower - reach - 1e-9 && **value <= upper + reach + 1e-9;
        let least = values.iter().filter(inside).copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().filter(inside).copied().fold(0.0, f64::max);
        let average = mean(&values);
        let y = 8.0 + ROW * index as f64 + ROW / 2.0 - 4.0;
        let name = escape(&system.name);
        let _ = write!(
            out,
            "<g class=\"s s{}\" data-s=\"{index}\" data-tip=\"{name}: quarters {lower:.3}, {middle:.3}, {upper:.3}; mean {average:.3}; {} tasks\"><text class=\"name end\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            colour(index),
            values.len(),
            LEFT - 12.0,
            y + 4.0
        );
        for (number, value) in values.iter().enumerate() {
            // Spread by the golden ratio: even, and the same every time.
            let jitter = (number as f64 * 0.618_033_988_75).fract() - 0.5;
            let _ = write!(
                out,
                "<circle class=\"task\" r=\"1.6\" cx=\"{:.1}\" cy=\"{:.1}\"/>",
                x(*value),
                y + jitter * 24.0
            );
        }
        let _ = write!(
            out,
            "<line class=\"whisker\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><rect class=\"box\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"22\" rx=\"2\"/>",
            x(least),
            x(most),
            x(lower),
            y - 11.0,
            (x(upper) - x(lower)).max(1.0)
        );
        let _ = write!(
            out,
            "<line class=\"median\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{1:.1}\" y2=\"{2:.1}\"/>",
            x(middle),
            y - 11.0,
            y + 11.0
        );
        let _ = write!(
            out,
            "<path class=\"dot\" d=\"M{0:.1} {1:.1} l5 5 l-5 5 l-5 -5 z\"/></g>",
            x(average),
            y - 5.0
        );
    }
    out.push_str("</svg>");
    out
}
