//! Edits of TOML, in place: a table is added at the end of the file.

use super::entry::EditResult;
use anyhow::{Context, Result, bail};
use toml_edit::{DocumentMut, Item, TableLike};

type Fields = [(&'static str, String)];

/// The table of an entry.
pub(super) fn block(key: &str, name: &str, fields: &Fields) -> String {
    let fields: String = fields.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
    format!("[{key}.{name}]\n{fields}")
}

/// The file with the entry added.
pub(super) fn added(text: &str, key: &str, name: &str, fields: &Fields) -> Result<EditResult> {
    let document = parse(text)?;
    match document.get(key) {
        None => {}
        Some(Item::Table(servers)) => {
            if let Some(existing) = servers.get(name) {
                let is_same = existing.as_table_like().is_some_and(|table| is_same(table, fields));
                return Ok(if is_same { EditResult::Unchanged } else { EditResult::Different });
            }
        }
        Some(_) => bail!("`{key}` is not a table"),
    }
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let after = format!("{text}{}", addition(newline, key, name, fields));
    parse(&after)?;
    Ok(EditResult::Text(after))
}

/// The possible texts of the file before the entry was added; empty if it has none.
pub(super) fn removed(text: &str, key: &str, name: &str, fields: &Fields) -> Result<Vec<String>> {
    let mut document = parse(text)?;
    let Some(servers) = document.get_mut(key).and_then(Item::as_table_like_mut) else {
        return Ok(Vec::new());
    };
    if servers.remove(name).is_none() {
        return Ok(Vec::new());
    }
    let added = [addition("\n", key, name, fields), addition("\r\n", key, name, fields)];
    let mut candidates: Vec<String> =
        added.iter().filter_map(|added| text.strip_suffix(added.as_str())).map(str::to_owned).collect();
    candidates.push(document.to_string());
    Ok(candidates)
}

/// The text that is added at the end of a file: a line break, so that a last line without one ends, and the table.
fn addition(newline: &str, key: &str, name: &str, fields: &Fields) -> String {
    format!("{newline}{}", block(key, name, fields).replace('\n', newline))
}

fn parse(text: &str) -> Result<DocumentMut> {
    text.parse().context("it is not valid TOML")
}

/// Whether an entry equals what Fathom would write.
fn is_same(table: &dyn TableLike, fields: &Fields) -> bool {
    let is_equal = |(name, value): &(&'static str, String)| {
        let Some(found) = table.get(name).and_then(Item::as_value) else { return false };
        match (found.as_str(), found.as_array()) {
            (Some(text), _) => format!("{text:?}") == *value,
            (_, Some(list)) => {
                let words: Vec<String> =
                    list.iter().filter_map(|one| one.as_str()).map(|one| format!("{one:?}")).collect();
                format!("[{}]", words.join(", ")) == *value
            }
            _ => false,
        }
    };
    table.iter().count() == fields.len() && fields.iter().all(is_equal)
}
