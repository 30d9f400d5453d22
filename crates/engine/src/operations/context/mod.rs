//! `context`: a task in, the symbols to read out.

mod excerpt;
mod render;
mod response;
mod session;
mod suggested_tests;

pub use render::Format;
pub use response::Answer;

use super::ranking_inputs::RankingOptions;
use super::{Ranker, RankingInputs, kind};
use crate::render::Paint;
use crate::source_text::SourceText;
use crate::{EngineError, View};
use excerpt::{Body, Excerpt, Words};
use fathom_graph::{FileId, SymbolId};
use fathom_protocol::context::{DEFAULT_BUDGET, RankedFile, RankedSymbol, Request};
use fathom_rank::{Detail, Presentation, Ranking, ScoredSymbol, pack};
use response::{Candidate, SymbolBody};
use session::Session;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

/// Symbols considered for packing; the budget decides how many are shown.
const CANDIDATES: usize = 60;
/// Bytes of a task whose words choose the lines of excerpts.
const WORDS: usize = 4_000;
/// Symbols inside a type that are looked at for its members.
const INSIDE: usize = 500;
/// How often an answer is packed again because files that it shows have changed.
const NOTED_CHANGES: usize = 3;
/// Most of a doc's first line, in bytes.
const DOC: usize = 160;

/// Settings of an answer that are not in the request.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The format; the budget counts its tokens.
    pub format: Format,
    /// The budget where the request has none.
    pub default_budget: usize,
    /// The ranker.
    pub ranker: Ranker,
    /// Whether past commits choose tests, too.
    pub history_tests: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            format: Format::Json,
            default_budget: DEFAULT_BUDGET,
            ranker: Ranker::default(),
            history_tests: true,
        }
    }
}

/// Finds the symbols for a task.
///
/// # Examples
///
/// ```
/// # use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
/// # let place = tempfile::tempdir()?;
/// # let repository = place.path().join("repository");
/// # std::fs::create_dir(&repository)?;
/// # let text = "def send(job):\n    return retry_upload(job)\n\n\ndef retry_upload(job):\n    return job\n";
/// # std::fs::write(repository.join("upload.py"), text)?;
/// # let workspace = Workspace::find(&repository, &Folders::under(&place.path().join("home")))?;
/// use fathom_engine::operations::context::{self, Settings};
/// use fathom_protocol::context::Request;
///
/// let request = Request { budget: Some(500), ..Request::new("retry the upload") };
/// let settings = Settings::default();
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| context::run(view, &request, &settings))?;
/// let response = answer.response();
/// assert_eq!(response.symbols[0].name, "retry_upload");
/// assert!(response.tokens <= 500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request, settings: &Settings) -> Result<Answer, EngineError> {
    if request.task.trim().is_empty() {
        return Err(EngineError::Request(
            "the task is empty; describe in a sentence what you want to do".into(),
        ));
    }
    let options = RankingOptions {
        hints: &request.hints,
        more_like: &request.more_like,
        not: &request.not,
        files: &request.files,
        diff: request.diff.as_ref(),
        no_feedback: request.no_feedback,
        concepts: &request.concepts,
    };
    let inputs = RankingInputs { ranker: settings.ranker.clone(), ..options.into() };
    let mut session = request.session.as_deref().map(|name| Session::open(view.home(), name)).transpose()?;
    let most = request.limit.unwrap_or(CANDIDATES);
    view.check_wanted()?;
    let (ranking, mut notes) = inputs.rank(view, &request.task, &request.filter, most)?;
    notes.extend(doubt(&ranking));
    let sources = RefCell::new(Sources::default());
    let mut symbols: Vec<Candidate> = Vec::new();
    for (index, ranked) in ranking.symbols.iter().enumerate() {
        let mut symbol = describe(view, index + 1, ranked);
        if let Some(session) = &session {
            view.check_wanted()?;
            let contents = sources.borrow_mut().hash(view, ranked.symbol);
            symbol.given_before = contents.is_some_and(|contents| session.has_given(&symbol, contents));
        }
        symbols.push(symbol);
    }
    view.check_wanted()?;
    // A budget that was given comes before the limit; the limit comes before the default budget.
    let (budget, every_symbol) = match request.budget {
        Some(tokens) => (tokens, false),
        None => (settings.default_budget, request.limit.is_some()),
    };
    let format = settings.format;
    let history = settings.history_tests.then(|| super::filter::files(view, &request.filter)).transpose()?;
    let mut answer = Answer {
        task: format.task(&request.task, budget),
        hints: request.hints.0.clone(),
        budget,
        tokens: 0,
        index: view.state(),
        symbols,
        files: ranked_files(view, &ranking),
        tests: suggested_tests::tests(view, &ranking, history.as_ref()),
        unsupported_languages: view.unsupported_languages(),
        notes,
        text: String::new(),
        too_small: false,
        format,
    };
    let limits = format.limits(budget, every_symbol);
    let words = Words::of(&request.task[..request.task.floor_char_boundary(WORDS)], &request.hints.0);
    let read = |candidate: &Candidate| {
        let symbol = ranking.symbols[candidate.rank - 1].symbol;
        let code = sources.borrow_mut().code(view, symbol);
        let excerpt = code.as_deref().and_then(|code| excerpt(view, symbol, candidate, code, &words));
        SymbolBody { code, excerpt }
    };
    let mut packed = pack(&format.page(&answer, &Paint::PLAIN, &read), limits);
    view.check_unchanged()?;
    view.check_wanted()?;
    // Files are read while the answer is packed; one that has changed is noted in its head.
    for _ in 0..NOTED_CHANGES {
        let state = view.state();
        if state == answer.index {
            break;
        }
        answer.index = state;
        packed = pack(&format.page(&answer, &Paint::PLAIN, &read), limits);
    }
    answer.settle(packed);
    if let Some(session) = &mut session {
        let with_code = |one: &(&Candidate, &ScoredSymbol)| one.0.shown.detail == Detail::Code;
        for (symbol, ranked) in answer.symbols.iter().zip(&ranking.symbols).filter(with_code) {
            if let Some(contents) = sources.borrow_mut().hash(view, ranked.symbol) {
                session.give(symbol, contents);
            }
        }
        session.keep(view.home())?;
    }
    Ok(answer)
}

