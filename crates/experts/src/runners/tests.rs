//! Selections in the syntax of each runner.

use super::{Runner, SelectedTest, quoted};
use crate::test_id::TestId;

fn test(id: &str, line: u32, package: &str) -> SelectedTest {
    let package = Some(package).filter(|package| !package.is_empty()).map(str::to_owned);
    SelectedTest { id: TestId::parse(id), line: Some(line), package }
}

fn arguments(runner: Runner, tests: &[(&str, u32)]) -> String {
    let tests: Vec<_> = tests.iter().map(|(id, line)| test(id, *line, "")).collect();
    runner.arguments(&tests).unwrap_or_default()
}

#[test]
fn pytest_takes_node_ids() {
    assert_eq!(
        arguments(
            Runner::Pytest,
            &[("t/test_a.py::A::test_x[it's a b]", 1), ("t/test_b.py", 1), ("t/test_b.py", 2)]
        ),
        "'t/test_a.py::A::test_x[it'\\''s a b]' t/test_b.py"
    );
}

#[test]
fn cargo_takes_packages_and_exact_paths() {
    let tests = [
        test("crates/shop/src/cart.rs::tests::adds", 1, "shop"),
        test("crates/shop/src/cart/mod.rs::tests::adds", 1, "shop"),
        test("crates/shop/src/lib.rs::works", 1, "shop"),
        test("crates/web/tests/it.rs::answers", 1, "web"),
        test("crates/web/tests/big/part.rs::holds", 1, "web"),
    ];
    assert_eq!(
        Runner::Cargo.arguments(&tests).unwrap(),
        "-p shop -p web -- --exact cart::tests::adds works answers part::holds"
    );
    assert_eq!(
        Runner::Cargo.arguments(&tests[3..]).unwrap(),
        "-p web --test it --test big -- --exact answers part::holds"
    );
    assert_eq!(
        Runner::Nextest.arguments(&tests[2..]).unwrap(),
        "-p shop -p web -E 'test(=works)|(binary(=it)&test(=answers))|(binary(=big)&test(=part::holds))'"
    );
}

#[test]
fn go_takes_one_pattern_and_the_packages() {
    let tests = [("cart/cart_test.go::TestAdd", 1), ("shop_test.go::TestShop", 3)];
    assert_eq!(arguments(Runner::Go, &tests), "-run '^(TestAdd|TestShop)$' ./cart .");
    assert_eq!(arguments(Runner::Go, &[("cart/cart_test.go", 0)]), "./cart");
}

#[test]
fn jest_and_vitest_take_files_and_titles() {
    let tests = [("src/a.test.js::Cart::fails: a+b?", 1), ("src/a.test.js::each %i", 2)];
    assert_eq!(
        arguments(Runner::Jest, &tests),
        "--runTestsByPath src/a.test.js -t '^(Cart fails: a\\+b\\?|each .*)( |$)'"
    );
    assert_eq!(arguments(Runner::Vitest, &[("src/a.spec.ts", 0)]), "src/a.spec.ts");
}

#[test]
fn rspec_takes_lines() {
    assert_eq!(
        arguments(Runner::Rspec, &[("spec/a_spec.rb::Cart::adds", 4), ("spec/b_spec.rb", 1)]),
        "spec/a_spec.rb:4 spec/b_spec.rb"
    );
}

#[test]
fn gradle_and_dotnet_take_qualified_names() {
    let java = [("app/src/test/java/com/shop/CartTest.java::CartTest::Inner::adds", 1)];
    assert_eq!(arguments(Runner::Gradle, &java), "--tests 'com.shop.CartTest$Inner.adds'");
    assert_eq!(
        arguments(Runner::Gradle, &[("t/CartTest.kt::CartTest::`adds two`", 1)]),
        "--tests '*CartTest.adds two'"
    );
    assert_eq!(
        arguments(Runner::Dotnet, &[("t/CartTests.cs::Shop::CartTests::Adds", 1), ("t/B.cs", 1)]),
        "--filter 'FullyQualifiedName~Shop.CartTests.Adds|FullyQualifiedName~B'"
    );
}

#[test]
fn tests_that_the_runner_cannot_run_are_left_out() {
    assert_eq!(arguments(Runner::Pytest, &[("a_test.go::TestA", 1)]), "");
}

#[test]
fn a_block_is_left_out_if_tests_in_it_are_selected() {
    let tests = [("spec/a_spec.rb::Cart", 2), ("spec/a_spec.rb::Cart::adds", 4), ("spec/a_spec.rb::Shop", 9)];
    assert_eq!(arguments(Runner::Rspec, &tests), "spec/a_spec.rb:4 spec/a_spec.rb:9");
}

#[test]
fn a_whole_file_runs_its_cases() {
    let tests = [("t/test_a.py", 0), ("t/test_a.py::test_x", 4), ("t/test_b.py::test_y", 1)];
    assert_eq!(arguments(Runner::Pytest, &tests), "t/test_a.py t/test_b.py::test_y");
    let rust = [("crates/web/tests/it.rs", 0), ("crates/web/tests/more.rs::holds", 1)];
    assert_eq!(arguments(Runner::Cargo, &rust), "--test it --test more --");
}

#[test]
fn plain_words_are_not_quoted() {
    assert_eq!(quoted("a/b.py::test_x"), "a/b.py::test_x");
    assert_eq!(quoted("a b"), "'a b'");
    assert_eq!(quoted(""), "''");
    assert_eq!(quoted("$(rm)"), "'$(rm)'");
}
