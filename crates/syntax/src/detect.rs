//! Which language a file is written in, and whether its path is that of a test.

use crate::languages::unparsed::{UNKNOWN, data_reason};
use crate::languages::{Language, all, by_name, locale};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The language of a file, as far as its path and first bytes decide it.
#[derive(Clone, Copy)]
pub enum DetectedLanguage {
    /// A language by name; without a grammar it is read as text.
    Known(&'static Language),
    /// Text that is data by its name, and not read.
    Data,
    /// The name does not decide: if it is text, it is read as
    /// [`UNKNOWN`](crate::languages::unparsed::UNKNOWN).
    Other,
}

/// Endings of text that is data, which is not searched as code.
static DATA: &[&str] = &[
    "asc", "cer", "crt", "csr", "csv", "dat", "diff", "dump", "geojson", "gpg", "ics", "ipynb", "jsonl",
    "key", "kml", "log", "map", "ndjson", "obj", "out", "patch", "pem", "ppm", "rdf", "snap", "srt", "stl",
    "sum", "svg", "tsv", "vcf", "vcr", "vtt",
];

/// Whole names of such files: rules for other programs, and placeholders.
static DATA_NAMES: &[&str] = &[
    ".dockerignore",
    ".editorconfig",
    ".eslintignore",
    ".gitattributes",
    ".gitignore",
    ".gitkeep",
    ".gitmodules",
    ".ignore",
    ".keep",
    ".mailmap",
    ".npmignore",
    ".npmrc",
    ".nvmrc",
    ".prettierignore",
    ".python-version",
    ".ruby-version",
    ".tool-versions",
    "py.typed",
];

/// An ending that two languages share.
struct SharedEnding {
    ending: &'static str,
    /// The language that does not own the ending by default; it may be one that is not read.
    language: &'static str,
    /// Whether a file's head is of that language.
    matches: fn(&[u8]) -> bool,
}

static SHARED: &[SharedEnding] = &[
    SharedEnding { ending: "h", language: "objective-c", matches: is_objective_c },
    SharedEnding { ending: "m", language: "matlab", matches: is_matlab },
    SharedEnding { ending: "h", language: "cpp", matches: is_cpp },
    SharedEnding { ending: "ts", language: "qt translations", matches: is_markup },
];

/// Whether a header declares classes of Objective-C.
fn is_objective_c(head: &[u8]) -> bool {
    head[..head.len().min(HEAD_BYTES)].split(|byte| *byte == b'\n').any(|line| {
        [&b"@interface"[..], b"@protocol", b"@class", b"#import", b"@import"]
            .iter()
            .any(|word| line.starts_with(word))
    })
}

/// Whether a file begins with a comment or a function of MATLAB.
fn is_matlab(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    [&b"%"[..], b"function ", b"classdef "].iter().any(|word| head.starts_with(word))
}

/// Whether a file begins with a tag, which no TypeScript does.
fn is_markup(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    [&b"<?xml"[..], b"<!DOCTYPE", b"<TS"].iter().any(|tag| head.starts_with(tag))
}

/// How much of a file's head is looked at, if there is as much: licence
/// notices and includes come first.
const HEAD_BYTES: usize = 16 * 1024;

/// Whether a header has what only C++ has.
fn is_cpp(head: &[u8]) -> bool {
    let mut in_comment = false;
    for line in head[..head.len().min(HEAD_BYTES)].split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        if in_comment {
            in_comment = !line.windows(2).any(|pair| pair == b"*/");
            continue;
        }
        if line.starts_with(b"/*") {
            in_comment = !line.windows(2).any(|pair| pair == b"*/");
            continue;
        }
        let Ok(line) = std::str::from_utf8(line) else { continue };
        // Headers of the C++ library have no ending.
        let library = line.strip_prefix("#include <").is_some_and(|name| !name.contains('.'));
        let keyword = ["class ", "namespace ", "template <", "template<", "using ", "public:", "private:"]
            .iter()
            .any(|word| line.starts_with(word));
        if library || keyword {
            return true;
        }
    }
    false
}

