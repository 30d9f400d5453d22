//! The outcome of every single reference.
//!
//! The graph keeps edges and, per file, counts of unresolved references. Measuring the linker needs
//! the outcome of each reference. It is found by linking again, so that the index does not pay for
//! it.

use super::{FileInput, eval::ResolutionContext, resolve};
use crate::ids::{FileId, SymbolId};
use crate::model::{Resolution, Unresolved};
use rayon::prelude::*;

/// How a reference was resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It leads to a symbol.
    Resolved,
    /// It leads to several symbols that fit equally well.
    Ambiguous,
    /// It leads out of the repository.
    External,
    /// Its receiver's type is not known.
    UnknownReceiver,
    /// Its receiver or scope is known and has no such name.
    Missing,
    /// It is unresolved and of a kind that is not counted.
    Uncounted,
}

/// One reference's outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceOutcome {
    /// The outcome.
    pub outcome: Outcome,
    /// The symbols it leads to.
    pub targets: Vec<SymbolId>,
}

/// For each file, the outcome of each of its references, in their order.
pub fn outcomes(files: &[FileInput<'_>]) -> Vec<Vec<ReferenceOutcome>> {
    super::on_ground(super::registry::PASSES, files, |ground| {
        let passed = ground.pass(None);
        let outcomes_of = |passed| {
            (0..files.len())
                .into_par_iter()
                .map(FileId::from_index)
                .map(|file| ground.seen_by(passed, |world| of_file(world, file)))
                .collect()
        };
        passed.as_ref().map(outcomes_of).unwrap_or_default()
    })
}

fn of_file(world: &ResolutionContext<'_, '_>, file: FileId) -> Vec<ReferenceOutcome> {
    resolve::one_by_one(world, file)
        .into_iter()
        .map(|(edges, counts)| {
            let ambiguous = edges.iter().any(|edge| edge.resolution() == Resolution::Ambiguous);
            let outcome = match counts {
                _ if ambiguous => Outcome::Ambiguous,
                _ if !edges.is_empty() => Outcome::Resolved,
                Unresolved { external: 1.., .. } => Outcome::External,
                Unresolved { unknown_receiver: 1.., .. } => Outcome::UnknownReceiver,
                Unresolved { missing: 1.., .. } => Outcome::Missing,
                _ => Outcome::Uncounted,
            };
            ReferenceOutcome { outcome, targets: edges.iter().map(|edge| edge.to).collect() }
        })
        .collect()
}
