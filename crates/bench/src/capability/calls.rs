//! The calls of a task: which request each tool makes.

use super::dataset::{AgentPass, Input, Task};
use super::identifiers::identifiers;
use crate::client::encode;
use serde_json::{Value, json};

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    /// The tool as the dataset names it.
    pub(super) tool: String,
    /// The request, or why there is none.
    pub(super) request: Result<Request, String>,
}

/// Method, path below the server and body.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request {
    Get(String),
    Post(&'static str, Value),
}

/// The fixed calls of a task.
pub(super) fn fixed(task: &Task, workspace: &str) -> Vec<Call> {
    let call = |tool: &String| Call { tool: tool.clone(), request: request(tool, &task.input, workspace) };
    task.tools.iter().map(call).collect()
}

fn request(tool: &str, input: &Input, workspace: &str) -> Result<Request, String> {
    let graph = |path, key: &str, value: &str| {
        let mut body = json!({"workspace": workspace, key: value});
        if let Some(depth) = input.max_depth {
            body["max_depth"] = json!(depth);
        }
        Request::Post(path, body)
    };
    let needs = |key: &str, value: &str| {
        if value.trim().is_empty() { Err(format!("`{tool}` needs input.{key}")) } else { Ok(()) }
    };
    match tool {
        "flow" => needs("entry", &input.entry).map(|()| graph("/api/v1/graph/flow", "entry", &input.entry)),
        "impact" => needs("node", &input.node).map(|()| graph("/api/v1/graph/impact", "node", &input.node)),
        "trace" => needs("node", &input.node).map(|()| graph("/api/v1/graph/trace", "node", &input.node)),
        "symbols" => needs("query", &input.query).map(|()| symbols(workspace, &input.query)),
        "query" => needs("query", &input.query).map(|()| query(workspace, &input.query)),
        _ => Err(format!("no tool is called `{tool}`")),
    }
}

fn symbols(workspace: &str, name: &str) -> Request {
    Request::Get(format!("/api/v1/symbols?workspace={}&query={}", encode(workspace), encode(name)))
}

fn query(workspace: &str, words: &str) -> Request {
    Request::Post("/api/v1/query", json!({"workspace": workspace, "query": words}))
}

/// The calls of the agent pass.
pub(super) fn agent(task: &Task, pass: &AgentPass, workspace: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    for tool in &pass.tools {
        let requests = match tool.as_str() {
            "query_question" if task.question.trim().is_empty() => Vec::new(),
            "query_question" => vec![query(workspace, &task.question)],
            "query_input" => {
                let words: Vec<&str> = task.input.texts().collect();
                if words.is_empty() { Vec::new() } else { vec![query(workspace, &words.join(" "))] }
            }
            "symbols_identifiers" => {
                let names = identifiers(&task.question, &task.input);
                names.iter().take(pass.max_symbol_queries).map(|name| symbols(workspace, name)).collect()
            }
            _ => {
                let unknown = format!("no tool of the agent pass is called `{tool}`");
                calls.push(Call { tool: tool.clone(), request: Err(unknown) });
                continue;
            }
        };
        calls.extend(requests.into_iter().map(|request| Call { tool: tool.clone(), request: Ok(request) }));
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::{Request, agent, fixed};
    use crate::capability::dataset::{AgentPass, Task};
    use serde_json::json;

    fn task() -> Task {
        serde_json::from_value(json!({
            "id": "a", "category": "multi-tool", "question": "Who calls `Ticket#close!`?",
            "tools": ["flow", "trace", "query", "telepathy"],
            "input": {"entry": "POST /tickets/:id/close", "query": "close ticket", "max_depth": 4},
        }))
        .unwrap()
    }

    #[test]
    fn each_input_goes_to_the_tools_that_take_it() {
        let calls = fixed(&task(), "shop");
        let flow = json!({"workspace": "shop", "entry": "POST /tickets/:id/close", "max_depth": 4});
        assert_eq!(calls[0].request, Ok(Request::Post("/api/v1/graph/flow", flow)));
        assert!(calls[1].request.is_err(), "there is no node");
        let query = json!({"workspace": "shop", "query": "close ticket"});
        assert_eq!(calls[2].request, Ok(Request::Post("/api/v1/query", query)));
        assert!(calls[3].request.is_err());
    }

    #[test]
    fn the_agent_asks_with_the_question_the_input_and_their_names() {
        let calls = agent(&task(), &AgentPass::default(), "shop");
        let tools: Vec<&str> = calls.iter().map(|call| call.tool.as_str()).collect();
        assert_eq!(tools[..3], ["query_question", "query_input", "symbols_identifiers"]);
        let first = "/api/v1/symbols?workspace=shop&query=Ticket%23close%21".to_owned();
        assert_eq!(calls[2].request, Ok(Request::Get(first)));
    }
}
