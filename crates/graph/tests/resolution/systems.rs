//! Go, Rust, C and C++.

use crate::repository;
use expect_test::expect;
use fathom_graph::EdgeKind;

#[test]
fn go_packages_receivers_and_implicit_interfaces_are_followed() {
    let repository = repository(&[
        ("go.mod", "module example.com/shop\n\ngo 1.22\n"),
        (
            "store/store.go",
            "package store\n\ntype Saver interface {\n\tSave(id string) error\n}\n\ntype Disk struct{ path string }\n\nfunc New(path string) *Disk { return &Disk{path: path} }\n\nfunc (d *Disk) Save(id string) error { return write(d.path) }\n\nfunc write(path string) error { return nil }\n",
        ),
        (
            "main.go",
            "package main\n\nimport \"example.com/shop/store\"\n\ntype app struct{ saver store.Saver }\n\nfunc (a *app) run() {\n\ta.saver.Save(\"1\")\n\td := store.New(\"x\")\n\td.Save(\"2\")\n\thelp()\n}\n",
        ),
        ("help.go", "package main\n\nfunc help() {}\n"),
    ]);
    expect![[r#"
        main.go::app.run calls help.go::help [exact:11]
        main.go::app.run calls store/store.go::Disk.Save [exact:10]
        main.go::app.run calls store/store.go::New [exact:9]
        main.go::app.run calls store/store.go::Saver.Save [exact:8]
        store/store.go::Disk.Save calls store/store.go::write [exact:11]
        store/store.go::New creates store/store.go::Disk [exact:9]
    "#]]
    .assert_eq(&repository.calls());
    expect![[r#"
        store/store.go::Disk implements store/store.go::Saver [inferred:7]
        store/store.go::Disk.Save overrides store/store.go::Saver.Save [inferred:11]
    "#]]
    .assert_eq(&repository.edges(&[EdgeKind::Implements, EdgeKind::Overrides]));
}

#[test]
fn rust_modules_impls_traits_and_workspace_crates_are_followed() {
    let repository = repository(&[
        ("core/Cargo.toml", "[package]\nname = \"shop-core\"\n"),
        ("core/src/lib.rs", "pub mod store;\npub use store::Disk;\n"),
        (
            "core/src/store.rs",
            "pub trait Saver {\n    fn save(&self);\n    fn twice(&self) { self.save() }\n}\npub struct Disk;\nimpl Disk {\n    pub fn new() -> Self { Disk }\n}\nimpl Saver for Disk {\n    fn save(&self) { super::store::write() }\n}\nfn write() {}\n",
        ),
        ("app/Cargo.toml", "[package]\nname = \"app\"\n"),
        (
            "app/src/main.rs",
            "mod mail;\nuse shop_core::{Disk, store::Saver};\n\nfn main() {\n    let disk = Disk::new();\n    disk.save();\n    disk.twice();\n    mail::send();\n    crate::mail::send();\n}\n",
        ),
        ("app/src/mail.rs", "pub fn send() {}\n"),
    ]);
    expect![[r#"
        app/src/main.rs::main calls app/src/mail.rs::send [exact:8]
        app/src/main.rs::main calls core/src/store.rs::Disk::new [exact:5]
        app/src/main.rs::main calls core/src/store.rs::Disk::save [exact:6]
        app/src/main.rs::main calls core/src/store.rs::Saver::twice [exact:7]
        core/src/store.rs::Disk::save calls core/src/store.rs::write [exact:10]
        core/src/store.rs::Saver::twice calls core/src/store.rs::Saver::save [exact:3]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn c_definitions_win_over_prototypes_and_static_ones_stay_in_their_file() {
    let repository = repository(&[
        ("list.h", "void list_add(int x);\n"),
        ("list.c", "#include \"list.h\"\nstatic void check(void) {}\nvoid list_add(int x) { check(); }\n"),
        (
            "main.c",
            "#include \"list.h\"\nstatic void check(void) {}\nint main(void) { list_add(1); check(); return 0; }\n",
        ),
    ]);
    expect![[r#"
        list.c::list_add calls list.c::check [exact:3]
        main.c::main calls list.c::list_add [exact:3]
        main.c::main calls main.c::check [exact:3]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn cpp_members_outside_of_their_class_belong_to_it() {
    let repository = repository(&[
        ("order.hpp", "namespace shop {\nclass Order {\n public:\n  void pay();\n  void check();\n};\n}\n"),
        (
            "order.cpp",
            "#include \"order.hpp\"\nnamespace shop {\nvoid Order::pay() { check(); }\nvoid Order::check() {}\n}\n",
        ),
        ("main.cpp", "#include \"order.hpp\"\nint main() {\n  shop::Order order;\n  order.pay();\n}\n"),
    ]);
    expect![[r#"
        main.cpp::main calls order.cpp::shop::Order::pay [exact:4]
        order.cpp::shop::Order::pay calls order.cpp::shop::Order::check [exact:3]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_c_function_is_meant_and_not_a_define_that_renames_it() {
    let repository = repository(&[
        ("compat/text.h", "#define text_new other_text_new\n#define text_free(t) other_free(t)\n"),
        ("src/text.h", "char *text_new(void);\nvoid text_free(char *t);\n#define TEXT_MAX 8\n"),
        (
            "src/text.c",
            "#include \"text.h\"\nchar *text_new(void) { return 0; }\nvoid text_free(char *t) {}\n",
        ),
        (
            "src/main.c",
            "#include \"text.h\"\nint main(void) {\n  text_free(text_new());\n  return TEXT_MAX;\n}\n",
        ),
    ]);
    expect![[r#"
        src/main.c::main calls src/text.c::text_free [exact:3]
        src/main.c::main calls src/text.c::text_new [exact:3]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn cpp_a_nested_class_outside_of_its_class_is_its_member() {
    let repository = repository(&[
        (
            "store.hpp",
            "namespace shop {\nclass Store {\n public:\n  class Item {\n   public:\n    int price();\n  };\n  void open();\n  static void log();\n private:\n  class Impl;\n  Impl* impl_;\n};\n}\nusing shop::Store;\n",
        ),
        (
            "store.cpp",
            "#include \"store.hpp\"\nnamespace shop {\nclass Store::Impl {\n public:\n  void load();\n  void read();\n};\nvoid Store::Impl::load() {\n  read();\n  log();\n}\nvoid Store::open() {\n  impl_->load();\n  Item item;\n  item.price();\n}\n}\n",
        ),
        ("main.cpp", "#include \"store.hpp\"\nint main() {\n  Store store;\n  store.open();\n}\n"),
    ]);
    expect![[r#"
        main.cpp::main calls store.cpp::shop::Store::open [exact:4]
        store.cpp::shop::Store::Impl::load calls store.cpp::shop::Store::Impl::read [exact:9]
        store.cpp::shop::Store::Impl::load calls store.hpp::shop::Store::log [exact:10]
        store.cpp::shop::Store::open calls store.cpp::shop::Store::Impl::load [exact:13]
        store.cpp::shop::Store::open calls store.hpp::shop::Store::Item::price [exact:15]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn rust_own_methods_come_before_those_of_traits_and_a_where_clause_hides_no_type() {
    let repository = repository(&[
        ("Cargo.toml", "[package]\nname = \"shop\"\n[features]\nstd = []\n"),
        ("src/lib.rs", "pub mod order;\npub mod name;\n"),
        (
            "src/name.rs",
            "pub struct Name;\nimpl Name {\n    pub fn text(&self) -> u8 { 1 }\n    pub fn from_bytes() -> Name { Name }\n}\n",
        ),
        (
            "src/order.rs",
            "use crate::name::Name;\npub trait Text { fn text(&self) -> u8; }\nimpl Text for Name {\n    fn text(&self) -> u8 { self.text() }\n}\npub enum Shape { Named(Name), None }\nuse Shape::*;\nimpl<T> PartialEq<T> for Name where Name: Text {\n    fn eq(&self, other: &T) -> bool { true }\n}\npub fn print(shape: &Shape, name: Name) {\n    name.text();\n    Name::from_bytes();\n    match *shape {\n        Named(ref inner) => inner.text(),\n        None => 0,\n    };\n    std::name::from_bytes();\n}\n",
        ),
    ]);
    expect![[r#"
        src/order.rs::Name::text calls src/name.rs::Name::text [exact:4]
        src/order.rs::print calls src/name.rs::Name::from_bytes [exact:13]
        src/order.rs::print calls src/name.rs::Name::text [exact:12]
    "#]]
    .assert_eq(&repository.calls());
}
