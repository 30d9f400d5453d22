//! Parses the arguments of a call into a request, or into an error with the expected value.

use super::schema::WORKSPACE;
use fathom_protocol::{Error, ErrorCode, Operation, Request};
use rmcp::model::JsonObject;
use serde_json::Value;

/// The request of a call, and its workspace.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) request: Request,
    pub(super) workspace: Option<String>,
}

/// Reads the arguments of a tool whose input schema is given.
pub(super) fn read(operation: Operation, schema: &JsonObject, arguments: JsonObject) -> Result<Call, Error> {
    let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut arguments = arguments;
    // Models write null for what they leave out.
    arguments.retain(|_, value| !value.is_null());
    unknown(operation, &properties, &arguments)?;
    missing(operation, schema, &properties, &arguments)?;
    let workspace = match arguments.remove(WORKSPACE) {
        None => None,
        Some(Value::String(text)) if text.is_empty() => None,
        Some(Value::String(text)) => Some(text),
        Some(other) => return Err(wrong_type(operation, WORKSPACE, &properties[WORKSPACE], &other)),
    };
    for (name, value) in &arguments {
        let minimum = properties[name].get("minimum").and_then(Value::as_i64);
        if let (Some(minimum), Some(number)) = (minimum, value.as_i64())
            && number < minimum
        {
            return Err(invalid(format!("`{name}` is {number}"), format!("send {minimum} or more")));
        }
    }
    match operation.read(Value::Object(arguments.clone())) {
        Ok(request) => Ok(Call { request, workspace }),
        Err(error) => {
            Err(arguments.iter().find(|(name, value)| !fits(&properties[name.as_str()], value)).map_or_else(
                || invalid(format!("the arguments of `{}` cannot be read: {error}", operation.name()), ""),
                |(name, value)| wrong_type(operation, name, &properties[name.as_str()], value),
            ))
        }
    }
}

/// An argument that the tool does not have.
fn unknown(operation: Operation, properties: &JsonObject, arguments: &JsonObject) -> Result<(), Error> {
    let unknown: Vec<String> = arguments
        .keys()
        .filter(|name| !properties.contains_key(*name))
        .map(|name| format!("`{name}`"))
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let known: Vec<&str> = properties.keys().map(String::as_str).collect();
    Err(invalid(
        format!("`{}` has no argument {}", operation.name(), unknown.join(", ")),
        format!("its arguments are {}", known.join(", ")),
    ))
}

/// An argument that the tool cannot do without.
fn missing(
    operation: Operation,
    schema: &JsonObject,
    properties: &JsonObject,
    arguments: &JsonObject,
) -> Result<(), Error> {
    let required = schema.get("required").and_then(Value::as_array);
    let mut names = required.into_iter().flatten().filter_map(Value::as_str);
    let Some(name) = names.find(|name| !arguments.contains_key(*name)) else { return Ok(()) };
    let meaning = properties[name].get("description").and_then(Value::as_str).unwrap_or_default();
    Err(invalid(
        format!("`{}` needs `{name}`", operation.name()),
        format!("send {{\"{name}\": \"…\"}}: {meaning}"),
    ))
}

fn wrong_type(operation: Operation, name: &str, property: &Value, value: &Value) -> Error {
    invalid(
        format!("`{name}` of `{}` is {}", operation.name(), shown(value)),
        format!("send {}", expected(property)),
    )
}

/// Whether a value has the type of its property.
fn fits(property: &Value, value: &Value) -> bool {
    let words = property.get("enum").and_then(Value::as_array);
    match property.get("type").and_then(Value::as_str) {
        Some("string") => value.is_string() && words.is_none_or(|words| words.contains(value)),
        Some("integer") => value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("array") => match value {
            Value::Array(items) => items.iter().all(|item| fits(&property["items"], item)),
            Value::String(_) => property["items"].get("enum").is_none(),
            _ => false,
        },
        _ => true,
    }
}

