//! The output of pytest: names and results with `-v`, a summary of failures without.

use super::{Format, Report, ReportedTest, Status};
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// `tests/test_a.py::test_x[a b] FAILED      [ 30%]`, also `[gw0] [ 30%] FAILED id` of xdist.
static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?<id>\S+?\.py::.+?) (?<status>PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \(.*\))?\s*(?:\[ *\d+%\])?$",
    )
    .expect("the pattern is valid")
});
static XDIST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\[gw\d+\] \[ *\d+%\] (?<status>PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (?<id>\S+?\.py::.+?) *$",
    )
    .expect("the pattern is valid")
});
/// A line of the summary: `FAILED id - message`.
static SUMMARY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?<status>PASSED|FAILED|ERROR|XFAIL|XPASS|SUBFAILED(?:\([^)]*\)|\[.*?\])?) (?<id>\S+?\.py(?:::.+)?)$")
        .expect("the pattern is valid")
});
/// The last line: `4 failed, 6 passed in 0.07s`.
static TOTALS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(\d+) passed\b.* in [\d.]+s").expect("the pattern is valid"));

pub(super) fn is_sign(line: &str) -> bool {
    line.contains("= test session starts =")
        || line.contains("= short test summary info =")
        || RESULT.is_match(line)
        || TOTALS.is_match(line)
}

pub(super) fn read(text: &str) -> Report {
    let mut tests: Vec<ReportedTest> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut passed = 0;
    for line in text.lines() {
        let line = line.trim_end();
        if let Some(totals) = TOTALS.captures(line) {
            passed = totals[1].parse().unwrap_or(0);
        }
        let found = RESULT.captures(line).or_else(|| XDIST.captures(line)).or_else(|| SUMMARY.captures(line));
        let Some(found) = found else { continue };
        let status = match &found["status"] {
            "PASSED" | "XPASS" => Status::Passed,
            "SKIPPED" | "XFAIL" => Status::Skipped,
            _ => Status::Failed,
        };
        let id = without_message(&found["id"]);
        let place = *places.entry(id.to_owned()).or_insert_with(|| {
            tests.push(ReportedTest::with_id(id, status));
            tests.len() - 1
        });
        // A test that passes and then fails in its teardown is named twice.
        tests[place].status = tests[place].status.max(status);
    }
    let named = tests.iter().filter(|test| test.status == Status::Passed).count();
    Report { unnamed_passed: usize::saturating_sub(passed, named), ..Report::new(Format::Pytest, tests) }
}

/// The id before ` - message`. A param may hold ` - ` too: then the id ends with its bracket.
fn without_message(text: &str) -> &str {
    let Some(open) = text.find('[') else {
        return text.split_once(" - ").map_or(text, |(id, _)| id);
    };
    match text.find(" - ").filter(|at| *at < open) {
        Some(at) => &text[..at],
        None => text.find("] - ").map_or(text, |at| &text[..=at]),
    }
}
