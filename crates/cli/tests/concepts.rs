//! Concept packs move symbols with a reason, and do nothing when they are off or do not match.

use crate::support::{Fixture, each, keys};
use serde_json::Value;

const TASK: &str = "the lost and found office should answer sooner";

const TEAM: &str = r#"# Ours.
[[concept]]
name = "lost and found"
phrases = ["lost and found", "missing parcel"]
symbols = ["Report#lost", "Depot.Store"]
"#;

fn rank(fixture: &Fixture, concepts: &str, id: &str) -> usize {
    let answer = fixture.json(&["context", TASK, "--limit", "20", "--concepts", concepts]);
    let ids = each(&answer["symbols"], "id");
    ids.iter().position(|one| *one == id).unwrap_or(usize::MAX)
}

#[test]
fn a_team_moves_a_symbol_up_and_explain_shows_it() {
    let fixture = Fixture::courier();
    let symbol = "cmd/depot/main.go::Depot.Store";
    let before = rank(&fixture, "on", symbol);
    fixture.write(".fathom/concepts.toml", TEAM);
    let after = rank(&fixture, "on", symbol);
    assert!(before > 3 && after <= 3, "from {before} to {after}");
    let context = fixture.json(&["context", TASK]);
    let reasons = &context["symbols"][0]["reasons"];
    assert_eq!(reasons[0], ".fathom/concepts.toml: lost and found");
    let explained = fixture.json(&["explain", TASK, "Depot.Store"]);
    let advice = &explained["standing"]["advice"][0];
    assert_eq!(advice["reason"], ".fathom/concepts.toml: lost and found");
    assert!(advice["weight"].as_f64().unwrap() > 0.9);
    let off = fixture.json(&["explain", TASK, "Depot.Store", "--concepts", "off"]);
    assert!(off["standing"]["advice"].as_array().is_none_or(Vec::is_empty), "{off}");
}

#[test]
fn off_gives_the_bytes_of_a_repository_without_packs() {
    let fixture = Fixture::courier();
    // A new file would make the worktree differ from its commit, and the answer would note it.
    fixture.write(".git/info/exclude", ".fathom/\n");
    let arguments = ["context", TASK, "--json", "--limit", "20", "--concepts", "off"];
    let before = fixture.fathom(&arguments).stdout;
    fixture.write(".fathom/concepts.toml", TEAM);
    assert_eq!(fixture.fathom(&arguments).stdout, before);
}

#[test]
fn a_task_without_its_phrases_is_answered_as_without_the_pack() {
    let fixture = Fixture::courier();
    // A new file would make the worktree differ from its commit, and the answer would note it.
    fixture.write(".git/info/exclude", ".fathom/\n");
    let arguments = ["context", "which parcels were lost", "--json", "--limit", "20"];
    let before = fixture.fathom(&arguments).stdout;
    fixture.write(".fathom/concepts.toml", TEAM);
    assert_eq!(fixture.fathom(&arguments).stdout, before, "one word of a phrase is not the phrase");
}

#[test]
fn an_unreadable_file_is_reported_with_its_line_and_the_answer_is_still_given() {
    let fixture = Fixture::courier();
    fixture.write(".fathom/concepts.toml", "[[concept]]\nname = \"lost\"\nphrase = [\"lost and found\"]\n");
    let answer = fixture.json(&["context", TASK]);
    let note = answer["notes"][0].as_str().unwrap();
    assert!(note.starts_with(".fathom/concepts.toml:3: unknown field `phrase`"), "{note}");
    assert!(!answer["symbols"].as_array().unwrap().is_empty());
    let check = fixture.fathom(&["concepts", "--check"]);
    assert_eq!(check.code, 2);
    assert!(check.stderr.contains(".fathom/concepts.toml:3:"), "{}", check.stderr);
}

#[test]
fn a_symbol_that_is_gone_is_noted_with_its_line() {
    let fixture = Fixture::courier();
    fixture.write(".fathom/concepts.toml", TEAM.replace("Depot.Store", "Depot.Keep"));
    let answer = fixture.json(&["context", TASK]);
    let note = ".fathom/concepts.toml:5: nothing is called `Depot.Keep`; rename or remove it there.";
    assert_eq!(answer["notes"][0], note);
    let unmatched = fixture.json(&["context", "retry failed requests"]);
    assert!(unmatched["notes"].is_null(), "a concept that does not match has no notes: {unmatched}");
    let check = fixture.fathom(&["concepts", "--check"]);
    assert_eq!((check.code, check.stderr.contains(note)), (2, true), "{}", check.stderr);
    fixture.write(".fathom/concepts.toml", TEAM);
    assert_eq!(fixture.fathom(&["concepts", "--check"]).code, 0);
}

