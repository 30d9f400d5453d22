//! How good a model is on tasks that it did not learn from.

use crate::calibrate::ScoredAnswer;
use crate::examples::Example;
use crate::fit::{Lessons, plain};
use crate::gather::examples_of;
use anyhow::Result;
use fathom_bench::matching::{ExpectedSymbol, Matching, judge};
use fathom_bench::metrics::ndcg::ndcg;
use fathom_bench::metrics::precision::{precision, recall};
use fathom_bench::metrics::reciprocal::reciprocal_rank;
use fathom_bench::record::FoundSymbol;
use fathom_bench::statistics::mean;
use fathom_rank::{Model, Signal, files_of_symbols, place};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

const K: usize = 10;

/// Models that are measured: for each repository one that has not seen it.
pub(crate) struct Models {
    pub(crate) unseen: BTreeMap<String, Model>,
    /// For repositories that nothing was learned from.
    pub(crate) rest: Model,
}

impl Models {
    fn of(&self, repo: &str) -> &Model {
        self.unseen.get(&plain(repo)).unwrap_or(&self.rest)
    }
}

/// A model's answer to an example, best first: its scores and what was needed.
pub(crate) fn answer(model: &Model, example: &Example) -> ScoredAnswer {
    let needed = example.needed();
    place(model, &example.rows(), |_| 0.0, |candidate| id(example, candidate))
        .iter()
        .map(|placed| (placed.learned, needed[placed.candidate]))
        .collect()
}

fn id(example: &Example, candidate: usize) -> String {
    format!("{}::{}", example.files[candidate], example.names[candidate])
}

/// The measures of one example; `None` where one does not apply.
#[derive(Default, Clone, Copy)]
struct Figures {
    /// Lenient P@10, R@10 and MRR, strict R@10 and NDCG@10, exact R@10.
    symbols: Option<[f64; 6]>,
    /// All expected files within the first 1, 5, 10.
    files: Option<[f64; 3]>,
    /// All expected functions within the first 5, 10.
    functions: Option<[f64; 2]>,
}

fn figures(model: &Model, example: &Example) -> Figures {
    let placed = place(model, &example.rows(), |_| 0.0, |candidate| id(example, candidate));
    let order: Vec<usize> = placed.iter().map(|placed| placed.candidate).collect();
    let mut figures = Figures { symbols: symbols(&order, example), ..Figures::default() };
    if !example.expected_files.is_empty() {
        let files: Vec<&str> = files_of_symbols(&placed, |candidate| example.files[candidate].as_str())
            .into_iter()
            .map(|(file, _)| file)
            .collect();
        let inside = |k: usize| {
            let first: BTreeSet<&str> = files.iter().take(k).copied().collect();
            f64::from(u8::from(example.expected_files.iter().all(|file| first.contains(file.as_str()))))
        };
        figures.files = Some([inside(1), inside(5), inside(10)]);
    }
    if !example.expected_symbols.is_empty() {
        let inside = |k: usize| {
            let first: BTreeSet<String> = order.iter().take(k).map(|at| id(example, *at)).collect();
            f64::from(u8::from(example.expected_symbols.iter().all(|symbol| first.contains(symbol))))
        };
        figures.functions = Some([inside(5), inside(10)]);
    }
    figures
}

/// The score of an order of the candidates where symbols are labelled.
fn symbols(order: &[usize], example: &Example) -> Option<[f64; 6]> {
    if example.expected_names.is_empty() {
        return None;
    }
    let wanted: Vec<ExpectedSymbol> =
        example.expected_names.iter().map(|name| ExpectedSymbol::new(name, None)).collect();
    let found: Vec<FoundSymbol> = order
        .iter()
        .take(50)
        .map(|at| FoundSymbol { name: example.names[*at].clone(), path: None, line: None, end_line: None })
        .collect();
    let [lenient, strict, exact] = Matching::ALL.map(|matching| judge(matching, &wanted, &found));
    Some([
        precision(&lenient, K),
        recall(&lenient, K),
        reciprocal_rank(&lenient),
        recall(&strict, K),
        ndcg(&strict, K),
        recall(&exact, K),
    ])
}

const HEADER: &str = "\
| | P@10 | R@10 | MRR | strict R@10 | NDCG@10 | exact R@10 | file @1 | @5 | @10 | function @5 | @10 |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
";

fn row(
    name: &str,
    models: &Models,
    tasks: &[(String, Vec<Example>)],
    issues: &[(String, Vec<Example>)],
) -> String {
    cells(name, &each(tasks, models), &each(issues, models))
}

