//! Real token counts.
//!
//! A tokenizer first splits a text into pieces and then encodes each. Code repeats its pieces,
//! within an answer and across answers, so each thread caches the counts of pieces. ASCII is split
//! here, by the rules of the tokenizer's pattern; the regular expression itself, which is slower,
//! splits the rest.

use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Pieces of up to this many bytes are kept in the key itself, so that a look-up follows no pointer.
const SHORT_PIECE: usize = 15;
/// Longer pieces hardly repeat.
const LONGEST_PIECE: usize = 32;
/// Bounds the memory of a long-running server thread.
const MOST_PIECES: usize = 1 << 16;

thread_local! {
    static COUNTS: RefCell<PieceCounts> = RefCell::default();
}

/// The number of `cl100k_base` tokens in a text.
pub fn count_tokens(text: &str) -> usize {
    count_within(text, usize::MAX).unwrap_or(usize::MAX)
}

/// The number of tokens in a text if it is at most `limit`. Counting stops at the limit.
pub(crate) fn count_within(text: &str, limit: usize) -> Option<usize> {
    COUNTS.with_borrow_mut(|counts| {
        let (mut at, mut count) = (0, 0);
        while at < text.len() {
            let end = piece_end(text, at);
            count += counts.of(&text[at..end]);
            if count > limit {
                return None;
            }
            at = end;
        }
        Some(count)
    })
}

/// The tokens of pieces that were met before.
#[derive(Default)]
struct PieceCounts {
    short: FxHashMap<(u64, u64), u32>,
    long: FxHashMap<Box<str>, u32>,
}

impl PieceCounts {
    fn of(&mut self, piece: &str) -> usize {
        let count = || bpe_openai::cl100k_base().bpe.count(piece.as_bytes()) as u32;
        let has_room = self.short.len() + self.long.len() < MOST_PIECES;
        let tokens = if piece.len() <= SHORT_PIECE {
            let key = padded(piece);
            match self.short.get(&key) {
                Some(known) => *known,
                None if has_room => *self.short.entry(key).or_insert_with(count),
                None => count(),
            }
        } else {
            match self.long.get(piece) {
                Some(known) => *known,
                None if has_room && piece.len() <= LONGEST_PIECE => {
                    *self.long.entry(piece.into()).or_insert_with(count)
                }
                None => count(),
            }
        };
        tokens as usize
    }
}

/// A short piece and its length as numbers.
fn padded(piece: &str) -> (u64, u64) {
    let mut bytes = [0; SHORT_PIECE + 1];
    bytes[..piece.len()].copy_from_slice(piece.as_bytes());
    bytes[SHORT_PIECE] = piece.len() as u8;
    let [low, high] = [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte])));
    (low, high)
}

/// The end of the piece that begins at `at`, which is before the end of the text.
fn piece_end(text: &str, at: usize) -> usize {
    ascii_piece_end(text.as_bytes(), at).unwrap_or_else(|| {
        let piece = bpe_openai::cl100k_base().split(&text[at..]).next();
        at + piece.map_or(text.len() - at, str::len)
    })
}

