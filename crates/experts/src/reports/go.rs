//! JSON lines of `go test -json`, and what `go test` prints.

use super::{Format, Report, ReportedTest, Status};
use regex::Regex;
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Event {
    action: String,
    package: Option<String>,
    test: Option<String>,
    elapsed: Option<f64>,
}

/// `    --- FAIL: TestAdd/one (0.00s)`.
static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*--- (?<status>PASS|FAIL|SKIP): (?<test>\S+) \((?<seconds>[\d.]+)s\)")
        .expect("the pattern is valid")
});
/// `FAIL example.com/shop/cart 0.003s`, `FAIL example.com/shop/broken [build failed]`, with tabs.
static PACKAGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?<status>ok|FAIL|\?)\s+(?<package>\S+)(?:\s|$)").expect("the pattern is valid")
});

pub(super) fn is_result(line: &str) -> bool {
    RESULT.is_match(line) || line.starts_with("ok  \t") || line.starts_with("FAIL\t")
}

pub(super) fn read(text: &str) -> Report {
    let is_json = text.lines().any(|line| line.starts_with('{') && line.contains("\"Action\""));
    Report::new(Format::Go, if is_json { json(text) } else { printed(text) })
}

fn json(text: &str) -> Vec<ReportedTest> {
    let mut tests: Vec<ReportedTest> = Vec::new();
    for line in text.lines() {
        let Ok(event) = serde_json::from_str::<Event>(line) else { continue };
        let status = match event.action.as_str() {
            "pass" => Status::Passed,
            "fail" => Status::Failed,
            "skip" => Status::Skipped,
            _ => continue,
        };
        let Some(package) = event.package else { continue };
        match event.test {
            Some(name) => tests.push(test(&package, &name, status, event.elapsed)),
            // A package that does not build, or whose process crashes, fails without a failing test.
            None => tests.extend(failed_package(&tests, &package, status)),
        }
    }
    tests
}

fn printed(text: &str) -> Vec<ReportedTest> {
    let mut tests: Vec<ReportedTest> = Vec::new();
    let mut first_of_package = 0;
    for line in text.lines() {
        if let Some(found) = RESULT.captures(line) {
            let status = match &found["status"] {
                "PASS" => Status::Passed,
                "FAIL" => Status::Failed,
                _ => Status::Skipped,
            };
            tests.push(test("", &found["test"], status, found["seconds"].parse().ok()));
        } else if let Some(found) = PACKAGE.captures(line) {
            // The package comes after its tests.
            for test in &mut tests[first_of_package..] {
                test.scope = package_names(&found["package"]);
            }
            if &found["status"] == "FAIL" {
                let failed = failed_package(&tests[first_of_package..], &found["package"], Status::Failed);
                tests.extend(failed);
            }
            first_of_package = tests.len();
        }
    }
    tests
}

fn package_names(package: &str) -> Vec<String> {
    package.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// A subtest is a case of its test.
fn test(package: &str, name: &str, status: Status, seconds: Option<f64>) -> ReportedTest {
    let (name, param) = match name.split_once('/') {
        Some((name, param)) => (name, Some(param.to_owned())),
        None => (name, None),
    };
    ReportedTest { scope: package_names(package), param, seconds, ..ReportedTest::new(name, status) }
}

fn failed_package(tests: &[ReportedTest], package: &str, status: Status) -> Option<ReportedTest> {
    let scope = package_names(package);
    let explained = tests.iter().any(|test| test.scope == scope && test.status == Status::Failed);
    (status == Status::Failed && !explained)
        .then(|| ReportedTest { scope, ..ReportedTest::new("", Status::Failed) })
}
