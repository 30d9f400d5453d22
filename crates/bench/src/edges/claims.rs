//! The call edges of another system, to be judged as Fathom's are.
//!
//! ```json
//! {"path": "main.go", "line": 7, "column": 8, "to_path": "store/load.go", "to_line": 12, "to_name": "Load"}
//! ```
//!
//! `path`, `line` and `column` are the place of the call; `to_line` is a line of the callee's
//! definition, at best its first. Lines and columns count from 1, columns in bytes. Definitions are
//! found by place and name in Fathom's index, so an edge to a definition that Fathom does not have
//! is left out and counted.

use super::oracle::Oracle;
use super::places::caller;
use anyhow::{Context, Result};
use fathom_engine::scip::Columns;
use fathom_graph::{Edge, EdgeKind, Graph, Resolution, SymbolId};
use serde::Deserialize;

/// One line.
#[derive(Deserialize)]
struct Claim {
    path: String,
    line: u32,
    column: u32,
    to_path: String,
    to_line: u32,
    to_name: String,
}

/// The edges of another system, and how many have no place in Fathom's index.
pub(super) struct Claims {
    pub(super) edges: Vec<Edge>,
    pub(super) left_out: usize,
}

/// Reads the lines of `list`. All edges count as exact.
pub(super) fn read(list: &str, graph: &Graph<'_>, oracle: &Oracle) -> Result<Claims> {
    let mut claims = Claims { edges: Vec::new(), left_out: 0 };
    for (index, line) in list.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let claim: Claim =
            serde_json::from_str(line).with_context(|| format!("line {} of the claims", index + 1))?;
        match edge(&claim, graph, oracle) {
            Some(edge) => claims.edges.push(edge),
            None => claims.left_out += 1,
        }
    }
    claims.edges.sort_unstable();
    Ok(claims)
}

fn edge(claim: &Claim, graph: &Graph<'_>, oracle: &Oracle) -> Option<Edge> {
    let file = graph.file_at(&claim.path)?;
    let source = oracle.documents.get(&claim.path)?;
    let (line, column) = (claim.line.checked_sub(1)?, claim.column.checked_sub(1)?);
    let offset = source.offset(line as usize, column as usize, Columns::Utf8)?;
    let to = definition(claim, graph)?;
    let kind = if graph.kind(to).is_type() { EdgeKind::New } else { EdgeKind::Call };
    Some(Edge::new(caller(graph, file, offset), to, kind, Resolution::Exact, 1.0, claim.line))
}

/// The innermost definition of the name around the line.
fn definition(claim: &Claim, graph: &Graph<'_>) -> Option<SymbolId> {
    let file = graph.file_at(&claim.to_path)?;
    let facts = graph.files()[file.index()].facts;
    let fits = |definition: &fathom_syntax::Definition| {
        facts.text(definition.name) == claim.to_name
            && (definition.line..=definition.end_line).contains(&claim.to_line)
    };
    let found = facts.definitions.iter().enumerate().filter(|(_, definition)| fits(definition));
    let (at, _) = found.max_by_key(|(index, definition)| (definition.start, *index))?;
    Some(graph.file_symbol(file) + at as u32)
}
