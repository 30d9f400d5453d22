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

#[test]
fn a_member_of_a_subclass_is_reached_only_through_calls_on_its_objects() {
    let service = "class Service\n  def self.call(*args)\n    service = new(*args)\n    service.call\n  end\n\n  def call\n    perform\n  end\n\n  def perform; end\nend\n";
    let subclasses = "class Closing < Service\n  def perform; end\nend\n\nclass Opening < Service\n  def perform; end\nend\n";
    let desk = "class Desk\n  def close\n    Closing.call(1)\n  end\n\n  def open\n    Opening.call(2)\n  end\nend\n";
    let made = repository(&[("service.rb", service), ("subclasses.rb", subclasses), ("desk.rb", desk)]);
    let graph = made.graph();
    let closing = lookup::resolve(&graph, "Closing#perform");
    let options = impact::Options { depth: 5, ..impact::Options::default() };
    let mut reached: Vec<String> = impact::impact(&graph, &closing, &options)
        .iter()
        .map(|one| graph.qualified_name(one.symbol))
        .collect();
    reached.sort();
    assert_eq!(reached, ["Desk#close", "Service#call", "Service.call"]);
}
