//! `context`: a task in, the symbols to read out.

use crate::{EngineError, Freshness, View};
use fathom_rank::{Detail, Item, Model, Packed, Task, pack, rank};
use serde::Serialize;
use std::fmt::Write;

/// Symbols considered for packing; the budget decides how many are shown.
const CANDIDATES: usize = 60;

/// The task.
#[derive(Clone, Debug)]
pub struct Request {
    /// In plain words.
    pub task: String,
    /// Most tokens of the text answer.
    pub budget: usize,
    /// Exactly this many symbols, whatever the budget: code is left out first.
    pub limit: Option<usize>,
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
    /// Its lines, if the budget had room for them.
    pub code: Option<String>,
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
    let graph = &view.graph;
    let model = Model::built_in()?;
    let task = Task::read(&request.task);
    let ranking =
        rank(graph, &view.words, view.past().as_ref(), &model, &task, request.limit.unwrap_or(CANDIDATES));
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut items: Vec<Item> = Vec::new();
    let mut sources = Sources::default();
    for (index, ranked) in ranking.symbols.iter().enumerate() {
        let definition = graph.definition(ranked.symbol);
        let symbol = Symbol {
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
        };
        items.push(item(&symbol, graph.doc(ranked.symbol)));
        symbols.push(symbol);
    }
    let tests: Vec<Test> = ranking
        .tests
        .iter()
        .map(|(test, _)| Test { id: graph.id(*test), path: graph.path(*test).to_owned(), probability: None })
        .collect();
    let head = head(&request.task, &view.freshness, symbols.is_empty());
    let Packed { text, tokens, details } = pack(&head, &items, request.budget);
    if request.limit.is_none() {
        symbols.truncate(details.len());
    }
    for (index, symbol) in symbols.iter_mut().enumerate() {
        if details.get(index) != Some(&Detail::Code) {
            symbol.code = None;
        }
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
        text,
    })
}

fn head(task: &str, freshness: &Freshness, empty: bool) -> String {
    let task = task.trim().lines().next().unwrap_or("");
    let commit = freshness.commit.as_deref().map_or("no commit", |commit| &commit[..commit.len().min(10)]);
    let state = match (freshness.stale_files, freshness.dirty) {
        (0, false) => String::new(),
        (0, true) => ", with local changes".to_owned(),
        (stale, _) => format!(", {stale} files changed since"),
    };
    let nothing = if empty { "Nothing in this repository matches these words.\n" } else { "" };
    format!("# {}\n# at {commit}{state}\n{nothing}", &task[..task.floor_char_boundary(200)])
}

fn item(symbol: &Symbol, doc: &str) -> Item {
    let place = if symbol.line == symbol.end_line {
        format!("{}:{}", symbol.path, symbol.line)
    } else {
        format!("{}:{}-{}", symbol.path, symbol.line, symbol.end_line)
    };
    let reason = symbol.reasons.first().map_or("", String::as_str);
    let first_line = doc.lines().find(|line| !line.is_empty()).unwrap_or("");
    let mut signature = format!("   {}\n", symbol.signature);
    if !first_line.is_empty() {
        let _ = writeln!(signature, "   {}", &first_line[..first_line.floor_char_boundary(160)]);
    }
    let mut code = String::new();
    for (offset, line) in symbol.code.iter().flat_map(|code| code.lines().enumerate()) {
        let _ = writeln!(code, "{:5} | {line}", symbol.line as usize + offset);
    }
    Item {
        head: format!("\n{}. {place} {} {}  ({reason})", symbol.rank, symbol.kind, symbol.qualified_name),
        signature,
        code,
    }
}

/// Files read once per answer.
#[derive(Default)]
struct Sources {
    texts: std::collections::BTreeMap<usize, Option<Vec<String>>>,
}

impl Sources {
    fn code(&mut self, view: &View<'_>, symbol: u32) -> Option<String> {
        let file = view.graph.file_of(symbol);
        let lines = self.texts.entry(file).or_insert_with(|| view.lines(file)).as_ref()?;
        view.code_in(lines, symbol)
    }
}
