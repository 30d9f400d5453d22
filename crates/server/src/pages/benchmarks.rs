//! Runs of `fathom bench` in a workspace: the list, one run, one task of it.
//!
//! The benchmark is not part of the server. The page shows `summary.json` of a run's folder, which
//! any program can write. A repository can contain such a file, so it is hostile input like the rest.

use super::failure::Failure;
use super::layout::{Document, PageContext, count, document};
use super::run_files::{self, Summary, SummaryAnswer, SummarySystem, SummaryTask};
use super::visit::{Visit, not_found};
use maud::{Markup, html};

/// Most tasks on a page.
const MOST_TASKS: usize = 1_000;
/// Most systems on the card of a run.
const MOST_BARS: usize = 6;
const BAR: f64 = 260.0;

/// The runs of a workspace.
pub(super) async fn list(visit: Visit) -> Result<Document, Failure> {
    let runs = visit.in_root(|root| Ok(run_files::list(root))).await?;
    let links = visit.links();
    let body = html! {
        h1 { "Benchmarks" }
        @if runs.is_empty() {
            p { "There is no run under " code { "results/" } " of this workspace. Measure Fathom on this repository's own history with:" }
            pre.code { "fathom bench here" }
            p.hint { "Then this page shows its tables, charts and tasks." }
        }
        ul.cards {
            @for (name, summary) in &runs {
                li.card {
                    h2 { a.item href=(links.run(name)) { (name) } }
                    p.hint {
                        (summary.date()) " · " (count(summary.systems.len(), "system", "systems")) ", "
                        (count(summary.tasks.len(), "task", "tasks"))
                    }
                    p.hint { (summary.primary) }
                    (chart(summary, MOST_BARS))
                }
            }
        }
    };
    Ok(page(&visit, "Benchmarks", &body))
}

/// One run: its systems, their figures, its tasks.
pub(super) async fn run(visit: Visit) -> Result<Document, Failure> {
    let (name, summary) = load(&visit).await?;
    let links = visit.links();
    let mut tasks: Vec<&SummaryTask> = summary.tasks.iter().collect();
    tasks.truncate(MOST_TASKS);
    let body = html! {
        h1.crumbs { a href=(links.page("benchmarks")) { "Benchmarks" } span.slash { "/" } (name) }
        p.hint { (summary.date()) @if !summary.command.is_empty() { " · " code { (summary.command) } } }
        @for note in &summary.notes { p.notice { (note) } }
        h2 { (summary.primary) }
        (chart(&summary, usize::MAX))
        h2 { "All figures" }
        (table(&summary))
        h2 { "Tasks " span.count { (summary.tasks.len()) } }
        div.scroll {
            table.tasks {
                thead { tr { th { "Task" } th { "Repository" } @for system in &summary.systems { th.figure { (system.name) } } } }
                tbody {
                    @for task in tasks {
                        tr {
                            td { a.item href=(links.run_task(&name, &task.id)) { (task.title()) } }
                            td { (task.repo) }
                            @for system in &summary.systems { (score(task.answers.get(&system.name))) }
                        }
                    }
                }
            }
        }
    };
    Ok(page(&visit, &name, &body))
}

/// One task of a run: what was expected, and what each system answered.
pub(super) async fn task(visit: Visit) -> Result<Document, Failure> {
    let (name, summary) = load(&visit).await?;
    let links = visit.links();
    let wanted = visit.part("task");
    let Some(task) = summary.tasks.iter().find(|task| task.id == wanted) else {
        return Err(visit.failure(not_found("the run has no such task")));
    };
    let body = html! {
        h1.crumbs {
            a href=(links.page("benchmarks")) { "Benchmarks" } span.slash { "/" }
            a href=(links.run(&name)) { (name) } span.slash { "/" } (task.id)
        }
        p.task-text { (task.description) }
        p.where {
            span.tag { (task.repo) }
            @if !task.difficulty.is_empty() { span.tag { (task.difficulty) } }
            @if !task.commit.is_empty() { span { "commit " code { (super::layout::short(&task.commit)) } } }
        }
        h2 { "Expected " span.count { (task.expected.len()) } }
        p.chips { @for symbol in &task.expected { code.tag { (symbol) } " " } }
        div.cards.answers {
            @for system in &summary.systems { (answer(system, task.answers.get(&system.name), &summary.primary)) }
        }
    };
    Ok(page(&visit, &task.id, &body))
}

