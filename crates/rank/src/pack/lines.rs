//! The lines of an item, so that no line is shown twice.

use fathom_graph::FileId;

/// Lines of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The file.
    pub file: FileId,
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl Lines {
    /// The share of them that is among others.
    pub(super) fn covered(&self, others: impl Iterator<Item = Lines>) -> f64 {
        let mut parts: Vec<(u32, u32)> = others.filter_map(|other| self.common(&other)).collect();
        parts.sort_unstable();
        let (mut covered, mut next) = (0, self.first);
        for (first, last) in parts {
            covered += (last + 1).saturating_sub(first.max(next));
            next = next.max(last + 1);
        }
        f64::from(covered) / f64::from(self.last + 1 - self.first)
    }

    /// Whether the two have a line in common.
    pub(super) fn meets(&self, other: &Lines) -> bool {
        self.common(other).is_some()
    }

    fn common(&self, other: &Lines) -> Option<(u32, u32)> {
        let (first, last) = (other.first.max(self.first), other.last.min(self.last));
        (other.file == self.file && first <= last).then_some((first, last))
    }
}

#[cfg(test)]
mod tests {
    use super::{FileId, Lines};

    #[test]
    fn lines_that_others_share_are_counted_once() {
        let at = |first, last| Lines { file: FileId::new(1), first, last };
        let elsewhere = Lines { file: FileId::new(2), first: 1, last: 99 };
        let others = [at(1, 4), at(3, 5), at(20, 30), elsewhere];
        assert!((at(1, 10).covered(others.into_iter()) - 0.5).abs() < 1e-9);
        assert!((at(21, 25).covered(others.into_iter()) - 1.0).abs() < 1e-9);
        assert!(at(21, 25).meets(&others[2]) && !at(21, 25).meets(&elsewhere));
    }
}
