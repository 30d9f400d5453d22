//! `JUnit` XML. There is no standard: runners agree on `testcase` with `classname` and `name`, and
//! on the elements `failure`, `error` and `skipped` in it.

use super::cargo::by_path;
use super::{Format, Report, ReportError, ReportedTest, Status};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

#[derive(Default)]
struct Case {
    class: String,
    name: String,
    file: Option<String>,
    line: Option<u32>,
    seconds: Option<f64>,
    failed: bool,
    skipped: bool,
}

pub(super) fn read(text: &str) -> Result<Report, ReportError> {
    let damaged = |why: quick_xml::Error| ReportError::Damaged { format: "JUnit XML", why: why.to_string() };
    let mut reader = Reader::from_str(text);
    let mut tests = Vec::new();
    let mut case: Option<Case> = None;
    // Suites nest; each may name a file.
    let mut suite_files: Vec<Option<String>> = Vec::new();
    loop {
        match reader.read_event().map_err(damaged)? {
            Event::Start(element) => match element.name().as_ref() {
                b"testsuite" => {
                    suite_files.push(attribute(&element, "file").or(attribute(&element, "filepath")));
                }
                b"testcase" => case = Some(self::case(&element, &suite_files)),
                name => mark(case.as_mut(), name),
            },
            Event::Empty(element) => match element.name().as_ref() {
                b"testcase" => tests.push(self::case(&element, &suite_files).test()),
                name => mark(case.as_mut(), name),
            },
            Event::End(element) => match element.name().as_ref() {
                b"testsuite" => drop(suite_files.pop()),
                b"testcase" => tests.extend(case.take().map(Case::test)),
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    Ok(Report::new(Format::Junit, tests))
}

/// An element inside of a test case. `flakyFailure` and `rerunFailure` are of earlier tries.
fn mark(case: Option<&mut Case>, element: &[u8]) {
    match (case, element) {
        (Some(case), b"failure" | b"error") => case.failed = true,
        (Some(case), b"skipped") => case.skipped = true,
        _ => {}
    }
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = element.try_get_attribute(name).ok()??;
    found.unescape_value().ok().map(std::borrow::Cow::into_owned).filter(|value| !value.is_empty())
}

fn case(element: &BytesStart<'_>, suite_files: &[Option<String>]) -> Case {
    let get = |name: &str| attribute(element, name);
    let not_run =
        get("status").is_some_and(|status| ["notrun", "skipped", "disabled"].contains(&status.as_str()));
    Case {
        class: get("classname").or_else(|| get("class")).unwrap_or_default(),
        name: get("name").unwrap_or_default(),
        file: get("file").or_else(|| suite_files.iter().rev().flatten().next().cloned()),
        line: get("line").or_else(|| get("lineno")).and_then(|line| line.parse().ok()),
        seconds: get("time").and_then(|time| time.replace(',', "").parse().ok()),
        failed: false,
        skipped: not_run,
    }
}

impl Case {
    fn test(self) -> ReportedTest {
        let status = match (self.failed, self.skipped) {
            (true, _) => Status::Failed,
            (false, true) => Status::Skipped,
            _ => Status::Passed,
        };
        let mut test = names(&self.class, &self.name, status);
        test.file = self.file.or(test.file);
        (test.line, test.seconds) = (self.line, self.seconds);
        test
    }
}

/// The test of a class name and a name, by the conventions of the runner that wrote them.
fn names(class: &str, name: &str, status: Status) -> ReportedTest {
    let split = |text: &str, by: &str| -> Vec<String> {
        text.split(by).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    // vitest: the class is the file, blocks are joined by " > ".
    if is_source_path(class) {
        let mut scope = split(name, " > ");
        let name = if name == class { String::new() } else { scope.pop().unwrap_or_default() };
        scope.truncate(if name.is_empty() { 0 } else { scope.len() });
        return ReportedTest { file: Some(class.to_owned()), scope, ..ReportedTest::new(name, status) };
    }
    // Rust: the class is the binary.
    if name.contains("::") && !name.contains([' ', '[']) {
        let mut test = by_path(name, status);
        test.scope.splice(..0, split(class, "::"));
        return test;
    }
    // Go: the class is the package.
    if class.contains('/') || name.starts_with("Test") && name.contains('/') {
        let (name, param) = name.split_once('/').map_or((name, None), |(name, param)| (name, Some(param)));
        return ReportedTest {
            scope: split(class, "/"),
            param: param.map(str::to_owned),
            ..ReportedTest::new(name, status)
        };
    }
    let mut scope =
        if class.contains("::") { split(class, "::") } else { split(&class.replace('\\', "."), ".") };
    // A file that pytest cannot collect: no class, and the module as the name.
    if class.is_empty() && !name.contains(' ') && name.contains('.') {
        scope = split(name, ".");
        return ReportedTest { scope, ..ReportedTest::new("", status) };
    }
    let (name, param) = without_param(name);
    ReportedTest { scope, param: param.map(str::to_owned), ..ReportedTest::new(name, status) }
}

/// Splits off what names a case: `test_x[a]`, `adds(int)[1]`, `adds()`, `Adds(a: 1)`,
/// `testAdd with data set #1`.
fn without_param(name: &str) -> (&str, Option<&str>) {
    if let Some((name, set)) = name.split_once(" with data set ") {
        return (name, Some(set));
    }
    let start = name.find(['[', '(']).filter(|at| *at > 0 && name.ends_with([']', ')']));
    // A title in words may end with a bracket; a function's name has no space.
    let Some(start) = start.filter(|at| !name[..*at].contains(' ')) else { return (name, None) };
    let (own, rest) = name.split_at(start);
    let param = match rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(param) => param,
        // adds(int)[1]: the types are those of every case.
        None => match rest.rsplit_once(")[") {
            Some((_, case)) => case.trim_end_matches(']'),
            None => rest.trim_start_matches('(').trim_end_matches(')'),
        },
    };
    (own, Some(param).filter(|param| !param.is_empty()))
}

fn is_source_path(text: &str) -> bool {
    let Some((stem, ending)) = text.rsplit_once('.') else { return false };
    let known = ["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte"].contains(&ending);
    known && !stem.is_empty() && !text.contains(' ')
}
