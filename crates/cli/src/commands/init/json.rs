//! Edits of JSON with comments, in place.
//!
//! A member is added in front of the others, directly after the brace that opens its object: there
//! no comma and no comment of another member is touched, and the text that was added can be found
//! and taken out again.

use super::entry::EditResult;
use anyhow::{Result, anyhow, bail};
use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

type Fields = [(&'static str, String)];

/// A file that holds one entry alone.
pub(super) fn alone(key: &str, name: &str, fields: &Fields) -> String {
    format!("{{\n  \"{key}\": {}\n}}\n", servers(name, fields, "  ", "  ", "\n"))
}

/// The file with the entry added.
pub(super) fn added(text: &str, key: &str, name: &str, fields: &Fields) -> Result<EditResult> {
    let value = parse(text)?;
    let root = root(&value)?;
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let unit = indent_unit(text);
    let Some(property) = root.get(key) else {
        let outer = indent_at(text, root.range().start);
        let member =
            format!("\"{key}\": {}", servers(name, fields, &format!("{outer}{unit}"), unit, newline));
        return Ok(EditResult::Text(inserted(text, root, &member, unit, newline)));
    };
    let Value::Object(servers) = &property.value else { bail!("`{key}` is not an object") };
    if let Some(existing) = servers.get(name) {
        return Ok(if is_same(&existing.value, fields) {
            EditResult::Unchanged
        } else {
            EditResult::Different
        });
    }
    let outer = indent_at(text, servers.range().start);
    let member = format!("\"{name}\": {}", server(fields, &format!("{outer}{unit}"), unit, newline));
    Ok(EditResult::Text(inserted(text, servers, &member, unit, newline)))
}

/// The possible texts of the file before the entry was added; empty if it has none.
pub(super) fn removed(text: &str, key: &str, name: &str) -> Result<Vec<String>> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let value = parse(text)?;
    let root = root(&value)?;
    let Some(Value::Object(servers)) = root.get(key).map(|property| &property.value) else {
        return Ok(Vec::new());
    };
    let Some(range) = servers.get(name).map(Ranged::range) else { return Ok(Vec::new()) };
    let mut candidates = Vec::new();
    if servers.properties.len() == 1
        && let Some(range) = root.get(key).map(Ranged::range)
    {
        candidates.extend(without(text, root, range));
    }
    candidates.extend(without(text, servers, range));
    Ok(candidates)
}

fn parse(text: &str) -> Result<Value<'_>> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
    let parsed = parsed.map_err(|error| anyhow!("it is not JSON: {error}"))?;
    parsed.value.ok_or_else(|| anyhow!("it contains no JSON value"))
}

fn root<'v, 't>(value: &'v Value<'t>) -> Result<&'v Object<'t>> {
    value.as_object().ok_or_else(|| anyhow!("it is not a JSON object"))
}

/// The text with a member in front of the others of an object.
fn inserted(text: &str, object: &Object<'_>, member: &str, unit: &str, newline: &str) -> String {
    let indent = indent_at(text, object.range().start);
    let (before, after) = text.split_at(object.range().start + 1);
    // An object without members gets its closing brace on a line of its own, unless it has one.
    let has_line = after.trim_start_matches([' ', '\t']).starts_with(['\r', '\n']);
    let end = match (object.properties.is_empty(), has_line) {
        (false, _) => ",".to_owned(),
        (true, true) => String::new(),
        (true, false) => format!("{newline}{indent}"),
    };
    format!("{before}{newline}{indent}{unit}{member}{end}{after}")
}

/// The possible texts without a member of an object.
fn without(text: &str, object: &Object<'_>, member: Range) -> Vec<String> {
    let open = object.range().start + 1;
    let (before, after) = (text[..member.start].trim_end(), &text[member.end..]);
    let mut candidates = Vec::new();
    if before.len() == open {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let line = format!("{newline}{}", indent_at(text, object.range().start));
        let ends = [",", line.as_str(), ""];
        candidates.extend(
            ends.iter().filter_map(|end| after.strip_prefix(end)).map(|rest| format!("{before}{rest}")),
        );
    }
    // Wherever it is, one of the commas beside it goes with it.
    candidates.push(match (after.strip_prefix(','), before.strip_suffix(',')) {
        (Some(rest), _) => format!("{before}{rest}"),
        (None, shorter) => format!("{}{after}", shorter.unwrap_or(before)),
    });
    candidates
}

/// An object of servers with one.
fn servers(name: &str, fields: &Fields, indent: &str, unit: &str, newline: &str) -> String {
    let inner = format!("{indent}{unit}");
    format!("{{{newline}{inner}\"{name}\": {}{newline}{indent}}}", server(fields, &inner, unit, newline))
}

/// A server; `indent` is that of its first line.
fn server(fields: &Fields, indent: &str, unit: &str, newline: &str) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{newline}{indent}{unit}\"{name}\": {value}")).collect();
    format!("{{{}{newline}{indent}}}", fields.join(","))
}

/// Whether an entry equals what Fathom would write.
fn is_same(value: &Value<'_>, fields: &Fields) -> bool {
    let Value::Object(object) = value else { return false };
    let is_equal =
        |(name, value): &(&'static str, String)| match object.get(name).map(|property| &property.value) {
            Some(Value::StringLit(text)) => format!("{:?}", text.value.as_ref()) == *value,
            Some(Value::BooleanLit(truth)) => truth.value.to_string() == *value,
            Some(Value::Array(list)) => {
                let words: Vec<String> = list
                    .elements
                    .iter()
                    .map(|one| {
                        one.as_string_lit().map_or(String::new(), |text| format!("{:?}", text.value.as_ref()))
                    })
                    .collect();
                format!("[{}]", words.join(", ")) == *value
            }
            _ => false,
        };
    object.properties.len() == fields.len() && fields.iter().all(is_equal)
}

/// The blanks at the beginning of the line that a place is in.
fn indent_at(text: &str, at: usize) -> &str {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[line..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The indentation of one level: the first indent in the file.
fn indent_unit(text: &str) -> &str {
    let indents = text.lines().map(|line| &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]);
    indents.into_iter().find(|indent| !indent.is_empty()).unwrap_or("  ")
}
