//! `fathom bench capability`: a dataset against a server that runs.

use crate::support::Fixture;
use crate::support::server::Server;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const MODEL: &str = r#"class Ticket
  def close!
    audit("closed")
    Notifier.new.deliver(self)
  end

  def audit(event)
    AuditLog.record(event)
  end
end
"#;
const NOTIFIER: &str = r#"class Notifier
  def deliver(ticket)
    puts ticket
  end
end

class AuditLog
  def self.record(event)
    puts event
  end
end
"#;
const DESK: &str = r#"class Desk
  def sweep(tickets)
    Ticket.new.close!
  end
end
"#;

fn desk() -> Fixture {
    let fixture = Fixture::empty();
    fixture.write("app/models/ticket.rb", MODEL);
    fixture.write("app/services/notifier.rb", NOTIFIER);
    fixture.write("app/services/desk.rb", DESK);
    fixture
}

/// A dataset in a folder of its own, so that results are not part of the application.
fn dataset(fixture: &Fixture, name: &str, tasks: &Value) -> PathBuf {
    let folder = fixture.root().parent().unwrap().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("desk.json");
    let dataset = json!({
        "version": 1, "workspace": "${FATHOM_WORKSPACE}",
        "agent": {"enabled": true, "tools": ["query_question", "query_input", "symbols_identifiers"], "max_symbol_queries": 4},
        "tasks": tasks,
    });
    std::fs::write(&path, dataset.to_string()).unwrap();
    path
}

fn tasks() -> Value {
    json!([
        {
            "id": "close-trace", "category": "trace", "question": "What does closing a ticket lead to?",
            "tools": ["trace"], "input": {"node": "Ticket#close!", "max_depth": 3},
            "expect_symbols": ["Ticket#audit", "AuditLog", "Notifier#deliver"],
            "expect_files": ["app/services/notifier.rb"],
            "expect_order": ["Ticket#audit", "Notifier#deliver"], "expect_absent": ["Desk#sweep"],
        },
        {
            "id": "close-impact", "category": "impact", "question": "Who breaks if closing changes?",
            "tools": ["impact"], "input": {"node": "Ticket#close!"}, "expect_symbols": ["Desk#sweep"],
        },
        {
            "id": "lost", "category": "support-root-cause", "question": "Why is there no mail from the Notifier?",
            "tools": ["flow", "clairvoyance"], "input": {"entry": "POST /nowhere"},
            "expect_symbols": ["Notifier#deliver"],
        },
    ])
}

fn read(folder: &Path, file: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder.join(file)).unwrap()).unwrap()
}

#[test]
fn a_dataset_is_measured_frozen_and_held_against_its_baseline() {
    let fixture = desk();
    let server = Server::start(&fixture, &[], &[]);
    let path = dataset(&fixture, "measured", &tasks());
    let (folder, file) = (path.parent().unwrap(), path.to_str().unwrap());
    let url = format!("http://{}", server.address);
    let root = fixture.root().to_str().unwrap();
    let arguments = ["bench", "capability", "--dataset", file, "--url", &url, "--workspace", root];
    let frozen = fixture.fathom(&[&arguments[..], &["--freeze"]].concat());
    assert_eq!(frozen.code, 0, "{}", frozen.stderr);
    let results = read(folder, "results_current.json");
    let task = |index: usize| &results["tasks"][index]["fixed"];
    assert_eq!(task(0)["recall"], 1.0, "{results:#}");
    assert_eq!((&task(0)["order"], &task(0)["unwanted"]), (&json!(1.0), &json!([])));
    // `AuditLog` is found as a part of `AuditLog.record`.
    assert!(task(0)["strict"].as_f64().unwrap() < 1.0);
    assert_eq!(task(1)["recall"], 1.0, "{results:#}");
    // Failed calls add nothing, and what an agent finds counts apart.
    assert_eq!((&task(2)["recall"], &results["tasks"][2]["agent"]["recall"]), (&json!(0.0), &json!(1.0)));
    assert_eq!(results["overall"]["failed_calls"], 1);
    assert!(!results.to_string().contains(root), "the results name no path of this machine");
    assert!(std::fs::read_to_string(folder.join("report.html")).unwrap().contains("close-trace"));

    assert_eq!(fixture.fathom(&arguments).code, 0);
    let mut baseline = read(folder, "baseline_v1.json");
    baseline["overall"]["fixed"] = json!(0.95);
    std::fs::write(folder.join("baseline_v1.json"), baseline.to_string()).unwrap();
    let fell = fixture.fathom(&arguments);
    assert_eq!(fell.code, 1, "{}{}", fell.stdout, fell.stderr);
}

#[test]
fn a_run_without_a_server_is_skipped() {
    let fixture = desk();
    let path = dataset(&fixture, "skipped", &tasks());
    let answer = fixture.fathom(&[
        "bench",
        "capability",
        "--dataset",
        path.to_str().unwrap(),
        "--url",
        "http://127.0.0.1:1",
    ]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("skipped"), "{}", answer.stdout);
    assert!(!path.parent().unwrap().join("results_current.json").exists());
}

#[test]
fn what_does_not_exist_in_the_checkout_is_a_fault() {
    let fixture = desk();
    let mut wrong = tasks();
    wrong[1]["expect_symbols"] = json!(["Desk#sweep", "Desk#vanish"]);
    wrong[1]["expect_files"] = json!(["app/services/nowhere.rb"]);
    let path = dataset(&fixture, "validated", &wrong);
    let root = fixture.root().to_str().unwrap();
    let answer =
        fixture.fathom(&["bench", "capability", "--dataset", path.to_str().unwrap(), "--validate", root]);
    assert_eq!(answer.code, 1, "{}", answer.stderr);
    assert!(
        answer.stdout.contains("Desk#vanish") && answer.stdout.contains("nowhere.rb"),
        "{}",
        answer.stdout
    );
    assert!(!answer.stdout.contains("Desk#sweep"), "{}", answer.stdout);
}
