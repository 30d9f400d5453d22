//! The experts: predictions from a repository's own history.

use crate::support::{Fixture, each, keys};
use serde_json::Value;

/// A shop whose history ties a cart to its test, and prices to a changelog.
fn shop() -> Fixture {
    let fixture = Fixture::committed(&[
        ("shop/cart.py", "def add_item(cart, item):\n    cart.append(item)\n"),
        ("shop/price.py", "def round_price(amount):\n    return round(amount, 2)\n"),
        ("shop/mail.py", "def send_mail(to):\n    return to\n"),
        (
            "tests/test_cart.py",
            "from shop.cart import add_item\n\ndef test_add_item():\n    add_item([], 1)\n",
        ),
        (
            "tests/test_price.py",
            "from shop.price import round_price\n\ndef test_round_price():\n    round_price(1)\n",
        ),
        ("CHANGELOG.md", "# Changes\n"),
    ]);
    for turn in 0..6 {
        fixture.write(
            "shop/cart.py",
            format!("def add_item(cart, item):\n    cart.append(item)\n    # {turn}\n"),
        );
        fixture.write(
            "tests/test_cart.py",
            format!("from shop.cart import add_item\n\ndef test_add_item():\n    add_item([], {turn})\n"),
        );
        fixture.commit(&format!("Fix duplicate items in the basket, part {turn}"));
        fixture
            .write("shop/price.py", format!("def round_price(amount):\n    return round(amount, {turn})\n"));
        fixture.write("CHANGELOG.md", format!("# Changes\n- {turn}\n"));
        fixture.commit(&format!("Change the rounding of amounts, part {turn}"));
    }
    fixture
}

fn probabilities(answer: &Value) -> Vec<f64> {
    let predictions = answer["predictions"].as_array().unwrap();
    predictions.iter().map(|one| one["probability"].as_f64().unwrap()).collect()
}

#[test]
fn files_of_similar_commits_come_first_with_falling_probabilities() {
    let fixture = shop();
    let answer = fixture.json(&["predict", "files", "duplicate items in the basket"]);
    assert_eq!(keys(&answer), ["candidates", "expert", "index", "model", "prediction_id", "predictions"]);
    assert_eq!(
        keys(&answer["model"]),
        ["created_at", "expert_id", "git_hash", "trained_on_commits", "version"]
    );
    assert_eq!(answer["model"]["trained_on_commits"], 13);
    let first = answer["predictions"][0]["path"].as_str().unwrap();
    assert!(["shop/cart.py", "tests/test_cart.py"].contains(&first), "{answer}");
    let falling = probabilities(&answer);
    assert!(falling.is_sorted_by(|a, b| a >= b), "{falling:?}");
    assert!(!answer["predictions"][0]["reasons"].as_array().unwrap().is_empty());
}

