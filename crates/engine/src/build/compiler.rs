//! Edges of a compiler's index, valid while the files they refer to are unchanged.

use super::file::BuildFile;
use crate::EngineError;
use crate::scip::Index;
use crate::workspace::Workspace;
use fathom_graph::CompilerReference;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The edges from a compiler's index.
#[derive(Serialize, Deserialize)]
struct MergedIndex {
    /// Hash of the index, as it is recorded in snapshots.
    hash: String,
    /// Key of each file's facts when the index was merged.
    files: BTreeMap<String, String>,
    /// Reference by reference: path, line, path, line, name.
    edges: Vec<(String, u32, String, u32, String)>,
}

/// The edges that still hold.
pub(super) struct Compiler {
    pub(super) edges: Vec<CompilerReference>,
    pub(super) recorded: Option<String>,
}

const FILE: &str = "compiler.json";

/// The hash of the index that was merged last.
pub(super) fn recorded(workspace: &Workspace) -> Option<String> {
    load(workspace).map(|kept| kept.hash)
}

fn load(workspace: &Workspace) -> Option<MergedIndex> {
    serde_json::from_slice(&workspace.home().part(FILE)?).ok()
}

/// Reads a new index if one is given, else what was kept of the last one.
pub(super) fn edges(
    workspace: &Workspace,
    new: Option<&Path>,
    files: &[BuildFile],
) -> Result<Compiler, EngineError> {
    let kept = match new {
        Some(path) => {
            let index = Index::read(path)?;
            let (edges, hash) = (index.edges(), index.hash);
            let keys = keys(files);
            let mut described = BTreeMap::new();
            for edge in &edges {
                for path in [&edge.from_path, &edge.to_path] {
                    if let Some(key) = keys.get(path.as_str()) {
                        described.insert(path.clone(), key.clone());
                    }
                }
            }
            let edges =
                edges.into_iter().map(|e| (e.from_path, e.from_line, e.to_path, e.to_line, e.name)).collect();
            let kept = MergedIndex { hash, files: described, edges };
            let bytes = serde_json::to_vec(&kept).unwrap_or_default();
            workspace.home().write_part(FILE, &bytes)?;
            Some(kept)
        }
        None => load(workspace),
    };
    let Some(kept) = kept else { return Ok(Compiler { edges: Vec::new(), recorded: None }) };
    let keys = keys(files);
    let holds = |path: &String| kept.files.get(path).is_some_and(|key| keys.get(path.as_str()) == Some(key));
    let edges = kept
        .edges
        .iter()
        .filter(|(from, _, to, _, _)| holds(from) && holds(to))
        .map(|(from_path, from_line, to_path, to_line, name)| CompilerReference {
            from_path: from_path.clone(),
            from_line: *from_line,
            to_path: to_path.clone(),
            to_line: *to_line,
            name: name.clone(),
        })
        .collect();
    Ok(Compiler { edges, recorded: Some(kept.hash) })
}

/// The keys of the files' facts by path.
fn keys(files: &[BuildFile]) -> BTreeMap<&str, String> {
    let indexed = files.iter().filter(|file| file.is_indexed());
    indexed.map(|file| (file.path(), format!("{:032x}", file.key))).collect()
}
