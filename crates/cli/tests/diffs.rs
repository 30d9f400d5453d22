//! Diffs as git prints them: any line, any encoding, and nothing at all.

use crate::support::{Fixture, each};

const BASKET: &str = "export function total(price, discount) {
  return price
- discount;
}
";

fn shop() -> Fixture {
    Fixture::committed(&[
        ("basket.js", BASKET),
        (
            "till.js",
            "import { total } from './basket.js';\nexport function pay() {\n  return total(3, 1);\n}\n",
        ),
        ("notes.latin", "plain\n"),
    ])
}

#[test]
fn a_removed_line_that_starts_with_a_dash_is_a_line() {
    let shop = shop();
    shop.replace("basket.js", "- discount;", "+ discount;");
    let diff = shop.git(&["diff"]) + "\n";
    assert!(diff.contains("\n-- discount;\n"), "{diff}");
    let answer = shop.fathom_given(diff, &["impact", "--diff", "-", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let answer: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(answer["node"], "basket.js::total");
    assert_eq!(each(&answer["impacted"], "node"), ["till.js::pay"]);
}

#[test]
fn staged_changes_are_a_change() {
    let shop = shop();
    let nothing = shop.fathom(&["impact", "--staged"]);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (1, "Nothing is staged.\n"), "{}", nothing.stderr);
    shop.replace("basket.js", "- discount;", "+ discount;");
    shop.replace("till.js", "total(3, 1)", "total(3, 2)");
    shop.git(&["add", "basket.js"]);
    let answer = shop.fathom(&["impact", "--staged", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let answer: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(answer["node"], "basket.js::total");
    assert_eq!(each(&answer["impacted"], "node"), ["till.js::pay"]);
}

#[test]
fn named_files_are_a_change() {
    let shop = shop();
    let answer = shop.fathom(&["impact", "--files", "basket.js,gone.js", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let answer: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(answer["node"], "basket.js");
    assert!(each(&answer["impacted"], "node").contains(&"till.js::pay"), "{answer}");
    assert_eq!(answer["notes"][0], "`gone.js` is not in the index.");
}

#[test]
fn a_diff_of_another_encoding_is_read() {
    let shop = shop();
    shop.write("basket.js", [BASKET.replace("discount;", "caf").as_bytes(), b"\xE9;\n}\n"].concat());
    let diff = std::process::Command::new("git").args(["diff"]).current_dir(shop.root()).output().unwrap();
    assert!(String::from_utf8(diff.stdout.clone()).is_err());
    for command in [&["impact"][..], &["context", "pay", "--json"]] {
        let arguments = [command, &["--diff", "-"]].concat();
        let answer = shop.fathom_given(diff.stdout.clone(), &arguments);
        assert_eq!(answer.code, 0, "{arguments:?}: {}", answer.stderr);
        assert!(answer.stdout.contains("basket.js::total"), "{arguments:?}: {}", answer.stdout);
        assert!(!answer.stdout.contains("ignored"), "{arguments:?}: {}", answer.stdout);
    }
}

#[test]
fn a_clean_tree_changes_nothing() {
    let shop = shop();
    let answer = shop.fathom_given("", &["impact", "--diff", "-"]);
    assert_eq!((answer.code, answer.stdout.as_str()), (1, "The diff is empty.\n"), "{}", answer.stderr);
    assert_eq!(answer.stderr, "");
    let answer = shop.fathom_given("", &["impact", "--diff", "-", "--json"]);
    assert_eq!(answer.code, 1);
    let answer: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(answer["impacted"], serde_json::json!([]));
    let answer = shop.fathom_given("", &["context", "pay the total", "--diff", "-"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("The diff is empty and was ignored."), "{}", answer.stdout);
}

#[test]
fn a_diff_of_what_is_not_indexed_finds_nothing() {
    let shop = shop();
    shop.write("notes.latin", "changed\n");
    let answer = shop.fathom_given(shop.git(&["diff"]) + "\n", &["impact", "--diff", "-"]);
    assert_eq!(answer.code, 1);
    assert_eq!(answer.stdout, "The diff touches no symbol of the index.\n");
}

#[test]
fn text_that_is_not_a_diff_is_an_error_that_names_valid_input() {
    let shop = shop();
    for (diff, words) in [
        ("no diff at all\n", "give a unified diff"),
        (
            "--- a/basket.js\n+++ b/basket.js\n@@ -1,4 +1,4 @@\n export\n",
            "file 1 is not a valid unified diff",
        ),
        ("diff --cc basket.js\n--- a/basket.js\n+++ b/basket.js\n@@@ -1 -1 +1 @@@\n--x\n", "git diff HEAD"),
        ("\x1b[1mdiff --git a/basket.js b/basket.js\x1b[m\n", "--no-color"),
    ] {
        let answer = shop.fathom_given(diff, &["impact", "--diff", "-"]);
        assert_eq!(answer.code, 2, "{diff}: {}", answer.stdout);
        assert!(answer.stderr.contains(words), "{diff}: {}", answer.stderr);
        let answer = shop.fathom_given(diff, &["context", "pay the total", "--diff", "-"]);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        assert!(answer.stdout.contains("The diff was ignored"), "{diff}: {}", answer.stdout);
    }
}

#[test]
fn a_diff_that_is_too_large_is_refused() {
    let shop = shop();
    let path = shop.beside("huge.diff");
    std::fs::File::create(&path).unwrap().set_len(70 * 1024 * 1024).unwrap();
    let answer = shop.fathom(&["impact", "--diff", path.to_str().unwrap()]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("larger than 64 MiB"), "{}", answer.stderr);
}