fn cells(name: &str, of_tasks: &[Figures], of_issues: &[Figures]) -> String {
    let mut cells: Vec<String> = Vec::new();
    for at in 0..6 {
        cells.push(cell(of_tasks, |one| one.symbols.map(|values| values[at])));
    }
    cells.extend(cells_of_issues(of_issues));
    format!("| {name} | {} |", cells.join(" | "))
}

/// Files within the first 1, 5, 10, and functions within the first 5, 10.
fn cells_of_issues(figures: &[Figures]) -> Vec<String> {
    let files = (0..3).map(|at| cell(figures, |one| one.files.map(|values| values[at])));
    let functions = (0..2).map(|at| cell(figures, |one| one.functions.map(|values| values[at])));
    files.chain(functions).collect()
}

/// The mean of a value; empty where nothing has it.
fn cell(figures: &[Figures], value: impl Fn(&Figures) -> Option<f64>) -> String {
    let values: Vec<f64> = figures.iter().filter_map(value).collect();
    if values.is_empty() { String::new() } else { format!("{:.3}", mean(&values)) }
}

fn each(sets: &[(String, Vec<Example>)], models: &Models) -> Vec<Figures> {
    let of = |(repo, example): (&str, &Example)| figures(models.of(repo), example);
    all(sets).map(of).collect()
}

fn all(sets: &[(String, Vec<Example>)]) -> impl Iterator<Item = (&str, &Example)> {
    sets.iter().flat_map(|(repo, examples)| examples.iter().map(move |example| (repo.as_str(), example)))
}

/// Prints what models reach on the gathered tasks and issues, and whether their
/// probabilities hold.
pub(crate) fn run(models: &Models, work: &Path) -> Result<()> {
    let [tasks, own, issues] =
        [examples_of(work, "tasks")?, examples_of(work, "labelled")?, examples_of(work, "issues")?];
    print!("{HEADER}");
    println!("{}", row("the prior alone", &prior_alone(), &tasks, &issues));
    println!("{}", row("learned", models, &tasks, &issues));
    // Two upper bounds: weights fitted on the answers, and candidates in their best order.
    let seen = Models { unseen: BTreeMap::new(), rest: models.rest.clone() };
    println!("{}", row("(learned from these very tasks)", &seen, &tasks, &[]));
    let best: Vec<Figures> = all(&tasks).map(|(_, example)| at_most(example)).collect();
    println!("{}", cells("(the best order of the candidates)", &best, &[]));
    println!("\nOn the project's own tasks:\n");
    print!("{HEADER}");
    println!("{}", row("the prior alone", &prior_alone(), &own, &[]));
    println!("{}", row("learned", models, &own, &[]));
    print!("\n{}", kinds_of_issues(models, &issues)?);
    print!("\n{}", reliability(models, &tasks)?);
    Ok(())
}

