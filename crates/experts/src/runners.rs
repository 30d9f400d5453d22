//! A selection of tests in the syntax of a test runner: the arguments that make it run these tests
//! and no others, quoted for a POSIX shell and for `xargs`.

use crate::test_id::TestId;
use crate::titles;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A test runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Runner {
    /// `pytest ARGUMENTS`
    Pytest,
    /// `cargo test ARGUMENTS`
    Cargo,
    /// `cargo nextest run ARGUMENTS`
    Nextest,
    /// `go test ARGUMENTS`
    Go,
    /// `jest ARGUMENTS`
    Jest,
    /// `vitest run ARGUMENTS`
    Vitest,
    /// `rspec ARGUMENTS`
    Rspec,
    /// `gradle test ARGUMENTS`
    Gradle,
    /// `dotnet test ARGUMENTS`
    Dotnet,
}

/// A test to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedTest {
    /// Its id.
    pub id: TestId,
    /// The line of its definition, from 1.
    pub line: Option<u32>,
    /// The package that its file belongs to, for Rust.
    pub package: Option<String>,
}

impl Runner {
    /// Every runner.
    pub const ALL: [Runner; 9] = [
        Runner::Pytest,
        Runner::Cargo,
        Runner::Nextest,
        Runner::Go,
        Runner::Jest,
        Runner::Vitest,
        Runner::Rspec,
        Runner::Gradle,
        Runner::Dotnet,
    ];

    /// The name.
    pub fn word(self) -> &'static str {
        match self {
            Runner::Pytest => "pytest",
            Runner::Cargo => "cargo",
            Runner::Nextest => "nextest",
            Runner::Go => "go",
            Runner::Jest => "jest",
            Runner::Vitest => "vitest",
            Runner::Rspec => "rspec",
            Runner::Gradle => "gradle",
            Runner::Dotnet => "dotnet",
        }
    }

    /// Whether it can run the tests of a file.
    pub fn runs(self, file: &str) -> bool {
        let endings: &[&str] = match self {
            Runner::Pytest => &["py"],
            Runner::Cargo | Runner::Nextest => &["rs"],
            Runner::Go => &["go"],
            Runner::Jest | Runner::Vitest => &["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue"],
            Runner::Rspec => &["rb"],
            Runner::Gradle => &["java", "kt", "groovy", "scala"],
            Runner::Dotnet => &["cs", "fs", "vb"],
        };
        file.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
    }

    /// The arguments. Tests of languages that the runner does not run are left out; `None` if none
    /// are left.
    pub fn arguments(self, tests: &[SelectedTest]) -> Option<String> {
        let tests: Vec<&SelectedTest> = tests.iter().filter(|test| self.runs(&test.id.file)).collect();
        // A file that is selected as a whole runs its cases.
        let whole: BTreeSet<&str> =
            tests.iter().filter(|test| test.id.names.is_empty()).map(|test| test.id.file.as_str()).collect();
        let is_covered =
            |test: &SelectedTest| !test.id.names.is_empty() && whole.contains(test.id.file.as_str());
        let tests: Vec<&SelectedTest> = tests.iter().copied().filter(|test| !is_covered(test)).collect();
        // A block with selected tests in it would run all of its tests.
        let holds = |block: &SelectedTest, test: &SelectedTest| {
            let (outer, inner) = (&block.id.names, &test.id.names);
            block.id.file == test.id.file
                && !outer.is_empty()
                && outer.len() < inner.len()
                && inner.starts_with(outer)
        };
        let tests: Vec<&SelectedTest> =
            tests.iter().copied().filter(|block| !tests.iter().any(|test| holds(block, test))).collect();
        if tests.is_empty() {
            return None;
        }
        let arguments = match self {
            Runner::Pytest => unique(tests.iter().map(|test| pytest(&test.id))),
            Runner::Rspec => unique(tests.iter().map(|test| rspec(test))),
            Runner::Cargo => cargo(&tests),
            Runner::Nextest => nextest(&tests),
            Runner::Go => go(&tests),
            Runner::Jest => by_title(&tests, &["--runTestsByPath"]),
            Runner::Vitest => by_title(&tests, &[]),
            Runner::Gradle => gradle(&tests),
            Runner::Dotnet => dotnet(&tests),
        };
        Some(arguments.iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(" "))
    }
}

