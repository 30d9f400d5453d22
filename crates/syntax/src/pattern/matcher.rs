//! Runs the steps of patterns over a tree laid out in a row.
//!
//! At each node that starts a pattern, the steps are tried in order, each on the
//! siblings that are left, going back where more than one may fit. The recursion
//! is as deep as the pattern is long, never as the tree is deep.

use super::flat::FlatNode;
use super::index::Start;
use super::longest::{Capture, Match, longest, retain_from};
use super::step::{Check, Continuation, DONE, Predicate, Step, Test};
use super::{ERROR, LEVELS, Patterns, Sink};

/// Siblings that may be looked at, for each node of the tree and on top: real code
/// needs two or three for each, generated lists of thousands of names (`a, b, … int`)
/// some on top, and hostile text gets no more than these.
const LOOKS_PER_NODE: usize = 256;
const LOOKS_FLOOR: usize = 20_000_000;

/// Nodes that one repetition may take.
const REPEATS: usize = 200;

pub(super) fn run<'t, M: Copy>(
    patterns: &Patterns,
    spots: &[FlatNode<'t>],
    text: &str,
    meanings: &[M],
    sink: Sink<'_, 't, M>,
) {
    let mut run = Run {
        patterns,
        steps: &patterns.steps,
        spots,
        path: [0; LEVELS],
        level: 0,
        around: 0,
        repeats: 0,
        looks: LOOKS_FLOOR + spots.len() * LOOKS_PER_NODE,
        pattern: 0,
        taken: Vec::new(),
        captured: Vec::new(),
        matches: Vec::new(),
    };
    for (at, spot) in spots.iter().enumerate() {
        for starts in patterns.index.starts(spot.kind).chunk_by(|a, b| a.pattern == b.pattern) {
            let before = run.matches.len();
            // No node takes more than half of what is left from those after it.
            let spared = run.looks / 2;
            run.looks -= spared;
            for start in starts {
                if start.rooted || spots[spot.parent as usize].kind != ERROR {
                    run.start(start, at);
                }
            }
            run.looks += spared;
            if run.matches.len() == before {
                continue;
            }
            let pattern = &patterns.rules[starts[0].pattern as usize];
            if pattern.overlaps && run.matches.len() > before + 1 {
                longest(&run.captured, &mut run.matches, before);
            }
            if !pattern.predicates.is_empty() {
                let (matches, captured) = (&mut run.matches, &run.captured);
                retain_from(matches, before, |found| {
                    pattern.predicates.iter().all(|one| holds(one, &captured[found.range()], spots, text))
                });
            }
        }
    }
    // Those that are complete first come first, of one node the outer before the inner.
    run.matches.sort_by_key(|found| found.complete);
    let mut parts = Vec::new();
    for found in &run.matches {
        parts.clear();
        let captured = run.captured[found.range()].iter();
        parts.extend(captured.map(|&(capture, at)| (meanings[capture as usize], spots[at as usize].node)));
        sink(found.pattern as usize, &parts);
    }
}

/// How the next step may be reached.
#[derive(Clone, Copy, Default)]
struct StepConstraint {
    /// The very next node must fit, named or not.
    at_once: bool,
    /// An anchor means nothing behind an optional part that is absent.
    loose: bool,
}

struct Run<'r, 't> {
    patterns: &'r Patterns,
    steps: &'r [Step],
    spots: &'r [FlatNode<'t>],
    /// The node taken at each depth.
    path: [u32; LEVELS],
    /// The depth of the node taken last.
    level: usize,
    /// The parent of the root.
    around: usize,
    repeats: usize,
    looks: usize,
    pattern: u32,
    /// The captures so far.
    taken: Vec<Capture>,
    /// The captures of the matches.
    captured: Vec<Capture>,
    matches: Vec<Match>,
}

impl Run<'_, '_> {
    /// Tries a pattern from a step on, with a node as its root.
    fn start(&mut self, start: &Start, root: usize) {
        self.around = self.spots[root].parent as usize;
        self.pattern = start.pattern;
        if self.fits(&self.steps[start.step as usize], root) {
            self.take(start.step as usize, root);
        }
    }

    /// Takes a node for a step and tries the rest of the pattern.
    fn take(&mut self, index: usize, node: usize) {
        let steps = self.steps;
        let step = &steps[index];
        let depth = step.depth as usize;
        let before = (self.path[depth], self.level, self.taken.len());
        self.path[depth] = node as u32;
        self.level = depth;
        self.taken.extend(step.captures.iter().map(|capture| (*capture, node as u32)));
        let at_once = step.test == Test::Any && steps[index + 1].immediate;
        self.go_on(index + 1, StepConstraint { at_once, loose: false });
        (self.path[depth], self.level) = (before.0, before.1);
        self.taken.truncate(before.2);
    }

