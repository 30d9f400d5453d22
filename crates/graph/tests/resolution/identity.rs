//! Every id names one symbol.

use crate::{Repository, repository};
use expect_test::expect;
use fathom_graph::{Graph, impact, lookup, trace};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn assert_unique(graph: &Graph<'_>) {
    let mut seen = BTreeSet::new();
    for symbol in graph.symbols() {
        let id = graph.id(symbol);
        assert_eq!(graph.with_id(&id), Some(symbol), "{id}");
        assert_eq!(lookup::resolve(graph, &id), [symbol], "{id}");
        assert!(seen.insert(id.clone()), "{id} names two symbols");
        assert!(id.starts_with(&graph.shared_id(symbol)), "{id}");
    }
}

fn ids(made: &Repository) -> String {
    let graph = made.graph();
    let lines = graph.symbols().map(|symbol| (graph.id(symbol), graph.definition(symbol).line));
    lines.fold(String::new(), |mut all, (id, line)| {
        let _ = writeln!(all, "{id} {line}");
        all
    })
}

#[test]
fn a_later_definition_of_a_name_has_an_ordinal() {
    let shop = repository(&[
        ("Shop.java", "class Shop {\n  void pay(int a) {}\n  void pay(String b) {}\n  void pay() {}\n}\n"),
        ("a.py", "if X:\n    def f(): pass\nelse:\n    def f(): pass\n\nclass A:\n    def f(self): pass\n"),
        ("b.ts", "function g(a: string): void;\nfunction g(a: number): void;\nfunction g(a: any) {}\n"),
        ("c.md", "# Use\n\n## Step\n\n## Step\n\n## Step~2\n"),
        ("d.json", "{\"a.b\": 1, \"a\": {\"b\": 2}}\n"),
    ]);
    assert_unique(&shop.graph());
    expect![[r#"
        Shop.java 1
        Shop.java::Shop 1
        Shop.java::Shop.pay 2
        Shop.java::Shop.pay~2 3
        Shop.java::Shop.pay~3 4
        a.py 1
        a.py::f 2
        a.py::f~2 4
        a.py::A 6
        a.py::A.f 7
        b.ts 1
        b.ts::g~2 1
        b.ts::g~3 2
        b.ts::g 3
        c.md 1
        c.md::Use 1
        c.md::Use.Step 3
        c.md::Use.Step~2 5
        c.md::Use.Step~2~1 7
        d.json 1
        d.json::a.b 1
        d.json::a 1
        d.json::a.b~2 1
    "#]]
    .assert_eq(&ids(&shop));
}

#[test]
fn an_ordinal_is_understood_with_any_form_of_a_name() {
    let shop = repository(&[
        ("Shop.java", "class Shop {\n  void pay(int a) {}\n  void pay(String b) {}\n}\n"),
        ("Till.java", "class Till {\n  void pay(int a) {}\n}\n"),
    ]);
    let graph = shop.graph();
    let lines = |name: &str| {
        let found = lookup::resolve(&graph, name).into_iter();
        found.map(|symbol| (graph.path(symbol), graph.definition(symbol).line)).collect::<Vec<_>>()
    };
    assert_eq!(lines("Shop.java::Shop.pay"), [("Shop.java", 2)]);
    for name in ["Shop.java::Shop.pay~2", "Shop.pay~2", "Shop#pay~2", "pay~2", "Shop.java::pay~2"] {
        assert_eq!(lines(name), [("Shop.java", 3)], "{name}");
    }
    assert_eq!(lines("Shop.pay"), [("Shop.java", 2), ("Shop.java", 3)]);
    assert_eq!(lines("Shop.pay~3"), []);
}

#[test]
fn ids_stay_unique_where_hundreds_share_a_name() {
    let items = "{\"name\": 1, \"a.b\": 2, \"a\": {\"b\": 3}}, ".repeat(60);
    let list = format!("{{\"items\": [{}]}}\n", items.trim_end_matches(", "));
    let functions: String = (0..40).map(|at| format!("def f(): return {at}\n")).collect();
    let made = repository(&[("list.json", &list), ("a.py", &functions)]);
    let graph = made.graph();
    assert_unique(&graph);
    assert_eq!(graph.id(graph.with_id("a.py::f~40").unwrap()), "a.py::f~40");
}

#[test]
fn what_is_reached_names_what_it_is_reached_through() {
    let made = repository(&[(
        "a.py",
        "class A:\n    def f(self): pass\n\ndef g(a):\n    a.f()\n\ndef h():\n    g(1)\n\ndef k():\n    h()\n",
    )]);
    let graph = made.graph();
    let start = graph.with_id("a.py::A").unwrap();
    let found = impact::impact(&graph, &[start], &impact::Options::default());
    let parents = found.iter().filter(|one| graph.name(one.symbol) != "a.py");
    let parents: Vec<_> = parents
        .map(|one| {
            format!("{} <- {} via {}", graph.name(one.symbol), graph.name(one.parent), graph.name(one.via))
        })
        .collect();
    expect![[r#"
        g <- A via f
        h <- g via g
        k <- h via h"#]]
    .assert_eq(&parents.join("\n"));
    let steps = trace::trace(&graph, graph.with_id("a.py::k").unwrap(), 5, 100);
    let parents: Vec<_> = steps
        .iter()
        .map(|step| format!("{} -> {}", graph.name(step.from), graph.name(step.symbol)))
        .collect();
    expect![[r#"
        k -> h
        h -> g
        g -> f"#]]
    .assert_eq(&parents.join("\n"));
}

/// A few definitions with few names, so that many are the same.
fn sources() -> impl Strategy<Value = [(&'static str, String); 4]> {
    fn text(part: impl Fn(&str, &str, bool) -> String) -> impl Strategy<Value = String> {
        let name = || prop::sample::select(vec!["a", "b", "c"]);
        let names = prop::collection::vec((name(), name(), any::<bool>()), 0..12);
        names.prop_map(move |names| {
            names.into_iter().map(|(outer, inner, other)| part(outer, inner, other)).collect()
        })
    }
    let python = text(|outer, inner, nested| {
        if nested {
            format!("class {outer}:\n    def {inner}(self): pass\n    {inner} = 1\n")
        } else {
            format!("if x:\n    def {outer}(): pass\nelse:\n    {outer} = 2\n")
        }
    });
    let java = text(|outer, inner, is_static| {
        let word = if is_static { "static " } else { "" };
        format!("class {outer} {{ {word}void {inner}() {{}} void {inner}(int x) {{}} }}\n")
    });
    let cpp = text(|outer, inner, announced| {
        if announced {
            format!("void {inner}(int);\nclass {outer};\n")
        } else {
            format!("void {inner}(int) {{}}\nvoid {outer}::{inner}() {{}}\n")
        }
    });
    let markdown = text(|outer, inner, numbered| {
        format!("# {outer}\n\n## {inner}{}\n\n", if numbered { "~2" } else { "" })
    });
    (python, java, cpp, markdown).prop_map(|(python, java, cpp, markdown)| {
        [("p.py", python), ("J.java", java), ("c.cpp", cpp), ("m.md", markdown)]
    })
}

proptest! {
    // Each case is parsed in four languages and linked.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_id_names_one_symbol_and_leads_back_to_it(files in sources()) {
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        assert_unique(&repository(&files).graph());
    }
}
