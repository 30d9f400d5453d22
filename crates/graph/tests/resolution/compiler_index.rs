//! Edges from a compiler take precedence over our own.

use crate::repository_with;
use expect_test::expect;
use fathom_graph::CompilerReference;

const FILE: &str = "class A:\n    def twice(self): pass\n\nclass B:\n    def twice(self): pass\n\ndef run(x):\n    x.twice()\n";

#[test]
fn a_compilers_edge_replaces_guesses_on_the_same_line() {
    let stated = CompilerReference {
        from_path: "a.py".into(),
        from_line: 8,
        to_path: "a.py".into(),
        to_line: 5,
        name: "twice".into(),
    };
    let repository = repository_with(&[("a.py", FILE)], &[stated]);
    expect![[r#"
        a.py::run calls a.py::B.twice [compiler:8]
    "#]]
    .assert_eq(&repository.calls());
}
