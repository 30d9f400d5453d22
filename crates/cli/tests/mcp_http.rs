//! `/mcp` of `fathom serve`: the tools over streamable HTTP, without sessions.

use crate::support::Fixture;
use crate::support::server::{Response, Server};
use serde_json::{Value, json};

const HEADERS: [&str; 2] = ["Content-Type: application/json", "Accept: application/json, text/event-stream"];

fn post(server: &Server, more: &[&str], message: &Value) -> Response {
    let headers: Vec<&str> = HEADERS.iter().chain(more).copied().collect();
    server.send("POST", "/mcp", &headers, &message.to_string())
}

fn call(server: &Server, arguments: &Value) -> Value {
    let parameters = json!({"name": "symbols", "arguments": arguments});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters});
    let answer = post(server, &["MCP-Protocol-Version: 2025-06-18"], &message);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["result"].clone()
}

#[test]
fn both_eras_are_served_without_a_session() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello});
    let answer = post(&server, &[], &message);
    assert_eq!(answer.json()["result"]["protocolVersion"], "2025-06-18", "{answer:?}");
    assert!(!answer.head.to_ascii_lowercase().contains("mcp-session-id"), "{answer:?}");
    let found = call(&server, &json!({"query": "Client.send", "workspace": workspace}));
    assert_eq!(found["structuredContent"], fixture.json(&["symbols", "Client.send"]));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": client,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message = json!({"jsonrpc": "2.0", "id": 2, "method": "server/discover", "params": {"_meta": meta}});
    let answer =
        post(&server, &["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: server/discover"], &message);
    let versions = answer.json()["result"]["supportedVersions"].to_string();
    assert!(versions.contains("2026-07-28"), "{answer:?}");
}

#[test]
fn only_registered_workspaces_are_reached() {
    let fixture = Fixture::courier();
    let other = Fixture::courier();
    let (server, _) = Server::with(&fixture);
    let only = call(&server, &json!({"query": "Client"}));
    assert_eq!(only["isError"], false, "a server with one workspace needs no name: {only}");
    let root = other.root().to_str().unwrap();
    let refused = call(&server, &json!({"query": "Client", "workspace": root}));
    assert_eq!(refused["isError"], true, "{refused}");
    let text = refused["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("repo") && !text.contains(root), "names what is registered: {text}");
}

#[test]
fn pages_of_other_sites_are_refused() {
    let fixture = Fixture::courier();
    let server = Server::start(&fixture, &[], &[]);
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    for header in ["Origin: https://evil.example", "Origin: null", "Host: evil.example"] {
        let answer = post(&server, &[header], &message);
        assert!((400..500).contains(&answer.status), "{header}: {answer:?}");
    }
    assert_eq!(post(&server, &[], &message).status, 200);
}
