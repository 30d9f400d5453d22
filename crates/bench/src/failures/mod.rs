//! Why an expected symbol was not found, as far as the records show.
//!
//! Every expected symbol that is not among the first K under strict matching
//! gets one mode, the first that fits:
//!
//! | mode | what the records show |
//! | --- | --- |
//! | scale failure | indexing or the question crashed or ran out of time |
//! | language gap | the system found nothing in any task of that language |
//! | not in index | the system was asked and does not hold the symbol |
//! | noise | found, but below K |
//! | depth miss | the answer holds a neighbour (same type, or same file of a change), one step short |
//! | vocabulary miss | the task and the symbol's name share no word |
//! | outranked | they share a word, yet the symbol is not among the 50 returned |

mod words;

use crate::matching::{Matching, Name, judge, wanted};
use crate::record::{Outcome, Record};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Most examples kept of each mode.
const EXAMPLES: usize = 5;

/// Why a symbol was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Crashed or out of time.
    ScaleFailure,
    /// Nothing at all in that language.
    LanguageGap,
    /// The index does not hold it.
    NotInIndex,
    /// Found below K.
    Noise,
    /// A neighbour was found.
    DepthMiss,
    /// No word in common.
    VocabularyMiss,
    /// A word in common, but not returned.
    Outranked,
}

impl Mode {
    /// All of them, in the order they are tried.
    pub const ALL: [Mode; 7] = [
        Mode::ScaleFailure,
        Mode::LanguageGap,
        Mode::NotInIndex,
        Mode::Noise,
        Mode::DepthMiss,
        Mode::VocabularyMiss,
        Mode::Outranked,
    ];

    /// The words in output.
    pub fn words(self) -> &'static str {
        match self {
            Mode::ScaleFailure => "scale failure",
            Mode::LanguageGap => "language gap",
            Mode::NotInIndex => "not in index",
            Mode::Noise => "noise",
            Mode::DepthMiss => "depth miss",
            Mode::VocabularyMiss => "vocabulary miss",
            Mode::Outranked => "outranked",
        }
    }
}

/// One symbol that was not found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissedSymbol {
    /// The task.
    pub task: String,
    /// The symbol.
    pub symbol: String,
    /// Where it was found after all.
    pub rank: Option<usize>,
}

/// The failures of one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failures {
    /// The system.
    pub system: String,
    /// Symbols expected over all tasks.
    pub expected: usize,
    /// Those among the first K.
    pub found: usize,
    /// The rest by mode; every mode is there.
    pub modes: BTreeMap<Mode, usize>,
    /// Some of each.
    pub examples: BTreeMap<Mode, Vec<MissedSymbol>>,
    /// The system could be asked what its index holds.
    pub index_known: bool,
}

/// Analyses records, system by system in order of name. Systems that could not
/// be installed have no failures of their own.
pub fn failures(records: &[Record], k: usize) -> Vec<Failures> {
    let mut systems: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        if !matches!(record.outcome, Outcome::NotInstalled { .. }) {
            systems.entry(&record.system).or_default().push(record);
        }
    }
    systems.into_iter().map(|(system, records)| analyse(system, &records, k)).collect()
}

fn analyse(system: &str, records: &[&Record], k: usize) -> Failures {
    let mut failures = Failures {
        system: system.to_owned(),
        expected: 0,
        found: 0,
        modes: Mode::ALL.iter().map(|mode| (*mode, 0)).collect(),
        examples: BTreeMap::new(),
        index_known: records.iter().any(|record| record.unindexed.is_some()),
    };
    let gaps = gaps(records);
    for record in records {
        let wanted = wanted(&record.task);
        let judged = judge(Matching::Strict, &wanted, &record.found);
        let answered = record.outcome == Outcome::Answered;
        failures.expected += wanted.len();
        for (index, one) in wanted.iter().enumerate() {
            let rank = judged.ranks[index].filter(|_| answered);
            if rank.is_some_and(|rank| rank <= k) {
                failures.found += 1;
                continue;
            }
            let symbol = one.name.parts().join(".");
            let mode = mode(record, &one.name, one.path.as_deref(), rank, k, &gaps);
            *failures.modes.entry(mode).or_default() += 1;
            let examples = failures.examples.entry(mode).or_default();
            if examples.len() < EXAMPLES {
                examples.push(MissedSymbol { task: record.task.id.clone(), symbol, rank });
            }
        }
    }
    failures
}

