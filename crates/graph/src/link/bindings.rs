//! The names that are bound inside of each file.

use super::FileInput;
use crate::ids::FileId;
use std::sync::OnceLock;

/// One binding of a name in a scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bound {
    scope: u32,
    name: u64,
    line: u32,
    /// Of the bindings of this name in this scope up to this line, the last one.
    last: u32,
    /// The first of all bindings of this name in this scope.
    first: u32,
}

impl Bound {
    fn key(&self) -> (u32, u64) {
        (self.scope, self.name)
    }
}

/// The bindings of one file, sorted by scope, name and line.
pub(crate) struct FileBindings {
    sorted: Vec<Bound>,
    /// A bit for the hash of each bound name: most names that are looked up
    /// are bound nowhere in the file.
    bits: [u64; 16],
}

impl FileBindings {
    fn new(file: &FileInput<'_>) -> FileBindings {
        let facts = file.facts;
        let named = facts.bindings.iter().zip(0..).map(|(binding, number)| Bound {
            scope: binding.scope,
            name: facts.strings.hash(binding.name),
            line: binding.line,
            last: number,
            first: number,
        });
        FileBindings::sorted(named.collect())
    }

    fn sorted(mut sorted: Vec<Bound>) -> FileBindings {
        let mut bits = [0; 16];
        for bound in &sorted {
            let (word, bit) = FileBindings::bit(bound.name);
            bits[word] |= bit;
        }
        sorted.sort_unstable();
        for same in sorted.chunk_by_mut(|one, other| one.key() == other.key()) {
            let first = same.iter().map(|bound| bound.first).min().unwrap_or(0);
            let mut last = 0;
            for bound in same {
                last = last.max(bound.last);
                (bound.last, bound.first) = (last, first);
            }
        }
        FileBindings { sorted, bits }
    }

    fn bit(name: u64) -> (usize, u64) {
        ((name >> 6) as usize % 16, 1 << (name % 64))
    }

    /// Whether a name may be bound somewhere in the file.
    pub(crate) fn may_bind(&self, name: u64) -> bool {
        let (word, bit) = FileBindings::bit(name);
        self.bits[word] & bit != 0
    }

    /// Whether a name is bound in a scope.
    pub(crate) fn binds(&self, scope: u32, name: u64) -> bool {
        self.first(scope, name).is_some()
    }

    /// The number of the last binding of a name in a scope before a line.
    pub(crate) fn last_before(&self, scope: u32, name: u64, line: u32) -> Option<u32> {
        let end = self.sorted.partition_point(|bound| (bound.key(), bound.line) < ((scope, name), line));
        let bound = self.sorted.get(end.checked_sub(1)?)?;
        (bound.key() == (scope, name)).then_some(bound.last)
    }

    /// The number of the first binding of a name in a scope, on whatever line.
    pub(crate) fn first(&self, scope: u32, name: u64) -> Option<u32> {
        let at = self.sorted.partition_point(|bound| bound.key() < (scope, name));
        let bound = self.sorted.get(at)?;
        (bound.key() == (scope, name)).then_some(bound.first)
    }
}

/// The bindings of every file, each read when it is first asked for.
pub(crate) struct Bindings<'a> {
    inputs: &'a [FileInput<'a>],
    files: Vec<OnceLock<FileBindings>>,
}

impl<'a> Bindings<'a> {
    pub(crate) fn new(inputs: &'a [FileInput<'a>]) -> Bindings<'a> {
        let files = std::iter::repeat_with(OnceLock::new).take(inputs.len()).collect();
        Bindings { inputs, files }
    }

    pub(crate) fn of(&self, file: FileId) -> &FileBindings {
        self.files[file.index()].get_or_init(|| FileBindings::new(&self.inputs[file.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, FileBindings};

    #[test]
    fn the_last_binding_before_a_line_counts() {
        // Numbered in the order of the text, of which lines may deviate.
        let lines = [4, 9, 2, 9];
        let bound =
            lines.iter().zip(0..).map(|(&line, at)| Bound { scope: 1, name: 7, line, last: at, first: at });
        let bindings = FileBindings::sorted(bound.collect());
        let before = |line| bindings.last_before(1, 7, line);
        assert_eq!([2, 3, 5, 9, 10].map(before), [None, Some(2), Some(2), Some(2), Some(3)]);
        assert_eq!(bindings.last_before(2, 7, 10), None);
        assert_eq!(bindings.first(1, 7), Some(0));
        assert!(bindings.binds(1, 7) && !bindings.binds(1, 8));
    }
}
