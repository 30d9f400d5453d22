//! The content of a path: its words, the kind of the file, and the file that it is named after.

mod cached;

use fathom_syntax::is_test_path;
use fathom_text::{Term, Tokenizer};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The kind of a file, by the conventions of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PathKind {
    /// Code that is not a test.
    Source,
    /// Code of tests.
    Test,
    /// Prose.
    Docs,
    /// The list of changes, or a note that becomes part of it.
    Changelog,
    /// A change of a database.
    Migration,
    /// Settings, manifests, lock files.
    Config,
    /// Data, images and all else.
    Other,
}

impl PathKind {
    /// Every kind.
    pub const ALL: [PathKind; 7] = [
        PathKind::Source,
        PathKind::Test,
        PathKind::Docs,
        PathKind::Changelog,
        PathKind::Migration,
        PathKind::Config,
        PathKind::Other,
    ];
}

const CODE: &[&str] = &[
    "py", "pyi", "rb", "rs", "go", "java", "kt", "kts", "scala", "js", "jsx", "mjs", "cjs", "ts", "tsx",
    "mts", "cts", "vue", "svelte", "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "cs", "fs", "vb", "php",
    "swift", "m", "mm", "ex", "exs", "erl", "hs", "ml", "clj", "lua", "pl", "pm", "t", "sh", "bash", "sql",
    "dart", "groovy", "r", "jl", "zig", "nim", "erb", "haml", "slim", "html", "css", "scss", "less", "proto",
    "graphql", "phpt",
];
const PROSE: &[&str] = &["md", "markdown", "rst", "adoc", "asciidoc", "txt", "mdx", "textile", "rdoc"];
const SETTINGS: &[&str] = &[
    "yml",
    "yaml",
    "toml",
    "json",
    "json5",
    "lock",
    "ini",
    "cfg",
    "conf",
    "xml",
    "gradle",
    "properties",
    "mod",
    "sum",
    "csproj",
    "sln",
    "props",
    "targets",
    "gemspec",
    "nix",
    "env",
    "tf",
];
const CHANGELOG_FOLDERS: &[&str] = &[
    "changelog",
    "changelogs",
    "changelog.d",
    "changes",
    "news",
    "newsfragments",
    ".changeset",
    "changesets",
    "releasenotes",
];
/// Folders that most repositories have: they do not distinguish one part from another.
const CUSTOMARY_FOLDERS: &[&str] = &[
    "src",
    "lib",
    "main",
    "test",
    "tests",
    "spec",
    "specs",
    "unit",
    "integration",
    "__tests__",
    "java",
    "kotlin",
    "scala",
    "functional",
    "pkg",
    "source",
    "sources",
    "testing",
];
/// Files that are named after their folder.
const FOLDER_NAMES: &[&str] = &["index", "mod", "lib", "main", "init", "package"];

/// See the module documentation.
#[derive(Clone, Debug, PartialEq)]
pub struct PathInfo {
    /// The path.
    pub path: String,
    /// The kind of the file.
    pub kind: PathKind,
    /// Its words, each once, as numbers of the [`PathBook`], sorted.
    pub words: Vec<u32>,
    /// The words of its name without test markers, each once.
    pub name: Vec<u32>,
    /// The name of the file it is, or tests: lower-case letters and digits, as a term.
    pub subject: Term,
    /// The file name as a whole, as a term of content: `parse_header` of `parse_header.py`.
    pub whole_name: Term,
    /// The words of its last folder and of its name, as terms of content.
    pub terms: Vec<Term>,
    /// Hashes of the names of its folders, without customary ones such as `src` and `tests`.
    pub folders: Vec<u64>,
    /// A number for the folder, equal for files of one folder.
    pub folder: u32,
}

/// Paths that were seen, each read once.
#[derive(Default)]
pub struct PathBook {
    tokenizer: Tokenizer,
    infos: FxHashMap<String, Arc<PathInfo>>,
    words: FxHashMap<u64, u32>,
    folders: FxHashMap<String, u32>,
}