/// Each once, in the order of the selection: the most probable test first.
fn unique(given: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    given.into_iter().filter(|one| seen.insert(one.clone())).collect()
}

/// A word of a POSIX shell. `xargs` reads the same quotes.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn pytest(id: &TestId) -> String {
    let mut text =
        std::iter::once(&id.file).chain(&id.names).map(String::as_str).collect::<Vec<_>>().join("::");
    if let Some(param) = &id.param {
        text = format!("{text}[{param}]");
    }
    text
}

fn rspec(test: &SelectedTest) -> String {
    match test.line {
        Some(line) if !test.id.names.is_empty() => format!("{}:{line}", test.id.file),
        _ => test.id.file.clone(),
    }
}

/// Where a Rust test is: the integration test that holds it, and its path in its program.
fn rust_place(id: &TestId) -> (Option<&str>, String) {
    let segments: Vec<&str> = id.file.trim_end_matches(".rs").split('/').collect();
    let at = |folder: &str| segments.iter().position(|segment| *segment == folder);
    let (target, modules) = match (at("src"), at("tests")) {
        (Some(src), _) => match &segments[src + 1..] {
            ["lib" | "main"] => (None, &[][..]),
            ["bin", _, modules @ ..] | modules => (None, modules),
        },
        (None, Some(tests)) => match &segments[tests + 1..] {
            [target, modules @ ..] => (Some(*target), modules),
            [] => (None, &[][..]),
        },
        (None, None) => (None, &[][..]),
    };
    let modules = modules.iter().copied().filter(|name| !["mod", "main"].contains(name));
    let path = modules.chain(id.names.iter().map(String::as_str)).collect::<Vec<_>>().join("::");
    (target, path)
}

fn packages(tests: &[&SelectedTest]) -> Vec<String> {
    unique(tests.iter().filter_map(|test| test.package.clone()))
        .into_iter()
        .flat_map(|package| ["-p".to_owned(), package])
        .collect()
}

/// `-p shop -- --exact cart::tests::adds`.
fn cargo(tests: &[&SelectedTest]) -> Vec<String> {
    let mut arguments = packages(tests);
    let places: Vec<(Option<&str>, String)> = tests.iter().map(|test| rust_place(&test.id)).collect();
    // Only integration tests: their programs alone are built.
    if places.iter().all(|(target, _)| target.is_some()) {
        let targets = unique(places.iter().filter_map(|(target, _)| target.map(str::to_owned)));
        arguments.extend(targets.into_iter().flat_map(|target| ["--test".to_owned(), target]));
    }
    let exact = tests.iter().all(|test| !test.id.names.is_empty());
    arguments.push("--".to_owned());
    arguments.extend(exact.then(|| "--exact".to_owned()));
    // A name would leave out the other tests of a program that is selected as a whole.
    if places.iter().all(|(_, path)| !path.is_empty()) {
        arguments.extend(unique(places.into_iter().map(|(_, path)| path)));
    }
    arguments
}

/// `-p shop -E 'test(=cart::tests::adds)|test(=a)'`.
fn nextest(tests: &[&SelectedTest]) -> Vec<String> {
    let filters = unique(tests.iter().map(|test| {
        let (target, path) = rust_place(&test.id);
        let name = match (test.id.names.is_empty(), path.is_empty()) {
            (_, true) => None,
            (true, false) => Some(format!("test(/^{path}::/)")),
            (false, false) => Some(format!("test(={path})")),
        };
        match (target, name) {
            (Some(target), Some(name)) => format!("(binary(={target})&{name})"),
            (Some(target), None) => format!("binary(={target})"),
            (None, Some(name)) => name,
            (None, None) => "all()".to_owned(),
        }
    }));
    let mut arguments = packages(tests);
    arguments.extend(["-E".to_owned(), filters.join("|")]);
    arguments
}