/// Recognises a file by its name, then by what `head` holds: a `#!` line, or
/// the marks of one of several languages that share an ending.
pub fn detect(path: &str, head: &[u8]) -> DetectedLanguage {
    let name = path.rsplit('/').next().unwrap_or(path);
    let tables = tables();
    if let Some(language) = tables.names.get(name) {
        return DetectedLanguage::Known(language);
    }
    if name.ends_with(".blade.php") {
        return by_name("blade").map_or(DetectedLanguage::Other, DetectedLanguage::Known);
    }
    if locale::is_locale_file(path) {
        return DetectedLanguage::Known(&locale::LOCALE);
    }
    if DATA_NAMES.contains(&name) {
        return DetectedLanguage::Data;
    }
    let extension = name
        .rsplit_once('.')
        .filter(|(stem, _)| !stem.is_empty())
        .map(|(_, ending)| ending.to_ascii_lowercase());
    if let Some(extension) = &extension {
        if let Some(language) = tables.extensions.get(extension.as_str()) {
            let other = SHARED.iter().find(|shared| shared.ending == extension && (shared.matches)(head));
            return match other {
                None => DetectedLanguage::Known(language),
                Some(shared) => {
                    by_name(shared.language).map_or(DetectedLanguage::Other, DetectedLanguage::Known)
                }
            };
        }
        if DATA.contains(&extension.as_str()) {
            return DetectedLanguage::Data;
        }
    }
    if extension.is_none()
        && let Some(language) = interpreter(head).and_then(|i| tables.interpreters.get(i))
    {
        return DetectedLanguage::Known(language);
    }
    DetectedLanguage::Other
}

/// The language that a file is read in, by its path and content, or why it is not read.
pub fn readable(path: &str, text: &str) -> Result<&'static Language, &'static str> {
    let language = match detect(path, text.as_bytes()) {
        DetectedLanguage::Known(language) => language,
        DetectedLanguage::Other => &UNKNOWN,
        DetectedLanguage::Data => return Err(DATA_BY_NAME),
    };
    match data_reason(text) {
        Some(reason) if !language.is_parsed() => Err(reason),
        _ => Ok(language),
    }
}

/// Why a file is not read that [`detect`] calls data.
pub const DATA_BY_NAME: &str = "data, by its name";

/// Whether only the content decides the language of a file with this name.
pub fn needs_head(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((_, ending)) => SHARED.iter().any(|shared| shared.ending.eq_ignore_ascii_case(ending)),
        None => !tables().names.contains_key(name),
    }
}

