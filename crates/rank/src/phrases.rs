//! Small parts of sentences.

/// Words in quotes with commas between them.
pub(crate) fn list(words: &[String]) -> String {
    words.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_quoted_and_listed() {
        assert_eq!(super::list(&["a".to_owned(), "b".to_owned()]), "“a”, “b”");
    }
}
