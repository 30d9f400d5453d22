//! The words of a commit message, and whether a person wrote it.

use fathom_history::Author;
use fathom_text::{Query, Term, Tokenizer};

/// Bytes of a message that are read.
const LONGEST: usize = 2_000;

/// Parts of names and addresses that only programs have.
const BOTS: &[&str] =
    &["[bot]", "dependabot", "renovate", "greenkeeper", "pyup", "pre-commit-ci", "github-actions", "crowdin"];

/// Whether a program made the commit.
pub fn is_bot(author: &Author) -> bool {
    let name = author.name.to_lowercase();
    let email = author.email.to_lowercase();
    let is_known = |text: &str| BOTS.iter().any(|bot| text.contains(bot));
    let is_called_bot = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word == "bot") || text.ends_with("bot") && !text.contains(' ')
    };
    is_known(&name)
        || is_known(&email)
        || is_called_bot(&name)
        || is_called_bot(email.split('@').next().unwrap_or_default())
}

/// A message without its trailers: the lines at its end that are all `Key: value`, and what old tools
/// append.
pub fn without_trailers(message: &str) -> &str {
    let mut kept = message.trim_end();
    loop {
        let last = kept.rfind('\n').map_or(kept, |at| &kept[at + 1..]);
        if !is_trailer(last.trim()) || last.len() == kept.len() {
            return kept;
        }
        kept = kept[..kept.len() - last.len()].trim_end();
    }
}

/// `Signed-off-by: …`, `Change-Id: …`, `git-svn-id: …`, `(cherry picked from commit …)`.
fn is_trailer(line: &str) -> bool {
    let Some((key, _)) = line.split_once(": ") else {
        return line.starts_with("(cherry picked from commit") || line.ends_with(':') && line.contains('-');
    };
    let is_key = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !key.is_empty();
    is_key && (key.contains('-') || matches!(key, "Cc" | "Bug" | "Link" | "Fixes" | "Closes" | "Refs"))
}

/// A word of a task or a message.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskWord {
    /// Stemmed.
    pub term: Term,
    /// Its text, stemmed, for reasons.
    pub text: String,
    /// Whether it is a whole identifier of several parts.
    pub is_compound: bool,
    /// Whether the first line has it.
    pub is_in_subject: bool,
}

/// The content words of a text, each once, in the order of their first occurrence.
pub fn task_words(tokenizer: &mut Tokenizer, text: &str) -> Vec<TaskWord> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let subject = text.trim_start().lines().next().unwrap_or_default();
    let mut of_subject: Vec<Term> = Vec::new();
    tokenizer.terms(subject, |term, _, _| of_subject.push(term));
    Query::content_words(tokenizer, text)
        .terms
        .into_iter()
        .filter(|term| term.weight >= 1.0 && !term.text.bytes().all(|byte| byte.is_ascii_digit()))
        .map(|term| TaskWord {
            is_compound: term.weight >= 1.5,
            is_in_subject: of_subject.contains(&term.term),
            term: term.term,
            text: term.text,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{is_bot, task_words, without_trailers};
    use fathom_history::Author;
    use fathom_text::Tokenizer;

    #[test]
    fn trailers_are_cut_and_sentences_with_colons_stay() {
        let message = "Fix: a crash\n\nNote: this matters\n\nSigned-off-by: A <a@b>\nChange-Id: I1\n";
        assert_eq!(without_trailers(message), "Fix: a crash\n\nNote: this matters");
        assert_eq!(without_trailers("Signed-off-by: only"), "Signed-off-by: only");
    }

    #[test]
    fn programs_are_distinguished_from_people() {
        let author = |name: &str, email: &str| Author { name: name.into(), email: email.into() };
        assert!(is_bot(&author("dependabot[bot]", "1+dependabot[bot]@users.noreply.github.com")));
        assert!(is_bot(&author("release-bot", "x@y")));
        assert!(!is_bot(&author("Abbot Costello", "abbot@example.org")) || is_bot(&author("x", "abbot@y")));
        assert!(!is_bot(&author("Robert", "rob@example.org")));
    }

    #[test]
    fn numbers_are_no_words() {
        let words = task_words(&mut Tokenizer::new(), "Fix the parser of parse_header (#1234)");
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["fix", "pars", "header", "parseheader"]);
    }
}
