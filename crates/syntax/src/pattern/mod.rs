//! Finds the patterns of a language's query file in a tree.
//!
//! tree-sitter has an engine for this, and query files are written for it: they
//! stay usable in its tools. But it analyses a query against all states of the
//! grammar before the first use, 50–550 ms for each language and process, and
//! then follows every half-fitting pattern through the whole tree, which takes
//! about as long as parsing. A command that reads one edited file again can
//! afford neither. Here a query is read in about a millisecond, and there is
//! something to do only where a node's kind starts a pattern.
//!
//! `read` turns the text into steps (`step`), `index` maps the kinds of nodes
//! to them, `flat` lays a tree out in a row, `matcher` runs the steps over
//! it and `longest` drops matches that others contain. The matches are those of
//! tree-sitter; the tests below check that for every fixture.

mod flat;
mod index;
mod longest;
mod matcher;
mod read;
mod step;
#[cfg(test)]
mod tests;

pub(crate) use flat::FlatNode;
use index::Index;
use step::{DONE, Predicate, Step};
use tree_sitter::{Language, Node, Tree};

/// The kind id of nodes that hold text which the grammar cannot place.
const ERROR: u16 = u16::MAX;

/// How deep a pattern may nest.
const LEVELS: usize = 16;

/// Why a query file cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum PatternError {
    #[error("line {0} is not a pattern: {1}")]
    Syntax(usize, String),
    #[error("the grammar has no node kind {0}")]
    Kind(String),
    #[error("the grammar has no field {0}")]
    Field(String),
    #[error("{0} is not supported")]
    Unsupported(String),
}

/// The patterns of one query file, for one grammar.
pub(crate) struct Patterns {
    steps: Vec<Step>,
    rules: Vec<Pattern>,
    captures: Vec<String>,
    index: Index,
}

/// Takes each match: the pattern's index and what it captured.
type Sink<'s, 't, M> = &'s mut dyn FnMut(usize, &[(M, Node<'t>)]);

/// A tree laid out in a row: every named node, in the order of a walk.
pub(crate) struct FlatTree<'t> {
    spots: Vec<FlatNode<'t>>,
}

impl<'t> FlatTree<'t> {
    pub(crate) fn spots(&self) -> &[FlatNode<'t>] {
        &self.spots
    }
}

impl Drop for FlatTree<'_> {
    fn drop(&mut self) {
        flat::give_back(std::mem::take(&mut self.spots));
    }
}

struct Pattern {
    predicates: Vec<Predicate>,
    /// Whether one match can contain another.
    overlaps: bool,
}

impl Patterns {
    /// Reads a query file.
    pub(crate) fn read(language: &Language, text: &str) -> Result<Patterns, PatternError> {
        let read = read::read(language, text)?;
        if read.steps.iter().any(|step| step.depth != DONE && step.depth as usize >= LEVELS) {
            return Err(PatternError::Unsupported("a pattern this deep".to_owned()));
        }
        let firsts: Vec<usize> = read.patterns.iter().map(|(first, _)| *first).collect();
        let index = Index::new(language, &read.steps, &firsts);
        let rules = read
            .patterns
            .into_iter()
            .map(|(first, predicates)| Pattern {
                predicates,
                overlaps: longest::possible(&read.steps, first),
            })
            .collect();
        Ok(Patterns { steps: read.steps, rules, captures: read.captures, index })
    }

    /// The names of the captures, by their index.
    pub(crate) fn captures(&self) -> &[String] {
        &self.captures
    }

    /// Calls `sink` with each match: the pattern's index and what it captured,
    /// each with the meaning that `meanings` gives its capture. Matches come in
    /// the order of their last nodes, then from the outside in, then of patterns.
    pub(crate) fn matches<'t, M: Copy>(
        &self,
        row: &FlatTree<'t>,
        text: &str,
        meanings: &[M],
        sink: Sink<'_, 't, M>,
    ) {
        matcher::run(self, &row.spots, text, meanings, sink);
    }

    /// Lays a tree out in a row, to look for patterns in.
    pub(crate) fn lay_out<'t>(&self, tree: &'t Tree) -> FlatTree<'t> {
        FlatTree { spots: flat::flatten(tree, &self.index) }
    }

    /// Whether nodes of a kind are named ones.
    pub(crate) fn is_named(&self, kind: u16) -> bool {
        self.index.interest(kind).named()
    }
}
