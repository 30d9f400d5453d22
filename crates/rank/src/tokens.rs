//! Real token counts.
//!
//! A tokenizer first splits a text into pieces and then encodes each. Code repeats its pieces,
//! within an answer and across answers, so each thread caches the counts of pieces.
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Longer pieces hardly repeat.
const LONGEST_PIECE: usize = 32;
/// Bounds the memory of a long-running server thread.
const MOST_PIECES: usize = 1 << 16;

thread_local! {
    static COUNTS: RefCell<FxHashMap<Box<str>, u32>> = RefCell::default();
}

/// The number of `cl100k_base` tokens in a text.
pub fn count_tokens(text: &str) -> usize {
    count_within(text, usize::MAX).unwrap_or(usize::MAX)
}

/// The number of tokens in a text if it is at most `limit`. Counting stops at the limit.
pub(crate) fn count_within(text: &str, limit: usize) -> Option<usize> {
    let tokenizer = bpe_openai::cl100k_base();
    COUNTS.with_borrow_mut(|counts| {
        tokenizer.split(text).try_fold(0, |count, piece| {
            let known = counts.get(piece).map(|tokens| *tokens as usize);
            let tokens = known.unwrap_or_else(|| tokenizer.bpe.count(piece.as_bytes()));
            if known.is_none() && piece.len() <= LONGEST_PIECE && counts.len() < MOST_PIECES {
                counts.insert(piece.into(), tokens as u32);
            }
            Some(count + tokens).filter(|count| *count <= limit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{count_tokens, count_within};

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
}
