//! The best of many hits, without sorting them all.

use crate::Hit;

/// Keeps the best `limit` hits of those offered.
pub(crate) struct TopHits {
    hits: Vec<Hit>,
    limit: usize,
    /// The buffer is cut back to `limit` when it has grown to this, so that the work per
    /// offered hit stays constant.
    full: usize,
    /// The worst score that may still get in.
    floor: f32,
}

impl TopHits {
    pub(crate) fn new(limit: usize) -> Self {
        Self { hits: Vec::new(), limit, full: limit.saturating_mul(2).max(256), floor: f32::MIN_POSITIVE }
    }

    /// Whether a hit with this score has a chance.
    #[inline]
    pub(crate) fn admits(&self, score: f32) -> bool {
        score >= self.floor
    }

    pub(crate) fn offer(&mut self, hit: Hit) {
        self.hits.push(hit);
        if self.hits.len() >= self.full {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.limit == 0 {
            self.hits.clear();
        } else if self.hits.len() > self.limit {
            self.hits.select_nth_unstable_by(self.limit - 1, |a, b| a.best_first(*b));
            self.hits.truncate(self.limit);
            self.floor = self.hits[self.limit - 1].score;
        }
    }

    /// The best hits, best first.
    pub(crate) fn finish(mut self) -> Vec<Hit> {
        self.cut();
        self.hits.sort_unstable_by(|a, b| a.best_first(*b));
        self.hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_and_ties_go_to_the_lower_symbol() {
        let mut top = TopHits::new(3);
        for symbol in (0..1000).rev() {
            let score = f32::from(u8::from(symbol % 100 == 7)) + 1.0;
            if top.admits(score) {
                top.offer(Hit { symbol, score });
            }
        }
        let symbols: Vec<u32> = top.finish().iter().map(|hit| hit.symbol).collect();
        assert_eq!(symbols, [7, 107, 207]);
    }

    #[test]
    fn a_limit_of_nothing_keeps_nothing() {
        let mut top = TopHits::new(0);
        top.offer(Hit { symbol: 1, score: 1.0 });
        assert!(top.finish().is_empty());
    }
}
