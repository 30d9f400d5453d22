//! Found symbols and causes of missing ones, as bars of equal length.

use super::super::analysis::Analysis;
use super::colour;
use super::svg::{escape, open};
use crate::failures::Mode;
use std::fmt::Write;

const ROW: f64 = 34.0;
const LEFT: f64 = 96.0;
const WIDTH: f64 = 560.0;

pub(super) fn modes(analysis: &Analysis) -> String {
    let height = 12.0 + ROW * analysis.failures.len() as f64;
    let mut out = open(WIDTH, height, "causes of missed symbols");
    for (row, failures) in analysis.failures.iter().enumerate() {
        let y = 6.0 + ROW * row as f64;
        let index = analysis.systems.iter().position(|system| system.name == failures.system).unwrap_or(row);
        let name = escape(&failures.system);
        let _ = write!(
            out,
            "<g class=\"s s{}\" data-s=\"{index}\"><text class=\"name end\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            colour(index),
            LEFT - 12.0,
            y + 16.0
        );
        let mut x = LEFT;
        let parts = std::iter::once(("found".to_owned(), "found", failures.found)).chain(
            Mode::ALL.iter().map(|mode| {
                (format!("m{}", *mode as usize), mode.words(), failures.modes.get(mode).copied().unwrap_or(0))
            }),
        );
        for (class, words, count) in parts {
            let share = count as f64 / failures.expected.max(1) as f64;
            let width = share * (WIDTH - LEFT - 8.0);
            if count == 0 {
                continue;
            }
            let _ = write!(
                out,
                "<rect class=\"part {class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"24\" data-tip=\"{name}, {words}: {count} of {} symbols ({:.1}%)\"/>",
                (width - 1.0).max(0.5),
                failures.expected,
                share * 100.0
            );
            if width > 34.0 {
                let _ = write!(
                    out,
                    "<text class=\"mid inside {class}\" x=\"{:.1}\" y=\"{:.1}\">{:.0}%</text>",
                    x + width / 2.0,
                    y + 16.5,
                    share * 100.0
                );
            }
            x += width;
        }
        out.push_str("</g>");
    }
    out.push_str("</svg><p class=\"key\"><em><span class=\"part found\"></span>found</em> ");
    for mode in Mode::ALL {
        let _ = write!(out, "<em><span class=\"part m{}\"></span>{}</em> ", mode as usize, mode.words());
    }
    out.push_str("</p>");
    out
}
