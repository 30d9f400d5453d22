//! `symbols`: definitions by any form of a name, and the outline of a file or folder.

use crate::{Filter, IndexState, Symbol};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A name, a place or a path.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// `Class#method`, `Class.method`, `ns::Type`, a bare name, `path:80` or a fragment of a name;
    /// the path of a file or folder gives its outline.
    pub query: String,
    /// Only this kind: `class`, `function`, `method`, `field`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Most results. Default 20; 1000 for a file, 200 for a folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
    /// Which files may answer.
    #[serde(flatten)]
    pub filter: Filter,
}

/// The definitions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// Best first; an outline is in the order of lines.
    pub symbols: Vec<Symbol>,
    /// How many are in `symbols`.
    pub count: usize,
    /// How many symbols the outline has in all; absent where a name was looked up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
    /// Whether the name itself was found, or only names like it.
    pub exact: bool,
    /// Which state of the repository this is.
    pub index: IndexState,
    /// Languages in the repository without a grammar: their files are found by words alone.
    pub unsupported_languages: Vec<String>,
}