fn interpreter(head: &[u8]) -> Option<&str> {
    let line = head.strip_prefix(b"#!")?.split(|b| *b == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split_whitespace();
    let program = words.next()?.rsplit('/').next()?;
    let program = if program == "env" {
        words.find(|word| !word.starts_with('-') && !word.contains('='))?
    } else {
        program
    };
    Some(program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

struct Tables {
    names: FxHashMap<&'static str, &'static Language>,
    extensions: FxHashMap<&'static str, &'static Language>,
    interpreters: FxHashMap<&'static str, &'static Language>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables {
            names: FxHashMap::default(),
            extensions: FxHashMap::default(),
            interpreters: FxHashMap::default(),
        };
        for language in all() {
            for name in language.file_names {
                tables.names.entry(name).or_insert(language);
            }
            for extension in language.extensions {
                tables.extensions.entry(extension).or_insert(language);
            }
            for interpreter in language.interpreters {
                tables.interpreters.entry(interpreter).or_insert(language);
            }
        }
        tables
    })
}

/// Whether a path belongs to tests by the customs of any supported language.
pub fn is_test_path(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    // Maven's layout separates them; a test framework has `src/main/…/ParameterizedTest.java`.
    if folders.starts_with("src/main/") || folders.contains("/src/main/") {
        return false;
    }
    let folder = folders.split('/').any(|part| {
        matches!(
            part,
            "test"
                | "tests"
                | "spec"
                | "specs"
                | "__tests__"
                | "testdata"
                | "e2e"
                | "testsuite"
                | "test-utils"
                | "step_definitions"
        ) || part.ends_with(".Tests")
            || part.ends_with(".Test")
            || part.ends_with("Tests") && part.len() > 5
    });
    let stem = name.split('.').next().unwrap_or(name);
    let inner = name.strip_prefix(stem).unwrap_or("");
    folder
        || stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_spec")
        || stem.ends_with("Test") && stem.len() > 4
        || stem.ends_with("Tests") && stem.len() > 5
        || stem.ends_with("Spec") && stem.len() > 4
        || inner.starts_with(".test.")
        || inner.starts_with(".spec.")
        || name == "conftest.py"
}

#[cfg(test)]
mod tests {
    use super::{DetectedLanguage, detect, is_test_path, needs_head};

    #[test]
    fn translations_of_qt_are_no_typescript() {
        let language = |head: &[u8]| match detect("locale/de.ts", head) {
            DetectedLanguage::Known(language) => language.name,
            DetectedLanguage::Data | DetectedLanguage::Other => "other",
        };
        assert_eq!(language(b"<TS version=\"2.1\" language=\"de\">"), "qt translations");
        assert_eq!(language(b"\xEF\xBB\xBF<?xml version=\"1.0\"?>"), "qt translations");
        assert_eq!(language(b"<T>(x: T) => x"), "typescript");
        assert_eq!(language(b""), "typescript");
    }

    #[test]
    fn a_shebang_decides_where_the_name_does_not() {
        let DetectedLanguage::Known(language) = detect("bin/tool", b"#!/usr/bin/env python3\n") else {
            panic!("not detected")
        };
        assert_eq!(language.name, "python");
        assert!(matches!(detect("bin/tool", b"\x7fELF"), DetectedLanguage::Other));
    }

    #[test]
    fn a_header_is_cpp_if_its_text_is() {
        let name = |head: &str| match detect("include/a.h", head.as_bytes()) {
            DetectedLanguage::Known(language) => language.name,
            _ => "",
        };
        assert!(needs_head("include/a.h") && !needs_head("src/a.c"));
        assert_eq!(name("/* class\nclass of its own */\n#include <stdio.h>\nstruct a;\n"), "c");
        assert_eq!(name("#pragma once\n#include <string>\n"), "cpp");
        assert_eq!(name("// C\nnamespace shop {\n"), "cpp");
        assert_eq!(name("  template <typename T>\r\n"), "cpp");
        assert_eq!(name(""), "c");
    }

    #[test]
    fn a_language_without_a_grammar_is_named() {
        for (path, name) in
            [("lib/main.nim", "nim"), ("src/CMakeLists.txt", "cmake"), ("a/b.PRISMA", "prisma")]
        {
            let DetectedLanguage::Known(language) = detect(path, b"") else { panic!("{path}") };
            assert_eq!((language.name, language.is_parsed()), (name, false));
        }
    }

    #[test]
    fn data_is_known_by_its_name() {
        for path in ["a/rates.csv", "server.LOG", ".gitignore", "web/logo.svg"] {
            assert!(matches!(detect(path, b""), DetectedLanguage::Data), "{path}");
        }
        assert!(matches!(detect("LICENSE", b""), DetectedLanguage::Other));
    }

    #[test]
    fn test_paths_are_recognised_by_custom() {
        for path in
            ["tests/a.py", "pkg/a_test.go", "src/a.spec.ts", "src/FooTest.java", "test_a.py", "My.Tests/A.cs"]
        {
            assert!(is_test_path(path), "{path}");
        }
        for path in [
            "src/latest.py",
            "contest/a.py",
            "src/testing.rs",
            "src/Test.java",
            "a/src/main/java/FooTest.java",
        ] {
            assert!(!is_test_path(path), "{path}");
        }
    }
}
