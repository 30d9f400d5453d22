//! The definitions of a checkout, read by parsing its files.
//!
//! Connects labels and changes with code. It uses the parser directly, not the index of Fathom or any
//! other system: a measured system must not define the truth.

pub mod pinned;

use fathom_source::{FileEntry, SourceError, WalkOptions, read, walk};
use fathom_syntax::{DetectedLanguage, FactsView, Flags, ImportFlags, Kind, detect, extract, is_test_path};
use rayon::prelude::*;
use std::path::Path;

/// Nestings deeper than this are a broken parse.
const DEEPEST: usize = 32;

/// One definition in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeDefinition {
    /// The nesting of names, joined with dots.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// First line, from 1.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Part of the tests.
    pub is_test: bool,
    /// The first line of its doc comment; empty without one.
    pub doc: String,
    depth: usize,
}

impl TreeDefinition {
    /// Deeper ones first: of two that span the same lines, the inner one.
    pub(crate) fn depth_order(&self) -> std::cmp::Reverse<usize> {
        std::cmp::Reverse(self.depth)
    }
}

/// A file of a checkout.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// Relative to the root.
    pub path: String,
    /// The language.
    pub language: &'static str,
    /// The package or namespace it declares itself in; may be empty.
    pub package: String,
    /// Definitions in the order of the text, without the file itself.
    pub definitions: Vec<TreeDefinition>,
}

/// Every file of a checkout that can be parsed, by path. Vendored and generated
/// code is in it: that a label is there is not a matter of taste.
pub fn parse(root: &Path) -> Result<Vec<ParsedFile>, SourceError> {
    let options = WalkOptions { include_generated: true, include_vendored: true, ..WalkOptions::default() };
    let files = walk(root, &options)?.files;
    Ok(files.par_iter().filter_map(|file| parse_one(root, file, &options)).collect())
}

fn parse_one(root: &Path, file: &FileEntry, options: &WalkOptions) -> Option<ParsedFile> {
    let content = read(root, file, options.max_file_bytes).ok()?;
    parse_text(&file.path, &content.bytes)
}

/// The definitions in one file's bytes; none for an unsupported language.
pub fn definitions(path: &str, bytes: &[u8]) -> Vec<TreeDefinition> {
    parse_text(path, bytes).map(|parsed| parsed.definitions).unwrap_or_default()
}

fn parse_text(path: &str, bytes: &[u8]) -> Option<ParsedFile> {
    let DetectedLanguage::Known(language) = detect(path, bytes) else { return None };
    if !language.is_parsed() {
        return None;
    }
    let (text, _) = fathom_source::text(bytes);
    let facts = extract(language, path, &text);
    let facts = facts.view();
    let in_tests = is_test_path(path);
    let package =
        facts.imports.iter().find(|import| import.flags & ImportFlags::PACKAGE != 0).map_or("", |package| {
            let path = facts.text(package.path);
            if path.is_empty() { facts.text(package.name) } else { path }
        });
    let definitions = facts
        .definitions
        .iter()
        .enumerate()
        .filter(|(_, definition)| definition.kind() != Kind::File)
        .map(|(index, definition)| {
            let names = nesting(&facts, index);
            TreeDefinition {
                name: names.join("."),
                kind: definition.kind(),
                line: definition.line,
                end_line: definition.end_line,
                is_test: in_tests
                    || definition.kind() == Kind::Test
                    || (definition.flags().has(Flags::TEST) && !is_only_called_test(&names)),
                doc: facts.text(definition.doc).lines().next().unwrap_or_default().to_owned(),
                depth: names.len(),
            }
        })
        .collect();
    Some(ParsedFile {
        path: path.to_owned(),
        language: language.name,
        package: package.replace("::", ".").replace(['\\', '/'], "."),
        definitions,
    })
}

/// Outside of test files, `Client.test_client` or `TestOptions` is a name, not
/// a test, unless a module of tests is around it.
fn is_only_called_test(names: &[String]) -> bool {
    let (last, around) = names.split_last().map_or(("", &[][..]), |(last, around)| (last.as_str(), around));
    last.to_lowercase().starts_with("test") && !around.iter().any(|name| name == "tests" || name == "test")
}

fn nesting(facts: &FactsView<'_>, index: usize) -> Vec<String> {
    let mut names = Vec::new();
    let mut at = index;
    for _ in 0..DEEPEST {
        let Some(definition) = facts.definitions.get(at).filter(|one| one.kind() != Kind::File) else {
            break;
        };
        names.push(facts.text(definition.name).to_owned());
        let owner = facts.text(definition.owner).trim_end_matches("[]");
        if !owner.is_empty() {
            names.extend(owner.split('.').rev().filter(|part| !part.is_empty()).map(str::to_owned));
        }
        at = definition.parent as usize;
    }
    names.reverse();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &str, text: &str) -> Vec<String> {
        definitions(path, text.as_bytes()).into_iter().map(|one| one.name).collect()
    }

    #[test]
    fn names_are_nested_with_dots_in_every_language() {
        assert_eq!(names("a.py", "class A:\n    def b(self): pass\n"), ["A", "A.b"]);
        assert_eq!(
            names("a.go", "package a\n\ntype A struct{}\n\nfunc (a *A) B() {}\n").last().unwrap(),
            "A.B"
        );
        assert_eq!(names("a.rs", "struct A;\nimpl A {\n    fn b() {}\n}\n"), ["A", "A.b"]);
        assert_eq!(names("a.rb", "module M\n  class A\n    def b; end\n  end\nend\n"), ["M", "M.A", "M.A.b"]);
    }

    #[test]
    fn a_package_is_distinguished_from_the_nesting() {
        let parsed = parse_text("A.java", b"package org.shop;\nclass A { void b() {} }\n").unwrap();
        assert_eq!(parsed.package, "org.shop");
        assert_eq!(parsed.definitions[1].name, "A.b");
    }

    #[test]
    fn a_checkout_is_parsed_by_path_and_tests_are_marked() {
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("tests")).unwrap();
        std::fs::write(folder.path().join("tests/test_a.py"), "def test_a(): pass\n").unwrap();
        std::fs::write(folder.path().join("b.py"), "def b(): pass\n").unwrap();
        std::fs::write(folder.path().join("c.bin"), [0, 1, 2]).unwrap();
        let files = parse(folder.path()).unwrap();
        let shown: Vec<_> =
            files.iter().map(|file| (file.path.as_str(), file.definitions[0].is_test)).collect();
        assert_eq!(shown, [("b.py", false), ("tests/test_a.py", true)]);
    }
}
