//! `symbols`: definitions by any form of a name, and the outline of a file or folder.

use super::filter::Files;
use super::{filter, named, outline, symbol as record};
use crate::{EngineError, View};
use fathom_graph::SymbolId;
use fathom_graph::imported_as;
use fathom_graph::lookup::{Fit, lookup_among, resembling};
use fathom_protocol::symbols::{Request, Response};
use fathom_protocol::{Symbol, SymbolKind};
use fathom_syntax::{Flags, Kind};

/// Default limits: names, symbols of a file, lines of a folder.
const NAMES: usize = 20;
const OF_FILE: usize = 1_000;
const OF_FOLDER: usize = 200;
/// Most types whose members are listed, and most members.
const TYPES: usize = 8;
const MEMBERS: usize = 300;
/// Most names that only hold the one that was asked for.
const RESEMBLING: usize = 10;

/// Finds definitions.
///
/// # Examples
///
/// ```
/// # use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
/// # let place = tempfile::tempdir()?;
/// # let repository = place.path().join("repository");
/// # std::fs::create_dir(&repository)?;
/// # let text = "def send(job):\n    return retry_upload(job)\n\n\ndef retry_upload(job):\n    return job\n";
/// # std::fs::write(repository.join("upload.py"), text)?;
/// # let workspace = Workspace::find(&repository, &Folders::under(&place.path().join("home")))?;
/// use fathom_engine::operations::symbols;
/// use fathom_protocol::symbols::Request;
///
/// let request = Request { query: "retry".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| symbols::run(view, &request))?;
/// assert_eq!(answer.symbols[0].id, "upload.py::retry_upload");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    let kind = match &request.kind {
        None => None,
        Some(word) => Some(Kind::from_word(word).ok_or_else(|| {
            EngineError::Request(format!(
                "`{word}` is not a kind of symbol; kinds are {}",
                SymbolKind::ALL.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ")
            ))
        })?),
    };
    let files = filter::files(view, &request.filter)?;
    let wanted = SymbolFilter { kind, files: &files };
    let SymbolMatches { mut symbols, exact, most, outlined } =
        find(view, &request.query, request.limit, &wanted)?;
    let total = outlined.then_some(symbols.len());
    symbols.truncate(request.limit.unwrap_or(most));
    Ok(Response {
        count: symbols.len(),
        symbols,
        total,
        exact,
        index: view.state(),
        unsupported_languages: view.unsupported_languages(),
    })
}

/// Which symbols may answer.
struct SymbolFilter<'w> {
    kind: Option<Kind>,
    files: &'w Files,
}

impl SymbolFilter<'_> {
    fn holds(&self, view: &View<'_>, symbol: SymbolId) -> bool {
        let graph = view.graph;
        self.files.hold(graph.file_of(symbol)) && self.kind.is_none_or(|kind| graph.kind(symbol) == kind)
    }
}

/// The meaning of a query.
struct SymbolMatches {
    symbols: Vec<Symbol>,
    exact: bool,
    /// The limit if the request has none.
    most: usize,
    outlined: bool,
}

fn find(
    view: &View<'_>,
    query: &str,
    limit: Option<usize>,
    wanted: &SymbolFilter<'_>,
) -> Result<SymbolMatches, EngineError> {
    let graph = view.graph;
    let query = query.trim();
    let names = |symbols: Vec<SymbolId>, exact: bool| {
        let wanted = symbols.into_iter().filter(|symbol| wanted.holds(view, *symbol));
        SymbolMatches {
            symbols: wanted.map(|symbol| record(graph, symbol)).collect(),
            exact,
            most: NAMES,
            outlined: false,
        }
    };
    let outline = |symbols, most| SymbolMatches { symbols, exact: true, most, outlined: true };
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
    let mut symbols: Vec<SymbolId> = found.into_iter().map(|one| one.symbol).collect();
    let mut shown = NAMES;
    if exact {
        let members = members(view, &symbols);
        shown = shown.max(symbols.len() + members.len());
        symbols.extend(members);
        if symbols.len() < most {
            let is_new = |symbol: SymbolId| wanted.holds(view, symbol) && !symbols.contains(&symbol);
            let more = resembling(graph, query, (most - symbols.len()).min(RESEMBLING), &is_new);
            symbols.extend(more);
        }
    }
    Ok(SymbolMatches { most: shown, ..names(symbols, exact) })
}

/// The members of the types among symbols, in the order of the text. Types of tests have none that
/// anyone looks for.
fn members(view: &View<'_>, symbols: &[SymbolId]) -> Vec<SymbolId> {
    let graph = view.graph;
    let has_members = |symbol: &&SymbolId| {
        let kind = graph.kind(**symbol);
        (kind.is_type() || kind == Kind::Module) && !graph.flags(**symbol).has(Flags::TEST)
    };
    let mut all: Vec<SymbolId> = Vec::new();
    for &symbol in symbols.iter().filter(has_members).take(TYPES) {
        all.extend(graph.children(symbol).filter(|member| !symbols.contains(member)));
    }
    all.truncate(MEMBERS);
    all
}
