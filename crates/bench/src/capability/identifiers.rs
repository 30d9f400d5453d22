//! Names that an agent would look up, read out of a question and its input.

use super::dataset::Input;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A name, possibly qualified, with the marks that Ruby puts at its end.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[A-Za-z_]\w*(?:(?:::|#|\.)[A-Za-z_]\w*)*[!?=]?").expect("a constant pattern is valid")
});
/// Words that begin with a capital at the start of a question, and HTTP methods.
const NOT_NAMES: [&str; 24] = [
    "A", "After", "An", "Are", "Can", "Does", "How", "If", "In", "Is", "On", "The", "What", "When", "Where",
    "Which", "Who", "Why", "GET", "POST", "PUT", "PATCH", "DELETE", "I",
];

/// Names in the order of how certainly they are names: of the input, quoted or
/// written as only code is, then words with a capital.
pub(super) fn identifiers(question: &str, input: &Input) -> Vec<String> {
    let mut names = Vec::new();
    let mut words = Vec::new();
    for (index, part) in question.split('`').enumerate() {
        let is_quoted = index % 2 == 1;
        for name in found(part) {
            if is_quoted || is_code(name) {
                names.push(name.to_owned());
            } else if name.starts_with(char::is_uppercase) {
                words.push(name.to_owned());
            }
        }
    }
    for text in input.texts() {
        for name in found(text) {
            let list = if is_code(name) || !text.contains(' ') { &mut names } else { &mut words };
            list.push(name.to_owned());
        }
    }
    names.append(&mut words);
    let mut seen = BTreeSet::new();
    names.retain(|name| {
        name.len() > 2 && !NOT_NAMES.contains(&name.as_str()) && seen.insert(name.to_lowercase())
    });
    names
}

fn found(text: &str) -> impl Iterator<Item = &str> {
    // A question mark ends a sentence more often than a name.
    NAME.find_iter(text).map(move |name| {
        let name_text = name.as_str();
        let ends_text = text[name.end()..].trim().is_empty() && !name_text.contains('#');
        if ends_text { name_text.trim_end_matches('?') } else { name_text }
    })
}

/// Whether a word can only be code.
fn is_code(word: &str) -> bool {
    let is_joined = word.trim_matches('_').contains('_') || word.contains("::") || word.contains(['#', '.']);
    let inner = &word[1..];
    let is_camel = inner.contains(char::is_uppercase) && word.contains(char::is_lowercase);
    is_joined || is_camel
}

#[cfg(test)]
mod tests {
    use super::identifiers;
    use crate::capability::dataset::Input;

    #[test]
    fn names_come_before_words_with_a_capital() {
        let input = Input { node: "Ticket#close!".to_owned(), ..Input::default() };
        let names = identifiers("Why does the Inbox call `expire` and AutoCloseJob.perform?", &input);
        assert_eq!(names, ["expire", "AutoCloseJob.perform", "Ticket#close!", "Inbox"]);
    }

    #[test]
    fn a_route_gives_its_segments_and_no_method() {
        let input = Input { entry: "POST /tickets/:id/close".to_owned(), ..Input::default() };
        assert_eq!(identifiers("What happens?", &input), ["tickets", "close"]);
    }
}
