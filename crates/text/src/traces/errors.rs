//! The line that names an error: its type and its message.

use super::formats::{compiled, group};
use regex::bytes::Regex;
use std::sync::LazyLock;

/// The parts of an error message in a line.
pub(super) struct ErrorLine {
    /// The type.
    pub(super) error: Option<String>,
    /// The message; empty if there is none.
    pub(super) message: String,
    /// Whether the error is the cause of the one above it (Java's `Caused by`).
    pub(super) is_cause: bool,
}

/// The groups `error` and `message` are read.
const SPELLINGS: &[&str] = &[
    // Exception in thread "main" java.io.IOException: message; Caused by: …; Unhandled exception. System.X: message
    r#"^\s*(?<cause>Caused by: )?(?:Exception in thread "[^"]*" |Unhandled [Ee]xception[.:] |Suppressed: |E\s+|Uncaught (?:\(in promise\) )?|PHP Fatal error:\s+Uncaught |Fatal error: Uncaught |(?:\[\w+\] )?)(?<error>(?:[A-Za-z_][\w.$\\]*)?(?:Error|Exception|Throwable|Warning|Failure|Panic|Interrupt|Exit|NotFound|Unknown|Fault))(?:: (?<message>.*))?$"#,
    // panic: message
    r"^panic: (?<message>.*)$",
    // ==1==ERROR: AddressSanitizer: heap-use-after-free on …
    r"ERROR: (?<error>\w+Sanitizer): (?<message>.*)$",
    // error[E0308]: message
    r"^error(?:\[(?<error>E\d+)\])?: (?<message>.*)$",
    // undefined method `x' for nil:NilClass (NoMethodError)
    r"^(?<message>\S.*) \((?<error>[A-Z][\w:]*)\)$",
    // undefined method `x' for nil
    r"^(?<message>(?:undefined (?:local variable or )?method|wrong number of arguments|uninitialized constant|undefined method) .*)$",
    // Program received signal SIGSEGV, Segmentation fault.
    r"(?:received|terminated with) signal (?<error>SIG\w+), (?<message>.*)$",
];

static PATTERNS: LazyLock<Vec<Regex>> =
    LazyLock::new(|| SPELLINGS.iter().map(|pattern| compiled(pattern)).collect());

/// A line after the frames of Python: any dotted name at its start.
static AFTER_FRAMES: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"^(?:E\s+)?(?<error>[A-Za-z_][\w.]*)(?:: (?<message>.*))?$"));

/// Reads a line that names an error.
pub(super) fn error_line(line: &str) -> Option<ErrorLine> {
    PATTERNS.iter().find_map(|pattern| read(pattern, line))
}

/// Reads the line that ends a trace of Python.
pub(super) fn error_after_frames(line: &str) -> Option<ErrorLine> {
    read(&AFTER_FRAMES, line)
}

fn read(pattern: &Regex, line: &str) -> Option<ErrorLine> {
    let groups = pattern.captures(line.as_bytes())?;
    Some(ErrorLine {
        error: group(&groups, "error"),
        message: group(&groups, "message").unwrap_or_default().trim().to_owned(),
        is_cause: groups.name("cause").is_some(),
    })
}

/// The type and the message in the text after a Ruby frame: `message (NoMethodError)`.
pub(super) fn ruby_message(text: &str) -> (Option<String>, String) {
    match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        Some((message, error)) if error.starts_with(|c: char| c.is_uppercase()) => {
            (Some(error.to_owned()), message.to_owned())
        }
        _ => (None, text.to_owned()),
    }
}
