//! The HTTP routes as programs outside rely on them: shapes, errors, what is found in the query string.

use crate::support::server::Server;
use crate::support::{Fixture, keys};
use serde_json::{Value, json};

#[test]
fn a_workspace_is_registered_listed_resolved_and_named_in_three_ways() {
    let fixture = Fixture::courier();
    let server = Server::start(&fixture, &[], &[]);
    let root = fixture.root().to_str().unwrap();
    assert_eq!(server.get("/api/v1/workspaces").json(), json!({"workspaces": []}));
    let resolved =
        server.post("/api/v1/workspaces/resolve", &json!({"path": fixture.path("courier")})).json();
    assert_eq!((&resolved["root_path"], &resolved["registered"]), (&json!(root), &json!(false)));

    let record = server.post("/api/v1/init", &json!({"root_path": root})).json();
    assert_eq!(keys(&record), ["name", "root_path", "workspace_hash"]);
    assert_eq!((&record["root_path"], &record["name"]), (&json!(root), &json!("repo")));
    assert_eq!(record["workspace_hash"].as_str().unwrap().len(), 64);
    assert_eq!(record["workspace_hash"], resolved["workspace_hash"]);
    // A folder of the repository is the same workspace.
    let again = server.post("/api/v1/init", &json!({"root_path": fixture.path("courier")})).json();
    assert_eq!(again, record);
    assert_eq!(server.get("/api/v1/workspaces").json(), json!({"workspaces": [record]}));
    let file = fixture.path("courier/client.py");
    let resolved = server.post("/api/v1/workspaces/resolve", &json!({"path": file})).json();
    assert_eq!(keys(&resolved), ["name", "registered", "root_path", "workspace_hash"]);
    assert_eq!((&resolved["name"], &resolved["registered"]), (&json!("repo"), &json!(true)));

    let inside = fixture.path("courier");
    for named in [record["workspace_hash"].as_str().unwrap(), "repo", root, inside.to_str().unwrap()] {
        let answer = server.post("/api/v1/query", &json!({"workspace": named, "query": "parcel"}));
        assert_eq!(answer.status, 200, "{named}: {}", answer.body);
    }
}

#[test]
fn each_route_answers_in_the_shape_of_the_contract() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let has = |answer: &Value, wanted: &[&str]| {
        for key in wanted {
            assert!(answer.get(key).is_some(), "no `{key}` in {answer}");
        }
    };
    let post = |path: &str, mut body: Value| {
        body["workspace"] = json!(workspace);
        let answer = server.post(&format!("/api/v1{path}"), &body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    };
    let context = post("/context", json!({"task": "retry failed requests", "hints": ["policy"], "limit": 3}));
    has(&context, &["task", "hints", "budget", "tokens", "index", "symbols", "files", "tests"]);
    assert_eq!(context["symbols"].as_array().unwrap().len(), 3);
    has(
        &context["symbols"][0],
        &["rank", "id", "name", "qualified_name", "kind", "language", "path", "line"],
    );
    let files = post("/files", json!({"task": "retry failed requests"}));
    has(&files, &["task", "hints", "index", "files"]);
    has(&files["files"][0], &["path", "score", "probability", "reasons"]);
    let query = post("/query", json!({"query": "parcel", "max_results": 2}));
    has(&query, &["results", "total", "query_ms"]);
    has(&query["results"][1], &["id", "title", "snippet", "score", "source_path", "line"]);
    assert_eq!(query["results"].as_array().unwrap().len(), 2);
    let impact = post("/graph/impact", json!({"node": "RetryPolicy.delay"}));
    has(&impact["impacted"][0], &["node", "depth", "edge_type", "confidence", "path", "line"]);
    let trace = post("/graph/trace", json!({"node": "Client.send", "max_depth": 2}));
    has(&trace["chain"][0], &["node", "depth", "via", "path", "line"]);
    let flow = post("/graph/flow", json!({"entry": "POST /none"}));
    assert_eq!(flow["found"], false);
    let flow = post("/graph/flow", json!({"entry": "Client.send"}));
    has(
        &flow,
        &["found", "entry", "method", "path", "handler", "filters", "chain", "externals", "nodes", "edges"],
    );
    let tests = post("/tests", json!({"files": ["courier/retry.py"]}));
    has(&tests["tests"][0], &["id", "path", "probability", "reasons"]);
    has(&post("/explain", json!({"task": "retry", "symbol": "with_retries"})), &["symbol", "standing"]);
    has(&post("/feedback", json!({"task": "retry", "used": ["with_retries"]})), &["recorded"]);
    let found =
        server.get(&format!("/api/v1/symbols?workspace={workspace}&query=Client&kind=class&limit=1")).json();
    assert_eq!((&found["count"], &found["symbols"][0]["name"]), (&json!(1), &json!("Client")));
    has(&found["symbols"][0], &["kind", "language", "signature", "source_path", "line"]);
    let status = server.get(&format!("/api/v1/status?workspace={workspace}")).json();
    assert_eq!((&status["indexed"], &status["stale_files"]), (&json!(true), &json!(0)));
    // What is not found is an empty list.
    let nothing = server.get(&format!("/api/v1/symbols?workspace={workspace}&query=zebra")).json();
    assert_eq!(nothing["count"], 0);
}

