//! Which symbols a person means by a name.
//!
//! Any form works: `Class#method`, `Class.method`, `ns::Type`, a bare name, a
//! path, `path::Symbol`, an id as answers print it, a fragment. The forms of all languages mean the same
//! here: a list of names, each nested in the one before.

use crate::folded::letters;
use crate::identity::split_ordinal;
use crate::ids::{FileId, SymbolId};
use crate::view::{Graph, NESTED};
use fathom_syntax::{Flags, Kind};
use std::cmp::Reverse;

/// How well a symbol fits a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fit {
    /// The id, the path or the whole qualified name.
    Whole,
    /// The last names of it, in order.
    Suffix,
    /// The same but for upper and lower case.
    CaseDiffers,
    /// It starts with the words.
    Prefix,
    /// It holds the words.
    Fragment,
    /// It is the name but for a letter or two.
    Misspelt,
}

/// A symbol that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The symbol.
    pub symbol: SymbolId,
    /// How well it fits.
    pub fit: Fit,
}

/// Symbols that fit `text`, best first and of equals the most used, at most
/// `limit`; only those of `kind` if one is given.
pub fn lookup(graph: &Graph<'_>, text: &str, kind: Option<Kind>, limit: usize) -> Vec<Match> {
    lookup_to(graph, text, kind, Fit::Misspelt, limit)
}

/// As [`lookup`], without symbols that fit less well than `worst`: similar names are searched for only
/// if required.
pub fn lookup_to(graph: &Graph<'_>, text: &str, kind: Option<Kind>, worst: Fit, limit: usize) -> Vec<Match> {
    lookup_among(graph, text, worst, limit, &|symbol| kind.is_none_or(|kind| graph.kind(symbol) == kind))
}

/// As [`lookup_to`], only among the given symbols.
pub fn lookup_among(
    graph: &Graph<'_>,
    text: &str,
    worst: Fit,
    limit: usize,
    wanted: &dyn Fn(SymbolId) -> bool,
) -> Vec<Match> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    if let Some(symbol) = graph.with_id(text).filter(|symbol| wanted(*symbol)) {
        return vec![Match { symbol, fit: Fit::Whole }];
    }
    let mut found: Vec<Match> = Vec::new();
    let (file, name) = split_path(graph, text);
    if let (Some(file), None) = (file, name) {
        found.push(Match { symbol: graph.file_symbol(file), fit: Fit::Whole });
        return found;
    }
    let name = name.unwrap_or(text);
    let (plain, ordinal) = without_ordinal(graph, name);
    let segments = segments(plain);
    let Some(last) = segments.last() else { return Vec::new() };
    for symbol in graph.named(last) {
        let in_file = file.is_none_or(|file| graph.file_of(symbol) == file);
        let is_numbered = || ordinal.is_none_or(|ordinal| graph.ordinal(symbol) == ordinal);
        if !in_file || !wanted(symbol) || graph.name(symbol) != *last || !is_numbered() {
            continue;
        }
        let names = qualified_segments(graph, symbol);
        if names == segments {
            found.push(Match { symbol, fit: Fit::Whole });
        } else if nested_in(graph.path(symbol), &names, &segments) {
            found.push(Match { symbol, fit: Fit::Suffix });
        }
    }
    keep_side(graph, plain, last, &mut found);
    // Names like it are looked for only where the name itself is not found.
    if found.is_empty() && file.is_none() {
        if worst <= Fit::CaseDiffers {
            case_differs(graph, name, wanted, &mut found);
        } else {
            fragments(graph, name, None, worst, wanted, &mut found);
        }
        if found.is_empty() && worst == Fit::Misspelt {
            misspelt(graph, last, wanted, &mut found);
        }
    }
    sort(graph, &mut found);
    found.truncate(limit);
    found
}

/// Symbols whose names hold `text` and are longer, best first, at most `limit`; of a qualified name,
/// those whose qualified names hold it and whose own names hold its last part.
pub fn resembling(
    graph: &Graph<'_>,
    text: &str,
    limit: usize,
    wanted: &dyn Fn(SymbolId) -> bool,
) -> Vec<SymbolId> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let last = segments(text).last().map_or_else(String::new, |last| last.to_lowercase());
    let mut found = Vec::new();
    fragments(graph, text, Some(&last), Fit::Fragment, wanted, &mut found);
    found.retain(|one| one.fit > Fit::CaseDiffers);
    sort(graph, &mut found);
    found.truncate(limit);
    found.into_iter().map(|one| one.symbol).collect()
}

