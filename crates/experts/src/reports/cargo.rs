//! The output of `cargo test`, and JSON lines of libtest (`--format json`, nextest's
//! `--message-format libtest-json`).

use super::{Format, Report, ReportedTest, Status};
use regex::Regex;
use serde::Deserialize;
use std::sync::LazyLock;

/// `     Running unittests src/lib.rs (target/debug/deps/shop-0123)`.
static BINARY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\s+Running (?:(?<unit>unittests) )?(?<root>\S+) \((?:.*[/\\])?(?<name>\w+)-[0-9a-f]+(?:\.exe)?\)$",
    )
    .expect("the pattern is valid")
});
static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^test (?<name>.+?)(?: - should panic)? \.\.\. (?<status>ok|FAILED|ignored|failed)?(?:,.*| <(?<seconds>[\d.]+)s>)?")
        .expect("the pattern is valid")
});

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "type")]
    kind: String,
    event: String,
    #[serde(default)]
    name: String,
    exec_time: Option<f64>,
}

pub(super) fn read(text: &str) -> Report {
    let mut tests: Vec<ReportedTest> = Vec::new();
    let mut binary = Binary::default();
    let mut first_of_binary = 0;
    let mut in_failures = false;
    for line in text.lines() {
        let line = line.trim_end();
        if line.starts_with('{') {
            tests.extend(json(line));
            continue;
        }
        if let Some(found) = BINARY.captures(line) {
            binary = Binary {
                root: found.name("unit").is_none().then(|| found["root"].replace('\\', "/")),
                name: found["name"].to_owned(),
            };
            first_of_binary = tests.len();
        } else if let Some(name) = line.trim_start().strip_prefix("Doc-tests ") {
            binary = Binary { root: None, name: name.to_owned() };
            first_of_binary = tests.len();
        } else if line == "failures:" {
            in_failures = true;
        } else if let Some(name) = line.strip_prefix("    ").filter(|_| in_failures) {
            // With --nocapture the result is far from the name; the list at the end has all failures.
            let failed = |test: &&mut ReportedTest| written(test) == name;
            if let Some(test) = tests[first_of_binary..].iter_mut().find(failed) {
                test.status = Status::Failed;
            }
        } else if let Some(found) = RESULT.captures(line) {
            in_failures = false;
            let status = match found.name("status").map(|status| status.as_str()) {
                Some("FAILED" | "failed") => Status::Failed,
                Some("ignored") => Status::Skipped,
                _ => Status::Passed,
            };
            let seconds = found.name("seconds").and_then(|seconds| seconds.as_str().parse().ok());
            tests.push(ReportedTest { seconds, ..binary.test(&found["name"], status) });
        } else if !line.is_empty() {
            in_failures &= line.starts_with("---- ");
        }
    }
    Report::new(Format::Cargo, tests)
}

/// The program that runs the tests.
#[derive(Default)]
struct Binary {
    /// The file of an integration test, from the root of its package.
    root: Option<String>,
    name: String,
}

impl Binary {
    fn test(&self, path: &str, status: Status) -> ReportedTest {
        // A doc test: src/cart.rs - cart::Cart::add (line 12)
        if let Some((file, rest)) = path.split_once(" - ").filter(|(file, _)| file.ends_with(".rs")) {
            let (item, line) = rest.rsplit_once("(line ").unwrap_or((rest, ""));
            return ReportedTest {
                file: Some(file.replace('\\', "/")),
                line: line.trim_end_matches(')').parse().ok(),
                scope: item.trim().split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect(),
                ..ReportedTest::new("doc test", status)
            };
        }
        let mut test = by_path(path, status);
        test.file.clone_from(&self.root);
        if self.root.is_none() && !self.name.is_empty() {
            test.scope.insert(0, self.name.clone());
        }
        test
    }
}

/// `cart::tests::adds`, and `cart::tests::adds::case_1` of rstest.
pub(super) fn by_path(path: &str, status: Status) -> ReportedTest {
    let mut names: Vec<String> = path.split("::").map(str::to_owned).collect();
    let is_case = |name: &str| {
        name.strip_prefix("case_").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let param =
        if names.len() > 1 && names.last().is_some_and(|name| is_case(name)) { names.pop() } else { None };
    let name = names.pop().unwrap_or_default();
    ReportedTest { scope: names, param, ..ReportedTest::new(name, status) }
}

/// The name as cargo writes it in its list of failures.
fn written(test: &ReportedTest) -> String {
    let mut names: Vec<&str> = test.scope.iter().map(String::as_str).collect();
    // The name of the binary is ours.
    if test.file.is_none() && !names.is_empty() {
        names.remove(0);
    }
    names.push(&test.name);
    names.extend(test.param.as_deref());
    names.join("::")
}

fn json(line: &str) -> Option<ReportedTest> {
    let line: Line = serde_json::from_str(line).ok()?;
    let status = match line.event.as_str() {
        "ok" => Status::Passed,
        "failed" | "timeout" => Status::Failed,
        "ignored" => Status::Skipped,
        _ => return None,
    };
    if line.kind != "test" {
        return None;
    }
    // nextest: package::binary$path
    let (binary, path) = line.name.split_once('$').unwrap_or(("", &line.name));
    let mut test = by_path(path, status);
    for name in binary.split("::").filter(|name| !name.is_empty()).collect::<Vec<_>>().into_iter().rev() {
        test.scope.insert(0, name.to_owned());
    }
    test.seconds = line.exec_time;
    Some(test)
}
