//! Do a task and a name share a word?

use crate::matching::Name;
use rust_stemmers::{Algorithm, Stemmer};
use std::collections::BTreeSet;

/// Shorter words are articles and fragments.
const SHORTEST: usize = 3;

/// Whether any word of the name's last two parts is in the text, by stem.
pub(super) fn share_a_word(text: &str, name: &Name) -> bool {
    let stemmer = Stemmer::create(Algorithm::English);
    let stems = |text: &str| -> BTreeSet<String> {
        words(text).iter().map(|word| stemmer.stem(word).into_owned()).collect()
    };
    let wanted = stems(text);
    // A name is in lower case already, so words that only case would split stay
    // whole: those are looked for inside, from either side.
    let parts = name.parts();
    let last: Vec<&String> = parts.iter().rev().take(2).collect();
    last.iter().any(|part| {
        let own = stems(part);
        !own.is_disjoint(&wanted)
            || wanted.iter().any(|word| word.len() > SHORTEST && part.contains(word.as_str()))
    })
}

fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.len() >= SHORTEST)
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_by_their_stems() {
        assert!(share_a_word("closing all sessions", &Name::new("Session.close")));
        assert!(share_a_word("where is the request sent", &Name::new("before_request")));
        assert!(share_a_word("where is the request sent", &Name::new("HttpRequestHandler")));
        assert!(!share_a_word("where is the request sent", &Name::new("Basket.total")));
        assert!(!share_a_word("a to of", &Name::new("tofu")));
    }
}
