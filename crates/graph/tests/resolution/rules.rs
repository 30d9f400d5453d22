//! Rules that one language or a few have: modules and macros of Rust, overloads, headers.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn rust_modules_are_followed_by_their_declarations() {
    let repository = repository(&[
        ("Cargo.toml", "[package]\nname = \"shop\"\n[lib]\npath = \"lib/root.rs\"\n"),
        ("lib/root.rs", "#[path = \"disk_store.rs\"]\nmod store;\npub fn run() { store::save(); }\n"),
        (
            "lib/disk_store.rs",
            "pub fn save() { super::log(); inner::deep() }\nmod inner { pub fn deep() {} }\n",
        ),
        ("tests/all/main.rs", "mod common;\nmod orders;\n"),
        ("tests/all/common.rs", "pub fn prepare() {}\n"),
        ("tests/all/orders.rs", "use crate::common::*;\nfn pays() { prepare(); shop::run(); }\n"),
    ]);
    expect![[r#"
        lib/disk_store.rs::save calls lib/disk_store.rs::inner::deep [exact:1]
        lib/root.rs::run calls lib/disk_store.rs::save [exact:3]
        tests/all/orders.rs::pays calls lib/root.rs::run [exact:2]
        tests/all/orders.rs::pays calls tests/all/common.rs::prepare [exact:2]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_rust_macro_is_not_the_function_of_its_name() {
    let repository = repository(&[
        ("Cargo.toml", "[package]\nname = \"shop\"\n"),
        (
            "src/lib.rs",
            "#[macro_use]\nmod macros;\nfn format() {}\nfn run() { format!(\"a\"); total!(1); }\n",
        ),
        ("src/macros.rs", "macro_rules! total { ($x:expr) => { $x } }\n"),
    ]);
    expect![[r#"
        src/lib.rs::run calls src/macros.rs::total [exact:4]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_rust_field_and_a_method_of_one_name_are_distinguished_by_the_call() {
    let repository = repository(&[(
        "src/lib.rs",
        "pub struct Reason;\nimpl Reason { fn is_fatal(&self) {} }\npub struct Failure { reason: Reason }\nimpl Failure {\n    fn reason(&self) -> Option<u8> { None }\n    fn check(&self) { self.reason.is_fatal(); self.reason(); }\n}\npub fn save<T: Saver>(to: T) { to.put(); }\npub trait Saver { fn put(&self); }\n",
    )]);
    expect![[r#"
        src/lib.rs::Failure::check calls src/lib.rs::Failure::reason~2 [exact:6]
        src/lib.rs::Failure::check calls src/lib.rs::Reason::is_fatal [exact:6]
        src/lib.rs::save calls src/lib.rs::Saver::put [exact:8]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn java_overloads_are_chosen_by_their_parameters_and_calls_lead_to_no_field() {
    let repository = repository(&[
        (
            "shop/Base.java",
            "package shop;\nclass Base {\n  Base(int a) {}\n  void send(String a, int b) {}\n  void close() {}\n}\n",
        ),
        (
            "shop/Order.java",
            "package shop;\nimport java.util.List;\nclass Order extends Base {\n  private boolean total;\n  Order() { this(1); }\n  Order(int a) { super(a); }\n  Order total() { return this; }\n  void send(String a) {}\n  void send(Order a) {}\n  void run(List<Order> all, Order one, int send) {\n    send(\"a\", 2);\n    send(\"a\");\n    send(one);\n    total().close();\n    all.get(0).total();\n  }\n}\n",
        ),
    ]);
    expect![[r#"
        shop/Order.java::Order.Order calls shop/Order.java::Order.Order~2 [exact:5]
        shop/Order.java::Order.Order~2 calls shop/Base.java::Base.Base [exact:6]
        shop/Order.java::Order.run calls shop/Base.java::Base.close [exact:14]
        shop/Order.java::Order.run calls shop/Base.java::Base.send [exact:11]
        shop/Order.java::Order.run calls shop/Order.java::Order.send [exact:12]
        shop/Order.java::Order.run calls shop/Order.java::Order.send~2 [exact:13]
        shop/Order.java::Order.run calls shop/Order.java::Order.total~2 [exact:14]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_go_method_of_another_arity_implements_nothing_and_a_slice_type_has_its_methods() {
    let repository = repository(&[
        ("go.mod", "module example.com/shop\n"),
        (
            "serve.go",
            "package shop\n\ntype Handler interface {\n\tServe(a int, b int)\n}\n\ntype Wide struct{}\n\nfunc (w Wide) Serve(a int, b int, c int) {}\n\ntype Lines []Line\n\ntype Line struct{}\n\nfunc (l Lines) Last() {}\n\nfunc (l Line) Print() {}\n\nfunc run(lines Lines) {\n\tlines.Last()\n\tlines[0].Print()\n}\n",
        ),
    ]);
    expect![[r#"
        serve.go::run calls serve.go::Line.Print [exact:21]
        serve.go::run calls serve.go::Lines.Last [exact:20]
    "#]]
    .assert_eq(&repository.calls());
    assert_eq!(repository.edges(&[EdgeKind::Implements, EdgeKind::Overrides]), "");
}

#[test]
fn what_a_c_header_defines_is_seen_where_it_is_included_and_macros_are_read_as_attributes() {
    let repository = repository(&[
        ("list.h", "static inline int list_size(void) { return 0; }\nAPI int LINKAGE list_add(int x);\n"),
        (
            "list.c",
            "#include \"list.h\"\n#define free(p) other(p)\nAPI int LINKAGE list_add(int x) { return x; }\n",
        ),
        ("main.c", "#include \"list.h\"\nint main(void) { list_add(list_size()); free(0); return 0; }\n"),
    ]);
    expect![[r#"
        main.c::main calls list.c::list_add [exact:2]
        main.c::main calls list.h::list_size [exact:2]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn using_declarations_of_cpp_are_followed() {
    let repository = repository(&[
        (
            "store.h",
            "namespace shop {\nclass EXPORT Store : public Base {\n public:\n  Store(int a);\n  virtual void save() = 0;\n};\n}\n",
        ),
        (
            "main.cpp",
            "#include \"store.h\"\nusing shop::Store;\nint run(Store* to) {\n  to->save();\n  Store other(1);\n}\n",
        ),
    ]);
    expect![[r#"
        main.cpp::run calls store.h::shop::Store::save [exact:4]
        main.cpp::run creates store.h::shop::Store [exact:5]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_type_that_a_receiver_starts_with_is_used_there() {
    let repository = repository(&[
        ("models.py", "from django.db import models\n\nclass Order(models.Model):\n    pass\n"),
        (
            "views.py",
            "import models\nfrom models import Order\n\ndef index():\n    return Order.objects.filter(open=True)\n\ndef other(x):\n    return isinstance(x, models.Order)\n",
        ),
    ]);
    expect![[r#"
        views.py::index reads models.py::Order [exact:5]
        views.py::other reads models.py::Order [exact:8]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Read]));
}

#[test]
fn an_import_in_a_function_comes_before_the_function_of_its_name() {
    let repository = repository(&[
        ("work.py", "def load():\n    pass\n"),
        ("main.py", "def load():\n    from work import load\n    load()\n"),
    ]);
    expect![[r#"
        main.py::load calls work.py::load [exact:3]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_bare_name_in_the_method_of_an_object_is_not_that_method() {
    let repository = repository(&[(
        "a.ts",
        "export function load() {}\nexport const methods = {\n  load() { return load(); },\n};\n",
    )]);
    expect![[r#"
        a.ts::methods.load calls a.ts::load [exact:3]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_c_name_means_what_the_included_files_define() {
    let repository = repository(&[
        ("compat.h", "#define malloc(n) other_malloc(n)\nint write(int fd);\n"),
        ("other.c", "#include \"compat.h\"\nvoid *other(void) { return malloc(1); }\n"),
        ("parse.c", "static int parse_value(int a) { return a; }\n"),
        (
            "tests/parse_test.c",
            "#include <stdlib.h>\n#include \"../parse.c\"\nint main(void) { write(1); malloc(2); return parse_value(1); }\n",
        ),
    ]);
    expect![[r#"
        other.c::other calls compat.h::malloc [exact:2]
        tests/parse_test.c::main calls parse.c::parse_value [exact:3]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn java_overloads_are_chosen_by_the_types_of_their_arguments() {
    let repository = repository(&[
        ("shop/Base.java", "package shop;\nclass Base {\n  void put(Base a) {}\n}\n"),
        (
            "shop/Text.java",
            "package shop;\nimport java.io.*;\nclass Text extends Base {\n  void put(Object a) {}\n  void put(String a) {}\n  void put(char a) {}\n  void put(char[] a) {}\n  void put(long a) {}\n  void put(Reader a) {}\n  void put(Class<?> a) {}\n  void run(String s, Integer n) {\n    put(s.trim());\n    put('c');\n    put(s.toCharArray());\n    put(3);\n    put(new StringReader(s));\n    put(Text.class);\n    put((Object) null);\n    put(\"a\" + n);\n    put(new Base());\n  }\n}\n",
        ),
    ]);
    expect![[r#"
        shop/Text.java::Text.run calls shop/Base.java::Base.put [exact:20]
        shop/Text.java::Text.run calls shop/Text.java::Text.put [exact:18]
        shop/Text.java::Text.run calls shop/Text.java::Text.put~2 [exact:12]
        shop/Text.java::Text.run calls shop/Text.java::Text.put~3 [exact:13]
        shop/Text.java::Text.run calls shop/Text.java::Text.put~4 [exact:14]
        shop/Text.java::Text.run calls shop/Text.java::Text.put~5 [exact:15]
        shop/Text.java::Text.run calls shop/Text.java::Text.put~6 [exact:16]
        shop/Text.java::Text.run calls shop/Text.java::Text.put~7 [exact:17]
        shop/Text.java::Text.run creates shop/Base.java::Base [exact:20]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_rust_type_parameter_is_what_the_impl_binds_it_to_and_a_pattern_what_the_variant_holds() {
    let repository = repository(&[(
        "src/lib.rs",
        "pub trait Read { fn next(&self); }\npub struct Parser<R> { read: R }\nimpl<R: Read> Parser<R> {\n    fn run(&self) { self.read.next(); }\n    fn stop(&self, shape: Shape) {\n        match shape { Shape::Round(circle) => circle.draw() }\n    }\n}\n#[derive(Default)]\npub struct Circle;\nimpl Circle { fn draw(&self) {} }\npub enum Shape { Round(Circle) }\nfn made() { let circle = Circle::default(); circle.draw(); }\n",
    )]);
    expect![[r#"
        src/lib.rs::Parser::run calls src/lib.rs::Read::next [exact:4]
        src/lib.rs::Parser::stop calls src/lib.rs::Circle::draw [exact:6]
        src/lib.rs::made calls src/lib.rs::Circle::draw [exact:13]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn of_two_methods_of_cpp_that_differ_in_const_the_receiver_decides() {
    let repository = repository(&[(
        "node.cpp",
        "class Node {\n public:\n  const Node* first() const { return first_; }\n  Node* first() { return first_; }\n  int count() const { return first() != 0; }\n  void clear() { first(); }\n  Node* first_;\n};\nvoid read(const Node* node) { node->first(); }\nvoid change(Node* node) { node->first(); }\n",
    )]);
    expect![[r#"
        node.cpp::Node::clear calls node.cpp::Node::first~2 [exact:6]
        node.cpp::Node::count calls node.cpp::Node::first [exact:5]
        node.cpp::change calls node.cpp::Node::first~2 [exact:10]
        node.cpp::read calls node.cpp::Node::first [exact:9]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_cpp_test_sees_the_members_of_its_fixture_behind_a_typedef_and_a_text_is_no_object() {
    let repository = repository(&[
        (
            "parse.h",
            "#include <string>\nvoid load(const std::string& text) {}\nvoid load(const char* text) {}\n",
        ),
        (
            "parse_test.cc",
            "#include \"parse.h\"\nclass Fixture { public:\n  void Parse(int a) {}\n};\ntypedef Fixture ParseTest;\nTEST_F(ParseTest, Loads) {\n  Parse(1);\n  load(\"a\");\n}\n",
        ),
    ]);
    expect![[r#"
        parse_test.cc::ParseTest::Loads calls parse.h::load~2 [exact:8]
        parse_test.cc::ParseTest::Loads calls parse_test.cc::Fixture::Parse [exact:7]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_method_that_is_passed_on_is_used() {
    for (path, text, target) in [
        (
            "a.py",
            "class A:\n    def run(self):\n        return list(map(self.each, []))\n    def each(self, x):\n        pass\n",
            "A.each",
        ),
        ("b.js", "class B {\n  run() { on(this.each.bind(this)); }\n  each() {}\n}\n", "B.each"),
        (
            "c.rs",
            "struct C;\nimpl C {\n    fn each(&self) {}\n}\nfn run(all: Vec<C>) { all.iter().for_each(C::each); }\n",
            "C::each",
        ),
        (
            "D.java",
            "class D { void run(java.util.List<D> all) { all.forEach(D::each); }\n void each() {} }\n",
            "D.each",
        ),
        (
            "e.go",
            "package e\n\ntype E struct{}\n\nfunc (e *E) each() {}\n\nfunc (e *E) run(on func(func())) { on(e.each) }\n",
            "E.each",
        ),
        (
            "f.rb",
            "class F\n  def run\n    [1].each(&method(:each_one))\n  end\n  def each_one(x)\n  end\nend\n",
            "F#each_one",
        ),
    ] {
        let edges = repository(&[(path, text)]).edges(&[EdgeKind::Read, EdgeKind::Call]);
        assert!(
            edges.contains(&format!("run reads {path}::{target}"))
                || edges.contains(&format!("run calls {path}::{target}")),
            "{path}: {edges}"
        );
    }
}
