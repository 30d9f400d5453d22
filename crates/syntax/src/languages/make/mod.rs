//! Makefiles: targets and variables.

use super::sections::lines;
use super::{Language, NameRules, Outline, Reader, Spelling};
use crate::traits::Kind;

pub(super) static MAKE: Language = Language {
    name: "make",
    extensions: &["mk", "mak"],
    file_names: &["Makefile", "makefile", "GNUmakefile", "Makefile.am"],
    interpreters: &["make"],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Outline(read),
};

/// Targets and variables of one file.
const MOST: usize = 1_000;
const SIGNATURE_CHARS: usize = 160;
/// Names of one rule.
const NAMES: usize = 8;

fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let mut left = MOST;
    let mut doc = String::new();
    let mut continues = false;
    for line in lines(text) {
        let is_continued = std::mem::replace(&mut continues, line.text.ends_with('\\'));
        if let Some(comment) = line.text.strip_prefix('#') {
            doc.push_str(comment.trim_start_matches(['#', ' ']));
            doc.push('\n');
            continue;
        }
        let comment = std::mem::take(&mut doc);
        // Recipes are indented by a tab.
        if is_continued || line.is_blank() || line.text.starts_with(['\t', ' ', '.', '-', '$']) {
            continue;
        }
        for (kind, name) in defined(line.text) {
            if left == 0 {
                return;
            }
            left -= 1;
            sink(Outline {
                kind,
                name: name.to_owned(),
                depth: 1,
                start: line.start,
                body: line.end,
                end: usize::MAX,
                signature: line.text.chars().take(SIGNATURE_CHARS).collect(),
                doc: comment.trim_end().to_owned(),
            });
        }
    }
}

fn defined(line: &str) -> Vec<(Kind, &str)> {
    if let Some(name) = line.strip_prefix("define ") {
        return vec![(Kind::Function, name.trim())];
    }
    let line = line.strip_prefix("export ").unwrap_or(line);
    let at = line.find([':', '=']).unwrap_or(line.len());
    let (head, rest) = line.split_at(at);
    let is_variable = rest.starts_with('=')
        || rest.starts_with(":=")
        || rest.starts_with("::=")
        || rest.starts_with(":::=");
    let head = head.trim_end_matches(['?', '+', '!', ' ']);
    let is_name = |name: &&str| !name.is_empty() && !name.contains(['$', '%', '(', ')', '"', '\'']);
    if rest.is_empty() {
        Vec::new()
    } else if is_variable {
        Some(head)
            .filter(is_name)
            .filter(|name| !name.contains(' '))
            .map(|name| (Kind::Variable, name))
            .into_iter()
            .collect()
    } else {
        head.split_whitespace().filter(is_name).take(NAMES).map(|name| (Kind::Function, name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, defined};

    #[test]
    fn a_rule_and_an_assignment_are_distinguished() {
        for (line, expected) in [
            ("build: main.o", vec![(Kind::Function, "build")]),
            ("a b: c", vec![(Kind::Function, "a"), (Kind::Function, "b")]),
            ("CC := gcc", vec![(Kind::Variable, "CC")]),
            ("CFLAGS += -O2", vec![(Kind::Variable, "CFLAGS")]),
            ("export PATH ?= /bin", vec![(Kind::Variable, "PATH")]),
            ("define run", vec![(Kind::Function, "run")]),
            ("%.o: %.c", vec![]),
            ("include a.mk", vec![]),
            ("$(OUT): x", vec![]),
        ] {
            assert_eq!(defined(line), expected, "{line}");
        }
    }
}