fn shop() -> Fixture {
    Fixture::committed(&[
        ("Gemfile", "source 'https://rubygems.org'\ngem 'rails', '~> 7.1'\n"),
        (
            "app/jobs/reminder_job.rb",
            "class ReminderJob < ApplicationJob\n  def perform(cart)\n    CartMailer.reminder(cart).deliver_now\n  end\nend\n",
        ),
        (
            "app/mailers/cart_mailer.rb",
            "class CartMailer < ApplicationMailer\n  def reminder(cart)\n    mail(to: cart.owner)\n  end\nend\n",
        ),
        ("app/models/cart.rb", "class Cart < ApplicationRecord\n  def reminder_due?\n    true\n  end\nend\n"),
        ("lib/reminder.rb", "module Reminder\n  def self.reminder_text\n    'reminder'\n  end\nend\n"),
    ])
}

fn pack<'a>(answer: &'a Value, name: &str) -> Option<&'a Value> {
    answer["packs"].as_array().unwrap().iter().find(|pack| pack["name"] == name)
}

#[test]
fn a_framework_s_pack_applies_where_a_manifest_depends_on_it() {
    let fixture = shop();
    let answer = fixture.json(&["concepts"]);
    assert_eq!(keys(&answer), ["index", "matches", "packs", "problems"]);
    let rails = pack(&answer, "Rails").unwrap();
    assert_eq!(keys(rails), ["concepts", "kind", "name", "why"]);
    assert_eq!(
        (rails["kind"].as_str(), rails["why"].as_str()),
        (Some("shipped"), Some("Gemfile depends on rails"))
    );
    assert!(pack(&answer, "Sidekiq").is_none());
    fixture.write("rails.gemspec", "Gem::Specification.new do |s|\n  s.name = 'rails'\nend\n");
    assert!(pack(&fixture.json(&["concepts"]), "Rails").is_none(), "it is the framework itself");
    fixture.write("rails.gemspec", "");
    fixture.write("Gemfile", "gem 'sinatra'\n");
    assert!(pack(&fixture.json(&["concepts"]), "Rails").is_none());
}

#[test]
fn a_framework_s_pack_advises_symbols_by_role() {
    let fixture = shop();
    let task = "send the reminder mail later in the background";
    let answer = fixture.json(&["concepts", task]);
    let jobs = answer["matches"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["reason"] == "the Rails pack: background jobs");
    let jobs = jobs.unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(jobs["phrases"][0], "in the background");
    let ids = each(&jobs["symbols"], "id");
    assert!(ids.iter().all(|id| id.starts_with("app/jobs/")) && !ids.is_empty(), "{ids:?}");
    let explained = fixture.json(&["explain", task, "ReminderJob"]);
    assert_eq!(explained["standing"]["advice"][0]["reason"], "the Rails pack: background jobs");
    let unmatched = fixture.fathom(&["concepts", "paint the fence"]);
    assert_eq!((unmatched.code, unmatched.stdout.trim()), (1, "no concept matches this task"));
}

#[test]
fn a_repository_teaches_by_its_headings() {
    let fixture = Fixture::committed(&[
        ("depot.py", "def stow(parcel):\n    return parcel\n\n\ndef weigh(parcel):\n    return 1\n"),
        ("docs/guide.md", "# Guide\n\n## Night shift\n\nAfter ten o'clock `stow` is all there is.\n"),
    ]);
    let answer = fixture.json(&["concepts", "make the night shift faster"]);
    let matched = &answer["matches"][0];
    assert_eq!(
        (matched["kind"].as_str(), matched["phrases"][0].as_str()),
        (Some("learned"), Some("night shift"))
    );
    assert_eq!(matched["reason"], "docs/guide.md:3 “Night shift”");
    assert_eq!(each(&matched["symbols"], "id"), ["depot.py::stow"]);
}

#[test]
fn what_a_repository_depends_on_is_in_its_index_and_an_edit_of_a_manifest_is_noticed() {
    // A language that is not read, and one that is.
    for (path, depending, other) in [
        (
            "pom.xml",
            "<project><artifactId>shop</artifactId><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter</artifactId></dependency></dependencies></project>\n",
            "<project><artifactId>shop</artifactId></project>\n",
        ),
        (
            "build.gradle",
            "implementation 'org.springframework.boot:spring-boot-starter:3.2'\n",
            "implementation 'org.other:other:3.2'\n",
        ),
        (
            "build.gradle.kts",
            "dependencies { implementation(\"org.springframework.boot:spring-boot-starter:3.2\") }\n",
            "dependencies { implementation(\"org.other:other:3.2\") }\n",
        ),
    ] {
        let fixture = Fixture::committed(&[
            (path, depending),
            ("src/main/java/shop/Cart.java", "package shop;\n\nclass Cart {\n  void pay() {}\n}\n"),
        ]);
        let applies = |arguments: &[&str]| pack(&fixture.json(arguments), "Spring").is_some();
        assert!(applies(&["concepts"]), "{path}");
        fixture.write(path, other);
        assert!(applies(&["concepts", "--as-is"]), "{path}: the index still has what it had");
        assert!(!applies(&["concepts"]), "{path}: the edit is noticed");
        fixture.write(path, depending);
        assert!(applies(&["concepts"]), "{path}: so is its return");
    }
}