fn mode(
    record: &Record,
    name: &Name,
    path: Option<&str>,
    rank: Option<usize>,
    k: usize,
    gaps: &BTreeSet<&str>,
) -> Mode {
    if record.outcome != Outcome::Answered {
        return Mode::ScaleFailure;
    }
    if gaps.contains(record.language.as_str()) {
        return Mode::LanguageGap;
    }
    let unindexed = record.unindexed.as_deref().unwrap_or(&[]);
    if unindexed.iter().any(|symbol| Name::new(symbol) == *name) {
        return Mode::NotInIndex;
    }
    if rank.is_some() {
        return Mode::Noise;
    }
    let owner = name.parts().iter().rev().nth(1);
    let is_neighbour = |found: &crate::record::FoundSymbol| {
        let same_file = path.is_some() && found.path.as_deref() == path;
        same_file || owner.is_some_and(|owner| Name::new(&found.name).parts().contains(owner))
    };
    if record.found.iter().take(k).any(is_neighbour) {
        return Mode::DepthMiss;
    }
    if words::share_a_word(&record.task.description, name) { Mode::Outranked } else { Mode::VocabularyMiss }
}

/// Languages in which a system answered and never returned anything.
fn gaps<'r>(records: &[&'r Record]) -> BTreeSet<&'r str> {
    let mut without_answer: BTreeMap<&str, bool> = BTreeMap::new();
    for record in records.iter().filter(|record| record.outcome == Outcome::Answered) {
        let without_answer = without_answer.entry(&record.language).or_insert(true);
        *without_answer &= record.found.is_empty();
    }
    without_answer
        .into_iter()
        .filter(|(_, without_answer)| *without_answer)
        .map(|(language, _)| language)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::synthetic::Builder;

    fn modes(records: &[Record]) -> Vec<(Mode, usize)> {
        failures(records, 2)[0].modes.iter().filter(|(_, count)| **count > 0).map(|(m, c)| (*m, *c)).collect()
    }

    fn record(found: &[&str]) -> Record {
        Builder::new("one", "t1")
            .asks("close the open basket")
            .expects(&["Basket.total"])
            .finds(found)
            .record()
    }

    #[test]
    fn each_mode_has_its_example() {
        assert_eq!(modes(&[record(&["a", "b", "Basket.total"])]), [(Mode::Noise, 1)]);
        assert_eq!(modes(&[record(&["Basket.add"])]), [(Mode::DepthMiss, 1)]);
        assert_eq!(modes(&[record(&["pay"])]), [(Mode::Outranked, 1)], "`basket` is in the task");
        assert_eq!(modes(&[record(&[])]), [(Mode::LanguageGap, 1)]);
        let mut strange = record(&["pay"]);
        strange.task.description = "sum it up".into();
        assert_eq!(modes(&[strange.clone()]), [(Mode::VocabularyMiss, 1)]);
        strange.unindexed = Some(vec!["basket#total".into()]);
        assert_eq!(modes(&[strange.clone()]), [(Mode::NotInIndex, 1)]);
        strange.outcome = Outcome::TimedOut { step: "index".into() };
        assert_eq!(modes(&[strange]), [(Mode::ScaleFailure, 1)]);
    }

    #[test]
    fn what_is_found_is_no_failure_and_sums_add_up() {
        let records = [record(&["Basket.total"]), record(&["pay"])];
        let all = failures(&records, 10);
        assert_eq!((all[0].expected, all[0].found), (2, 1));
        assert_eq!(all[0].modes.values().sum::<usize>(), 1);
    }

    #[test]
    fn a_system_that_is_not_installed_has_no_failures() {
        let mut one = record(&[]);
        one.outcome = Outcome::NotInstalled { reason: "no network".into() };
        assert!(failures(&[one], 10).is_empty());
    }
}
