//! Colours and links of text for people.
//!
//! Every function takes foreign text and escapes it ([`escape`]); the sequences
//! that colour it are added here and nowhere else. Without colours and links
//! ([`Paint::PLAIN`]) the text is the same, less the sequences.

use super::escape;
use super::links::Links;
use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use std::fmt::Display;

/// Colours and links for a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    colour: bool,
    links: Option<Links>,
}

impl Paint {
    /// Nothing but text.
    pub const PLAIN: Paint = Paint { colour: false, links: None };

    /// With colours, with links, with both.
    pub fn new(colour: bool, links: Option<Links>) -> Paint {
        Paint { colour, links }
    }

    /// Whether nothing is added to the text.
    pub fn is_plain(&self) -> bool {
        *self == Paint::PLAIN
    }

    /// A file.
    pub(crate) fn path(&self, path: &str) -> String {
        let text = self.with(AnsiColor::Magenta.on_default(), &escape::line(path));
        self.linked(text, path, None)
    }

    /// A line of a file, as `path:line`.
    pub(crate) fn place(&self, path: &str, line: u32) -> String {
        self.lines(path, line, line)
    }

    /// Lines of a file, as `path:first-last`.
    pub(crate) fn lines(&self, path: &str, first: u32, last: u32) -> String {
        let path_text = self.with(AnsiColor::Magenta.on_default(), &escape::line(path));
        let lines = self.with(AnsiColor::Green.on_default(), &line_range(first, last));
        self.linked(format!("{path_text}:{lines}"), path, Some(first))
    }

    /// The subject of an answer: a symbol, a task.
    pub(crate) fn name(&self, text: &str) -> String {
        self.with(Style::new().bold(), &escape::line(text))
    }

    /// A heading.
    pub(crate) fn title(&self, text: &str) -> String {
        self.with(AnsiColor::Blue.on_default().bold(), &escape::line(text))
    }

    /// Details: reasons, line numbers.
    pub(crate) fn faint(&self, text: &str) -> String {
        self.with(Style::new().dimmed(), &escape::line(text))
    }

    /// Warnings: doubt, something that was ignored.
    pub(crate) fn warning(&self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), &escape::line(text))
    }

    /// Foreign text without a colour.
    #[expect(clippy::unused_self, reason = "all foreign text of an answer goes through its paint")]
    pub(crate) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        escape::line(text)
    }

    /// Code with the numbers of its lines.
    pub(crate) fn code(&self, code: &str, first: u32) -> String {
        let mut text = String::with_capacity(code.len() * 5 / 4);
        for (line, number) in code.lines().zip(first..) {
            text.push_str(&self.with(Style::new().dimmed(), &format!("{number:5} |")));
            text.push(' ');
            text.push_str(&escape::block(line));
            text.push('\n');
        }
        text
    }

    fn with(&self, style: Style, text: &(impl Display + ?Sized)) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    fn linked(&self, text: String, path: &str, line: Option<u32>) -> String {
        match &self.links {
            Some(links) => links.link(&text, path, line),
            None => text,
        }
    }
}

/// `6-15`, or `6` for a single line.
pub(crate) fn line_range(first: u32, last: u32) -> String {
    if last <= first { first.to_string() } else { format!("{first}-{last}") }
}

#[cfg(test)]
mod tests {
    use super::{Links, Paint};
    use std::path::Path;

    #[test]
    fn paint_adds_sequences_around_text_that_has_none() {
        let paint = Paint::new(true, None);
        assert_eq!(paint.name("a\u{1b}[2J"), "\u{1b}[1ma\\u{1b}[2J\u{1b}[0m");
        assert_eq!(paint.lines("a\nb.py", 3, 9), "\u{1b}[35ma\\nb.py\u{1b}[0m:\u{1b}[32m3-9\u{1b}[0m");
        assert_eq!(Paint::PLAIN.place("a.py", 3), "a.py:3");
    }

    #[test]
    fn code_keeps_its_lines_and_tabs_and_shows_the_rest() {
        let code = Paint::PLAIN.code("if x:\r\n\treturn \u{c}\r1", 9);
        assert_eq!(code, "    9 | if x:\n   10 | \treturn \\u{c}\\r1\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_place_is_a_link_where_links_are_wanted() {
        let paint = Paint::new(false, Some(Links::new(Path::new("/r"), "", true)));
        assert_eq!(paint.place("a.py", 3), "\u{1b}]8;;file:///r/a.py#3\u{1b}\\a.py:3\u{1b}]8;;\u{1b}\\");
    }
}
