//! `--path` and `--lang`: nothing else answers, and what does keeps its order.

use crate::support::{Fixture, each, json_in};
use serde_json::Value;

const TASK: &[&str] = &["context", "retry failed requests of parcels", "--limit", "60"];

fn context(fixture: &Fixture, filter: &[&str]) -> Value {
    fixture.json(&[TASK, filter].concat())
}

#[test]
fn a_filtered_answer_is_the_whole_one_without_the_rest() {
    let fixture = Fixture::courier();
    let whole = context(&fixture, &[]);
    let ids = |answer: &Value| -> Vec<String> {
        each(&answer["symbols"], "id").into_iter().map(str::to_owned).collect()
    };
    for (filter, lies_in) in [
        (&["--path", "courier"][..], "courier/"),
        (&["--path", "courier/retry.py"], "courier/retry.py"),
        (&["--path", "courier/re*.py"], "courier/retry.py"),
        (&["--path", "*.rb"], "lib/"),
        (&["--lang", "Ruby"], "lib/"),
        (&["--lang", "py", "--path", "courier/"], "courier/"),
    ] {
        let filtered = context(&fixture, filter);
        let mut expected = ids(&whole);
        expected.retain(|id| id.starts_with(lies_in));
        assert!(!expected.is_empty() && expected.len() < ids(&whole).len(), "{filter:?}");
        assert_eq!(ids(&filtered)[..expected.len()], expected, "{filter:?}");
        assert!(ids(&filtered).iter().all(|id| id.starts_with(lies_in)), "{filter:?}: {filtered}");
        assert!(each(&filtered["files"], "path").iter().all(|path| path.starts_with(lies_in)), "{filter:?}");
        assert!(filtered["tests"].as_array().unwrap().is_empty(), "{filter:?}");
    }
    let both = context(&fixture, &["--path", "courier", "--path", "lib"]);
    assert!(ids(&both).iter().any(|id| id.starts_with("lib/")), "{both}");
    assert!(!ids(&both).iter().any(|id| id.starts_with("cmd/")), "{both}");
}

#[test]
fn a_part_that_the_whole_answer_hardly_mentions_is_searched_on_its_own() {
    // More symbols that match the task better than a search of the whole repository keeps.
    let noise: String =
        (0..1_500).map(|n| format!("def retry_failed_request_{n}():\n    pass\n\n")).collect();
    let fixture = Fixture::plain(&[
        ("noise.py", &noise),
        ("lib/quiet.rb", "class Quiet\n  # Once more after a request.\n  def again; end\nend\n"),
    ]);
    let answer = fixture.json(&["context", "retry the failed request", "--path", "lib"]);
    assert!(each(&answer["symbols"], "id").contains(&"lib/quiet.rb::Quiet#again"), "{answer}");
}

#[test]
fn query_and_symbols_are_filtered_before_they_are_cut() {
    let fixture = Fixture::courier();
    let all = fixture.json(&["query", "parcel"]);
    let ruby = fixture.json(&["query", "parcel", "--lang", "rb", "--limit", "1"]);
    assert_eq!(each(&ruby["results"], "source_path"), ["lib/report.rb"]);
    assert!(ruby["total"].as_u64() < all["total"].as_u64());
    let found = fixture.json(&["symbols", "post", "--path", "tests", "--limit", "1"]);
    assert_eq!(each(&found["symbols"], "id"), ["tests/test_client.py::Silent.post"]);
    let answer = fixture.fathom(&["symbols", "Report", "--lang", "python"]);
    assert_eq!(answer.code, 1, "{}", answer.stdout);
}

#[test]
fn a_path_counts_from_the_current_folder_and_from_the_root() {
    let fixture = Fixture::courier();
    let below = fixture.path("courier");
    for path in ["retry.py", "./retry.py", "courier/retry.py", "re*.py", "../courier/retry.py"] {
        let answer = json_in(&below, &["query", "parcel", "attempt", "--path", path], &[]);
        let mut paths = each(&answer["results"], "source_path");
        paths.dedup();
        assert_eq!(paths, ["courier/retry.py"], "{path}");
    }
}

#[test]
fn a_filter_that_matches_nothing_is_an_error_that_names_valid_values() {
    let fixture = Fixture::courier();
    for command in [&["context", "retry"][..], &["query", "retry"], &["symbols", "retry"]] {
        for (filter, thing, step) in [
            (["--lang", "klingon"], "klingon", "python, "),
            (["--lang", "kotlin"], "kotlin", "it contains "),
            (["--path", "curier"], "curier", "a folder, a file or a glob"),
            (["--path", "report.rb"], "report.rb", "'**/report.rb' is every file"),
            (["--path", "courier/[x"], "courier/[x", "glob"),
        ] {
            let answer = fixture.fathom(&[command, &filter].concat());
            assert_eq!(answer.code, 2, "{command:?} {filter:?}: {}", answer.stdout);
            assert!(answer.stderr.contains(thing) && answer.stderr.contains(step), "{}", answer.stderr);
        }
    }
}
