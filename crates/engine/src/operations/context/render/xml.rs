//! XML for prompts: a tag per symbol, code as character data.
//!
//! The tag has the line numbers. Code stands in a CDATA section, where models
//! read it as it is; whatever the repository holds, the answer stays
//! well-formed and nothing in it can close a tag.

use super::{About, Shown};
use fathom_rank::{Cover, Item};
use std::fmt::Write;

pub(super) fn cover(about: &About<'_>) -> Cover {
    let mut head = format!("<context commit=\"{}\"", escaped(about.commit()));
    if !about.state().is_empty() {
        let _ = write!(head, " state=\"{}\"", escaped(&about.state()));
    }
    let _ = write!(head, ">\n<task>{}</task>\n", escaped(about.first_line()));
    for note in about.notes() {
        let _ = writeln!(head, "<note>{}</note>", escaped(note));
    }
    Cover { head, foot: "</context>\n".to_owned() }
}

pub(super) fn item(shown: &Shown<'_>) -> Item {
    let symbol = shown.symbol;
    let tag = format!(
        "<symbol path=\"{}\" lines=\"{}\" name=\"{}\" kind=\"{}\" {}=\"{}\"",
        escaped(&symbol.path),
        shown.lines(),
        escaped(&symbol.qualified_name),
        symbol.kind,
        if symbol.given_before { "note" } else { "reason" },
        escaped(shown.reason())
    );
    let mut signature = format!("{tag}>\n<signature>{}</signature>\n", escaped(&symbol.signature));
    if !shown.doc_line().is_empty() {
        let _ = writeln!(signature, "<doc>{}</doc>", escaped(shown.doc_line()));
    }
    signature.push_str("</symbol>\n");
    let code = symbol.code.as_ref().map(|code| {
        let data = character_data(code);
        format!("{tag}>\n<code language=\"{}\"><![CDATA[\n{data}\n]]></code>\n</symbol>\n", symbol.language)
    });
    Item { name: format!("{tag}/>\n"), signature, code: code.unwrap_or_default(), ..Item::default() }
}

/// Text for attributes and between tags.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().map(allowed) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A parser would make a space of these in an attribute.
            '\n' | '\t' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// The inside of a CDATA section: what would close it is cut in two.
fn character_data(code: &str) -> String {
    code.chars().map(allowed).collect::<String>().replace("]]>", "]]]]><![CDATA[>")
}

/// XML has no way at all to say most control characters.
fn allowed(c: char) -> char {
    match c {
        '\t' | '\n' => c,
        c if c.is_ascii_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::{character_data, escaped};

    #[test]
    fn markup_in_text_is_escaped() {
        assert_eq!(escaped("Map<K, V> & \"x\"\n"), "Map&lt;K, V&gt; &amp; &quot;x&quot; ");
    }

    #[test]
    fn code_cannot_close_its_section() {
        assert_eq!(character_data("a[b[0]]>1"), "a[b[0]]]]><![CDATA[>1");
        assert_eq!(character_data("x\u{c}\u{0}y"), "x\u{fffd}\u{fffd}y");
    }
}
