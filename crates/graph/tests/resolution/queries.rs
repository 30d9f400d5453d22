//! Lookup, trace and impact on a linked repository.

use crate::{Repository, repository};
use expect_test::expect;
use fathom_graph::{FileId, SymbolId, impact, lookup, trace, unresolved_calls_of};

fn shop() -> Repository {
    repository(&[
        ("shop/base.py", "class Store:\n    def save(self, order): pass\n"),
        (
            "shop/disk.py",
            "from .base import Store\n\nclass DiskStore(Store):\n    def save(self, order):\n        write(order)\n\ndef write(order): pass\n",
        ),
        (
            "shop/order.py",
            "from .base import Store\n\nclass Order:\n    def pay(self, store: Store):\n        store.save(self)\n",
        ),
        ("tests/test_order.py", "from shop.order import Order\n\ndef test_pay():\n    Order().pay(None)\n"),
    ])
}

#[test]
fn every_form_of_a_name_finds_its_symbol() {
    let shop = shop();
    let graph = shop.graph();
    for form in [
        "DiskStore.save",
        "DiskStore#save",
        "DiskStore::save",
        "shop/disk.py::DiskStore.save",
        "disk.DiskStore.save",
    ] {
        let found: Vec<String> = lookup::resolve(&graph, form).into_iter().map(|s| graph.id(s)).collect();
        assert_eq!(found, ["shop/disk.py::DiskStore.save"], "{form}");
    }
    let found: Vec<String> =
        lookup::resolve(&graph, "shop/disk.py").into_iter().map(|s| graph.id(s)).collect();
    assert_eq!(found, ["shop/disk.py"]);
    let near = lookup::lookup(&graph, "diskst", None, 5);
    assert_eq!(graph.id(near[0].symbol), "shop/disk.py::DiskStore");
    assert!(lookup::lookup(&graph, "nothing_like_it", None, 5).is_empty());
    let misspelt = lookup::lookup(&graph, "DiskStrore", None, 5);
    assert_eq!(misspelt.first().map(|one| graph.name(one.symbol)), Some("DiskStore"));
    assert!(lookup::resolve(&graph, "DiskStrore").is_empty(), "it is offered, not taken");
}

#[test]
fn what_only_resembles_a_name_is_not_looked_for_where_it_is_not_wanted() {
    let shop = shop();
    let graph = shop.graph();
    let found = |name: &str| -> Vec<String> {
        let found = lookup::lookup_to(&graph, name, None, lookup::Fit::CaseDiffers, 5);
        found.into_iter().map(|one| graph.id(one.symbol)).collect()
    };
    assert_eq!(found("DISKSTORE"), ["shop/disk.py::DiskStore"]);
    assert_eq!(found("diskstore.SAVE"), ["shop/disk.py::DiskStore.save"]);
    assert!(found("diskst").is_empty() && found("DiskStrore").is_empty());
    assert_eq!(lookup::lookup(&graph, "diskstore", None, 5)[0].fit, lookup::Fit::CaseDiffers);
}

