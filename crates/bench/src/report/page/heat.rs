//! Every task, and means of groups, as shades.

use super::super::analysis::{Analysis, TaskInfo};
use super::super::markdown::score;
use super::super::measure::{Measure, MeasureKind};
use super::super::tables::{ended, word};
use super::svg::{escape, open};
use super::{Matching, colour, system_row};
use crate::record::Outcome;
use std::fmt::Write;

/// Which tasks a column holds.
type TaskFilter<'p> = Box<dyn Fn(&TaskInfo) -> bool + 'p>;

const WIDTH: f64 = 1120.0;
const LEFT: f64 = 92.0;
const TOP: f64 = 40.0;
const ROW: f64 = 22.0;
/// Between repositories.
const GAP: f64 = 5.0;

/// One column a task, one row a system.
pub(super) fn tasks(analysis: &Analysis, matching: Matching) -> String {
    let measure = Measure::Symbols(matching, MeasureKind::Recall(10));
    let repos = analysis.repos();
    let gaps = GAP * repos.len().saturating_sub(1) as f64;
    let cell = ((WIDTH - LEFT - gaps - 4.0) / analysis.tasks.len().max(1) as f64).min(40.0);
    let height = TOP + ROW * analysis.systems.len() as f64 + 6.0;
    let mut out = open(WIDTH, height, "R@10 of every task and system");
    let mut xs = Vec::with_capacity(analysis.tasks.len());
    let mut x = LEFT;
    let mut start = LEFT;
    for (index, task) in analysis.tasks.iter().enumerate() {
        xs.push(x);
        let _ = write!(
            out,
            "<rect class=\"tier {}\" x=\"{x:.2}\" y=\"{:.1}\" width=\"{:.2}\" height=\"5\" data-k=\"{index}\"/>",
            word(task.tier),
            TOP - 9.0,
            (cell - 0.4).max(0.6)
        );
        x += cell;
        let last = analysis.tasks.get(index + 1).is_none_or(|next| next.repo != task.repo);
        if last {
            // A name that does not fit would run into the next.
            let room = ((x - start) / 6.6) as usize;
            let name: String =
                task.repo.rsplit('/').next().unwrap_or(&task.repo).chars().take(room.max(2)).collect();
            let _ = write!(
                out,
                "<text class=\"repo\" x=\"{start:.1}\" y=\"{:.1}\" data-tip=\"{}\">{}</text>",
                TOP - 15.0,
                escape(&task.repo),
                escape(&name)
            );
            x += GAP;
            start = x;
        }
    }
    for (row, system) in analysis.systems.iter().enumerate() {
        let y = TOP + ROW * row as f64;
        let _ = write!(
            out,
            "<g class=\"s s{}\" data-s=\"{row}\"><text class=\"name end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            colour(row),
            LEFT - 8.0,
            y + 14.5,
            escape(&system.name)
        );
        for answer in &system.answers {
            let failed = answer.outcome != Outcome::Answered;
            let Some(value) = measure.value(&answer.score) else { continue };
            let class = if failed { "hot bad" } else { "hot" };
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{:.2}\" y=\"{:.1}\" width=\"{:.2}\" height=\"{:.1}\" style=\"--v:{value:.3}\" data-k=\"{}\" data-v=\"{}\"/>",
                xs[answer.task],
                y,
                (cell - 0.4).max(0.6),
                ROW - 2.0,
                answer.task,
                if failed { ended(&answer.outcome).to_owned() } else { score(value) }
            );
        }
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    out.push_str("<p class=\"key\"><em><span class=\"easy\"></span>easy</em> <em><span class=\"medium\"></span>medium</em> <em><span class=\"hard\"></span>hard</em> <em><span class=\"ramp\"></span>R@10 from 0 to 1</em> <em><span class=\"bad\"></span>failed or out of time</em></p>");
    out
}

/// Means of repositories, tiers and languages.
pub(super) fn groups(analysis: &Analysis, matching: Matching) -> String {
    let measure = Measure::Symbols(matching, MeasureKind::Precision(10));
    let mut columns: Vec<(String, &str, TaskFilter<'_>)> = Vec::new();
    for repo in analysis.repos() {
        let short = repo.rsplit('/').next().unwrap_or(repo).to_owned();
        columns.push((short, "", Box::new(move |task| task.repo == repo)));
    }
    for (place, tier) in analysis.tiers().into_iter().enumerate() {
        let class = if place == 0 { "first" } else { "" };
        columns.push((word(tier), class, Box::new(move |task| task.tier == tier)));
    }
    let most = analysis
        .systems
        .iter()
        .flat_map(|system| columns.iter().filter_map(|column| analysis.stat(system, measure, &column.2)))
        .map(|stat| stat.mean)
        .fold(1e-9, f64::max);
    let mut out =
        String::from("<div class=\"scroll\"><table class=\"board groups\"><thead><tr><th>system</th>");
    for (name, class, pick) in &columns {
        let tasks = analysis.tasks.iter().filter(|task| pick(task)).count();
        let _ = write!(out, "<th class=\"n {class}\">{}<small>{tasks} tasks</small></th>", escape(name));
    }
    out.push_str("</tr></thead><tbody>");
    for (index, system) in analysis.systems.iter().enumerate() {
        out.push_str(&system_row(index, &system.name));
        for (_, class, pick) in &columns {
            let mean = analysis.stat(system, measure, pick).map(|stat| stat.mean);
            let _ = write!(
                out,
                "<td class=\"n cell {class}\" style=\"--v:{:.3}\"><b>{}</b></td>",
                mean.unwrap_or(0.0) / most,
                mean.map_or_else(|| "–".to_owned(), score)
            );
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}