#[test]
fn a_changed_file_leads_to_its_test_and_to_what_changes_with_it() {
    let fixture = shop();
    let answer = fixture.json(&["predict", "tests", "--files", "shop/cart.py"]);
    assert_eq!(answer["predictions"][0]["path"], "tests/test_cart.py");
    let ids: Vec<&Value> = answer["predictions"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert!(ids.iter().any(|id| *id == "tests/test_cart.py::test_add_item"), "{answer}");
    assert_eq!(answer["suite_share"], 1.0);
    let next = fixture.json(&["predict", "next", "--files", "shop/price.py"]);
    assert_eq!(next["predictions"][0]["path"], "CHANGELOG.md", "{next}");
    let tests = fixture.json(&["tests", "--files", "shop/cart.py"]);
    assert_eq!(tests["tests"][0]["path"], "tests/test_cart.py");
    assert!(tests["prediction_id"].is_string());
}

#[test]
fn a_change_can_be_staged_or_a_revision_or_not_exist_yet() {
    let fixture = shop();
    let by_revision = fixture.json(&["predict", "tests", "--diff", "HEAD~2"]);
    assert!(each(&by_revision["predictions"], "path").contains(&"tests/test_cart.py"));
    fixture.write("shop/cart.py", "def add_item(cart, item):\n    pass\n");
    fixture.git(&["add", "shop/cart.py"]);
    let staged = fixture.json(&["predict", "next", "--staged"]);
    assert_eq!(staged["predictions"][0]["path"], "tests/test_cart.py");
    let new = fixture.fathom(&["predict", "tests", "--files", "shop/cart_total.py", "--json"]);
    assert_eq!(new.code, 0, "{}", new.stderr);
    assert_eq!(fixture.fathom(&["predict", "next", "--files", ""]).code, 2);
}

#[test]
fn a_fresh_clone_gives_the_same_predictions() {
    let fixture = shop();
    let ask = ["predict", "files", "rounding of amounts"];
    let first = fixture.json(&ask);
    fixture.write("shop/mail.py", "def send_mail(to):\n    return None\n");
    fixture.commit("Send no mail");
    fixture.json(&ask);
    fixture.git(&["reset", "-q", "--hard", "HEAD~1"]);
    let again = fixture.json(&ask);
    assert_eq!(first["predictions"], again["predictions"]);
    assert_eq!(first["prediction_id"], again["prediction_id"]);
}

#[test]
fn experts_are_measured_on_past_commits() {
    let fixture = shop();
    let answer = fixture.json(&["experts", "evaluate", "--commits", "5"]);
    let files = &answer["experts"][0];
    assert_eq!((files["expert"].as_str(), files["questions"].as_u64()), (Some("files"), Some(5)));
    assert!(files["quality"]["mrr"].as_f64().unwrap() > 0.5, "{files}");
    let stats = fixture.json(&["experts", "stats", "--expert", "tests"]);
    assert_eq!(stats["experts"][0]["commits"], 13);
    assert_eq!(stats["experts"][0]["test_files"], 2);
    let trained = fixture.json(&["experts", "train", "--all"]);
    assert_eq!(trained["new_commits"], 0, "the first question has read them");
}

#[test]
fn a_folder_without_history_is_predicted_by_names_and_words() {
    let fixture = Fixture::plain(&[("cart.py", "def add(): pass\n"), ("mail.py", "def send(): pass\n")]);
    let answer = fixture.fathom(&["predict", "files", "send mail", "--json"]);
    assert!(matches!(answer.code, 0 | 1), "{}", answer.stderr);
}

#[test]
fn gates_adapt_to_the_commits_that_are_chosen_and_the_choice_holds() {
    let fixture = shop();
    fixture.json(&["experts", "train", "--commits", "3"]);
    let stats = fixture.json(&["experts", "stats", "--expert", "files"]);
    assert_eq!(stats["experts"][0]["adapted_on"], 3, "{stats}");
    let all = fixture.json(&["experts", "train", "--since", "1970-01-02"]);
    assert!(all["experts"][0]["adapted_on"].as_u64().unwrap() > 3, "{all}");
    assert_eq!(fixture.fathom(&["experts", "train", "--commits", "3", "--since", "2020-01-01"]).code, 2);
}

#[test]
fn the_leaderboard_lists_the_components_of_each_gate_with_weights_that_add_up() {
    let fixture = shop();
    fixture.json(&["predict", "files", "duplicate items in the basket"]);
    let board = fixture.json(&["experts", "leaderboard"]);
    let components = board["components"].as_array().unwrap();
    let of_files = components.iter().filter(|one| one["component"].as_str().unwrap().starts_with("files."));
    let total: f64 = of_files.map(|one| one["weight"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-6, "{board}");
}

#[test]
fn a_selection_for_a_runner_is_part_of_the_answer_and_of_no_other_prediction() {
    let fixture = shop();
    let plain = fixture.json(&["tests", "--files", "shop/cart.py"]);
    let selected = fixture.json(&["tests", "--files", "shop/cart.py", "--runner", "pytest"]);
    assert!(selected["arguments"].as_str().unwrap().contains("tests/test_cart.py"), "{selected}");
    assert_eq!(plain["prediction_id"], selected["prediction_id"]);
}

#[test]
fn files_in_hand_bring_in_what_changes_with_them() {
    let fixture = shop();
    let answer = fixture.json(&["predict", "files", "Improve it", "--files", "shop/price.py"]);
    assert_eq!(answer["predictions"][0]["path"], "CHANGELOG.md", "{answer}");
    assert!(!each(&answer["predictions"], "path").contains(&"shop/price.py"));
    let falling = probabilities(&answer);
    assert!(falling.is_sorted_by(|a, b| a >= b) && falling[0] < 1.0, "{falling:?}");
}

#[test]
fn a_file_with_nested_branches_needs_refactoring_before_a_plain_one() {
    let fixture = shop();
    let nested = "def add_item(cart, item):\n    if item:\n        for one in cart:\n            if one:\n                cart.append(one)\n";
    fixture.write("shop/cart.py", nested);
    fixture.write("tests/test_cart.py", "def test_add_item():\n    pass\n");
    fixture.commit("Fix duplicate items once more");
    let answer = fixture.json(&["predict", "refactor"]);
    assert_eq!(each(&answer["predictions"], "path"), ["shop/cart.py"], "{answer}");
    let reasons = answer["predictions"][0]["reasons"].to_string();
    assert!(reasons.contains("3 branches, nested up to 3 levels"), "{reasons}");
}

#[test]
fn what_a_test_defines_for_itself_is_no_test() {
    let fixture = shop();
    let nested = "from shop.cart import add_item\n\ndef test_add_item():\n    class Basket:\n        def test_like(self):\n            add_item([], 1)\n    Basket().test_like()\n    add_item([], 2)\n";
    fixture.write("tests/test_cart.py", nested);
    fixture.commit("Fix duplicate items with a class");
    let answer = fixture.json(&["predict", "tests", "--files", "shop/cart.py"]);
    let ids: Vec<&str> =
        answer["predictions"].as_array().unwrap().iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids, ["tests/test_cart.py::test_add_item"], "{answer}");
}
