//! The outline of a text without a grammar.

use super::definition::{LineDefinition, defined};
use crate::languages::Outline;
use crate::languages::sections::{Line, lines};
use crate::traits::Kind;

/// Definitions and pieces of one file.
const MOST: usize = 500;
/// Text without definitions is cut into pieces of about as many lines.
const PIECE_LINES: usize = 40;
const PIECE_WORDS: usize = 8;
const NAME_CHARS: usize = 80;
const SIGNATURE_CHARS: usize = 160;
const DOC_BYTES: usize = 400;
/// Deeper ones belong to the last that is not.
const MOST_NESTED: usize = 8;

pub(super) fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let lines = lines(text);
    let mut found = definitions(&lines);
    if found.is_empty() {
        pieces(&lines, &mut found);
    }
    found.into_iter().for_each(sink);
}

fn definitions(lines: &[Line<'_>]) -> Vec<Outline> {
    let mut found: Vec<Outline> = Vec::new();
    // Indentations of the definitions that are open, with their places in `found`.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if found.len() == MOST {
            break;
        }
        let next = lines.get(at + 1).map_or("", |next| next.text);
        let Some(LineDefinition { kind, name }) = defined(line.text, next) else { continue };
        let first_comment = comment_start(lines, at);
        while let Some(&(indent, index)) = open.last()
            && (indent >= line.indent() || open.len() >= MOST_NESTED)
        {
            // The comment above a definition is not part of the one before it.
            found[index].end = lines[first_comment].start;
            open.pop();
        }
        open.push((line.indent(), found.len()));
        found.push(Outline {
            kind,
            name: cut(name, NAME_CHARS),
            depth: open.len() as u32,
            start: line.start,
            body: line.end,
            end: usize::MAX,
            signature: cut(line.text.trim(), SIGNATURE_CHARS),
            doc: doc(&lines[first_comment..at]),
        });
    }
    found
}

/// The first line of the comment right above a line.
fn comment_start(lines: &[Line<'_>], at: usize) -> usize {
    let above = lines[..at].iter().rev().take_while(|line| comment(line.text).is_some());
    at - above.count()
}

/// The text of a comment line, in any language.
fn comment(line: &str) -> Option<&str> {
    const LEADERS: &[&str] = &[
        "///", "//!", "//", "/**", "/*", "*/", "* ", "##", "# ", "--", ";;", ";", "%", "\" ", "' ", "(*",
        "{-", "@",
    ];
    let line = line.trim();
    let leader = LEADERS.iter().find(|leader| line.starts_with(**leader))?;
    Some(
        line[leader.len()..]
            .trim_start_matches(['*', '-', '#', ';', '%', ' '])
            .trim_end_matches(['*', '/', ')', '}', ' ']),
    )
}

fn doc(lines: &[Line<'_>]) -> String {
    let mut out = String::new();
    for text in lines.iter().filter_map(|line| comment(line.text)).filter(|text| !text.is_empty()) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(text);
        if out.len() > DOC_BYTES {
            out.truncate(out.floor_char_boundary(DOC_BYTES));
            break;
        }
    }
    out
}

/// Pieces of text that begin behind a blank line and without indentation where there is one.
fn pieces(lines: &[Line<'_>], found: &mut Vec<Outline>) {
    if lines.len() <= PIECE_LINES {
        return;
    }
    let mut first = 0;
    for (at, line) in lines.iter().enumerate() {
        let length = at - first;
        let after_blank = at == 0 || lines[at - 1].is_blank();
        let begins = !line.is_blank()
            && (at == 0
                || length >= PIECE_LINES && after_blank && line.indent() == 0
                || length >= 2 * PIECE_LINES && after_blank
                || length >= 4 * PIECE_LINES);
        if !begins || found.len() == MOST {
            continue;
        }
        first = at;
        let words: Vec<&str> = line.text.split_whitespace().take(PIECE_WORDS).collect();
        found.push(Outline {
            kind: Kind::Section,
            name: cut(&words.join(" "), NAME_CHARS),
            depth: 1,
            start: line.start,
            body: line.start,
            end: usize::MAX,
            signature: String::new(),
            doc: String::new(),
        });
    }
}

fn cut(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
