//! A task in plain words, and the answer as an agent gets it.

use super::code::CodeBlock;
use super::failure::Failure;
use super::feedback;
use super::layout::{Document, PageContext, copy, document, freshness, kind, notes, probability, thousands};
use super::links::Links;
use super::visit::Visit;
use fathom_engine::operations::browse::{self, NameLink};
use fathom_protocol::context::{DEFAULT_BUDGET, RankedSymbol, Response as Context};
use fathom_protocol::feedback::Verdict;
use fathom_protocol::{Operation, Response};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The values of the budget slider, in tokens.
const SLIDER: (usize, usize, usize) = (1_000, 32_000, 500);
/// Tasks that show a newcomer what can be asked.
const EXAMPLES: [&str; 4] = [
    "Where is the configuration read?",
    "Retry a failed request three times",
    "How are errors reported to the user?",
    "Add a command line option",
];
/// The values of the address that make an answer.
const FIELDS: [&str; 5] = ["q", "hint", "path", "lang", "budget"];

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let place = PageContext::Workspace { name: visit.name(), page: "ask" };
    let task = visit.value("q");
    let links = visit.links();
    if task.is_empty() {
        let body = html! {
            div.hero {
                h1 { "What do you want to change, find or understand?" }
                p.hint { "Plain words, an issue, an error or a stack trace. The answer is what an agent gets." }
                (form(&visit))
                ul.examples {
                    @for example in EXAMPLES { li { a.item href=(links.with("ask", &[("q", example)])) { (example) } } }
                }
            }
        };
        return Ok(document("Ask", &place, &body));
    }
    let answer = visit.answer(Operation::Context, fields(&visit)).await?;
    let text = answer.text();
    let Response::Context(context) = answer.into_response() else { return Err(visit.mismatch()) };
    let verdicts = feedback::verdicts(&visit, task).await?;
    let names = names(&visit, &context).await?;
    let result =
        Results { context: &context, links: &links, verdicts: &verdicts, names: &names, visit: &visit };
    let body = html! {
        h1.hidden { "Ask" }
        (form(&visit))
        div.columns.answer {
            section aria-label="Symbols" {
                (freshness(&context.index))
                (notes(&context.notes))
                @if context.symbols.is_empty() { p.notice { "Nothing in this repository matches the task." } }
                ol.results {
                    @for symbol in &context.symbols { (result.card(symbol)) }
                }
                (why_not(&visit))
                details id="as-text" {
                    summary { "The answer as text" }
                    pre.code.plain-text id="prompt" { (text) }
                }
            }
            aside { (result.aside()) }
        }
    };
    Ok(document(task, &place, &body))
}

/// The request in a URL.
fn fields(visit: &Visit) -> Value {
    let mut fields = json!({"task": visit.value("q"), "hints": visit.words("hint")});
    for filter in ["path", "lang"] {
        if !visit.value(filter).is_empty() {
            fields[filter] = visit.words(filter).into();
        }
    }
    let budget = visit.value("budget");
    if !budget.is_empty() {
        fields["budget"] = budget.parse::<u64>().map_or_else(|_| Value::from(budget), Value::from);
    }
    fields
}

/// The names in the code of each symbol that lead to other symbols.
async fn names(visit: &Visit, context: &Context) -> Result<BTreeMap<String, Vec<NameLink>>, Failure> {
    let shown = context.symbols.iter().filter(|symbol| symbol.code.is_some());
    let ids: Vec<String> = shown.map(|symbol| symbol.id.clone()).collect();
    visit.ask(move |view| Ok(ids.iter().map(|id| (id.clone(), browse::links_of(view, id))).collect())).await
}

/// The parts of a symbol's code, each with the number of its first line: one, unless lines are left out.
fn parts(symbol: &RankedSymbol, code: &str) -> Vec<(u32, String)> {
    if symbol.shown_lines.is_empty() {
        return vec![(symbol.line, code.to_owned())];
    }
    let mut lines = code.lines();
    let mut parts = Vec::new();
    for [first, last] in &symbol.shown_lines {
        let count = (last + 1).saturating_sub(*first) as usize;
        parts.push((*first, lines.by_ref().take(count).collect::<Vec<_>>().join("\n")));
        // The mark of the gap.
        lines.next();
    }
    parts
}

fn form(visit: &Visit) -> Markup {
    let budget = match visit.value("budget") {
        "" => DEFAULT_BUDGET.to_string(),
        given => given.to_owned(),
    };
    let is_filtered = ["hint", "path", "lang"].iter().any(|name| !visit.value(name).is_empty());
    let (least, most, step) = SLIDER;
    html! {
        form.ask action=(visit.links().page("ask")) {
            label.hidden for="task" { "Task" }
            textarea id="task" name="q" rows="2" required placeholder="Describe the task"
                autofocus[visit.value("q").is_empty()] { (visit.value("q")) }
            div.row.controls {
                details open[is_filtered] {
                    summary { "Hints and filters" }
                    div.row {
                        div.grow {
                            label for="hint" { "Names you expect in the code" }
                            input id="hint" name="hint" value=(visit.value("hint")) spellcheck="false"
                                placeholder="RetryPolicy send_email";
                        }
                        div.grow {
                            label for="path" { "Only these paths" }
                            input id="path" name="path" value=(visit.value("path")) spellcheck="false"
                                placeholder="src/ app/**/*.rb";
                        }
                        div.grow {
                            label for="lang" { "Only these languages" }
                            input id="lang" name="lang" value=(visit.value("lang")) spellcheck="false"
                                placeholder="python ts";
                        }
                    }
                }
                div.budget {
                    label for="budget" { "Budget in tokens" }
                    input id="slider" type="range" min=(least) max=(most) step=(step) value=(budget)
                        aria-label="Budget in tokens" hidden;
                    input id="budget" name="budget" type="number" min="1" max="1000000" value=(budget);
                }
                button.primary { "Ask" }
            }
        }
    }
}

