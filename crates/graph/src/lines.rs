//! Which definition is the innermost around each line of a file.
//!
//! Found by one sweep over the definitions, because there may be as many lines
//! to ask for as there are definitions.

use fathom_syntax::{Definition, NONE};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The innermost definitions of a file, line by line.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// First lines, each with the definition that is the innermost from there to
    /// the next; [`NONE`] where there is none.
    runs: Vec<(u32, u32)>,
    /// The lines on which definitions start, sorted.
    starts: Vec<u32>,
}

impl Lines {
    /// Of several definitions on the same lines, the one with the least `order`
    /// is the innermost.
    pub(crate) fn new(definitions: &[Definition], order: impl Fn(u32) -> u32) -> Lines {
        let mut starting: Vec<(u32, u32)> = (0..)
            .zip(definitions)
            .filter(|(_, definition)| definition.line <= definition.end_line)
            .map(|(number, definition)| (definition.line, number))
            .collect();
        starting.sort_unstable();
        let ends = starting.iter().map(|(_, number)| definitions[*number as usize].end_line);
        let mut turns: Vec<u32> =
            starting.iter().map(|(line, _)| *line).chain(ends.filter_map(|end| end.checked_add(1))).collect();
        turns.sort_unstable();
        turns.dedup();
        let mut around: BinaryHeap<Reverse<(u32, u32, u32)>> = BinaryHeap::new();
        let mut runs = Vec::with_capacity(turns.len());
        let mut next = 0;
        for line in turns {
            while let Some(&(_, number)) = starting.get(next).filter(|(start, _)| *start == line) {
                let definition = &definitions[number as usize];
                around.push(Reverse((definition.end_line - definition.line, order(number), number)));
                next += 1;
            }
            while around.peek().is_some_and(|one| definitions[one.0.2 as usize].end_line < line) {
                around.pop();
            }
            runs.push((line, around.peek().map_or(NONE, |one| one.0.2)));
        }
        let mut starts: Vec<u32> = definitions.iter().map(|definition| definition.line).collect();
        starts.sort_unstable();
        starts.dedup();
        Lines { runs, starts }
    }

    /// The number of the innermost definition around a line.
    pub(crate) fn innermost(&self, line: u32) -> Option<u32> {
        let after = self.runs.partition_point(|(first, _)| *first <= line);
        let (_, number) = self.runs.get(after.checked_sub(1)?)?;
        (*number != NONE).then_some(*number)
    }

    /// The first line after a line on which a definition starts.
    pub(crate) fn next_start(&self, line: u32) -> Option<u32> {
        self.starts.get(self.starts.partition_point(|start| *start <= line)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use fathom_syntax::Definition;
    use proptest::prelude::*;

    fn defined(spans: &[(u32, u32)]) -> Vec<Definition> {
        let defined = spans.iter().map(|span| {
            let mut one = Definition::NOTHING;
            (one.line, one.end_line) = *span;
            one
        });
        defined.collect()
    }

    proptest! {
        #[test]
        fn the_sweep_finds_what_a_search_finds(
            spans in proptest::collection::vec((0..20u32, 0..20u32), 0..12), line in 0..24u32
        ) {
            let definitions = defined(&spans);
            let around = || (0u32..).zip(&definitions).filter(|(_, d)| d.line <= line && line <= d.end_line);
            let first = around().min_by_key(|(number, d)| (d.end_line - d.line, *number));
            let last = around().min_by_key(|(number, d)| (d.end_line - d.line, u32::MAX - number));
            let found = |order: fn(u32) -> u32| Lines::new(&definitions, order).innermost(line);
            prop_assert_eq!(found(|number| number), first.map(|(number, _)| number));
            prop_assert_eq!(found(|number| u32::MAX - number), last.map(|(number, _)| number));
            let next = spans.iter().map(|(start, _)| *start).filter(|start| *start > line).min();
            prop_assert_eq!(Lines::new(&definitions, |number| number).next_start(line), next);
        }
    }
}
