//! In a session, code that was given is not given again.

use crate::support::Fixture;
use serde_json::Value;

const TASK: &str = "how long to wait before a retry";

fn turn(fixture: &Fixture, extra: &[&str]) -> Value {
    fixture.json(&[&["context", TASK, "--session", "mine"], extra].concat())
}

/// The names of the symbols for which something holds.
fn names(answer: &Value, holds: impl Fn(&Value) -> bool) -> Vec<&str> {
    let symbols = answer["symbols"].as_array().unwrap();
    symbols.iter().filter(|one| holds(one)).map(|one| one["qualified_name"].as_str().unwrap()).collect()
}

fn has_code(symbol: &Value) -> bool {
    !symbol["code"].is_null()
}

fn given_before(symbol: &Value) -> bool {
    symbol["given_before"] == true
}

#[test]
fn code_is_given_once() {
    let fixture = Fixture::courier();
    let first = turn(&fixture, &[]);
    let given = names(&first, has_code);
    assert!(given.contains(&"RetryPolicy") && names(&first, given_before).is_empty());
    let second = turn(&fixture, &[]);
    let before = names(&second, given_before);
    assert!(given.iter().all(|name| before.contains(name)), "{before:?}");
    assert!(names(&second, has_code).is_empty());
    assert!(second["tokens"].as_u64() < first["tokens"].as_u64());
    for format in ["text", "markdown", "xml"] {
        let text = fixture.fathom(&["context", TASK, "--session", "mine", "--format", format]).stdout;
        assert!(text.contains("given before") && !text.contains("self.pause * 2"), "{text}");
    }
}

#[test]
fn what_did_not_fit_comes_in_the_next_turn() {
    let fixture = Fixture::courier();
    let first = turn(&fixture, &["--budget", "500"]);
    let second = turn(&fixture, &["--budget", "900"]);
    assert!(names(&first, has_code).contains(&"with_retries"), "{first}");
    assert!(!names(&first, has_code).contains(&"RetryPolicy"), "{first}");
    assert!(names(&second, has_code).contains(&"RetryPolicy"), "{second}");
}

#[test]
fn a_member_is_given_with_its_type() {
    let fixture = Fixture::courier();
    let first = fixture.json(&["context", "RetryPolicy", "--session", "mine", "--limit", "1"]);
    assert_eq!(names(&first, has_code), ["RetryPolicy"]);
    assert!(names(&turn(&fixture, &[]), given_before).contains(&"RetryPolicy.delay"));
}

#[test]
fn code_of_a_changed_file_is_given_again() {
    let fixture = Fixture::courier();
    turn(&fixture, &[]);
    fixture.replace("courier/retry.py", "* 2 ** attempt", "* 3 ** attempt");
    let after = turn(&fixture, &[]);
    let again = names(&after, has_code);
    assert!(again.contains(&"RetryPolicy") && again.contains(&"with_retries"), "{again:?}");
    assert!(names(&after, given_before).contains(&"Client.send"), "its file is the same");
}

#[test]
fn sessions_are_apart_and_off_unless_named() {
    let fixture = Fixture::courier();
    let alone = fixture.json(&["context", TASK]);
    assert!(!fixture.index("sessions").exists());
    turn(&fixture, &[]);
    assert_eq!(fixture.json(&["context", TASK]), alone);
    assert_eq!(fixture.json(&["context", TASK, "--session", "yours"]), alone);
}

#[test]
fn a_session_survives_a_damaged_file_and_refuses_a_path() {
    let fixture = Fixture::courier();
    turn(&fixture, &[]);
    std::fs::write(fixture.index("sessions/mine"), "{").unwrap();
    assert!(names(&turn(&fixture, &[]), given_before).is_empty());
    for name in ["../mine", "a/b", "", "."] {
        let answer = fixture.fathom(&["context", TASK, "--session", name]);
        assert_eq!(answer.code, 2, "{name}");
        assert!(answer.stderr.contains("letters, digits"), "{}", answer.stderr);
    }
}
