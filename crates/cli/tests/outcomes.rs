//! Predictions are recorded, outcomes settle them, and the records can be moved.

use crate::support::{Fixture, each};

const TRACE: &str = "Traceback (most recent call last):
  File \"/srv/me/try.py\", line 3, in <module>
    client.send(parcel)
  File \"/usr/lib/python3.11/site-packages/courier/client.py\", line 20, in send
    return with_retries(self.policy, lambda: self.post(parcel))
  File \"/usr/lib/python3.11/site-packages/courier/retry.py\", line 27, in with_retries
    raise DeliveryError(\"gave up\")
courier.errors.DeliveryError: gave up
";

fn with_trace() -> Fixture {
    let fixture = Fixture::courier();
    std::fs::write(fixture.beside("trace.txt"), TRACE).unwrap();
    fixture
}

fn predict_error(fixture: &Fixture) -> serde_json::Value {
    let file = fixture.beside("trace.txt");
    fixture.json(&["predict", "error", file.to_str().unwrap()])
}

#[test]
fn an_error_is_traced_to_the_file_and_the_function_of_its_innermost_own_frame() {
    let fixture = with_trace();
    let answer = predict_error(&fixture);
    let first = &answer["predictions"][0];
    assert_eq!(first["path"], "courier/retry.py", "{answer}");
    assert_eq!(first["id"], "courier/retry.py::with_retries");
    assert_eq!(each(&answer["frames"], "origin"), ["own", "own", "elsewhere"]);
    assert_eq!(answer["frames"][0]["symbol"], "courier/retry.py::with_retries");
    let probabilities: Vec<f64> = answer["predictions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["probability"].as_f64().unwrap())
        .collect();
    assert!(probabilities.is_sorted_by(|a, b| a >= b) && probabilities[0] < 1.0, "{probabilities:?}");
    assert_eq!(answer["expert"], "error");
    assert_eq!(
        answer["prediction_id"],
        predict_error(&fixture)["prediction_id"],
        "the same question has the same id"
    );
}

#[test]
fn standard_input_is_read_and_nothing_is_an_error() {
    let fixture = Fixture::courier();
    let answer = fixture.fathom_given(TRACE, &["predict", "error", "-"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("courier/retry.py::with_retries"), "{}", answer.stdout);
    assert_eq!(fixture.fathom_given(" \n", &["predict", "error", "-"]).code, 2);
}

#[test]
fn a_frame_of_a_renamed_file_leads_to_the_file_of_today() {
    let fixture = with_trace();
    fixture.git(&["mv", "courier/retry.py", "courier/again.py"]);
    fixture.commit("Rename the module of retries");
    let answer = predict_error(&fixture);
    assert_eq!(answer["frames"][0]["source_path"], "courier/again.py", "{answer}");
    assert_eq!(answer["frames"][0]["renamed"], true);
}

#[test]
fn the_commit_that_follows_settles_a_prediction_once() {
    let fixture = with_trace();
    let id = predict_error(&fixture)["prediction_id"].clone();
    fixture.replace("courier/retry.py", "gave up", "gave up after all attempts");
    fixture.commit("Name the attempts");
    let recorded = fixture.json(&["experts", "record", "outcome", "--commit", "HEAD"]);
    let settled = &recorded["settled"][0];
    assert_eq!((&settled["prediction_id"], &settled["happened"]), (&id, &1.into()), "{recorded}");
    assert!(settled["reward"].as_i64().unwrap() > 0, "{recorded}");
    assert_eq!(fixture.fathom(&["experts", "record", "outcome", "--commit", "HEAD"]).code, 1);
    let board = fixture.json(&["experts", "leaderboard"]);
    assert_eq!(
        (&board["accounts"][0]["expert"], &board["accounts"][0]["settled"]),
        (&"error".into(), &1.into())
    );
    assert_eq!(board["accounts"][0]["balance"], settled["reward"]);
}

const PREDICTIONS: &str = r#"{"prediction_id":"aaaa","expert":"tests","predictions":[{"item":"tests/test_client.py::test_failed_requests_are_retried","probability":0.8},{"item":"tests/test_client.py::test_other","probability":0.2}]}"#;
const REPORT: &str = r#"<testsuites><testsuite name="pytest">
<testcase classname="tests.test_client" name="test_failed_requests_are_retried" time="1.0"><failure/></testcase>
<testcase classname="tests.test_client" name="test_other" time="1.0"/>
<testcase classname="tests.test_client" name="test_skipped" time="0.0"><skipped/></testcase>
<testcase classname="tests.test_client" name="test_missed" time="2.0"><failure/></testcase>
</testsuite></testsuites>"#;

fn with_predicted_tests() -> Fixture {
    let fixture = Fixture::courier();
    let folder = fixture.beside("records/predictions");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("test_predictions.jsonl"), PREDICTIONS).unwrap();
    let folder = fixture.beside("records");
    let read = fixture.json(&["experts", "import", folder.to_str().unwrap()]);
    assert_eq!((&read["predictions"], &read["known"]), (&1.into(), &0.into()));
    fixture
}

#[test]
fn a_test_report_gives_precision_recall_and_coverage_and_no_skipped_test_counts() {
    let fixture = with_predicted_tests();
    let file = fixture.beside("report.xml");
    std::fs::write(&file, REPORT).unwrap();
    let recorded = fixture.json(&["experts", "record", "outcome", "--report", file.to_str().unwrap()]);
    let settled = &recorded["settled"][0];
    assert_eq!((&settled["judged"], &settled["happened"]), (&2.into(), &1.into()), "{recorded}");
    assert_eq!(settled["run"]["skipped"], 1);
    assert_eq!(settled["metrics"]["recall"], 0.5, "{recorded}");
    assert_eq!(settled["metrics"]["precision"], 0.5);
    assert_eq!(settled["metrics"]["time_saved"], 0.5);
    let calibration = fixture.fathom(&["experts", "calibration", "--tests"]);
    assert!(calibration.stdout.contains("too few"), "{}", calibration.stdout);
}

#[test]
fn records_are_written_and_read_elsewhere() {
    let fixture = with_predicted_tests();
    let file = fixture.beside("report.xml");
    std::fs::write(&file, REPORT).unwrap();
    fixture.json(&["experts", "record", "outcome", "--report", file.to_str().unwrap()]);
    let folder = fixture.beside("export");
    let written = fixture.json(&["experts", "export", folder.to_str().unwrap()]);
    assert_eq!((&written["predictions"], &written["outcomes"]), (&1.into(), &3.into()), "{written}");
    for name in ["predictions", "outcomes", "calibration"] {
        for kind in ["test", "file"] {
            assert!(folder.join(format!("predictions/{kind}_{name}.jsonl")).is_file());
        }
    }
    let runs = std::fs::read_to_string(folder.join("predictions/test_runs.jsonl")).unwrap();
    let run: serde_json::Value = serde_json::from_str(&runs).unwrap();
    assert_eq!(run["results"][0]["file"], "tests/test_client.py", "{run}");
    assert_eq!((&run["results"][0]["failed"], &run["results"][0]["seconds"]), (&true.into(), &4.0.into()));
    let other = Fixture::courier();
    let read = other.json(&["experts", "import", folder.to_str().unwrap()]);
    assert_eq!((&read["predictions"], &read["outcomes"]), (&1.into(), &3.into()), "{read}");
    let again = other.json(&["experts", "import", folder.to_str().unwrap()]);
    assert_eq!((&again["predictions"], &again["known"]), (&0.into(), &1.into()));
}

#[test]
fn recorded_runs_tell_how_long_tests_take_and_which_are_flaky() {
    let fixture = Fixture::courier();
    let report = |body: &str| {
        let case = format!(
            "<testcase classname=\"tests.test_client\" name=\"test_other\" time=\"2.5\">{body}</testcase>"
        );
        format!("<testsuites><testsuite name=\"pytest\">{case}</testsuite></testsuites>")
    };
    for (limit, body) in [("5", "<failure/>"), ("6", "")] {
        fixture.json(&["tests", "--files", "courier/retry.py", "--limit", limit]);
        let recorded = fixture.fathom_given(report(body), &["experts", "record", "outcome", "--report", "-"]);
        assert_eq!(recorded.code, 0, "{}", recorded.stderr);
    }
    let answer = fixture.json(&["predict", "tests", "--files", "courier/retry.py"]);
    let of_file = answer["predictions"].as_array().unwrap().iter().find(|one| one["id"].is_null()).unwrap();
    let reasons: Vec<&str> =
        of_file["reasons"].as_array().unwrap().iter().map(|reason| reason.as_str().unwrap()).collect();
    assert!(reasons.iter().any(|reason| reason.starts_with("flaky")), "{reasons:?}");
    assert!(reasons.contains(&"takes 2.5 s"), "{reasons:?}");
    assert!(!reasons.iter().any(|reason| reason.starts_with("failed in")), "{reasons:?}");
    assert!(answer["notes"][0].as_str().unwrap().contains("2.5 s of 2.5 s"), "{answer}");
}

const WORK: &str = r#"{"event":"edit","path":"courier/retry.py","session":"one","time":9}
{"event":"edit","path":"docs/release.md","session":"one"}
{"event":"command","command":"make docs","session":"one"}
{"event":"commit","commit":"1","session":"one"}
{"event":"edit","path":"courier/retry.py","session":"two"}
{"event":"edit","path":"docs/release.md","session":"two"}
{"event":"command","command":"make docs","session":"two"}
{"event":"commit","commit":"2","session":"two"}
"#;

#[test]
fn recorded_work_says_what_comes_next() {
    let fixture = Fixture::courier();
    fixture.write("docs/release.md", "# Steps of a release\n");
    fixture.commit("Describe the release");
    let probability = |answer: &serde_json::Value| {
        let found =
            answer["predictions"].as_array().unwrap().iter().find(|one| one["path"] == "docs/release.md");
        found.map_or(0.0, |one| one["probability"].as_f64().unwrap())
    };
    let before = fixture.json(&["predict", "next", "--files", "courier/retry.py"]);
    let recorded = fixture.fathom_given(WORK, &["experts", "record", "log", "-", "--json"]);
    assert_eq!(
        (recorded.code, recorded.stdout.contains("\"episodes\": 2")),
        (0, true),
        "{}",
        recorded.stdout
    );
    let after = fixture.json(&["predict", "next", "--files", "courier/retry.py"]);
    assert!(probability(&after) > probability(&before) + 0.1, "{before} {after}");
    assert!(after["notes"][0].as_str().unwrap().contains("make docs"), "{after}");

    // The open change of a log is as good as the names of its files.
    let open = format!("{WORK}{{\"event\":\"edit\",\"path\":\"courier/retry.py\",\"session\":\"three\"}}\n");
    let asked = fixture.fathom_given(open, &["predict", "next", "--log", "-", "--json"]);
    let asked: serde_json::Value = serde_json::from_str(&asked.stdout).unwrap();
    assert_eq!(asked["predictions"], after["predictions"]);
    assert_eq!(fixture.fathom_given(WORK, &["predict", "next", "--log", "-"]).code, 2);
    assert_eq!(fixture.fathom_given("{}", &["experts", "record", "log", "-"]).code, 2);

    // Recorded again or moved elsewhere, it is the same.
    fixture.fathom_given(WORK, &["experts", "record", "log", "-"]);
    let folder = fixture.beside("moved");
    assert_eq!(fixture.json(&["experts", "export", folder.to_str().unwrap()])["episodes"], 2);
    let read = fixture.json(&["experts", "import", folder.to_str().unwrap()]);
    assert_eq!(read["episodes"], 2, "{read}");
    let again = fixture.json(&["predict", "next", "--files", "courier/retry.py"]);
    assert_eq!(again["predictions"], after["predictions"]);
}

#[test]
fn files_that_the_question_names_and_sources_of_tests_are_not_missed() {
    let fixture = Fixture::courier();
    let files = ["--files", "courier/retry.py"];
    let tests = fixture.json(&[&["predict", "tests"], &files[..]].concat());
    let next = fixture.json(&[&["predict", "next"], &files[..]].concat());
    let changed = "courier/retry.py,courier/new.py";
    for (answer, missed) in [(tests, vec![]), (next, vec!["courier/new.py"])] {
        let id = answer["prediction_id"].as_str().unwrap().to_owned();
        let recorded =
            fixture.json(&["experts", "record", "outcome", "--files", changed, "--prediction", &id]);
        assert_eq!(recorded["settled"][0]["missed"], serde_json::json!(missed), "{recorded}");
    }
}

#[test]
fn what_is_no_report_is_an_error() {
    let fixture = with_predicted_tests();
    let answer = fixture.fathom_given("hello", &["experts", "record", "outcome", "--report", "-"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("recognise"), "{}", answer.stderr);
}

#[cfg(unix)]
#[test]
fn the_hook_records_commits_and_can_be_removed() {
    let fixture = Fixture::courier();
    assert_eq!(fixture.fathom(&["init", "--hooks"]).code, 0);
    let hook = fixture.read(".git/hooks/post-commit");
    assert!(hook.contains("experts record outcome --commit HEAD"), "{hook}");
    assert_eq!(fixture.fathom(&["init", "--hooks", "--undo"]).code, 0);
    assert!(!fixture.path(".git/hooks/post-commit").exists());
}

#[test]
fn a_selection_is_printed_for_the_runner() {
    let fixture = Fixture::courier();
    let answer = fixture.fathom(&["tests", "--files", "courier/retry.py", "--runner", "pytest"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let selected: Vec<&str> = answer.stdout.split_whitespace().collect();
    assert!(selected.contains(&"tests/test_client.py"), "{selected:?}");
    assert!(!answer.stdout.contains("tests/test_client.py::"), "the file runs its cases: {selected:?}");
    assert_eq!(answer.stdout.lines().count(), 1);
    let none = fixture.fathom(&["tests", "--files", "courier/retry.py", "--runner", "go"]);
    assert_eq!((none.code, none.stdout.as_str()), (1, ""));
    assert!(none.stderr.contains("go"), "{}", none.stderr);
}
