//! `trace` and `impact` end, and what they print stays of a size with what they found.

use crate::support::Fixture;
use std::fmt::Write;

/// Two definitions of one name in one place, each of which may call the other.
const TWINS: &str = "import sys\n\nif sys.argv:\n    class A:\n        def zap(self, y): y.zap()\nelse:\n    class A:\n        def zap(self, y): y.zap()\n";

/// Functions that call each other in a row.
fn chain(length: usize) -> String {
    let mut text = String::new();
    for function in 0..length {
        let _ = writeln!(text, "def f{function}(): f{}()", function + 1);
    }
    text
}

#[test]
fn definitions_of_one_name_are_distinguished_in_a_trace() {
    let fixture = Fixture::plain(&[("a.py", TWINS)]);
    let answer = fixture.fathom(&["trace", "A.zap", "--depth", "9"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(
        answer.stdout.starts_with("a.py::A.zap\n  calls A.zap  (a.py:5)  [ambiguous 0.35]\n\n"),
        "{}",
        answer.stdout
    );
    assert!(answer.stdout.ends_with("could also mean:\n  a.py::A.zap~2\n"), "{}", answer.stdout);
    let answer = fixture.json(&["trace", "A.zap", "--depth", "9"]);
    assert_eq!(answer["chain"][0]["node"], "a.py::A.zap~2");
    assert_eq!(answer["chain"][0]["parent"], "a.py::A.zap");
    let answer = fixture.json(&["trace", "a.py::A.zap~2", "--depth", "9"]);
    assert_eq!(answer["entry"], "a.py::A.zap~2");
}

#[test]
fn a_deep_trace_is_printed_in_lines_of_bounded_length() {
    let fixture = Fixture::plain(&[("a.py", &chain(40_000))]);
    let answer = fixture.fathom(&["trace", "f0", "--depth", "40000", "--limit", "50000"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(lines.len(), 40_000);
    assert_eq!(lines[1], "  calls f1  (a.py:1)");
    assert_eq!(lines[39_999], format!("{}39999: calls f39999  (a.py:39999)", " ".repeat(64)));
    assert!(lines.iter().all(|line| line.len() < 150));
}

#[test]
fn the_impact_of_a_large_file_is_found_however_deep_one_asks() {
    let fixture =
        Fixture::plain(&[("a.py", &chain(40_000)), ("b.py", "from a import f7\n\ndef run(): f7()\n")]);
    let answer = fixture.json(&["impact", "a.py", "--depth", "4294967295"]);
    assert_eq!(answer["total"], 2, "{answer}");
    let all = fixture.json(&["impact", "f39999", "--depth", "4294967295", "--limit", "1"]);
    assert_eq!(all["total"], 40_000);
}
