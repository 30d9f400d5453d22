//! Names: a question that is one identifier or a qualified name is a look-up.
//!
//! Its definitions come first, most central first: product code before tests, examples and stubs;
//! types before functions before members; a file that is named for it before others; then by number
//! of users. Users of the definitions follow.

use crate::place::Place;
use crate::pool::is_answer;
use crate::task::Task;
use fathom_graph::lookup::{Fit, lookup_to, segments};
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// Most definitions of one name that are read.
const DEFINITIONS: usize = 200;
/// Most users of a definition that are counted.
const USERS: usize = 400;
/// Longest name that is looked up, in bytes.
const LONGEST: usize = 200;

/// The definitions for a question that is a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definitions {
    /// The name as the question writes it.
    pub name: String,
    /// The definitions, most central first.
    pub symbols: Vec<SymbolId>,
    /// Whether the form of the name shows that it is code, so that nothing else is searched for.
    pub is_code: bool,
}

impl Definitions {
    /// The definitions of a task that is a name; `None` for any other task, and if nothing has the name.
    pub fn of(graph: &Graph<'_>, task: &Task) -> Option<Definitions> {
        Definitions::named(graph, task.name.as_deref()?)
    }

    /// The definitions of a name.
    pub fn named(graph: &Graph<'_>, name: &str) -> Option<Definitions> {
        let found = lookup_to(graph, name, None, Fit::CaseDiffers, DEFINITIONS);
        let mut symbols: Vec<(Fit, SymbolId)> = found
            .into_iter()
            .filter(|one| !matches!(graph.kind(one.symbol), Kind::File | Kind::Section | Kind::Key))
            .map(|one| (if one.fit == Fit::CaseDiffers { one.fit } else { Fit::Whole }, one.symbol))
            .collect();
        symbols.sort_by_cached_key(|(fit, symbol)| (*fit, order(graph, *symbol)));
        let symbols: Vec<SymbolId> = symbols.into_iter().map(|(_, symbol)| symbol).collect();
        let is_code = has_form_of_code(name);
        (!symbols.is_empty()).then(|| Definitions { name: name.to_owned(), symbols, is_code })
    }

    /// The place of a file among those that define the name, from 0.
    pub(crate) fn rank_of_file(&self, graph: &Graph<'_>, file: FileId) -> Option<usize> {
        let mut files: Vec<FileId> = Vec::new();
        for symbol in &self.symbols {
            let own = graph.file_of(*symbol);
            if own == file {
                return Some(files.len());
            }
            if files.last() != Some(&own) && !files.contains(&own) {
                files.push(own);
            }
        }
        None
    }

    /// Users of the definitions, most connected first: subtypes, callers, code that has it as a
    /// type.
    pub(crate) fn users(&self, graph: &Graph<'_>, limit: usize) -> Vec<(SymbolId, SymbolId)> {
        let known: FxHashSet<SymbolId> = self.symbols.iter().copied().collect();
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        let mut users: Vec<(usize, u8, SymbolId, SymbolId)> = Vec::new();
        for (place, definition) in self.symbols.iter().take(4).enumerate() {
            for edge in graph.incoming(*definition).take(USERS) {
                let is_new =
                    is_answer(graph, edge.from) && !known.contains(&edge.from) && seen.insert(edge.from);
                if is_new {
                    let beside = usize::from(Place::of(graph.path(edge.from)).is_beside());
                    users.push((place + 4 * beside, edge.count, edge.from, *definition));
                }
            }
        }
        users.sort_by_key(|(place, count, user, _)| (*place, Reverse(*count), *user));
        users.truncate(limit);
        users.into_iter().map(|(_, _, user, definition)| (user, definition)).collect()
    }
}

/// The name that makes up the whole text; `None` if it has spaces or characters that no name has.
pub(crate) fn name_in(text: &str) -> Option<&str> {
    let name = text.trim().trim_matches('`').trim_end_matches("()");
    let fits = name.len() <= LONGEST
        && name.starts_with(|c: char| c.is_alphabetic() || "_$@".contains(c))
        && name.chars().all(|c| c.is_alphanumeric() || "_$@.:#\\->?!=".contains(c))
        && !segments(name).is_empty();
    fits.then_some(name)
}

/// Whether a name has more than lower-case letters.
fn has_form_of_code(name: &str) -> bool {
    !name.chars().all(char::is_lowercase)
}

/// Sort key of the definitions of one name.
fn order(graph: &Graph<'_>, symbol: SymbolId) -> impl Ord + use<> {
    let flags = graph.flags(symbol);
    let kind = graph.kind(symbol);
    let path = graph.path(symbol);
    let place = Place::of(path);
    let beside = if flags.has(Flags::TEST) {
        3
    } else if flags.has(Flags::GENERATED) {
        2
    } else {
        u8::from(place.is_beside() || is_stub(path))
    };
    let is_top = graph
        .container(symbol)
        .is_none_or(|container| matches!(graph.kind(container), Kind::File | Kind::Module));
    let role = match kind {
        _ if kind.is_type() => 0,
        Kind::Module => 1,
        _ if is_top && !matches!(kind, Kind::Variable) => 1,
        Kind::Variable if is_top => 2,
        Kind::Method | Kind::Constructor => 3,
        _ => 4,
    };
    let refers = flags.has(Flags::DECLARATION) || flags.has(Flags::EXTENSION);
    let named_for = !is_stem_of(path, graph.name(symbol));
    let users = graph.incoming(symbol).take(USERS).count();
    let depth = path.matches('/').count();
    (beside, role, refers, named_for, Reverse(users), depth, path.to_owned(), symbol)
}

fn is_stub(path: &str) -> bool {
    path.ends_with(".pyi") || path.ends_with(".d.ts")
}

/// Whether a file has a name, but for upper and lower case and separators.
fn is_stem_of(path: &str, name: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    letters(stem) == letters(name)
}

#[cfg(test)]
mod tests {
    use super::{has_form_of_code, is_stem_of, name_in};

    #[test]
    fn a_text_is_a_name_if_it_is_one_word_of_code() {
        for name in
            ["Blueprint", "g", "Order#pay", "Sinatra::Base", "render_template", "a.b.C", "`retry`", "save!"]
        {
            assert!(name_in(name).is_some(), "{name}");
        }
        for text in ["", "two words", "404", "a, b", "src/a.rs", "what?no way", "…"] {
            assert!(name_in(text).is_none(), "{text}");
        }
        assert_eq!(name_in(" render() "), Some("render"));
    }

    #[test]
    fn a_plain_word_may_be_a_subject_too() {
        assert!(has_form_of_code("Session") && has_form_of_code("a_b") && !has_form_of_code("session"));
    }

    #[test]
    fn a_file_is_named_for_a_type_in_any_case() {
        assert!(is_stem_of("task/join_set.rs", "JoinSet") && !is_stem_of("task/set.rs", "JoinSet"));
    }
}