fn sort(graph: &Graph<'_>, found: &mut Vec<Match>) {
    found.sort_by_cached_key(|one| {
        let used = Reverse(graph.incoming(one.symbol).count());
        // The title of a test is no definition: code of the name comes first, in whatever it is nested.
        let is_title = graph.kind(one.symbol) == Kind::Test;
        let is_like = one.fit > Fit::Suffix;
        let order = (is_like, is_title, one.fit, weight(graph, one.symbol));
        (order, used, graph.path(one.symbol), one.symbol)
    });
    found.dedup_by_key(|one| one.symbol);
}

/// Where a language writes members of instances in another way than those of the class (`Order#pay`,
/// `Order.pay`), the way that is written decides between the two.
fn keep_side(graph: &Graph<'_>, text: &str, last: &str, found: &mut Vec<Match>) {
    let before = text.trim_end_matches("()").strip_suffix(last).and_then(|owner| owner.chars().last());
    let is_static = match before {
        Some('#') => false,
        Some('.') => true,
        _ => return,
    };
    let fits = |one: &Match| {
        let spelling = graph.language(one.symbol).spelling;
        spelling.member == spelling.static_member || graph.flags(one.symbol).has(Flags::STATIC) == is_static
    };
    if found.iter().any(fits) {
        found.retain(fits);
    }
}

/// The one symbol a name means, or those it could mean.
pub fn resolve(graph: &Graph<'_>, text: &str) -> Vec<SymbolId> {
    let found = lookup(graph, text, None, 64);
    let Some(best) = found.first().map(|one| one.fit) else { return Vec::new() };
    if best > Fit::CaseDiffers {
        return Vec::new();
    }
    let tie = found.iter().filter(|one| one.fit == best);
    let first = weight(graph, found[0].symbol);
    tie.filter(|one| weight(graph, one.symbol) == first).map(|one| one.symbol).collect()
}

/// Code before prose, product before tests, definitions before declarations.
fn weight(graph: &Graph<'_>, symbol: SymbolId) -> u8 {
    let flags = graph.flags(symbol);
    let prose = matches!(graph.kind(symbol), Kind::Section | Kind::Key | Kind::File);
    u8::from(prose) * 4 + u8::from(flags.has(Flags::TEST)) * 2 + u8::from(flags.has(Flags::DECLARATION))
}

/// A path, or a path and a name in it.
fn split_path<'t>(graph: &Graph<'_>, text: &'t str) -> (Option<FileId>, Option<&'t str>) {
    if let Some(file) = graph.file_at(text.trim_start_matches("./")) {
        return (Some(file), None);
    }
    if let Some((path, name)) = text.split_once("::")
        && let Some(file) = graph.file_at(path)
    {
        return (Some(file), Some(name));
    }
    if text.contains('/') && !text.contains(' ') {
        let ending = format!("/{text}");
        let mut fitting = graph.files().iter().enumerate().filter(|(_, file)| file.path.ends_with(&ending));
        if let (Some((file, _)), None) = (fitting.next(), fitting.next()) {
            return (Some(FileId::from_index(file)), None);
        }
    }
    (None, None)
}

/// A name without the ordinal of an id (`Shop#pay~2`), and the ordinal; one that a symbol has as it is
/// written keeps its end.
fn without_ordinal<'t>(graph: &Graph<'_>, name: &'t str) -> (&'t str, Option<u32>) {
    match split_ordinal(name) {
        Some((plain, ordinal)) if !segments(name).last().is_some_and(|last| is_name(graph, last)) => {
            (plain, Some(ordinal))
        }
        _ => (name, None),
    }
}

fn is_name(graph: &Graph<'_>, name: &str) -> bool {
    graph.named(name).any(|symbol| graph.name(symbol) == name)
}

/// The names in a qualified name of any language.
pub fn segments(name: &str) -> Vec<&str> {
    let name = name.trim_end_matches("()");
    let parts = name.split(['.', '#', ':', '\\', '/']).flat_map(|part| part.split("->"));
    parts.filter(|part| !part.is_empty()).collect()
}

/// The last name of a qualified name.
pub fn last_segment(name: &str) -> Option<&str> {
    let name = name.trim_end_matches("()");
    let mut parts = name.rsplit(['.', '#', ':', '\\', '/']).flat_map(|part| part.rsplit("->"));
    parts.find(|part| !part.is_empty())
}

