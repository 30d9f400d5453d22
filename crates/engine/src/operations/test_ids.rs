//! Tests of the index and the ids that people and test runners use for them.

use fathom_experts::reports::{KnownTest, Suite};
use fathom_experts::test_id::TestId;
use fathom_graph::{Graph, SymbolId};
use fathom_syntax::{Flags, Kind};

/// Blocks and classes around a test that are read; deeper nesting is a broken parse.
const DEEPEST: usize = 32;

/// The id of a test symbol: its file, the names around it, and its own.
pub(crate) fn of(graph: &Graph<'_>, symbol: SymbolId) -> TestId {
    let mut names = Vec::new();
    let mut at = Some(symbol);
    for _ in 0..DEEPEST {
        let Some(one) = at.filter(|one| graph.kind(*one) != Kind::File) else { break };
        names.push(graph.name(one).to_owned());
        at = graph.container(one);
    }
    names.reverse();
    TestId { file: graph.path(symbol).to_owned(), names, param: None }
}

/// The symbol of a test.
pub(crate) fn find(graph: &Graph<'_>, id: &TestId) -> Option<SymbolId> {
    let file = graph.file_at(&id.file)?;
    let first = graph.file_symbol(file);
    let count = graph.files()[file.index()].facts.definitions.len() as u32;
    first.up_to(first + count).find(|symbol| of(graph, *symbol) == id.without_param())
}

/// Whether a symbol is a test that a runner can run. What a test defines for itself, such as a class with
/// methods, is none.
pub(crate) fn is_test(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    if !graph.flags(symbol).has(Flags::TEST) {
        return false;
    }
    match graph.kind(symbol) {
        Kind::Test => true,
        kind => kind.is_callable() && !is_inside_code(graph, symbol),
    }
}

/// Whether a symbol is defined inside of a function or of a block that is a test.
fn is_inside_code(graph: &Graph<'_>, symbol: SymbolId) -> bool {
    let mut at = graph.container(symbol);
    for _ in 0..DEEPEST {
        let Some(one) = at else { return false };
        if graph.kind(one).is_callable() || graph.kind(one) == Kind::Test {
            return true;
        }
        at = graph.container(one);
    }
    false
}

/// All tests of the index.
pub(crate) fn suite(graph: &Graph<'_>) -> Suite {
    let known = graph.symbols().filter(|symbol| is_test(graph, *symbol)).map(|symbol| {
        let definition = graph.definition(symbol);
        KnownTest { id: of(graph, symbol), line: definition.line, end_line: definition.end_line }
    });
    let files = graph.files().iter().map(|file| file.path).filter(|path| fathom_syntax::is_test_path(path));
    Suite::new(known.collect(), files.map(str::to_owned))
}
