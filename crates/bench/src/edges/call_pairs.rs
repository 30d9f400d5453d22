//! Reads an oracle from a list of definitions and calls, one JSON object per line.
//!
//! ```json
//! {"kind": "tool", "id": "go/types 1.26"}
//! {"kind": "file", "path": "store/load.go"}
//! {"kind": "definition", "id": "example.com/store.Load", "path": "store/load.go", "line": 12, "column": 6, "name": "Load"}
//! {"kind": "call", "id": "example.com/store.Load", "path": "main.go", "line": 7, "column": 8, "name": "Load"}
//! {"kind": "value", "id": "main.go handler", "path": "main.go", "line": 9, "column": 2, "name": "handler"}
//! ```
//!
//! `file` names a file that the oracle analysed. `definition` gives a place where a callee is
//! defined; an id may have several. `call` is a call of the callee with that id, which is outside
//! of the project if the id has no definition. `value` is a call of a variable or parameter.
//! Lines and columns count from 1, columns in bytes, and both point at the first byte of the name.

use super::oracle::{Call, CallTarget, Callee, CalleeName, DefinitionPlace, Oracle};
use super::source::Source;
use anyhow::{Context, Result, bail};
use fathom_engine::scip::Columns;
use serde::Deserialize;
use std::collections::HashMap;

/// One line.
#[derive(Deserialize)]
struct Record {
    kind: RecordKind,
    #[serde(default)]
    id: String,
    #[serde(default)]
    path: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    column: u32,
    #[serde(default)]
    name: String,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum RecordKind {
    Tool,
    File,
    Definition,
    Call,
    Value,
}

/// Reads the lines of `list`; `text` gives a file's text, or nothing if it is not there. The
/// second value is the name of the tool that wrote the list.
pub(super) fn read(list: &str, text: &dyn Fn(&str) -> Option<String>) -> Result<(Oracle, String)> {
    let mut tool = "call pairs".to_owned();
    let mut records: Vec<Record> = Vec::new();
    for (index, line) in list.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let record: Record =
            serde_json::from_str(line).with_context(|| format!("line {} of the call pairs", index + 1))?;
        match record.kind {
            RecordKind::Tool => tool = record.id,
            RecordKind::File => records.push(record),
            _ if record.id.is_empty() || record.line == 0 || record.column == 0 || record.name.is_empty() => {
                bail!("line {} of the call pairs lacks an id, line, column or name", index + 1);
            }
            _ => records.push(record),
        }
    }
    let mut oracle = Oracle::default();
    for record in &records {
        if !oracle.documents.contains_key(&record.path)
            && let Some(text) = text(&record.path)
        {
            oracle.documents.insert(record.path.clone(), Source::new(&record.path, text));
        }
    }
    let mut callees: HashMap<&str, Callee> = HashMap::new();
    // A file that is compiled twice, by itself and included in another, gives one function two ids.
    let mut places: HashMap<(&str, usize), Callee> = HashMap::new();
    for record in records.iter().filter(|record| record.kind == RecordKind::Definition) {
        let Some(offset) = offset(&oracle, record) else { continue };
        let place = (record.path.as_str(), offset);
        let callee = *callees.entry(&record.id).or_insert_with(|| {
            places.get(&place).copied().unwrap_or_else(|| {
                oracle.callees.push(CalleeName { symbol: record.id.clone() });
                oracle.callees.len() - 1
            })
        });
        places.entry(place).or_insert(callee);
        let (path, name) = (record.path.clone(), record.name.clone());
        oracle.definitions.push(DefinitionPlace { callee, path, name, offset });
    }
    for record in &records {
        let target = match (record.kind, callees.get(record.id.as_str())) {
            (RecordKind::Call, Some(callee)) => CallTarget::Inside(*callee),
            (RecordKind::Call, None) => CallTarget::Outside(record.id.clone()),
            (RecordKind::Value, _) => CallTarget::Value(record.id.clone()),
            _ => continue,
        };
        let Some(offset) = offset(&oracle, record) else { continue };
        let (path, name, line) = (record.path.clone(), record.name.clone(), record.line);
        if let CallTarget::Inside(callee) = target {
            oracle.calls.push(Call { path: path.clone(), line, offset, name: name.clone(), callee });
        }
        oracle.targets.entry((path, line, name)).or_default().insert(target);
    }
    oracle.sort();
    Ok((oracle, tool))
}

fn offset(oracle: &Oracle, record: &Record) -> Option<usize> {
    let source = oracle.documents.get(&record.path)?;
    source.offset(record.line as usize - 1, record.column as usize - 1, Columns::Utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_an_id_without_a_definition_leads_outside() {
        let list = r#"
            {"kind": "tool", "id": "go/types"}
            {"kind": "definition", "id": "m.Load", "path": "a.go", "line": 1, "column": 6, "name": "Load"}
            {"kind": "call", "id": "m.Load", "path": "a.go", "line": 2, "column": 15, "name": "Load"}
            {"kind": "call", "id": "fmt.Print", "path": "a.go", "line": 2, "column": 27, "name": "Print"}
            {"kind": "value", "id": "f", "path": "a.go", "line": 3, "column": 1, "name": "f"}
        "#;
        let text = |path: &str| {
            (path == "a.go").then(|| "func Load() {}\nfunc main() { Load(); fmt.Print() }\nf()\n".to_owned())
        };
        let (oracle, tool) = read(list, &text).unwrap();
        assert_eq!(tool, "go/types");
        assert_eq!((oracle.calls.len(), oracle.definitions.len(), oracle.targets.len()), (1, 1, 3));
        let print = &oracle.targets[&("a.go".to_owned(), 2, "Print".to_owned())];
        assert!(print.contains(&CallTarget::Outside("fmt.Print".to_owned())));
    }

    #[test]
    fn ids_with_a_place_in_common_are_one_callee() {
        let list = r#"
            {"kind": "definition", "id": "load", "path": "a.c", "line": 1, "column": 5, "name": "load"}
            {"kind": "definition", "id": "static load", "path": "a.c", "line": 1, "column": 5, "name": "load"}
            {"kind": "call", "id": "load", "path": "a.c", "line": 2, "column": 14, "name": "load"}
            {"kind": "call", "id": "static load", "path": "a.c", "line": 2, "column": 14, "name": "load"}
        "#;
        let text = |_: &str| Some("int load() { }\nint main() { load(); }\n".to_owned());
        let (oracle, _) = read(list, &text).unwrap();
        assert_eq!(oracle.callees.len(), 1);
        assert!(oracle.calls.iter().all(|call| call.callee == 0));
    }

    #[test]
    fn a_line_without_a_place_is_an_error_that_names_it() {
        let error =
            read("\n{\"kind\": \"call\", \"id\": \"x\", \"path\": \"a.go\"}", &|_| None).err().unwrap();
        assert!(error.to_string().contains("line 2"));
    }
}
