//! `report.html`: one page to study a run by, without a network.
//!
//! Pictures are drawn here as inline SVG, once for each matching; the script
//! only switches between them, points systems out and shows tooltips. Colours
//! are CSS variables, so that one drawing serves light and dark.

mod board;
mod boxes;
#[cfg(test)]
mod browser;
mod budgets;
mod curves;
mod heat;
mod learning;
mod matrix;
mod modes;
mod radar;
mod scatter;
mod svg;
mod tasks;

use super::analysis::Analysis;
use super::findings::{claims, headline};
use super::measure::Measure;
use super::tables::word;
use crate::matching::Matching;
use anyhow::Result;
use serde::Serialize;
use std::fmt::Write;
pub(crate) use svg::escape;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// Longest part of a question in a tooltip.
const QUESTION: usize = 160;

/// The whole page.
pub fn page(analysis: &Analysis) -> Result<String> {
    let mut out = String::with_capacity(1 << 20);
    let name = escape(&analysis.name);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\" data-matching=\"strict\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Context retrieval benchmark: {name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    header(analysis, &mut out);
    out.push_str("<main>\n");
    let each = |draw: &dyn Fn(Matching) -> String| -> String {
        let drawn = Matching::ALL
            .map(|matching| format!("<div class=\"only {}\">{}</div>\n", matching.word(), draw(matching)));
        drawn.concat()
    };
    let symbols = analysis.has(Measure::FIRST);
    card(
        &mut out,
        "board",
        "Overall",
        "Means over all tasks; bars with their 95% bootstrap intervals. A question that failed or ran out of time scores 0.",
        &each(&|m| board::board(analysis, m)),
        true,
    );
    if analysis.has(Measure::Files(5)) {
        card(
            &mut out,
            "accuracy",
            "Changes found whole",
            "The share of changes of which all touched files, or all touched functions, are among the first k.",
            &board::accuracy(analysis),
            true,
        );
    }
    if symbols {
        card(
            &mut out,
            "curves",
            "Precision and recall",
            "Each line runs from K = 1 to K = 50; dots mark 5, 10 and 20. Further up and to the right is better.",
            &each(&|m| curves::curves(analysis, m)),
            false,
        );
        card(
            &mut out,
            "scatter",
            "What recall costs in tokens",
            "Large dots are means, small ones single tasks. Further up finds more, further left costs the reader less.",
            &each(&|m| scatter::scatter(analysis, m)),
            false,
        );
        let by_budget = budgets::budgets(analysis);
        if !by_budget.is_empty() {
            card(
                &mut out,
                "budgets",
                "Recall by budget",
                "Strict recall of what an answer of so many tokens shows, at each budget that was asked for.",
                &by_budget,
                false,
            );
        }
        card(
            &mut out,
            "boxes",
            "Spread over tasks",
            "R@10 of every task: box from the lower to the upper quarter, line at the median, diamond at the mean.",
            &each(&|m| boxes::boxes(analysis, m)),
            false,
        );
        card(
            &mut out,
            "modes",
            "Why symbols are missed",
            "All expected symbols by system: found among the first 10 (strictly matched), or the cause of missing them.",
            &modes::modes(analysis),
            false,
        );
        card(
            &mut out,
            "radar",
            "Profiles",
            "Each axis runs to the best system here; tokens and speed on a log scale, outward is shorter and faster. The grey shape is the mean of all systems.",
            &each(&|m| radar::radars(analysis, m)),
            true,
        );
        card(
            &mut out,
            "groups",
            "Per repository and tier",
            "Mean P@10; the stronger the colour, the better.",
            &each(&|m| heat::groups(analysis, m)),
            true,
        );
        card(
            &mut out,
            "heat",
            "Every task",
            "R@10, one column a task, in groups of repositories; the stronger the colour, the better; red is a failed question. Tiers are marked above.",
            &each(&|m| heat::tasks(analysis, m)),
            true,
        );
    }
    if analysis.systems.len() > 1 {
        card(
            &mut out,
            "matrix",
            "Who is really better?",
            "The row against the column: difference of means. Solid cells may be claimed: p < 0.05 after Holm's correction and |d| > 0.3; pale ones may not.",
            &each(&|m| matrix::matrix(analysis, m)),
            false,
        );
    }
    if let Some(curves) = learning::learning(analysis) {
        card(
            &mut out,
            "learning",
            "Learning from feedback",
            "Lenient P@10 over rounds of feedback: solid on the tasks it came from, dashed on other tasks. The strokes are 95% intervals.",
            &curves,
            false,
        );
    }
    card(&mut out, "tasks", "Every task in figures", &claims(analysis), &tasks::tasks(analysis), true);
    out.push_str("</main>\n");
    footer(analysis, &mut out);
    let data = serde_json::to_string(&data(analysis))?.replace('<', "\\u003c").replace('>', "\\u003e");
    let _ = write!(
        out,
        "<div id=\"tip\" role=\"status\"></div>\n<script>\nconst DATA = {data};\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    Ok(out)
}

fn header(analysis: &Analysis, out: &mut String) {
    let _ = write!(
        out,
        "<header>\n<p class=\"kicker\">Context retrieval benchmark · {}</p>\n\
         <h1>Given a task, which system surfaces the code that matters?</h1>\n<p class=\"headline\">{}</p>\n",
        escape(&analysis.name),
        escape(&headline(analysis))
    );
    for warning in &analysis.warnings {
        let _ = writeln!(out, "<p class=\"headline\"><b>{}</b></p>", escape(warning));
    }
    for line in &analysis.provenance {
        let _ = writeln!(out, "<p class=\"provenance\">{}</p>", escape(&line.replace('`', "")));
    }
    let _ = writeln!(
        out,
        "<dl class=\"facts\">{}{}{}{}</dl>",
        fact(analysis.tasks.len(), "task", "tasks"),
        fact(analysis.repos().len(), "repository", "repositories"),
        fact(analysis.languages().len(), "language", "languages"),
        fact(analysis.systems.len(), "system", "systems")
    );
    out.push_str("</header>\n<nav>\n<div class=\"legend\" aria-label=\"systems\">");
    for (index, system) in analysis.systems.iter().enumerate() {
        let _ = write!(
            out,
            "<button type=\"button\" data-focus=\"{index}\" class=\"s{}\"><i></i>{}</button>",
            colour(index),
            escape(&system.name)
        );
    }
    out.push_str(
        "</div>\n<div class=\"switches\"><span class=\"switch\" role=\"group\" aria-label=\"matching\">\
         <button type=\"button\" data-matching=\"lenient\" data-tip=\"The public matching: every returned symbol that resembles an expected one counts.\">lenient</button>\
         <button type=\"button\" data-matching=\"strict\" data-tip=\"One to one: each expected symbol is credited once.\">strict</button>\
         <button type=\"button\" data-matching=\"exact\" data-tip=\"One to one, and only the very symbol: a type does not count for its member.\">exact</button></span>\
         <button type=\"button\" id=\"theme\" aria-label=\"light or dark\">◐</button></div>\n</nav>\n",
    );
}

fn fact(number: usize, one: &str, many: &str) -> String {
    format!("<div><dt>{}</dt><dd>{number}</dd></div>", if number == 1 { one } else { many })
}

fn card(out: &mut String, id: &str, title: &str, about: &str, inside: &str, wide: bool) {
    let class = if wide { "card wide" } else { "card" };
    let _ = writeln!(
        out,
        "<section id=\"{id}\" class=\"{class}\">\n<h2>{title}</h2>\n<p class=\"about\">{about}</p>\n{inside}</section>"
    );
}

fn footer(analysis: &Analysis, out: &mut String) {
    out.push_str("<footer>\n");
    if !analysis.absent.is_empty() {
        out.push_str("<p><b>Could not be installed here:</b> ");
        let absent: Vec<String> = analysis
            .absent
            .iter()
            .map(|one| {
                let reason = one.reason.lines().next().unwrap_or("");
                format!("{} ({})", escape(&one.name), escape(reason))
            })
            .collect();
        let _ = writeln!(out, "{}.</p>", absent.join(", "));
    }
    out.push_str(
        "<p><b>Lenient</b> is the public matching: names are equal in any case, one ends with the other at a dot, \
         they share the last name and a qualifier, or one contains the other at dots. <b>Strict</b> pairs returned \
         and expected symbols that are so alike one to one; <b>exact</b> pairs only names that are equal, or of which one \
         ends with the other. P@K divides by K, however few symbols were returned. Tokens are \
         cl100k_base tokens of the whole answer. Significance: paired Wilcoxon signed-rank test with correction for \
         ties, Holm's correction over all pairs, Cohen's d of paired differences. Everything here was computed from \
         the records in <code>raw/</code>; the figures are in <code>aggregated/</code> and <code>analysis/</code>.</p>\n</footer>\n",
    );
}

/// Which of the colours a system has.
fn colour(index: usize) -> usize {
    index % COLOURS
}

/// The start of a system's row in a table.
fn system_row(index: usize, name: &str) -> String {
    let colour = colour(index);
    format!("<tr class=\"s s{colour}\" data-s=\"{index}\"><th><i></i>{}</th>", svg::escape(name))
}

/// Colours in the style sheet.
const COLOURS: usize = 12;

#[derive(Serialize)]
struct Data<'a> {
    systems: Vec<&'a str>,
    tasks: Vec<TaskRow<'a>>,
}

#[derive(Serialize)]
struct TaskRow<'a> {
    id: &'a str,
    repo: &'a str,
    tier: String,
    asks: String,
}

fn data(analysis: &Analysis) -> Data<'_> {
    let shown = |task: &'_ super::analysis::TaskInfo| {
        let first = task.description.lines().next().unwrap_or("");
        let mut asks: String = first.chars().take(QUESTION).collect();
        if asks.len() < first.len() {
            asks.push('…');
        }
        asks
    };
    Data {
        systems: analysis.systems.iter().map(|system| system.name.as_str()).collect(),
        tasks: analysis
            .tasks
            .iter()
            .map(|task| TaskRow { id: &task.id, repo: &task.repo, tier: word(task.tier), asks: shown(task) })
            .collect(),
    }
}
