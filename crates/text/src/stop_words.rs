//! English words that carry no information in a query, or little.
//!
//! Applied to queries only. The index contains every word, so that a query of stop words still finds
//! something, and a change of the lists needs no rebuild. Words with a meaning in code are not stop
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

/// Bytes of the longest stop word.
const LONGEST: usize = 8;

/// Words that carry little more information than function words. Of the labelled tasks that contain
/// `before`, `another` or `still`, none expects a symbol with the word in its name; of those with `after`,
/// one in twelve does. The list has such words and words of the same sort. They stay in the query with a
/// part of their weight, because some names consist of them (`before_request`). Sorted, for binary search.
const LIGHT_WORDS: &[&str] = &[
    "after",
    "again",
    "already",
    "always",
    "another",
    "away",
    "back",
    "become",
    "becomes",
    "before",
    "behind",
    "beside",
    "between",
    "beyond",
    "both",
    "decide",
    "decided",
    "decides",
    "deciding",
    "despite",
    "different",
    "down",
    "during",
    "each",
    "either",
    "else",
    "enough",
    "ever",
    "every",
    "everything",
    "everywhere",
    "exactly",
    "given",
    "gives",
    "happen",
    "happened",
    "happening",
    "happens",
    "however",
    "inside",
    "instead",
    "keep",
    "keeping",
    "keeps",
    "kept",
    "later",
    "less",
    "lets",
    "long",
    "longer",
    "made",
    "make",
    "makes",
    "making",
    "more",
    "most",
    "much",
    "nearly",
    "neither",
    "never",
    "nothing",
    "now",
    "often",
    "old",
    "older",
    "once",
    "one",
    "ones",
    "only",
    "onto",
    "out",
    "outside",
    "over",
    "perhaps",
    "put",
    "puts",
    "quite",
    "rather",
    "really",
    "right",
    "same",
    "see",
    "seen",
    "sees",
    "several",
    "simply",
    "since",
    "single",
    "somebody",
    "somehow",
    "someone",
    "something",
    "sometimes",
    "somewhere",
    "soon",
    "still",
    "sure",
    "take",
    "taken",
    "takes",
    "thing",
    "things",
    "though",
    "through",
    "together",
    "toward",
    "towards",
    "turn",
    "turned",
    "turns",
    "twice",
    "two",
    "under",
    "unless",
    "until",
    "up",
    "upon",
    "us",
    "via",
    "way",
    "ways",
    "well",
    "whenever",
    "wherever",
    "whole",
    "within",
    "without",
    "wrong",
    "yet",
];

/// Whether a lowercased word is a stop word.
pub(crate) fn is_stop_word(lowercased: &str) -> bool {
    STOP_WORDS.binary_search(&lowercased).is_ok()
}

/// Whether a word is a stop word in lower case. Most words are too long for one.
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

/// Whether a lowercased word has little information in a query.
pub(crate) fn is_light_word(lowercased: &str) -> bool {
    LIGHT_WORDS.binary_search(&lowercased).is_ok()
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
    fn the_lists_are_sorted_as_binary_search_needs_them_and_share_no_word() {
        assert!(STOP_WORDS.is_sorted() && LIGHT_WORDS.is_sorted());
        assert!(is_stop_word("the") && !is_stop_word("request"));
        assert!(LIGHT_WORDS.iter().all(|word| is_light_word(word) && !is_stop_word(word)));
    }

    #[test]
    fn stop_words_are_known_in_any_case() {
        for word in STOP_WORDS {
            assert!(is_stop_word_in_any_case(&word.to_uppercase()), "{word}");
        }
        assert!(!is_stop_word_in_any_case("Although2") && !is_stop_word_in_any_case("né"));
    }
}
