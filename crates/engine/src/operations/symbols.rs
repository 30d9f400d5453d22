//! `symbols`: definitions by any form of a name.

use super::{Filter, SymbolRecord, record};
use crate::{EngineError, Freshness, View};
use fathom_graph::lookup::{Fit, lookup_among};
use fathom_syntax::Kind;
use serde::Serialize;

/// Whose definitions.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// A name in any form, a path, or a fragment.
    pub query: String,
    /// Only this kind.
    pub kind: Option<String>,
    /// Most results.
    pub limit: usize,
    /// Which files may answer.
    pub filter: Filter,
}

/// The definitions.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// Best first.
    pub symbols: Vec<SymbolRecord>,
    /// How many there are in `symbols`.
    pub count: usize,
    /// Whether the name itself was found, or only names like it.
    pub exact: bool,
    /// Which state of the repository this is.
    pub index: Freshness,
    /// Languages that are in the repository and not read.
    pub unsupported_languages: Vec<String>,
}

/// Finds definitions.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let kind = match &request.kind {
        None => None,
        Some(word) => Some(Kind::from_word(word).ok_or_else(|| {
            EngineError::Request(format!(
                "`{word}` is no kind of symbol; kinds are class, function, method, field …"
            ))
        })?),
    };
    let graph = &view.graph;
    let files = request.filter.files(view)?;
    let wanted =
        |symbol| files.hold(graph.file_of(symbol)) && kind.is_none_or(|kind| graph.kind(symbol) == kind);
    let found = lookup_among(graph, &request.query, Fit::Misspelt, request.limit, &wanted);
    let exact = found.first().is_some_and(|one| one.fit <= Fit::Suffix);
    let symbols: Vec<SymbolRecord> = found.iter().map(|one| record(&view.graph, one.symbol)).collect();
    Ok(Response {
        count: symbols.len(),
        symbols,
        exact,
        index: view.freshness.clone(),
        unsupported_languages: view.unsupported.iter().map(|(name, _)| name.clone()).collect(),
    })
}
