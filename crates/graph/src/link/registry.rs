//! The passes that find edges, each with its inputs, its scope and its origin.
//!
//! Edges carry the [`Origin`] of the pass that found them. After an edit, the
//! edges of a pass that works for one file at a time are taken over for every
//! file that the edit does not concern; a pass that works for all files at once
//! runs in every linking, and its edges are never taken over. Which of the two
//! an edge is, its origin decides, and nothing else.
//!
//! A pass for one file looks at other files through [`ResolutionContext`] only, which notes
//! what it looked at: this decides which files an edit concerns.

use super::eval::ResolutionContext;
use super::inherit::Bases;
use super::memo::Memo;
use super::passes::{LinkInput, PassResults};
use super::{implicit, inherit, locale, resolve};
use crate::frameworks::{self, Contributions};
use crate::ids::{FileId, SymbolId};
use crate::model::{Edge, EdgeKind, Origin, Unresolved};
use fathom_syntax::hash_name;

/// The inputs of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Definitions of all files.
    Definitions,
    /// References and their receivers.
    References,
    /// Where imports lead.
    Imports,
    /// Supertypes.
    Bases,
    /// Types of fields, variables and results.
    Values,
}

/// The scope of a pass.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// One file at a time; all edges it finds start in that file.
    File(fn(&ResolutionContext<'_, '_>, FileId, &mut FileFindings)),
    /// All files at once, in every linking.
    Global(fn(&LinkInput<'_, '_>, &PassResults<'_>, &mut GlobalFindings)),
}

/// One pass.
#[derive(Clone, Copy)]
pub(crate) struct Pass {
    pub(crate) name: &'static str,
    pub(crate) origin: Origin,
    pub(crate) reads: &'static [Input],
    pub(crate) produces: &'static [EdgeKind],
    pub(crate) work: Work,
}

/// The results of the passes for one file.
#[derive(Default)]
pub(crate) struct FileFindings {
    pub(crate) edges: Vec<Edge>,
    pub(crate) calls: Vec<CallResolution>,
    pub(crate) unresolved: Unresolved,
}

/// The results of the global passes.
#[derive(Default)]
pub(crate) struct GlobalFindings {
    pub(crate) edges: Vec<Edge>,
    pub(crate) frameworks: Contributions,
}

/// One call and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CallResolution {
    pub(crate) from: SymbolId,
    pub(crate) reference: u32,
    pub(crate) to: SymbolId,
    /// The type of the receiver, where it inherits `to`; or none.
    pub(crate) on: SymbolId,
}

/// Every pass, in the order of their origins.
pub(crate) const PASSES: &[Pass] = &[
    Pass {
        name: "references",
        origin: Origin::REFERENCES,
        reads: &[Input::Definitions, Input::References, Input::Imports, Input::Bases, Input::Values],
        produces: &[
            EdgeKind::Call,
            EdgeKind::New,
            EdgeKind::Type,
            EdgeKind::Read,
            EdgeKind::Decorate,
            EdgeKind::Mentions,
        ],
        work: Work::File(resolve::references),
    },
    Pass {
        name: "imports",
        origin: Origin::IMPORTS,
        reads: &[Input::Imports],
        produces: &[EdgeKind::Imports],
        work: Work::File(resolve::imports),
    },
    Pass {
        name: "overrides",
        origin: Origin::OVERRIDES,
        reads: &[Input::Definitions, Input::Bases],
        produces: &[EdgeKind::Overrides],
        work: Work::File(inherit::overrides),
    },
    Pass {
        name: "bases",
        origin: Origin::BASES,
        reads: &[Input::Definitions, Input::Bases],
        produces: &[EdgeKind::Extends, EdgeKind::Implements, EdgeKind::Mixes],
        work: Work::Global(inherit::bases),
    },
    Pass {
        name: "implicit interfaces",
        origin: Origin::IMPLICIT,
        reads: &[Input::Definitions],
        produces: &[EdgeKind::Implements, EdgeKind::Overrides],
        work: Work::Global(implicit::interfaces),
    },
    Pass {
        name: "overrides beside implicit interfaces",
        origin: Origin::IMPLICIT_OVERRIDES,
        reads: &[Input::Definitions, Input::Bases],
        produces: &[EdgeKind::Overrides],
        work: Work::Global(inherit::implicit_overrides),
    },
    Pass {
        name: "frameworks",
        origin: Origin::FRAMEWORKS,
        reads: &[Input::Definitions, Input::References, Input::Imports, Input::Bases, Input::Values],
        // A call of what a type inherits from a library leads to the type.
        produces: &[
            EdgeKind::Call,
            EdgeKind::Async,
            EdgeKind::Callback,
            EdgeKind::Filter,
            EdgeKind::Transition,
            EdgeKind::Delegate,
            EdgeKind::Route,
            EdgeKind::Inject,
        ],
        work: Work::Global(frameworks::find),
    },
    Pass {
        name: "keys of translations",
        origin: Origin::LOCALE_KEYS,
        reads: &[Input::Definitions, Input::References],
        produces: &[EdgeKind::Mentions],
        work: Work::Global(locale::keys),
    },
];

