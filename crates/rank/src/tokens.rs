//! Real token counts.

use rustc_hash::FxHashMap;

/// The number of `cl100k_base` tokens in a text.
pub fn count_tokens(text: &str) -> usize {
    bpe_openai::cl100k_base().count(text)
}

/// Counts the tokens of many texts that say the same words again and again, as code does.
///
/// A tokenizer first cuts a text into pieces and then looks for the tokens of each; what
/// it found in a piece is remembered.
#[derive(Default)]
pub(crate) struct Counter<'t> {
    known: FxHashMap<&'t str, usize>,
}

impl<'t> Counter<'t> {
    /// The number of tokens in a text if it is at most `limit`: of a text that is much
    /// longer only so much is counted.
    pub(crate) fn within(&mut self, text: &'t str, limit: usize) -> Option<usize> {
        let tokenizer = bpe_openai::cl100k_base();
        tokenizer.split(text).try_fold(0, |count, piece| {
            let tokens = *self.known.entry(piece).or_insert_with(|| tokenizer.bpe.count(piece.as_bytes()));
            Some(count + tokens).filter(|count| *count <= limit)
        })
    }

    /// The number of tokens in a text, however many.
    pub(crate) fn all(&mut self, text: &'t str) -> usize {
        self.within(text, usize::MAX).unwrap_or(usize::MAX)
    }

    /// The number of tokens in a text of which nothing is remembered.
    pub(crate) fn count(&self, text: &str) -> usize {
        let tokenizer = bpe_openai::cl100k_base();
        let known = |piece: &str| self.known.get(piece).copied();
        let pieces = tokenizer.split(text);
        pieces.map(|piece| known(piece).unwrap_or_else(|| tokenizer.bpe.count(piece.as_bytes()))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Counter, count_tokens};

    #[test]
    fn a_limit_is_the_last_count_that_is_given() {
        for text in [
            "",
            "a",
            "fn main() {\n    println!(\"hello\");\n}\n",
            "ünïcödé — 数える",
            "aaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            let count = count_tokens(text);
            let mut counter = Counter::default();
            for limit in 0..count + 3 {
                let within = (count <= limit).then_some(count);
                assert_eq!(counter.within(text, limit), within, "{text:?} {limit}");
                assert_eq!(counter.count(text), count, "{text:?}");
            }
        }
    }
}
