//! Colours, links and a pager: on a terminal, and where they are asked for.

use crate::support::{Fixture, configure, run_in};

const SHOW: [&str; 2] = ["show", "with_retries"];
/// Longer than a screen.
const CONTEXT: [&str; 2] = ["context", "where are failed requests retried?"];
const NO_PAGER: (&str, &str) = ("FATHOM_PAGER", "");

/// Text without the sequences that colour it.
fn bare(painted: &str) -> String {
    let mut parts = painted.split("\u{1b}[");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (sequence, rest) = part.split_once('m').unwrap();
        assert!(sequence.chars().all(|c| c.is_ascii_digit() || c == ';'), "{sequence:?} is no colour");
        text.push_str(rest);
    }
    assert!(!text.contains('\u{1b}'), "{text:?}");
    text
}

#[test]
fn a_terminal_gets_colours_and_a_pipe_does_not() {
    let fixture = Fixture::courier();
    for arguments in [
        &["index"][..],
        &SHOW,
        &CONTEXT,
        &["symbols", "Client"],
        &["query", "parcel"],
        &["trace", "Client.send"],
        &["impact", "encode"],
        &["explain", "retry failed requests", "with_retries"],
        &["status"],
    ] {
        let plain = fixture.fathom(arguments).stdout;
        assert!(!plain.contains('\u{1b}'), "{arguments:?}: {plain}");
        let painted = fixture.on_terminal(arguments, &[NO_PAGER]);
        if arguments[0] != "index" {
            assert_eq!(bare(&painted), plain, "{arguments:?}");
            assert_ne!(painted, plain, "{arguments:?}");
        }
    }
}

#[test]
fn colours_are_as_asked_for() {
    let fixture = Fixture::courier();
    let plain = fixture.fathom(&SHOW).stdout;
    let asked = |option: &str| fixture.fathom(&["show", "with_retries", "--color", option]).stdout;
    assert_eq!(bare(&asked("always")), plain);
    assert_ne!(asked("always"), plain);
    assert_eq!(asked("never"), plain);
    let forced = run_in(fixture.root(), &SHOW, &[("CLICOLOR_FORCE", "1")]).stdout;
    assert_eq!(forced, asked("always"));
    for quiet in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        assert_eq!(fixture.on_terminal(&SHOW, &[NO_PAGER, quiet]), plain, "{quiet:?}");
    }
    let never = fixture.on_terminal(&["show", "with_retries", "--color=never"], &[NO_PAGER]);
    assert_eq!(never, plain);
    let json = fixture.on_terminal(&["show", "with_retries", "--json"], &[NO_PAGER]);
    assert!(!json.contains('\u{1b}'), "JSON has no colours: {json}");
}

#[test]
fn colours_do_not_count_in_the_budget() {
    let fixture = Fixture::courier();
    for budget in ["60", "300", "900"] {
        let plain = fixture.fathom(&["context", CONTEXT[1], "--budget", budget]).stdout;
        let painted = fixture.fathom(&["context", CONTEXT[1], "--budget", budget, "--color", "always"]);
        assert_eq!(bare(&painted.stdout), plain);
    }
}

#[test]
fn places_are_links_on_terminals_that_have_them() {
    let fixture = Fixture::plain(&[("a b/ü.py", "def parcel():\n    return 1\n")]);
    let link = |root: &str| format!("{}/a%20b/%C3%BC.py", root.replace(' ', "%20"));
    let root = fixture.root().display().to_string();
    let words = ["symbols", "parcel", "--color", "never"];
    let plain = fixture.fathom(&words).stdout;
    let vte = fixture.on_terminal(&words, &[("VTE_VERSION", "6003")]);
    assert!(vte.starts_with("\u{1b}]8;;file://") && vte.contains(&link(&root)), "{vte:?}");
    assert!(vte.contains("\u{1b}\\a b/ü.py:1\u{1b}]8;;\u{1b}\\  function parcel\n"), "{vte:?}");
    assert_eq!(fixture.on_terminal(&words, &[]), plain, "an unknown terminal");
    let code = fixture.on_terminal(&words, &[("TERM_PROGRAM", "vscode")]);
    assert!(code.starts_with(&format!("\u{1b}]8;;file://{}#1\u{1b}\\", link(&root))), "{code:?}");
    let asked = |option: &str| fixture.fathom(&["symbols", "parcel", "--hyperlinks", option]).stdout;
    assert!(asked("always").contains(&link(&root)));
    assert_eq!((asked("never"), asked("auto")), (plain.clone(), plain));
}

#[test]
fn what_is_longer_than_the_screen_is_paged() {
    let fixture = Fixture::courier();
    let pager = ("FATHOM_PAGER", "echo paged; cat");
    let paged = |arguments: &[&str], environment: &[(&str, &str)]| {
        fixture.on_terminal(arguments, environment).starts_with("paged\n")
    };
    assert!(paged(&CONTEXT, &[pager]));
    assert!(paged(&CONTEXT, &[("PAGER", pager.1)]));
    assert!(!paged(&CONTEXT, &[("PAGER", pager.1), NO_PAGER]), "the nearer name counts");
    assert!(!paged(&["symbols", "Client"], &[pager]), "one screen holds it");
    assert!(!paged(&["context", CONTEXT[1], "--no-pager"], &[pager]));
    assert!(!paged(&["context", CONTEXT[1], "--json"], &[pager]));
    assert!(!run_in(fixture.root(), &CONTEXT, &[pager]).stdout.starts_with("paged"), "a pipe");
}

#[test]
fn a_pager_that_is_missing_or_leaves_early_loses_nothing() {
    let fixture = Fixture::courier();
    let plain = fixture.fathom(&CONTEXT).stdout;
    let shown =
        fixture.on_terminal(&CONTEXT, &[("FATHOM_PAGER", "no-such-pager 2>/dev/null"), ("NO_COLOR", "1")]);
    assert_eq!(shown, plain);
    let first = fixture.on_terminal(&CONTEXT, &[("FATHOM_PAGER", "head -n 1"), ("NO_COLOR", "1")]);
    assert_eq!(first, "# where are failed requests retried?\n");
}

#[test]
fn looks_can_be_set() {
    let fixture = Fixture::courier();
    let plain = fixture.fathom(&SHOW).stdout;
    let with = |arguments: &[&str], environment: &[(&str, &str)]| {
        run_in(fixture.root(), arguments, environment).stdout
    };
    let never = ["show", "with_retries", "--color", "never"];
    assert_eq!(bare(&with(&SHOW, &[("FATHOM_COLOR", "always")])), plain);
    assert_ne!(with(&SHOW, &[("FATHOM_COLOR", "always")]), plain);
    configure(&fixture, "color = \"always\"\nhyperlinks = \"always\"\npager = \"echo set; cat\"\n");
    assert!(with(&SHOW, &[]).contains("\u{1b}["));
    assert!(with(&never, &[]).contains("\u{1b}]8;;file://"));
    assert!(!with(&SHOW, &[("NO_COLOR", "1")]).contains("\u{1b}["), "the environment comes first");
    assert!(with(&SHOW, &[("NO_COLOR", "1"), ("FATHOM_COLOR", "always")]).contains("\u{1b}["));
    let paged =
        |environment: &[(&str, &str)]| fixture.on_terminal(&CONTEXT, environment).starts_with("set\n");
    assert!(paged(&[]) && paged(&[("PAGER", "cat")]));
    assert!(!paged(&[NO_PAGER]));
}
