//! Repositories on which a walk without bounds and memory would not end in a
//! lifetime, or not in the minutes that a test may take.

use crate::{Repository, repository};
use fathom_graph::EdgeKind;
use std::fmt::Write;

/// Files that take over all names of each other, with the same lines in each.
fn star_imports(language: &str, count: usize, lines: impl Fn(usize) -> String) -> Repository {
    let files: Vec<(String, String)> = (0..count)
        .map(|file| {
            let others = (0..count).filter(|other| *other != file);
            let imports: String = others
                .map(|other| match language {
                    "py" => format!("from m{other:02} import *\n"),
                    _ => format!("export * from './m{other:02}';\n"),
                })
                .collect();
            (format!("m{file:02}.{language}"), imports + &lines(file))
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    repository(&files)
}

#[test]
fn names_are_looked_for_once_in_files_that_take_over_each_others_names() {
    let python = star_imports("py", 24, |file| {
        let defined = if file == 23 { "def there(): pass\n" } else { "" };
        format!("from m00 import gone\n\n{defined}def run{file}():\n    there()\n    gone()\n    missing()\n")
    });
    let calls = python.calls();
    assert_eq!(calls.lines().count(), 24);
    assert!(calls.contains("m07.py::run7 calls m23.py::there [exact:27]\n"), "{calls}");
    let script = star_imports("ts", 24, |file| {
        let defined = if file == 23 { "export function there() {}\n" } else { "" };
        let other = (file + 1) % 24;
        format!(
            "import {{ there, gone }} from './m{other:02}';\n{defined}function run() {{ there(); gone(); }}\n"
        )
    });
    assert_eq!(script.calls().lines().count(), 24);
}

#[test]
fn the_cost_of_a_name_does_not_grow_with_the_definitions_that_bear_it() {
    let mut text = String::new();
    for line in 0..50_000 {
        let _ = writeln!(text, "def f(x): f(x); x.f(); x = x.f{line}()");
    }
    let calls = repository(&[("a.py", &text)]).calls();
    assert_eq!(calls.lines().count(), 50_000);
    assert!(calls.lines().all(|line| line.contains(" calls a.py::f [exact:")));
}

#[test]
fn a_method_written_many_times_implements_an_interface_that_asks_for_it_many_times() {
    let methods = "func (t T) Zap() { t.Zap() }\n".repeat(4_000);
    let text = format!(
        "package x\n\ntype T struct{{}}\n{methods}type I interface {{\n{}}}\n",
        "\tZap()\n".repeat(4_000)
    );
    let overrides = repository(&[("a.go", &text)]).edges(&[EdgeKind::Overrides, EdgeKind::Implements]);
    assert_eq!(overrides.lines().count(), 4_001);
}

#[test]
fn a_name_that_is_offered_again_and_again_is_offered_once() {
    let mut text = "import { x } from './b';\n".repeat(3_000);
    for name in 0..3_000 {
        let _ = writeln!(text, "export {{ x as y{name} }};");
    }
    let files = [
        ("a.ts", text.as_str()),
        ("b.ts", "export function x() {}\n"),
        ("c.ts", "import { y7 } from './a';\nfunction run() { y7(); }\n"),
    ];
    assert_eq!(repository(&files).calls(), "c.ts::run calls b.ts::x [exact:2]\n");
}
