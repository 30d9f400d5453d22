//! Source text with line numbers.

use maud::{Markup, html};

/// Most lines of one page; more would make a browser slow.
const MOST_LINES: usize = 20_000;

/// Lines of which each has its own address on this page: `#L12`.
pub(super) fn anchored(text: &str, first: u32, defined: impl Fn(u32) -> Option<String>) -> Markup {
    html! {
        pre.code tabindex="0" {
            @for (number, line) in (first..).zip(text.lines().take(MOST_LINES)) {
                span.line id={ "L" (number) } {
                    a.number href={ "#L" (number) } { (number) }
                    @match defined(number) {
                        Some(address) => span.text {
                            (line[..line.len() - line.trim_start().len()])
                            a.definition href=(address) { (line.trim_start()) }
                        },
                        None => span.text { (line) },
                    }
                    "\n"
                }
            }
        }
        @if text.lines().count() > MOST_LINES {
            p.notice { "The first " (MOST_LINES) " lines are shown." }
        }
    }
}

/// Lines whose numbers lead to the file.
pub(super) fn linked(text: &str, first: u32, address: impl Fn(u32) -> String) -> Markup {
    html! {
        pre.code tabindex="0" {
            @for (number, line) in (first..).zip(text.lines()) {
                span.line {
                    a.number href=(address(number)) { (number) }
                    span.text { (line) }
                    "\n"
                }
            }
        }
    }
}