    /// Tries the rest of the pattern from a step on, on all its ways.
    fn go_on(&mut self, index: usize, way: StepConstraint) {
        let (mut index, mut way) = (index, way);
        loop {
            let step = &self.steps[index];
            if step.depth == DONE {
                let from = self.captured.len() as u32;
                self.captured.extend_from_slice(&self.taken);
                let to = self.captured.len() as u32;
                self.matches.push(Match { pattern: self.pattern, complete: self.path[self.level], from, to });
                return;
            }
            match step.turn {
                Continuation::None => return self.seek(index, way),
                Continuation::Jump(to) => index = to,
                Continuation::Or(to) => {
                    self.seek(index, way);
                    index = to;
                }
                Continuation::Again(to) => {
                    self.go_on(index + 1, way);
                    if self.repeats == REPEATS {
                        return;
                    }
                    self.repeats += 1;
                    self.go_on(to, StepConstraint { at_once: true, ..way });
                    self.repeats -= 1;
                    return;
                }
                Continuation::Skip(to) => {
                    self.seek(index, way);
                    // The anchor behind the absent part holds for the node before it.
                    if step.last && self.named_after(self.path[self.level] as usize, self.level) {
                        return;
                    }
                    if !step.immediate {
                        way.loose = self.steps[to].depth == step.depth;
                    } else if self.steps[index - 1].depth < step.depth {
                        way.at_once = true;
                    }
                    index = to;
                }
            }
        }
    }

    /// Tries a step on the siblings that are left.
    fn seek(&mut self, index: usize, way: StepConstraint) {
        let step = &self.steps[index];
        let depth = step.depth as usize;
        let mut at = if depth > self.level {
            self.path[self.level] as usize + 1
        } else {
            self.spots[self.path[depth] as usize].next as usize
        };
        let end = self.end(depth);
        while at < end {
            if self.looks == 0 {
                return;
            }
            self.looks -= 1;
            let spot = &self.spots[at];
            let anchored = way.at_once
                || step.immediate && !way.loose && self.patterns.index.interest(spot.kind).named();
            if self.fits(step, at) {
                self.take(index, at);
                if !step.splits {
                    return;
                }
            }
            if anchored {
                return;
            }
            at = spot.next as usize;
        }
    }

    /// Where the siblings at a depth end.
    fn end(&self, depth: usize) -> usize {
        let parent = depth.checked_sub(1).map_or(self.around, |above| self.path[above] as usize);
        self.spots[parent].next as usize
    }

    fn named_after(&self, node: usize, depth: usize) -> bool {
        let end = self.end(depth);
        let mut at = self.spots[node].next as usize;
        while at < end {
            if self.patterns.index.interest(self.spots[at].kind).named() {
                return true;
            }
            at = self.spots[at].next as usize;
        }
        false
    }

    fn fits(&self, step: &Step, at: usize) -> bool {
        let spot = &self.spots[at];
        let kind_fits = match &step.test {
            Test::Kind(kind) => *kind == spot.kind,
            Test::Named => spot.kind != ERROR && self.patterns.index.interest(spot.kind).named(),
            Test::Any => spot.kind != ERROR,
            Test::OneOf(kinds) => kinds.binary_search(&spot.kind).is_ok(),
        };
        kind_fits
            && (step.field == 0 || step.field == spot.field)
            && step.without.iter().all(|field| spot.node.child_by_field_id(*field).is_none())
            && !(step.last && self.named_after(at, step.depth as usize))
    }
}

/// Whether what was captured meets a condition; what was not captured does.
fn holds(predicate: &Predicate, captured: &[Capture], spots: &[FlatNode<'_>], text: &str) -> bool {
    let texts = |capture: u16| {
        let nodes = captured.iter().filter(move |(other, _)| *other == capture);
        nodes.map(|&(_, at)| text.get(spots[at as usize].node.byte_range()).unwrap_or(""))
    };
    match &predicate.check {
        Check::Equals(wanted) => texts(predicate.capture).all(|one| (one == wanted) == predicate.wanted),
        Check::AnyOf(wanted) => {
            texts(predicate.capture).all(|one| wanted.iter().any(|other| one == other) == predicate.wanted)
        }
        Check::Matches(regex) => texts(predicate.capture).all(|one| regex.is_match(one) == predicate.wanted),
        Check::Same(other) => {
            texts(predicate.capture).count() == texts(*other).count()
                && texts(predicate.capture).zip(texts(*other)).all(|(a, b)| (a == b) == predicate.wanted)
        }
    }
}
