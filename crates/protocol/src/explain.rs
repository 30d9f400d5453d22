//! `explain`: every signal behind a symbol's rank in the answer to a task.

use crate::context::ConceptSource;
use crate::{Diff, IndexState, OneOrMany, Symbol, is_false};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A task and a symbol.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// The task as it was given to `context`.
    pub task: String,
    /// A symbol by any form of its name.
    pub symbol: String,
    /// The hints as they were given to `context`.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub hints: OneOrMany,
    /// Ids or names of symbols of an earlier answer that were right: the answer has more of their kind.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub more_like: OneOrMany,
    /// Ids or names of symbols of an earlier answer that were wrong.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub not: OneOrMany,
    /// The files as they were given to `context`.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub files: OneOrMany,
    /// The diff as it was given to `context`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
    /// Leave earlier feedback aside.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_feedback: bool,
    /// Concept packs to use: `on`, `off`, or some of `team`, `shipped`, `learned`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concepts: Vec<ConceptSource>,
}

/// Why the symbol has its rank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The task.
    pub task: String,
    /// The symbol; of several with that name, the best ranked.
    pub symbol: Symbol,
    /// Ids of other symbols that the name can mean.
    pub alternatives: Vec<String>,
    /// How many symbols were compared.
    pub candidates: usize,
    /// Its position; absent if it is not among the candidates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// Why it is not among the candidates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<String>,
    /// Which terms of the task it has, largest share first.
    pub terms: Vec<Term>,
    /// Parts of the request that were not used, and other notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// The position of a candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// In the answer, from 1.
    pub rank: usize,
    /// By the prior alone, from 1.
    pub prior_rank: usize,
    /// By the model alone, from 1.
    pub model_rank: usize,
    /// The score that candidates are sorted by: both ranks merged.
    pub score: f32,
    /// The model's score; comparable inside one answer only.
    pub model_score: f32,
    /// Probability that the task needs it.
    pub probability: f32,
    /// Whether an overload of it comes first, which moves this one to the end.
    pub overload: bool,
    /// The id of a symbol of the same name that comes first, which moves this one down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<String>,
    /// How many members of its type come before it, which moves this one down a little.
    pub crowd: usize,
    /// Advice of feedback and concept packs.
    pub advice: Vec<Advice>,
    /// Every signal, by the change it made.
    pub signals: Vec<Signal>,
    /// Other features that changed the model's score, largest change first.
    pub features: Vec<Feature>,
}

/// Advice on a symbol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// From -1, surely not needed, to 1, surely needed.
    pub weight: f32,
    /// Its source and cause.
    pub reason: String,
}

/// One signal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Signal {
    /// Its name.
    pub signal: String,
    /// Its value as a share of the task's best; 0 if it is absent.
    pub share: f32,
    /// Its rank among the candidates, from 1; absent if the signal is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// Its effect on the model's score; an absent signal can have one too.
    pub change: f32,
    /// In a few words, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// One feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Feature {
    /// Its name.
    pub feature: String,
    /// Its value.
    pub value: f32,
    /// Its effect on the model's score.
    pub change: f32,
}

/// One term of the task in one field of the symbol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Term {
    /// The term, stemmed as it is searched.
    pub term: String,
    /// `name`, `container`, `path`, `signature`, `doc` or `body`.
    pub field: String,
    /// Term frequency, at most 31.
    pub count: u8,
    /// Its share of the text score.
    pub score: f32,
}
