//! `fathom mcp`: what an agent gets.

use crate::support::{Fixture, McpClient};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const TOOLS: [&str; 7] = ["context", "symbols", "show", "trace", "impact", "flow", "tests"];

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

/// What a stateless request of 2026-07-28 carries.
fn stateless(mut parameters: Value) -> Value {
    parameters["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    parameters
}

#[test]
fn every_handshake_revision_is_answered_in_its_own_words() {
    let fixture = Fixture::courier();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = McpClient::start(&fixture, fixture.root(), &[]);
        let answer = client.initialize(version);
        assert_eq!(answer["protocolVersion"], version);
        assert_eq!(answer["serverInfo"]["name"], "fathom");
        assert!(answer["instructions"].as_str().unwrap().contains("`context`"), "{answer}");
        assert_eq!(names(&client.ask("tools/list", json!({}))["result"]["tools"]), TOOLS);
        let answer = client.call("symbols", json!({"query": "Client.send"}));
        assert_eq!(answer["structuredContent"]["symbols"][0]["name"], "Client.send");
        assert!(answer.get("resultType").is_none(), "older clients do not support it: {answer}");
    }
}

#[test]
fn the_stateless_revision_needs_no_handshake() {
    let fixture = Fixture::courier();
    let mut client = McpClient::start(&fixture, fixture.root(), &[]);
    let found = client.ask("server/discover", stateless(json!({})));
    let versions = found["result"]["supportedVersions"].as_array().unwrap_or_else(|| panic!("{found}"));
    assert!(versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2025-06-18")), "{found}");
    let list = client.ask("tools/list", stateless(json!({})));
    assert_eq!(names(&list["result"]["tools"]), TOOLS);
    let call = json!({"name": "symbols", "arguments": {"query": "Client.send"}});
    let answer = client.ask("tools/call", stateless(call));
    assert_eq!(answer["result"]["structuredContent"]["symbols"][0]["name"], "Client.send", "{answer}");
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[test]
fn tools_describe_themselves_to_a_model() {
    let fixture = Fixture::courier();
    let mut client = McpClient::connected(&fixture);
    let list = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    for tool in list.as_array().unwrap() {
        let name = &tool["name"];
        assert_eq!(tool["_meta"], json!({"anthropic/alwaysLoad": true}), "{name}");
        let annotations = &tool["annotations"];
        assert_eq!(annotations["readOnlyHint"], true, "{name}");
        assert_eq!(annotations["idempotentHint"], true, "{name}");
        assert_eq!(annotations["openWorldHint"], false, "{name}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert_eq!(tool["inputSchema"]["properties"]["workspace"]["type"], "string", "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
    }
    assert!(!list.to_string().contains("$ref"), "clients cannot follow references");
    let bytes = list.to_string().len();
    assert!(bytes < 32_000, "every session pays for the list of tools: {bytes} bytes");
}

#[test]
fn fathom_tools_narrows_the_tools() {
    let fixture = Fixture::courier();
    let mut client = McpClient::start(&fixture, fixture.root(), &[("FATHOM_TOOLS", "impact, context")]);
    let instructions = client.initialize("2025-06-18")["instructions"].clone();
    assert!(!instructions.to_string().contains("`trace`"), "{instructions}");
    assert_eq!(names(&client.ask("tools/list", json!({}))["result"]["tools"]), ["context", "impact"]);
    let answer = client.ask("tools/call", json!({"name": "show", "arguments": {"symbol": "Client"}}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let refused = crate::support::run_in(fixture.root(), &["mcp"], &[("FATHOM_TOOLS", "grep")]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("`grep`") && refused.stderr.contains("context, symbols"),
        "{}",
        refused.stderr
    );
}

/// Whether a value has the shape of a schema of the few words that tools use.
fn assert_fits(schema: &Value, value: &Value, place: &str) {
    let is_type = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        _ => true,
    };
    assert!(is_type, "{place} is {value}, not {}", schema["type"]);
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{place} is {value}, none of {words:?}");
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(value.get(name.as_str().unwrap()).is_some(), "{place} has no {name}");
    }
    for (name, inner) in value.as_object().into_iter().flatten() {
        if let Some(property) = schema["properties"].get(name) {
            assert_fits(property, inner, &format!("{place}.{name}"));
        } else {
            assert!(schema.get("properties").is_none(), "{place}.{name} is not in the schema");
        }
    }
    for inner in value.as_array().into_iter().flatten() {
        assert_fits(&schema["items"], inner, &format!("{place}[]"));
    }
}

#[test]
fn each_tool_answers_as_the_command_line_does() {
    let fixture = Fixture::courier();
    let mut client = McpClient::connected(&fixture);
    let list = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    let diff = "--- a/courier/retry.py\n+++ b/courier/retry.py\n@@ -16,1 +16,1 @@\n-        return 1\n+        return 2\n";
    fixture.write("change.diff", diff);
    fixture.commit("Add a diff");
    let calls: [(&str, Value, Vec<&str>); 11] = [
        (
            "context",
            json!({"task": "retry failed requests", "hints": ["with_retries"], "budget": 1500}),
            vec!["context", "retry failed requests", "--hint", "with_retries", "--budget", "1500"],
        ),
        ("context", json!({"task": "count lost parcels"}), vec!["context", "count lost parcels"]),
        ("symbols", json!({"query": "send"}), vec!["symbols", "send"]),
        ("symbols", json!({"query": "courier/retry.py"}), vec!["symbols", "courier/retry.py"]),
        ("show", json!({"symbol": "Client.send"}), vec!["show", "Client.send"]),
        ("trace", json!({"node": "Client.send"}), vec!["trace", "Client.send"]),
        (
            "impact",
            json!({"node": "with_retries", "max_depth": 2}),
            vec!["impact", "with_retries", "--depth", "2"],
        ),
        ("impact", json!({"diff": diff}), vec!["impact", "--diff", "change.diff"]),
        (
            "flow",
            json!({"entry": "Client.send", "max_depth": 2}),
            vec!["flow", "Client.send", "--depth", "2"],
        ),
        ("tests", json!({"files": ["courier/client.py"]}), vec!["tests", "--files", "courier/client.py"]),
        ("tests", json!({"diff": diff}), vec!["tests", "--diff", "change.diff"]),
    ];
    for (tool, arguments, command) in calls {
        let result = client.call(tool, arguments.clone());
        assert_eq!(result["isError"], false, "{tool} {arguments}: {result}");
        let content = &result["structuredContent"];
        assert_eq!(*content, fixture.json(&command), "{tool} {arguments}");
        let schema = list.as_array().unwrap().iter().find(|one| one["name"] == tool).unwrap();
        assert_fits(&schema["outputSchema"], content, tool);
        // Text is what the command prints into a pipe; that of `context` shows what the JSON shows.
        let text = result["content"][0]["text"].as_str().unwrap();
        if tool == "context" {
            assert!(text.contains(content["symbols"][0]["path"].as_str().unwrap()), "{text}");
        } else {
            assert_eq!(text.trim_end(), fixture.fathom(&command).stdout.trim_end(), "{tool} {arguments}");
        }
    }
}

#[test]
fn mistakes_are_answered_with_what_to_send() {
    let fixture = Fixture::courier();
    let mut client = McpClient::connected(&fixture);
    let unknown = client.ask("tools/call", json!({"name": "grep", "arguments": {}}));
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("context, symbols, show"), "{unknown}");
    let text = client.failure("trace", json!({"node": "Client.send", "depth": 2}));
    assert_eq!(text, "`trace` has no argument `depth`; its arguments are limit, max_depth, node, workspace");
    let text = client.failure("context", json!({"hints": ["a"]}));
    assert!(text.contains("needs `task`"), "{text}");
    let text = client.failure("context", json!({"task": "x", "limit": "ten"}));
    assert!(text.contains("`limit`") && text.contains("whole number"), "{text}");
    let text = client.failure("show", json!({"symbol": "Clientt.send"}));
    assert!(text.contains("Clientt.send"), "{text}");
    let text = client.failure("show", json!({"symbol": "x", "workspace": "/no/such/folder"}));
    assert!(text.contains("/no/such/folder") && text.contains("absolute path"), "{text}");
    let missing = client.ask("resources/read", json!({"uri": "fathom://nothing"}));
    assert!(missing["error"]["message"].as_str().unwrap().contains("fathom://nothing"), "{missing}");
}

#[test]
fn a_server_outside_of_a_repository_asks_for_the_workspace() {
    let fixture = Fixture::courier();
    let elsewhere = fixture.beside("plain");
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::write(elsewhere.join("a.py"), "def a(): pass\n").unwrap();
    let home = std::env::home_dir().unwrap_or_else(|| elsewhere.clone());
    for folder in [elsewhere.as_path(), std::path::Path::new("/"), home.as_path()] {
        let mut client = McpClient::start(&fixture, folder, &[]);
        client.initialize("2025-06-18");
        let text = client.failure("symbols", json!({"query": "Client"}));
        assert!(text.contains("`workspace`"), "{}: {text}", folder.display());
        let root = fixture.root().to_str().unwrap();
        let answer = client.call("symbols", json!({"query": "Client", "workspace": root}));
        assert_eq!(answer["structuredContent"]["symbols"][0]["name"], "Client");
        let answer = client.call("symbols", json!({"query": "Client", "workspace": "repo"}));
        assert_eq!(
            answer["structuredContent"]["symbols"][0]["name"], "Client",
            "by the name of a workspace that was asked before"
        );
    }
}

#[test]
fn an_edit_is_in_the_next_answer() {
    let fixture = Fixture::courier();
    let mut client = McpClient::connected(&fixture);
    for round in 0..5 {
        let name = format!("fresh_{round}");
        fixture.write("courier/fresh.py", format!("def {name}():\n    return {round}\n"));
        let answer = client.call("symbols", json!({"query": name}));
        assert_eq!(answer["structuredContent"]["exact"], true, "{answer}");
    }
}

#[test]
fn twenty_calls_at_once_are_all_answered() {
    let fixture = Fixture::courier();
    let mut client = McpClient::connected(&fixture);
    let calls: Vec<(u64, &str)> = (0..20)
        .map(|number| {
            let name = ["Client", "Transport", "RetryPolicy", "Report", "Depot"][number % 5];
            let call = json!({"name": "show", "arguments": {"symbol": name}});
            (client.request("tools/call", call), name)
        })
        .collect();
    for (id, name) in calls {
        let answer = client.answer_to(id);
        assert_eq!(answer["result"]["structuredContent"]["symbol"]["name"], name, "{answer}");
    }
}

/// A repository that takes a while to index.
fn large() -> Fixture {
    let fixture = Fixture::courier();
    for number in 0..600 {
        let functions: String = (0..40)
            .map(|one| format!("def work_{number}_{one}(a):\n    return work_{one}_{number}(a)\n"))
            .collect();
        fixture.write(&format!("many/part_{number}.py"), functions);
    }
    fixture
}

#[test]
fn a_client_is_greeted_at_once_and_an_early_question_waits_with_progress() {
    let fixture = large();
    let mut client = McpClient::start(&fixture, fixture.root(), &[]);
    let since = Instant::now();
    client.initialize("2025-06-18");
    let greeted = since.elapsed();
    // 100 ms on a machine of its own; tests share theirs.
    assert!(greeted < Duration::from_secs(2), "{greeted:?}");
    let call =
        json!({"name": "symbols", "arguments": {"query": "work_7_7"}, "_meta": {"progressToken": "early"}});
    let answer = client.ask("tools/call", call);
    assert_eq!(answer["result"]["structuredContent"]["exact"], true, "{answer}");
    let steps: Vec<f64> = client
        .others
        .iter()
        .filter(|message| message["method"] == "notifications/progress")
        .map(|message| {
            assert_eq!(message["params"]["progressToken"], "early");
            message["params"]["progress"].as_f64().unwrap()
        })
        .collect();
    assert!(since.elapsed() < Duration::from_secs(1) || !steps.is_empty(), "it waited without a word");
    assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "progress goes forward: {steps:?}");
}

#[test]
fn a_server_ends_with_its_input_even_while_it_indexes() {
    let fixture = large();
    let mut client = McpClient::start(&fixture, fixture.root(), &[]);
    client.initialize("2025-06-18");
    client.request("tools/call", json!({"name": "context", "arguments": {"task": "work"}}));
    let (elapsed, code) = client.close();
    assert_eq!(code, Some(0));
    assert!(elapsed < Duration::from_secs(2), "{elapsed:?}");
    let client = McpClient::start(&fixture, fixture.root(), &[]);
    let (elapsed, code) = client.close();
    assert_eq!(code, Some(0), "a client that sends nothing is not an error");
    assert!(elapsed < Duration::from_secs(2), "{elapsed:?}");
    assert_eq!(fixture.json(&["symbols", "work_7_7"])["exact"], true, "the index is whole afterwards");
}

#[test]
fn a_cancelled_call_does_not_hold_up_others() {
    let fixture = large();
    let mut client = McpClient::connected(&fixture);
    let id = client.request("tools/call", json!({"name": "context", "arguments": {"task": "work"}}));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    let answer = client.call("symbols", json!({"query": "Client"}));
    assert_eq!(answer["isError"], false);
    assert!(client.others.iter().all(|message| message["id"] != id), "a cancelled call has no answer");
}

#[test]
fn resources_show_the_repository_and_its_index() {
    let fixture = Fixture::courier();
    let mut client = McpClient::connected(&fixture);
    let list = client.ask("resources/list", json!({}))["result"]["resources"].clone();
    let addresses: Vec<&str> =
        list.as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap()).collect();
    assert_eq!(addresses, ["fathom://status", "fathom://overview"]);
    let mut read = |uri: &str| {
        let answer = client.ask("resources/read", json!({"uri": uri}));
        answer["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    let status = read("fathom://status");
    assert!(status.contains("index"), "it is there before the index: {status}");
    let overview = read("fathom://overview");
    for part in [
        "languages:",
        "python",
        "largest folders:",
        "courier",
        "entry points:",
        "cmd/depot/main.go",
        "up to date",
    ] {
        assert!(overview.contains(part), "{part} is not in\n{overview}");
    }
    let status = read("fathom://status");
    assert!(status.contains("up to date") && status.contains("python"), "{status}");
}
