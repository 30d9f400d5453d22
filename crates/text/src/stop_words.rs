//! English function words, which carry no information in a query.
//!
//! Applied to queries only. The index contains every word, so that a query of stop words still finds
//! something, and a change of the list needs no rebuild. Words with a meaning in code are not stop
//! words: `not`, `all`, `new`, `set`, `get`, `use`.

/// Sorted, for binary search.
const STOP_WORDS: &[&str] = &[
    "a", "about", "also", "although", "am", "an", "and", "any", "are", "aren", "as", "at", "be", "because",
    "been", "being", "but", "by", "can", "cannot", "could", "couldn", "did", "didn", "do", "does", "doesn",
    "doing", "don", "for", "from", "had", "has", "have", "having", "he", "her", "here", "hers", "him", "his",
    "how", "i", "if", "in", "into", "is", "isn", "it", "its", "itself", "just", "ll", "may", "me", "might",
    "must", "my", "of", "on", "or", "other", "our", "ours", "please", "re", "she", "should", "shouldn", "so",
    "some", "such", "than", "that", "the", "their", "theirs", "them", "then", "there", "these", "they",
    "this", "those", "to", "too", "ve", "very", "was", "wasn", "we", "were", "what", "when", "where",
    "whether", "which", "while", "who", "whom", "whose", "why", "will", "with", "would", "wouldn", "you",
    "your",
];

/// Bytes of the longest.
const LONGEST: usize = 8;

/// Whether a lowercased word is one of them.
pub(crate) fn is_stop_word(lowercased: &str) -> bool {
    STOP_WORDS.binary_search(&lowercased).is_ok()
}

/// Whether a word is one of them in lower case. Most words are too long for one.
pub(crate) fn is_stop_word_in_any_case(word: &str) -> bool {
    if !word.is_ascii() {
        return is_stop_word(&word.to_lowercase());
    }
    let mut lowered = [0; LONGEST];
    let Some(lowered) = lowered.get_mut(..word.len()) else { return false };
    lowered.copy_from_slice(word.as_bytes());
    lowered.make_ascii_lowercase();
    std::str::from_utf8(lowered).is_ok_and(is_stop_word)
}

/// Whether a lowercased word only asks for a measure after `how`: `how many`. Elsewhere it may be a
/// part of a name: `recv_many`, `TooManyRequests`.
pub(crate) fn is_measure(lowercased: &str) -> bool {
    matches!(lowercased, "few" | "long" | "many" | "much" | "often")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_as_binary_search_needs_it() {
        assert!(STOP_WORDS.is_sorted());
        assert!(is_stop_word("the") && !is_stop_word("request"));
    }

    #[test]
    fn stop_words_are_known_in_any_case() {
        for word in STOP_WORDS {
            assert!(is_stop_word_in_any_case(&word.to_uppercase()), "{word}");
        }
        assert!(!is_stop_word_in_any_case("Although2") && !is_stop_word_in_any_case("né"));
    }
}