#[test]
fn the_innermost_definition_holds_up_to_the_returned_line() {
    let shop = repository(&[(
        "a.py",
        "class A:\n    x = 1\n\n    def f(self):\n        def g():\n            pass\n        return g\n\nY = 2\n",
    )]);
    let graph = shop.graph();
    let runs = std::iter::successors(Some((SymbolId::new(0), 0)), |(_, last)| {
        graph.innermost_until(FileId::new(0), last + 1)
    });
    let runs: Vec<String> =
        runs.skip(1).map(|(symbol, last)| format!("{} to {last}", graph.id(symbol))).collect();
    expect![[r#"
        a.py::A to 1
        a.py::A.x to 2
        a.py::A to 3
        a.py::A.f to 4
        a.py::A.f.g to 6
        a.py::A.f to 7
        a.py to 8
        a.py::Y to 9"#]]
    .assert_eq(&runs.join("\n"));
}

#[test]
fn a_trace_follows_calls_and_dispatches_to_implementations() {
    let shop = shop();
    let graph = shop.graph();
    let start = lookup::resolve(&graph, "Order.pay")[0];
    let steps: String = trace::trace(&graph, start, 3, 50)
        .iter()
        .map(|step| {
            format!(
                "{} {}{}\n",
                step.depth,
                graph.id(step.symbol),
                if step.dispatched { " (dispatched)" } else { "" }
            )
        })
        .collect();
    expect![[r#"
        1 shop/base.py::Store.save
        1 shop/disk.py::DiskStore.save (dispatched)
        2 shop/disk.py::write
    "#]]
    .assert_eq(&steps);
}

#[test]
fn impact_reaches_callers_through_the_overridden_method_and_tests() {
    let shop = shop();
    let graph = shop.graph();
    let changed = lookup::resolve(&graph, "write");
    let options = impact::Options { depth: 4, ..impact::Options::default() };
    let reached: String = impact::impact(&graph, &changed, &options)
        .iter()
        .map(|one| format!("{} {} {}\n", one.depth, graph.id(one.symbol), one.edge.kind().word()))
        .collect();
    expect![[r#"
        1 shop/disk.py::DiskStore.save calls
        2 shop/order.py::Order.pay calls
        3 tests/test_order.py::test_pay calls
    "#]]
    .assert_eq(&reached);
}

#[test]
fn a_subclass_is_impacted_because_it_extends_the_class() {
    let shop = shop();
    let graph = shop.graph();
    let changed = lookup::resolve(&graph, "Store");
    let reached =
        impact::impact(&graph, &changed, &impact::Options { depth: 1, ..impact::Options::default() });
    let subclass = reached.iter().find(|one| graph.name(one.symbol) == "DiskStore").unwrap();
    assert_eq!(subclass.edge.kind().word(), "extends");
}

#[test]
fn a_default_export_is_found_by_the_name_others_import_it_under() {
    let shop = repository(&[
        ("basket.js", "export default function () { return 1; }\n"),
        ("till.js", "function pay() {}\nexport default pay;\n"),
        ("index.js", "export { default } from './basket';\n"),
        ("again.ts", "import Cart from './index';\nexport default Cart;\n"),
        ("a.js", "import Cart from './basket';\nimport Till from './till';\nCart(); Till();\n"),
        ("b.tsx", "import Bag from './again';\nimport React from 'react';\nimport Till from './basket';\n"),
        ("c.js", "import Till from './till';\n"),
    ]);
    let graph = shop.graph();
    let found = |name: &str| -> Vec<String> {
        fathom_graph::imported_as(&graph, name).into_iter().map(|symbol| graph.id(symbol)).collect()
    };
    assert_eq!(found("Cart"), ["basket.js::default"]);
    assert_eq!(found("Bag"), ["basket.js::default"], "through two files that pass it on");
    assert_eq!(found("Till"), ["till.js::pay", "basket.js::default"], "what most files mean comes first");
    assert!(found("React").is_empty() && found("default").is_empty() && found("pay").is_empty());
}

/// The calls of a function in the order in which they run: line, name, and the call site's flags.
fn steps(repository: &crate::Repository, function: &str) -> Vec<String> {
    let graph = repository.graph();
    let symbol = graph.symbols().find(|symbol| graph.name(*symbol) == function).unwrap();
    let line = |reference: u32| graph.facts(symbol).references[reference as usize].line;
    let step = |(site, call): &(fathom_syntax::CallSite, fathom_graph::CallTarget)| {
        let branch = if site.branch_line > 0 { " if" } else { "" };
        format!("{} {}{branch}", line(call.reference), graph.name(call.to))
    };
    graph.calls_in_order(symbol).iter().map(step).collect()
}

#[test]
fn several_calls_of_one_function_keep_their_lines_and_order() {
    let text = "def a(): pass\ndef b(x): pass\ndef run():\n    a()\n    if ready:\n        b(a())\n    a()\n";
    let repository = crate::repository(&[("a.py", text)]);
    assert_eq!(steps(&repository, "run"), ["4 a", "6 a if", "6 b if", "7 a"]);
    let graph = repository.graph();
    let edge = graph.edges().iter().find(|edge| graph.name(edge.to) == "a").unwrap();
    assert_eq!((edge.line, edge.count), (4, 3));
    assert_eq!(graph.call_lines(edge).collect::<Vec<_>>(), [4, 6, 7]);
}

#[test]
fn code_comes_before_the_title_of_a_test_and_all_definitions_of_a_name_are_found() {
    let repository = repository(&[
        ("a/range.test.ts", "describe(\"parseRange\", () => {\n  it(\"parses\", () => {});\n});\n"),
        ("src/range.ts", "export function parseRange() {}\n"),
        ("src/shop.ts", "export class Shop { open() {} }\nexport class Door { open() {} }\n"),
    ]);
    let graph = repository.graph();
    let found = |name: &str| -> Vec<String> {
        lookup::resolve(&graph, name).into_iter().map(|symbol| graph.id(symbol)).collect()
    };
    assert_eq!(found("parseRange").first().map(String::as_str), Some("src/range.ts::parseRange"));
    assert_eq!(found("open"), ["src/shop.ts::Shop.open", "src/shop.ts::Door.open"]);
}

#[test]
fn calls_without_a_target_have_places() {
    let repository = repository(&[(
        "a.py",
        "class A:\n    def open(self): pass\n\nclass B:\n    def open(self): pass\n\ndef run(x):\n    x.thing.open()\n",
    )]);
    let graph = repository.graph();
    let run = lookup::resolve(&graph, "run")[0];
    assert!(trace::trace(&graph, run, 3, 10).is_empty());
    let lines: Vec<u32> = unresolved_calls_of(&graph, run).iter().map(|call| call.line).collect();
    assert_eq!(lines, [8]);
}
