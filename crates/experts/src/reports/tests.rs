//! Reports that the runners wrote for small projects, shortened, in `tests/fixtures/reports`.

use super::{Format, KnownTest, Report, ReportError, Status, Suite};
use crate::test_id::TestId;
use expect_test::{Expect, expect};
use std::fmt::Write;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("../../tests/fixtures/reports/", $name))
    };
}

fn suite(tests: &[(&str, u32, u32)], files: &[&str]) -> Suite {
    let known = |(id, line, end_line): &(&str, u32, u32)| KnownTest {
        id: TestId::parse(id),
        line: *line,
        end_line: *end_line,
    };
    Suite::new(tests.iter().map(known).collect(), files.iter().map(|file| (*file).to_owned()))
}

/// The tests of the Python project.
fn python() -> Suite {
    suite(
        &[
            ("tests/test_shop.py::TestAdd::test_adds", 7, 8),
            ("tests/test_shop.py::TestAdd::TestInner::test_fails", 11, 12),
            ("tests/test_shop.py::test_param", 16, 17),
            ("tests/test_shop.py::test_skipped", 21, 22),
            ("tests/test_shop.py::test_expected_failure", 26, 27),
            ("tests/test_shop.py::test_unexpected_pass", 31, 32),
            ("tests/test_shop.py::test_error_in_setup", 40, 41),
            ("tests/test_shop.py::Old::test_price", 45, 46),
            ("tests/test_shop.py::Old::test_sub", 48, 51),
            ("other/test_shop.py::test_param", 1, 2),
        ],
        &["tests/test_broken.py"],
    )
}

fn check(suite: &Suite, text: &str, format: Format, expected: &Expect) {
    let report = Report::read(text).unwrap();
    assert_eq!(report.format, format);
    let mut shown = String::new();
    for test in &report.tests {
        for id in suite.resolve(test) {
            writeln!(shown, "{:?} {id}", test.status).unwrap();
        }
    }
    if report.unnamed_passed > 0 {
        writeln!(shown, "and {} passed", report.unnamed_passed).unwrap();
    }
    expected.assert_eq(&shown);
}

