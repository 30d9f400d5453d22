//! The user's settings: command line, environment, config file, default, in that order.

use crate::support::{Fixture, configure, each, json_in, run_in};

fn setting(fixture: &Fixture, key: &str, environment: &[(&str, &str)]) -> (String, String) {
    let answer = json_in(fixture.root(), &["config"], environment);
    let settings = answer["settings"].as_array().unwrap();
    let found = settings.iter().find(|setting| setting["key"] == key).unwrap();
    (found["value"].as_str().unwrap().to_owned(), found["from"].as_str().unwrap().to_owned())
}

#[test]
fn each_value_names_its_source() {
    let fixture = Fixture::courier();
    assert_eq!(setting(&fixture, "budget", &[]), ("8000".to_owned(), "default".to_owned()));
    configure(&fixture, "budget = 300\n");
    assert_eq!(setting(&fixture, "budget", &[]), ("300".to_owned(), "config_file".to_owned()));
    let environment = [("FATHOM_BUDGET", "200")];
    assert_eq!(setting(&fixture, "budget", &environment), ("200".to_owned(), "FATHOM_BUDGET".to_owned()));
    let text = fixture.fathom(&["config"]).stdout;
    assert!(text.lines().next().unwrap().ends_with("config.toml"), "{text}");
    assert!(text.contains("budget                    300         config file"), "{text}");
}

#[test]
fn the_command_line_comes_first() {
    let fixture = Fixture::courier();
    configure(&fixture, "budget = 300\nlimit = 2\n");
    let budget = |arguments: &[&str], environment: &[(&str, &str)]| {
        let arguments = [&["context", "parcels"], arguments].concat();
        json_in(fixture.root(), &arguments, environment)["budget"].as_u64().unwrap()
    };
    assert_eq!(budget(&[], &[]), 300);
    assert_eq!(budget(&[], &[("FATHOM_BUDGET", "200")]), 200);
    assert_eq!(budget(&["--budget", "100"], &[("FATHOM_BUDGET", "200")]), 100);
    assert_eq!(each(&fixture.json(&["query", "parcel"])["results"], "id").len(), 2);
    assert_eq!(each(&fixture.json(&["query", "parcel", "--limit", "3"])["results"], "id").len(), 3);
}

#[test]
fn what_is_indexed_can_be_set() {
    let minified = "function made() {}\n";
    let fixture = Fixture::plain(&[("a.py", "def written():\n    pass\n"), ("b.min.js", minified)]);
    configure(&fixture, "[index]\ninclude_generated = true\n");
    // The first question builds the index.
    assert_eq!(fixture.fathom(&["symbols", "made"]).code, 0);
    assert_eq!(fixture.json(&["index"])["files"], 2);
    assert_eq!(fixture.json(&["index", "--include-generated=false"])["files"], 1);
    configure(&fixture, "");
    assert_eq!(fixture.json(&["index", "--include-generated"])["files"], 2);
}

#[test]
fn an_unknown_setting_is_an_error_that_names_it_and_the_file() {
    let fixture = Fixture::courier();
    configure(&fixture, "buget = 300\n");
    for arguments in
        [&["context", "parcels"][..], &["symbols", "Client"], &["index"], &["status"], &["config"]]
    {
        let answer = fixture.fathom(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}");
        for word in ["config.toml", "`buget`", "known are budget"] {
            assert!(answer.stderr.contains(word), "{arguments:?}: {}", answer.stderr);
        }
    }
    assert_eq!(fixture.fathom(&["completions", "bash"]).code, 0);
    assert_eq!(fixture.fathom(&["config", "--help"]).code, 0);
}

#[test]
fn a_repository_brings_no_settings() {
    let fixture = Fixture::courier();
    for path in ["config.toml", ".fathom/config.toml", ".config/fathom/config.toml"] {
        fixture.write(path, "budget = 1\n");
    }
    assert_eq!(setting(&fixture, "budget", &[]).0, "8000");
}

#[test]
fn the_help_shows_every_setting() {
    let fixture = Fixture::courier();
    let help = fixture.fathom(&["config", "--help"]).stdout;
    let answer = fixture.json(&["config"]);
    for key in each(&answer["settings"], "key") {
        let name = key.rsplit('.').next().unwrap();
        let variable = format!("FATHOM_{}", name.to_uppercase());
        assert!(help.contains(&format!("{name} = ")) && help.contains(&variable), "{key}: {help}");
    }
    let lines: Vec<&str> =
        help.lines().skip_while(|line| !line.starts_with("A config file")).skip(1).collect();
    let example: String = lines.iter().map(|line| format!("{}\n", line.trim())).collect();
    configure(&fixture, &example);
    let again = run_in(fixture.root(), &["config", "--json"], &[]);
    assert_eq!(again.code, 0, "{}\n{example}", again.stderr);
    assert_eq!(again.stdout.matches("config_file").count(), answer["settings"].as_array().unwrap().len());
}
