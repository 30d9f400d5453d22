//! A selection of tests in the syntax of a test runner.

use super::test_ids;
use crate::View;
pub use fathom_experts::runners::Runner;
use fathom_experts::runners::SelectedTest;
use fathom_experts::test_id::TestId;
use fathom_syntax::Ecosystem;

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
    let selected: Vec<SelectedTest> = tests.into_iter().map(|id| selected(view, id, &packages)).collect();
    runner.arguments(&selected)
}

fn selected(view: &View<'_>, id: &str, packages: &[(String, String)]) -> SelectedTest {
    let graph = view.graph;
    let symbol = graph.with_id(id).or_else(|| test_ids::find(graph, &TestId::parse(id)));
    let test = symbol.map_or_else(|| TestId::parse(id), |symbol| test_ids::of(graph, symbol));
    // The package of the nearest manifest above the file.
    let package = packages
        .iter()
        .filter(|(folder, _)| folder.is_empty() || test.file.starts_with(&format!("{folder}/")))
        .max_by_key(|(folder, _)| folder.len())
        .map(|(_, name)| name.clone());
    SelectedTest { line: symbol.map(|symbol| graph.definition(symbol).line), id: test, package }
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
