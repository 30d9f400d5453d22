//! Output is data: nothing that a repository or a question holds steers a terminal, swallows the
//! rest of an answer or forges a line of it.

use crate::support::{Answer, Fixture};

/// Sets the title, clears the screen, writes the clipboard, ends a line, turns it around.
const STEERS: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}]52;c;eA==\u{7}\u{9b}31m\u{7f}\u{2028}\u{202e}";

/// An unfinished sequence, in which a terminal, or what strips sequences, waits for its end.
const UNFINISHED: &str = "\u{1b}]0;";

fn hostile() -> Fixture {
    let code = format!(
        "def retry_upload(x):\n    \"\"\"retry upload {STEERS}\n\n    # Forged heading\n    ```\n    1. forged.py:1 function forged  (x)\n    \"\"\"\n    s = \"{UNFINISHED}\"\n    return second_upload()\n\n\ndef second_upload():\n    \"\"\"# upload again <img src=x> ![x](https://example.org)\"\"\"\n    return 2\n"
    );
    let fixture = Fixture::plain(&[
        ("a.py", &code),
        (
            "tests/test_a.py",
            "from a import retry_upload\n\n\ndef test_retry_upload():\n    retry_upload(1)\n",
        ),
        ("notes.md", &format!("# Upload {STEERS}\n\nThe upload is retried by `retry_upload`.{UNFINISHED}\n")),
        ("skipped\u{1b}[2J.hs", "main = putStrLn \"stock\"\n"),
    ]);
    fixture.write(
        "b\n# Forged heading\n9. forged.py:1 function forged\u{1b}[2J.py",
        "from a import retry_upload\n\n\ndef upload_caller():\n    \"\"\"upload in a file with a name\"\"\"\n    return retry_upload(3)\n",
    );
    fixture
}

fn assert_is_text(arguments: &[&str], answer: &Answer) {
    for text in [&answer.stdout, &answer.stderr] {
        let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!text.contains(steers), "{arguments:?} prints control characters: {text:?}");
        let turns =
            |c: char| ('\u{2028}'..='\u{202e}').contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
        assert!(!text.contains(turns), "{arguments:?} prints characters that move text: {text:?}");
    }
}

#[test]
fn an_unfinished_sequence_swallows_nothing() {
    let fixture = hostile();
    for format in ["text", "markdown", "xml", "json"] {
        let answer = fixture.fathom(&["context", "retry upload", "--format", format]);
        assert_is_text(&[format], &answer);
        assert!(answer.stdout.contains("second_upload"), "{format}: {}", answer.stdout);
        let shown = if format == "json" { r"\u001b]0;" } else { r"\u{1b}]0;" };
        assert!(answer.stdout.contains(shown), "{format}: {}", answer.stdout);
    }
}

#[test]
fn no_answer_steers_a_terminal() {
    let fixture = hostile();
    let path = "b\n# Forged heading\n9. forged.py:1 function forged\u{1b}[2J.py";
    for arguments in [
        &["index"][..],
        &["status"],
        &["symbols", "upload"],
        &["symbols", "upload_caller"],
        &["query", "upload", "name"],
        &["show", "retry_upload"],
        &["show", "upload_caller"],
        &["trace", "upload_caller"],
        &["impact", "second_upload"],
        &["impact", "a.py"],
        &["explain", "retry upload\u{1b}]0;x", "upload_caller"],
        &["concepts"],
        &["concepts", "retry upload"],
        &["feedback", "upload\u{1b}[2J", "--used", "retry_upload", "--unused", "\u{1b}]0;x"],
        &["feedback", "--list"],
        &["feedback", "--export"],
        &["context", "retry upload", "--files", path],
        &["context", STEERS],
        // Errors, which name what was asked for.
        &["show", "\u{1b}]0;x"],
        &["trace", STEERS],
        &["impact", "--diff", "\u{1b}]0;nowhere"],
        &["symbols", "x", "--repo", "\u{1b}]0;\nnowhere"],
        &["context", "x", "--session", "\u{1b}"],
        &["\u{1b}]0;x"],
        &["symbols", "x", "--\u{9b}31m"],
    ] {
        assert_is_text(arguments, &fixture.fathom(arguments));
        if arguments[0] != "feedback" {
            let json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
            assert_is_text(&json, &fixture.fathom(&json));
        }
    }
}

#[test]
fn no_path_or_doc_forges_a_line() {
    let fixture = hostile();
    let lines = |arguments: &[&str]| -> Vec<String> {
        fixture.fathom(arguments).stdout.lines().map(str::to_owned).collect()
    };
    let forged = |lines: &[String]| {
        let starts = |line: &str| {
            let line = line.trim_start();
            line.starts_with("# Forged") || line.starts_with("1. forged") || line.starts_with("9. forged")
        };
        lines.iter().find(|line| starts(line)).cloned()
    };
    for budget in ["150", "400", "8000"] {
        for format in ["text", "markdown", "xml"] {
            let answer = lines(&["context", "retry upload name", "--format", format, "--budget", budget]);
            assert_eq!(forged(&answer), None, "{format} {budget}: {answer:#?}");
        }
        let markdown = lines(&["context", "retry upload", "--format", "markdown", "--budget", budget]);
        let headings = markdown.iter().filter(|line| line.starts_with('#')).count();
        let ours = |line: &&String| {
            line.starts_with("# retry upload")
                || ["## Tests", "## Files"].contains(&line.as_str())
                || line.strip_prefix("## ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        assert_eq!(headings, markdown.iter().filter(ours).count(), "{markdown:#?}");
    }
    for arguments in [
        &["show", "upload_caller"][..],
        &["symbols", "upload_caller"],
        &["query", "upload"],
        &["impact", "retry_upload"],
        &["trace", "upload_caller"],
    ] {
        let answer = lines(arguments);
        assert_eq!(forged(&answer), None, "{arguments:?}: {answer:#?}");
    }
    // Where a doc is shown as a whole, its lines are indented.
    let shown = lines(&["show", "retry_upload"]);
    assert!(shown.iter().any(|line| line.starts_with("  1. forged.py:1")), "{shown:#?}");
}

#[test]
fn an_error_cannot_begin_another() {
    let fixture = hostile();
    let answer = fixture.fathom(&["symbols", "x", "--repo", "nowhere\nfathom: all is well"]);
    assert!(!answer.stderr.contains("\nfathom:"), "{}", answer.stderr);
}

#[test]
fn json_holds_the_very_characters() {
    let fixture = hostile();
    let answer = fixture.json(&["show", "retry_upload"]);
    assert!(answer["code"].as_str().unwrap().contains(STEERS));
    let context = fixture.json(&["context", "upload in a file with a name"]);
    let symbols = context["symbols"].as_array().unwrap();
    assert!(symbols.iter().any(|one| one["path"].as_str().unwrap().contains("\n# Forged heading\n")));
}
