//! `show`: a symbol with its source, callers and callees; a file as its signatures.

use crate::{IndexState, Relation, Symbol, is_zero};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default number of callers and of callees.
pub const DEFAULT_LIMIT: usize = 20;

/// Which symbol.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A name in any form, an id, a place (`path:80`) or the path of a file.
    pub symbol: String,
    /// Most callers and callees each. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
    /// Most tokens of the answer (`cl100k_base`); code is cut first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub budget: Option<usize>,
}

/// The symbol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// Its kind and definition.
    pub symbol: Symbol,
    /// Its doc comment.
    pub doc: String,
    /// Its lines; absent for a file that has an outline, and if the file is gone or has changed since
    /// it was indexed, which `index` notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The symbols of a file, in the order of its lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<OutlineLine>,
    /// How many lines of code or of the outline a budget left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines_left_out: usize,
    /// Who refers to it, highest confidence first.
    pub callers: Vec<Relation>,
    /// How many refer to it in all.
    pub caller_count: usize,
    /// Its references, in the order of its lines.
    pub callees: Vec<Relation>,
    /// How much it refers to in all.
    pub callee_count: usize,
    /// Members, if it has any.
    pub members: Vec<Symbol>,
    /// Sections of prose that mention it.
    pub mentioned_in: Vec<Relation>,
    /// How many mention it in all.
    pub mention_count: usize,
    /// Ids of other symbols that the name can mean.
    pub alternatives: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// One symbol of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutlineLine {
    /// Its kind, definition and nesting depth.
    #[serde(flatten)]
    pub symbol: Symbol,
    /// The first line of its doc comment.
    pub doc: String,
}
