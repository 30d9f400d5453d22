//! `predict error`: the files and symbols that the fix of an error changes.

use super::Answer;
use crate::is_false;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// An error message, a stack trace or the output of a failing test.
    pub text: String,
    /// Most predictions. Default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub limit: Option<usize>,
}

/// Where the error comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The files, each once, with the likeliest symbol of each.
    #[serde(flatten)]
    pub answer: Answer,
    /// The stack frames of the text: the cause of an error before the error, the innermost frame
    /// first.
    pub frames: Vec<Frame>,
    /// Past commits with messages like the text, best first.
    pub fixes: Vec<Fix>,
}

/// A stack frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Frame {
    /// The path as the text has it; empty if the frame names only a function.
    pub path: String,
    /// The line, if it is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The function, if it is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Whose code it is: own, dependency, standard-library, generated or elsewhere.
    pub origin: String,
    /// The file of the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_path: Option<String>,
    /// The symbol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Whether the file was renamed since.
    #[serde(default, skip_serializing_if = "is_false")]
    pub renamed: bool,
}

/// A past commit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fix {
    /// Its id.
    pub commit: String,
    /// The first line of its message.
    pub subject: String,
    /// The files that it changed.
    pub files: Vec<String>,
}
