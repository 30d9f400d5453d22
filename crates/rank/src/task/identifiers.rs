//! Names and paths in the middle of prose.

use super::{MOST_MENTIONS, Task};

/// A name in backquotes or followed by `(` is meant as code.
const QUOTED: f32 = 1.0;
/// A name that can only be code by its form.
const FORMED: f32 = 0.8;
/// A name inside a code block, which is mostly the reporter's own program.
const IN_CODE: f32 = 0.4;
/// A capitalised word in the middle of a sentence may be a type.
const CAPITAL: f32 = 0.3;

/// Extensions of files that tasks mention.
const ENDINGS: &[&str] = &[
    "bash", "c", "cc", "cfg", "cpp", "cs", "go", "h", "hpp", "ini", "java", "js", "json", "jsx", "kt", "md",
    "mjs", "php", "py", "pyi", "rb", "rs", "rst", "scala", "sh", "swift", "toml", "ts", "tsx", "vue", "xml",
    "yaml", "yml",
];

pub(super) fn read(task: &mut Task) {
    for text in [task.title.clone(), task.refused.clone(), task.body.clone()] {
        for (index, part) in text.split('`').enumerate() {
            words(task, part, index % 2 == 1);
        }
    }
    let code = task.code.clone();
    for word in split(&code) {
        let name = word.trim_matches(|c: char| ".:-/".contains(c));
        if is_name(name) && name.len() > 3 && looks_like_code(name) {
            push(&mut task.identifiers, name, IN_CODE);
        }
    }
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "\"'(){}[]<>,;=+*|!?`".contains(c))
}

fn words(task: &mut Task, part: &str, quoted: bool) {
    let mut sentence_start = true;
    for (at, word) in split(part).map(|word| (word.as_ptr() as usize - part.as_ptr() as usize, word)) {
        let called = part[at + word.len()..].starts_with('(');
        let name = word.trim_matches(|c: char| ".:-/".contains(c));
        let starts = std::mem::replace(&mut sentence_start, word.ends_with(['.', ':', '\n']));
        if !(2..=200).contains(&name.len()) {
            continue;
        }
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let is_file = file
            .rsplit_once('.')
            .is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending) && !called);
        if is_file || name.contains('/') && !name.contains("://") && !quoted && name.matches('/').count() > 1
        {
            if task.paths.len() < MOST_MENTIONS && !task.paths.iter().any(|known| known == name) {
                task.paths.push(name.to_owned());
            }
        } else if is_name(name) {
            let capital = name.starts_with(char::is_uppercase) && !starts && name.len() > 3;
            let weight = if quoted || called {
                QUOTED
            } else if looks_like_code(name) {
                FORMED
            } else if capital {
                CAPITAL
            } else {
                continue;
            };
            push(&mut task.identifiers, name, weight);
        }
    }
}

fn push(list: &mut Vec<(String, f32)>, word: &str, weight: f32) {
    if let Some((_, known)) = list.iter_mut().find(|(known, _)| known == word) {
        *known = known.max(weight);
    } else if list.len() < MOST_MENTIONS {
        list.push((word.to_owned(), weight));
    }
}

fn is_name(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || "_.:#$@-".contains(c))
        && word.chars().any(char::is_alphabetic)
}

/// A name in the middle of prose that can only be code.
fn looks_like_code(word: &str) -> bool {
    let inner = &word[word.char_indices().nth(1).map_or(0, |(at, _)| at)..];
    let camel = inner.chars().any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let joined = word.trim_matches('_').contains('_') || word.contains("::") || word.contains('#');
    let dotted = word.split('.').count() > 1
        && word.split('.').all(|part| part.len() > 1 && !part.starts_with(|c: char| c.is_ascii_digit()));
    let dunder = word.len() > 4 && word.starts_with("__") && word.ends_with("__");
    (camel || joined || dotted || dunder) && !word.contains('-')
}

#[cfg(test)]
mod tests {
    use super::Task;

    fn names(task: &Task) -> Vec<&str> {
        task.identifiers.iter().map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn identifiers_and_paths_are_read_out_of_prose() {
        let task = Task::read(
            "Why does `retry` in src/net/client.rs call HttpClient.send_all() twice, e.g. in main.py?",
        );
        assert_eq!(names(&task), ["retry", "HttpClient.send_all"]);
        assert_eq!(task.paths, ["src/net/client.rs", "main.py"]);
    }

    #[test]
    fn plain_words_are_no_identifiers() {
        assert!(Task::read("Add a hook that checks the key and/or the name").identifiers.is_empty());
    }

    #[test]
    fn a_capitalised_word_inside_a_sentence_may_be_a_type() {
        let task = Task::read("The hook of Blueprint is lost");
        assert_eq!(task.identifiers, [("Blueprint".to_owned(), super::CAPITAL)]);
    }

    #[test]
    fn a_name_in_a_code_block_counts_less() {
        let task = Task::read("Crash\n\n```py\nmy_schema.load_all(x)\n```\n");
        assert_eq!(task.identifiers, [("my_schema.load_all".to_owned(), super::IN_CODE)]);
    }
}
