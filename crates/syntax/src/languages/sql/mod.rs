//! SQL: what `CREATE` makes, with the columns of tables.
//!
//! Read by lines: dialects differ in nearly everything but the head of a definition, and dumps of
//! data are large.

use super::sections::lines;
use super::{Language, NameRules, Outline, Reader, Spelling};
use crate::traits::Kind;

pub(super) static SQL: Language = Language {
    name: "sql",
    extensions: &["sql", "ddl", "psql", "pgsql", "plsql"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Outline(read),
};

/// Definitions and columns of one file.
const MOST: usize = 2_000;
const SIGNATURE_CHARS: usize = 160;

const KINDS: &[(&str, Kind)] = &[
    ("TABLE", Kind::Struct),
    ("VIEW", Kind::Type),
    ("FUNCTION", Kind::Function),
    ("PROCEDURE", Kind::Function),
    ("AGGREGATE", Kind::Function),
    ("TRIGGER", Kind::Function),
    ("TYPE", Kind::Type),
    ("DOMAIN", Kind::Type),
    ("SCHEMA", Kind::Module),
    ("DATABASE", Kind::Module),
    ("PACKAGE", Kind::Module),
    ("INDEX", Kind::Constant),
    ("SEQUENCE", Kind::Constant),
    ("POLICY", Kind::Constant),
];

/// Words between `CREATE` and what is created, and between that and its name.
const BETWEEN: &[&str] = &[
    "OR",
    "REPLACE",
    "TEMP",
    "TEMPORARY",
    "GLOBAL",
    "LOCAL",
    "UNLOGGED",
    "MATERIALIZED",
    "RECURSIVE",
    "UNIQUE",
    "CLUSTERED",
    "EXTERNAL",
    "VIRTUAL",
    "IF",
    "NOT",
    "EXISTS",
    "CONCURRENTLY",
    "ONLY",
    "BODY",
    "ALTER",
    "CONSTRAINT",
    "EDITIONABLE",
    "FOREIGN",
];

/// First words of lines in a table that are not columns.
const CONSTRAINTS: &[&str] = &[
    "CONSTRAINT",
    "PRIMARY",
    "FOREIGN",
    "UNIQUE",
    "KEY",
    "INDEX",
    "CHECK",
    "EXCLUDE",
    "LIKE",
    "PARTITION",
    "FULLTEXT",
    "PERIOD",
];

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let (mut left, mut in_table) = (MOST, false);
    let mut doc = String::new();
    for line in lines(text) {
        let trimmed = line.text.trim();
        if let Some(comment) = trimmed.strip_prefix("--") {
            if !doc.is_empty() {
                doc.push('\n');
            }
            doc.push_str(comment.trim());
            continue;
        }
        let comment = std::mem::take(&mut doc);
        if left == 0 {
            return;
        }
        let mut put = |depth, kind, name: &str, doc: String| {
            let signature: String = trimmed.chars().take(SIGNATURE_CHARS).collect();
            let signature = signature.trim_end_matches(['(', ',', ';', ' ']).to_owned();
            let (start, body, end) = (line.start + line.indent(), line.end, usize::MAX);
            sink(Outline { kind, name: name.to_owned(), depth, start, body, end, signature, doc });
            left -= 1;
        };
        if let Some((kind, name)) = created(trimmed) {
            in_table = kind == Kind::Struct && !trimmed.trim_end().ends_with(';');
            put(1, kind, name, comment);
        } else if in_table && (trimmed.starts_with(')') || trimmed.ends_with(';')) {
            in_table = false;
        } else if in_table && let Some(name) = column(trimmed) {
            put(2, Kind::Field, name, comment);
        }
    }
}

/// The definition in a `CREATE` line; `ALTER` and `DROP` define nothing.
fn created(line: &str) -> Option<(Kind, &str)> {
    let mut rest = line.get(..7).filter(|word| word.eq_ignore_ascii_case("create ")).map(|_| &line[7..])?;
    let mut kind = None;
    for _ in 0..8 {
        rest = rest.trim_start();
        let end = rest.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(rest.len());
        let word = &rest[..end];
        let upper = word.to_ascii_uppercase();
        if kind.is_none()
            && let Some((_, found)) = KINDS.iter().find(|(name, _)| *name == upper)
        {
            kind = Some(*found);
        } else if !BETWEEN.contains(&upper.as_str()) {
            let name = word.trim_matches(['"', '`', '[', ']', ';', '\'']);
            return Some((kind?, name)).filter(|(_, name)| !name.is_empty());
        }
        rest = &rest[end..];
    }
    None
}

fn column(line: &str) -> Option<&str> {
    let (name, rest) = line.split_once(char::is_whitespace)?;
    let name = name.trim_matches(['"', '`', '[', ']', '(']);
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && rest.trim_start().starts_with(char::is_alphabetic);
    (is_name && !CONSTRAINTS.contains(&name.to_ascii_uppercase().as_str())).then_some(name)
}