impl PathBook {
    /// Analyses a path and adds it to the book.
    pub fn read(&mut self, path: &str) -> Arc<PathInfo> {
        if let Some(info) = self.infos.get(path) {
            return info.clone();
        }
        let info = Arc::new(self.analyse(path));
        self.infos.insert(path.to_owned(), info.clone());
        info
    }

    /// Analyses a path without adding it to the book. Words that no added path has get numbers of
    /// their own.
    pub fn describe(&self, path: &str) -> Arc<PathInfo> {
        if let Some(info) = self.infos.get(path) {
            return info.clone();
        }
        let mut own: FxHashMap<u64, u32> = FxHashMap::default();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folder = self.folders.get(folder).copied().unwrap_or(u32::MAX);
        let number = |term: Term| {
            self.word(term).unwrap_or_else(|| {
                let next = u32::MAX - own.len() as u32;
                *own.entry(term.hash()).or_insert(next)
            })
        };
        Arc::new(analyse(&mut Tokenizer::of_thread(), path, folder, number))
    }

    /// Number of different words.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// The number of a word, if any path has it.
    pub fn word(&self, term: Term) -> Option<u32> {
        self.words.get(&term.hash()).copied()
    }

    fn analyse(&mut self, path: &str) -> PathInfo {
        let PathBook { tokenizer, words, folders, .. } = self;
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let next = folders.len() as u32;
        let folder = *folders.entry(folder.to_owned()).or_insert(next);
        analyse(tokenizer, path, folder, |term| {
            let next = words.len() as u32;
            *words.entry(term.hash()).or_insert(next)
        })
    }
}

