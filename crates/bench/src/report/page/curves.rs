//! Precision against recall as K grows.

use super::super::analysis::Analysis;
use super::super::tables::mean_curve;
use super::svg::{Frame, Scale, apart, escape, ticks};
use super::{Matching, colour};
use std::fmt::Write;

const MARKED: [usize; 3] = [5, 10, 20];

pub(super) fn curves(analysis: &Analysis, matching: Matching) -> String {
    let all: Vec<Vec<(f64, f64)>> =
        analysis.systems.iter().map(|system| mean_curve(system, matching)).collect();
    let most = |value: fn(&(f64, f64)) -> f64| all.iter().flatten().map(value).fold(0.01, f64::max);
    let (x_ticks, x_most) = ticks(most(|point| point.1));
    let (y_ticks, y_most) = ticks(most(|point| point.0));
    let frame = Frame::new(560.0, 360.0, 20.0, Scale::Linear(0.0, x_most), Scale::Linear(0.0, y_most));
    let mut out = frame.open(&x_ticks, &y_ticks, ("recall", "precision"), "precision against recall");
    // Lines meet where they end, so their names are where they start.
    let starts: Vec<f64> =
        all.iter().map(|curve| curve.first().map_or(frame.area.3, |start| frame.y(start.0) - 8.0)).collect();
    let labels = apart(&starts, 13.0, frame.area.3 - 4.0);
    // The best system is drawn last, above the others.
    for (index, curve) in all.iter().enumerate().rev() {
        let Some(start) = curve.first() else { continue };
        let name = escape(&analysis.systems[index].name);
        let points: Vec<String> =
            curve.iter().map(|(p, r)| format!("{:.1},{:.1}", frame.x(*r), frame.y(*p))).collect();
        let _ = write!(
            out,
            "<g class=\"s s{}\" data-s=\"{index}\"><polyline class=\"line\" points=\"{}\"/>",
            colour(index),
            points.join(" ")
        );
        for k in MARKED {
            let (precision, recall) = curve[k - 1];
            let _ = write!(
                out,
                "<circle class=\"dot\" r=\"{}\" cx=\"{:.1}\" cy=\"{:.1}\" data-tip=\"{name} at K = {k}: precision {precision:.3}, recall {recall:.3}\"/>",
                if k == 10 { "4.5" } else { "3" },
                frame.x(recall),
                frame.y(precision)
            );
        }
        let _ = write!(
            out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{name}</text></g>",
            frame.x(start.1) + 2.0,
            labels[index]
        );
    }
    out.push_str("</svg>");
    out
}
