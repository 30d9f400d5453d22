//! Walks over calls end, however deep one asks and however many meet.

use crate::{Repository, repository};
use fathom_graph::{impact, lookup, trace};
use std::fmt::Write;

/// Functions that call each other in a row.
fn chain(length: usize) -> Repository {
    let mut text = String::new();
    for function in 0..length {
        let _ = writeln!(text, "def f{function}(): f{}()", function + 1);
    }
    repository(&[("a.py", &text)])
}

#[test]
fn a_walk_ends_where_nothing_is_left_to_reach() {
    let chain = chain(1_000);
    let graph = chain.graph();
    let first = lookup::resolve(&graph, "f0")[0];
    let last = lookup::resolve(&graph, "f999");
    assert_eq!(trace::trace(&graph, first, u32::MAX, usize::MAX).len(), 999);
    let options = impact::Options { depth: u32::MAX, ..impact::Options::default() };
    assert_eq!(impact::impact(&graph, &last, &options).len(), 999);
}

#[test]
fn all_of_a_large_file_can_change_at_once() {
    let chain = chain(40_000);
    let graph = chain.graph();
    let file = lookup::resolve(&graph, "a.py");
    assert!(impact::impact(&graph, &file, &impact::Options::default()).is_empty());
}

#[test]
fn callers_of_a_method_are_reached_once_whatever_overrides_it() {
    let mut text = "class Base:\n    def run(self): pass\n\n".to_owned();
    for class in 0..3_000 {
        let _ = writeln!(text, "class C{class}(Base):\n    def run(self): Base().run()\n");
    }
    let many = repository(&[("a.py", &text)]);
    let graph = many.graph();
    let base = lookup::resolve(&graph, "Base.run");
    let options = impact::Options { depth: 5, ..impact::Options::default() };
    assert_eq!(impact::impact(&graph, &base, &options).len(), 3_000);
    let first = lookup::resolve(&graph, "C0.run")[0];
    assert_eq!(trace::trace(&graph, first, 5, usize::MAX).len(), 3_001);
}
