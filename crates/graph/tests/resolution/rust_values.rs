//! Rust: values that no annotation names.

use crate::repository;
use expect_test::expect;

#[test]
fn rust_members_are_found_through_deref_tuples_variants_and_closures() {
    let repository = repository(&[
        ("Cargo.toml", "[package]\nname = \"shop\"\n\n[dependencies]\ntempfile = \"3\"\n"),
        (
            "src/lib.rs",
            "use std::ops::Deref;\npub struct Token { at: usize }\nimpl Token {\n    pub fn lexeme(&self) -> usize { self.at }\n    pub fn same(&self, other: usize) -> bool { self.at == other }\n}\npub struct Name { token: Token }\nimpl Deref for Name {\n    type Target = Token;\n    fn deref(&self) -> &Self::Target { &self.token }\n}\npub struct Style(pub(crate) Token, u8);\nimpl Style {\n    fn same(&self) -> bool { self.0.same(1) }\n}\npub enum Shape { Round(Token) }\nimpl Shape {\n    fn area(&self) -> usize { 1 }\n}\nstruct Temporary;\nimpl Temporary {\n    fn tempdir(&self) {}\n}\n",
        ),
        (
            "src/run.rs",
            "use crate::{Name, Shape, Token};\nfn run(name: Name, all: Vec<Token>, tempfile: u8) {\n    name.lexeme();\n    Shape::Round(token).area();\n    all.iter().any(|one| one.same(1));\n}\nfn make() { tempfile::tempdir(); }\n",
        ),
    ]);
    expect![[r#"
        src/lib.rs::Style::same calls src/lib.rs::Token::same [exact:14]
        src/run.rs::run calls src/lib.rs::Shape::Round [exact:4]
        src/run.rs::run calls src/lib.rs::Shape::area [exact:4]
        src/run.rs::run calls src/lib.rs::Token::lexeme [exact:3]
        src/run.rs::run calls src/lib.rs::Token::same [exact:5]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_rust_call_of_one_of_several_impls_of_a_trait_is_exact_where_the_arguments_decide() {
    let repository = repository(&[
        ("Cargo.toml", "[package]\nname = \"shop\"\n"),
        (
            "src/lib.rs",
            "pub struct Value;\nimpl From<&'static str> for Value {\n    fn from(text: &'static str) -> Value { Value }\n}\nimpl From<u32> for Value {\n    fn from(number: u32) -> Value { Value }\n}\nfn known(count: u32) {\n    Value::from(\"a\");\n    Value::from(count);\n}\nfn open() { Value::from(other()); }\n",
        ),
    ]);
    expect![[r#"
        src/lib.rs::known calls src/lib.rs::Value::from [exact:9]
        src/lib.rs::known calls src/lib.rs::Value::from~2 [exact:10]
        src/lib.rs::open calls src/lib.rs::Value::from [ambiguous:12]
        src/lib.rs::open calls src/lib.rs::Value::from~2 [ambiguous:12]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_rust_function_comes_before_the_module_it_is_exported_from() {
    let repository = repository(&[
        ("Cargo.toml", "[package]\nname = \"shop\"\n"),
        ("src/lib.rs", "mod load;\nmod run;\npub(crate) use load::load;\n"),
        ("src/load.rs", "pub(crate) fn load() {}\n"),
        ("src/run.rs", "use super::*;\nfn run() { load(); }\n"),
    ]);
    expect![[r#"
        src/run.rs::run calls src/load.rs::load [exact:2]
    "#]]
    .assert_eq(&repository.calls());
}