#[test]
fn a_wrong_request_is_refused_with_what_to_send() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let with = |extra: Value| {
        let mut body = json!({"workspace": workspace, "task": "x"});
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        server.post("/api/v1/context", &body)
    };
    for extra in [
        json!({"task": ""}),
        json!({"task": "  \n"}),
        json!({"task": null}),
        json!({"task": 5}),
        json!({"task": ["x"]}),
        json!({"task": "a\0b"}),
        json!({"hints": ["a\0b"]}),
        json!({"hints": [5]}),
        json!({"limit": 0}),
        json!({"limit": -1}),
        json!({"limit": "5"}),
        json!({"limit": 99_999_999_u64}),
        json!({"budget": 0}),
        json!({"budget": 1e30}),
        json!({"workspace": null}),
        json!({"workspace": ""}),
        json!({"workspace": 7}),
        json!({"workspace": "a\0b"}),
        json!({"concepts": ["odd"]}),
        json!({"session": "../../x"}),
        json!({"path": ["["]}),
    ] {
        let answer = with(extra.clone());
        assert_eq!(answer.status, 400, "{extra}: {}", answer.body);
        assert_eq!(answer.error(), "invalid_request", "{extra}");
    }
    assert_eq!(with(json!({"unknown": {"a": [1]}, "limit": null})).status, 200);
    for depth in [json!(0), json!(-1), json!(1_000_000), json!("3")] {
        let body = json!({"workspace": workspace, "node": "Client.send", "max_depth": depth});
        assert_eq!(server.post("/api/v1/graph/trace", &body).status, 400, "{depth}");
    }
    for query in ["", "query=", "query=%00", "query=a&limit=x", "query=a&limit=0", "query=a&query=b"] {
        let answer = server.get(&format!("/api/v1/symbols?workspace={workspace}&{query}"));
        assert_eq!(answer.status, 400, "{query}: {}", answer.body);
    }
    let unknown = with(json!({"workspace": "nobody"}));
    assert_eq!((unknown.status, unknown.error().as_str()), (404, "not_found"));
    let missing = server.post("/api/v1/show", &json!({"workspace": workspace, "symbol": "NoSuchThing"}));
    assert_eq!(missing.status, 404, "{}", missing.body);
    assert_eq!(server.get("/api/v1/nothing").status, 404);
    assert_eq!(server.get("/api/v1/context").status, 405);
    let broken = server.send("POST", "/api/v1/context", &["Content-Type: application/json"], "{\"task\":");
    assert_eq!((broken.status, broken.error().as_str()), (400, "invalid_request"));
}

#[test]
fn health_metrics_and_the_description_are_there() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    assert_eq!(server.post("/api/v1/query", &json!({"workspace": workspace, "query": "x"})).status, 200);
    assert_eq!(server.get("/health").json()["status"], "ok");
    let metrics = server.get("/metrics").body;
    for line in [
        "fathom_requests_total{operation=\"query\",code=\"200\"} 1",
        "fathom_request_duration_seconds_count{operation=\"query\"} 1",
        "fathom_index_age_seconds{workspace=\"repo\"}",
        "fathom_workspaces 1",
    ] {
        assert!(metrics.contains(line), "no `{line}` in\n{metrics}");
    }
    let description = server.get("/api/v1/openapi.json").json();
    assert_eq!(description["openapi"], "3.1.0");
    assert!(description["paths"]["/api/v1/graph/impact"]["post"].is_object());
}
