//! `context`: a task in, the symbols to read out.

mod render;
mod response;
mod session;

pub use render::Format;
pub use response::{File, Response, Symbol, Test};

use super::{Asking, Filter};
use crate::render::Paint;
use crate::source_text::SourceText;
use crate::{EngineError, View};
use fathom_graph::{FileId, SymbolId};
use fathom_rank::{Detail, Ranked, Ranking, Shown, pack, rank, rank_within};
use session::Session;
use std::collections::BTreeMap;

/// The budget where none is given, the same at every door.
pub const BUDGET: usize = 8_000;
/// Symbols considered for packing; the budget decides how many are shown.
const CANDIDATES: usize = 60;
/// Most reasons of a symbol.
const REASONS: usize = 3;
/// Most of a doc's first line, in bytes.
const DOC: usize = 160;

/// How many tokens an answer may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Never exceeded.
    Given(usize),
    /// Where none is given; a limit of symbols comes before it.
    Default(usize),
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::Default(BUDGET)
    }
}

/// The task, and what it is asked in.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// In plain words.
    pub task: String,
    /// Most tokens of the answer in its format.
    pub budget: Budget,
    /// Most symbols. Without a budget that was given it is exactly so many, if there are: then the
    /// budget bounds only their code.
    pub limit: Option<usize>,
    /// How the answer is written.
    pub format: Format,
    /// What else changes the ranking.
    pub asking: Asking,
    /// The name of a session, in whose later answers no code is given twice.
    pub session: Option<String>,
    /// Which files may answer; nothing else is in the answer.
    pub filter: Filter,
}

/// Finds the symbols for a task.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    if request.task.trim().is_empty() {
        return Err(EngineError::Request("the task is empty; say in a sentence what you want to do".into()));
    }
    let mut session = request.session.as_deref().map(|name| Session::open(view.home(), name)).transpose()?;
    let graph = &view.graph;
    let model = request.asking.ranker.model()?;
    let (task, mut notes) = request.asking.read(view, &request.task);
    let allowed = request.filter.files(view)?;
    let most = request.limit.unwrap_or(CANDIDATES);
    let ranking = if allowed.are_all() {
        rank(graph, &view.words, view.past(), &model, &task, most)
    } else {
        rank_within(graph, &view.words, view.past(), &model, &task, most, &|file| allowed.hold(file))
    };
    notes.extend(doubt(&ranking));
    let mut sources = Sources::default();
    let mut symbols: Vec<Symbol> = Vec::new();
    for (index, ranked) in ranking.symbols.iter().enumerate() {
        let mut symbol = describe(view, index + 1, ranked);
        symbol.code = sources.code(view, ranked.symbol);
        if let Some(session) = &session {
            let contents = sources.hash(view, ranked.symbol);
            symbol.given_before = contents.is_some_and(|contents| session.has_given(&symbol, contents));
            symbol.code.take_if(|_| symbol.given_before);
        }
        symbols.push(symbol);
    }
    view.check_unchanged()?;
    let (budget, every_symbol) = match request.budget {
        Budget::Given(tokens) => (tokens, false),
        Budget::Default(tokens) => (tokens, request.limit.is_some()),
    };
    let mut response = Response {
        task: request.format.task(&request.task, budget),
        hints: Vec::new(),
        budget,
        tokens: 0,
        index: view.freshness(),
        symbols,
        files: files(view, &ranking),
        tests: tests(view, &ranking),
        unsupported_languages: view.unsupported.iter().map(|(name, _)| name.clone()).collect(),
        notes,
        text: String::new(),
        too_small: false,
        format: request.format,
    };
    let limits = request.format.limits(budget, every_symbol);
    let packed = pack(&request.format.page(&response, &Paint::PLAIN), limits);
    response.settle(packed);
    if let Some(session) = &mut session {
        let with_code = |one: &(&Symbol, &Ranked)| one.0.code.is_some();
        for (symbol, ranked) in response.symbols.iter().zip(&ranking.symbols).filter(with_code) {
            if let Some(contents) = sources.hash(view, ranked.symbol) {
                session.give(symbol, contents);
            }
        }
        session.keep(view.home())?;
    }
    Ok(response)
}

