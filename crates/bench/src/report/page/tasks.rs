//! A line for every task, folded away until someone asks for it.

use super::super::analysis::Analysis;
use super::super::findings::per_task;
use super::super::markdown::maybe;
use super::svg::escape;
use std::fmt::Write;

pub(super) fn tasks(analysis: &Analysis) -> String {
    let measure = per_task(analysis);
    let mut out = format!(
        "<details><summary>{} of each system</summary><div class=\"scroll\"><table class=\"board\"><thead><tr><th>task</th>",
        escape(&measure.title())
    );
    for system in &analysis.systems {
        let _ = write!(out, "<th class=\"n\">{}</th>", escape(&system.name));
    }
    out.push_str("</tr></thead><tbody>");
    for (at, task) in analysis.tasks.iter().enumerate() {
        let _ = write!(out, "<tr><th>{}</th>", escape(&task.id));
        for system in &analysis.systems {
            let value = system.values(measure, &|answer| answer.task == at).first().copied();
            let _ = write!(out, "<td class=\"n\">{}</td>", maybe(value));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div></details>");
    out
}
