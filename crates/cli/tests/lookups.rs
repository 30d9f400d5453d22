//! Names, hints and refinement: what a question finds first.

use crate::support::{Fixture, each};

/// A type with users, a copy among examples, a field and a test of its name, and a global of one letter.
fn shop() -> Fixture {
    Fixture::plain(&[
        (
            "shop/app.py",
            "from shop.parcel import Parcel\n\n\ndef create(name):\n    return Parcel(name)\n\n\ndef label(parcel):\n    return parcel.name\n",
        ),
        ("shop/parcel.py", "class Parcel:\n    def __init__(self, name):\n        self.name = name\n"),
        ("shop/globals.py", "g = object()\n"),
        (
            "shop/order.py",
            "class Order:\n    Parcel = None\n\n    def pay(self):\n        return 1\n\n    def refund(self):\n        return self.pay()\n",
        ),
        ("examples/demo.py", "class Parcel:\n    pass\n"),
        (
            "tests/test_parcel.py",
            "from shop.parcel import Parcel\n\n\nclass TestParcel:\n    def test_name(self):\n        assert Parcel(1).name == 1\n",
        ),
    ])
}

#[test]
fn a_name_finds_its_central_definition_first_and_then_what_uses_it() {
    let fixture = shop();
    let answer = fixture.json(&["context", "Parcel", "--limit", "10"]);
    let ids = each(&answer["symbols"], "id");
    assert_eq!(ids[0], "shop/parcel.py::Parcel", "{ids:?}");
    let copy = ids.iter().position(|id| *id == "examples/demo.py::Parcel").unwrap();
    assert!(ids[1..=copy].contains(&"shop/order.py::Order.Parcel"), "product before examples: {ids:?}");
    assert!(ids.contains(&"shop/app.py::create"), "{ids:?}");
    assert_eq!(each(&answer["files"], "path")[0], "shop/parcel.py");
    let files = fixture.json(&["files", "Parcel"]);
    assert_eq!(each(&files["files"], "path")[0], "shop/parcel.py");
    let hits = fixture.json(&["query", "Parcel"]);
    assert_eq!(each(&hits["results"], "id")[0], "shop/parcel.py::Parcel");
}

#[test]
fn one_lower_case_letter_is_a_name_too() {
    let fixture = shop();
    let answer = fixture.json(&["context", "g", "--limit", "5"]);
    assert_eq!(each(&answer["symbols"], "id")[0], "shop/globals.py::g");
}

#[test]
fn a_hint_moves_what_it_names_and_one_that_matches_nothing_is_listed() {
    let fixture = shop();
    let task = "give the money back";
    let answer = fixture.json(&["context", task, "--hint", "refund", "--hint", "Zebra", "--limit", "5"]);
    assert_eq!(each(&answer["symbols"], "id")[0], "shop/order.py::Order.refund");
    let notes = answer["notes"].to_string();
    assert!(notes.contains("Zebra") && !notes.contains("refund"), "{notes}");
}

#[test]
fn asking_again_lists_what_is_new() {
    let fixture = shop();
    let right = "shop/order.py::Order.pay";
    let task = "pay an order";
    let first = fixture.json(&["context", task, "--limit", "5"]);
    assert!(each(&first["symbols"], "id").contains(&right));
    let again = fixture.json(&["context", task, "--limit", "5", "--more-like", right, "--not", "create"]);
    let ids = each(&again["symbols"], "id");
    assert!(!ids.contains(&right) && !ids.contains(&"shop/app.py::create"), "{ids:?}");
    assert!(ids.contains(&"shop/order.py::Order.refund"), "its caller is near: {ids:?}");
}
