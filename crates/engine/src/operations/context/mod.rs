//! `context`: a task in, the symbols to read out.

mod render;
mod session;

pub use render::Format;

use super::{Asking, Filter};
use crate::source_text::SourceText;
use crate::{EngineError, Freshness, View};
use fathom_rank::{Detail, Item, Packed, Ranking, pack, rank, rank_within};
use render::{About, Shown};
use serde::Serialize;
use session::Session;
use std::collections::BTreeMap;

/// Symbols considered for packing; the budget decides how many are shown.
const CANDIDATES: usize = 60;

/// The task, and what it is asked in.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// In plain words.
    pub task: String,
    /// Most tokens of the text answer.
    pub budget: usize,
    /// This many symbols, whatever the budget: code is left out first. The text shows those that fit.
    pub limit: Option<usize>,
    /// How the text answer is written.
    pub format: Format,
    /// What else changes the ranking.
    pub asking: Asking,
    /// The name of a session, in whose later answers no code is given twice.
    pub session: Option<String>,
    /// Which files may answer; nothing else is in the answer.
    pub filter: Filter,
}

/// The symbols to read.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// The task as given.
    pub task: String,
    /// Most tokens.
    pub budget: usize,
    /// Tokens of `text`.
    pub tokens: usize,
    /// Which state of the repository this is.
    pub index: Freshness,
    /// Best first.
    pub symbols: Vec<Symbol>,
    /// Files by the weight of their symbols.
    pub files: Vec<File>,
    /// Tests that speak of the task.
    pub tests: Vec<Test>,
    /// Languages that are in the repository and not read.
    pub unsupported_languages: Vec<String>,
    /// What of the request was left aside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The answer as people and prompts read it.
    #[serde(skip)]
    pub text: String,
}

/// One symbol to read.
#[derive(Clone, Debug, Serialize)]
pub struct Symbol {
    /// From 1.
    pub rank: usize,
    /// `path::Qualified.name`.
    pub id: String,
    /// Its own name.
    pub name: String,
    /// Names it is nested in and its own.
    pub qualified_name: String,
    /// What it is.
    pub kind: &'static str,
    /// Its language.
    pub language: &'static str,
    /// Where it stands.
    pub path: String,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Its declaration on one line.
    pub signature: String,
    /// Comparable inside one answer only.
    pub score: f32,
    /// Probability of being needed.
    pub probability: Option<f32>,
    /// Main reason first.
    pub reasons: Vec<String>,
    /// Its lines, if the budget had room for them and no symbol before it shows them.
    pub code: Option<String>,
    /// Whether its lines were in an earlier answer of the session, and are left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub given_before: bool,
}

/// One file.
#[derive(Clone, Debug, Serialize)]
pub struct File {
    /// Its path.
    pub path: String,
    /// Comparable inside one answer only.
    pub score: f32,
}

/// One test.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// `path::name`.
    pub id: String,
    /// Where it stands.
    pub path: String,
    /// Absent until it can be calibrated.
    pub probability: Option<f32>,
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
    let files = request.filter.files(view)?;
    let most = request.limit.unwrap_or(CANDIDATES);
    let ranking = if files.are_all() {
        rank(graph, &view.words, view.past(), &model, &task, most)
    } else {
        rank_within(graph, &view.words, view.past(), &model, &task, most, &|file| files.hold(file))
    };
    notes.extend(doubt(&ranking));
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut items: Vec<Item> = Vec::new();
    let mut sources = Sources::default();
    for (index, ranked) in ranking.symbols.iter().enumerate() {
        let definition = graph.definition(ranked.symbol);
        let mut symbol = Symbol {
            rank: index + 1,
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
            probability: Some(ranked.probability),
            reasons: ranked.reasons.iter().map(|reason| reason.text.clone()).collect(),
            code: sources.code(view, ranked.symbol),
            given_before: false,
        };
        if let Some(session) = &session {
            let contents = sources.hash(view, ranked.symbol);
            symbol.given_before = contents.is_some_and(|contents| session.has_given(&symbol, contents));
            symbol.code.take_if(|_| symbol.given_before);
        }
        let shown =
            Shown { symbol: &symbol, doc: graph.doc(ranked.symbol), file: graph.file_of(ranked.symbol) };
        items.push(request.format.item(&shown));
        symbols.push(symbol);
    }
    let tests: Vec<Test> = ranking
        .tests
        .iter()
        .map(|(test, _)| Test { id: graph.id(*test), path: graph.path(*test).to_owned(), probability: None })
        .collect();
    let about =
        About { task: &request.task, freshness: &view.freshness, notes: &notes, empty: symbols.is_empty() };
    let Packed { text, tokens, details } = pack(&request.format.cover(&about), &items, request.budget);
    if request.limit.is_none() {
        symbols.truncate(details.len());
    }
    for (index, symbol) in symbols.iter_mut().enumerate() {
        if details.get(index) != Some(&Detail::Code) {
            symbol.code = None;
        }
    }
    if let Some(session) = &mut session {
        for (symbol, ranked) in symbols.iter().zip(&ranking.symbols).filter(|(one, _)| one.code.is_some()) {
            if let Some(contents) = sources.hash(view, ranked.symbol) {
                session.give(symbol, contents);
            }
        }
        session.keep(view.home())?;
    }
    let files = ranking
        .files
        .iter()
        .map(|(file, score)| File { path: graph.files()[*file].path.to_owned(), score: *score })
        .collect();
    Ok(Response {
        task: request.task.clone(),
        budget: request.budget,
        tokens,
        index: view.freshness.clone(),
        symbols,
        files,
        tests,
        unsupported_languages: view.unsupported.iter().map(|(name, _)| name.clone()).collect(),
        notes,
        text,
    })
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
    texts: BTreeMap<usize, Option<SourceText>>,
}

impl Sources {
    fn text(&mut self, view: &View<'_>, symbol: u32) -> Option<&SourceText> {
        let file = view.graph.file_of(symbol);
        self.texts.entry(file).or_insert_with(|| SourceText::read(view, file)).as_ref()
    }

    fn code(&mut self, view: &View<'_>, symbol: u32) -> Option<String> {
        self.text(view, symbol)?.code(view, symbol)
    }

    /// The hash of a symbol's file as it is now; `None` if it is gone.
    fn hash(&mut self, view: &View<'_>, symbol: u32) -> Option<blake3::Hash> {
        Some(self.text(view, symbol)?.hash())
    }
}

#[cfg(test)]
mod tests {
    use super::doubt;
    use fathom_rank::{Ranked, Ranking};

    fn ranking(probabilities: &[f32]) -> Ranking {
        let ranked = |probability: &f32| Ranked {
            symbol: 0,
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