fn qualified_segments<'a>(graph: &Graph<'a>, symbol: SymbolId) -> Vec<&'a str> {
    let mut names = vec![graph.name(symbol)];
    let mut at = symbol;
    for _ in 0..NESTED {
        if graph.kind(at) == Kind::File {
            break;
        }
        names.extend(graph.unknown_owner(at).into_iter().flat_map(|owner| owner.rsplit('.')));
        let Some(container) = graph.container(at).filter(|c| graph.kind(*c) != Kind::File) else { break };
        names.push(graph.name(container));
        at = container;
    }
    names.reverse();
    names
}

/// Whether a symbol with these names matches: the last names must be equal, and further ones name its
/// file or folder (`module.function`).
fn nested_in(path: &str, names: &[&str], wanted: &[&str]) -> bool {
    let shared = names.len().min(wanted.len());
    let (outer, inner) = wanted.split_at(wanted.len() - shared);
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    names.ends_with(inner) && outer.iter().all(|name| stem.split('/').any(|part| part == *name))
}

/// Names that one could have meant by a name that nothing has.
fn misspelt(graph: &Graph<'_>, name: &str, wanted: &dyn Fn(SymbolId) -> bool, found: &mut Vec<Match>) {
    // Every other short name is two letters away.
    let most = (name.len() / 4).min(2);
    let name = name.to_lowercase();
    let own_letters = letters(name.as_bytes());
    let folded = graph.folded_names();
    // A letter that is replaced by another takes one out of the set and puts one into it.
    let has_other_letters = |other: &[u8]| {
        let differing = |own: u64, other: u64| (own ^ other).count_ones() as usize;
        own_letters.zip(letters(other)).is_some_and(|(own, other)| differing(own, other) > 2 * most)
    };
    for symbol in graph.symbols() {
        let other = folded.of(symbol);
        if other.len().abs_diff(name.len()) > most || has_other_letters(other) {
            continue;
        }
        let is_near = || strsim::osa_distance(&graph.name(symbol).to_lowercase(), &name) <= most;
        if graph.kind(symbol) != Kind::File && is_near() && wanted(symbol) {
            found.push(Match { symbol, fit: Fit::Misspelt });
        }
    }
}

/// Names that are equal except for case.
fn case_differs(graph: &Graph<'_>, text: &str, wanted: &dyn Fn(SymbolId) -> bool, found: &mut Vec<Match>) {
    let segments = segments(text);
    let Some(last) = segments.last() else { return };
    let fits = |symbol: SymbolId| match segments.len() {
        1 => graph.name(symbol).eq_ignore_ascii_case(text),
        _ => {
            graph.name(symbol).eq_ignore_ascii_case(last)
                && graph.qualified_name(symbol).to_lowercase() == text.to_lowercase()
        }
    };
    let alike = graph.named_like(last).iter().copied();
    let alike = alike.filter(|symbol| graph.kind(*symbol) != Kind::File && fits(*symbol) && wanted(*symbol));
    found.extend(alike.map(|symbol| Match { symbol, fit: Fit::CaseDiffers }));
}

/// Names that hold a text; of a qualified name, qualified names that hold it, whose own name holds `last`
/// if it is given: formatting every qualified name takes longer than the rest of an answer.
fn fragments(
    graph: &Graph<'_>,
    text: &str,
    last: Option<&str>,
    worst: Fit,
    wanted: &dyn Fn(SymbolId) -> bool,
    found: &mut Vec<Match>,
) {
    let lower = text.to_lowercase();
    let qualified = segments(text).len() > 1;
    let part = if qualified { last.unwrap_or_default() } else { lower.as_str() };
    let mut see = |symbol: SymbolId| {
        if graph.kind(symbol) == Kind::File || !wanted(symbol) {
            return;
        }
        if let Some(fit) = fragment_fit(graph, symbol, text, &lower, qualified).filter(|fit| *fit <= worst) {
            found.push(Match { symbol, fit });
        }
    };
    if part.is_empty() {
        graph.symbols().for_each(see);
    } else {
        graph.folded_names().holding(part.as_bytes()).for_each(&mut see);
    }
}

/// How a symbol fits a text that it holds.
fn fragment_fit(
    graph: &Graph<'_>,
    symbol: SymbolId,
    text: &str,
    lower: &str,
    qualified: bool,
) -> Option<Fit> {
    if qualified {
        let whole = graph.qualified_name(symbol).to_lowercase();
        return if whole == lower {
            Some(Fit::CaseDiffers)
        } else {
            whole.contains(lower).then_some(Fit::Fragment)
        };
    }
    let name = graph.name(symbol);
    Some(if name.eq_ignore_ascii_case(text) {
        Fit::CaseDiffers
    } else if name
        .as_bytes()
        .get(..lower.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(lower.as_bytes()))
    {
        Fit::Prefix
    } else {
        Fit::Fragment
    })
}
