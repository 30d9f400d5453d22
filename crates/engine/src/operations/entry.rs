//! Resolves an entry point: a route or URL, a job, a task, a command, an event, or any symbol.

use super::named;
use crate::{EngineError, View};
use fathom_graph::SymbolId;
use fathom_graph::frameworks::{Endpoint, EndpointKind};
use fathom_syntax::{CallSite, FactsView};

/// Words of a prefix that an address may have before its route.
const PREFIX: usize = 3;

/// Calls around a call that are looked at.
const MOST_AROUND: usize = 32;

/// Names of other entry points that are offered.
const OTHERS: usize = 5;

const METHODS: [&str; 9] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY", "WS"];

/// Programs whose first argument is the name of a task.
const RUNNERS: [&str; 9] = [
    "rake ",
    "bundle exec rake ",
    "bin/rake ",
    "rails ",
    "bin/rails ",
    "python manage.py ",
    "manage.py ",
    "php artisan ",
    "mix ",
];

/// An entry point.
pub(crate) struct Entry<'v> {
    /// Where it starts. A class whose handler is not known is its own.
    pub(crate) symbol: Option<SymbolId>,
    /// The declared entry point, where it is one.
    pub(crate) endpoint: Option<&'v Endpoint>,
    /// Ids or addresses of what else it can mean.
    pub(crate) alternatives: Vec<String>,
}

/// Resolves an entry point. An error if nothing or too much matches.
pub(crate) fn find<'v>(view: &'v View<'_>, text: &str) -> Result<Entry<'v>, EngineError> {
    if let Some(entry) = declared(view, text) {
        return Ok(entry);
    }
    let meaning = named::meaning(view, text)?;
    let endpoints = &view.graph.models().endpoints;
    let symbol = meaning.symbol;
    // A handler without a name is only a part of its symbol.
    let is_whole = |one: &&Endpoint| view.graph.models().inline_call(one).is_none();
    let of_handler = endpoints.iter().find(|one| one.symbol == Some(symbol) && is_whole(one));
    // A job is named by its class.
    let of_owner =
        || endpoints.iter().find(|one| one.owner == Some(symbol) && one.kind != EndpointKind::Route);
    let endpoint = of_handler.or_else(of_owner);
    let start = endpoint.and_then(|one| one.symbol).unwrap_or(symbol);
    Ok(Entry { symbol: Some(start), endpoint, alternatives: meaning.alternatives })
}

/// The entry point that a text names as such: a route, a URL, a task, a command, an event.
pub(crate) fn declared<'v>(view: &'v View<'_>, text: &str) -> Option<Entry<'v>> {
    let endpoints = &view.graph.models().endpoints;
    let text = text.trim();
    let found: Vec<&Endpoint> = if let Some((method, path)) = address(text) {
        let whole = routes(endpoints, method, &path);
        // A route that takes any address is the last resort.
        let is_any = |one: &&Endpoint| one.path.contains('*');
        let below =
            if whole.iter().all(is_any) { below_prefix(endpoints, method, &path) } else { Vec::new() };
        if below.is_empty() { whole } else { below }
    } else {
        let name = RUNNERS.iter().find_map(|runner| text.strip_prefix(runner)).unwrap_or(text).trim();
        let names = |one: &&Endpoint| one.kind != EndpointKind::Route && one.path == name;
        endpoints.iter().filter(names).collect()
    };
    let first = *found.first()?;
    let others = found.iter().skip(1).take(OTHERS);
    let alternatives = others.map(|one| format!("{} {}", one.method, one.path).trim().to_owned()).collect();
    Some(Entry { symbol: first.symbol.or(first.owner), endpoint: Some(first), alternatives })
}

/// Whether a call is in the block of another one, or in a block in it.
pub(crate) fn is_inside(facts: &FactsView<'_>, site: &CallSite, call: u32) -> bool {
    let mut at = site.enclosing;
    for _ in 0..MOST_AROUND {
        match at {
            Some(number) if number == call => return true,
            Some(number) => at = facts.call_of(number).and_then(|site| site.enclosing),
            None => return false,
        }
    }
    false
}

/// The HTTP method and the path of an address: `POST /orders/:id`, `/orders/7`, a whole URL.
pub(crate) fn address(text: &str) -> Option<(Option<&str>, String)> {
    let (method, rest) = match text.split_once(char::is_whitespace) {
        Some((word, rest)) => {
            let method = METHODS.iter().find(|method| method.eq_ignore_ascii_case(word))?;
            (Some(*method), rest.trim())
        }
        None => (None, text),
    };
    let path = match rest.split_once("://") {
        Some((_, behind)) => behind.find('/').map_or("/", |at| &behind[at..]),
        None => rest,
    };
    if !path.starts_with('/') || path.contains(char::is_whitespace) {
        return None;
    }
    let path = path.split(['?', '#']).next().unwrap_or(path);
    Some((method, if path.len() > 1 { path.trim_end_matches('/') } else { path }.to_owned()))
}

