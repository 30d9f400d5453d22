//! The parts of a parsed pattern: a sequence of steps, in the order in
//! which a walk through the tree meets their nodes.

use regex::Regex;

/// The depth of the step that ends a pattern.
pub(super) const DONE: u16 = u16::MAX;

/// Which nodes a step takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// `_`: any node but an error.
    Any,
    /// `(_)`: any named node but an error.
    Named,
    /// `(kind)` or `"literal"`, by kind id.
    Kind(u16),
    /// `(supertype)`: its kinds.
    OneOf(Vec<u16>),
}

/// Where else a pattern may go on than at the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Continuation {
    /// Nowhere.
    None,
    /// Another branch of an alternation starts there.
    Or(usize),
    /// `?` or `*`: behind what it marks.
    Skip(usize),
    /// The end of a branch goes on there and nowhere else.
    Jump(usize),
    /// `*` or `+`: once more from there, or on.
    Again(usize),
}

impl Continuation {
    pub(super) fn target(self) -> Option<usize> {
        match self {
            Continuation::None => None,
            Continuation::Or(to)
            | Continuation::Skip(to)
            | Continuation::Jump(to)
            | Continuation::Again(to) => Some(to),
        }
    }
}

/// One node of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) test: Test,
    /// Below the root of the pattern; [`DONE`] at its end.
    pub(super) depth: u16,
    /// The field of its node, or 0.
    pub(super) field: u16,
    /// Fields its node must not have.
    pub(super) without: Vec<u16>,
    /// Captures of its node.
    pub(super) captures: Vec<u16>,
    pub(super) turn: Continuation,
    /// `. (x)`: no named node before it.
    pub(super) immediate: bool,
    /// `(x) .)`: no named node after it.
    pub(super) last: bool,
    /// Whether a later sibling is also tried after one fitted: the other would
    /// be another match, or the rest may fail with the first.
    pub(super) splits: bool,
}

impl Step {
    pub(super) fn new(test: Test, depth: u16, immediate: bool) -> Step {
        Step {
            test,
            depth,
            field: 0,
            without: Vec::new(),
            captures: Vec::new(),
            turn: Continuation::None,
            immediate,
            last: false,
            splits: false,
        }
    }
}

/// A condition on the text of captures.
#[derive(Debug)]
pub(super) struct Predicate {
    pub(super) capture: u16,
    pub(super) check: Check,
    /// False for the `#not-…` forms.
    pub(super) wanted: bool,
}

/// The operand of a text comparison.
#[derive(Debug)]
pub(super) enum Check {
    Equals(String),
    Same(u16),
    AnyOf(Vec<String>),
    Matches(Regex),
}
