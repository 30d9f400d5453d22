//! Where a line of an older version is today.

use std::ops::Range;

use crate::Hunk;

/// For each line of one version of a file, its line today; both from 0.
pub struct LineMap {
    /// Never decreases.
    today: Vec<u32>,
}

impl LineMap {
    /// For the current version, with this many lines.
    pub fn new(lines: u32) -> LineMap {
        LineMap { today: (0..lines).collect() }
    }

    /// The current line nearest to a line of the version.
    pub fn today(&self, line: u32) -> u32 {
        self.today.get(line as usize).or(self.today.last()).copied().unwrap_or(0)
    }

    /// The current lines that correspond to lines of the version, as few ranges as possible. Lines that
    /// were inserted between them are in none.
    pub fn ranges(&self, lines: Range<u32>) -> impl Iterator<Item = Range<u32>> + '_ {
        let mut lines = lines.map(|line| self.today(line));
        let mut next = lines.next();
        std::iter::from_fn(move || {
            let first = next?;
            let mut end = first + 1;
            next = lines.find(|line| {
                let is_gap = *line > end;
                end = if is_gap { end } else { line + 1 };
                is_gap
            });
            Some(first..end)
        })
    }

    /// Steps from the version after a change to the version before it. A removed line maps to its
    /// replacement.
    pub fn step_back(&mut self, hunks: &[Hunk]) {
        if hunks.is_empty() {
            return;
        }
        let mut before: Vec<u32> = Vec::with_capacity(self.today.len());
        let mut at = 0;
        for hunk in hunks {
            let start = (hunk.after.start as usize).min(self.today.len());
            before.extend_from_slice(&self.today[at.min(start)..start]);
            for offset in 0..hunk.before.len() as u32 {
                let length = hunk.after.len() as u32;
                let line = hunk.after.start + offset.min(length.saturating_sub(1));
                before.push(self.today(line));
            }
            at = (hunk.after.end as usize).min(self.today.len());
        }
        before.extend_from_slice(&self.today[at..]);
        self.today = before;
    }
}

#[cfg(test)]
mod tests {
    use super::LineMap;
    use crate::Hunk;

    #[test]
    fn lines_below_an_insertion_move() {
        let mut map = LineMap::new(5);
        map.step_back(&[Hunk { before: 1..1, after: 1..3 }]);
        assert_eq!(map.today, [0, 3, 4]);
    }

    #[test]
    fn a_removed_line_is_where_its_replacement_is() {
        let mut map = LineMap::new(4);
        map.step_back(&[Hunk { before: 1..3, after: 1..2 }]);
        assert_eq!(map.today, [0, 1, 1, 2, 3]);
    }

    #[test]
    fn steps_add_up() {
        let mut map = LineMap::new(3);
        map.step_back(&[Hunk { before: 0..0, after: 0..1 }]);
        map.step_back(&[Hunk { before: 0..1, after: 0..0 }]);
        assert_eq!(map.today, [1, 1, 2]);
    }

    #[test]
    fn a_line_past_the_end_is_at_the_end() {
        let map = LineMap::new(3);
        assert_eq!((map.today(9), LineMap::new(0).today(4)), (2, 0));
    }

    #[test]
    fn a_range_has_a_gap_where_lines_were_put_later() {
        let mut map = LineMap::new(7);
        map.step_back(&[Hunk { before: 2..2, after: 2..4 }]);
        assert_eq!(map.ranges(0..5).collect::<Vec<_>>(), [0..2, 4..7]);
        assert_eq!(map.ranges(1..1).count(), 0);
    }

    #[test]
    fn removed_lines_become_one_range_with_their_replacement() {
        let mut map = LineMap::new(4);
        map.step_back(&[Hunk { before: 1..4, after: 1..2 }]);
        assert_eq!(map.ranges(0..1).chain(map.ranges(1..5)).collect::<Vec<_>>(), [0..1, 1..3]);
    }
}