/// The same; `None` if it depends on a character that is not ASCII.
///
/// The alternatives of the pattern in their order: `'s|'t|'re|'ve|'m|'ll|'d`, in any case;
/// `[^\r\n\p{L}\p{N}]?\p{L}+`; `\p{N}{1,3}`; ` ?[^\s\p{L}\p{N}]+[\r\n]*`; `\s*[\r\n]+`; `\s+(?!\S)`; `\s+`.
fn ascii_piece_end(bytes: &[u8], at: usize) -> Option<usize> {
    // Past the end is a separator of no class.
    let class = |at: usize| bytes.get(at).map_or(Class::End, |byte| CLASSES[usize::from(*byte)]);
    let run = |mut at: usize, of: Class| {
        while class(at) == of {
            at += 1;
        }
        at
    };
    let known = |end: usize| (class(end) != Class::Wide).then_some(end);
    let first = class(at);
    if bytes[at] == b'\'' {
        let letter = |at: usize| bytes.get(at).map_or(0, u8::to_ascii_lowercase);
        match (letter(at + 1), letter(at + 2)) {
            (b's' | b't' | b'm' | b'd', _) => return Some(at + 2),
            (b'r' | b'v', b'e') | (b'l', b'l') => return Some(at + 3),
            _ => {}
        }
    }
    if first == Class::Letter {
        return known(run(at, Class::Letter));
    }
    let is_before_letters = !matches!(first, Class::Newline | Class::Digit | Class::Wide);
    match class(at + 1) {
        Class::Letter if is_before_letters => return known(run(at + 1, Class::Letter)),
        Class::Wide => return None,
        _ => {}
    }
    match first {
        Class::Digit => {
            let end = run(at, Class::Digit).min(at + 3);
            if end == at + 3 { Some(end) } else { known(end) }
        }
        Class::Sign => known(run(at, Class::Sign)).map(|end| run(end, Class::Newline)),
        Class::Space if bytes[at] == b' ' && class(at + 1) == Class::Sign => {
            known(run(at + 1, Class::Sign)).map(|end| run(end, Class::Newline))
        }
        Class::Space | Class::Newline => {
            let is_space = |at: usize| matches!(class(at), Class::Space | Class::Newline);
            let mut end = at;
            while is_space(end) {
                end += 1;
            }
            let end = known(end)?;
            let newline = (at..end).rev().find(|at| class(*at) == Class::Newline);
            let is_last = end == bytes.len() || end == at + 1;
            Some(newline.map_or(if is_last { end } else { end - 1 }, |newline| newline + 1))
        }
        Class::Letter | Class::Wide | Class::End => None,
    }
}

/// What a byte is to the pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    /// Carriage return and line feed.
    Newline,
    /// Other white space.
    Space,
    /// Anything else that is ASCII.
    Sign,
    /// A part of a character that is not ASCII.
    Wide,
    /// The end of the text.
    End,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Wide; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'\r' | b'\n' => Class::Newline,
            b'\t' | 0x0b | 0x0c | b' ' => Class::Space,
            _ => Class::Sign,
        };
        byte += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::{count_tokens, count_within, piece_end};
    use proptest::prelude::*;

    #[test]
    fn a_limit_is_the_last_count_that_is_given() {
        for text in [
            "",
            "a",
            "fn main() {\n    println!(\"hello\");\n}\n",
            "ünïcödé — 数える",
            "aaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            let count = bpe_openai::cl100k_base().count(text);
            assert_eq!(count_tokens(text), count, "{text:?}");
            for limit in 0..count + 3 {
                let within = (count <= limit).then_some(count);
                assert_eq!(count_within(text, limit), within, "{text:?} {limit}");
            }
        }
    }

    fn pieces(text: &str) -> Vec<&str> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = piece_end(text, at);
            pieces.push(&text[at..end]);
            at = end;
        }
        pieces
    }

    #[test]
    fn pieces_are_those_of_the_pattern() {
        for text in [
            "I'll don't 'store 'RE 'x '",
            "a  b\n\n  c\t\td   ",
            " \n \r\n x",
            "12345 1é 12é",
            "x = {\"a\": [1, 2]},\n\n{",
            "tab\tword  \u{a0}x — “y”",
            "it\u{2019}s 'ſ a\u{0}b",
            "  é   é",
        ] {
            let expected: Vec<&str> = bpe_openai::cl100k_base().split(text).collect();
            assert_eq!(pieces(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_split_as_the_pattern_splits_it(
            text in "([a-zA-Z'0-9 \t\r\n.,\"{}_-]|[\u{0}-\u{ff}]|[éſ\u{2028}\u{a0}数']){0,60}"
        ) {
            let expected: Vec<&str> = bpe_openai::cl100k_base().split(&text).collect();
            prop_assert_eq!(pieces(&text), expected);
            prop_assert_eq!(count_tokens(&text), bpe_openai::cl100k_base().count(text.as_str()));
        }
    }
}