/// Reads a path; `number` gives the number of a word.
fn analyse(
    tokenizer: &mut Tokenizer,
    path: &str,
    folder_number: u32,
    mut number: impl FnMut(Term) -> u32,
) -> PathInfo {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
    let without_ending = name.rsplit_once('.').map_or(name, |(before, _)| before);
    let subject = subject(folder, stem);
    let mut numbers = |text: &str| {
        let mut numbers = Vec::new();
        tokenizer.terms(text, |term, _, is_compound| {
            if !is_compound {
                numbers.push(number(term));
            }
        });
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let words = numbers(&format!("{} {without_ending}", folder.replace('/', " ")));
    let name_words = numbers(&subject);
    let last_folder = folder.rsplit('/').next().unwrap_or_default();
    let mut terms = Vec::new();
    tokenizer.terms(&format!("{last_folder} {subject}"), |term, _, is_compound| {
        if !is_compound && !terms.contains(&term) {
            terms.push(term);
        }
    });
    let is_specific = |part: &&str| !part.is_empty() && !CUSTOMARY_FOLDERS.contains(part);
    let folders = folder.split('/').filter(is_specific).map(|part| Term::of(part).hash()).collect();
    let plain: String =
        subject.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    // The compound of a name comes after its parts.
    let mut whole_name = Term::of("");
    tokenizer.terms(stem, |term, _, _| whole_name = term);
    PathInfo {
        path: path.to_owned(),
        kind: kind(path),
        words,
        name: name_words,
        subject: Term::of(&plain),
        whole_name,
        terms,
        folders,
        folder: folder_number,
    }
}

/// The name of the file that a path is or tests, as it is written.
fn subject(folder: &str, stem: &str) -> String {
    let mut name = stem.trim_start_matches('_').trim_end_matches('_').to_owned();
    if FOLDER_NAMES.contains(&name.to_lowercase().as_str()) {
        folder.rsplit('/').next().unwrap_or_default().clone_into(&mut name);
    }
    for prefix in ["test_", "tests_", "test-", "spec_"] {
        if let Some(rest) = name.strip_prefix(prefix) {
            name = rest.to_owned();
        }
    }
    for suffix in [
        "_test",
        "_tests",
        "-test",
        "-tests",
        "_spec",
        "-spec",
        "_unittest",
        "TestCase",
        "Tests",
        "Test",
        "Specs",
        "Spec",
        "IT",
    ] {
        if let Some(rest) = name.strip_suffix(suffix).filter(|rest| rest.len() > 1) {
            name = rest.to_owned();
            break;
        }
    }
    name
}

/// The kind of the file at a path.
pub fn kind(path: &str) -> PathKind {
    let lower = path.to_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_prose = PROSE.contains(&ending) || ending.is_empty();
    let is_in = |names: &[&str]| folders.split('/').any(|folder| names.contains(&folder));
    let is_changelog = ["change", "history", "news", "release", "whatsnew", "upgrading"];
    if (is_prose && is_changelog.iter().any(|start| name.starts_with(start)))
        || (!CODE.contains(&ending) && is_in(CHANGELOG_FOLDERS))
    {
        return PathKind::Changelog;
    }
    if is_in(&["migrations", "migrate", "migration"]) {
        return PathKind::Migration;
    }
    if CODE.contains(&ending) {
        return if is_test_path(path) { PathKind::Test } else { PathKind::Source };
    }
    if PROSE.contains(&ending) {
        return PathKind::Docs;
    }
    let is_config =
        SETTINGS.contains(&ending) || matches!(name, "makefile" | "dockerfile" | "gemfile" | "rakefile");
    if is_config { PathKind::Config } else { PathKind::Other }
}

/// Cosine of two sorted sets of words.
pub fn cosine(one: &[u32], other: &[u32]) -> f64 {
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    shared(one, other) as f64 / (one.len() as f64 * other.len() as f64).sqrt()
}

/// Number of words that two sorted sets share.
fn shared(one: &[u32], other: &[u32]) -> usize {
    one.iter().filter(|word| other.binary_search(word).is_ok()).count()
}

#[cfg(test)]
mod tests {
    use super::{PathBook, PathKind, cosine, kind};

    #[test]
    fn a_test_is_named_after_the_file_it_tests() {
        let mut book = PathBook::default();
        let subject = |book: &mut PathBook, path: &str| book.read(path).subject;
        let source = subject(&mut book, "src/parse_header.py");
        for path in ["tests/test_parse_header.py", "a/ParseHeaderTest.java", "x/parse-header.spec.ts"] {
            assert_eq!(subject(&mut book, path), source, "{path}");
        }
        assert_eq!(subject(&mut book, "src/router/index.ts"), subject(&mut book, "test/router.test.ts"));
        assert_ne!(subject(&mut book, "src/latest.py"), subject(&mut book, "src/la.py"));
    }

    #[test]
    fn kinds_follow_customs() {
        for (path, expected) in [
            ("src/a.rs", PathKind::Source),
            ("tests/test_a.py", PathKind::Test),
            ("tests/data/a.json", PathKind::Config),
            ("CHANGELOG.md", PathKind::Changelog),
            ("newsfragments/12.bugfix.rst", PathKind::Changelog),
            ("src/changes.rs", PathKind::Source),
            ("docs/usage.rst", PathKind::Docs),
            ("app/migrations/0001_first.py", PathKind::Migration),
            ("Cargo.lock", PathKind::Config),
            ("logo.png", PathKind::Other),
        ] {
            assert_eq!(kind(path), expected, "{path}");
        }
    }

    #[test]
    fn paths_with_the_same_words_have_cosine_one() {
        let mut book = PathBook::default();
        let (one, other) = (book.read("src/user_cart.py"), book.read("src/cart/user.py"));
        assert!((cosine(&one.words, &other.words) - 1.0).abs() < 1e-9);
        let far = book.read("docs/intro.md");
        assert!(cosine(&one.words, &far.words).abs() < 1e-9);
    }
}