/// Issues by what their fix touches, and what could be reached at most: a fix of
/// two files is never all inside the first one, and what is no candidate is
/// never inside.
fn kinds_of_issues(models: &Models, issues: &[(String, Vec<Example>)]) -> Result<String> {
    type Kind = (&'static str, fn(&Example) -> bool);
    let kinds: [Kind; 4] = [
        ("all", |_| true),
        ("one file", is_of_one_file),
        ("Python", is_python),
        ("Python, one file", |example| is_of_one_file(example) && is_python(example)),
    ];
    let mut text = String::from(
        "| issues | | file @1 | @5 | @10 | function @5 | @10 |\n| --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (name, is_kind) in kinds {
        let examples: Vec<(&str, &Example)> = all(issues).filter(|(_, example)| is_kind(example)).collect();
        let reached: Vec<Figures> =
            examples.iter().map(|(repo, example)| figures(models.of(repo), example)).collect();
        let most: Vec<Figures> = examples.iter().map(|(_, example)| at_most(example)).collect();
        let label = format!("{name} ({})", examples.len());
        for (label, what, figures) in [(label.as_str(), "reached", reached), ("", "at most", most)] {
            writeln!(text, "| {label} | {what} | {} |", cells_of_issues(&figures).join(" | "))?;
        }
    }
    Ok(text)
}

fn is_of_one_file(example: &Example) -> bool {
    example.expected_files.len() == 1
}

fn is_python(example: &Example) -> bool {
    example.expected_files.iter().any(|file| Path::new(file).extension().is_some_and(|ending| ending == "py"))
}

/// The score of the best order of the candidates.
fn at_most(example: &Example) -> Figures {
    let files: BTreeSet<&str> = example.files.iter().map(String::as_str).collect();
    let found = example.expected_files.iter().all(|file| files.contains(file.as_str()));
    let fits = |count: usize, k: usize| f64::from(u8::from(found && count <= k));
    let ids: BTreeSet<String> = (0..example.names.len()).map(|at| id(example, at)).collect();
    let all = example.expected_symbols.iter().all(|symbol| ids.contains(symbol));
    let holds = |k: usize| f64::from(u8::from(all && example.expected_symbols.len() <= k));
    let mut order: Vec<usize> = (0..example.right.len()).collect();
    order.sort_by_key(|at| !example.right[*at]);
    Figures {
        symbols: symbols(&order, example),
        files: Some([1, 5, 10].map(|k| fits(example.expected_files.len(), k))),
        functions: (!example.expected_symbols.is_empty()).then(|| [5, 10].map(holds)),
    }
}

/// A model without weights: the order is that of the prior.
fn prior_alone() -> Models {
    Models { unseen: BTreeMap::new(), rest: Model::default() }
}

/// Candidates of an answer whose probabilities are looked at.
const SHOWN: usize = 20;
/// Bounds of the probabilities that are looked at together.
const BOUNDS: [f32; 6] = [0.0, 0.05, 0.1, 0.2, 0.4, 1.01];

/// How often candidates were needed, by the probability they were given.
fn reliability(models: &Models, tasks: &[(String, Vec<Example>)]) -> Result<String> {
    let mut given: Vec<(f32, bool)> = Vec::new();
    for (repo, example) in all(tasks) {
        let placed = place(models.of(repo), &example.rows(), |_| 0.0, |candidate| id(example, candidate));
        let first = placed.iter().take(SHOWN);
        let needed = example.needed();
        given.extend(first.map(|one| (one.probability, needed[one.candidate])));
    }
    let mut text =
        String::from("| probability | candidates | predicted | needed |\n| --- | --- | --- | --- |\n");
    for bounds in BOUNDS.windows(2) {
        let inside: Vec<&(f32, bool)> =
            given.iter().filter(|(predicted, _)| bounds[0] <= *predicted && *predicted < bounds[1]).collect();
        let predicted: Vec<f64> = inside.iter().map(|(predicted, _)| f64::from(*predicted)).collect();
        let right: Vec<f64> = inside.iter().map(|(_, right)| f64::from(u8::from(*right))).collect();
        let to = bounds[1].min(1.0);
        writeln!(
            text,
            "| {:.2}–{to:.2} | {} | {:.3} | {:.3} |",
            bounds[0],
            inside.len(),
            mean(&predicted),
            mean(&right)
        )?;
    }
    Ok(text)
}

/// Channels, each with the signals that it writes.
const CHANNELS: [(&str, &[Signal]); 10] = [
    ("the file's words", &[Signal::File]),
    ("names alone", &[Signal::Names]),
    ("whole names", &[Signal::Whole]),
    ("docs", &[Signal::Docs]),
    ("tests", &[Signal::Tests]),
    ("quoted names, paths and frames", &[Signal::Named, Signal::Path, Signal::Frame]),
    ("quoted messages", &[Signal::Quoted]),
    ("history", &[Signal::History]),
    ("echo", &[Signal::Echo]),
    (
        "the graph",
        &[
            Signal::Owner,
            Signal::Member,
            Signal::Callee,
            Signal::Caller,
            Signal::Typed,
            Signal::Kin,
            Signal::Walk,
        ],
    ),
];

/// Ablation: fits without each channel and prints the resulting quality.
pub(crate) fn worth(work: &Path) -> Result<()> {
    let measured = [examples_of(work, "tasks")?, examples_of(work, "issues")?];
    let line = |name: &str, ablated: &[Signal]| -> Result<()> {
        let lessons = Lessons::gathered(work, ablated, None)?;
        let [tasks, issues] = measured.each_ref().map(|sets| without(sets, ablated));
        let repos: Vec<String> = tasks.iter().map(|(repo, _)| repo.clone()).collect();
        println!("{}", row(name, &lessons.learn(&repos), &tasks, &issues));
        Ok(())
    };
    print!("{HEADER}");
    line("all channels", &[])?;
    for (name, signals) in CHANNELS {
        line(&format!("without {name}"), signals)?;
    }
    Ok(())
}

fn without(sets: &[(String, Vec<Example>)], ablated: &[Signal]) -> Vec<(String, Vec<Example>)> {
    let without_signals = |example: &Example| example.without(ablated).into_owned();
    sets.iter()
        .map(|(repo, examples)| (repo.clone(), examples.iter().map(without_signals).collect()))
        .collect()
}
