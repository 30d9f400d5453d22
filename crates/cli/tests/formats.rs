//! `context` in each format people, documents and prompts ask for.

use crate::support::Fixture;
use insta::assert_snapshot;

const TASK: &str = "how long to wait before a retry";

fn context(format: &str) -> String {
    let fixture = Fixture::courier();
    let answer = fixture.fathom(&["context", TASK, "--format", format, "--budget", "380"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    fixture.normalised(&answer.stdout)
}

#[test]
fn text_has_numbered_lines() {
    assert_snapshot!(context("text"));
}

#[test]
fn markdown_has_headings_and_fenced_code() {
    assert_snapshot!(context("markdown"));
}

#[test]
fn xml_has_a_tag_per_symbol() {
    assert_snapshot!(context("xml"));
}

#[test]
fn json_is_one_format_with_two_names() {
    let fixture = Fixture::courier();
    let by_format = fixture.fathom(&["context", TASK, "--format", "json"]).stdout;
    assert_eq!(by_format, fixture.fathom(&["context", TASK, "--json"]).stdout);
    let both = fixture.fathom(&["context", TASK, "--json", "--format", "xml"]);
    assert_eq!(both.code, 2);
    assert!(both.stderr.contains("--format"), "{}", both.stderr);
}

#[test]
fn code_that_looks_like_markup_does_not_break_out_of_it() {
    let fixture = Fixture::plain(&[(
        "src/cells.js",
        "// Reads </code></symbol> and ]]> & more.\nfunction cells(rows) {\n  return rows[rows[0]]>1 ? `a` : \"```\";\n}\n",
    )]);
    let xml = fixture.fathom(&["context", "cells of rows", "--format", "xml"]).stdout;
    assert_eq!(xml.matches("<![CDATA[").count(), xml.matches("]]>").count(), "{xml}");
    assert!(xml.contains("rows[rows[0]]]]><![CDATA[>1"), "{xml}");
    assert!(xml.ends_with("</context>\n"));
    let markdown = fixture.fathom(&["context", "cells of rows", "--format", "markdown"]).stdout;
    assert!(markdown.contains("````javascript\n    2 | function cells"), "{markdown}");
}
