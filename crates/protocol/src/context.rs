//! `context`: the symbols that a task needs.

use crate::words::words;
use crate::{Diff, Filter, IndexState, OneOrMany, SymbolKind, is_false};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The budget where none is given, in tokens; the same in every front end.
pub const DEFAULT_BUDGET: usize = 8_000;

words! {
    /// Sources of concept packs.
    ConceptSource {
        /// The packs that are enabled by default.
        On = "on",
        /// No packs.
        Off = "off",
        /// `.fathom/concepts.toml`.
        Team = "team",
        /// Packs of the frameworks that the repository depends on.
        Shipped = "shipped",
        /// Learned from docs, tests and commits of the repository.
        Learned = "learned",
    }
}

/// A task in plain words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// What you want to do, find or understand, in plain words; an issue, an error or a stack trace works too.
    pub task: String,
    /// Words and identifiers you expect in the code, such as likely names of types and functions.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub hints: OneOrMany,
    /// Ids or names of symbols of an earlier answer that were right: the answer has more of their kind.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub more_like: OneOrMany,
    /// Ids or names of symbols of an earlier answer that were wrong.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub not: OneOrMany,
    /// Most tokens of the answer (`cl100k_base`); never exceeded when given. Default 8000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub budget: Option<usize>,
    /// This many symbols; with a budget, at most this many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
    /// Files you already work on.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub files: OneOrMany,
    /// A unified diff you already work on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
    /// Which files may answer.
    #[serde(flatten)]
    pub filter: Filter,
    /// A name; code that an answer of this session showed is not shown again while it stays the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Leave earlier feedback aside.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_feedback: bool,
    /// Concept packs to use: `on`, `off`, or some of `team`, `shipped`, `learned`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concepts: Vec<ConceptSource>,
}

impl Request {
    /// A task with every option at its default.
    pub fn new(task: impl Into<String>) -> Request {
        Request {
            task: task.into(),
            hints: OneOrMany::default(),
            more_like: OneOrMany::default(),
            not: OneOrMany::default(),
            budget: None,
            limit: None,
            files: OneOrMany::default(),
            diff: None,
            filter: Filter::default(),
            session: None,
            no_feedback: false,
            concepts: Vec::new(),
        }
    }
}

/// The symbols to read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The task; in JSON one that takes much of the budget is cut.
    pub task: String,
    /// The hints of the request.
    pub hints: Vec<String>,
    /// Most tokens.
    pub budget: usize,
    /// Tokens of this answer.
    pub tokens: usize,
    /// Which state of the repository this is.
    pub index: IndexState,
    /// Best first.
    pub symbols: Vec<RankedSymbol>,
    /// Best first.
    pub files: Vec<RankedFile>,
    /// Tests that match the task.
    pub tests: Vec<RankedTest>,
    /// Languages that are in the repository and cannot be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsupported_languages: Vec<String>,
    /// Parts of the request that were not used, and other notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One symbol to read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RankedSymbol {
    /// From 1.
    pub rank: usize,
    /// `path::Qualified.name`.
    pub id: String,
    /// Its own name.
    pub name: String,
    /// Enclosing names and its own.
    pub qualified_name: String,
    /// Its kind.
    pub kind: SymbolKind,
    /// Its language.
    pub language: String,
    /// The file, from the root of the repository.
    pub path: String,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Its declaration on one line.
    pub signature: String,
    /// Comparable inside one answer only.
    pub score: f32,
    /// Probability that the task needs it.
    pub probability: f32,
    /// The main reasons, most important first.
    pub reasons: Vec<String>,
    /// Its lines, if the budget has room for them and no symbol before it shows them. Of a long body some
    /// of its lines, with a line `⋮` in place of the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The first and last line of each part of `code` where it leaves lines out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown_lines: Vec<[u32; 2]>,
    /// Whether an earlier answer of the session showed its lines.
    #[serde(default, skip_serializing_if = "is_false")]
    pub given_before: bool,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RankedFile {
    /// The file, from the root of the repository.
    pub path: String,
    /// Comparable inside one answer only.
    pub score: f32,
    /// Probability that the task needs it.
    pub probability: f32,
}

/// One test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RankedTest {
    /// `path::name`.
    pub id: String,
    /// The file, from the root of the repository.
    pub path: String,
    /// Probability that the task concerns it.
    pub probability: f32,
}
