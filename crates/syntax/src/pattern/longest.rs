//! Of the ways in which a pattern fits one node, those with the most captures.
//!
//! A pattern with an optional part fits with and without it; a match whose
//! captures another one has as well is left out.

use super::step::{Continuation, DONE, Step, Test};
use std::ops::Range;

/// The captures of one match: capture and position, in the order of the tree.
pub(super) type Capture = (u16, u32);

/// Below this many matches they are compared pair by pair.
const FEW: usize = 12;

/// One way in which a pattern fits.
#[derive(Clone, Copy)]
pub(super) struct Match {
    pub(super) pattern: u32,
    /// The spot of the last node it took.
    pub(super) complete: u32,
    /// Where its captures start and end.
    pub(super) from: u32,
    pub(super) to: u32,
}

impl Match {
    pub(super) fn range(&self) -> Range<usize> {
        self.from as usize..self.to as usize
    }
}

/// Keeps of the matches from `first` on, all of one pattern at one node, those
/// that no other one contains.
pub(super) fn longest(captured: &[Capture], matches: &mut Vec<Match>, first: usize) {
    let own = &matches[first..];
    let mut keep = vec![true; own.len()];
    let mut settle = |short: usize, long: usize| {
        if short != long
            && keep[short]
            && keep[long]
            && contains(&captured[own[long].range()], &captured[own[short].range()])
        {
            keep[short] = false;
        }
    };
    if own.len() <= FEW {
        for short in 0..own.len() {
            (0..own.len()).for_each(|long| settle(short, long));
        }
    } else {
        // A match that contains another also has its rarest capture: only those are
        // compared, for a list of ten thousand has ten thousand matches.
        let mut holders: Vec<(Capture, usize)> = Vec::new();
        for (at, one) in own.iter().enumerate() {
            holders.extend(captured[one.range()].iter().map(|part| (*part, at)));
        }
        holders.sort_unstable();
        let holding = |part: Capture| {
            let start = holders.partition_point(|(other, _)| *other < part);
            let len = holders[start..].partition_point(|(other, _)| *other == part);
            &holders[start..start + len]
        };
        for (short, one) in own.iter().enumerate() {
            let parts = captured[one.range()].iter();
            let rarest = parts.map(|part| holding(*part)).min_by_key(|holders| holders.len());
            for &(_, long) in rarest.unwrap_or_default() {
                settle(short, long);
            }
        }
    }
    let mut keep = keep.into_iter();
    retain_from(matches, first, |_| keep.next().unwrap_or(true));
}

/// Keeps of the matches from `first` on those that are wanted.
pub(super) fn retain_from(matches: &mut Vec<Match>, first: usize, mut wanted: impl FnMut(&Match) -> bool) {
    let mut to = first;
    for from in first..matches.len() {
        if wanted(&matches[from]) {
            matches[to] = matches[from];
            to += 1;
        }
    }
    matches.truncate(to);
}

/// Whether all of `part` is in `whole`; both are in the order of the tree.
fn contains(whole: &[Capture], part: &[Capture]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|one| rest.any(|other| other == one))
}

/// Whether two matches of the pattern that starts at `first` can have the same captures,
/// or one more than the other. Not if every choice shows in what is captured.
pub(super) fn possible(steps: &[Step], first: usize) -> bool {
    (first..steps.len()).take_while(|at| steps[*at].depth != DONE).any(|at| match steps[at].turn {
        Continuation::Skip(_) | Continuation::Again(_) => true,
        Continuation::Or(_) => !branches_show(steps, at),
        Continuation::Jump(_) => false,
        Continuation::None => steps[at].splits && !shows(steps, at),
    })
}

/// Whether something is captured at a step or inside it.
fn shows(steps: &[Step], at: usize) -> bool {
    let depth = steps[at].depth;
    let mut inside = steps[at + 1..].iter().take_while(|next| next.depth != DONE && next.depth > depth);
    !steps[at].captures.is_empty() || inside.any(|next| !next.captures.is_empty())
}

/// Whether the branches from here on capture something and are of different
/// kinds, so that no two of them fit one node.
fn branches_show(steps: &[Step], first: usize) -> bool {
    let mut kinds = Vec::new();
    let mut at = first;
    loop {
        match steps[at].test {
            Test::Kind(kind) if shows(steps, at) && !kinds.contains(&kind) => kinds.push(kind),
            _ => return false,
        }
        match steps[at].turn {
            Continuation::Or(next) => at = next,
            other => return other == Continuation::None,
        }
    }
}
