//! Errors of operations.

use crate::words::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// The class of an error; programs act on it.
    ErrorCode {
        /// The workspace, symbol or page does not exist.
        NotFound = "not_found",
        /// The name means several symbols and none is clearly first.
        Ambiguous = "ambiguous",
        /// The request is malformed or out of range.
        InvalidRequest = "invalid_request",
        /// A token is required.
        Unauthorized = "unauthorized",
        /// The request is refused by a security rule.
        Forbidden = "forbidden",
        /// The index does not exist yet; it is being built.
        NotIndexed = "not_indexed",
        /// The repository or the server is busy; try again.
        Busy = "busy",
        /// A defect of Fathom, or of the machine it runs on.
        Internal = "internal",
    }
}

/// An error with the next step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Error {
    /// The class of the error.
    pub code: ErrorCode,
    /// The error message.
    pub message: String,
    /// What to do next; empty where nothing can be done.
    pub hint: String,
    /// Ids of the symbols that an ambiguous name can mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
}

impl Error {
    /// An error without alternatives.
    pub fn new(code: ErrorCode, message: impl Into<String>, hint: impl Into<String>) -> Error {
        Error { code, message: message.into(), hint: hint.into(), alternatives: Vec::new() }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)?;
        if !self.hint.is_empty() {
            write!(formatter, "; {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// An error as it is written: `{"error": {…}}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: Error,
}

impl ErrorCode {
    /// The HTTP status of an error of this class.
    pub fn http_status(self) -> u16 {
        match self {
            ErrorCode::NotFound => 404,
            ErrorCode::Ambiguous => 422,
            ErrorCode::InvalidRequest => 400,
            ErrorCode::Unauthorized => 401,
            ErrorCode::Forbidden => 403,
            ErrorCode::NotIndexed | ErrorCode::Busy => 503,
            ErrorCode::Internal => 500,
        }
    }

    /// Whether the same request may succeed later.
    pub fn is_temporary(self) -> bool {
        matches!(self, ErrorCode::NotIndexed | ErrorCode::Busy)
    }
}
