//! One-to-one matching: each returned symbol is paired with one expected symbol
//! at most, and the other way round. Of all ways to pair, one with the most pairs
//! is taken. Which two may be paired is another question: those that resemble
//! each other (strict), or only the very symbol (exact).
//!
//! Returned symbols are added in their order; one is a hit if it makes one
//! more pair possible than those before it allowed. So the hits among the first
//! K are exactly the size of a maximum matching of the first K, for every K at
//! once. An expected symbol has the rank at which it first gets a partner; it
//! may change partners later, but never loses the place.

use super::{ExpectedSymbol, MatchedAnswer, NormalizedSymbol};

pub(super) fn judge(
    wanted: &[ExpectedSymbol],
    found: &[NormalizedSymbol<'_>],
    may_pair: impl Fn(&ExpectedSymbol, &NormalizedSymbol<'_>) -> bool,
) -> MatchedAnswer {
    let mut pairing = Pairing {
        edges: found
            .iter()
            .map(|returned| (0..wanted.len()).filter(|at| may_pair(&wanted[*at], returned)).collect())
            .collect(),
        partner: vec![None; wanted.len()],
    };
    let mut judged = MatchedAnswer::nothing(wanted.len());
    for index in 0..found.len() {
        let mut seen = vec![false; wanted.len()];
        let hit = pairing.augment(index, &mut seen);
        judged.hits.push(hit);
        if hit {
            // The expected symbol that has a partner only now; earlier ones keep one.
            for (rank, partner) in judged.ranks.iter_mut().zip(&pairing.partner) {
                if rank.is_none() && partner.is_some() {
                    *rank = Some(index + 1);
                }
            }
        }
    }
    judged
}

/// The largest set of pairs of two lists, where each item is in one pair at most.
pub(crate) fn most_pairs(edges: Vec<Vec<usize>>, others: usize) -> Vec<Option<usize>> {
    let mut pairing = Pairing { edges, partner: vec![None; others] };
    for index in 0..pairing.edges.len() {
        pairing.augment(index, &mut vec![false; others]);
    }
    pairing.partner
}

struct Pairing {
    /// For each returned symbol, the expected ones it may be paired with.
    edges: Vec<Vec<usize>>,
    /// For each expected symbol, the returned one it is paired with.
    partner: Vec<Option<usize>>,
}

impl Pairing {
    /// Kuhn's augmenting path from a returned symbol; whether there is one more pair now.
    fn augment(&mut self, from: usize, seen: &mut [bool]) -> bool {
        for edge in 0..self.edges[from].len() {
            let to = self.edges[from][edge];
            if std::mem::replace(&mut seen[to], true) {
                continue;
            }
            if self.partner[to].is_none_or(|rival| self.augment(rival, seen)) {
                self.partner[to] = Some(from);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Matching, found, judge, want};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_expected_symbol_is_credited_once() {
        let judged = judge(
            Matching::Strict,
            &want(&["Basket.add", "pay"]),
            &found(&["add", "Basket.add", "shop.pay"]),
        );
        assert_eq!(judged.hits, [true, false, true]);
        assert_eq!(judged.ranks, [Some(1), Some(3)]);
    }

    #[test]
    fn of_the_members_of_an_expected_class_one_counts() {
        let wanted = want(&["Basket"]);
        let found = found(&["Basket.add", "Basket.total", "Basket"]);
        assert_eq!(judge(Matching::Strict, &wanted, &found).hits, [true, false, false]);
        assert_eq!(judge(Matching::Exact, &wanted, &found).hits, [false, false, true], "the class alone");
    }

    #[test]
    fn a_class_counts_for_one_of_its_expected_members() {
        let wanted = want(&["Basket.add", "Basket.total"]);
        let found = found(&["Basket", "Basket.add"]);
        assert_eq!(judge(Matching::Strict, &wanted, &found).hits, [true, true]);
        assert_eq!(judge(Matching::Exact, &wanted, &found).hits, [false, true]);
    }

    #[test]
    fn a_pair_gives_way_where_that_makes_one_more() {
        // `run` fits both, `A.run` only the first: greedy pairing would stop at one.
        for matching in [Matching::Strict, Matching::Exact] {
            let judged = judge(matching, &want(&["A.run", "B.run"]), &found(&["run", "A.run"]));
            assert_eq!(judged.hits, [true, true]);
            assert_eq!(judged.ranks, [Some(1), Some(2)]);
        }
    }

    #[test]
    fn a_bare_name_pairs_with_one_expected_symbol_only() {
        let judged = judge(Matching::Exact, &want(&["A.run", "B.run"]), &found(&["run"]));
        assert_eq!(judged.found_within(10), 1);
    }

    /// The most pairs, by trying everything.
    fn brute(edges: &[Vec<usize>], used: usize) -> usize {
        let Some((first, rest)) = edges.split_first() else { return 0 };
        let without = brute(rest, used);
        let with =
            first.iter().filter(|to| used & (1 << **to) == 0).map(|to| 1 + brute(rest, used | (1 << to)));
        with.max().unwrap_or(0).max(without)
    }

    proptest! {
        #[test]
        fn no_other_pairing_has_more_pairs(
            edges in proptest::collection::vec(proptest::collection::btree_set(0usize..5, 0..5), 0..6)
        ) {
            let edges: Vec<Vec<usize>> = edges.into_iter().map(|set| set.into_iter().collect()).collect();
            let pairs = most_pairs(edges.clone(), 5).into_iter().flatten().count();
            prop_assert_eq!(pairs, brute(&edges, 0));
        }

        #[test]
        fn each_matching_finds_no_more_than_the_one_before(
            wanted in proptest::collection::vec("[ab](\\.[ab]){0,2}", 1..5),
            returned in proptest::collection::vec("[ab](\\.[ab]){0,2}", 0..12),
        ) {
            let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
            let returned: Vec<&str> = returned.iter().map(String::as_str).collect();
            let [lenient, strict, exact] =
                Matching::ALL.map(|matching| judge(matching, &want(&wanted), &found(&returned)));
            for k in 0..=returned.len() {
                prop_assert!(strict.hits_within(k) <= lenient.hits_within(k));
                prop_assert!(strict.found_within(k) <= lenient.found_within(k));
                prop_assert!(exact.hits_within(k) <= strict.hits_within(k));
                for paired in [&strict, &exact] {
                    prop_assert_eq!(paired.hits_within(k), paired.found_within(k));
                }
            }
        }
    }
}
