//! The report as one HTML page that needs no network and no script.

use super::report::{CallReport, Figures, Report, TaskReport, shown};
use crate::report::page::escape;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// The whole page.
pub fn page(report: &Report) -> String {
    let name = escape(&report.dataset);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Capability benchmark: {name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Capability benchmark: {name}</h1>\n<p>{}</p>\n",
        origin(report)
    );
    out.push_str(
        "<p>Recall is the share of expected names and files that the answers contain. <em>Fixed</em> counts the calls \
         that the task prescribes, <em>strict</em> whole names only, and <em>agent</em> adds searches for the question, \
         the input and the names in them. <em>Order</em> is the share of expected pairs that the flow lists in order. \
         Tokens and time are means of a task's fixed calls.</p>\n<div class=\"scroll\"><table><thead><tr>",
    );
    let columns = [
        "category",
        "tasks",
        "fixed",
        "strict",
        "beyond the input",
        "agent",
        "agent strict",
        "precision",
        "order",
        "unwanted",
        "failed calls",
        "tokens",
        "ms",
    ];
    for column in columns {
        let _ = write!(out, "<th>{column}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for figures in report.categories.iter().chain([&report.overall]) {
        row(figures, &mut out);
    }
    out.push_str("</tbody></table></div>\n<h2>Tasks</h2>\n");
    let mut tasks: Vec<&TaskReport> = report.tasks.iter().collect();
    tasks.sort_by(|a, b| a.fixed.recall.total_cmp(&b.fixed.recall).then_with(|| a.id.cmp(&b.id)));
    for task in tasks {
        detail(task, &mut out);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn origin(report: &Report) -> String {
    let tasks = format!("{} tasks", report.tasks.len());
    if report.repository.is_empty() {
        return tasks;
    }
    let commit = if report.commit.is_empty() { String::new() } else { format!(" at {}", report.commit) };
    format!("{tasks} about {}{}", escape(&report.repository), escape(&commit))
}

fn row(figures: &Figures, out: &mut String) {
    let class = if figures.name == "overall" { " class=\"overall\"" } else { "" };
    let _ = write!(out, "<tr{class}><th>{}</th><td>{}</td>", escape(&figures.name), figures.tasks);
    let agent = figures.agent.unwrap_or(figures.fixed);
    let _ = write!(
        out,
        "<td>{:.3}<span class=\"bar\"><u style=\"width:{:.0}%\"></u><i style=\"width:{:.0}%\"></i></span></td>",
        figures.fixed,
        100.0 * agent,
        100.0 * figures.fixed
    );
    let cells = [
        shown(Some(figures.fixed_strict)),
        shown(figures.beyond_input),
        shown(figures.agent),
        shown(figures.agent_strict),
        shown(figures.precision),
        shown(figures.order),
        figures.unwanted.to_string(),
        figures.failed_calls.to_string(),
        format!("{:.0}", figures.tokens),
        format!("{:.1}", figures.ms),
    ];
    for cell in cells {
        let _ = write!(out, "<td>{cell}</td>");
    }
    out.push_str("</tr>\n");
}

fn detail(task: &TaskReport, out: &mut String) {
    let _ = write!(
        out,
        "<details><summary><b>{:.2}</b>{} <small>{} · {}</small></summary>\n<dl>",
        task.fixed.recall,
        escape(&task.id),
        escape(&task.category),
        escape(&task.question)
    );
    let mut entry = |name: &str, class: &str, values: &[String]| {
        if !values.is_empty() {
            let values: Vec<String> =
                values.iter().map(|value| format!("<code>{}</code>", escape(value))).collect();
            let _ = write!(out, "<dt>{name}</dt><dd class=\"{class}\">{}</dd>", values.join(", "));
        }
    };
    entry("missed", "missed", &task.fixed.missed);
    entry("only part of a name", "", &task.fixed.missed_strictly);
    entry("unwanted", "missed", &task.fixed.unwanted);
    if let Some(agent) = &task.agent {
        entry("missed by the agent pass", "missed", &agent.missed);
    }
    entry("calls", "", &task.calls.iter().map(call).collect::<Vec<_>>());
    entry("agent calls", "", &task.agent_calls.iter().map(call).collect::<Vec<_>>());
    out.push_str("</dl></details>\n");
}

fn call(call: &CallReport) -> String {
    match &call.error {
        Some(error) => format!("{}: {error}", call.tool),
        None => format!("{}: {} tokens, {:.1} ms", call.tool, call.tokens, call.ms),
    }
}
