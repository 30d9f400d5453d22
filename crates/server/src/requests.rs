//! Parses JSON into requests. Every field is first checked against its schema, so that an error names
//! the field and the expected value.

use fathom_protocol::{Error, ErrorCode, Operation, Request};
use schemars::SchemaGenerator;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The field that names a workspace; it belongs to every question and to no request.
pub(crate) const WORKSPACE: &str = "workspace";
/// A list has at most this many entries.
const MOST_ENTRIES: usize = 1_000;
/// Bounds of numbers, by field.
const BOUNDS: [(&str, u64); 4] =
    [("limit", 10_000), ("max_results", 10_000), ("budget", 1_000_000), ("max_depth", 100)];

/// The type of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FieldType {
    Text,
    Number { most: u64 },
    Switch,
    Texts,
    Words(Vec<String>),
}

/// One field of a request.
#[derive(Clone, Debug)]
struct Field {
    holds: FieldType,
    is_required: bool,
}

type Fields = BTreeMap<String, Field>;

/// The fields of every operation's request.
static FIELDS: LazyLock<BTreeMap<Operation, Fields>> =
    LazyLock::new(|| Operation::ALL.iter().map(|operation| (*operation, fields_of(*operation))).collect());

/// A request from its fields. Unknown fields are ignored.
pub(crate) fn read(operation: Operation, fields: Map<String, Value>) -> Result<Request, Error> {
    for (name, field) in &FIELDS[&operation] {
        match fields.get(name) {
            None | Some(Value::Null) if field.is_required => {
                return Err(refuse(format!("`{name}` is missing"), name, &field.holds));
            }
            None | Some(Value::Null) => {}
            Some(value) => check(name, field, value)?,
        }
    }
    if fields.contains_key("limit") && fields.contains_key("max_results") {
        let hint = "send one of them";
        return Err(Error::new(
            ErrorCode::InvalidRequest,
            "`limit` and `max_results` are the same field",
            hint,
        ));
    }
    let fields = fields.into_iter().filter(|(_, value)| !value.is_null()).collect();
    operation.read(Value::Object(fields)).map_err(|error| {
        let hint = format!("{} takes {}", operation.name(), names(operation));
        Error::new(ErrorCode::InvalidRequest, error.to_string(), hint)
    })
}

