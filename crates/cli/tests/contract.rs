//! What tools outside rely on: the keys of every JSON answer, and the text people read.

use crate::support::{Fixture, each, keys};
use insta::assert_snapshot;
use serde_json::Value;

const FRESHNESS: [&str; 3] = ["commit", "dirty", "stale_files"];
const SYMBOL: [&str; 10] =
    ["end_line", "id", "kind", "language", "line", "name", "signature", "source_path", "test", "visibility"];
const RELATION: [&str; 7] = ["confidence", "count", "edge_type", "line", "node", "path", "resolution"];

fn assert_fresh(answer: &Value, fixture: &Fixture) {
    assert_eq!(keys(&answer["index"]), FRESHNESS);
    assert_eq!(answer["index"]["commit"], fixture.git(&["rev-parse", "HEAD"]));
    assert_eq!(answer["index"]["dirty"], false);
    assert_eq!(answer["index"]["stale_files"], 0);
}

#[test]
fn index_reports_counts_changes_and_what_was_left_out() {
    let fixture = Fixture::courier();
    let answer = fixture.json(&["index"]);
    assert_eq!(
        keys(&answer),
        [
            "changed_files",
            "commit",
            "dirty",
            "edges",
            "elapsed_ms",
            "files",
            "index_bytes",
            "languages",
            "parsed_files",
            "peak_memory_bytes",
            "phases_ms",
            "root",
            "skipped",
            "symbols",
            "unresolved",
            "unsupported_languages",
        ]
    );
    assert_eq!(answer["root"], fixture.root().display().to_string());
    assert_eq!(answer["commit"], fixture.git(&["rev-parse", "HEAD"]));
    assert_eq!(answer["dirty"], false);
    assert_eq!(answer["changed_files"], answer["files"]);
    assert_eq!(keys(&answer["languages"]["python"]), ["files", "symbols"]);
    assert_eq!(answer["languages"]["python"]["files"], 5);
    assert_eq!(answer["unsupported_languages"]["nim"], 1);
    assert_eq!(
        keys(&answer["unresolved"]),
        ["external", "missing", "references", "resolved", "unknown_receiver"]
    );
    assert_eq!(answer["languages"]["nim"]["symbols"], 1);
    fixture.write("rates.csv", "a,b\n1,2\n");
    let skipped = &fixture.json(&["index"])["skipped"];
    let data = skipped.as_array().unwrap().iter().find(|skip| skip["path"] == "rates.csv").unwrap();
    assert_eq!(keys(data), ["path", "reason"]);
    assert_eq!(data["reason"], "data, by its name");
}

#[test]
fn index_takes_a_path() {
    let fixture = Fixture::courier();
    let place = fixture.beside("elsewhere");
    std::fs::create_dir(&place).unwrap();
    let root = fixture.root().display().to_string();
    let answer = crate::support::json_in(&place, &["index", &root], &[]);
    assert_eq!(answer["root"], root);
}

#[test]
fn status_reports_what_is_indexed_and_what_differs() {
    let fixture = Fixture::courier();
    let before = fixture.json(&["status"]);
    assert_eq!(
        keys(&before),
        [
            "branch",
            "commit",
            "dirty_files",
            "edges",
            "files",
            "index_bytes",
            "indexed",
            "indexed_commit",
            "languages",
            "root",
            "skipped",
            "stale_files",
            "symbols",
            "unresolved",
            "unsupported_languages",
        ]
    );
    assert_eq!(before["indexed"], false);
    assert!(!fixture.home("cache").exists(), "status builds nothing");
    let indexed = fixture.json(&["index"]);
    fixture.write("courier/errors.py", "class Lost(Exception):\n    pass\n");
    let after = fixture.json(&["status"]);
    assert_eq!(after["indexed"], true);
    assert_eq!(after["branch"], "main");
    assert_eq!(after["indexed_commit"], indexed["commit"]);
    assert_eq!(after["symbols"], indexed["symbols"]);
    assert_eq!(after["edges"], indexed["edges"]);
    assert_eq!(after["dirty_files"], serde_json::json!(["courier/errors.py"]));
    assert!(after["stale_files"].as_u64() >= Some(1));
}

