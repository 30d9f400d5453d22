//! Parts of a request that several operations share.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// The part of the repository that may answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Filter {
    /// Only these files: paths, folders or globs from the root of the repository.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub path: OneOrMany,
    /// Only these languages: `python`, `ruby`, … or `py`, `rb`, `ts`, `c++`.
    #[serde(default, skip_serializing_if = "OneOrMany::is_empty")]
    pub lang: OneOrMany,
}

/// A list of strings that may be written as one string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct OneOrMany(pub Vec<String>);

impl OneOrMany {
    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOrMany, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a string or a list of strings")]
        enum JsonForm {
            One(String),
            Many(Vec<String>),
        }
        Ok(OneOrMany(match JsonForm::deserialize(deserializer)? {
            JsonForm::One(one) => vec![one],
            JsonForm::Many(many) => many,
        }))
    }
}

impl JsonSchema for OneOrMany {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "OneOrMany".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": {"type": "string"}})
    }
}

/// A unified diff. It is a string on the wire and bytes inside, because a diff
/// from a file may be in any encoding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff(pub Vec<u8>);

impl Serialize for Diff {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&String::from_utf8_lossy(&self.0))
    }
}

impl<'de> Deserialize<'de> for Diff {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Diff, D::Error> {
        Ok(Diff(String::deserialize(deserializer)?.into_bytes()))
    }
}

impl JsonSchema for Diff {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Diff".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

#[cfg(test)]
mod tests {
    use super::Filter;

    #[test]
    fn one_path_needs_no_list() {
        let filter: Filter = serde_json::from_str(r#"{"path": "src", "lang": ["py", "rb"]}"#).unwrap();
        assert_eq!((filter.path.0.len(), filter.lang.0.len()), (1, 2));
        assert!(serde_json::from_str::<Filter>(r#"{"path": 1}"#).is_err());
    }
}