/// A symbol without its code.
fn describe(view: &View<'_>, rank: usize, ranked: &Ranked) -> Symbol {
    let graph = &view.graph;
    let definition = graph.definition(ranked.symbol);
    let doc = graph.doc(ranked.symbol).lines().find(|line| !line.is_empty()).unwrap_or("");
    Symbol {
        rank,
        id: graph.id(ranked.symbol),
        name: graph.name(ranked.symbol).to_owned(),
        qualified_name: graph.qualified_name(ranked.symbol),
        kind: definition.kind().word(),
        language: graph.language(ranked.symbol).name,
        path: graph.path(ranked.symbol).to_owned(),
        line: definition.line,
        end_line: definition.end_line,
        signature: graph.signature(ranked.symbol).to_owned(),
        score: ranked.score,
        probability: ranked.probability,
        reasons: ranked.reasons.iter().take(REASONS).map(|reason| reason.text.clone()).collect(),
        code: None,
        given_before: false,
        doc: doc[..doc.floor_char_boundary(DOC)].to_owned(),
        file: graph.file_of(ranked.symbol),
        shown: Shown { detail: Detail::Name, within: Vec::new() },
    }
}

fn files(view: &View<'_>, ranking: &Ranking) -> Vec<File> {
    let path = |file: FileId| view.graph.files()[file.index()].path.to_owned();
    ranking.files.iter().map(|(file, score)| File { path: path(*file), score: *score }).collect()
}

fn tests(view: &View<'_>, ranking: &Ranking) -> Vec<Test> {
    let graph = &view.graph;
    let test = |test: SymbolId| Test {
        id: graph.id(test),
        path: graph.path(test).to_owned(),
        name: graph.qualified_name(test),
        line: graph.definition(test).line,
    };
    ranking.tests.iter().map(|(symbol, _)| test(*symbol)).collect()
}

/// Says so where it is more likely than not that none of the first symbols is needed.
fn doubt(ranking: &Ranking) -> Option<String> {
    const FIRST: usize = 10;
    let none: f32 = ranking.symbols.iter().take(FIRST).map(|ranked| 1.0 - ranked.probability).product();
    (!ranking.symbols.is_empty() && none > 0.5).then(|| {
        "probably none of this is what the task needs; name a symbol, a file or a word of the code, or ask \
         `fathom query`"
            .to_owned()
    })
}

/// Files read once per answer.
#[derive(Default)]
struct Sources {
    texts: BTreeMap<FileId, Option<SourceText>>,
}

impl Sources {
    fn text(&mut self, view: &View<'_>, symbol: SymbolId) -> Option<&SourceText> {
        let file = view.graph.file_of(symbol);
        self.texts.entry(file).or_insert_with(|| SourceText::read(view, file)).as_ref()
    }

    fn code(&mut self, view: &View<'_>, symbol: SymbolId) -> Option<String> {
        self.text(view, symbol)?.code(view, symbol)
    }

    /// The hash of a symbol's file; `None` if it is gone or has changed since it was indexed.
    fn hash(&mut self, view: &View<'_>, symbol: SymbolId) -> Option<blake3::Hash> {
        Some(self.text(view, symbol)?.hash())
    }
}

#[cfg(test)]
mod tests {
    use super::doubt;
    use fathom_graph::SymbolId;
    use fathom_rank::{Ranked, Ranking};

    fn ranking(probabilities: &[f32]) -> Ranking {
        let ranked = |probability: &f32| Ranked {
            symbol: SymbolId::default(),
            score: 0.0,
            probability: *probability,
            reasons: Vec::new(),
        };
        Ranking { symbols: probabilities.iter().map(ranked).collect(), ..Ranking::default() }
    }

    #[test]
    fn an_answer_says_when_it_is_probably_none() {
        assert!(doubt(&ranking(&[0.04; 10])).is_some());
        assert!(doubt(&ranking(&[0.3, 0.3, 0.04])).is_none());
        // Only the first ten count: a long tail is no reason to be sure.
        assert!(doubt(&ranking(&[0.04; 60])).is_some());
        assert!(doubt(&ranking(&[])).is_none(), "an empty answer speaks for itself");
    }
}
