//! Foreign text made visible: what a repository or a question holds never
//! steers the terminal that shows it, and never forges a line of an answer.
//!
//! Paths, names, docs, code, reasons, tasks and messages come from somewhere
//! else. Before one of them becomes a part of text, markdown, XML or a message,
//! its control characters are replaced by their escapes in the spelling of Rust:
//! `\n`, `\t`, `\r`, `\u{1b}`. Backslashes stay single, so code reads as it is
//! written. Only what Fathom itself adds to a text (colours, links, line feeds)
//! is left as it is.

use std::borrow::Cow;

/// Whether a character steers how text is shown instead of being shown: C0, DEL and C1, which
/// terminals obey; U+2028 and U+2029, which end lines; and the controls that change the direction
/// of what follows them, so that it reads otherwise than it runs.
pub fn is_control(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

/// Text for a part of one line: line feeds and tabs are escaped, too.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_control)
}

/// Text of several lines, where line feeds and tabs are layout and stay.
pub fn block(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_control(c) && c != '\n' && c != '\t')
}

/// A message of several lines, of which all but the first are indented: none can pass for another
/// message.
pub fn message(text: &str) -> String {
    block(text.trim_end()).replace('\n', "\n  ")
}

fn escaped(text: &str, is_foreign: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&is_foreign) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 8);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        if is_foreign(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{block, is_control, line, message};
    use proptest::prelude::*;

    #[test]
    fn control_characters_are_shown_as_escapes() {
        assert_eq!(line("a\u{1b}]0;title\u{7}b"), r"a\u{1b}]0;title\u{7}b");
        assert_eq!(line("x.py\nforged:\tline\r"), r"x.py\nforged:\tline\r");
        assert_eq!(
            line("\u{7f}\u{9b}31m\u{2028}\u{202e}\u{2069}"),
            r"\u{7f}\u{9b}31m\u{2028}\u{202e}\u{2069}"
        );
        assert_eq!(block("if x:\n\treturn \"\u{0}\"\n"), "if x:\n\treturn \"\\u{0}\"\n");
    }

    #[test]
    fn all_other_text_stays_as_it_is() {
        for text in ["", "src/main.rs", r"C:\new\u{1b}", "“日本語” – é 👩‍💻", "שלום"] {
            assert_eq!(line(text), text);
            assert_eq!(block(text), text);
        }
    }

    #[test]
    fn a_message_cannot_begin_another() {
        assert_eq!(message("no file `a\nfathom: all is well`\n"), "no file `a\n  fathom: all is well`");
    }

    proptest! {
        #[test]
        fn nothing_that_steers_a_terminal_is_left(text in "\\PC*|(.|[\u{0}-\u{ff}\u{2020}-\u{2070}\n])*") {
            prop_assert!(!line(&text).contains(is_control));
            prop_assert!(!block(&text).contains(|c| is_control(c) && c != '\n' && c != '\t'));
            prop_assert_eq!(block(&text).matches('\n').count(), text.matches('\n').count());
        }
    }
}
