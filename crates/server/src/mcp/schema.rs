//! JSON Schemas for MCP clients: without references, and with the few keywords that every client and
//! every model's API supports.

use fathom_protocol::{Operation, Schemas};
use rmcp::model::JsonObject;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The argument that every tool takes beside those of its operation.
pub(super) const WORKSPACE: &str = "workspace";

/// The schemas of a tool.
pub(super) struct ToolSchemas {
    pub(super) input: JsonObject,
    pub(super) output: JsonObject,
}

impl ToolSchemas {
    pub(super) fn of(operation: Operation) -> ToolSchemas {
        let mut generator =
            SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true).into_generator();
        let Schemas { request, response } = operation.schemas(&mut generator);
        let mut input = object(request.to_value());
        let properties = input.entry("properties").or_insert_with(|| json!({}));
        properties[WORKSPACE] = json!({
            "type": "string",
            "description": "The repository: a path, a name or a hash. Default: the repository around the folder \
                            this server was started in. Give the absolute path when you work in another \
                            repository or worktree.",
        });
        input.insert("additionalProperties".into(), json!(false));
        let mut output = object(response.to_value());
        without_descriptions(&mut output);
        ToolSchemas { input, output }
    }
}

fn object(mut schema: Value) -> JsonObject {
    simplify(&mut schema);
    match schema {
        Value::Object(object) => object,
        other => unreachable!("the schema of a struct is an object, not {other}"),
    }
}

/// Removes keywords that clients do not support or that do not help a model.
fn simplify(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    for key in ["$schema", "title", "default", "format"] {
        object.remove(key);
    }
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = types.as_slice() {
            object["type"] = one.clone();
        }
    }
    one_of_words(object);
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(variants)) = object.get_mut(key) else { continue };
        variants.retain(|variant| variant.get("type") != Some(&json!("null")));
        if let [only] = variants.as_mut_slice() {
            let only = only.take();
            object.remove(key);
            for (key, value) in only.as_object().into_iter().flatten() {
                object.entry(key.clone()).or_insert_with(|| value.clone());
            }
        }
    }
    one_of_words(object);
    for key in ["properties", "$defs"] {
        if let Some(Value::Object(properties)) = object.get_mut(key) {
            properties.values_mut().for_each(simplify);
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = object.get_mut(key) {
            simplify(inner);
        }
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(variants)) = object.get_mut(key) {
            variants.iter_mut().for_each(simplify);
        }
    }
    if let Some(Value::String(description)) = object.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}

/// An enum with a description for each word becomes a plain list of words.
fn one_of_words(object: &mut JsonObject) {
    let Some(Value::Array(variants)) = object.get("oneOf") else { return };
    let words: Option<Vec<Value>> = variants.iter().map(|variant| variant.get("const").cloned()).collect();
    if let Some(words) = words {
        object.remove("oneOf");
        object.insert("type".into(), json!("string"));
        object.insert("enum".into(), Value::Array(words));
    }
}

/// Answers explain themselves; their descriptions would only cost the reader tokens.
fn without_descriptions(object: &mut JsonObject) {
    if object.get("description").is_some_and(Value::is_string) {
        object.remove("description");
    }
    for (key, value) in object {
        // A field may be called `description`, too.
        let inner: Vec<&mut Value> = match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => properties.values_mut().collect(),
            (_, Value::Array(variants)) => variants.iter_mut().collect(),
            (_, value) => vec![value],
        };
        inner.into_iter().filter_map(Value::as_object_mut).for_each(without_descriptions);
    }
}

#[cfg(test)]
mod tests {
    use super::ToolSchemas;
    use fathom_protocol::{Frontend, Operation};
    use serde_json::json;

    #[test]
    fn schemas_are_plain_objects_without_references() {
        for operation in Operation::ALL.iter().filter(|one| one.is_offered(Frontend::Mcp)) {
            let schemas = ToolSchemas::of(*operation);
            for schema in [&schemas.input, &schemas.output] {
                let text = serde_json::to_string(schema).unwrap();
                assert_eq!(schema["type"], "object", "{text}");
                for word in ["$ref", "$defs", "$schema", "\"null\"", "\"format\":\"uint", "oneOf", "anyOf"] {
                    assert!(!text.contains(word), "{} has {word}: {text}", operation.name());
                }
            }
            assert_eq!(schemas.input["properties"]["workspace"]["type"], "string");
            for (name, property) in schemas.input["properties"].as_object().unwrap() {
                assert!(property["description"].is_string(), "{}.{name}", operation.name());
            }
        }
    }

    #[test]
    fn words_are_an_enum_and_options_are_not_required() {
        let flow = ToolSchemas::of(Operation::Flow).input;
        assert_eq!(flow["properties"]["format"]["enum"], json!(["json", "mermaid", "sequence"]));
        assert_eq!(flow["required"], json!(["entry"]));
        let context = ToolSchemas::of(Operation::Context).input;
        assert_eq!(
            context["properties"]["path"]["items"]["type"], "string",
            "filters are arguments of their own"
        );
        assert_eq!(context["properties"]["limit"]["minimum"], 1);
    }
}
