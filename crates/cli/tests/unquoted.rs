//! A task needs no quotes: words are joined, wherever the options are.

use crate::support::Fixture;

#[test]
fn words_of_a_task_are_joined() {
    let fixture = Fixture::courier();
    for command in ["context", "concepts"] {
        let quoted = fixture.fathom(&[command, "failed requests are retried"]);
        let unquoted = fixture.fathom(&[command, "failed", "requests", "are", "retried"]);
        assert_eq!((quoted.code, &quoted.stdout), (unquoted.code, &unquoted.stdout), "{}", unquoted.stderr);
    }
    let last = fixture.fathom(&["context", "failed", "requests", "--limit", "2"]);
    let between = fixture.fathom(&["context", "failed", "--limit", "2", "requests"]);
    assert_eq!(last.stdout, between.stdout);
    assert!(last.stdout.starts_with("# failed requests\n"), "{}", last.stdout);
}

#[test]
fn a_dash_alone_reads_standard_input() {
    let fixture = Fixture::courier();
    let answer = fixture.fathom_given("failed requests", &["context", "-"]);
    assert_eq!(answer.stdout, fixture.fathom(&["context", "failed", "requests"]).stdout);
    let answer = fixture.fathom(&["context", "a", "-", "b"]);
    assert!(answer.stdout.starts_with("# a - b\n"), "{}", answer.stdout);
}

#[test]
fn a_task_is_needed() {
    let answer = Fixture::courier().fathom(&["context"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("<TASK>"), "{}", answer.stderr);
}
