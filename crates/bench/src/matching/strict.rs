//! One-to-one matching.
//!
//! A returned and an expected symbol may be paired if their names, in any
//! spelling and case, are equal or one is the end of the other at a dot; where
//! both say their file, it must be the same. (The lenient rules of shared
//! qualifiers and containment name *other* symbols, so they pair nothing
//! here.) Of all ways to pair, one with the most pairs is taken.
//!
//! Returned symbols are added in their order; one is a hit if it makes one
//! more pair possible than those before it allowed. So the hits among the first
//! K are exactly the size of a maximum matching of the first K, for every K at
//! once. An expected symbol has the rank at which it first gets a partner; it
//! may change partners later, but never loses the place.

use super::{Judged, Name, Wanted, same_file};

/// Whether a returned symbol may be paired with an expected one.
pub fn may_pair(wanted: &Wanted, name: &Name, path: Option<&str>) -> bool {
    same_file(wanted.path.as_deref(), path) && wanted.name.is_same_or_suffix(name)
}

pub(super) fn judge(wanted: &[Wanted], found: &[(Name, Option<&str>)]) -> Judged {
    let mut pairing = Pairing {
        edges: found
            .iter()
            .map(|(name, path)| (0..wanted.len()).filter(|at| may_pair(&wanted[*at], name, *path)).collect())
            .collect(),
        partner: vec![None; wanted.len()],
    };
    let mut judged = Judged::nothing(wanted.len());
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
    fn members_of_an_expected_class_are_no_hits() {
        let judged = judge(Matching::Strict, &want(&["Basket"]), &found(&["Basket.add", "Basket"]));
        assert_eq!(judged.hits, [false, true]);
    }

    #[test]
    fn a_pair_gives_way_where_that_makes_one_more() {
        // `run` fits both, `A.run` only the first: greedy pairing would stop at one.
        let judged = judge(Matching::Strict, &want(&["A.run", "B.run"]), &found(&["run", "A.run"]));
        assert_eq!(judged.hits, [true, true]);
        assert_eq!(judged.ranks, [Some(1), Some(2)]);
    }

    #[test]
    fn a_bare_name_pairs_with_one_expected_symbol_only() {
        let judged = judge(Matching::Strict, &want(&["A.run", "B.run"]), &found(&["run"]));
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
        fn strict_never_finds_more_than_lenient(
            wanted in proptest::collection::vec("[ab](\\.[ab]){0,2}", 1..5),
            returned in proptest::collection::vec("[ab](\\.[ab]){0,2}", 0..12),
        ) {
            let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
            let returned: Vec<&str> = returned.iter().map(String::as_str).collect();
            let strict = judge(Matching::Strict, &want(&wanted), &found(&returned));
            let lenient = judge(Matching::Lenient, &want(&wanted), &found(&returned));
            for k in 0..=returned.len() {
                prop_assert!(strict.hits_within(k) <= lenient.hits_within(k));
                prop_assert!(strict.found_within(k) <= lenient.found_within(k));
                prop_assert_eq!(strict.hits_within(k), strict.found_within(k));
            }
        }
    }
}
