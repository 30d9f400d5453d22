//! XML for prompts: a tag per symbol, code as character data.
//!
//! Code has line numbers, as in the text format. It is in a CDATA section, which models read without
//! escapes. With any content of the repository the answer stays well-formed, and no content can close a
//! tag.

use super::{Answer, Candidate, Part, ReadBody, numbered};
use crate::render::paint::line_range;
use crate::render::{Paint, escape};
use fathom_rank::{List, Page};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) fn page<'r>(response: &'r Answer, read: ReadBody<'r>) -> Page<'r> {
    let tests = response.tests.iter().map(|test| {
        format!(
            "<test path=\"{}\" line=\"{}\" name=\"{}\"/>\n",
            escaped(&test.record.path),
            test.line,
            escaped(&test.name)
        )
    });
    let files = response.files.iter().map(|file| format!("<file path=\"{}\"/>\n", escaped(&file.path)));
    Page {
        head: head(response),
        items: response.items(read, item),
        shown_in: Box::new(|at, others| {
            let (symbol, note) = response.shown_in(at, others);
            element(symbol, "note", &note, "")
        }),
        lists: vec![list("tests", tests.collect()), list("files", files.collect())],
        foot: "</context>\n".to_owned(),
    }
}

fn list(name: &str, entries: Vec<String>) -> List {
    List { open: format!("<{name}>\n"), entries, close: format!("</{name}>\n"), always: false }
}

fn head(response: &Answer) -> String {
    let mut head = format!("<context commit=\"{}\"", escaped(response.commit()));
    if !response.state().is_empty() {
        let _ = write!(head, " state=\"{}\"", escaped(&response.state()));
    }
    let _ = write!(head, ">\n<task>{}</task>\n", escaped(response.first_line()));
    for remark in response.remarks() {
        let _ = writeln!(head, "<note>{}</note>", escaped(remark));
    }
    head
}

fn item(symbol: &Candidate, reason: &str, part: Part<'_>) -> String {
    let content = match part {
        Part::Name => String::new(),
        Part::Signature => {
            let mut content = format!("<signature>{}</signature>\n", escaped(&symbol.signature));
            if !symbol.doc.is_empty() {
                let _ = writeln!(content, "<doc>{}</doc>", escaped(&symbol.doc));
            }
            content
        }
        Part::Excerpt(excerpt) => code(symbol, &numbered(excerpt, &Paint::PLAIN)),
        Part::Code(text) => code(symbol, &Paint::PLAIN.code(text, symbol.line)),
    };
    element(symbol, if symbol.given_before { "note" } else { "reason" }, reason, &content)
}

fn code(symbol: &Candidate, lines: &str) -> String {
    let data = character_data(lines);
    format!("<code language=\"{}\"><![CDATA[\n{data}]]></code>\n", symbol.language)
}

/// A symbol with why it is here, or a note in place of that.
fn element(symbol: &Candidate, why: &str, text: &str, content: &str) -> String {
    let tag = format!(
        "<symbol path=\"{}\" lines=\"{}\" name=\"{}\" kind=\"{}\" {why}=\"{}\"",
        escaped(&symbol.path),
        line_range(symbol.line, symbol.end_line),
        escaped(&symbol.qualified_name),
        symbol.kind,
        escaped(text)
    );
    if content.is_empty() { format!("{tag}/>\n") } else { format!("{tag}>\n{content}</symbol>\n") }
}

/// Text for attributes and between tags.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in allowed(&escape::line(text)).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// The inside of a CDATA section, of code whose control characters are escaped: what would close
/// it is cut in two.
fn character_data(code: &str) -> String {
    allowed(code).replace("]]>", "]]]]><![CDATA[>")
}

/// XML cannot express these two code points.
fn allowed(text: &str) -> Cow<'_, str> {
    if text.contains(['\u{fffe}', '\u{ffff}']) {
        return text.replace('\u{fffe}', r"\u{fffe}").replace('\u{ffff}', r"\u{ffff}").into();
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::{character_data, escaped};

    #[test]
    fn markup_in_text_is_escaped() {
        assert_eq!(escaped("Map<K, V> & \"x\"\n"), "Map&lt;K, V&gt; &amp; &quot;x&quot;\\n");
    }

    #[test]
    fn code_cannot_close_its_section() {
        assert_eq!(character_data("a[b[0]]>1"), "a[b[0]]]]><![CDATA[>1");
        assert_eq!(character_data("x\u{ffff}y"), "x\\u{ffff}y");
    }
}
