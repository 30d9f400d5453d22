//! What was of use for a task moves symbols in answers to tasks like it, until its code changes.

use crate::support::{Fixture, each, json_in, keys, run_in};
use serde_json::Value;

const TASK: &str = "how long to wait before a retry";
const REWORDED: &str = "The wait before retrying is too long";
const OTHER: &str = "count the lost parcels of a report";
const ENCODE: &str = "courier/client.py::encode";

fn order(fixture: &Fixture, task: &str) -> Vec<String> {
    let answer = fixture.json(&["context", task, "--limit", "50"]);
    each(&answer["symbols"], "id").into_iter().map(str::to_owned).collect()
}

/// The place in an answer; after all others if it is not in it.
fn rank(order: &[String], id: &str) -> usize {
    order.iter().position(|one| one == id).unwrap_or(order.len())
}

fn judged() -> Fixture {
    let fixture = Fixture::courier();
    let answer = fixture.fathom(&["feedback", TASK, "--used", ENCODE, "--unused", "RetryPolicy.delay"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    fixture
}

#[test]
fn what_was_used_moves_up_and_what_was_not_moves_down_for_a_reworded_task() {
    let before = order(&Fixture::courier(), REWORDED);
    let after = order(&judged(), REWORDED);
    let delay = "courier/retry.py::RetryPolicy.delay";
    assert!(rank(&after, ENCODE) < rank(&before, ENCODE), "{before:?}\n{after:?}");
    assert!(rank(&after, delay) > rank(&before, delay), "{before:?}\n{after:?}");
}

#[test]
fn the_answer_and_explain_give_the_reason() {
    let fixture = judged();
    let answer = fixture.json(&["context", REWORDED, "--limit", "50"]);
    let symbols = answer["symbols"].as_array().unwrap();
    let encode = symbols.iter().find(|one| one["id"] == ENCODE).unwrap();
    assert_eq!(encode["reasons"][0], format!("used for “{TASK}” before"));
    let why = fixture.fathom(&["explain", REWORDED, "RetryPolicy.delay"]).stdout;
    assert!(why.contains(&format!("was not needed for “{TASK}”")), "{why}");
    let off = fixture.fathom(&["explain", REWORDED, "RetryPolicy.delay", "--no-feedback"]).stdout;
    assert!(!off.contains("advised"), "{off}");
}

#[test]
fn saying_it_again_moves_it_further_and_the_opposite_takes_its_place() {
    let fixture = Fixture::courier();
    let weight = |verdict: &str| {
        assert_eq!(fixture.fathom(&["feedback", TASK, verdict, "with_retries"]).code, 0);
        let answer = fixture.json(&["explain", REWORDED, "with_retries"]);
        answer["standing"]["advice"][0]["weight"].as_f64().unwrap()
    };
    let (once, twice, opposite) = (weight("--used"), weight("--used"), weight("--unused"));
    assert!(0.0 < once && once < twice && opposite < 0.0, "{once} {twice} {opposite}");
}

#[test]
fn other_tasks_and_answers_without_feedback_are_what_they_were() {
    let fixture = Fixture::courier();
    let ask = |task: &str, more: &[&str]| {
        ["text", "markdown", "xml", "json"]
            .map(|format| fixture.fathom(&[&["context", task, "--format", format], more].concat()).stdout)
    };
    let (before, other) = (ask(REWORDED, &[]), ask(OTHER, &[]));
    assert!(!fixture.home("state").exists(), "nothing is stored before the first feedback");
    fixture.fathom(&["feedback", TASK, "--used", ENCODE]);
    assert_ne!(ask(REWORDED, &[]), before);
    assert_eq!(ask(REWORDED, &["--no-feedback"]), before);
    assert_eq!(ask(OTHER, &[]), other);
}

#[test]
fn a_verdict_lasts_until_the_code_it_judged_changes() {
    let fixture = Fixture::courier();
    fixture.fathom(&["feedback", TASK, "--used", "encode"]);
    let is_unused = || {
        let ask = |more: &[&str]| fixture.fathom(&[&["context", REWORDED, "--json"], more].concat()).stdout;
        ask(&[]) == ask(&["--no-feedback"])
    };
    fixture.replace("courier/client.py", "raise Timeout(\"no answer\")", "raise Timeout()\n");
    assert!(!is_unused(), "other code of the file may change and its lines may move");
    fixture.replace("courier/client.py", "return repr(parcel)", "return str(parcel)");
    assert!(is_unused());
    let kept = fixture.json(&["feedback", "--list"]);
    assert_eq!(kept["feedback"][0]["expired"], "its code changed");
    fixture.replace("courier/client.py", "return str(parcel)", "return repr(parcel)");
    assert!(!is_unused(), "the same code again");
    fixture.replace("courier/client.py", "def encode(", "def wrap(");
    assert!(is_unused());
    let listed = fixture.fathom(&["feedback", "--list"]).stdout;
    assert!(listed.contains("expired: it is gone"), "{listed}");
}

#[test]
fn names_of_no_symbol_or_several_are_reported() {
    let fixture = Fixture::courier();
    let names = ["--used", "encode", "--used", "__init__", "--unused", "nonsense", "--unused", "README.md"];
    let answer = fixture.json(&[&["feedback", TASK], &names[..], &["--unused", ENCODE]].concat());
    assert_eq!(keys(&answer), ["index", "not_recorded", "recorded", "task"]);
    assert_eq!(answer["recorded"], serde_json::json!([{"symbol": ENCODE, "verdict": "used"}]));
    let refused = answer["not_recorded"].as_array().unwrap();
    let reasons = each(&answer["not_recorded"], "reason");
    assert_eq!(keys(&refused[0]), ["alternatives", "reason", "symbol", "verdict"]);
    assert_eq!(each(&answer["not_recorded"], "symbol"), ["__init__", "nonsense", "README.md", ENCODE]);
    assert!(reasons[0].contains("can mean 2 symbols"), "{reasons:?}");
    assert!(refused[0]["alternatives"][0].as_str().unwrap().contains("::Client.__init__"));
    assert!(reasons[1].contains("nothing in this repository is called `nonsense`"), "{reasons:?}");
    assert!(reasons[2].contains("never ranked") && reasons[3].contains("cannot be both"), "{reasons:?}");
    assert_eq!(fixture.fathom(&["feedback", TASK, "--used", "nonsense"]).code, 1, "nothing was recorded");
}

#[test]
fn what_is_kept_is_listed_exported_and_forgotten() {
    let fixture = judged();
    fixture.fathom(&["feedback", OTHER, "--used", "Report#lost"]);
    let listed = fixture.fathom(&["feedback", "--list"]).stdout;
    assert!(
        listed.starts_with(OTHER) && listed.contains(&format!("\n\n{TASK}\n  used    {ENCODE}")),
        "{listed}"
    );
    let exported = fixture.fathom(&["feedback", "--export"]).stdout;
    let lines: Vec<Value> = exported.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(keys(&lines[0]), ["code", "symbol", "task", "time", "times", "verdict"]);
    assert_eq!(Value::from(lines), fixture.json(&["feedback", "--list"])["feedback"]);
    assert_eq!(fixture.json(&["feedback", OTHER, "--forget"])["forgotten"], 1);
    assert_eq!(fixture.fathom(&["feedback", "--forget"]).stdout, "2 verdicts forgotten\n");
    assert_eq!(fixture.fathom(&["feedback", "--list"]).code, 1);
    assert_eq!(fixture.fathom(&["feedback", "--export"]).stdout, "");
}

#[test]
fn an_empty_request_is_refused() {
    let fixture = Fixture::courier();
    for (arguments, expected) in [
        (&["feedback"][..], "required"),
        (&["feedback", TASK], "no symbols were given"),
        (&["feedback", " ", "--used", "encode"], "the task is empty"),
        (&["feedback", TASK, "--list"], "cannot be used with"),
    ] {
        let answer = fixture.fathom(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}");
        assert!(answer.stderr.contains(expected), "{}", answer.stderr);
    }
    assert!(!fixture.home("state").exists());
}

#[test]
fn worktrees_share_it() {
    let fixture = judged();
    let worktree = fixture.beside("second");
    fixture.git(&["worktree", "add", "--quiet", worktree.to_str().unwrap()]);
    assert_eq!(json_in(&worktree, &["feedback", "--list"], &[])["feedback"].as_array().unwrap().len(), 2);
    assert!(fixture.state().exists(), "there is one for both");
    let answer = json_in(&worktree, &["explain", REWORDED, ENCODE], &[]);
    assert!(answer["standing"]["advice"][0]["weight"].as_f64() > Some(0.0), "{answer}");
    run_in(&worktree, &["feedback", OTHER, "--used", "Report#lost"], &[]);
    assert_eq!(fixture.json(&["feedback", "--list"])["feedback"].as_array().unwrap().len(), 3);
}

#[test]
fn a_damaged_file_costs_the_feedback_and_not_the_answer() {
    let fixture = judged();
    let garbage = "no database, but long enough to be taken for one at first sight\n".repeat(99);
    std::fs::write(fixture.state(), garbage).unwrap();
    for part in ["sqlite-wal", "sqlite-shm"] {
        let _ = std::fs::remove_file(fixture.state().with_extension(part));
    }
    let answer = fixture.json(&["context", REWORDED]);
    let note = answer["notes"][0].as_str().unwrap();
    assert!(note.starts_with("Feedback was ignored") && note.contains("move it away"), "{note}");
    assert!(!answer["symbols"].as_array().unwrap().is_empty());
    assert!(fixture.json(&["context", REWORDED, "--no-feedback"]).get("notes").is_none());
    let refused = fixture.fathom(&["feedback", TASK, "--used", ENCODE]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("state.sqlite") && refused.stderr.contains("move it away"));
}

#[test]
fn an_index_made_anew_keeps_it() {
    let fixture = judged();
    fixture.fathom(&["index", "--rebuild"]);
    assert_eq!(fixture.json(&["feedback", "--list"])["feedback"].as_array().unwrap().len(), 2);
}
