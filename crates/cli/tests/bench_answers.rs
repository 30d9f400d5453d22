//! `fathom bench answers` finds every answer that differs between two builds, and no other.

use crate::support::{Fixture, run_in};
use serde_json::Value;

/// Compares this build with another; the exit code, the report and standard error.
fn compare(before: &str, fixture: &Fixture, more: &[&str]) -> (i32, Value, String) {
    let place = tempfile::tempdir().unwrap();
    let root = fixture.root().display().to_string();
    let arguments = [&["bench", "answers", "--before", before, "--repos", &root, "--json"], more].concat();
    let answer = run_in(place.path(), &arguments, &[]);
    (answer.code, serde_json::from_str(&answer.stdout).unwrap_or(Value::Null), answer.stderr)
}

fn this_build() -> &'static str {
    env!("CARGO_BIN_EXE_fathom")
}

#[test]
fn a_build_answers_like_itself() {
    let fixture = Fixture::courier();
    let before = fixture.git(&["status", "--porcelain", "--ignored"]);
    let (code, report, messages) = compare(this_build(), &fixture, &["--each", "3"]);
    assert_eq!(code, 0, "{report} {messages}");
    let one = &report["repositories"][0];
    assert_eq!(one["commit"], fixture.git(&["rev-parse", "HEAD"]));
    assert!(one["asked"].as_u64().unwrap() >= 15, "{one}");
    assert_eq!((&one["equal"], &one["different"]), (&one["asked"], &Value::Array(Vec::new())));
    assert!(one["unanswered"].as_u64().unwrap() < 3, "{one}");
    assert_eq!(fixture.git(&["status", "--porcelain", "--ignored"]), before, "only clones are asked");
}

#[cfg(unix)]
#[test]
fn one_altered_answer_is_found_and_named() {
    use std::os::unix::fs::PermissionsExt;
    let fixture = Fixture::courier();
    // Another build, which gives `symbols` another kind and leaves the rest as it is.
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = symbols ]; then {0} \"$@\" | sed 's/\"kind\": *\"[a-z]*\"/\"kind\": \"riddle\"/'; \
         else exec {0} \"$@\"; fi\n",
        this_build()
    );
    let path = fixture.beside("altered.sh");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let asked = fixture.beside("asked.txt");
    std::fs::write(&asked, "# one of each\nsymbols send\nshow send\nquery retry a parcel\n").unwrap();
    let questions = ["--questions", asked.to_str().unwrap()];
    let (code, report, messages) = compare(path.to_str().unwrap(), &fixture, &questions);
    assert_eq!(code, 1, "{report} {messages}");
    let one = &report["repositories"][0];
    assert_eq!((&one["asked"], &one["equal"]), (&3.into(), &2.into()), "{one}");
    let different = &one["different"][0];
    assert_eq!(different["question"], "symbols -- send");
    let first = &different["differences"][0];
    assert_eq!((&first["aspect"], &first["place"]), (&"fields".into(), &"symbols/0/kind".into()));
    assert!(first["what"].as_str().unwrap().contains("before: \"riddle\""), "{first}");
    let ignoring = [&questions[..], &["--ignore", "kind"]].concat();
    assert_eq!(compare(path.to_str().unwrap(), &fixture, &ignoring).0, 0, "what is ignored may differ");
}

#[test]
fn what_cannot_be_compared_is_refused_before_anything_is_cloned() {
    let fixture = Fixture::courier();
    let (code, _, messages) = compare("/nowhere/fathom", &fixture, &[]);
    assert_eq!((code, messages.contains("/nowhere/fathom does not exist")), (2, true), "{messages}");
    let asked = fixture.beside("asked.txt");
    std::fs::write(&asked, "index everything\n").unwrap();
    let (code, _, messages) = compare(this_build(), &fixture, &["--questions", asked.to_str().unwrap()]);
    assert_eq!((code, messages.contains("context, query, symbols")), (2, true), "{messages}");
}
