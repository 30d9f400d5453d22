//! `config/routes.rb`: the language of routes, read call by call.
//!
//! A route file is a program. Its calls, with their arguments and blocks, are facts, so the program
//! is interpreted over them ([`interpreter`]): resources, namespaces and scopes nest ([`nesting`], [`scope`]),
//! concerns are stored and run later, loops over lists that are written out run for each element.
//! Conditions are not evaluated: both branches count. The target that a route names is then resolved to a
//! controller ([`handler`]).

mod devise;
mod handler;
mod interpreter;
mod nesting;
mod options;
mod scope;
mod texts;

use super::super::call::{Call, FileCalls};
use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind, Hop};
use crate::ids::FileId;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::{CallFlags, hash_name};
use interpreter::Interpreter;
use rustc_hash::{FxHashMap, FxHashSet};

/// One route, before its handler is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Route {
    /// The HTTP method in capitals, or `ANY`.
    pub(super) method: String,
    pub(super) path: String,
    pub(super) target: Target,
    pub(super) file: FileId,
    pub(super) line: u32,
}

/// The target of a route.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A controller by its path (`admin/orders`) and an action.
    Action { controller: String, action: String },
    /// Another address.
    Redirect(String),
    /// A mounted application, by its constant.
    Mounted(String),
    /// Code in the route file itself.
    Inline,
}

/// The files of routes: those that draw, and those that are drawn by others.
struct RouteFiles<'a> {
    calls: FxHashMap<FileId, FileCalls<'a>>,
    /// Files that draw routes of their own, in order, with the receiver of `draw`.
    drawing: Vec<(FileId, usize)>,
}

/// Adds the routes of all route files.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let files = route_files(project);
    let mut interpreter = Interpreter::new(project, &files.calls);
    for (file, draw) in &files.drawing {
        interpreter.draw(*file, *draw);
    }
    let routes = interpreter.finish();
    let mut seen: FxHashSet<(String, String, Target)> = FxHashSet::default();
    for route in routes {
        if !seen.insert((route.method.clone(), route.path.clone(), route.target.clone())) {
            continue;
        }
        let handler = handler::find(project, &route.target);
        if let Some(symbol) = handler.symbol.or(handler.owner) {
            let file = project.symbol(route.file, 0);
            let hop = Hop::new(file, symbol, EdgeKind::Route, Resolution::Exact, route.line, None);
            out.hop(hop, &format!("{} {}", route.method, route.path));
        }
        out.models.endpoints.push(Endpoint {
            kind: EndpointKind::Route,
            method: route.method,
            path: route.path,
            handler: handler.name,
            symbol: handler.symbol,
            owner: handler.owner,
            file: route.file,
            line: route.line,
        });
    }
}

fn route_files<'a>(project: &Project<'_, 'a>) -> RouteFiles<'a> {
    let draw: FxHashSet<u64> = ["draw", "append", "prepend", "routes"].map(hash_name).into_iter().collect();
    let mut files = RouteFiles { calls: FxHashMap::default(), drawing: Vec::new() };
    for file in project.files_in("ruby") {
        let path = project.path(file);
        let in_folder = path.starts_with("config/routes/") || path.contains("/config/routes/");
        let mut drawing = project.calls_named(file, &draw).filter(|call| draws(project, call)).peekable();
        if drawing.peek().is_none() && !in_folder {
            continue;
        }
        let calls = project.calls(file);
        for call in drawing {
            if let Ok(at) = calls.all.binary_search_by_key(&call.number, |one| one.number) {
                files.drawing.push((file, at));
            }
        }
        files.calls.insert(file, calls);
    }
    files
}

/// Whether a call draws routes: `Rails.application.routes.draw do`, `Shop::Engine.routes do`, and in the
/// class of an engine `routes do`.
fn draws(project: &Project<'_, '_>, call: &Call<'_>) -> bool {
    let receiver = call.receiver().trim_end_matches("()");
    if call.name() != "routes" {
        return receiver.ends_with(".routes");
    }
    call.site.flags.has(CallFlags::BLOCK)
        && (receiver.ends_with("Engine") || receiver.is_empty() && drawn_engine(project, call).is_some())
}

/// The engine in whose class a call is.
fn drawn_engine(project: &Project<'_, '_>, call: &Call<'_>) -> Option<String> {
    let class = project.type_around(project.scope_of(call))?;
    project.name(class).ends_with("Engine").then(|| project.qualified(class, "::"))
}