/// The routes that an address leads to: those written like it first, then by how much of them is
/// written out, then in their order.
fn routes<'e>(endpoints: &'e [Endpoint], method: Option<&str>, path: &str) -> Vec<&'e Endpoint> {
    let fits_method = |one: &Endpoint| {
        method.is_none_or(|method| one.method == method || one.method == "ANY" || method == "ANY")
    };
    let mut found: Vec<(u32, &Endpoint)> = endpoints
        .iter()
        .filter(|one| one.kind == EndpointKind::Route && fits_method(one))
        .filter_map(|one| Some((distance(&one.path, path)?, one)))
        .collect();
    found.sort_by_key(|(distance, one)| (*distance, one.symbol.or(one.owner).is_none()));
    let nearest = found.first().map(|(distance, _)| *distance);
    found.into_iter().filter(|(distance, _)| Some(*distance) == nearest).map(|(_, one)| one).collect()
}

/// The routes that the end of an address leads to: an application may be mounted below a prefix that
/// its routes do not state. What is left must be more than one word.
fn below_prefix<'e>(endpoints: &'e [Endpoint], method: Option<&str>, path: &str) -> Vec<&'e Endpoint> {
    let mut rest = path;
    for _ in 0..PREFIX {
        let Some(at) = rest[1..].find('/') else { break };
        rest = &rest[at + 1..];
        if !rest[1..].contains('/') {
            break;
        }
        let mut found = routes(endpoints, method, rest);
        // A path that is parameters alone fits everything.
        found.retain(|one| one.path.split('/').skip(1).any(|part| !part.contains([':', '{', '<', '[', '*'])));
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The distance of a route's path from an address: 0 if they are equal, plus one for each parameter
/// that matches a word; `None` if it does not match.
fn distance(route: &str, path: &str) -> Option<u32> {
    if route == path {
        return Some(0);
    }
    let path = path.strip_suffix(".json").or_else(|| path.strip_suffix(".xml")).unwrap_or(path);
    expansions(route).iter().filter_map(|route| plain_distance(route, path)).min()
}

/// A path without its optional parts, and with them.
fn expansions(route: &str) -> Vec<String> {
    let Some(open) = route.find('(') else { return vec![route.to_owned()] };
    let mut depth = 0;
    let close = route[open..].char_indices().find_map(|(at, letter)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (depth == 0).then_some(open + at)
    });
    let Some(close) = close else { return vec![route.replace(['(', ')'], "")] };
    let (before, inner, after) = (&route[..open], &route[open + 1..close], &route[close + 1..]);
    let mut all = Vec::new();
    for rest in expansions(after).into_iter().take(8) {
        all.push(format!("{before}{rest}"));
        all.extend(expansions(inner).into_iter().take(8).map(|inner| format!("{before}{inner}{rest}")));
    }
    all
}

fn plain_distance(route: &str, path: &str) -> Option<u32> {
    let route: Vec<&str> = route.split('/').filter(|part| !part.is_empty()).collect();
    let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let mut distance = 1;
    for (at, part) in route.iter().enumerate() {
        if part.starts_with('*') {
            return (at < path.len()).then_some(distance + 50);
        }
        let word = path.get(at)?;
        let is_parameter = |text: &str| text.contains([':', '{', '<', '[']);
        match (is_parameter(part), is_parameter(word)) {
            _ if part == word => {}
            (true, true) => {}
            (true, false) => distance += 1,
            _ => return None,
        }
    }
    (route.len() == path.len()).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::{address, distance};

    #[test]
    fn an_address_is_a_method_and_a_path() {
        assert_eq!(address("POST /orders/:id"), Some((Some("POST"), "/orders/:id".into())));
        assert_eq!(address("put /orders/7/"), Some((Some("PUT"), "/orders/7".into())));
        assert_eq!(address("https://shop.example/orders/7?x=1"), Some((None, "/orders/7".into())));
        assert_eq!(address("/"), Some((None, "/".into())));
        assert_eq!(address("Order#pay"), None);
        assert_eq!(address("close the order"), None);
    }

    #[test]
    fn a_url_matches_a_route_with_parameters() {
        assert_eq!(distance("/tickets/:id", "/tickets/:id"), Some(0));
        assert_eq!(distance("/tickets/:id", "/tickets/42"), Some(2));
        assert_eq!(distance("/tickets/:id", "/tickets/:ticket"), Some(1));
        assert_eq!(distance("/tickets/:id", "/tickets/42/close"), None);
        assert_eq!(distance("/tickets(/:state)", "/tickets"), Some(1));
        assert_eq!(distance("/tickets(/:state)", "/tickets/open"), Some(2));
        assert_eq!(distance("/files/*path", "/files/a/b"), Some(51));
        assert_eq!(distance("/tickets/:id", "/tickets/42.json"), Some(2));
    }
}
