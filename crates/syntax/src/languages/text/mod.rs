//! Plain text: READMEs, change logs and notes without markup.
//!
//! Headings are guessed (underlined, in capitals, numbered, versions); text
//! without any is cut into pieces named by their first words.

use super::sections::{Line, Sections, lines};
use super::{Language, NameRules, Outline, Reader, Spelling};

pub(super) static TEXT: Language = Language {
    name: "text",
    extensions: &["txt", "text"],
    file_names: &[
        "README",
        "CHANGELOG",
        "ChangeLog",
        "Changelog",
        "CHANGES",
        "Changes",
        "NEWS",
        "HISTORY",
        "CONTRIBUTING",
        "AUTHORS",
        "MAINTAINERS",
        "INSTALL",
        "HACKING",
        "TODO",
        "UPGRADING",
        "RELEASE_NOTES",
        "THANKS",
        "SECURITY",
        "NOTICE",
    ],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Prose(read),
};

const HEADING_CHARS: usize = 80;
const PIECE_LINES: usize = 60;
const PIECE_WORDS: usize = 8;

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let lines = lines(text);
    if lines.iter().any(|line| is_directive(line.text)) {
        return super::restructuredtext::read(text, sink);
    }
    let mut sections = Sections::new(sink);
    // The first line of the piece that is being gathered.
    let mut piece: Option<usize> = None;
    let mut headed = false;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        if let Some((depth, length)) = heading(&lines, at) {
            sections.put(depth, line.text.trim(), line.start, lines[at + length - 1].end);
            (piece, headed) = (None, true);
            at += length;
            continue;
        }
        let begins = !line.is_blank() && (at == 0 || lines[at - 1].is_blank());
        let full = piece.is_none_or(|first| at - first >= PIECE_LINES);
        if begins && full && !headed {
            let words: Vec<&str> = line.text.split_whitespace().take(PIECE_WORDS).collect();
            sections.put(2, &words.join(" "), line.start, line.start);
            piece = Some(at);
        }
        at += 1;
    }
}

/// `.. note::`: the text has markup after all, whatever its ending is.
fn is_directive(line: &str) -> bool {
    line.trim_start().strip_prefix(".. ").and_then(|rest| rest.split_once("::")).is_some_and(|(name, _)| {
        name.len() > 2 && name.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b':'))
    })
}

/// The level of the heading at a line, and how many lines it takes.
fn heading(lines: &[Line<'_>], at: usize) -> Option<(u32, usize)> {
    let line = lines[at];
    let title = line.text.trim();
    let after_blank = at == 0 || lines[at - 1].is_blank() || lines[at - 1].underline().is_some();
    let starts_well = title.starts_with(|c: char| c.is_alphanumeric() || "[v\"'`(".contains(c));
    if !after_blank || !starts_well || title.chars().count() > HEADING_CHARS {
        return None;
    }
    let next = lines.get(at + 1);
    if let Some(under) = next.and_then(Line::underline) {
        return Some((if under == '=' || under == '*' || under == '#' { 1 } else { 2 }, 2));
    }
    let before_blank = next.is_none_or(Line::is_blank);
    let before_list = next.is_some_and(|next| next.text.trim_start().starts_with(['*', '-', '+', '•']));
    if is_version(title) && line.indent() == 0 && (before_blank || before_list) {
        return Some((2, 1));
    }
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = letters >= 3 && !title.chars().any(char::is_lowercase);
    let ends_open = !title.ends_with(['.', ',', ';', '!', '?']);
    (before_blank && ends_open && line.indent() == 0 && (capitals || is_numbered(title))).then_some((2, 1))
}

/// `1.2.3 (2024-01-01)`, `Version 2.0`, `v1.4`.
fn is_version(title: &str) -> bool {
    let mut words = title.split_whitespace();
    let Some(first) = words.next() else { return false };
    let word = if matches!(first, "Version" | "version" | "Release" | "release") {
        words.next().unwrap_or("")
    } else {
        first
    };
    let number = word.trim_start_matches(['v', 'V', '[']).trim_end_matches([']', ':', ',']);
    number.starts_with(|c: char| c.is_ascii_digit())
        && number.contains('.')
        && number
            .split(['.', '-', '+'])
            .take(2)
            .all(|part| part.bytes().next().is_some_and(|b| b.is_ascii_digit()))
        && !number.ends_with('.')
}

/// `1. Title`, `2.3 Title`.
fn is_numbered(title: &str) -> bool {
    title.split_once(' ').is_some_and(|(number, rest)| {
        number.len() <= 8
            && number.contains('.')
            && number.bytes().all(|b| b.is_ascii_digit() || b == b'.')
            && rest.trim_start().starts_with(char::is_uppercase)
    })
}
