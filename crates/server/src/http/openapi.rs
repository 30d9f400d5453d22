//! The description of the API, made from the schemas of the protocol.

use crate::workspaces::WorkspaceRecord;
use fathom_protocol::{ErrorBody, Operation};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// `OpenAPI` 3.1 of all routes below `/api/v1`.
pub(crate) fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let error = reference(&generator.subschema_for::<ErrorBody>());
    let record = reference(&generator.subschema_for::<WorkspaceRecord>());
    // The operation's own names instead of `Request2`.
    let mut own_names: Vec<(String, String)> = Vec::new();
    for operation in Operation::ALL {
        let schemas = operation.schemas(&mut generator);
        let title = title(operation.name());
        for (schema, suffix) in [(&schemas.request, "Request"), (&schemas.response, "Response")] {
            let name = reference(schema).rsplit('/').next().unwrap_or_default().to_owned();
            own_names.push((name, format!("{title}{suffix}")));
        }
    }
    let mut schemas = generator.take_definitions(true);
    let mut named: Map<String, Value> = Map::new();
    for (generated, own) in &own_names {
        if let Some(schema) = schemas.remove(generated) {
            named.insert(own.clone(), schema);
        }
    }
    let mut paths = other_paths(&record, &error);
    for operation in Operation::ALL {
        let path = path_of(*operation, &mut named, &error);
        paths.insert(format!("/api/v1{}", operation.http_path()), path);
    }
    schemas.extend(named);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Fathom",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Context, search and impact in large codebases.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    })
}

/// One operation: a GET one takes its fields from the query string.
fn path_of(operation: Operation, named: &mut Map<String, Value>, error: &str) -> Value {
    let title = title(operation.name());
    let workspace =
        json!({"type": "string", "description": "The hash, the name or the path of a workspace."});
    let request = format!("{title}Request");
    let responses = responses(&format!("#/components/schemas/{title}Response"), error);
    let about =
        json!({"operationId": operation.name(), "summary": operation.summary(), "responses": responses});
    let mut about = about.as_object().cloned().unwrap_or_default();
    if operation.http_method() == "GET" {
        let schema = named.remove(&request).unwrap_or_default();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut parameters =
            vec![json!({"name": "workspace", "in": "query", "required": true, "schema": workspace})];
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let is_required = required.contains(&json!(name));
            parameters
                .push(json!({"name": name, "in": "query", "required": is_required, "schema": property}));
        }
        about.insert("parameters".into(), parameters.into());
        return json!({"get": about});
    }
    if let Some(Value::Object(schema)) = named.get_mut(&request) {
        let properties = schema.entry("properties").or_insert_with(|| json!({}));
        properties["workspace"] = workspace;
        let required = schema.entry("required").or_insert_with(|| json!([]));
        if let Value::Array(required) = required {
            required.push("workspace".into());
        }
    }
    about.insert("requestBody".into(), body(&json!({"$ref": format!("#/components/schemas/{request}")})));
    json!({"post": about})
}

fn other_paths(record: &str, error: &str) -> Map<String, Value> {
    let text = |name: &str, about: &str| json!({"type": "object", "required": [name], "properties": {name: {"type": "string", "description": about}}});
    let list = json!({
        "type": "object",
        "required": ["workspaces"],
        "properties": {"workspaces": {"type": "array", "items": {"$ref": record}}},
    });
    let resolved = json!({
        "allOf": [{"$ref": record}],
        "type": "object",
        "required": ["registered"],
        "properties": {"registered": {"type": "boolean", "description": "Whether it is registered."}},
    });
    let answers = |schema: Value| {
        json!({
            "200": {"description": "The answer.", "content": {"application/json": {"schema": schema}}},
            "default": failure(error),
        })
    };
    let init = json!({"post": {
        "operationId": "init",
        "summary": "Register a workspace and start to index it",
        "requestBody": body(&text("root_path", "The absolute path of a repository.")),
        "responses": answers(json!({"$ref": record})),
    }});
    let workspaces = json!({"get": {
        "operationId": "workspaces",
        "summary": "The registered workspaces",
        "responses": answers(list),
    }});
    let resolve = json!({"post": {
        "operationId": "resolve",
        "summary": "The workspace that a path belongs to",
        "requestBody": body(&text("path", "An absolute path.")),
        "responses": answers(resolved),
    }});
    let all = [("init", init), ("workspaces", workspaces), ("workspaces/resolve", resolve)];
    all.into_iter().map(|(path, item)| (format!("/api/v1/{path}"), item)).collect()
}

fn responses(answer: &str, error: &str) -> Value {
    let answer = json!({"application/json": {"schema": {"$ref": answer}}});
    json!({"200": {"description": "The answer.", "content": answer}, "default": failure(error)})
}

fn failure(error: &str) -> Value {
    json!({"description": "An error with the next step.", "content": {"application/json": {"schema": {"$ref": error}}}})
}

fn body(schema: &Value) -> Value {
    json!({"required": true, "content": {"application/json": {"schema": schema}}})
}

/// Where a schema refers to.
fn reference(schema: &schemars::Schema) -> String {
    schema.get("$ref").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn title(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_ascii_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::document;
    use fathom_protocol::Operation;
    use serde_json::Value;

    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_operation_is_described_and_every_reference_leads_somewhere() {
        let document = document();
        for operation in Operation::ALL {
            let path = format!("/api/v1{}", operation.http_path());
            let method = operation.http_method().to_ascii_lowercase();
            assert!(document["paths"][&path][&method].is_object(), "{path}");
        }
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 20);
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
        let request = &document["components"]["schemas"]["ContextRequest"];
        assert!(request["properties"]["workspace"].is_object() && request["properties"]["path"].is_object());
        assert!(document["components"]["schemas"].get("Request").is_none());
    }
}
