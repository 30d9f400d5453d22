//! SCIP: a compiler's own index of definitions and references.

use crate::EngineError;
use fathom_graph::CompilerReference;
use protobuf::Message;
use rustc_hash::FxHashMap;
use scip::types::{Index, SymbolRole};
use std::path::Path;

/// References between places of this repository, and a hash of the index.
/// Symbols without a definition in the index are outside and left out.
pub(crate) fn read(path: &Path) -> Result<(String, Vec<CompilerReference>), EngineError> {
    let fail = |why: String| EngineError::Scip { path: path.to_owned(), why };
    let bytes = std::fs::read(path).map_err(|error| fail(error.to_string()))?;
    let index =
        Index::parse_from_bytes(&bytes).map_err(|error| fail(format!("not a SCIP index ({error})")))?;
    let hash = blake3::hash(&bytes).to_hex()[..24].to_owned();
    // A name is read once for its definition: `parse_symbol` is slow, and references are many.
    let mut definitions: FxHashMap<&str, (&str, u32, Option<String>)> = FxHashMap::default();
    for document in &index.documents {
        for occurrence in &document.occurrences {
            if is_global(&occurrence.symbol) && is_definition(occurrence.symbol_roles) {
                let symbol = occurrence.symbol.as_str();
                let place =
                    || (document.relative_path.as_str(), line_of(&occurrence.range), descriptor_name(symbol));
                definitions.entry(symbol).or_insert_with(place);
            }
        }
    }
    let mut edges = Vec::new();
    for document in &index.documents {
        for occurrence in &document.occurrences {
            let symbol = occurrence.symbol.as_str();
            if is_definition(occurrence.symbol_roles) || !is_global(symbol) {
                continue;
            }
            let Some((to_path, to_line, Some(name))) = definitions.get(symbol) else { continue };
            edges.push(CompilerReference {
                from_path: document.relative_path.replace('\\', "/"),
                from_line: line_of(&occurrence.range),
                to_path: to_path.replace('\\', "/"),
                to_line: *to_line,
                name: name.clone(),
            });
        }
    }
    edges.sort();
    edges.dedup();
    Ok((hash, edges))
}

fn is_global(symbol: &str) -> bool {
    !symbol.starts_with("local ")
}

fn is_definition(roles: i32) -> bool {
    roles & SymbolRole::Definition as i32 != 0
}

fn line_of(range: &[i32]) -> u32 {
    range.first().map_or(0, |line| *line as u32 + 1)
}

/// The last name in a symbol: `… pkg/Class#method().` says `method`.
fn descriptor_name(symbol: &str) -> Option<String> {
    let parsed = scip::symbol::parse_symbol(symbol).ok()?;
    let last = parsed.descriptors.last()?;
    (!last.name.is_empty()).then(|| last.name.clone())
}
