//! The keywords of a question.
//!
//! The one keyword extraction of all systems that cannot be asked in plain
//! words (`grep`, `ctags`, look-ups of names):
//!
//! 1. The text is cut at everything but letters, digits, `_`.
//! 2. An identifier (it holds `_`, a digit or a capital inside) is kept as it
//!    is; other words are made lower case, and dropped if they are shorter
//!    than three letters or stop words: articles, pronouns, prepositions, and
//!    words of every task (add, fix, make, use …).
//! 3. Of equal words the first is kept, identifiers before plain words, at most
//!    [`MOST`].

use std::collections::BTreeSet;

/// As many keywords as are looked for: issues can be pages long.
pub(super) const MOST: usize = 24;

const STOP_WORDS: &str = "a about above after again all also am an and any are as at be because been before \
being below between both but by can cannot could did do does doing done down during each either else etc even \
every few for from further get gets getting give given go goes got had has have having he her here hers him his \
how however i if in instead into is it its itself just let like make makes making many may me might more most \
much must my need needed needs new no nor not now of off on once one only or other others our out over own per \
please same say see shall she should since so some still such than that the their them then there these they \
this those though through thus to too two under until up upon us use used uses using very via want wants was we \
well were what when where whether which while who whom whose why will with within without would yet you your \
add adds added adding allow allows change changes changed create creates created current currently ensure \
expected fix fixes fixed handle handles handling implement implementation implements improve issue problem \
properly remove removed removes set sets support supports supported update updates way work works working";

/// A word to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keyword {
    pub(super) text: String,
    /// Spelled like a name in code.
    pub(super) is_identifier: bool,
}

/// The keywords of a question, identifiers first.
pub(super) fn keywords(question: &str) -> Vec<Keyword> {
    let stop: BTreeSet<&str> = STOP_WORDS.split_whitespace().collect();
    let mut seen = BTreeSet::new();
    let (mut identifiers, mut words) = (Vec::new(), Vec::new());
    for word in question.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let text = word.trim_matches('_');
        if text.is_empty() || text.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        if is_identifier(text) {
            if seen.insert(text.to_lowercase()) {
                identifiers.push(Keyword { text: text.to_owned(), is_identifier: true });
            }
            continue;
        }
        let text = text.to_lowercase();
        if text.chars().count() >= 3 && !stop.contains(text.as_str()) && seen.insert(text.clone()) {
            words.push(Keyword { text, is_identifier: false });
        }
    }
    identifiers.into_iter().chain(words).take(MOST).collect()
}

fn is_identifier(word: &str) -> bool {
    let inner = word.char_indices().skip(1).any(|(_, c)| c.is_uppercase());
    let lower = word.chars().any(char::is_lowercase);
    word.contains('_') || (inner && lower) || (lower && word.chars().any(|c| c.is_ascii_digit()))
}

/// The parts of a name or path, in lower case: `HttpServer_v2` is http, server, v2.
pub(super) fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    let mut before: Option<char> = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let starts = c.is_uppercase()
            && before.is_some_and(|b| {
                b.is_lowercase() || b.is_ascii_digit() || rest.peek().is_some_and(|n| n.is_lowercase())
            });
        if (!c.is_alphanumeric() || starts) && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
        if c.is_alphanumeric() {
            part.extend(c.to_lowercase());
        }
        before = Some(c);
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_go_and_identifiers_stay() {
        let question =
            "Add a new before_request hook that validates API keys in HttpServer, using the v2 keys";
        let found: Vec<String> = keywords(question).into_iter().map(|one| one.text).collect();
        assert_eq!(found, ["before_request", "HttpServer", "v2", "hook", "validates", "api", "keys"]);
    }

    #[test]
    fn names_are_cut_where_people_see_words() {
        assert_eq!(parts("src/HTTPServer_v2.loadAll"), ["src", "http", "server", "v2", "load", "all"]);
    }

    #[test]
    fn a_question_without_words_has_no_keywords() {
        assert_eq!(keywords("… 42 !"), []);
    }
}
