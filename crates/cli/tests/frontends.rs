//! Every operation gives the same answer in every front end that offers it.
//!
//! A front end is a function from a case to its answer; a new one is a line in [`frontends`].

use crate::support::server::Server;
use crate::support::{Fixture, McpClient, timeless};
use fathom_protocol::{Frontend, Operation};
use serde_json::{Map, Value, json};
use std::cell::RefCell;

/// A question in the form of each front end.
struct Case {
    operation: Operation,
    /// What follows `fathom`.
    arguments: &'static [&'static str],
    /// The fields of the request.
    request: Value,
}

type Ask<'d> = Box<dyn Fn(&Case) -> Value + 'd>;

const DIFF: &str = "--- a/courier/retry.py\n+++ b/courier/retry.py\n@@ -15,3 +15,3 @@\n     def delay(self, attempt):\n         \"\"\"Seconds to wait before the next attempt: doubles each time.\"\"\"\n-        return self.pause * 2 ** attempt\n+        return self.pause * 3 ** attempt\n";

const ERROR: &str = "Traceback (most recent call last):\n  File \"/w/courier/retry.py\", line 27, in with_retries\n    raise DeliveryError(\"gave up\")\ncourier.errors.DeliveryError: gave up\n";

const ROUTES: &str = "Rails.application.routes.draw do\n  resources :parcels, only: %i[index show]\nend\n";
const CONTROLLER: &str = "class ParcelsController < ApplicationController\n  before_action :set_parcel, only: :show\n  def index; end\n  def show\n    @parcel.lose! if @parcel.late?\n  end\n  private\n  def set_parcel\n    @parcel = Parcel.find(params[:id])\n  end\nend\n";
const MODEL: &str = "class Parcel < ApplicationRecord\n  include AASM\n  aasm do\n    state :sent, initial: true\n    state :lost\n    event :lose do\n      transitions from: :sent, to: :lost\n    end\n  end\n  def late?; end\nend\n";

