//! Which kinds of nodes the patterns are about.

use super::step::{Continuation, DONE, Step, Test};
use tree_sitter::Language;

/// Where a pattern may start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) pattern: u32,
    pub(super) step: u32,
    /// Whether the pattern has one root; rows of siblings are not looked for in errors.
    pub(super) rooted: bool,
}

/// The checks that patterns can make on nodes of one kind.
#[derive(Clone, Copy, Default)]
pub(super) struct Interest {
    bits: u8,
    /// Where its starts begin and end.
    starts: (u32, u32),
}

impl Interest {
    const NAMED: u8 = 1;
    const ASKED: u8 = 2;
    const FIELDS: u8 = 4;
    const MARKS: u8 = 8;
    const ALL_CHILDREN: u8 = 16;

    /// Named, so that anchors count it.
    pub(super) fn named(self) -> bool {
        self.bits & Interest::NAMED != 0
    }

    /// Some pattern asks for it.
    pub(super) fn asked(self) -> bool {
        self.bits & Interest::ASKED != 0
    }

    /// Some pattern asks for keywords or marks among its children.
    pub(super) fn marks(self) -> bool {
        self.bits & (Interest::MARKS | Interest::ALL_CHILDREN) != 0
    }

    /// Some pattern asks for the fields of its children.
    pub(super) fn fields(self) -> bool {
        self.bits & Interest::FIELDS != 0
    }

    /// Some pattern counts all of its children, not only the named ones.
    pub(super) fn all_children(self) -> bool {
        self.bits & Interest::ALL_CHILDREN != 0
    }
}

/// By kind of node: what starts there, what may be asked.
pub(super) struct Index {
    /// Errors have the last place.
    interests: Vec<Interest>,
    starts: Vec<Start>,
}

impl Index {
    pub(super) fn new(language: &Language, steps: &[Step], firsts: &[usize]) -> Index {
        let count = language.node_kind_count();
        let mut interests = vec![Interest::default(); count + 1];
        for (kind, interest) in interests.iter_mut().enumerate() {
            if kind == count || language.node_kind_is_named(kind as u16) {
                interest.bits = Interest::NAMED;
            }
        }
        mark(&mut interests, steps);
        let mut by_kind: Vec<Vec<Start>> = vec![Vec::new(); count + 1];
        for (pattern, &first) in firsts.iter().enumerate() {
            let mut at = Some(first);
            while let Some(step) = at {
                let rooted = is_rooted(steps, step);
                let start = Start { pattern: pattern as u32, step: step as u32, rooted };
                each_kind(&steps[step].test, &interests, |kind| by_kind[kind].push(start));
                at = steps[step].turn.target();
            }
        }
        let mut starts = Vec::new();
        for (interest, own) in interests.iter_mut().zip(by_kind) {
            let from = starts.len() as u32;
            starts.extend(own);
            interest.starts = (from, starts.len() as u32);
        }
        Index { interests, starts }
    }

    pub(super) fn interest(&self, kind: u16) -> Interest {
        self.interests[(kind as usize).min(self.interests.len() - 1)]
    }

    /// The patterns that start at nodes of this kind, in their order.
    pub(super) fn starts(&self, kind: u16) -> &[Start] {
        let (from, to) = self.interest(kind).starts;
        &self.starts[from as usize..to as usize]
    }
}

/// Calls `each` with the places of the kinds that a test takes.
fn each_kind(test: &Test, interests: &[Interest], mut each: impl FnMut(usize)) {
    let errors = interests.len() - 1;
    match test {
        Test::Any => (0..errors).for_each(each),
        Test::Named => (0..errors).filter(|kind| interests[*kind].named()).for_each(each),
        Test::Kind(kind) => each((*kind as usize).min(errors)),
        Test::OneOf(kinds) => kinds.iter().for_each(|kind| each(*kind as usize)),
    }
}

/// Sets the checks that the steps can make on each kind.
fn mark(interests: &mut [Interest], steps: &[Step]) {
    let named = interests.to_vec();
    // The step at each depth, outermost first.
    let mut around: Vec<&Test> = Vec::new();
    for step in steps {
        if step.depth == DONE {
            around.clear();
            continue;
        }
        around.truncate(step.depth as usize);
        let mut of_parent = 0;
        if step.field != 0 {
            of_parent |= Interest::FIELDS;
        }
        // Repetitions go on with the very next node, whatever it is.
        let next_of_all = matches!(step.turn, Continuation::Again(_))
            || matches!(step.turn, Continuation::Skip(_)) && step.immediate
            || step.test == Test::Any && !matches!(step.turn, Continuation::Jump(_));
        if next_of_all {
            of_parent |= Interest::ALL_CHILDREN;
        }
        if matches!(step.test, Test::Kind(_) | Test::OneOf(_)) {
            each_kind(&step.test, &named, |kind| {
                interests[kind].bits |= Interest::ASKED;
                if !named[kind].named() {
                    of_parent |= Interest::MARKS;
                }
            });
        }
        match around.last() {
            _ if of_parent == 0 => {}
            Some(parent) => each_kind(parent, &named, |kind| interests[kind].bits |= of_parent),
            None => interests.iter_mut().for_each(|interest| interest.bits |= of_parent),
        }
        around.push(&step.test);
    }
}

/// Whether a pattern is one node with what is in it, not a row of nodes.
fn is_rooted(steps: &[Step], start: usize) -> bool {
    steps[start + 1..]
        .iter()
        .take_while(|step| step.depth != DONE && !matches!(step.turn, Continuation::Jump(_)))
        .all(|step| step.depth != 0)
}
