//! Several answers to one reader: code is not shown twice.
//!
//! Kept beside the index: which lines of which file, as it was then.
//! Of two answers at the same time one may be forgotten, which costs a
//! repetition and nothing else. A file that cannot be read, or is of another
//! version, is a session that has just begun.

use super::response::Candidate;
use crate::EngineError;
use blake3::Hash;
use fathom_store::{Home, LocalState, StateStore};
use serde::{Deserialize, Serialize};

/// Raised when the layout of what is kept changes.
const VERSION: u32 = 1;
/// Longest name, in bytes.
const LONGEST: usize = 64;

/// A session by name.
pub(super) struct Session {
    name: String,
    kept: SessionRecord,
}

#[derive(Serialize, Deserialize)]
struct SessionRecord {
    version: u32,
    given: Vec<SentCode>,
}

/// The code of one symbol, as it was given.
#[derive(Serialize, Deserialize)]
struct SentCode {
    id: String,
    path: String,
    line: u32,
    end_line: u32,
    /// Of the whole file: lines that stay the same may mean something else
    /// when those around them change.
    contents: String,
}

impl Session {
    /// The session of that name, which may be new.
    pub(super) fn open(home: &Home, name: &str) -> Result<Session, EngineError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if name.is_empty() || name.len() > LONGEST || !name.chars().all(plain) {
            return Err(EngineError::Request(format!(
                "`{name}` cannot name a session; use up to {LONGEST} letters, digits, - and _"
            )));
        }
        let kept = LocalState::of(home)
            .session(name)?
            .and_then(|bytes| serde_json::from_slice::<SessionRecord>(&bytes).ok())
            .filter(|kept| kept.version == VERSION)
            .unwrap_or(SessionRecord { version: VERSION, given: Vec::new() });
        Ok(Session { name: name.to_owned(), kept })
    }

    /// Whether the lines of a symbol were given: its own, or those of a type
    /// around it.
    pub(super) fn has_given(&self, symbol: &Candidate, contents: Hash) -> bool {
        let contents = contents.to_hex();
        self.kept.given.iter().any(|given| {
            given.path == symbol.path
                && given.contents == contents.as_str()
                && given.line <= symbol.line
                && symbol.end_line <= given.end_line
        })
    }

    /// Remembers that the code of a symbol is given.
    pub(super) fn give(&mut self, symbol: &Candidate, contents: Hash) {
        let contents = contents.to_hex().to_string();
        // Code of the earlier version of the file no longer counts as shown.
        self.kept.given.retain(|given| given.path != symbol.path || given.contents == contents);
        self.kept.given.push(SentCode {
            id: symbol.id.clone(),
            path: symbol.path.clone(),
            line: symbol.line,
            end_line: symbol.end_line,
            contents,
        });
    }

    /// Writes it down.
    pub(super) fn keep(&self, home: &Home) -> Result<(), EngineError> {
        let bytes = serde_json::to_vec(&self.kept)
            .map_err(|error| EngineError::Request(format!("cannot keep session {}: {error}", self.name)))?;
        Ok(LocalState::of(home).keep_session(&self.name, &bytes)?)
    }
}