/// Asks for the explanation of a symbol that is not in the list.
fn why_not(visit: &Visit) -> Markup {
    html! {
        form.row.why-not action=(visit.links().page("explain")) {
            input type="hidden" name="q" value=(visit.value("q"));
            input type="hidden" name="hint" value=(visit.value("hint"));
            label for="missing" { "Something is missing? Ask for the rank of a symbol:" }
            input id="missing" name="symbol" required spellcheck="false" placeholder="Class.method";
            button { "Explain" }
        }
    }
}

/// An answer with what its page shows beside it.
struct Results<'r> {
    context: &'r Context,
    links: &'r Links,
    verdicts: &'r BTreeMap<String, Verdict>,
    names: &'r BTreeMap<String, Vec<NameLink>>,
    visit: &'r Visit,
}

impl Results<'_> {
    fn card(&self, symbol: &RankedSymbol) -> Markup {
        let (links, context) = (self.links, self.context);
        let names = self.names.get(&symbol.id).map_or(&[][..], Vec::as_slice);
        html! {
            li.card.result {
                header {
                    h3 {
                        span.rank { (symbol.rank) }
                        (kind(symbol.kind))
                        a.item href=(links.symbol(&symbol.id)) { (symbol.qualified_name) }
                    }
                    (probability(symbol.probability))
                }
                p.where {
                    a href=(links.line(&symbol.path, symbol.line)) { (symbol.path) ":" (symbol.line) "–" (symbol.end_line) }
                    (copy("Copy path", &format!("{}:{}", symbol.path, symbol.line)))
                }
                @if !symbol.reasons.is_empty() {
                    ul.reasons aria-label="Reasons" { @for reason in &symbol.reasons { li { (reason) } } }
                }
                @match &symbol.code {
                    Some(text) => {
                        div.block {
                            @for (first, text) in parts(symbol, text) {
                                (CodeBlock { text: &text, language: &symbol.language, first, names }
                                    .linked(links, |line| links.line(&symbol.path, line)))
                            }
                            (copy("Copy code", text))
                        }
                    }
                    None if symbol.given_before => p.hint { "An earlier answer of the session shows its code." },
                    None => p.signature { code { (symbol.signature) } },
                }
                footer {
                    a href=(links.explain(&context.task, &context.hints, &symbol.id)) { "Why rank " (symbol.rank) "?" }
                    a href=(links.impact(&symbol.id)) { "Impact" }
                    (self.verdict(symbol))
                }
            }
        }
    }

    /// Buttons that record whether a symbol was of use.
    fn verdict(&self, symbol: &RankedSymbol) -> Markup {
        let given = self.verdicts.get(&symbol.id).copied();
        html! {
            form.verdict method="post" action=(self.links.page("feedback")) {
                @for name in FIELDS { input type="hidden" name=(name) value=(self.visit.value(name)); }
                input type="hidden" name="symbol" value=(symbol.id);
                @for (verdict, label) in [(Verdict::Used, "Used"), (Verdict::Unused, "Not used")] {
                    button.quiet name="verdict" value=(verdict) aria-pressed=(given == Some(verdict)) { (label) }
                }
            }
        }
    }

    fn aside(&self) -> Markup {
        let (context, links) = (self.context, self.links);
        html! {
            div.tokens {
                p { strong { (thousands(context.tokens)) } " of " (thousands(context.budget)) " tokens" }
                meter.wide min="0" max=(context.budget) value=(context.tokens) {}
                button.primary type="button" data-copy="prompt" hidden { "Copy as prompt" }
            }
            @if !context.files.is_empty() {
                h2 { "Files" }
                ul.plain {
                    @for file in &context.files {
                        li { a href=(links.browse(&file.path)) { (file.path) } (probability(file.probability)) }
                    }
                }
            }
            @if !context.tests.is_empty() {
                h2 { "Tests" }
                ul.plain {
                    @for test in &context.tests {
                        @let name = test.id.split_once("::").map_or(test.id.as_str(), |(_, name)| name);
                        li { a href=(links.symbol(&test.id)) title=(test.id) { (name) } (probability(test.probability)) }
                    }
                }
            }
            @if !context.unsupported_languages.is_empty() {
                h2 { "Languages that are not read" }
                p { (context.unsupported_languages.join(", ")) }
            }
        }
    }
}
