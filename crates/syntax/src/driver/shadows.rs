//! Parameters of functions without a name count inside of these alone.
//!
//! Facts know bindings by their lines: the last one before a line counts. Behind the function, and
//! on its first line where only names outside of it stand, the name means again what it meant
//! before it: the binding before, or none ([`BindingKind::Ended`]).

use super::closure::Closure;
use super::collect::{FoundBinding, FoundImport, FoundReference, Occurrence};
use crate::facts::{BindingKind, Facts};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// References on the first line of a function that are looked at.
const FIRST_LINE: usize = 64;

/// What the names of a file mean beside the bindings.
pub(super) struct Outside<'o> {
    /// Names that the file imports or defines.
    pub(super) known: &'o FxHashSet<&'o str>,
    /// The definition that a place belongs to, and where its signature ends.
    pub(super) scope: &'o dyn Fn(usize) -> (u32, usize),
    /// In the order of their places.
    pub(super) references: &'o [FoundReference<'o>],
    /// In the order of their starts.
    pub(super) closures: &'o [Closure],
}

/// The names that a file imports or defines.
pub(super) fn known_names<'o>(
    facts: &'o Facts,
    imports: &'o [Occurrence<FoundImport>],
) -> FxHashSet<&'o str> {
    let imported = imports.iter().map(|found| match found.what.alias.as_str() {
        "" => found.what.name.as_str(),
        alias => alias,
    });
    imported.chain(facts.definitions.iter().map(|definition| facts.text(definition.name))).collect()
}

impl Outside<'_> {
    /// The innermost function without a name around a place, inside of the definition it belongs to.
    fn closure_around(&self, at: usize, signature_end: usize) -> Option<&Closure> {
        let first = self.closures.partition_point(|one| one.start < signature_end);
        let after = self.closures.partition_point(|one| one.start <= at);
        self.closures.get(first..after)?.iter().rev().find(|one| at < one.end)
    }

    /// Whether a name is used inside of a function on its first line.
    fn is_used_at_once(&self, name: &str, closure: &Closure) -> bool {
        let first = self.references.partition_point(|one| one.at <= closure.start);
        let inside = self.references[first..].iter().take(FIRST_LINE).take_while(|one| one.at < closure.end);
        let mut here = inside.filter(|one| one.line == closure.line);
        here.any(|one| {
            let head = one.receiver.split(['.', '(', '[']).next().unwrap_or("");
            head == name || head.is_empty() && one.name == name
        })
    }
}

/// The bindings of a file in the order of their places. Parameters of functions without a name end
/// where these end.
pub(super) fn sorted<'t>(
    mut bindings: Vec<FoundBinding<'t>>,
    outside: &Outside<'_>,
) -> Vec<FoundBinding<'t>> {
    // Two patterns can bind one name: the one with more information stays, then the earlier one.
    bindings.sort_by_key(|b| (b.at, b.value.is_empty(), b.kind != BindingKind::Annotated, b.pattern));
    bindings.dedup_by_key(|b| b.at);
    end_parameters(&mut bindings, outside);
    bindings
}

fn end_parameters<'t>(bindings: &mut Vec<FoundBinding<'t>>, outside: &Outside<'_>) {
    if outside.closures.is_empty() {
        return;
    }
    let mut counts: FxHashMap<Cow<'t, str>, u32> = FxHashMap::default();
    for binding in bindings.iter() {
        *counts.entry(binding.name.clone()).or_default() += 1;
    }
    // The binding of a name in a definition that counts so far, with the function it counts in.
    let mut last: FxHashMap<(u32, Cow<'t, str>), Vec<usize>> = FxHashMap::default();
    let mut added: Vec<FoundBinding<'t>> = Vec::new();
    for index in 0..bindings.len() {
        let (name, at) = (bindings[index].name.clone(), bindings[index].at);
        let is_known = outside.known.contains(&*name);
        if counts.get(&name).is_none_or(|count| *count < 2) && !is_known {
            continue;
        }
        let (scope, signature_end) = (outside.scope)(at);
        let earlier = last.entry((scope, name)).or_default();
        let closure = outside.closure_around(at, signature_end);
        if let Some(closure) = closure.filter(|_| bindings[index].parameter) {
            let visible = |before: &&usize| {
                let before = bindings[**before].at;
                let around = outside.closure_around(before, signature_end);
                before < closure.start && around.is_none_or(|around| closure.start < around.end)
            };
            let outer = earlier.iter().rev().find(visible).copied();
            let again = |at: usize, line: u32| match outer {
                Some(outer) => FoundBinding { at, line, parameter: false, ..bindings[outer].clone() },
                None => FoundBinding {
                    at,
                    line,
                    parameter: false,
                    kind: BindingKind::Ended,
                    value: Cow::Borrowed(""),
                    ..bindings[index].clone()
                },
            };
            let is_long = closure.end_line > closure.line;
            added.push(again(closure.end - 1, if is_long { closure.end_line } else { closure.line + 1 }));
            let on_first_line = is_long && bindings[index].line == closure.line;
            if on_first_line && !outside.is_used_at_once(&bindings[index].name, closure) {
                if outer.is_none() {
                    added.push(again(closure.start, closure.line));
                }
                bindings[index].line += 1;
            }
        }
        earlier.push(index);
    }
    bindings.append(&mut added);
    bindings.sort_by_key(|binding| binding.at);
}
