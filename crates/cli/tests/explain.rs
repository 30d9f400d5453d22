//! `explain` shows why a symbol has its rank in `context`.

use crate::support::{Fixture, each, keys};
use insta::assert_snapshot;

const TASK: &str = "how long to wait before a retry";

#[test]
fn a_rank_is_the_one_that_context_gives() {
    let fixture = Fixture::courier();
    let context = fixture.json(&["context", TASK, "--limit", "8"]);
    for symbol in context["symbols"].as_array().unwrap() {
        let answer = fixture.json(&["explain", TASK, symbol["id"].as_str().unwrap()]);
        assert_eq!(answer["symbol"]["id"], symbol["id"]);
        assert_eq!(answer["standing"]["rank"], symbol["rank"]);
        assert_eq!(answer["standing"]["probability"], symbol["probability"]);
        assert_eq!(answer["standing"]["score"], symbol["score"]);
    }
}

#[test]
fn every_signal_is_listed_with_its_share_rank_and_change() {
    let fixture = Fixture::courier();
    let answer = fixture.json(&["explain", TASK, "with_retries"]);
    assert_eq!(keys(&answer), ["alternatives", "candidates", "index", "standing", "symbol", "task", "terms"]);
    let place = &answer["standing"];
    assert_eq!(
        keys(place),
        [
            "advice",
            "crowd",
            "features",
            "model_rank",
            "model_score",
            "overload",
            "prior_rank",
            "probability",
            "rank",
            "score",
            "signals"
        ]
    );
    assert!(place["repeats"].is_null());
    assert_eq!(each(&place["signals"], "signal").len(), 20);
    let docs = place["signals"].as_array().unwrap().iter().find(|one| one["signal"] == "docs").unwrap();
    assert_eq!(keys(docs), ["change", "rank", "reason", "share", "signal"]);
    assert_eq!(docs["rank"], 1);
    assert!(docs["reason"].as_str().unwrap().contains("docs/retries.md"), "{docs}");
    assert_eq!(keys(&place["features"][0]), ["change", "feature", "value"]);
    assert_eq!(keys(&answer["terms"][0]), ["count", "field", "score", "term"]);
    assert!(each(&answer["terms"], "field").contains(&"name"));
}

#[test]
fn a_symbol_that_is_no_candidate_differs_from_one_that_does_not_exist() {
    let fixture = Fixture::courier();
    let test = fixture.fathom(&["explain", TASK, "test_failed_requests_are_retried"]);
    assert_eq!(test.code, 1, "{}{}", test.stdout, test.stderr);
    assert!(test.stdout.contains("not among the") && test.stdout.contains("belongs to tests"));
    let answer = fixture.json(&["explain", "zebra xylophone", "Report#lost"]);
    assert!(answer["standing"].is_null());
    assert_eq!(answer["absent"], "too little evidence for it");
    let missing = fixture.fathom(&["explain", TASK, "Client.sen"]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("did you mean Client.send"), "{}", missing.stderr);
}

#[test]
fn people_read_it_in_columns() {
    let fixture = Fixture::courier();
    let answer = fixture.fathom(&["explain", TASK, "RetryPolicy.delay"]);
    assert_eq!(answer.code, 0);
    // The numbers are the model's, which is trained anew from time to time.
    let heads: Vec<&str> = answer.stdout.split("\n\n").filter_map(|part| part.lines().next()).collect();
    assert_snapshot!(heads.join("\n"), @r"
    courier/retry.py:13-15  method RetryPolicy.delay
    signal     share  rank  change
    feature                   value  change
    term  in its    times   score
    ");
}

#[test]
fn a_message_that_the_task_quotes_leads_to_the_code_that_prints_it() {
    let fixture = Fixture::courier();
    fixture.write(
        "courier/seal.py",
        "def seal(parcel):\n    if parcel.open:\n        raise ValueError(\"the flap of the parcel is not glued\")\n\n\
         def glued(flap):\n    return flap.open and not flap.parcel\n",
    );
    let task = "It stops with \"ValueError: the flap of the parcel is not glued\" since yesterday";
    let explained = fixture.json(&["explain", task, "seal"]);
    let signals = explained["standing"]["signals"].as_array().unwrap();
    let quoted =
        signals.iter().find(|one| one["signal"] == "quoted").unwrap_or_else(|| panic!("{explained}"));
    assert_eq!(quoted["reason"], "the task quotes its message (courier/seal.py:3)");
    let other = fixture.json(&["explain", "the parcel's flap, glued or not", "seal"]);
    let signals = other["standing"]["signals"].as_array().unwrap();
    assert!(
        !signals.iter().any(|one| one["signal"] == "quoted" && one["share"].as_f64() > Some(0.0)),
        "{other}"
    );
}

#[test]
fn a_further_member_of_a_type_notes_that_others_come_first() {
    let source =
        "class Parcel:\n    def seal(self):\n        return 1\n\n    def unseal(self):\n        return 2\n";
    let fixture = Fixture::plain(&[("parcel.py", source)]);
    let answers = ["Parcel.seal", "Parcel.unseal"]
        .map(|symbol| fixture.fathom(&["explain", "seal and unseal a parcel", symbol]).stdout);
    let is_noted = |answer: &String| answer.contains("it follows 1 member of its type");
    assert_eq!(answers.iter().filter(|answer| is_noted(answer)).count(), 1, "{answers:?}");
}

#[test]
fn a_near_copy_names_what_it_repeats() {
    let client = |class: &str, word: &str| {
        format!("class {class}:\n    {word} send_request(self, parcel):\n        return parcel.label()\n")
    };
    let source = client("Client", "def") + &client("AsyncClient", "async def");
    let fixture = Fixture::plain(&[("client.py", source.as_str())]);
    let answers = ["Client.send_request", "AsyncClient.send_request"]
        .map(|symbol| fixture.fathom(&["explain", "send a request", symbol]).stdout);
    let is_noted = |answer: &String| answer.contains("has the same name and comes first");
    assert_eq!(answers.iter().filter(|answer| is_noted(answer)).count(), 1, "{answers:?}");
}