/// Fields from the pairs of a query string: repeated keys become lists, and numbers and switches are
/// read where the request has them.
pub(crate) fn from_pairs(operation: Operation, pairs: Vec<(String, String)>) -> Map<String, Value> {
    let fields = &FIELDS[&operation];
    let mut read: Map<String, Value> = Map::new();
    for (key, text) in pairs {
        let value = match fields.get(&key).map(|field| &field.holds) {
            Some(FieldType::Number { .. }) => text.parse::<u64>().map_or(Value::String(text), Value::from),
            Some(FieldType::Switch) => text.parse::<bool>().map_or(Value::String(text), Value::from),
            _ => Value::String(text),
        };
        match read.get_mut(&key) {
            None => drop(read.insert(key, value)),
            Some(Value::Array(list)) => list.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    read
}

/// Takes the name of the workspace out of a question.
pub(crate) fn take_workspace(fields: &mut Map<String, Value>) -> Result<String, Error> {
    let hint = "send the hash, the name or the path of a workspace; GET /api/v1/workspaces lists them";
    let refuse = |message: &str| Err(Error::new(ErrorCode::InvalidRequest, message, hint));
    match fields.remove(WORKSPACE) {
        Some(Value::String(name)) if name.contains('\0') => refuse("`workspace` contains a NUL character"),
        Some(Value::String(name)) if name.trim().is_empty() => refuse("`workspace` is empty"),
        Some(Value::String(name)) => Ok(name),
        Some(Value::Null) | None => refuse("`workspace` is missing"),
        Some(_) => refuse("`workspace` is not one string"),
    }
}

/// A text field of a body that is not the request of an operation.
pub(crate) fn text_field(fields: &Map<String, Value>, name: &str) -> Result<String, Error> {
    let field = Field { holds: FieldType::Text, is_required: true };
    match fields.get(name) {
        None | Some(Value::Null) => Err(refuse(format!("`{name}` is missing"), name, &field.holds)),
        Some(value) => {
            check(name, &field, value)?;
            Ok(value.as_str().unwrap_or_default().to_owned())
        }
    }
}

fn check(name: &str, field: &Field, value: &Value) -> Result<(), Error> {
    let wrong = |what: &str| Err(refuse(format!("`{name}` {what}"), name, &field.holds));
    let has_nul = |text: &String| text.contains('\0');
    let is_word = |words: &[String], value: &Value| {
        value.as_str().is_some_and(|text| words.iter().any(|word| word == text))
    };
    match (&field.holds, value) {
        (FieldType::Text | FieldType::Texts, Value::String(text)) if has_nul(text) => {
            wrong("contains a NUL character")
        }
        (FieldType::Text, Value::String(text)) if field.is_required && text.trim().is_empty() => {
            wrong("is empty")
        }
        (FieldType::Text | FieldType::Texts, Value::String(_)) | (FieldType::Switch, Value::Bool(_)) => {
            Ok(())
        }
        (FieldType::Texts, Value::Array(list)) if list.len() > MOST_ENTRIES => wrong("has too many entries"),
        (FieldType::Texts, Value::Array(list)) => {
            for one in list {
                match one {
                    Value::String(text) if has_nul(text) => return wrong("contains a NUL character"),
                    Value::String(_) => {}
                    _ => return wrong("has an entry that is no string"),
                }
            }
            Ok(())
        }
        (FieldType::Number { most }, Value::Number(number)) => match number.as_u64() {
            Some(number) if (1..=*most).contains(&number) => Ok(()),
            _ => wrong("is out of range"),
        },
        (FieldType::Words(words), Value::Array(list)) if list.iter().all(|one| is_word(words, one)) => Ok(()),
        (FieldType::Words(words), one) if is_word(words, one) => Ok(()),
        (FieldType::Words(_), Value::String(_) | Value::Array(_)) => wrong("is unknown"),
        _ => wrong("has the wrong type"),
    }
}

fn refuse(message: String, name: &str, holds: &FieldType) -> Error {
    let hint = match holds {
        FieldType::Text => format!("send `{name}` as a string with some text"),
        FieldType::Number { most } => format!("send `{name}` as a whole number from 1 to {most}"),
        FieldType::Switch => format!("send `{name}` as true or false"),
        FieldType::Texts => {
            format!("send `{name}` as a string or a list of at most {MOST_ENTRIES} strings")
        }
        FieldType::Words(words) => format!("send `{name}` as one of {}", words.join(", ")),
    };
    Error::new(ErrorCode::InvalidRequest, message, hint)
}

/// The names of all fields, for a hint.
fn names(operation: Operation) -> String {
    let names: Vec<&str> = FIELDS[&operation].keys().map(String::as_str).collect();
    if names.is_empty() { "no fields".to_owned() } else { names.join(", ") }
}

fn fields_of(operation: Operation) -> Fields {
    let mut generator = SchemaGenerator::default();
    let schema = operation.schemas(&mut generator).request;
    let definitions = generator.definitions();
    let resolve = |schema: &Value| -> Value {
        let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
        name.and_then(|name| definitions.get(name)).unwrap_or(schema).clone()
    };
    let schema = resolve(schema.as_value());
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let field = |(name, property): (String, Value)| {
        let holds = field_type(&name, &property, &resolve);
        let is_required = required.contains(&name.as_str());
        (name, Field { holds, is_required })
    };
    let mut fields: Fields = properties.into_iter().map(field).collect();
    if operation == Operation::Query
        && let Some(limit) = fields.get("limit").cloned()
    {
        fields.insert("max_results".to_owned(), limit);
    }
    fields
}

fn field_type(name: &str, property: &Value, resolve: &dyn Fn(&Value) -> Value) -> FieldType {
    // An optional reference is `anyOf` the reference and null.
    let inner = property["anyOf"].as_array().and_then(|any| any.first()).unwrap_or(property);
    let property = resolve(inner);
    let words = words_of(&property);
    if !words.is_empty() {
        return FieldType::Words(words);
    }
    let types = match &property["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        Value::String(one) => vec![one.as_str()],
        _ => Vec::new(),
    };
    match types.first() {
        Some(&"integer") => {
            let most = BOUNDS
                .iter()
                .find(|(bound, _)| *bound == name)
                .map_or(u64::from(u32::MAX), |(_, most)| *most);
            FieldType::Number { most }
        }
        Some(&"boolean") => FieldType::Switch,
        Some(&"array") => match words_of(&resolve(&property["items"])) {
            words if words.is_empty() => FieldType::Texts,
            words => FieldType::Words(words),
        },
        _ => FieldType::Text,
    }
}

/// The words of a closed vocabulary.
fn words_of(schema: &Value) -> Vec<String> {
    let listed = schema["enum"].as_array().into_iter().flatten();
    let described = schema["oneOf"].as_array().into_iter().flatten().map(|one| &one["const"]);
    listed.chain(described).filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, FieldType, from_pairs, read, take_workspace};
    use fathom_protocol::{Operation, Request};
    use serde_json::{Map, Value, json};

    fn fields(value: Value) -> Map<String, Value> {
        let Value::Object(fields) = value else { panic!("{value} is no object") };
        fields
    }

    #[test]
    fn every_field_of_every_request_has_the_type_of_its_schema() {
        let holds = |operation: Operation, name: &str| FIELDS[&operation][name].holds.clone();
        assert_eq!(holds(Operation::Context, "task"), FieldType::Text);
        assert_eq!(holds(Operation::Context, "hints"), FieldType::Texts);
        assert_eq!(holds(Operation::Context, "path"), FieldType::Texts);
        assert_eq!(holds(Operation::Context, "no_feedback"), FieldType::Switch);
        assert_eq!(holds(Operation::Context, "diff"), FieldType::Text);
        assert_eq!(holds(Operation::Context, "budget"), FieldType::Number { most: 1_000_000 });
        assert_eq!(holds(Operation::Trace, "max_depth"), FieldType::Number { most: 100 });
        let FieldType::Words(words) = holds(Operation::Context, "concepts") else { panic!() };
        assert_eq!(words, ["on", "off", "team", "shipped", "learned"]);
        let FieldType::Words(words) = holds(Operation::Flow, "format") else { panic!() };
        assert_eq!(words, ["json", "mermaid", "sequence"]);
    }

    #[test]
    fn an_error_names_the_field_and_what_to_send() {
        let error = |value: Value| read(Operation::Context, fields(value)).unwrap_err().to_string();
        assert_eq!(error(json!({})), "`task` is missing; send `task` as a string with some text");
        assert_eq!(error(json!({"task": " "})), "`task` is empty; send `task` as a string with some text");
        assert!(error(json!({"task": "a\0b"})).starts_with("`task` contains a NUL character"));
        assert!(error(json!({"task": 5})).starts_with("`task` has the wrong type"));
        for limit in [json!(0), json!(-1), json!(1.5), json!(10_001), json!(1e300)] {
            let error = error(json!({"task": "x", "limit": limit}));
            assert_eq!(error, "`limit` is out of range; send `limit` as a whole number from 1 to 10000");
        }
        assert!(error(json!({"task": "x", "limit": "5"})).starts_with("`limit` has the wrong type"));
        assert!(error(json!({"task": "x", "hints": [1]})).starts_with("`hints` has an entry"));
        assert!(error(json!({"task": "x", "concepts": ["odd"]})).contains("one of on, off, team"));
    }

    #[test]
    fn unknown_fields_and_nulls_are_ignored() {
        let request = read(Operation::Context, fields(json!({"task": "x", "limit": null, "odd": {"a": 1}})));
        let Ok(Request::Context(request)) = request else { panic!() };
        assert_eq!((request.task.as_str(), request.limit), ("x", None));
    }

    #[test]
    fn a_query_string_becomes_the_same_request_as_a_body() {
        let pairs =
            [("query", "404"), ("limit", "7"), ("path", "src"), ("path", "lib"), ("workspace", "shop")];
        let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
        let mut fields = from_pairs(Operation::Symbols, pairs);
        assert_eq!(take_workspace(&mut fields).unwrap(), "shop");
        let Request::Symbols(request) = read(Operation::Symbols, fields).unwrap() else { panic!() };
        assert_eq!((request.query.as_str(), request.limit), ("404", Some(7)));
        assert_eq!(request.filter.path.0, ["src", "lib"]);
    }

    #[test]
    fn both_names_of_a_limit_are_one_field() {
        let request = read(Operation::Query, fields(json!({"query": "x", "max_results": 3})));
        let Ok(Request::Query(request)) = request else { panic!() };
        assert_eq!(request.limit, Some(3));
        assert!(read(Operation::Query, fields(json!({"query": "x", "max_results": 0}))).is_err());
        assert!(read(Operation::Query, fields(json!({"query": "x", "max_results": 3, "limit": 3}))).is_err());
    }
}
