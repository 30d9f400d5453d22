//! The output of nextest: `    PASS [   0.005s] (1/9) shop::it cart::adds`.

use super::cargo::by_path;
use super::{Format, Report, ReportedTest, Status};
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\s*(?:TRY \d+ )?(?<status>PASS|FAIL|SKIP|FLAKY|LEAK|LEAK-FAIL|TIMEOUT|ABORT|SIG[A-Z]+|XFAIL)(?: \d+/\d+)? \[\s*(?<seconds>[\d.]*)s?\] (?:\(\s*(?:\d+|─+)/\d+\) )?(?<binary>\S+) (?<path>\S+)$",
    )
    .expect("the pattern is valid")
});

pub(super) fn is_result(line: &str) -> bool {
    RESULT.is_match(line)
}

pub(super) fn read(text: &str) -> Report {
    let mut tests: Vec<ReportedTest> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines() {
        let Some(found) = RESULT.captures(line.trim_end()) else { continue };
        let status = match &found["status"] {
            "PASS" | "FLAKY" | "LEAK" => Status::Passed,
            "SKIP" => Status::Skipped,
            _ => Status::Failed,
        };
        let place = *places.entry(format!("{} {}", &found["binary"], &found["path"])).or_insert_with(|| {
            let mut test = by_path(&found["path"], status);
            test.scope.splice(..0, found["binary"].split("::").map(str::to_owned));
            tests.push(test);
            tests.len() - 1
        });
        // The last line counts: a test that is tried again may pass.
        tests[place].status = status;
        tests[place].seconds = found["seconds"].parse().ok();
    }
    Report::new(Format::Nextest, tests)
}
