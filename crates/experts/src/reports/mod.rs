//! Reports of test runs: text in, tests with their results out.
//!
//! The format is recognised by its content. What a report leaves open (which file a test of Java,
//! Go or Rust is in) is filled in by [`Suite`] from the tests of the repository.

mod cargo;
mod go;
mod jest;
mod junit;
mod nextest;
mod pytest;
mod report_log;
mod rspec;
mod suite;

pub use suite::{KnownTest, Suite, TestResult};

use crate::test_id::TestId;
use serde::{Deserialize, Serialize};

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// `JUnit` XML, of any runner.
    Junit,
    /// The output of pytest.
    Pytest,
    /// JSON lines of `pytest --report-log`.
    ReportLog,
    /// The output of `cargo test`, or its JSON lines.
    Cargo,
    /// The output of nextest.
    Nextest,
    /// `go test -json`, or what `go test -v` prints.
    Go,
    /// JSON of jest or vitest.
    Jest,
    /// JSON of `RSpec`.
    Rspec,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It did not run, or its failure is expected.
    Skipped,
    /// It ran and passed.
    Passed,
    /// It failed, or could not be set up.
    Failed,
}

/// A test as a report names it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedTest {
    /// The file, if the report names it: absolute, or relative to any folder.
    pub file: Option<String>,
    /// Package, modules, classes or blocks around the test, from the outside in.
    pub scope: Vec<String>,
    /// The own name; empty if the whole file or package failed.
    pub name: String,
    /// The case of a parametrised test.
    pub param: Option<String>,
    /// The line of its definition, from 1.
    pub line: Option<u32>,
    /// How it ended.
    pub status: Status,
    /// How long it took.
    pub seconds: Option<f64>,
}

impl ReportedTest {
    fn new(name: impl Into<String>, status: Status) -> ReportedTest {
        ReportedTest {
            file: None,
            scope: Vec::new(),
            name: name.into(),
            param: None,
            line: None,
            status,
            seconds: None,
        }
    }

    /// A test with an id of pytest's form.
    fn with_id(id: &str, status: Status) -> ReportedTest {
        let TestId { file, mut names, param } = TestId::parse(id);
        let name = names.pop().unwrap_or_default();
        ReportedTest { file: Some(file), scope: names, param, ..ReportedTest::new(name, status) }
    }
}

/// A run of tests.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The format that was recognised.
    pub format: Format,
    /// The tests that it names, in its order.
    pub tests: Vec<ReportedTest>,
    /// Tests that passed and are not named: pytest prints a dot for each.
    pub unnamed_passed: usize,
}

/// Why a report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// No format fits.
    #[error(
        "cannot recognise the report; give JUnit XML, the output of pytest, `--report-log`, cargo test or \
         nextest, `go test -json`, or JSON of jest, vitest or RSpec"
    )]
    Unknown,
    /// A format fits, but the report is damaged.
    #[error("cannot read the report as {format}: {why}")]
    Damaged {
        /// The format.
        format: &'static str,
        /// What is wrong.
        why: String,
    },
    /// It has the form of a report and names no test.
    #[error("the report names no test; was the run interrupted?")]
    Empty,
}

impl Report {
    /// Reads a report.
    pub fn read(text: &str) -> Result<Report, ReportError> {
        let text = text.trim_start_matches('\u{feff}');
        let report = match recognise(text).ok_or(ReportError::Unknown)? {
            Format::Junit => junit::read(text)?,
            Format::Jest => jest::read(text)?,
            Format::Rspec => rspec::read(text)?,
            Format::ReportLog => report_log::read(text),
            Format::Go => go::read(text),
            Format::Cargo => cargo::read(text),
            Format::Nextest => nextest::read(text),
            Format::Pytest => pytest::read(text),
        };
        if report.tests.is_empty() && report.unnamed_passed == 0 {
            return Err(ReportError::Empty);
        }
        Ok(report)
    }

    fn new(format: Format, tests: Vec<ReportedTest>) -> Report {
        Report { format, tests, unnamed_passed: 0 }
    }
}

fn recognise(text: &str) -> Option<Format> {
    let start = text.trim_start();
    if start.starts_with('<') {
        return Some(Format::Junit);
    }
    let lines = || text.lines().map(str::trim_end);
    // A log may come before the JSON, as from `npx jest --json > FILE` with a warning of npm.
    let objects = lines().filter(|line| line.starts_with('{')).take(3);
    for line in objects {
        let has = |key: &str| line.contains(key);
        if has("\"$report_type\"") {
            return Some(Format::ReportLog);
        }
        if has("\"Action\"") && (has("\"Package\"") || has("\"ImportPath\"")) {
            return Some(Format::Go);
        }
        if has("\"type\"") && has("\"event\"") {
            return Some(Format::Cargo);
        }
    }
    if start.starts_with('{') || lines().any(|line| line.starts_with('{')) {
        if text.contains("\"testResults\"") {
            return Some(Format::Jest);
        }
        if text.contains("\"examples\"") && text.contains("\"summary\"") {
            return Some(Format::Rspec);
        }
    }
    if lines().any(nextest::is_result) {
        return Some(Format::Nextest);
    }
    if lines()
        .any(|line| line.starts_with("test result: ") || line.starts_with("test ") && line.contains(" ... "))
    {
        return Some(Format::Cargo);
    }
    if lines().any(pytest::is_sign) {
        return Some(Format::Pytest);
    }
    lines().any(go::is_result).then_some(Format::Go)
}

/// The JSON value of a text that may have other lines before and after it.
fn json_in(text: &str, format: &'static str) -> Result<serde_json::Value, ReportError> {
    let damaged = |why: String| ReportError::Damaged { format, why };
    let start =
        if text.trim_start().starts_with('{') { text.find('{') } else { text.find("\n{").map(|at| at + 1) };
    let start = start.ok_or_else(|| damaged("there is no JSON object".to_owned()))?;
    let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter();
    values
        .next()
        .ok_or_else(|| damaged("there is no JSON object".to_owned()))?
        .map_err(|why: serde_json::Error| damaged(why.to_string()))
}

#[cfg(test)]
mod tests;
