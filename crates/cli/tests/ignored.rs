//! `.fathomignore`: what it hides and what it brings back.

use crate::support::Fixture;

#[test]
fn fathomignore_hides_files_and_brings_back_what_git_ignores() {
    let fixture = Fixture::plain(&[
        (".gitignore", "made/\n"),
        ("made/client.py", "def made_by_a_tool():\n    pass\n"),
        ("fixtures/big.py", "def fixture_of_a_test():\n    pass\n"),
        ("lib/fixtures/deep.py", "def deep_fixture():\n    pass\n"),
        ("lib/own.py", "def own_code():\n    pass\n"),
    ]);
    let is_found = |name: &str| fixture.fathom(&["symbols", name]).code == 0;
    assert!(!is_found("made_by_a_tool") && is_found("fixture_of_a_test") && is_found("deep_fixture"));
    fixture.write(".fathomignore", "/fixtures/   \n!made/\n# a comment\n");
    assert!(is_found("made_by_a_tool") && !is_found("fixture_of_a_test") && is_found("deep_fixture"));
    fixture.write("lib/.fathomignore", "fixtures/\n");
    assert!(!is_found("deep_fixture") && is_found("own_code"));
}