fn page(visit: &Visit, title: &str, body: &Markup) -> Document {
    document(title, &PageContext::Workspace { name: visit.name(), page: "benchmarks" }, body)
}

async fn load(visit: &Visit) -> Result<(String, Summary), Failure> {
    let name = visit.part("run").to_owned();
    let wanted = name.clone();
    let summary = visit.in_root(move |root| Ok(run_files::load(root, &wanted))).await?;
    let summary = summary.ok_or_else(|| visit.failure(not_found("the workspace has no such run")))?;
    Ok((name, summary))
}

/// The first figure of each system as bars, best first.
fn chart(summary: &Summary, most: usize) -> Markup {
    let mut systems: Vec<&SummarySystem> = summary.systems.iter().collect();
    systems.sort_by(|one, other| other.primary(summary).total_cmp(&one.primary(summary)));
    systems.truncate(most);
    let highest = systems.iter().map(|system| system.primary(summary)).fold(0.01, f64::max);
    html! {
        ul.bars {
            @for system in systems {
                @let value = system.primary(summary);
                li {
                    span.name { (system.name) }
                    svg width=(BAR) height="14" viewBox={ "0 0 " (BAR) " 14" } role="img" aria-label=(format!("{value:.3}")) {
                        rect.track width=(BAR) height="14" rx="3" {}
                        rect.value width=(format!("{:.1}", BAR * (value / highest).clamp(0.0, 1.0))) height="14" rx="3" {}
                    }
                    span.figure { (format!("{value:.3}")) }
                }
            }
        }
    }
}

fn table(summary: &Summary) -> Markup {
    let mut metrics: Vec<&String> =
        summary.systems.first().map(|one| one.metrics.keys().collect()).unwrap_or_default();
    // The figure of the chart first: a narrow screen shows the first columns.
    metrics.sort_by_key(|metric| **metric != summary.primary);
    html! {
        div.scroll {
            table {
                thead { tr { th { "System" } th { "Version" } th.figure { "Asked" } @for metric in &metrics { th.figure { (metric) } } } }
                tbody {
                    @for system in &summary.systems {
                        tr {
                            td { strong { (system.name) } }
                            td.hint { (system.version) }
                            td.figure { (system.asked) @if system.not_run > 0 { " of " (system.asked + system.not_run) } }
                            @for metric in &metrics {
                                td.figure { @if let Some(value) = system.metrics.get(*metric) { (figure(*value)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn figure(value: f64) -> String {
    // Scores are at most 1; what is larger is a time or a count.
    if value.abs() > 1.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}

/// A cell whose colour follows the score.
fn score(answer: Option<&SummaryAnswer>) -> Markup {
    let Some(answer) = answer else { return html! { td.figure {} } };
    if answer.outcome != "answered" {
        return html! { td.figure.hint title=(answer.outcome) { "–" } };
    }
    let tenth = (answer.score.clamp(0.0, 1.0) * 5.0).round() as u8;
    html! { td.figure.heat.{ "heat-" (tenth) } { (format!("{:.2}", answer.score)) } }
}

fn answer(system: &SummarySystem, answer: Option<&SummaryAnswer>, primary: &str) -> Markup {
    html! {
        section.card {
            h3 { (system.name) }
            @match answer {
                None => p.hint { "It was not asked." },
                Some(answer) if answer.outcome != "answered" => p.notice { (answer.outcome) },
                Some(answer) => {
                    p.hint { (primary) " " (format!("{:.3}", answer.score)) ", " (answer.tokens) " tokens, " (format!("{:.0} ms", answer.ms)) }
                    @if answer.found.is_empty() { p.hint { "It found nothing." } }
                    ol.found {
                        @for one in &answer.found {
                            li.hit[one.hit] {
                                span.mark { @if one.hit { "✓" } @else { "·" } }
                                code { (one.name) }
                                span.evidence { (one.path) @if one.line > 0 { ":" (one.line) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
