//! Names as editors, stack traces and searches give them.

use crate::support::{Fixture, json_in, run_in};

fn shown(fixture: &Fixture, name: &str) -> String {
    fixture.json(&["show", name])["symbol"]["id"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_place_in_a_file_means_the_symbol_around_it() {
    let fixture = Fixture::courier();
    let absolute = fixture.path("courier/client.py:19").display().to_string();
    for place in [
        "courier/client.py:19",
        "courier/client.py:19:5",
        "courier/client.py:19:        return with_retries(",
        "courier/client.py#L19",
        "./courier/client.py:19",
        "client.py:19",
        &absolute,
    ] {
        assert_eq!(shown(&fixture, place), "courier/client.py::Client.send", "{place}");
    }
    assert_eq!(shown(&fixture, "courier/client.py:1"), "courier/client.py", "between symbols it is the file");
    let answer = fixture.fathom(&["show", "courier/client.py:900"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("courier/client.py has no line 900"), "{}", answer.stderr);
}

#[test]
fn a_file_is_found_by_its_name_and_a_symbol_by_its_id() {
    let fixture = Fixture::courier();
    let absolute = fixture.path("lib/report.rb").display().to_string();
    for name in ["report.rb", "lib/report.rb", "./lib/report.rb", &absolute] {
        assert_eq!(shown(&fixture, name), "lib/report.rb", "{name}");
    }
    for name in [
        "courier/client.py::Client.send",
        "./courier/client.py::Client.send",
        "client.py::Client.send",
        "Client#send",
        "Client::send",
        "Client.send",
        "client.Client.send",
    ] {
        assert_eq!(shown(&fixture, name), "courier/client.py::Client.send", "{name}");
    }
    assert_eq!(shown(&fixture, "retry.with_retries"), "courier/retry.py::with_retries");
    for command in ["trace", "impact"] {
        let answer = fixture.fathom(&[command, "client.py:19"]);
        assert!(
            answer.stdout.starts_with("courier/client.py::Client.send\n"),
            "{command}: {}",
            answer.stdout
        );
    }
}

#[test]
fn paths_count_from_the_current_folder() {
    let fixture = Fixture::courier();
    let below = fixture.path("courier");
    for (name, id) in [
        ("./client.py:19", "courier/client.py::Client.send"),
        ("../lib/report.rb", "lib/report.rb"),
        ("../lib/report.rb:9", "lib/report.rb::Report#lost"),
        // From the root all the same.
        ("lib/report.rb", "lib/report.rb"),
    ] {
        assert_eq!(json_in(&below, &["show", name], &[])["symbol"]["id"], id, "{name}");
    }
}

#[test]
fn a_function_comes_before_a_script_of_its_name() {
    let fixture = Fixture::plain(&[
        ("bin/deploy", "#!/bin/bash\nrun() {\n  true\n}\n"),
        ("bin/roll", "#!/bin/bash\nrun() {\n  true\n}\n"),
        ("ship.py", "def deploy():\n    pass\n"),
    ]);
    assert_eq!(shown(&fixture, "deploy"), "ship.py::deploy");
    assert_eq!(shown(&fixture, "roll"), "bin/roll");
    assert_eq!(shown(&fixture, "bin/deploy"), "bin/deploy");
}

#[test]
fn a_default_export_is_found_by_its_import_name() {
    let fixture = Fixture::plain(&[
        ("src/basket.js", "export default function (items) {\n  return items.length;\n}\n"),
        ("src/till.js", "import countItems from './basket';\nexport const pay = () => countItems([]);\n"),
    ]);
    assert_eq!(shown(&fixture, "countItems"), "src/basket.js::default");
}

#[test]
fn a_folder_is_not_a_symbol_and_the_error_explains_it() {
    let fixture = Fixture::courier();
    let answer = run_in(fixture.root(), &["show", "cmd/"], &[]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("fathom symbols cmd"), "{}", answer.stderr);
}

#[test]
fn a_name_lists_all_that_has_it_and_an_id_one() {
    let fixture =
        Fixture::plain(&[("a.c", "int add(int a, int b);\n\nint add(int a, int b) {\n  return a + b;\n}\n")]);
    let lines = |name: &str| {
        let answer = fixture.json(&["symbols", name]);
        answer["symbols"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["line"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(lines("add"), [3, 1]);
    assert_eq!(lines("a.c::add"), [3], "what is defined keeps the plain id");
    assert_eq!(lines("a.c::add~2"), [1]);
}

#[test]
fn the_id_of_an_overload_names_it_alone() {
    let till = "class Till {\n  void pay(int coins) {}\n  void pay(String card) {}\n}\n";
    let fixture = Fixture::plain(&[("Till.java", till)]);
    let line = |name: &str| fixture.json(&["show", name])["symbol"]["line"].clone();
    assert_eq!(line("Till.java::Till.pay"), 2);
    for name in ["Till.java::Till.pay~2", "Till.pay~2", "pay~2"] {
        assert_eq!(line(name), 3, "{name}");
        assert_eq!(shown(&fixture, name), "Till.java::Till.pay~2", "{name}");
    }
    let found = fixture.json(&["symbols", "Till.pay"]);
    let ids: Vec<&str> =
        found["symbols"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["Till.java::Till.pay", "Till.java::Till.pay~2"]);
    assert_eq!(fixture.json(&["show", "Till.pay"])["alternatives"][0], "Till.java::Till.pay~2");
    let missing = fixture.fathom(&["show", "Till.java::Till.pay~3"]);
    assert!(missing.code != 0 && missing.stdout.is_empty(), "{}", missing.stdout);
}

#[test]
fn overloads_are_judged_as_one() {
    let till = "class Till {\n  void pay(int coins) {}\n  void pay(String card) {}\n}\n";
    let fixture = Fixture::plain(&[("Till.java", till)]);
    let answer = fixture.json(&["feedback", "pay by card", "--used", "Till.java::Till.pay~2"]);
    assert_eq!(answer["recorded"][0]["symbol"], "Till.java::Till.pay", "{answer}");
}
