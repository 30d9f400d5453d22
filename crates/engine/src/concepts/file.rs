//! Concepts as they are written down in TOML.

use fathom_rank::concepts::{Roles, is_several_words};
use fathom_syntax::Ecosystem;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toml::Spanned;

/// A team's file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TeamFile {
    #[serde(default)]
    pub(super) concept: Vec<Entry>,
}

/// A shipped pack.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PackFile {
    /// The framework, as people write it.
    pub(super) name: String,
    /// The packages that a repository which uses it depends on; any is enough.
    pub(super) depends: BTreeMap<Ecosystem, Vec<String>>,
    pub(super) concept: Vec<Entry>,
}

/// One concept.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) name: Spanned<String>,
    pub(super) phrases: Vec<String>,
    #[serde(default)]
    pub(super) symbols: Vec<Spanned<String>>,
    #[serde(default)]
    extends: Vec<String>,
    #[serde(default)]
    marked: Vec<String>,
    #[serde(default)]
    path: Vec<String>,
    #[serde(default)]
    named: Vec<String>,
    #[serde(default)]
    takes: Vec<String>,
    #[serde(default)]
    calls: Vec<String>,
}

impl Entry {
    pub(super) fn roles(&self) -> Roles {
        Roles {
            extends: self.extends.clone(),
            marked: self.marked.clone(),
            path: self.path.clone(),
            named: self.named.clone(),
            takes: self.takes.clone(),
            calls: self.calls.clone(),
        }
    }
}

/// An error in a file, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackError {
    pub(super) line: usize,
    pub(super) why: String,
}

/// Reads a file and checks its concepts.
pub(super) fn read<T: DeserializeOwned>(
    text: &str,
    concepts: impl Fn(&T) -> &[Entry],
) -> Result<T, PackError> {
    let file: T = toml::from_str(text).map_err(|error| PackError {
        line: line_of(text, error.span().map_or(0, |span| span.start)),
        why: error.message().replace('\n', "; "),
    })?;
    for entry in concepts(&file) {
        let name = entry.name.get_ref();
        let wrong = |why: String| PackError { line: line_of(text, entry.name.span().start), why };
        if name.trim().is_empty() {
            return Err(wrong("a concept needs a name".to_owned()));
        }
        if entry.phrases.len() < 2 && !entry.phrases.iter().any(|phrase| is_several_words(phrase)) {
            return Err(wrong(format!(
                "`{name}` needs two phrases, or one of several words, to match any task"
            )));
        }
        if entry.symbols.is_empty() && entry.roles().is_empty() {
            return Err(wrong(format!(
                "`{name}` means nothing yet; give it `symbols`, `path`, `named`, `extends`, `marked`, `takes` or `calls`"
            )));
        }
    }
    Ok(file)
}

/// The line of a place in a text, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::{PackError, TeamFile, read};

    fn wrong(text: &str) -> PackError {
        read::<TeamFile>(text, |file| &file.concept).unwrap_err()
    }

    #[test]
    fn an_error_names_its_line() {
        let unclosed = wrong("[[concept]]\nname = \"dunning\"\nphrases = [\"overdue invoice\"\n");
        assert!((3..=4).contains(&unclosed.line), "{unclosed:?}");
        let unknown = wrong("[[concept]]\nname = \"a\"\nphrase = [\"b c\"]\n");
        assert_eq!(unknown.line, 3);
        assert!(unknown.why.contains("unknown field `phrase`"), "{unknown:?}");
    }

    #[test]
    fn a_concept_that_could_never_speak_is_refused() {
        let text = "[[concept]]\nname = \"a\"\nphrases = [\"invoice\"]\nsymbols = [\"Invoice\"]\n";
        assert!(wrong(text).why.contains("two phrases"));
        let text = "# ours\n\n[[concept]]\nname = \"a\"\nphrases = [\"overdue invoice\"]\n";
        let wrong = wrong(text);
        assert_eq!(wrong.line, 4);
        assert!(wrong.why.contains("means nothing yet"));
    }
}