fn cases() -> Vec<Case> {
    let case = |operation, arguments, request| Case { operation, arguments, request };
    vec![
        case(
            Operation::Context,
            &["context", "retry failed requests"],
            json!({"task": "retry failed requests"}),
        ),
        case(
            Operation::Context,
            &[
                "context",
                "send a parcel",
                "--hint",
                "Client",
                "--hint",
                "post",
                "--budget",
                "900",
                "--path",
                "courier",
            ],
            json!({"task": "send a parcel", "hints": ["Client", "post"], "budget": 900, "path": "courier"}),
        ),
        case(
            Operation::Context,
            &[
                "context",
                "wait longer",
                "--limit",
                "3",
                "--files",
                "courier/retry.py",
                "--diff",
                "change.diff",
                "--concepts",
                "off",
            ],
            json!({"task": "wait longer", "limit": 3, "files": ["courier/retry.py"], "diff": DIFF, "concepts": ["off"]}),
        ),
        case(
            Operation::Files,
            &["files", "retry failed requests", "--limit", "3", "--lang", "py"],
            json!({"task": "retry failed requests", "limit": 3, "lang": "py"}),
        ),
        case(
            Operation::Query,
            &["query", "lost parcels", "--limit", "4"],
            json!({"query": "lost parcels", "limit": 4}),
        ),
        case(Operation::Query, &["query", "zebra"], json!({"query": "zebra"})),
        case(
            Operation::Symbols,
            &["symbols", "send", "--kind", "method", "--limit", "5"],
            json!({"query": "send", "kind": "method", "limit": 5}),
        ),
        case(
            Operation::Symbols,
            &["symbols", "Report", "--path", "lib", "--path", "cmd"],
            json!({"query": "Report", "path": ["lib", "cmd"]}),
        ),
        case(Operation::Symbols, &["symbols", "courier/client.py"], json!({"query": "courier/client.py"})),
        case(Operation::Show, &["show", "Client.send"], json!({"symbol": "Client.send"})),
        case(
            Operation::Show,
            &["show", "Report#lost", "--limit", "1", "--budget", "400"],
            json!({"symbol": "Report#lost", "limit": 1, "budget": 400}),
        ),
        case(
            Operation::Trace,
            &["trace", "Client.send", "--depth", "2"],
            json!({"node": "Client.send", "max_depth": 2}),
        ),
        case(Operation::Trace, &["trace", "Client.send"], json!({"node": "Client.send"})),
        case(
            Operation::Impact,
            &["impact", "RetryPolicy.delay", "--edge-type", "calls", "--limit", "2"],
            json!({"node": "RetryPolicy.delay", "edge_type": "calls", "limit": 2}),
        ),
        case(Operation::Impact, &["impact", "--diff", "change.diff"], json!({"diff": DIFF})),
        case(
            Operation::Flow,
            &["flow", "Client.send", "--depth", "3"],
            json!({"entry": "Client.send", "max_depth": 3}),
        ),
        case(
            Operation::Flow,
            &["flow", "Client.send", "--format", "mermaid"],
            json!({"entry": "Client.send", "format": "mermaid"}),
        ),
        case(Operation::Flow, &["flow", "POST /nowhere"], json!({"entry": "POST /nowhere"})),
        case(Operation::Flow, &["flow", "GET /parcels/7"], json!({"entry": "GET /parcels/7"})),
        case(
            Operation::Flow,
            &["flow", "GET /parcels/:id", "--format", "sequence"],
            json!({"entry": "GET /parcels/:id", "format": "sequence"}),
        ),
        case(Operation::Endpoints, &["endpoints"], json!({})),
        case(
            Operation::Endpoints,
            &["endpoints", "parcels", "--kind", "route", "--limit", "1"],
            json!({"query": "parcels", "kind": "route", "limit": 1}),
        ),
        case(Operation::States, &["states"], json!({})),
        case(Operation::States, &["states", "Report"], json!({"model": "Report"})),
        case(
            Operation::States,
            &["states", "Parcel", "--format", "mermaid"],
            json!({"model": "Parcel", "format": "mermaid"}),
        ),
        case(
            Operation::Tests,
            &["tests", "--files", "courier/retry.py"],
            json!({"files": ["courier/retry.py"]}),
        ),
        case(
            Operation::Tests,
            &["tests", "--diff", "change.diff", "--limit", "1"],
            json!({"diff": DIFF, "limit": 1}),
        ),
        case(
            Operation::PredictFiles,
            &["predict", "files", "retry failed requests", "--limit", "4"],
            json!({"message": "retry failed requests", "limit": 4}),
        ),
        case(
            Operation::PredictFiles,
            &["predict", "files", "retry", "--files", "courier/retry.py"],
            json!({"message": "retry", "files": "courier/retry.py"}),
        ),
        case(
            Operation::PredictTests,
            &["predict", "tests", "--files", "courier/retry.py"],
            json!({"files": ["courier/retry.py"]}),
        ),
        case(Operation::PredictTests, &["predict", "tests", "--diff", "change.diff"], json!({"diff": DIFF})),
        case(
            Operation::PredictNext,
            &["predict", "next", "--files", "courier/retry.py,courier/new.py"],
            json!({"files": ["courier/retry.py", "courier/new.py"]}),
        ),
        case(Operation::PredictRefactor, &["predict", "refactor"], json!({})),
        case(
            Operation::PredictError,
            &["predict", "error", "error.txt", "--limit", "5"],
            json!({"text": ERROR, "limit": 5}),
        ),
        case(
            Operation::Explain,
            &["explain", "retry failed requests", "with_retries"],
            json!({"task": "retry failed requests", "symbol": "with_retries"}),
        ),
        case(
            Operation::Feedback,
            &["feedback", "lose a parcel", "--used", "Report#lost", "--unused", "nothing_at_all"],
            json!({"task": "lose a parcel", "used": ["Report#lost"], "unused": "nothing_at_all"}),
        ),
        case(
            Operation::Feedback,
            &["feedback", "no such task", "--forget"],
            json!({"task": "no such task", "action": "forget"}),
        ),
        case(
            Operation::Concepts,
            &["concepts", "retry failed requests"],
            json!({"task": "retry failed requests"}),
        ),
        case(Operation::Concepts, &["concepts"], json!({})),
        case(Operation::Status, &["status"], json!({})),
    ]
}

