//! Of the ways in which a pattern fits one node, those that say the most.
//!
//! A pattern with an optional part fits with and without it; a match that says
//! nothing which another one does not say as well is left out.

use super::step::{DONE, Step, Test, Turn};

/// What one match captured: capture and spot, in the order of the tree.
pub(super) type Captured = (u16, u32);

/// Below this many matches they are compared pair by pair.
const FEW: usize = 12;

/// For each match (by where its captures end in `captured`), whether it stays.
pub(super) fn longest(captured: &[Captured], ends: &[usize], keep: &mut Vec<bool>) {
    keep.clear();
    keep.resize(ends.len(), true);
    let parts = |at: usize| &captured[at.checked_sub(1).map_or(0, |before| ends[before])..ends[at]];
    let mut settle = |short: usize, long: usize| {
        if short != long && keep[short] && keep[long] && contains(parts(long), parts(short)) {
            keep[short] = false;
        }
    };
    if ends.len() <= FEW {
        for short in 0..ends.len() {
            (0..ends.len()).for_each(|long| settle(short, long));
        }
        return;
    }
    // What contains a match also holds its rarest capture: only those are compared,
    // for a list of ten thousand has ten thousand matches.
    let mut holders: Vec<(Captured, usize)> =
        (0..ends.len()).flat_map(|at| parts(at).iter().map(move |part| (*part, at))).collect();
    holders.sort_unstable();
    let holding = |part: Captured| {
        let start = holders.partition_point(|(other, _)| *other < part);
        let len = holders[start..].partition_point(|(other, _)| *other == part);
        &holders[start..start + len]
    };
    for short in 0..ends.len() {
        let rarest = parts(short).iter().map(|part| holding(*part)).min_by_key(|holders| holders.len());
        for &(_, long) in rarest.unwrap_or_default() {
            settle(short, long);
        }
    }
}

/// Whether all of `part` is in `whole`; both are in the order of the tree.
fn contains(whole: &[Captured], part: &[Captured]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|one| rest.any(|other| other == one))
}

/// Whether two matches of the pattern that starts at `first` can say the same,
/// or one more than the other. Not if every choice shows in what is captured.
pub(super) fn possible(steps: &[Step], first: usize) -> bool {
    (first..).take_while(|at| steps[*at].depth != DONE).any(|at| match steps[at].turn {
        Turn::Skip(_) | Turn::Again(_) => true,
        Turn::Or(_) => !branches_show(steps, at),
        Turn::Jump(_) => false,
        Turn::None => steps[at].splits && !shows(steps, at),
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
            Turn::Or(next) => at = next,
            other => return other == Turn::None,
        }
    }
}
