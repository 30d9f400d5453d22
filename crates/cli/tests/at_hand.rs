//! What the caller works on counts as if the task named it.

use crate::support::{Fixture, each};
use serde_json::Value;

/// Matches no file by itself.
const TASK: &str = "count parcels";

fn reasons(answer: &Value, name: &str) -> Vec<String> {
    let symbols = answer["symbols"].as_array().unwrap();
    let symbol = symbols.iter().find(|symbol| symbol["qualified_name"] == name);
    let symbol = symbol.unwrap_or_else(|| panic!("{name} is not in {answer}"));
    symbol["reasons"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

fn rank(answer: &Value, name: &str) -> usize {
    let names = each(&answer["symbols"], "qualified_name");
    names.iter().position(|one| *one == name).unwrap_or(usize::MAX)
}

#[test]
fn files_at_hand_count_as_paths_of_the_task() {
    let fixture = Fixture::courier();
    let before = fixture.json(&["context", TASK]);
    let absolute = fixture.path("courier/errors.py").display().to_string();
    for files in ["courier/errors.py,cmd/depot/main.go", "./courier/errors.py", "errors.py", &absolute] {
        let after = fixture.json(&["context", TASK, "--files", files]);
        assert!(rank(&after, "Timeout") < rank(&before, "Timeout"), "{files}: {after}");
        assert!(
            reasons(&after, "Timeout").contains(&"you work on courier/errors.py".to_owned()),
            "{files}: {after}"
        );
        assert!(after.get("notes").is_none(), "{after}");
    }
}

#[test]
fn a_diff_counts_as_names_of_the_task() {
    let fixture = Fixture::courier();
    fixture.replace("courier/client.py", "return repr(parcel)", "return str(parcel)");
    std::fs::write(fixture.beside("my.diff"), fixture.git(&["diff"]) + "\n").unwrap();
    let diff = fixture.beside("my.diff").display().to_string();
    let before = fixture.json(&["context", TASK]);
    let after = fixture.json(&["context", TASK, "--diff", &diff]);
    assert!(rank(&after, "encode") < rank(&before, "encode"), "{after}");
    assert!(reasons(&after, "encode").contains(&"your diff changes it".to_owned()), "{after}");
    let explained = fixture.json(&["explain", TASK, "encode", "--diff", &diff]);
    assert_eq!(explained["standing"]["rank"], rank(&after, "encode") + 1);
    // Words that match something else do not come before what is being changed.
    let vague = fixture.json(&["context", "make it wait longer before the retry", "--diff", &diff]);
    assert!(rank(&vague, "encode") < 3, "{vague}");
}

#[test]
fn every_format_lists_what_is_not_in_the_index() {
    let fixture = Fixture::courier();
    fixture.write("empty.diff", "no diff at all\n");
    let arguments = ["context", TASK, "--files", "courier/lost.py,__init__.py", "--diff", "empty.diff"];
    let notes = fixture.json(&arguments)["notes"].clone();
    assert_eq!(notes.as_array().map(Vec::len), Some(2), "{notes}");
    for format in ["text", "markdown", "xml"] {
        let answer = fixture.fathom(&[&arguments[..], &["--format", format]].concat());
        assert_eq!(answer.code, 0);
        assert!(answer.stdout.contains("courier/lost.py is not in the index"), "{}", answer.stdout);
        assert!(answer.stdout.contains("The diff was ignored: it names no file"), "{}", answer.stdout);
    }
}

#[test]
fn standard_input_holds_one_thing() {
    let fixture = Fixture::courier();
    let answer = fixture.fathom(&["context", "-", "--diff", "-"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("the task or the diff"), "{}", answer.stderr);
}
