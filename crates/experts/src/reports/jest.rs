//! JSON of jest (`--json --outputFile=FILE`) and vitest (`--reporter=json`).

use super::{Format, Report, ReportError, ReportedTest, Status, json_in};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    test_results: Vec<TestFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TestFile {
    name: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    assertion_results: Vec<Assertion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Assertion {
    #[serde(default)]
    ancestor_titles: Vec<String>,
    title: String,
    status: String,
    /// Milliseconds.
    duration: Option<f64>,
    location: Option<Location>,
}

#[derive(Deserialize)]
struct Location {
    line: u32,
}

pub(super) fn read(text: &str) -> Result<Report, ReportError> {
    let output: Output = serde_json::from_value(json_in(text, "JSON of jest")?)
        .map_err(|why| ReportError::Damaged { format: "JSON of jest", why: why.to_string() })?;
    let mut tests = Vec::new();
    for file in output.test_results {
        let path = Some(file.name);
        // A file that does not compile or load has no results of its own.
        if file.assertion_results.is_empty() && file.status == "failed" {
            tests.push(ReportedTest { file: path.clone(), ..ReportedTest::new("", Status::Failed) });
        }
        for one in file.assertion_results {
            let status = match one.status.as_str() {
                "passed" => Status::Passed,
                "failed" => Status::Failed,
                // pending, skipped, todo, disabled, focused
                _ => Status::Skipped,
            };
            tests.push(ReportedTest {
                file: path.clone(),
                scope: one.ancestor_titles,
                line: one.location.map(|location| location.line),
                seconds: one.duration.map(|duration| duration / 1_000.0),
                ..ReportedTest::new(one.title, status)
            });
        }
    }
    Ok(Report::new(Format::Jest, tests))
}
