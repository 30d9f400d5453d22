//! reStructuredText, with the directives that document code.

use super::sections::{Line, Sections, lines};
use super::{Language, NameRules, Outline, Reader, Spelling};

pub(super) static RESTRUCTUREDTEXT: Language = Language {
    name: "restructuredtext",
    extensions: &["rst", "rest"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Prose(read),
};

/// Directives whose argument names something of the code.
const DIRECTIVES: &[&str] = &[
    "class",
    "method",
    "function",
    "attribute",
    "data",
    "exception",
    "module",
    "classmethod",
    "staticmethod",
    "property",
    "decorator",
    "setting",
    "envvar",
    "option",
    "confval",
    "django-admin",
    "templatetag",
    "templatefilter",
    "autoclass",
    "autofunction",
    "automethod",
    "automodule",
    "autoexception",
    "autodata",
    "autoattribute",
    "macro",
    "type",
    "struct",
    "var",
    "member",
    "describe",
    "signal",
    "fieldlookup",
    "program",
];

pub(super) fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let lines = lines(text);
    let mut sections = Sections::new(sink);
    // Levels are defined by the order in which adornments first appear.
    let mut styles: Vec<(char, bool)> = Vec::new();
    let mut depth = 0;
    // Indentations of the directives around a line.
    let mut around: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        if let Some((title, style, length)) = heading(&lines[at..]) {
            let level = styles.iter().position(|other| *other == style).unwrap_or_else(|| {
                styles.push(style);
                styles.len() - 1
            });
            depth = level as u32 + 1;
            around.clear();
            sections.put(depth, title, line.start, lines[at + length - 1].end);
            at += length;
            continue;
        }
        if let Some(argument) = directive(line.text) {
            around.retain(|indent| *indent < line.indent());
            let inner =
                lines[at + 1..].iter().take_while(|next| next.is_blank() || next.indent() > line.indent());
            let end = inner.last().map_or(line.end, |last| last.end);
            let name = argument.split(['(', ' ']).find(|part| !part.is_empty()).unwrap_or("");
            let signature = line.text.trim_start().trim_start_matches("..").trim();
            let nested = depth + 1 + around.len() as u32;
            sections.put_until(nested, name, signature, (line.start, line.end, end));
            around.push(line.indent());
        }
        at += 1;
    }
}

/// A title at the head of `lines`: its text, its adornment and whether that
/// is above it too, and how many lines it takes.
fn heading<'t>(lines: &[Line<'t>]) -> Option<(&'t str, (char, bool), usize)> {
    let fits = |title: &Line<'_>, under: &Line<'_>| {
        !title.is_blank() && under.text.chars().count() >= title.text.trim().chars().count().max(3)
    };
    let [first, second, rest @ ..] = lines else { return None };
    if let (Some(over), Some(third)) = (first.underline(), rest.first())
        && third.underline() == Some(over)
        && second.underline().is_none()
        && fits(second, third)
    {
        return Some((second.text.trim(), (over, true), 3));
    }
    let under = second.underline().filter(|_| first.underline().is_none() && first.indent() == 0)?;
    // `::` and `...` under a line are markup of their own.
    let adorns = !matches!(under, ':' | '.' | '|') || second.text.len() > 3;
    (adorns && fits(first, second) && !first.text.starts_with(".. ")).then_some((
        first.text,
        (under, false),
        2,
    ))
}

/// The argument of `.. class:: Name(arguments)`, with or without a domain.
fn directive(line: &str) -> Option<&str> {
    let (name, argument) = line.trim_start().strip_prefix(".. ")?.split_once("::")?;
    let name = name.rsplit(':').next().unwrap_or(name).trim();
    let argument = argument.trim();
    // C and C++ signatures start with a type.
    (DIRECTIVES.contains(&name) && !argument.is_empty()).then_some(argument)
}
