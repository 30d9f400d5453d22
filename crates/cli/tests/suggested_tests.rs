//! The tests that `context` suggests.

use crate::support::Fixture;
use serde_json::Value;

#[test]
fn a_test_file_that_changes_with_the_code_is_suggested_without_a_common_word() {
    let fixture = Fixture::committed(&[
        ("src/rates.py", "def interest_rate(loan):\n    return 1\n"),
        ("src/colours.py", "def background_colour(page):\n    return 'red'\n"),
        ("tests/test_ledger.py", "def test_ledger_balances():\n    assert 1 == 1\n"),
        ("tests/test_pages.py", "def test_pages_open():\n    assert 1 == 1\n"),
    ]);
    for value in 2..5 {
        fixture.write("src/rates.py", format!("def interest_rate(loan):\n    return {value}\n"));
        fixture.write(
            "tests/test_ledger.py",
            format!("def test_ledger_balances():\n    assert {value} == {value}\n"),
        );
        fixture.commit("Update");
    }
    let tests = |task: &str| fixture.json(&["context", task])["tests"].clone();
    let ledger = |tests: &Value| {
        let of_file = tests.as_array().unwrap().iter().find(|test| test["path"] == "tests/test_ledger.py");
        of_file.map_or(0.0, |test| test["probability"].as_f64().unwrap())
    };
    let of_rates = tests("the interest rate of a loan");
    assert_eq!(of_rates[0]["path"], "tests/test_ledger.py", "{of_rates}");
    // All files share the first commit, so another file leads to it too, less surely.
    assert!(ledger(&of_rates) > ledger(&tests("the background colour of a page")));
}
