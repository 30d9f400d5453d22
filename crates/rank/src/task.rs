//! Reading a task: the words, and the identifiers and paths quoted in them.

/// A task, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The text as given.
    pub text: String,
    /// Names that look like code, in order, without repeats: `a_b`, `aB`,
    /// `A.b`, `a()`, anything in backquotes.
    pub identifiers: Vec<String>,
    /// What looks like a path of a file.
    pub paths: Vec<String>,
}

impl Task {
    /// Reads a task.
    pub fn read(text: &str) -> Task {
        let mut task = Task { text: text.to_owned(), ..Task::default() };
        for (index, part) in text.split('`').enumerate() {
            let quoted = index % 2 == 1;
            for word in part.split(|c: char| c.is_whitespace() || "\"'(){}[]<>,;=+*|!?".contains(c)) {
                task.word(word.trim_matches(|c: char| ".:-/".contains(c)), quoted);
            }
        }
        task
    }

    fn word(&mut self, word: &str, quoted: bool) {
        if word.len() < 2 || word.len() > 200 {
            return;
        }
        let name = word.rsplit('/').next().unwrap_or(word);
        let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && (1..=5).contains(&ending.len())
                && ending.bytes().all(|b| b.is_ascii_lowercase())
        });
        if word.contains('/') && !word.contains("://") || has_ending && !quoted && looks_like_file(name) {
            push(&mut self.paths, word);
        } else if quoted && is_name(word) || looks_like_code(word) {
            push(&mut self.identifiers, word);
        }
    }
}

fn push(list: &mut Vec<String>, word: &str) {
    if !list.iter().any(|known| known == word) {
        list.push(word.to_owned());
    }
}

fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || "_.:#$@".contains(c)) && word.chars().any(char::is_alphabetic)
}

fn looks_like_file(name: &str) -> bool {
    matches!(
        name.rsplit_once('.').map_or("", |(_, ending)| ending),
        "py" | "rs"
            | "go"
            | "js"
            | "ts"
            | "tsx"
            | "jsx"
            | "java"
            | "cs"
            | "rb"
            | "php"
            | "c"
            | "h"
            | "cpp"
            | "cc"
            | "hpp"
            | "kt"
            | "swift"
            | "scala"
            | "sh"
            | "toml"
            | "yaml"
            | "yml"
            | "json"
            | "md"
            | "rst"
    )
}

/// A name in the middle of prose that can only be code.
fn looks_like_code(word: &str) -> bool {
    if !is_name(word) {
        return false;
    }
    let inner = &word[word.char_indices().nth(1).map_or(0, |(at, _)| at)..];
    let camel = inner.chars().any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let joined = word.trim_matches('_').contains('_') || word.contains("::") || word.contains('#');
    let dotted = word.split('.').count() > 1
        && word.split('.').all(|part| part.len() > 1 && !part.starts_with(|c: char| c.is_ascii_digit()));
    camel || joined || dotted
}

#[cfg(test)]
mod tests {
    use super::Task;

    #[test]
    fn identifiers_and_paths_are_read_out_of_prose() {
        let task = Task::read(
            "Why does `retry` in src/net/client.rs call HttpClient.send_all() twice, e.g. in main.py?",
        );
        assert_eq!(task.identifiers, ["retry", "HttpClient.send_all"]);
        assert_eq!(task.paths, ["src/net/client.rs", "main.py"]);
    }

    #[test]
    fn plain_words_are_no_identifiers() {
        assert!(Task::read("Add a hook that checks the API key. Then stop.").identifiers.is_empty());
    }
}
