//! 0 found, 1 nothing found, 2 an error that names the thing and the next step.

use crate::support::{Fixture, run_in};
use std::io::Read;

#[test]
fn what_is_found_ends_with_0() {
    let fixture = Fixture::courier();
    for arguments in [
        &["index"][..],
        &["status"],
        &["context", "retry failed requests"],
        &["explain", "retry failed requests", "with_retries"],
        &["query", "parcel"],
        &["symbols", "Client"],
        &["show", "Client.send"],
        &["trace", "Client.send"],
        &["impact", "encode"],
    ] {
        let answer = fixture.fathom(arguments);
        assert_eq!(answer.code, 0, "{arguments:?}: {}", answer.stderr);
        assert_eq!(answer.stderr, "", "{arguments:?} keeps standard error for errors");
    }
}

#[test]
fn nothing_found_exits_with_1_and_a_message() {
    let fixture = Fixture::courier();
    for (arguments, words) in [
        (&["context", "zebra crossing xylophone"][..], "Nothing in this repository matches"),
        (&["query", "xylophone"], "nothing matches `xylophone`"),
        (&["symbols", "Xylophone"], "nothing is called `Xylophone`"),
        (&["trace", "encode"], "no resolved calls"),
        (&["impact", "test_failed_requests_are_retried"], "no resolved reference leads here"),
    ] {
        let answer = fixture.fathom(arguments);
        assert_eq!(answer.code, 1, "{arguments:?}: {}{}", answer.stdout, answer.stderr);
        assert!(answer.stdout.contains(words), "{arguments:?}: {}", answer.stdout);
        let json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        assert_eq!(fixture.fathom(&json).code, 1, "{json:?}");
    }
    let fresh = Fixture::courier();
    assert_eq!(fresh.fathom(&["status"]).code, 1, "there is no index yet");
}

#[test]
fn nothing_found_differs_from_a_language_without_a_grammar() {
    let fixture = Fixture::courier();
    assert!(fixture.fathom(&["symbols", "Xylophone"]).stdout.contains("(read as text only: nim)"));
    let answer = fixture.json(&["symbols", "Xylophone"]);
    assert_eq!(answer["unsupported_languages"], serde_json::json!(["nim"]));
}

#[test]
fn an_error_ends_with_2_and_names_the_thing_and_the_next_step() {
    let fixture = Fixture::courier();
    for (arguments, thing, step) in [
        (&["index", "nowhere"][..], "nowhere", "give the path of a repository"),
        (&["index", "README.md"], "README.md", "give the folder"),
        (&["symbols", "Client", "--repo", "nowhere"], "nowhere", "give the path of a repository"),
        (&["show", "Client.sned"], "Client.sned", ""),
        (&["show", "Client.sen"], "Client.sen", "did you mean Client.send"),
        (&["trace", "Xylophone"], "Xylophone", "read as text only: nim"),
        (&["impact", "Xylophone"], "Xylophone", ""),
        (&["impact", "encode", "--edge-type", "hugs"], "hugs", "calls, creates"),
        (&["impact", "--diff", "nowhere.diff"], "nowhere.diff", ""),
        (&["symbols", "Client", "--kind", "gadget"], "gadget", "kinds are file, module, class"),
        (&["context", "  "], "task is empty", "describe in a sentence"),
        (&["index", "--scip", "README.md"], "README.md", ""),
        (&["symbols"], "NAME", "--help"),
        (&["fetch"], "fetch", "--help"),
    ] {
        let answer = fixture.fathom(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.stdout);
        assert_eq!(answer.stdout, "", "{arguments:?} answers nothing");
        assert!(answer.stderr.contains(thing), "{arguments:?} does not name {thing}: {}", answer.stderr);
        assert!(answer.stderr.contains(step), "{arguments:?} has no next step `{step}`: {}", answer.stderr);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    // More than a pipe holds, so that writing is still going on when the reader leaves.
    let code: String = (0..6_000).fold(String::new(), |code, n| code + &format!("def parcel_{n}(): pass\n"));
    let fixture = Fixture::plain(&[("many.py", &code)]);
    for arguments in
        [&["symbols", "parcel", "--limit", "6000"][..], &["query", "parcel", "--limit", "6000", "--json"]]
    {
        fixture.fathom(arguments);
        let mut child = fixture.start(arguments);
        let mut first = [0; 16];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn completions_print_for_every_shell() {
    let fixture = Fixture::empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let answer = fixture.fathom(&["completions", shell]);
        assert_eq!(answer.code, 0);
        assert!(answer.stdout.contains("fathom"), "{shell}");
        assert!(answer.stdout.contains("context"), "{shell}");
    }
}

#[test]
fn help_names_every_command_and_the_exit_codes() {
    let help = Fixture::empty().fathom(&["--help"]);
    assert_eq!(help.code, 0);
    for word in [
        "context",
        "explain",
        "concepts",
        "query",
        "symbols",
        "show",
        "trace",
        "impact",
        "index",
        "status",
        "Exit codes",
    ] {
        assert!(help.stdout.contains(word), "{word}");
    }
}

#[test]
fn the_repository_around_the_current_folder_or_the_one_named_is_asked() {
    let fixture = Fixture::courier();
    fixture.fathom(&["index"]);
    let inside = run_in(&fixture.path("courier"), &["symbols", "Client"], &[]);
    assert_eq!(inside.code, 0, "{}", inside.stderr);
    fixture.index("CURRENT");
    let elsewhere = Fixture::empty();
    let root = fixture.root().display().to_string();
    assert_eq!(elsewhere.fathom(&["symbols", "Client", "--repo", &root]).code, 0);
    assert_eq!(run_in(elsewhere.root(), &["symbols", "Client"], &[("FATHOM_REPO", &root)]).code, 0);
    let home = elsewhere.root().display().to_string();
    let asked = run_in(elsewhere.root(), &["symbols", "Client"], &[("HOME", &home)]);
    assert!(asked.code == 2 && asked.stderr.contains("give --repo PATH"), "{}", asked.stderr);
}