fn pytest_results() -> Expect {
    expect![[r#"
        Failed tests/test_broken.py
        Passed tests/test_shop.py::TestAdd::test_adds
        Failed tests/test_shop.py::TestAdd::TestInner::test_fails
        Passed tests/test_shop.py::test_param[a b]
        Failed tests/test_shop.py::test_param[x::y]
        Passed tests/test_shop.py::test_param[[z]]
        Passed tests/test_shop.py::test_param[it's]
        Passed tests/test_shop.py::test_param[p/q.py]
        Skipped tests/test_shop.py::test_skipped
        Skipped tests/test_shop.py::test_expected_failure
        Passed tests/test_shop.py::test_unexpected_pass
        Failed tests/test_shop.py::test_error_in_setup
        Failed tests/test_shop.py::Old::test_price
        Failed tests/test_shop.py::Old::test_sub
    "#]]
}

#[test]
fn junit_xml_of_pytest_gets_its_files_from_the_suite() {
    check(&python(), fixture!("pytest.xml"), Format::Junit, &pytest_results());
}

#[test]
fn a_report_log_combines_the_phases_and_subtests_of_a_test() {
    check(&python(), fixture!("pytest.jsonl"), Format::ReportLog, &pytest_results());
}

#[test]
fn pytest_names_every_test_with_v() {
    check(
        &python(),
        fixture!("pytest-v.txt"),
        Format::Pytest,
        &expect![[r#"
            Passed tests/test_shop.py::TestAdd::test_adds
            Failed tests/test_shop.py::TestAdd::TestInner::test_fails
            Passed tests/test_shop.py::test_param[a b]
            Failed tests/test_shop.py::test_param[x::y]
            Passed tests/test_shop.py::test_param[[z]]
            Passed tests/test_shop.py::test_param[it's]
            Passed tests/test_shop.py::test_param[p/q.py]
            Skipped tests/test_shop.py::test_skipped
            Skipped tests/test_shop.py::test_expected_failure
            Passed tests/test_shop.py::test_unexpected_pass
            Failed tests/test_shop.py::test_error_in_setup
            Failed tests/test_shop.py::Old::test_price
            Failed tests/test_shop.py::Old::test_sub
            Failed tests/test_broken.py
        "#]],
    );
}

#[test]
fn pytest_names_failures_alone_without_v() {
    check(
        &python(),
        fixture!("pytest-q.txt"),
        Format::Pytest,
        &expect![[r#"
            Failed tests/test_shop.py::TestAdd::TestInner::test_fails
            Failed tests/test_shop.py::test_param[x::y]
            Failed tests/test_shop.py::Old::test_price
            Failed tests/test_shop.py::Old::test_sub
            Failed tests/test_broken.py
            Failed tests/test_shop.py::test_error_in_setup
            and 6 passed
        "#]],
    );
}

#[test]
fn a_test_fails_if_one_of_its_cases_does() {
    let results = python().results(&Report::read(fixture!("pytest.xml")).unwrap());
    let status = |id: &str| results[&TestId::parse(id)].status;
    assert_eq!(status("tests/test_shop.py::test_param"), Status::Failed);
    assert_eq!(status("tests/test_shop.py::test_skipped"), Status::Skipped);
    assert_eq!(results.len(), 10);
}

#[test]
fn go_names_packages_and_its_subtests_are_cases() {
    let go = suite(
        &[
            ("cart/cart_test.go::TestAdd", 5, 13),
            ("cart/cart_test.go::TestSkip", 15, 15),
            ("cart/cart_test.go::TestOk", 16, 16),
            ("cart/cart_test.go::FuzzAdd", 18, 18),
            ("shop/cart_test.go::TestAdd", 5, 13),
        ],
        &["broken/broken_test.go"],
    );
    check(
        &go,
        fixture!("go.jsonl"),
        Format::Go,
        &expect![[r#"
            Failed broken/broken_test.go
            Passed cart/cart_test.go::TestAdd[one_two]
            Failed cart/cart_test.go::TestAdd[bad/slash]
            Failed cart/cart_test.go::TestAdd
            Skipped cart/cart_test.go::TestSkip
            Passed cart/cart_test.go::TestOk
            Passed cart/cart_test.go::FuzzAdd[seed#0]
            Passed cart/cart_test.go::FuzzAdd
        "#]],
    );
    check(
        &go,
        fixture!("go.txt"),
        Format::Go,
        &expect![[r#"
            Failed broken/broken_test.go
            Failed cart/cart_test.go::TestAdd
            Failed cart/cart_test.go::TestAdd[bad/slash]
        "#]],
    );
}

#[test]
fn jest_and_vitest_name_blocks_and_files_that_do_not_load() {
    let js = suite(
        &[
            ("js/src/cart.test.js::Cart::adds two numbers", 4, 4),
            ("js/src/cart.test.js::Cart::each %i %i", 10, 10),
            ("js/vsrc/cart.spec.ts::Cart::adds two numbers", 4, 4),
        ],
        &["js/src/broken.test.js", "js/vsrc/broken.spec.ts"],
    );
    check(
        &js,
        fixture!("jest.json"),
        Format::Jest,
        &expect![[r#"
            Passed js/src/cart.test.js::Cart::adds two numbers
            Failed js/src/cart.test.js::Cart::with (odd) "names" & \[brackets]::fails: a+b?
            Skipped js/src/cart.test.js::Cart::is skipped
            Skipped js/src/cart.test.js::Cart::is to be written
            Passed js/src/cart.test.js::Cart::each %i %i[each 1 2]
            Passed js/src/cart.test.js::Cart::each %i %i[each 2 3]
            Passed js/src/cart.test.js::top level
            Failed js/src/broken.test.js
        "#]],
    );
    let vitest = expect![[r#"
        Failed js/vsrc/broken.spec.ts
        Passed js/vsrc/cart.spec.ts::Cart::adds two numbers
        Failed js/vsrc/cart.spec.ts::Cart::with (odd) "names" & \[brackets]::fails: a+b?
        Skipped js/vsrc/cart.spec.ts::Cart::is skipped
        Skipped js/vsrc/cart.spec.ts::Cart::is to be written
    "#]];
    check(&js, fixture!("vitest.json"), Format::Jest, &vitest);
    check(&js, fixture!("vitest.xml"), Format::Junit, &vitest);
}

#[test]
fn examples_of_rspec_are_found_by_their_lines() {
    let ruby = suite(
        &[
            ("spec/cart_spec.rb::Cart::adds", 4, 6),
            ("spec/cart_spec.rb::Cart::with odd names::fails", 8, 10),
            ("spec/cart_spec.rb::Cart::with odd names::it", 11, 11),
            ("spec/cart_spec.rb::Cart::handles #{n}", 19, 21),
        ],
        &[],
    );
    check(
        &ruby,
        fixture!("rspec.json"),
        Format::Rspec,
        &expect![[r#"
            Passed spec/cart_spec.rb::Cart::adds
            Skipped spec/cart_spec.rb::Cart::is skipped
            Failed spec/cart_spec.rb::Cart::raises
            Passed spec/cart_spec.rb::Cart::handles #{n}[handles 1]
            Passed spec/cart_spec.rb::Cart::handles #{n}[handles 2]
            Skipped spec/cart_spec.rb::Cart::is pending
            Failed spec/cart_spec.rb::Cart::with odd names::fails
            Failed spec/cart_spec.rb::Cart::with odd names::it[is expected to be nil]
        "#]],
    );
}

#[test]
fn cargo_and_nextest_name_modules_and_binaries() {
    let rust = suite(
        &[
            ("src/cart.rs::tests::adds", 4, 6),
            ("src/cart.rs::tests::fails", 9, 12),
            ("src/cart.rs::tests::is_ignored", 16, 16),
            ("src/cart.rs::tests::panics", 20, 22),
            ("tests/it.rs::answers", 2, 4),
            ("tests/it.rs::inner::breaks", 8, 10),
        ],
        &[],
    );
    check(
        &rust,
        fixture!("cargo.txt"),
        Format::Cargo,
        &expect![[r#"
        Passed src/cart.rs::tests::adds
        Skipped src/cart.rs::tests::is_ignored
        Failed src/cart.rs::tests::fails
        Passed src/cart.rs::tests::panics
        Passed tests/it.rs::answers
        Failed tests/it.rs::inner::breaks
        Passed src/lib.rs::add::doc test
    "#]],
    );
    check(
        &rust,
        fixture!("nextest.txt"),
        Format::Nextest,
        &expect![[r#"
        Passed src/cart.rs::tests::adds
        Failed src/cart.rs::tests::fails
        Passed src/cart.rs::tests::panics
        Passed tests/it.rs::answers
        Failed tests/it.rs::inner::breaks
    "#]],
    );
    check(
        &rust,
        fixture!("nextest.xml"),
        Format::Junit,
        &expect![[r#"
        Passed src/cart.rs::tests::adds
        Failed src/cart.rs::tests::fails
        Passed src/cart.rs::tests::panics
        Passed tests/it.rs::answers
        Failed tests/it.rs::inner::breaks
    "#]],
    );
}

#[test]
fn junit_xml_of_other_runners_is_read() {
    let other = suite(
        &[
            ("app/src/test/java/com/shop/CartTest.java::CartTest::adds", 3, 5),
            ("app/src/test/java/com/shop/CartTest.java::CartTest::Inner::adds", 8, 9),
            ("app/src/test/java/com/web/CartTest.java::CartTest::adds", 3, 5),
            ("tests/CartTest.php::CartTest::testAdd", 3, 5),
            ("Shop.Tests/CartTests.cs::CartTests::Adds", 3, 5),
        ],
        &[],
    );
    let xml = r#"<testsuites><testsuite name="s">
        <testcase classname="com.shop.CartTest" name="adds()" time="1,200.5"/>
        <testcase classname="com.shop.CartTest" name="adds(int)[2]"><failure/></testcase>
        <testcase classname="com.shop.CartTest$Inner" name="adds"><skipped/></testcase>
        <testcase classname="com.shop.CartTest" name="adds"><flakyFailure/><rerunFailure/></testcase>
        <testcase class="CartTest" classname="CartTest" name="testAdd with data set #1" file="/w/tests/CartTest.php" line="3"><error/></testcase>
        <testcase classname="Shop.Tests.CartTests" name="Adds(a: 1)"/>
        <testcase classname="Suite" name="Case" status="notrun"/>
        </testsuite></testsuites>"#;
    check(
        &other,
        xml,
        Format::Junit,
        &expect![[r#"
            Passed app/src/test/java/com/shop/CartTest.java::CartTest::adds
            Failed app/src/test/java/com/shop/CartTest.java::CartTest::adds[2]
            Skipped app/src/test/java/com/shop/CartTest.java::CartTest::Inner::adds
            Passed app/src/test/java/com/shop/CartTest.java::CartTest::adds
            Failed tests/CartTest.php::CartTest::testAdd[#1]
            Passed Shop.Tests/CartTests.cs::CartTests::Adds[a: 1]
            Skipped Suite::Case
        "#]],
    );
    assert_eq!(Report::read(xml).unwrap().tests[0].seconds, Some(1200.5));
}

#[test]
fn what_is_no_report_is_refused() {
    assert!(matches!(Report::read("hello"), Err(ReportError::Unknown)));
    assert!(matches!(Report::read("<testsuites/>"), Err(ReportError::Empty)));
    assert!(matches!(Report::read("<testsuites><testcase"), Err(ReportError::Damaged { .. })));
    assert!(matches!(Report::read("{\"testResults\": 3}"), Err(ReportError::Damaged { .. })));
    assert!(matches!(Report::read(""), Err(ReportError::Unknown)));
}
