//! JSON of `RSpec` (`--format json`).

use super::{Format, Report, ReportError, ReportedTest, Status, json_in};
use serde::Deserialize;

#[derive(Deserialize)]
struct Output {
    examples: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    description: String,
    #[serde(default)]
    full_description: String,
    status: String,
    file_path: String,
    line_number: Option<u32>,
    run_time: Option<f64>,
}

pub(super) fn read(text: &str) -> Result<Report, ReportError> {
    let output: Output = serde_json::from_value(json_in(text, "JSON of RSpec")?)
        .map_err(|why| ReportError::Damaged { format: "JSON of RSpec", why: why.to_string() })?;
    let tests = output.examples.into_iter().map(|one| {
        let status = match one.status.as_str() {
            "passed" => Status::Passed,
            "failed" => Status::Failed,
            _ => Status::Skipped,
        };
        // The groups' descriptions come in one text; the line identifies them in the source.
        let groups = one.full_description.strip_suffix(&one.description).unwrap_or_default().trim();
        ReportedTest {
            file: Some(one.file_path),
            scope: [groups].iter().filter(|text| !text.is_empty()).map(|text| (*text).to_owned()).collect(),
            line: one.line_number,
            seconds: one.run_time,
            ..ReportedTest::new(one.description, status)
        }
    });
    Ok(Report::new(Format::Rspec, tests.collect()))
}
