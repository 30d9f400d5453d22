//! Questions about a tree, their answers, and where two sets of answers differ.

use super::fathom::{Answer, Fathom};
use crate::statistics::bootstrap::SplitMix64;
use crate::tree;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;

/// Fields that depend on the clock, on memory or on the path of an index; two equal indexes may
/// differ in them.
pub(super) const PASSING: [&str; 7] = [
    "elapsed_ms",
    "phases_ms",
    "query_ms",
    "peak_memory_bytes",
    "changed_files",
    "parsed_files",
    "index_bytes",
];

/// A command without its `--json`.
pub(super) type Question = Vec<String>;

/// A command as one writes it down.
pub(super) fn question(words: &[&str]) -> Question {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Questions about names in the tree: `count` names, each in every form.
///
/// The names are read from the files, not from an index: what is tried must not choose its test.
pub(super) fn draw(root: &Path, names: usize, random: &mut SplitMix64) -> Result<Vec<Question>> {
    let files = tree::parse(root).context("cannot read the tree")?;
    let defined: Vec<&tree::TreeDefinition> = files
        .iter()
        .flat_map(|file| &file.definitions)
        .filter(|one| one.kind.is_callable() || one.kind.is_type())
        .collect();
    let mut questions = vec![question(&["query", "error handling"]), question(&["context", "handle errors"])];
    for _ in 0..names.min(defined.len()) {
        questions.extend(about(&defined[random.below(defined.len())].name));
    }
    Ok(questions)
}

/// Every kind of question about one name.
pub(super) fn about(name: &str) -> Vec<Question> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let words = words(name);
    vec![
        question(&["symbols", "--", last]),
        question(&["impact", "--", name]),
        question(&["trace", "--", name]),
        question(&["show", "--", name]),
        question(&["query", "--", &words]),
        question(&["context", "--no-feedback", "--", &format!("change how {words} works")]),
    ]
}

/// `Client.sendAll_now` as a person would write it: `client send all now`.
pub(super) fn words(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && text.ends_with(char::is_lowercase) {
            text.push(' ');
        }
        text.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The answers of an index to a list of questions, and its counts.
#[derive(Debug, PartialEq)]
pub(super) struct Answers(Vec<(Question, Result<Value, String>)>);

impl Answers {
    /// Asks everything, then for the counts. A question that fails has its fault for an answer.
    pub(super) fn ask(fathom: &Fathom, root: &Path, questions: &[Question]) -> Result<Answers> {
        let counts = [question(&["index"])];
        let all = questions.iter().chain(&counts);
        let answers = all.map(|question| Ok((question.clone(), ask(fathom, root, question)?)));
        Ok(Answers(answers.collect::<Result<_>>()?))
    }

    /// Asks an index that is made for it from nothing.
    pub(super) fn of_full_build(
        fathom: &Fathom,
        root: &Path,
        questions: &[Question],
        place: &Path,
    ) -> Result<Answers> {
        let home = tempfile::Builder::new().prefix("full-").tempdir_in(place)?;
        let answers = Answers::ask(&fathom.at_home(&home.path().join("home")), root, questions)?;
        for (question, answer) in &answers.0 {
            // A question can lead nowhere (its name is gone), but the index must be there.
            if let (Some("index"), Err(fault)) = (question.first().map(String::as_str), answer) {
                anyhow::bail!("a full build {fault}");
            }
        }
        Ok(answers)
    }

    /// Brings answers to rotated questions back into their order; that of the counts stays last.
    pub(super) fn rotate_right(&mut self, by: usize) {
        if let Some((_, questions)) = self.0.split_last_mut() {
            questions.rotate_right(by);
        }
    }

    /// The differences from the right answers, as text.
    pub(super) fn difference(&self, right: &Answers) -> Option<String> {
        self.0.iter().zip(&right.0).find_map(|((question, here), (_, there))| {
            let description = match (here, there) {
                (Ok(here), Ok(there)) => difference(here, there, "")?,
                (Err(here), Err(there)) if here == there => return None,
                (Err(fault), _) => fault.clone(),
                (Ok(_), Err(fault)) => format!("answered, where a full build {fault}"),
            };
            Some(format!("`{}`: {description}", question.join(" ")))
        })
    }
}

/// The answer to one question, without what may differ, or its fault.
pub(super) fn ask(fathom: &Fathom, root: &Path, question: &Question) -> Result<Result<Value, String>> {
    let mut arguments = vec![question[0].clone(), "--json".to_owned()];
    arguments.extend(question[1..].iter().cloned());
    let answer = fathom.run(root, &arguments)?;
    Ok(read(&answer))
}

fn read(answer: &Answer) -> Result<Value, String> {
    match answer.fault() {
        Some(fault) => Err(fault),
        None => answer.json().map(lasting),
    }
}

/// An answer without what may differ between equal indexes.
pub(super) fn lasting(mut answer: Value) -> Value {
    if let Some(object) = answer.as_object_mut() {
        object.retain(|key, _| !PASSING.contains(&key.as_str()));
    }
    answer
}

/// The first place where two values differ.
fn difference(here: &Value, there: &Value, at: &str) -> Option<String> {
    match (here, there) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let none = Value::Null;
                difference(a.get(key).unwrap_or(&none), b.get(key).unwrap_or(&none), &format!("{at}/{key}"))
            })
        }
        (Value::Array(a), Value::Array(b)) => {
            let inner = a.iter().zip(b).enumerate();
            let found =
                inner.into_iter().find_map(|(place, (a, b))| difference(a, b, &format!("{at}/{place}")));
            found.or_else(|| {
                (a.len() != b.len()).then(|| format!("{at} has {} entries, not {}", a.len(), b.len()))
            })
        }
        _ if here == there => None,
        _ => Some(format!(
            "{at} is {}, not {}",
            super::short(&here.to_string()),
            super::short(&there.to_string())
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_is_named_by_its_place() {
        let right = json!({"files": 3, "symbols": [{"name": "a"}, {"name": "b"}]});
        let description = |here: Value| difference(&here, &right, "");
        assert_eq!(description(right.clone()), None);
        assert_eq!(
            description(json!({"files": 3, "symbols": [{"name": "a"}, {"name": "c"}]})).as_deref(),
            Some("/symbols/1/name is \"c\", not \"b\"")
        );
        assert_eq!(
            description(json!({"files": 3, "symbols": [{"name": "a"}]})).as_deref(),
            Some("/symbols has 1 entries, not 2")
        );
        assert_eq!(
            description(json!({"symbols": right["symbols"]})).as_deref(),
            Some("/files is null, not 3")
        );
    }

    #[test]
    fn times_are_not_part_of_an_answer() {
        assert_eq!(lasting(json!({"files": 3, "elapsed_ms": 4})), json!({"files": 3}));
    }

    #[test]
    fn names_are_asked_for_in_words() {
        assert_eq!(words("Client.sendAll_now"), "client send all now");
        assert_eq!(words("HTTPServer"), "httpserver");
    }
}
