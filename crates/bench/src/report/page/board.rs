//! The table that opens the page.

use super::super::analysis::{Analysis, System};
use super::super::markdown::{score, time, whole};
use super::super::measure::{Measure, MeasureKind};
use super::svg::escape;
use super::{colour, system_row};
use crate::matching::Matching;
use crate::metrics::accuracy;
use crate::record::Outcome;
use crate::statistics::median;
use std::fmt::Write;

const BARS: [MeasureKind; 4] =
    [MeasureKind::Precision(10), MeasureKind::Recall(10), MeasureKind::Ndcg, MeasureKind::Mrr];

pub(super) fn board(analysis: &Analysis, matching: Matching) -> String {
    let symbols = analysis.has(Measure::FIRST);
    let mut out = String::from("<div class=\"scroll\"><table class=\"board\"><thead><tr><th>system</th>");
    if symbols {
        for what in BARS {
            let _ = write!(out, "<th>{}</th>", Measure::Symbols(matching, what).name());
        }
    }
    out.push_str("<th class=\"n\" data-tip=\"mean tokens of an answer\">tokens</th><th class=\"n\" data-tip=\"tokens of all answers by the tasks whose first 10 symbols hold half of the expected ones\">per task reached</th><th class=\"n\" data-tip=\"median over repositories\">index</th><th class=\"n\" data-tip=\"median of the first question, process start included\">cold</th><th class=\"n\" data-tip=\"median of a repeated question\">warm</th><th class=\"n\" data-tip=\"questions that failed or ran out of time\">failed</th></tr></thead><tbody>");
    let most: Vec<f64> = BARS
        .iter()
        .map(|what| {
            let measure = Measure::Symbols(matching, *what);
            analysis.systems.iter().map(|system| system.interval(measure).high).fold(1e-9, f64::max)
        })
        .collect();
    for (index, system) in analysis.systems.iter().enumerate() {
        let _ = write!(
            out,
            "<tr class=\"s s{}\" data-s=\"{index}\"><th><i></i>{}<small>{}</small></th>",
            colour(index),
            escape(&system.name),
            escape(&system.version)
        );
        if symbols {
            for (what, most) in BARS.iter().zip(&most) {
                out.push_str(&bar(system, Measure::Symbols(matching, *what), *most));
            }
        }
        numbers(system, &mut out);
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}

fn bar(system: &System, measure: Measure, most: f64) -> String {
    let Some(stat) = system.stat(measure, &|_| true) else {
        return "<td>–</td>".to_owned();
    };
    let interval = system.interval(measure);
    let percent = |value: f64| 100.0 * value / most;
    format!(
        "<td data-tip=\"{}: mean {}, 95% interval {} to {}, deviation {}, {} tasks\"><b>{}</b><span class=\"bar\"><i style=\"width:{:.1}%\"></i><u style=\"left:{:.1}%;width:{:.1}%\"></u></span></td>",
        escape(&measure.name()),
        score(stat.mean),
        score(interval.low),
        score(interval.high),
        score(stat.deviation),
        stat.tasks,
        score(stat.mean),
        percent(stat.mean),
        percent(interval.low),
        percent(interval.high - interval.low)
    )
}

fn numbers(system: &System, out: &mut String) {
    let none = || "–".to_owned();
    let index: Vec<f64> = system.index.values().map(|cost| cost.ms).filter(|ms| *ms > 0.0).collect();
    let index = if index.is_empty() { "none".to_owned() } else { time(median(&index)) };
    let failed = system.count(|outcome| *outcome != Outcome::Answered);
    let cells = [
        system.mean_tokens().map_or_else(none, whole),
        system.price().per_reached.map_or_else(none, whole),
        index,
        system.median_ms(|answer| answer.cold_ms).map_or_else(none, time),
        system.median_ms(|answer| answer.warm_ms).map_or_else(none, time),
        if failed == 0 { "0".to_owned() } else { format!("{failed} of {}", system.answers.len()) },
    ];
    for cell in cells {
        let _ = write!(out, "<td class=\"n\">{cell}</td>");
    }
}

/// Accuracy at k of files and functions.
pub(super) fn accuracy(analysis: &Analysis) -> String {
    let mut out = String::from("<div class=\"scroll\"><table class=\"board\"><thead><tr><th>system</th>");
    let measures: Vec<Measure> =
        accuracy::KS.map(Measure::Files).into_iter().chain(accuracy::KS.map(Measure::Functions)).collect();
    for measure in &measures {
        let _ = write!(out, "<th class=\"n\">{}</th>", measure.name());
    }
    out.push_str("</tr></thead><tbody>");
    for (index, system) in analysis.systems.iter().enumerate() {
        out.push_str(&system_row(index, &system.name));
        for measure in &measures {
            let mean = system.stat(*measure, &|_| true).map(|stat| stat.mean);
            let _ = write!(
                out,
                "<td class=\"n cell\" style=\"--v:{:.3}\"><b>{}</b></td>",
                mean.unwrap_or(0.0),
                mean.map_or_else(|| "–".to_owned(), score)
            );
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}
