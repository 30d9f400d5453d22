//! The oracle: definitions of a project, and the calls between them.
//!
//! It is read from a SCIP index ([`super::scip_index`]) or from a list of call
//! pairs ([`super::call_pairs`]).

use super::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// Number of a callee: a function, method or class of the project. All
/// overloads of a function are one callee, and so are a class and its
/// constructor.
pub(super) type Callee = usize;

/// The content of an oracle's index.
#[derive(Default)]
pub(super) struct Oracle {
    /// The files in its index, with their texts.
    pub(super) documents: BTreeMap<String, Source>,
    /// The callables.
    pub(super) callees: Vec<CalleeName>,
    /// Where they are defined: path, byte of the name, name, whose.
    pub(super) definitions: Vec<DefinitionPlace>,
    /// Every call that leads into the project, in order of place.
    pub(super) calls: Vec<Call>,
    /// Where each called name leads: by path, line and name.
    pub(super) targets: BTreeMap<(String, u32, String), BTreeSet<CallTarget>>,
}

impl Oracle {
    /// Sorts definitions and calls by place. Where a function contains one of the same name, the
    /// outer one comes first.
    pub(super) fn sort(&mut self) {
        self.definitions.sort_by(|a, b| (&a.path, a.offset).cmp(&(&b.path, b.offset)));
        self.calls.sort_by(|a, b| (&a.path, a.offset, a.callee).cmp(&(&b.path, b.offset, b.callee)));
    }

    /// How many called names have a symbol of another name.
    pub(super) fn misnamed(&self) -> usize {
        let is_misnamed = |target: &CallTarget| matches!(target, CallTarget::Misnamed(_));
        self.targets.values().filter(|targets| targets.iter().any(is_misnamed)).count()
    }
}

/// Something that can be called.
pub(super) struct CalleeName {
    /// Its symbol, for people.
    pub(super) symbol: String,
}

/// One definition of a callee.
pub(super) struct DefinitionPlace {
    pub(super) callee: Callee,
    pub(super) path: String,
    pub(super) name: String,
    pub(super) offset: usize,
}

/// One call.
pub(super) struct Call {
    pub(super) path: String,
    pub(super) line: u32,
    pub(super) offset: usize,
    pub(super) name: String,
    pub(super) callee: Callee,
}

/// Where a called name leads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CallTarget {
    /// To this callee.
    Inside(Callee),
    /// To something in the project that is not a function: a variable, a parameter.
    Value(String),
    /// Out of the project.
    Outside(String),
    /// To a symbol of another name than the text has, which is an error of the oracle.
    Misnamed(String),
}
