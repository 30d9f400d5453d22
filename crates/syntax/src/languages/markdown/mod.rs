//! Markdown.

use super::sections::{Line, Sections, lines};
use super::{Language, NameRules, Outline, Reader, Spelling};

pub(super) static MARKDOWN: Language = Language {
    name: "markdown",
    extensions: &["md", "mdx", "markdown", "mdown", "qmd", "rmd"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Prose(read),
};

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let lines = lines(text);
    let mut sections = Sections::new(sink);
    let mut fence: Option<&str> = None;
    let mut comment = false;
    for at in front_matter_end(&lines)..lines.len() {
        let line = lines[at];
        let trimmed = line.text.trim_start();
        if let Some(open) = fence {
            if trimmed.starts_with(open) && trimmed.trim_start_matches(&open[..1]).is_empty() {
                fence = None;
            }
            continue;
        }
        if comment {
            comment = !line.text.contains("-->");
            continue;
        }
        if let Some(open) = fence_of(trimmed) {
            fence = Some(open);
        } else if trimmed.starts_with("<!--") {
            comment = !trimmed.contains("-->");
        } else if let Some((depth, heading)) = hashes(line) {
            sections.put(depth, heading, line.start, line.end);
        } else if let Some(depth) = lines.get(at + 1).and_then(|under| underlined(&lines, at, under)) {
            sections.put(depth, trimmed, line.start, lines[at + 1].end);
        }
    }
}

/// The marks that open a fence.
fn fence_of(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|c| *c == mark).count();
    // Three marks around words on one line are a span.
    (length >= 3 && !line[length..].contains('`')).then(|| &line[..length])
}

/// The line behind `---` … `---` at the head of the file.
fn front_matter_end(lines: &[Line<'_>]) -> usize {
    if lines.first().is_none_or(|first| first.text != "---") {
        return 0;
    }
    lines.iter().skip(1).position(|line| line.text == "---").map_or(0, |end| end + 2)
}

/// `## Heading ##`
fn hashes(line: Line<'_>) -> Option<(u32, &str)> {
    let trimmed = line.text.trim_start();
    let depth = trimmed.bytes().take_while(|b| *b == b'#').count();
    let heading = trimmed[depth..].strip_prefix([' ', '\t'])?;
    ((1..=6).contains(&depth) && line.indent() < 4)
        .then(|| (depth as u32, heading.trim().trim_end_matches('#').trim_end()))
}

/// The level of a heading that is underlined with `===` or `---`.
fn underlined(lines: &[Line<'_>], at: usize, under: &Line<'_>) -> Option<u32> {
    let depth = match under.text.trim_start().trim_end_matches(['=', '-']) {
        "" if under.text.contains('=') && !under.text.contains('-') => 1,
        "" if under.text.contains('-') && !under.text.contains('=') => 2,
        _ => return None,
    };
    let line = lines[at];
    let starts_block = line.text.trim_start().starts_with(['|', '>', '-', '*', '+', '=', '<']);
    let alone = at == 0 || lines[at - 1].is_blank() || hashes(lines[at - 1]).is_some();
    (under.text.trim().len() >= 2 && alone && line.indent() < 4 && !line.is_blank() && !starts_block)
        .then_some(depth)
}
