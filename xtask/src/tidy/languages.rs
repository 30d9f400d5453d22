//! A language is named only in its folder and in the registries of languages.
//!
//! Adding a language must not require changes elsewhere, so other code asks a language for its data
//! instead of comparing its name. The check looks for string literals with the name of a folder in
//! `crates/syntax/src/languages`. Names that are also common words or file name endings (`go`, `java`,
//! `make`) are ambiguous and are not checked.

use super::{File, Finding, is_our_rust};
use std::collections::BTreeSet;

/// The folders of languages, and the registry.
const HOME: &str = "crates/syntax/src/languages/";

/// Names of folders that are also words, formats or file name endings.
const AMBIGUOUS: [&str; 30] = [
    "asciidoc",
    "bash",
    "c",
    "cpp",
    "css",
    "dart",
    "dockerfile",
    "embedded",
    "go",
    "graphql",
    "groovy",
    "hcl",
    "html",
    "java",
    "json",
    "locale",
    "lua",
    "make",
    "markdown",
    "php",
    "proto",
    "r",
    "scala",
    "sql",
    "swift",
    "text",
    "toml",
    "unparsed",
    "yaml",
    "zig",
];

/// Code that names languages, and why.
const EXCEPTIONS: [(&str, &str); 10] = [
    ("crates/experts/src/paths.rs", "names of folders that build tools prescribe"),
    ("crates/syntax/src/frameworks/", "one file of vocabulary per framework, which belongs to languages"),
    ("crates/graph/src/frameworks/", "one folder per framework, which belongs to languages"),
    ("crates/graph/src/link/ecosystem/", "one file per import system, which a language selects"),
    ("crates/engine/src/concepts/shipped.rs", "the registry of concept packs, which belong to languages"),
    ("crates/engine/src/operations/flow/externals.rs", "client libraries by language: optional data"),
    ("crates/syntax/src/detect.rs", "file name endings that two languages share"),
    ("crates/source/src/noise/path.rs", "names of folders, not of languages"),
    ("crates/text/src/traces/", "one format of stack frames per runtime"),
    ("crates/bench/", "oracles and peers of the benchmark, which support only some languages"),
];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let names = names(files);
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| is_checked(file)) {
        // Unit tests are at the end of a file and need examples in some language.
        let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (index, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or_default();
            // Every second piece is inside of quotes.
            for name in line.split('"').skip(1).step_by(2).filter(|literal| names.contains(*literal)) {
                let advice = format!(
                    "names the language `{name}`; make the difference data of the language in {HOME}, or add \
                     an exception with a reason in xtask/src/tidy/languages.rs"
                );
                findings.push(Finding::new(file, index + 1, advice));
            }
        }
    }
    findings
}

/// The names of the languages' folders, in the spelling of folders and of output.
fn names(files: &[File]) -> BTreeSet<String> {
    let folder = |file: &File| -> Option<String> {
        let (name, _) = file.path.strip_prefix(HOME)?.split_once('/')?;
        (!AMBIGUOUS.contains(&name)).then(|| name.to_owned())
    };
    files.iter().filter_map(folder).flat_map(|name| [name.replace('_', "-"), name]).collect()
}

fn is_checked(file: &File) -> bool {
    let is_test = file
        .path
        .split('/')
        .any(|part| matches!(part, "tests" | "tests.rs" | "benches" | "examples" | "train" | "xtask"));
    let is_exception = || EXCEPTIONS.iter().any(|(path, _)| file.path.starts_with(path));
    is_our_rust(file) && !is_test && !file.path.starts_with(HOME) && !is_exception()
}

#[cfg(test)]
mod tests {
    use super::super::{file, shown};
    use super::check;

    #[test]
    fn a_language_is_found_where_it_is_named_outside_of_its_folder() {
        let own = file("crates/syntax/src/languages/ruby/mod.rs", "name: \"ruby\"");
        let code =
            "if language == \"ruby\" {} // not \"ruby\"\n#[cfg(test)]\nmod tests { fn a() { b(\"ruby\") } }";
        let elsewhere = file("crates/engine/src/a.rs", code);
        let found = shown(&check(&[own, elsewhere]));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("crates/engine/src/a.rs:1: "), "{found:?}");
    }

    #[test]
    fn tests_exceptions_and_ambiguous_words_may_name_one() {
        let files = [
            file("crates/syntax/src/languages/ruby/mod.rs", ""),
            file("crates/syntax/src/languages/go/mod.rs", ""),
            file("crates/graph/src/frameworks/rails/mod.rs", "files_in(\"ruby\")"),
            file("crates/cli/tests/a.rs", "\"ruby\""),
            file("crates/engine/src/a.rs", "\"go\""),
        ];
        assert!(check(&files).is_empty());
    }
}