#[test]
fn context_gives_ranked_symbols_with_reasons_and_code() {
    let fixture = Fixture::courier();
    let answer = fixture.json(&["context", "where are failed requests retried?"]);
    assert_eq!(
        keys(&answer),
        ["budget", "files", "hints", "index", "symbols", "task", "tests", "tokens", "unsupported_languages"]
    );
    assert_fresh(&answer, &fixture);
    assert_eq!(answer["task"], "where are failed requests retried?");
    assert_eq!(answer["budget"], 8000);
    let symbols = answer["symbols"].as_array().unwrap();
    assert_eq!(answer["hints"], serde_json::json!([]));
    for (index, symbol) in symbols.iter().enumerate() {
        // A symbol whose lines another one shows, or for whose lines the budget had no room, has no code.
        let mut keys = keys(symbol);
        if !keys.contains(&"code") {
            keys.insert(0, "code");
        }
        assert_eq!(
            keys,
            [
                "code",
                "end_line",
                "id",
                "kind",
                "language",
                "line",
                "name",
                "path",
                "probability",
                "qualified_name",
                "rank",
                "reasons",
                "score",
                "signature",
            ]
        );
        assert_eq!(symbol["rank"], index + 1);
        assert!(!symbol["reasons"].as_array().unwrap().is_empty(), "no reason for {symbol}");
    }
    let scores: Vec<f64> = symbols.iter().map(|symbol| symbol["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let names = each(&answer["symbols"], "qualified_name");
    for wanted in ["with_retries", "RetryPolicy", "Client.send"] {
        assert!(names.contains(&wanted), "{wanted} is not among {names:?}");
    }
    let retries = symbols.iter().find(|symbol| symbol["qualified_name"] == "with_retries").unwrap();
    assert_eq!(retries["id"], "courier/retry.py::with_retries");
    assert!(retries["code"].as_str().unwrap().starts_with("def with_retries("));
    assert_eq!(keys(&answer["files"][0]), ["path", "probability", "score"]);
    assert_eq!(keys(&answer["tests"][0]), ["id", "path", "probability"]);
    assert_eq!(answer["tests"][0]["id"], "tests/test_client.py::test_failed_requests_are_retried");
}

#[test]
fn context_reads_the_task_from_standard_input() {
    let fixture = Fixture::courier();
    let output = assert_cmd::cargo::cargo_bin_cmd!("fathom")
        .args(["context", "-", "--json"])
        .current_dir(fixture.root())
        .env_remove("FATHOM_REPO")
        .write_stdin("lost parcels\n")
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(each(&answer["symbols"], "qualified_name").contains(&"Report#lost"));
}

#[test]
fn symbols_gives_definitions_by_any_form_of_a_name() {
    let fixture = Fixture::courier();
    for name in ["Client.send", "Client#send", "Client::send", "send", "courier/client.py::Client.send"] {
        let answer = fixture.json(&["symbols", name]);
        assert_eq!(keys(&answer), ["count", "exact", "index", "symbols", "unsupported_languages"]);
        assert_fresh(&answer, &fixture);
        assert_eq!(keys(&answer["symbols"][0]), SYMBOL);
        assert_eq!(answer["symbols"][0]["id"], "courier/client.py::Client.send", "for {name}");
        assert_eq!(answer["exact"], true);
    }
    let near = fixture.json(&["symbols", "retri"]);
    assert_eq!(near["exact"], false);
    assert!(each(&near["symbols"], "name").contains(&"with_retries"));
    let classes = fixture.json(&["symbols", "Client", "--kind", "class"]);
    assert_eq!(each(&classes["symbols"], "kind"), ["class"]);
}

#[test]
fn show_gives_code_callers_and_callees() {
    let fixture = Fixture::courier();
    let answer = fixture.json(&["show", "with_retries"]);
    assert_eq!(
        keys(&answer),
        [
            "alternatives",
            "callee_count",
            "callees",
            "caller_count",
            "callers",
            "code",
            "doc",
            "index",
            "members",
            "mention_count",
            "mentioned_in",
            "symbol",
        ]
    );
    assert_fresh(&answer, &fixture);
    assert_eq!(keys(&answer["symbol"]), SYMBOL);
    assert_eq!(keys(&answer["callers"][0]), RELATION);
    assert_eq!(keys(&answer["callees"][0]), RELATION);
    assert_eq!(keys(&answer["mentioned_in"][0]), RELATION);
    assert!(each(&answer["callers"], "node").contains(&"courier/client.py::Client.send"));
    assert!(each(&answer["callees"], "node").contains(&"courier/errors.py::DeliveryError"));
    assert!(each(&answer["mentioned_in"], "path").contains(&"docs/retries.md"));
    assert!(answer["code"].as_str().unwrap().starts_with("def with_retries"));
    let class = fixture.json(&["show", "RetryPolicy"]);
    assert!(each(&class["members"], "name").contains(&"RetryPolicy.delay"));
    assert_eq!(keys(&class["members"][0]), SYMBOL);
}

/// Every entry names its parent: the start at depth 1, else an entry before it, one step nearer. What
/// a call is dispatched to is no step further than what is called.
fn assert_tree(start: &Value, entries: &Value) {
    let entries = entries.as_array().unwrap();
    for (at, entry) in entries.iter().enumerate() {
        let parents = entries[..at].iter().filter(|other| other["node"] == entry["parent"]);
        let depths: Vec<u64> = parents.map(|parent| parent["depth"].as_u64().unwrap()).collect();
        let steps = u64::from(entry["edge_type"] != "dispatches to");
        match entry["depth"].as_u64().unwrap() - steps {
            0 => assert_eq!(entry["parent"], *start, "{entry}"),
            before => assert_eq!(depths, [before], "{entry}"),
        }
    }
}

#[test]
fn trace_gives_the_calls_downstream() {
    let fixture = Fixture::courier();
    let answer = fixture.json(&["trace", "Client.send", "--depth", "3"]);
    assert_eq!(
        keys(&answer),
        ["alternatives", "chain", "entry", "index", "unresolved", "unresolved_in_file"]
    );
    assert_fresh(&answer, &fixture);
    assert_eq!(answer["entry"], "courier/client.py::Client.send");
    for step in answer["chain"].as_array().unwrap() {
        assert_eq!(
            keys(step),
            ["confidence", "depth", "edge_type", "line", "node", "parent", "path", "resolution", "via"]
        );
    }
    assert_tree(&answer["entry"], &answer["chain"]);
    let nodes = each(&answer["chain"], "node");
    for wanted in
        ["courier/retry.py::with_retries", "courier/client.py::Client.post_once", "courier/client.py::encode"]
    {
        assert!(nodes.contains(&wanted), "{wanted} is not among {nodes:?}");
    }
    let near = fixture.json(&["trace", "Client.send", "--depth", "1"]);
    assert!(near["chain"].as_array().unwrap().iter().all(|step| step["depth"] == 1));
}

#[test]
fn impact_gives_what_depends_on_a_symbol_a_file_or_a_diff() {
    let fixture = Fixture::courier();
    let answer = fixture.json(&["impact", "RetryPolicy.delay"]);
    assert_eq!(
        keys(&answer),
        [
            "alternatives",
            "impacted",
            "index",
            "node",
            "possibly_missing",
            "tests",
            "total",
            "total_tests",
            "unresolved"
        ]
    );
    assert_fresh(&answer, &fixture);
    for one in answer["impacted"].as_array().unwrap() {
        assert_eq!(
            keys(one),
            [
                "confidence",
                "depth",
                "edge_type",
                "line",
                "node",
                "parent",
                "path",
                "resolution",
                "test",
                "via"
            ]
        );
    }
    assert!(each(&answer["impacted"], "node").contains(&"courier/retry.py::with_retries"));
    assert_tree(&answer["node"], &answer["impacted"]);

    let file = fixture.json(&["impact", "courier/errors.py"]);
    assert!(each(&file["impacted"], "path").contains(&"courier/retry.py"));
    assert_tree(&file["node"], &file["impacted"]);

    let calls = fixture.json(&["impact", "encode", "--edge-type", "calls", "--depth", "1"]);
    assert_eq!(each(&calls["impacted"], "node"), ["courier/client.py::Client.post_once"]);

    fixture.replace("courier/client.py", "return repr(parcel)", "return str(parcel)");
    std::fs::write(fixture.beside("change.diff"), fixture.git(&["diff"])).unwrap();
    let diff = fixture.beside("change.diff").display().to_string();
    let changed = fixture.json(&["impact", "--diff", &diff]);
    assert_eq!(changed["node"], "courier/client.py::encode");
    assert_tree(&changed["node"], &changed["impacted"]);
    assert!(each(&changed["impacted"], "node").contains(&"courier/client.py::Client.post_once"));
    assert_eq!(changed["index"]["dirty"], true);
}

#[test]
fn query_gives_hits_in_symbols_and_prose() {
    let fixture = Fixture::courier();
    let answer = fixture.json(&["query", "failed", "requests", "--limit", "3"]);
    assert_eq!(keys(&answer), ["index", "query_ms", "results", "total"]);
    assert_fresh(&answer, &fixture);
    let results = answer["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    assert!(answer["total"].as_u64() > Some(3));
    for hit in results {
        assert_eq!(keys(hit), ["id", "line", "score", "snippet", "source_path", "title"]);
    }
    let all = fixture.json(&["query", "failed", "requests"]);
    assert!(each(&all["results"], "source_path").contains(&"docs/retries.md"));
}

#[test]
fn text_answers_read_well() {
    let fixture = Fixture::courier();
    let text = |arguments: &[&str]| fixture.normalised(&fixture.fathom(arguments).stdout);
    assert_snapshot!("context", text(&["context", "how long to wait before a retry", "--budget", "300"]));
    assert_snapshot!("symbols", text(&["symbols", "Client"]));
    assert_snapshot!("show", text(&["show", "with_retries"]));
    assert_snapshot!("trace", text(&["trace", "Client.send"]));
    assert_snapshot!("impact", text(&["impact", "DeliveryError"]));
    assert_snapshot!("query", text(&["query", "lost parcels", "--limit", "3"]));
    // The size on disk is no promise.
    let status = text(&["status"]);
    let status: Vec<&str> = status.lines().filter(|line| !line.ends_with(" MB")).collect();
    assert_snapshot!("status", status.join("\n"));
    // The first line contains the time.
    let index = text(&["index"]);
    assert_snapshot!("index", index.split_once('\n').unwrap().1);
}