/// A symbol without its code.
fn describe(view: &View<'_>, rank: usize, ranked: &ScoredSymbol) -> Candidate {
    let graph = view.graph;
    let definition = graph.definition(ranked.symbol);
    let doc = graph.doc(ranked.symbol).lines().find(|line| !line.is_empty()).unwrap_or("");
    let record = RankedSymbol {
        rank,
        id: graph.id(ranked.symbol),
        name: graph.name(ranked.symbol).to_owned(),
        qualified_name: graph.qualified_name(ranked.symbol),
        kind: kind(definition.kind()),
        language: graph.language(ranked.symbol).name.to_owned(),
        path: graph.path(ranked.symbol).to_owned(),
        line: definition.line,
        end_line: definition.end_line,
        signature: graph.signature(ranked.symbol).to_owned(),
        score: ranked.score,
        probability: ranked.probability,
        reasons: ranked.reasons.iter().map(|reason| reason.text.clone()).collect(),
        code: None,
        shown_lines: Vec::new(),
        given_before: false,
    };
    Candidate {
        record,
        body: OnceCell::new(),
        doc: doc[..doc.floor_char_boundary(DOC)].to_owned(),
        file: graph.file_of(ranked.symbol),
        shown: Presentation { detail: Detail::Name, within: Vec::new(), hidden: Vec::new() },
    }
}

/// The excerpt of a symbol that is long.
fn excerpt(
    view: &View<'_>,
    symbol: SymbolId,
    candidate: &Candidate,
    code: &str,
    words: &Words,
) -> Option<Excerpt> {
    if (candidate.end_line.saturating_sub(candidate.line) as usize) < excerpt::SHORT {
        return None;
    }
    let graph = view.graph;
    let first = graph.file_symbol(candidate.file);
    let end = first + graph.files()[candidate.file.index()].facts.definitions.len() as u32;
    let inside = symbol.up_to(end).skip(1).take(INSIDE);
    let members: Vec<u32> = inside
        .take_while(|one| graph.definition(*one).line <= candidate.end_line)
        .filter(|one| graph.container(*one) == Some(symbol))
        .map(|one| graph.definition(one).line)
        .collect();
    let body = Body { code, first: candidate.line, signature: &candidate.signature, members: &members };
    Excerpt::of(&body, words)
}

/// The files of a ranking.
fn ranked_files(view: &View<'_>, ranking: &Ranking) -> Vec<RankedFile> {
    let file = |one: &fathom_rank::RankedFile| RankedFile {
        path: view.graph.files()[one.file.index()].path.to_owned(),
        score: one.score,
        probability: one.probability,
    };
    ranking.files.iter().map(file).collect()
}

/// A note if it is more likely than not that none of the first symbols is needed. A file that is
/// probably needed shows that the answer is about the right place: its probability is calibrated across
/// sizes of repositories.
fn doubt(ranking: &Ranking) -> Option<String> {
    const FIRST: usize = 10;
    let none: f32 = ranking.symbols.iter().take(FIRST).map(|ranked| 1.0 - ranked.probability).product();
    let file = ranking.files.first().map_or(0.0, |file| file.probability);
    (!ranking.symbols.is_empty() && none > 0.5 && file < 0.5).then(|| {
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
    use fathom_rank::{Ranking, ScoredSymbol};

    fn ranking(probabilities: &[f32]) -> Ranking {
        let ranked = |probability: &f32| ScoredSymbol {
            symbol: SymbolId::default(),
            score: 0.0,
            probability: *probability,
            reasons: Vec::new(),
        };
        Ranking { symbols: probabilities.iter().map(ranked).collect(), ..Ranking::default() }
    }

    #[test]
    fn an_answer_notes_when_it_is_probably_wrong() {
        assert!(doubt(&ranking(&[0.04; 10])).is_some());
        assert!(doubt(&ranking(&[0.3, 0.3, 0.04])).is_none());
        // Only the first ten count: a long tail does not add certainty.
        assert!(doubt(&ranking(&[0.04; 60])).is_some());
        assert!(doubt(&ranking(&[])).is_none(), "an empty answer needs no note");
        let file = fathom_rank::RankedFile {
            file: fathom_graph::FileId::default(),
            score: 1.0,
            probability: 0.8,
            reasons: Vec::new(),
        };
        let in_a_sure_file = Ranking { files: vec![file], ..ranking(&[0.04; 10]) };
        assert!(doubt(&in_a_sure_file).is_none());
    }
}
