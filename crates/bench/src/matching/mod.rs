//! Which of the returned symbols are expected ones.
//!
//! Three matchings are kept side by side, because each alone misleads:
//!
//! - *Lenient* is the public one, to the letter ([`PublicName`]). Every returned symbol that resembles any
//!   expected one counts, so ten methods of one expected class are ten hits.
//! - *Strict* pairs returned and expected symbols that resemble each other one
//!   to one, so each expected symbol is credited once.
//! - *Exact* pairs one to one symbols whose names are equal or one is the end of
//!   the other: a class does not count for its method.
//!
//! Each gives a [`MatchedAnswer`] answer, from which every metric is computed.

pub mod lenient;
mod name;
pub mod one_to_one;
mod public;

pub use name::Name;
pub use public::PublicName;

use crate::record::FoundSymbol;
use crate::tasks::{Expected, Task};
use serde::{Deserialize, Serialize};

/// Which matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    /// The public one.
    Lenient,
    /// One to one.
    Strict,
    /// One to one, the very symbol.
    Exact,
}

impl Matching {
    /// All, in the order of reports; each finds no more than the one before.
    pub const ALL: [Matching; 3] = [Matching::Lenient, Matching::Strict, Matching::Exact];

    /// The word in output.
    pub fn word(self) -> &'static str {
        match self {
            Matching::Lenient => "lenient",
            Matching::Strict => "strict",
            Matching::Exact => "exact",
        }
    }
}

/// A symbol that a good answer holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedSymbol {
    /// Its name.
    pub name: Name,
    /// The same as the public matching reads it.
    pub public: PublicName,
    /// Its file, if the expectation has one; then a returned symbol of another file does not match.
    pub path: Option<String>,
}

impl ExpectedSymbol {
    /// An expected symbol by its name and, where it is known, its file.
    pub fn new(symbol: &str, path: Option<String>) -> ExpectedSymbol {
        ExpectedSymbol { name: Name::new(symbol), public: PublicName::new(symbol), path }
    }
}

/// A returned symbol, read for both matchings.
pub(crate) struct NormalizedSymbol<'f> {
    pub(crate) name: Name,
    pub(crate) public: PublicName,
    pub(crate) path: Option<&'f str>,
}

/// The symbols a task expects: its labels, or the definitions its change touched.
pub fn wanted(task: &Task) -> Vec<ExpectedSymbol> {
    match &task.expected {
        Expected::Symbols(labels) => {
            labels.iter().map(|label| ExpectedSymbol::new(&label.symbol, None)).collect()
        }
        Expected::Change(_) => task
            .changed
            .iter()
            .map(|place| ExpectedSymbol::new(&place.symbol, Some(place.path.clone())))
            .collect(),
    }
}

/// An answer after matching: where the hits are and what they found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchedAnswer {
    /// For each returned symbol, best first: does it count as a hit?
    pub hits: Vec<bool>,
    /// For each expected symbol: the rank, from 1, of the returned symbol that found it.
    pub ranks: Vec<Option<usize>>,
}

impl MatchedAnswer {
    /// Nothing returned.
    pub fn nothing(expected: usize) -> MatchedAnswer {
        MatchedAnswer { hits: Vec::new(), ranks: vec![None; expected] }
    }

    /// Hits among the first `k`.
    pub fn hits_within(&self, k: usize) -> usize {
        self.hits.iter().take(k).filter(|hit| **hit).count()
    }

    /// Expected symbols found within the first `k`.
    pub fn found_within(&self, k: usize) -> usize {
        self.ranks.iter().filter(|rank| rank.is_some_and(|rank| rank <= k)).count()
    }
}

/// Judges an answer.
pub fn judge(matching: Matching, wanted: &[ExpectedSymbol], found: &[FoundSymbol]) -> MatchedAnswer {
    let read = |one: &'_ FoundSymbol| (Name::new(&one.name), PublicName::new(&one.name));
    let found: Vec<NormalizedSymbol<'_>> = found
        .iter()
        .map(|one| {
            let (name, public) = read(one);
            NormalizedSymbol { name, public, path: one.path.as_deref() }
        })
        .collect();
    match matching {
        Matching::Lenient => lenient::judge(wanted, &found),
        Matching::Strict => one_to_one::judge(wanted, &found, may_be_like),
        Matching::Exact => {
            one_to_one::judge(wanted, &found, |wanted, one| may_be(wanted, &one.name, one.path))
        }
    }
}

/// Whether a returned symbol may be the expected one: their names, in any
/// spelling and case, are equal or one is the end of the other at a dot.
pub fn may_be(wanted: &ExpectedSymbol, name: &Name, path: Option<&str>) -> bool {
    same_file(wanted.path.as_deref(), path) && wanted.name.is_same_or_suffix(name)
}

/// Whether a returned symbol resembles the expected one.
fn may_be_like(wanted: &ExpectedSymbol, returned: &NormalizedSymbol<'_>) -> bool {
    same_file(wanted.path.as_deref(), returned.path) && wanted.public.resembles(&returned.public)
}

/// A path excludes a pair only if both sides have one.
fn same_file(wanted: Option<&str>, found: Option<&str>) -> bool {
    match (wanted, found) {
        (Some(wanted), Some(found)) => wanted == found,
        _ => true,
    }
}

#[cfg(test)]
pub(crate) fn found(names: &[&str]) -> Vec<FoundSymbol> {
    names
        .iter()
        .map(|name| FoundSymbol { name: (*name).to_owned(), path: None, line: None, end_line: None })
        .collect()
}

#[cfg(test)]
pub(crate) fn want(names: &[&str]) -> Vec<ExpectedSymbol> {
    names.iter().map(|name| ExpectedSymbol::new(name, None)).collect()
}