/// The front ends that the answers of the command line are compared with.
fn frontends<'d>(
    server: &'d Server,
    workspace: &'d str,
    client: &'d RefCell<McpClient>,
) -> Vec<(&'static str, Frontend, Ask<'d>)> {
    vec![
        ("HTTP", Frontend::Http, Box::new(move |case| over_http(server, workspace, case))),
        ("MCP stdio", Frontend::Mcp, Box::new(move |case| over_stdio(client, case))),
        ("MCP HTTP", Frontend::Mcp, Box::new(move |case| over_mcp_http(server, workspace, case))),
    ]
}

#[test]
fn every_door_gives_the_same_answer() {
    let fixture = Fixture::courier();
    fixture.write("change.diff", DIFF);
    fixture.write("error.txt", ERROR);
    fixture.write("config/routes.rb", ROUTES);
    fixture.write("app/controllers/parcels_controller.rb", CONTROLLER);
    fixture.write("app/models/parcel.rb", MODEL);
    fixture.commit("Change");
    let (server, workspace) = Server::with(&fixture);
    let cases = cases();
    for operation in Operation::ALL {
        assert!(cases.iter().any(|case| case.operation == *operation), "{} has no case", operation.name());
    }
    let client = RefCell::new(McpClient::connected(&fixture));
    let frontends = frontends(&server, &workspace, &client);
    for case in &cases {
        let expected = timeless(fixture.json(case.arguments));
        for (name, _, ask) in frontends.iter().filter(|(_, frontend, _)| case.operation.is_offered(*frontend))
        {
            assert_eq!(timeless(ask(case)), expected, "{:?} at {name}", case.arguments);
        }
    }
}

#[test]
fn http_answers_with_the_bytes_of_the_command_line() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let printed = fixture.fathom(&["context", "retry failed requests", "--json"]).stdout;
    let body = json!({"workspace": workspace, "task": "retry failed requests"});
    assert_eq!(server.post("/api/v1/context", &body).body.trim_end(), printed.trim_end());
    let printed = fixture.fathom(&["show", "Client.send", "--json"]).stdout;
    let body = json!({"workspace": workspace, "symbol": "Client.send"});
    assert_eq!(server.post("/api/v1/show", &body).body, printed);
}

fn over_http(server: &Server, workspace: &str, case: &Case) -> Value {
    let path = format!("/api/v1{}", case.operation.http_path());
    let mut fields: Map<String, Value> = case.request.as_object().unwrap().clone();
    fields.insert("workspace".to_owned(), workspace.into());
    let answer = if case.operation.http_method() == "GET" {
        server.get(&format!("{path}?{}", query_string(&fields)))
    } else {
        server.post(&path, &Value::Object(fields))
    };
    assert_eq!(answer.status, 200, "{:?}: {}", case.arguments, answer.body);
    assert!(answer.head.contains("content-type: application/json"), "{}", answer.head);
    answer.json()
}

fn over_stdio(client: &RefCell<McpClient>, case: &Case) -> Value {
    let result = client.borrow_mut().call(case.operation.name(), case.request.clone());
    assert_eq!(result["isError"], false, "{:?}: {result}", case.arguments);
    result["structuredContent"].clone()
}

fn over_mcp_http(server: &Server, workspace: &str, case: &Case) -> Value {
    let mut arguments = case.request.clone();
    arguments["workspace"] = workspace.into();
    let parameters = json!({"name": case.operation.name(), "arguments": arguments});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters});
    let headers = ["Content-Type: application/json", "Accept: application/json, text/event-stream"];
    let answer = server.send("POST", "/mcp", &headers, &message.to_string());
    assert_eq!(answer.status, 200, "{:?}: {}", case.arguments, answer.body);
    answer.json()["result"]["structuredContent"].clone()
}

fn query_string(fields: &Map<String, Value>) -> String {
    let mut pairs = Vec::new();
    for (key, value) in fields {
        let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        for value in values {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let encoded: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
            pairs.push(format!("{key}={encoded}"));
        }
    }
    pairs.join("&")
}
