//! Stack traces and compiler errors: text in, frames, error types and messages out.
//!
//! Owns the formats of runtimes and compilers. The caller decides whether a path exists. The ranking
//! reads the [`frames`] of a task, the error expert the [`traces`] of a report.

mod errors;
mod formats;
mod grouping;
mod reader;

pub use formats::Runtime;
pub use grouping::traces;

use reader::Reader;

/// A location in a stack trace or in a compiler's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The file, as on the machine of the crash; empty if the frame names only a function. For a Java
    /// frame, the path that its package implies.
    pub path: String,
    /// The line, from 1; 0 if it is not given.
    pub line: u32,
    /// The function, its own name alone.
    pub function: Option<String>,
    /// The format of the frame.
    pub runtime: Runtime,
}

/// The frames of one error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The type of the error, as far as it is given: `ValueError`, `java.io.IOException`.
    pub error: Option<String>,
    /// The message; empty if there is none.
    pub message: String,
    /// Innermost first: the frame that failed, then its callers.
    pub frames: Vec<Frame>,
}

/// The first `limit` frames of a text, in its order, each once. Frames without a path are left out.
pub fn frames(text: &str, limit: usize) -> Vec<Frame> {
    // Every format has a line number; most texts have none at all.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let mut reader = Reader::default();
    let mut frames: Vec<Frame> = Vec::new();
    for line in text.lines() {
        if frames.len() >= limit {
            break;
        }
        let read = reader.line(line).filter(|frame| !frame.path.is_empty());
        frames.extend(read.filter(|frame| !frames.contains(frame)));
    }
    frames
}

#[cfg(test)]
mod tests;
