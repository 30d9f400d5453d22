//! `symbols`: definitions by any form of a name, and the outline of a file or folder.

use super::filter::Files;
use super::{Filter, SymbolRecord, named, outline, record};
use crate::{EngineError, Freshness, View};
use fathom_graph::SymbolId;
use fathom_graph::imported_as;
use fathom_graph::lookup::{Fit, lookup_among};
use fathom_syntax::Kind;
use serde::Serialize;

/// Most results where a request does not say: names, symbols of a file, lines of a folder.
const NAMES: usize = 20;
const OF_FILE: usize = 1_000;
const OF_FOLDER: usize = 200;

/// Whose definitions.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// A name in any form, a place (`path:80`), a fragment; the path of a file or folder for its outline.
    pub query: String,
    /// Only this kind.
    pub kind: Option<String>,
    /// Most results; 20 for a name, more for an outline if absent.
    pub limit: Option<usize>,
    /// Which files may answer.
    pub filter: Filter,
}

/// The definitions.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// Best first; an outline is in the order of lines.
    pub symbols: Vec<SymbolRecord>,
    /// How many there are in `symbols`.
    pub count: usize,
    /// How many symbols the outline has in all; absent where a name was looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
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
    let files = request.filter.files(view)?;
    let wanted = Wanted { kind, files: &files };
    let Found { mut symbols, exact, most, outlined } = find(view, &request.query, request.limit, &wanted)?;
    let total = outlined.then_some(symbols.len());
    symbols.truncate(request.limit.unwrap_or(most));
    Ok(Response {
        count: symbols.len(),
        symbols,
        total,
        exact,
        index: view.freshness.clone(),
        unsupported_languages: view.unsupported.iter().map(|(name, _)| name.clone()).collect(),
    })
}

/// Which symbols may answer.
struct Wanted<'w> {
    kind: Option<Kind>,
    files: &'w Files,
}

impl Wanted<'_> {
    fn holds(&self, view: &View<'_>, symbol: SymbolId) -> bool {
        let graph = &view.graph;
        self.files.hold(graph.file_of(symbol)) && self.kind.is_none_or(|kind| graph.kind(symbol) == kind)
    }
}

/// What a query means.
struct Found {
    symbols: Vec<SymbolRecord>,
    exact: bool,
    /// How many are told where the request does not say.
    most: usize,
    outlined: bool,
}

fn find(
    view: &View<'_>,
    query: &str,
    limit: Option<usize>,
    wanted: &Wanted<'_>,
) -> Result<Found, EngineError> {
    let graph = &view.graph;
    let query = query.trim();
    let names = |symbols: Vec<SymbolId>, exact: bool| {
        let wanted = symbols.into_iter().filter(|symbol| wanted.holds(view, *symbol));
        Found {
            symbols: wanted.map(|symbol| record(graph, symbol)).collect(),
            exact,
            most: NAMES,
            outlined: false,
        }
    };
    let outline = |symbols, most| Found { symbols, exact: true, most, outlined: true };
    let of_folder =
        |folder: &str| outline(outline::folder(graph, folder, wanted.kind, wanted.files), OF_FOLDER);

    let placed = named::placed(view, query)?;
    if let [symbol] = placed[..]
        && graph.kind(symbol) == Kind::File
    {
        let file = graph.file_of(symbol);
        let held = wanted.files.hold(file);
        return Ok(outline(if held { outline::file(graph, file, wanted.kind) } else { Vec::new() }, OF_FILE));
    }
    if !placed.is_empty() {
        return Ok(names(placed, true));
    }
    let folder = named::folder(view, query);
    if let Some(folder) = folder.as_ref().filter(|_| query.contains(['/', '.'])) {
        return Ok(of_folder(folder));
    }
    let most = limit.unwrap_or(NAMES);
    let found = lookup_among(graph, query, Fit::Misspelt, most, &|symbol| wanted.holds(view, symbol));
    let exact = found.first().is_some_and(|one| one.fit <= Fit::Suffix);
    if let Some(folder) = folder.filter(|_| !exact) {
        return Ok(of_folder(&folder));
    }
    let imported = if exact { Vec::new() } else { imported_as(graph, query) };
    if !imported.is_empty() {
        return Ok(names(imported, true));
    }
    Ok(names(found.into_iter().map(|one| one.symbol).collect(), exact))
}
