//! Real token counts.

/// The number of `cl100k_base` tokens in a text.
pub fn count_tokens(text: &str) -> usize {
    bpe_openai::cl100k_base().count(text)
}

/// The same, if it is at most `limit`: of a text that is much longer only so
/// much is counted.
pub(crate) fn count_within(text: &str, limit: usize) -> Option<usize> {
    let tokenizer = bpe_openai::cl100k_base();
    tokenizer.count_till_limit(&tokenizer.normalize(text), limit)
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
            let count = count_tokens(text);
            for limit in 0..count + 3 {
                assert_eq!(count_within(text, limit), (count <= limit).then_some(count), "{text:?} {limit}");
            }
        }
    }
}
