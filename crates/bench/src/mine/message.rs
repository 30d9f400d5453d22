//! A commit's message as a question.

/// Messages with fewer words than this are ignored.
const FEWEST_WORDS: usize = 4;

/// Openings of messages that are about the project, not about its code.
const CHORES: &[&str] = &[
    "bump",
    "build(deps",
    "chore",
    "ci:",
    "ci(",
    "dep:",
    "deps",
    "doc:",
    "docs",
    "fix lint",
    "fix typo",
    "format",
    "lint",
    "merge",
    "new version",
    "new crowdin",
    "prepare",
    "release",
    "revert",
    "style",
    "translation",
    "typo",
    "update changelog",
    "update dependenc",
    "update translation",
    "upgrade dependenc",
    "version",
    "v0",
    "v1",
    "v2",
    "v3",
];

/// The words of a message that ask for something; `None` if it is a chore.
pub(super) fn question(message: &str) -> Option<String> {
    let subject = message.lines().next()?.trim();
    let lower = subject.to_lowercase();
    let bare = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    if CHORES.iter().any(|chore| bare.starts_with(chore)) || lower.contains("changelog") {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    for line in message.lines() {
        let line = without_numbers(line.trim());
        if is_trailer(&line) || line.starts_with("---") {
            continue;
        }
        if !line.is_empty() || !lines.is_empty() {
            lines.push(line);
        }
    }
    let words =
        lines.first()?.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
    (words >= FEWEST_WORDS).then(|| lines.join("\n").trim().to_owned())
}

/// `Signed-off-by: …`, `git-svn-id: …`: one word with a dash, then a colon.
fn is_trailer(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(key, _)| {
        key.contains('-') && !key.contains(' ') && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    })
}

/// Without `(#123)`, which carries no meaning.
fn without_numbers(line: &str) -> String {
    let words = line.split(' ').filter(|word| {
        let bare = word.trim_matches(|c: char| "(),.:".contains(c));
        !(bare.starts_with('#') && bare.len() > 1 && bare[1..].bytes().all(|byte| byte.is_ascii_digit()))
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::question;

    #[test]
    fn a_message_asks_without_its_trailers_and_numbers() {
        let message =
            "Retry failed uploads once more (#123)\n\nThe server drops them.\n\nSigned-off-by: A <a@b>\n";
        assert_eq!(
            question(message).as_deref(),
            Some("Retry failed uploads once more\n\nThe server drops them.")
        );
    }

    #[test]
    fn chores_ask_nothing() {
        for message in
            ["Bump version to 1.2", "Revert \"Add it all to the list\"", "docs: say how it is used"]
        {
            assert_eq!(question(message), None, "{message}");
        }
    }

    #[test]
    fn a_message_of_three_words_asks_nothing() {
        assert_eq!(question("fix the bug"), None);
    }
}
