//! Up to which commit the gates have learned, by the number of commits.
//!
//! The gates learn from commits up to a multiple of [`BLOCK`], so that most commits change nothing
//! there, and a fresh clone learns the same. In a longer history they stop one block earlier: what
//! the next block needs is in the past already, and can be learned before a prediction asks for it.

/// Commits after which the gates learn anew.
pub(super) const BLOCK: usize = 64;
/// Histories below this are replayed quickly, and a block is a large part of them.
const LONG: usize = 4 * BLOCK;

/// The number of commits that the gates have learned from at a number of commits.
pub(super) fn learned(commits: usize) -> usize {
    let block = commits / BLOCK * BLOCK;
    if block < LONG { block } else { block - BLOCK }
}

/// The same at the next multiple of [`BLOCK`], if these commits are in the past already.
pub(super) fn learned_next(commits: usize) -> Option<usize> {
    let next = learned((commits / BLOCK + 1) * BLOCK);
    (next <= commits && next > learned(commits)).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, LONG, learned, learned_next};

    #[test]
    fn what_a_long_history_needs_next_is_known_a_block_before() {
        assert_eq!((learned(63), learned(64), learned(255), learned(256)), (0, 64, 192, 192));
        assert_eq!((learned(319), learned(320)), (192, 256));
        assert_eq!((learned_next(100), learned_next(255), learned_next(256)), (None, None, Some(256)));
        for commits in LONG..LONG + 3 * BLOCK {
            assert_eq!(learned_next(commits), Some(learned(commits + BLOCK)));
        }
    }
}
