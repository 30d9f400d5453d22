//! Source text with line numbers, colours, and names that lead to symbols.

use super::links::Links;
use fathom_engine::operations::browse::{NameLink, highlight};
use fathom_engine::{Token, TokenClass};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// Most lines of one page; more would make a browser slow.
const MOST_LINES: usize = 20_000;

/// A part of a file to be shown.
pub(super) struct CodeBlock<'c> {
    pub(super) text: &'c str,
    /// Its language, by name.
    pub(super) language: &'c str,
    /// The number of its first line.
    pub(super) first: u32,
    /// Names in it that lead to symbols.
    pub(super) names: &'c [NameLink],
}

impl CodeBlock<'_> {
    /// Lines of which each has its own address on this page: `#L12`.
    pub(super) fn anchored(&self, links: &Links) -> Markup {
        let count = self.text.lines().count();
        html! {
            (self.lines(links, true, |line| format!("#L{line}")))
            @if count > MOST_LINES {
                p.notice { "The first " (MOST_LINES) " of " (count) " lines are shown." }
            }
        }
    }

    /// Lines whose numbers lead to the file.
    pub(super) fn linked(&self, links: &Links, address: impl Fn(u32) -> String) -> Markup {
        self.lines(links, false, address)
    }

    fn lines(&self, links: &Links, is_anchored: bool, address: impl Fn(u32) -> String) -> Markup {
        let tokens = highlight(self.language, self.text);
        let names: BTreeMap<(u32, &str), &str> =
            self.names.iter().map(|one| ((one.line, one.name.as_str()), one.id.as_str())).collect();
        let mut start = 0;
        let mut next = 0;
        html! {
            pre.code tabindex="0" {
                @for (number, line) in (self.first..).zip(self.text.split('\n')).take(MOST_LINES) {
                    @let is_last = start + line.len() == self.text.len();
                    @if !(is_last && line.is_empty()) {
                        span.line id=[is_anchored.then(|| format!("L{number}"))] {
                            a.number href=(address(number)) data-line=(number) {}
                            span.text {
                                (self.line(start, line, &tokens, &mut next, |name| {
                                    names.get(&(number, name)).map(|id| links.symbol(id))
                                }))
                            }
                            "\n"
                        }
                    }
                    @let () = start += line.len() + 1;
                }
            }
        }
    }

    /// One line, which begins at a byte of the text. `next` is the first token that may reach into it.
    fn line(
        &self,
        start: usize,
        line: &str,
        tokens: &[Token],
        next: &mut usize,
        address: impl Fn(&str) -> Option<String>,
    ) -> Markup {
        let end = start + line.len();
        let mut at = start;
        let mut parts: Vec<Markup> = Vec::new();
        while let Some(token) = tokens.get(*next).filter(|token| token.range.start < end) {
            let (from, to) = (token.range.start.max(at), token.range.end.min(end));
            if to > from {
                parts.push(html! { (self.text[at..from]) });
                parts.push(part(token.class, &self.text[from..to], &address));
                at = to;
            }
            if token.range.end > end {
                break;
            }
            *next += 1;
        }
        parts.push(html! { (self.text[at..end].trim_end_matches('\r')) });
        PreEscaped(parts.into_iter().map(Markup::into_string).collect())
    }
}

fn part(class: TokenClass, text: &str, address: impl Fn(&str) -> Option<String>) -> Markup {
    let class = match class {
        TokenClass::Comment => "hc",
        TokenClass::Keyword => "hk",
        TokenClass::String => "hs",
        TokenClass::Number => "hn",
        TokenClass::Constant => "hv",
        TokenClass::Type => "ht",
        TokenClass::Name => "",
    };
    // Only names lead somewhere: the same word in a comment or a string is prose.
    let is_name = matches!(class, "" | "ht" | "hv");
    match address(text).filter(|_| is_name) {
        Some(address) if class.is_empty() => html! { a.ref href=(address) { (text) } },
        Some(address) => html! { a.ref.(class) href=(address) { (text) } },
        None if class.is_empty() => html! { (text) },
        None => html! { span.(class) { (text) } },
    }
}

#[cfg(test)]
mod tests {
    use super::CodeBlock;
    use crate::pages::links::Links;
    use fathom_engine::operations::browse::NameLink;

    fn shown(text: &str, names: &[NameLink]) -> String {
        let block = CodeBlock { text, language: "python", first: 4, names };
        block.anchored(&Links::new("shop")).into_string()
    }

    #[test]
    fn text_is_escaped_and_coloured_line_by_line() {
        let html = shown("x = \"\"\"<b>\n& y\"\"\"\nreturn\n", &[]);
        assert!(html.contains("<span class=\"hs\">&quot;&quot;&quot;&lt;b&gt;</span>"), "{html}");
        assert!(html.contains("<span class=\"hs\">&amp; y&quot;&quot;&quot;</span>"), "{html}");
        assert!(html.contains("id=\"L6\"") && html.contains("<span class=\"hk\">return</span>"), "{html}");
        assert!(!html.contains("id=\"L7\""), "the text has three lines: {html}");
    }

    #[test]
    fn a_name_is_a_link_only_on_its_line_and_only_as_a_name() {
        let name = NameLink { line: 4, name: "send".into(), id: "a.py::send".into() };
        let html = shown("send(\"send\")\nsend()\n", &[name]);
        assert_eq!(html.matches("/symbol?id=a.py%3A%3Asend\">send</a>").count(), 1, "{html}");
    }

    #[test]
    fn odd_line_ends_lose_nothing() {
        for text in ["", "\n", "a", "a\r\nb\r\n", "é\n\n\nü"] {
            let html = shown(text, &[]);
            for letter in text.chars().filter(|c| c.is_alphabetic()) {
                assert!(html.contains(letter), "{text:?}: {html}");
            }
            assert_eq!(html.matches("class=\"line\"").count(), text.lines().count(), "{text:?}: {html}");
        }
    }
}
