//! Names and paths in the answers of a server.
//!
//! Only results count: the fields of an answer that repeat the request do not.

use serde_json::Value;
use std::collections::BTreeSet;

/// Fields of results that hold a name.
const NAMES: [&str; 6] = ["name", "node", "id", "title", "handler", "qualified_name"];
/// Fields of results that hold a file.
const PATHS: [&str; 2] = ["path", "source_path"];
/// The parts of a flow that run, in order.
const ORDERED: [&str; 2] = ["filters", "chain"];

/// The answers of calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// Names of symbols.
    pub(super) names: BTreeSet<String>,
    /// Files.
    pub(super) paths: BTreeSet<String>,
    /// Names in the order of execution, from the first answer that has an order.
    pub(super) sequence: Vec<String>,
}

impl Answers {
    /// Adds one tool's answer.
    pub(super) fn add(&mut self, tool: &str, answer: &Value) {
        if answer.get("found") == Some(&Value::Bool(false)) {
            return;
        }
        for (key, value) in answer.as_object().into_iter().flatten() {
            match value {
                Value::Array(_) => self.collect(value),
                Value::String(text) if key == "handler" => self.name(text),
                // The other texts at the top repeat the request.
                _ => {}
            }
        }
        if self.sequence.is_empty() && (tool == "flow" || tool == "trace") {
            self.sequence = sequence(answer);
        }
    }

    fn collect(&mut self, value: &Value) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.collect(value)),
            Value::Object(fields) => {
                for (key, value) in fields {
                    match value {
                        Value::String(text) if NAMES.contains(&key.as_str()) => self.name(text),
                        Value::String(text) if PATHS.contains(&key.as_str()) && !text.is_empty() => {
                            self.paths.insert(text.clone());
                        }
                        Value::Array(_) | Value::Object(_) => self.collect(value),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn name(&mut self, text: &str) {
        if !text.is_empty() {
            self.names.insert(text.to_owned());
        }
    }

    /// The union with another set of answers, in its order of execution.
    pub(super) fn with(mut self, other: Answers) -> Answers {
        self.names.extend(other.names);
        self.paths.extend(other.paths);
        self
    }
}

/// The steps of a flow or trace: filters that run before the handler, then the chain.
fn sequence(answer: &Value) -> Vec<String> {
    let steps = ORDERED.iter().filter_map(|part| answer.get(part)?.as_array()).flatten();
    let runs_before = |step: &&Value| step.get("kind").and_then(Value::as_str) != Some("after");
    let name = |step: &Value| {
        ["node", "name"].iter().find_map(|key| step.get(key)?.as_str()).unwrap_or_default().to_owned()
    };
    steps.filter(runs_before).map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::Answers;
    use serde_json::json;

    #[test]
    fn fields_that_repeat_the_request_are_no_results() {
        let mut answers = Answers::default();
        answers.add("trace", &json!({"entry": "Ticket#close!", "node": "Ticket#close!", "chain": []}));
        answers.add("flow", &json!({"found": false, "entry": "X", "chain": [{"node": "a.rb::X"}]}));
        assert!(answers.names.is_empty() && answers.paths.is_empty());
    }

    #[test]
    fn filters_run_before_the_chain_and_late_ones_have_no_place() {
        let mut answers = Answers::default();
        answers.add(
            "flow",
            &json!({
                "found": true, "path": "/tickets/:id", "handler": "a.rb::T#close",
                "filters": [
                    {"name": "authenticate", "kind": "before", "source_path": "b.rb"},
                    {"name": "log", "kind": "after", "source_path": "b.rb"},
                ],
                "chain": [{"name": "close", "node": "a.rb::T#close", "path": "a.rb"}],
                "nodes": [{"id": "c.rb::M#x", "path": "c.rb"}],
            }),
        );
        assert_eq!(answers.sequence, ["authenticate", "a.rb::T#close"]);
        let names: Vec<&str> = answers.names.iter().map(String::as_str).collect();
        assert_eq!(names, ["a.rb::T#close", "authenticate", "c.rb::M#x", "close", "log"]);
        assert_eq!(answers.paths.len(), 3);
    }
}
