//! Words about what the asker is going to do rather than about what the code does: “Add a new”,
//! “Fix a bug where”, “Trace how”.
//!
//! Any wish may start with such words. In a name they mean something else: `add`, `new` and `fix`
//! are methods of half of all types.

/// Verbs that a wish begins with.
const VERBS: &[&str] = &[
    "add",
    "allow",
    "change",
    "create",
    "debug",
    "describe",
    "diagnose",
    "document",
    "enable",
    "ensure",
    "explain",
    "extend",
    "feat",
    "find",
    "fix",
    "fixed",
    "fixes",
    "implement",
    "improve",
    "integrate",
    "introduce",
    "investigate",
    "let",
    "locate",
    "make",
    "modify",
    "provide",
    "refactor",
    "show",
    "support",
    "trace",
    "understand",
    "update",
    "write",
];
/// Words that may follow such a verb before the subject.
const BETWEEN: &[&str] = &[
    "a", "ability", "an", "and", "bug", "custom", "existing", "feature", "for", "full", "complete", "how",
    "in", "issue", "it", "new", "of", "possible", "problem", "sure", "support", "that", "the", "to", "way",
    "where", "whether", "which", "why",
];

/// The title without these words, and the words.
pub(super) fn split_asking(title: &str) -> (String, String) {
    let mut end = 0;
    for (at, word) in words(title) {
        let lower = word.to_ascii_lowercase();
        let asks = VERBS.contains(&lower.as_str()) || end > 0 && BETWEEN.contains(&lower.as_str());
        if !asks {
            break;
        }
        end = at + word.len();
    }
    let rest =
        title[end..].trim_start_matches(|c: char| !c.is_alphanumeric() && !"`'\"./_([{<$@#".contains(c));
    // A wish that has no other words is about these.
    if rest.trim().is_empty() {
        return (title.to_owned(), String::new());
    }
    (rest.to_owned(), title[..end].to_owned())
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|c: char| c.is_whitespace() || ",:;()!".contains(c))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

#[cfg(test)]
mod tests {
    use super::split_asking;

    #[track_caller]
    fn check(title: &str, asking: &str, rest: &str) {
        assert_eq!(split_asking(title), (rest.to_owned(), asking.to_owned()));
    }

    #[test]
    fn the_first_words_of_a_wish_are_split_off() {
        check("Add support for a new registry protocol", "Add support for a new", "registry protocol");
        check("Fix a bug where `new` fails", "Fix a bug where", "`new` fails");
        check("fix(router): drop new sockets", "fix", "(router): drop new sockets");
        check("How does the server add routes?", "", "How does the server add routes?");
    }

    #[test]
    fn a_wish_of_nothing_else_asks_for_it() {
        check("Fix", "", "Fix");
        check("add new", "", "add new");
    }
}