/// The passes of one linking.
#[derive(Clone, Copy)]
pub(crate) struct Passes<'p> {
    all: &'p [Pass],
}

impl<'p> Passes<'p> {
    pub(crate) fn new(all: &'p [Pass]) -> Passes<'p> {
        Passes { all }
    }

    /// Runs the passes that work for one file.
    pub(crate) fn file(self, world: &ResolutionContext<'_, '_>, file: FileId) -> FileFindings {
        let mut found = FileFindings::default();
        for pass in self.all {
            if let Work::File(work) = pass.work {
                let before = found.edges.len();
                pass.with_inputs(world, |world| work(world, file, &mut found));
                pass.stamp(&mut found.edges[before..]);
            }
        }
        found.calls.sort_unstable();
        found.calls.dedup();
        found
    }

    /// Runs the passes that work for all files at once.
    pub(crate) fn global(self, ground: &LinkInput<'_, '_>, passed: &PassResults<'_>) -> GlobalFindings {
        let mut found = GlobalFindings::default();
        for pass in self.all {
            if let Work::Global(work) = pass.work {
                let before = found.edges.len();
                work(ground, passed, &mut found);
                pass.stamp(&mut found.edges[before..]);
            }
        }
        found
    }

    /// Whether edges of an origin are found for one file at a time, and so can be taken over. What
    /// a compiler states of a file replaces what we found for it, and is treated alike.
    pub(crate) fn is_per_file(self, origin: Origin) -> bool {
        let mut passes = self.all.iter();
        origin == Origin::COMPILER
            || passes.any(|pass| pass.origin == origin && matches!(pass.work, Work::File(_)))
    }

    /// Identifies the set of passes, so that results of other passes are not reused.
    pub(crate) fn marks(self) -> Vec<u64> {
        self.all.iter().map(|pass| hash_name(pass.name)).collect()
    }
}

impl Pass {
    /// A pass gets only the inputs that it declares.
    fn with_inputs(&self, world: &ResolutionContext<'_, '_>, run: impl FnOnce(&ResolutionContext<'_, '_>)) {
        let reads = |input| self.reads.contains(&input);
        let (no_bases, memo) = (Bases::default(), Memo::default());
        if reads(Input::Bases) && reads(Input::Values) {
            return run(world);
        }
        let bases = if reads(Input::Bases) { world.bases } else { &no_bases };
        let values = if reads(Input::Values) { world.values } else { &[] };
        run(&ResolutionContext { bases, values, memo: &memo, ..*world });
    }

    /// Sets the origin of edges to this pass.
    fn stamp(&self, edges: &mut [Edge]) {
        for edge in edges {
            debug_assert!(self.produces.contains(&edge.kind()), "{} gave {:?}", self.name, edge.kind());
            edge.set_origin(self.origin);
        }
    }
}

#[cfg(test)]
mod tests;
