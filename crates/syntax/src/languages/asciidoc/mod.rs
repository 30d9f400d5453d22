//! `AsciiDoc`.

use super::sections::{Line, Sections, lines};
use super::{Language, NameRules, Outline, Reader, Spelling};

pub(super) static ASCIIDOC: Language = Language {
    name: "asciidoc",
    extensions: &["adoc", "asciidoc", "asc"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Prose(read),
};

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let lines = lines(text);
    let mut sections = Sections::new(sink);
    let mut block: Option<&str> = None;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if let Some(open) = block {
            if line.text == open {
                block = None;
            }
        } else if let Some((depth, heading)) = marked(line) {
            sections.put(depth, heading, line.start, line.end);
        } else if let Some((depth, under)) = lines.get(at).and_then(|under| underlined(line, *under)) {
            sections.put(depth, line.text, line.start, under.end);
            at += 1;
        } else if line.text.len() >= 4 && matches!(line.underline(), Some('-' | '.' | '+' | '/')) {
            block = Some(line.text);
        }
    }
}

/// `== Heading ==`, or with `#`.
fn marked(line: Line<'_>) -> Option<(u32, &str)> {
    let mark = line.text.chars().next().filter(|c| matches!(c, '=' | '#'))?;
    let depth = line.text.chars().take_while(|c| *c == mark).count();
    let heading = line.text[depth..].strip_prefix(' ')?;
    (depth <= 6).then(|| (depth as u32, heading.trim().trim_end_matches(mark).trim_end()))
}

/// The older style: a title with a line of about its length under it.
fn underlined<'t>(title: Line<'t>, under: Line<'t>) -> Option<(u32, Line<'t>)> {
    let depth = match under.underline()? {
        '=' => 1,
        '-' => 2,
        '~' => 3,
        '^' => 4,
        '+' => 5,
        _ => return None,
    };
    let lengths = (title.text.chars().count(), under.text.len());
    let words = title.text.starts_with(char::is_alphanumeric);
    (words && lengths.0.abs_diff(lengths.1) <= 2).then_some((depth, under))
}
