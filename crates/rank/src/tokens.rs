//! Real token counts.

/// The number of `cl100k_base` tokens in a text.
pub fn count_tokens(text: &str) -> usize {
    bpe_openai::cl100k_base().count(text)
}
