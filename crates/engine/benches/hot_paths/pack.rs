//! Ranked symbols to text within a budget of tokens.

use crate::indexed::with_view;
use divan::Bencher;
use fathom_engine::View;
use fathom_rank::{Detail, FileModel, Item, Limits, Lines, Model, Page, Rankers, Task, pack, rank};

/// A small budget leaves most code out, a large one counts all of it.
#[divan::bench(args = [500, 8_000])]
fn budget(bencher: Bencher, tokens: usize) {
    with_view(|view| {
        let shown_in = Box::new(|_: usize, _: &[usize]| String::new());
        let items = items(view);
        let page = Page { head: String::new(), items, shown_in, lists: Vec::new(), foot: String::new() };
        bencher.bench_local(|| pack(&page, Limits::budget(tokens)));
    });
}

/// The texts of the symbols that a task is answered with.
fn items(view: &View<'_>) -> Vec<Item<'static>> {
    let model = Model::built_in().expect("the model that ships");
    let files = FileModel::built_in().expect("the model that ships");
    let rankers = Rankers { symbols: &model, files: Some(&files) };
    let task = Task::read("retry the payment when the courier cancels the order");
    let graph = view.graph;
    let ranking = rank(view.repository(), rankers, &task, 60, None);
    let mut items = Vec::new();
    for ranked in &ranking.symbols {
        let definition = graph.definition(ranked.symbol);
        let name = format!("{}:{} {}\n", graph.path(ranked.symbol), definition.line, graph.id(ranked.symbol));
        let signature = format!("{name}{}\n", graph.signature(ranked.symbol));
        let code = format!("{name}{}\n", view.code(ranked.symbol).unwrap_or_default());
        let file = graph.file_of(ranked.symbol);
        let lines = Lines { file, first: definition.line, last: definition.end_line };
        items.push(Item::new(lines, move |detail, _| match detail {
            Detail::Name => name.clone(),
            Detail::Signature => signature.clone(),
            Detail::Excerpt => String::new(),
            Detail::Code => code.clone(),
        }));
    }
    items
}
