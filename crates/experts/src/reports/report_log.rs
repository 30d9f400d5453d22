//! JSON lines of `pytest --report-log=FILE`: a report for each phase of each test.

use super::{Format, Report, ReportedTest, Status};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "$report_type")]
    kind: String,
    #[serde(default)]
    nodeid: String,
    #[serde(default)]
    outcome: String,
    /// File, line from 0, name.
    location: Option<(String, Option<u32>, String)>,
    #[serde(default)]
    duration: f64,
}

pub(super) fn read(text: &str) -> Report {
    let mut tests: Vec<ReportedTest> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines() {
        // A run that was killed ends within a line.
        let Ok(line) = serde_json::from_str::<Line>(line) else { continue };
        let status = match line.outcome.as_str() {
            "failed" => Status::Failed,
            "skipped" => Status::Skipped,
            _ => Status::Passed,
        };
        match line.kind.as_str() {
            "CollectReport" if status == Status::Failed => {
                tests.push(ReportedTest::with_id(&line.nodeid, status));
            }
            "TestReport" | "SubTestReport" | "SubtestReport" => {
                let place = *places.entry(line.nodeid.clone()).or_insert_with(|| {
                    tests.push(ReportedTest::with_id(&line.nodeid, Status::Passed));
                    tests.len() - 1
                });
                let test = &mut tests[place];
                test.status = combined(test.status, status);
                test.line = line.location.and_then(|(_, line, _)| line).map(|line| line + 1);
                test.seconds = Some(test.seconds.unwrap_or(0.0) + line.duration);
            }
            _ => {}
        }
    }
    Report::new(Format::ReportLog, tests)
}

/// A failure of one phase is one of the test; setup and teardown of a skipped test pass.
fn combined(one: Status, other: Status) -> Status {
    match (one, other) {
        (Status::Failed, _) | (_, Status::Failed) => Status::Failed,
        (Status::Skipped, _) | (_, Status::Skipped) => Status::Skipped,
        _ => Status::Passed,
    }
}