/// The type of a property, as text.
fn expected(property: &Value) -> String {
    if let Some(words) = property.get("enum").and_then(Value::as_array) {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        return format!("one of {}", words.join(", "));
    }
    match property.get("type").and_then(Value::as_str) {
        Some("array") => format!("a list, each {}", expected(&property["items"])),
        Some("integer") => "a whole number that is not negative".to_owned(),
        Some("boolean") => "true or false".to_owned(),
        _ => "a string".to_owned(),
    }
}

/// A value in an error, cut where it is long.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn invalid(message: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidRequest, message, hint)
}

/// An error as the text of a tool's result.
pub(super) fn error_text(error: &Error) -> String {
    let mut text = error.to_string();
    if !error.alternatives.is_empty() && !error.hint.contains(&error.alternatives[0]) {
        text.push_str("\nIt can mean:");
        for id in &error.alternatives {
            text.push_str("\n  ");
            text.push_str(id);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::schema::ToolSchemas;
    use super::{Call, error_text, read};
    use fathom_protocol::{Error, ErrorCode, Operation, Request};
    use serde_json::{Value, json};

    fn call(operation: Operation, arguments: Value) -> Result<Call, String> {
        let Value::Object(arguments) = arguments else { panic!("no object") };
        read(operation, &ToolSchemas::of(operation).input, arguments).map_err(|error| error_text(&error))
    }

    #[test]
    fn arguments_become_a_request_and_a_workspace() {
        let call = call(
            Operation::Context,
            json!({"task": "x", "hints": "Client", "limit": null, "path": ["src"], "workspace": "courier"}),
        )
        .unwrap();
        let Request::Context(request) = call.request else { panic!() };
        assert_eq!(
            (request.hints.0, request.limit, request.filter.path.0),
            (vec!["Client".into()], None, vec!["src".into()])
        );
        assert_eq!(call.workspace.as_deref(), Some("courier"));
    }

    #[test]
    fn every_mistake_is_answered_with_what_to_send() {
        let error = |operation, arguments| call(operation, arguments).unwrap_err();
        let text = error(Operation::Trace, json!({"node": "x", "depth": 2, "symbol": "y"}));
        assert_eq!(
            text,
            "`trace` has no argument `depth`, `symbol`; its arguments are limit, max_depth, node, workspace"
        );
        let text = error(Operation::Context, json!({"hints": ["a"]}));
        assert!(text.starts_with("`context` needs `task`; send {\"task\": \"…\"}: What you want"), "{text}");
        let text = error(Operation::Context, json!({"task": "x", "limit": "ten"}));
        assert_eq!(text, "`limit` of `context` is \"ten\"; send a whole number that is not negative");
        let text = error(Operation::Context, json!({"task": "x", "limit": 0}));
        assert_eq!(text, "`limit` is 0; send 1 or more");
        let text = error(Operation::Context, json!({"task": "x", "concepts": ["all"]}));
        assert!(
            text.ends_with(r#"send a list, each one of "on", "off", "team", "shipped", "learned""#),
            "{text}"
        );
        let text = error(Operation::Flow, json!({"entry": "x", "format": "svg"}));
        assert!(text.ends_with(r#"send one of "json", "mermaid", "sequence""#), "{text}");
        let text = error(Operation::Show, json!({"symbol": ["x".repeat(200)]}));
        assert!(text.contains('…') && text.ends_with("send a string"), "{text}");
        let text = error(Operation::Show, json!({"symbol": "x", "workspace": 7}));
        assert_eq!(text, "`workspace` of `show` is 7; send a string");
    }

    #[test]
    fn alternatives_are_listed_once() {
        let error = Error {
            alternatives: vec!["a.py::run".into(), "b.py::run".into()],
            ..Error::new(ErrorCode::Ambiguous, "`run` can mean 2 symbols", "give the id of one")
        };
        assert_eq!(
            error_text(&error),
            "`run` can mean 2 symbols; give the id of one\nIt can mean:\n  a.py::run\n  b.py::run"
        );
    }
}
