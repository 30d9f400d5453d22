//! Answers to names: the definitions first, then their users. Reads only the graph.

use crate::files::{FileCandidates, Sources, ranked_files};
use crate::names::Definitions;
use crate::pool::is_answer;
use crate::ranking::{FILES, FileFilter, Ranking, ScoredSymbol, TESTS};
use crate::reasons::Reason;
use crate::repository::{Rankers, Repository};
use crate::search_results::SearchResults;
use crate::task::Task;
use fathom_graph::{EdgeKind, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};

/// Definitions that are put before the answer to a plain word.
const FIRST: usize = 5;
/// Edges to a definition that are looked at for tests.
const EDGES: usize = 400;

impl Task {
    /// Whether the question consists only of its words.
    pub(crate) fn is_bare(&self) -> bool {
        self.advice.is_empty() && self.at_hand.is_empty() && self.refinement.is_empty()
    }
}

/// The answer to a name.
pub(crate) fn answer(
    repository: Repository<'_>,
    rankers: Rankers<'_>,
    task: &Task,
    definitions: &Definitions,
    limit: usize,
    keeps: FileFilter<'_>,
) -> Ranking {
    let graph = repository.graph;
    let kept = |symbol: &SymbolId| keeps(graph.file_of(*symbol));
    let mut symbols: Vec<ScoredSymbol> = Vec::new();
    for definition in definitions.symbols.iter().filter(|symbol| kept(symbol)).take(limit) {
        symbols.push(defined(graph, definitions, *definition, symbols.len()));
    }
    let room = limit.saturating_sub(symbols.len());
    let users = definitions.users(graph, room.saturating_mul(2));
    for (user, definition) in users.into_iter().filter(|(user, _)| kept(user)).take(room) {
        let rank = symbols.len();
        symbols.push(ScoredSymbol {
            symbol: user,
            score: score(rank),
            probability: 0.3 / (1.0 + rank as f32).sqrt(),
            reasons: vec![uses(graph, user, definition)],
        });
    }
    let files = rankers.files.map_or_else(Vec::new, |model| {
        with_sources(repository, task, definitions, |sources| ranked_files(sources, model, keeps, FILES))
    });
    Ranking { symbols, tests: tests(graph, definitions, keeps), files }
}

/// The files that may answer a name.
pub(crate) fn file_candidates(
    repository: Repository<'_>,
    task: &Task,
    definitions: &Definitions,
) -> FileCandidates {
    with_sources(repository, task, definitions, FileCandidates::find)
}

fn with_sources<T>(
    repository: Repository<'_>,
    task: &Task,
    definitions: &Definitions,
    answer: impl FnOnce(&Sources<'_>) -> T,
) -> T {
    let results = SearchResults::search(repository.graph, repository.words, task);
    answer(&Sources {
        graph: repository.graph,
        index: repository.words,
        traits: repository.traits,
        task,
        results: &results,
        definitions: Some(definitions),
        symbols: &[],
    })
}

/// Puts the definitions of a plain word before the rest of an answer, because the word may be a
/// subject as well as a name.
pub(crate) fn put_first(
    graph: &Graph<'_>,
    definitions: &Definitions,
    limit: usize,
    keeps: FileFilter<'_>,
    ranking: &mut Ranking,
) {
    let kept = |symbol: &&SymbolId| keeps(graph.file_of(**symbol)) && is_answer(graph, **symbol);
    let first: Vec<SymbolId> = definitions.symbols.iter().filter(kept).take(FIRST).copied().collect();
    let top = ranking.symbols.first().map_or(1.0, |ranked| ranked.score);
    ranking.symbols.retain(|ranked| !first.contains(&ranked.symbol));
    let mut symbols: Vec<ScoredSymbol> = Vec::with_capacity(ranking.symbols.len() + first.len());
    for (rank, symbol) in first.into_iter().enumerate() {
        let ranked = defined(graph, definitions, symbol, rank);
        symbols.push(ScoredSymbol { score: top * (2.0 - 0.1 * rank as f32), ..ranked });
    }
    symbols.append(&mut ranking.symbols);
    symbols.truncate(limit);
    ranking.symbols = symbols;
}

fn score(rank: usize) -> f32 {
    1.0 / (1.0 + rank as f32)
}

fn defined(graph: &Graph<'_>, definitions: &Definitions, symbol: SymbolId, rank: usize) -> ScoredSymbol {
    let text = format!("defines {}", definitions.name);
    let is_type = graph.kind(symbol).is_type();
    ScoredSymbol {
        symbol,
        score: score(rank),
        probability: if is_type { 0.95 } else { 0.9 } / (1.0 + 0.5 * rank as f32),
        reasons: vec![Reason { text, score: 1.0 }],
    }
}

fn uses(graph: &Graph<'_>, user: SymbolId, definition: SymbolId) -> Reason {
    let edge = graph.incoming(definition).find(|edge| edge.from == user);
    let name = graph.qualified_name(definition);
    let text = match edge.map(|edge| (edge.kind(), edge.line)) {
        Some((EdgeKind::Type, line)) => format!("uses {name} as a type (line {line})"),
        Some((kind, line)) => format!("{} {name} (line {line})", kind.word()),
        None => format!("uses {name}"),
    };
    Reason { text, score: 1.0 }
}

/// Tests that refer to the first definitions.
fn tests(graph: &Graph<'_>, definitions: &Definitions, keeps: FileFilter<'_>) -> Vec<(SymbolId, f32)> {
    let mut tests: Vec<(SymbolId, f32)> = Vec::new();
    for definition in definitions.symbols.iter().take(FIRST) {
        for edge in graph.incoming(*definition).take(EDGES) {
            let test = edge.from;
            let is_test = graph.flags(test).has(Flags::TEST)
                && (graph.kind(test).is_callable() || graph.kind(test) == Kind::Test);
            if is_test && keeps(graph.file_of(test)) && !tests.iter().any(|(known, _)| *known == test) {
                tests.push((test, edge.confidence()));
            }
            if tests.len() == TESTS {
                return tests;
            }
        }
    }
    tests
}