/// `-run '^(TestA|TestB)$' ./cart ./shop`.
fn go(tests: &[&SelectedTest]) -> Vec<String> {
    let folder = |test: &&SelectedTest| match test.id.file.rsplit_once('/') {
        Some((folder, _)) => format!("./{folder}"),
        None => ".".to_owned(),
    };
    let mut arguments = Vec::new();
    // A whole file cannot be named; its package is run.
    if tests.iter().all(|test| !test.id.names.is_empty()) {
        let names = unique(tests.iter().filter_map(|test| test.id.names.last().cloned()));
        arguments.extend(["-run".to_owned(), format!("^({})$", names.join("|"))]);
    }
    arguments.extend(unique(tests.iter().map(folder)));
    arguments
}

/// Files, and `-t` with the titles if no file is selected as a whole.
fn by_title(tests: &[&SelectedTest], before: &[&str]) -> Vec<String> {
    let mut arguments: Vec<String> = before.iter().map(|one| (*one).to_owned()).collect();
    arguments.extend(unique(tests.iter().map(|test| test.id.file.clone())));
    if tests.iter().all(|test| !test.id.names.is_empty()) {
        // A block of tests is selected by the start of the full title.
        let patterns = unique(tests.iter().map(|test| titles::pattern(&test.id.names.join(" "))));
        arguments.extend(["-t".to_owned(), format!("^({})( |$)", patterns.join("|"))]);
    }
    arguments
}

/// `--tests com.shop.CartTest.adds`.
fn gradle(tests: &[&SelectedTest]) -> Vec<String> {
    let name = |test: &&SelectedTest| {
        let id = &test.id;
        let path = id.file.rsplit_once('.').map_or(id.file.as_str(), |(stem, _)| stem);
        let below = ["/java/", "/kotlin/", "/groovy/", "/scala/"]
            .iter()
            .find_map(|root| path.split_once(root).map(|(_, below)| below));
        let package =
            below.and_then(|below| below.rsplit_once('/')).map(|(folder, _)| folder.replace('/', "."));
        let stem = path.rsplit('/').next().unwrap_or(path);
        let (classes, method) = match id.names.split_last() {
            None => (stem.to_owned(), None),
            // A test outside of classes belongs to the file.
            Some((method, [])) => (stem.to_owned(), Some(method)),
            Some((method, classes)) => (classes.join("$"), Some(method)),
        };
        let class = match (package, below) {
            (Some(package), _) => format!("{package}.{classes}"),
            (None, Some(_)) => classes,
            (None, None) => format!("*{classes}"),
        };
        // Parametrised tests have the types and the case after the name.
        method.map_or(class.clone(), |method| format!("{class}.{}", method.trim_matches('`')))
    };
    unique(tests.iter().map(name)).into_iter().flat_map(|name| ["--tests".to_owned(), name]).collect()
}

/// `--filter 'FullyQualifiedName~CartTests.Adds|…'`.
fn dotnet(tests: &[&SelectedTest]) -> Vec<String> {
    let name = |test: &&SelectedTest| {
        let names = match test.id.names.as_slice() {
            [] => {
                let stem = test.id.file.rsplit('/').next().unwrap_or(&test.id.file);
                stem.rsplit_once('.').map_or(stem, |(stem, _)| stem).to_owned()
            }
            names => names.join("."),
        };
        // Characters that the filter language reserves are escaped.
        let escaped: String = names
            .chars()
            .flat_map(|c| if "\\()&|=!~".contains(c) { vec!['\\', c] } else { vec![c] })
            .collect();
        format!("FullyQualifiedName~{escaped}")
    };
    vec!["--filter".to_owned(), unique(tests.iter().map(name)).join("|")]
}

#[cfg(test)]
mod tests;
