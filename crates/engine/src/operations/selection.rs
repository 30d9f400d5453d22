//! A selection of tests in the syntax of a test runner.

use super::test_ids;
use crate::View;
pub use fathom_experts::runners::Runner;
use fathom_experts::runners::SelectedTest;
use fathom_experts::test_id::TestId;
use fathom_graph::SymbolId;
use fathom_syntax::{Ecosystem, Kind};

/// The arguments that make a runner run these tests, named by their ids; `None` if it runs none of
/// them.
pub fn arguments<'t>(
    view: &View<'_>,
    runner: Runner,
    tests: impl IntoIterator<Item = &'t str>,
) -> Option<String> {
    let packages: Vec<(String, String)> = match runner {
        Runner::Cargo | Runner::Nextest => packages(view),
        _ => Vec::new(),
    };
    let selected: Vec<SelectedTest> =
        tests.into_iter().filter_map(|id| selected(view, id, &packages)).collect();
    runner.arguments(&selected)
}

fn selected(view: &View<'_>, id: &str, packages: &[(String, String)]) -> Option<SelectedTest> {
    let graph = view.graph;
    let symbol = graph.with_id(id).or_else(|| test_ids::find(graph, &TestId::parse(id)));
    if symbol.is_some_and(|symbol| is_helper(view, symbol)) {
        return None;
    }
    let test = symbol.map_or_else(|| TestId::parse(id), |symbol| test_ids::of(graph, symbol));
    // The package of the nearest manifest above the file.
    let package = packages
        .iter()
        .filter(|(folder, _)| folder.is_empty() || test.file.starts_with(&format!("{folder}/")))
        .max_by_key(|(folder, _)| folder.len())
        .map(|(_, name)| name.clone());
    Some(SelectedTest { line: symbol.map(|symbol| graph.definition(symbol).line), id: test, package })
}

/// Whether a symbol is a helper of a file whose tests are blocks with titles, such as `let` of `RSpec`.
fn is_helper(view: &View<'_>, symbol: SymbolId) -> bool {
    let graph = view.graph;
    let first = graph.file_symbol(graph.file_of(symbol));
    let count = graph.files()[graph.file_of(symbol).index()].facts.definitions.len() as u32;
    graph.kind(symbol) != Kind::Test && first.up_to(first + count).any(|one| graph.kind(one) == Kind::Test)
}

/// Folders of Rust packages with their names.
fn packages(view: &View<'_>) -> Vec<(String, String)> {
    let manifests = view.manifests().into_iter().filter(|manifest| manifest.ecosystem == Ecosystem::Cargo);
    manifests
        .filter_map(|manifest| {
            let folder = manifest.path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
            Some((folder, manifest.own.into_iter().next()?))
        })
        .collect()
}
