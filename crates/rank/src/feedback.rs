//! Advice from feedback: symbols that were useful for similar tasks.
//!
//! The similarity of two tasks is the cosine of their terms, weighted by inverse document
//! frequency. A verdict on another task counts in proportion to the similarity, and more if it was
//! repeated.

use crate::advice::Advice;
use crate::task::Task;
use fathom_graph::SymbolId;
use fathom_text::{Index, Query, Term, ThreadTokenizer, Tokenizer};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Least similarity at which a verdict carries over: most tasks share some word.
const ALIKE: f32 = 0.35;
/// Weight of a word that no symbol contains, as a share of the rarest: it may be the product's own
/// term or a filler word.
const UNKNOWN: f32 = 0.5;
/// Remaining doubt after one verdict; each repetition leaves this share of the rest.
const DOUBT: f32 = 0.5;
/// Similarity above which two tasks count as the same.
const SAME: f32 = 0.98;
/// Weight of a verdict on the same task: it moves a symbol from anywhere to the top.
const SURE: f32 = 1.25;
/// Characters of a task that a reason quotes.
const QUOTED: usize = 60;

/// Compares other tasks with one task.
pub struct Likeness<'i, 'a> {
    words: &'i Index<'a>,
    tokenizer: ThreadTokenizer,
    /// A cache: the same words recur in many tasks.
    rarities: FxHashMap<Term, f32>,
    task: Terms,
}

/// The weighted terms of a task; the squares of the weights add up to 1.
type Terms = BTreeMap<Term, f32>;

impl<'i, 'a> Likeness<'i, 'a> {
    /// Prepares the comparison of other tasks with this one.
    pub fn new(words: &'i Index<'a>, task: &Task) -> Likeness<'i, 'a> {
        let (tokenizer, rarities) = (Tokenizer::of_thread(), FxHashMap::default());
        let mut likeness = Likeness { words, tokenizer, rarities, task: Terms::new() };
        likeness.task = likeness.terms(task);
        likeness
    }

    /// The similarity of another task, 1 for the same words; `None` if it is too small for a
    /// verdict to carry over.
    pub fn to(&mut self, other: &str) -> Option<f32> {
        let other = self.terms(&Task::read(other));
        let shared = other.iter().filter_map(|(term, weight)| Some(self.task.get(term)? * weight));
        Some(shared.sum::<f32>().min(1.0)).filter(|cosine| *cosine >= ALIKE)
    }

    fn terms(&mut self, task: &Task) -> Terms {
        let mut terms = Terms::new();
        for (text, weight) in task.parts() {
            for one in Query::content_words(&mut self.tokenizer, text).terms {
                let term = one.term;
                let rarity = *self.rarities.entry(term).or_insert_with(|| {
                    let known = self.words.term_stats(term) > 0;
                    self.words.rarity(term) * if known { 1.0 } else { UNKNOWN }
                });
                let known = terms.entry(term).or_insert(0.0);
                *known = f32::max(*known, one.weight * weight * rarity);
            }
        }
        let length = terms.values().map(|weight| weight * weight).sum::<f32>().sqrt();
        for weight in terms.values_mut() {
            *weight /= length.max(f32::MIN_POSITIVE);
        }
        terms
    }
}

/// A verdict on a symbol for another task.
#[derive(Clone, Debug, PartialEq)]
pub struct PastVerdict {
    /// The symbol.
    pub symbol: SymbolId,
    /// Whether it was useful.
    pub used: bool,
    /// How often the verdict was given.
    pub times: u32,
    /// The other task.
    pub task: String,
    /// The similarity of the tasks.
    pub likeness: f32,
}

impl PastVerdict {
    fn weight(&self) -> f32 {
        let sure = if self.is_of_same_task() { SURE } else { 1.0 - DOUBT.powi(self.times as i32) };
        if self.used { self.likeness * sure } else { -self.likeness * sure }
    }

    fn is_of_same_task(&self) -> bool {
        self.likeness > SAME
    }

    fn reason(&self) -> String {
        let line = self.task.trim().lines().next().unwrap_or_default();
        let mut task: String = line.chars().take(QUOTED).collect();
        if task.len() < self.task.trim().len() {
            task.truncate(task.trim_end().len());
            task.push('…');
        }
        if self.used {
            format!("used for “{task}” before")
        } else {
            format!("was not needed for “{task}”")
        }
    }
}

/// One piece of advice for each judged symbol: the sum of its verdicts, with the reason of the
/// strongest verdict that agrees with the sum.
pub fn learned(judged: &[PastVerdict]) -> Vec<Advice> {
    let mut symbols: BTreeMap<SymbolId, Vec<&PastVerdict>> = BTreeMap::new();
    for one in judged {
        symbols.entry(one.symbol).or_default().push(one);
    }
    let advice = symbols.into_iter().filter_map(|(symbol, all)| {
        let weight = all.iter().map(|one| one.weight()).sum::<f32>();
        let most = if all.iter().any(|one| one.is_of_same_task()) { SURE } else { 1.0 };
        let weight = weight.clamp(-most, most);
        let strength = |one: &PastVerdict| one.weight() * weight.signum();
        let main = all.iter().max_by(|a, b| strength(a).total_cmp(&strength(b)).then(b.task.cmp(&a.task)))?;
        (weight != 0.0).then(|| Advice { symbol, weight, reason: main.reason() })
    });
    advice.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_text::{AlignedBytes, Document, Segment, bag};

    /// The similarity of two tasks in a repository where `parcel` is a common word.
    fn alike(one: &str, other: &str) -> Option<f32> {
        let files = ["parcel retry upload", "parcel sort", "parcel report", "parcel depot", "parcel client"];
        let docs = [Document { end: u32::MAX, ..Document::default() }];
        let mut tokenizer = Tokenizer::new();
        let bags: Vec<_> = files.iter().map(|text| bag(&mut tokenizer, text, &docs)).collect();
        let views: Vec<_> = bags.iter().map(fathom_text::Bag::view).collect();
        let bytes = AlignedBytes::copy_of(&Segment::build(&views));
        let symbols: Vec<Option<u32>> = (0..files.len() as u32).map(Some).collect();
        let words = Index::new(vec![(Segment::read(bytes.as_bytes()).unwrap(), symbols)]).unwrap();
        Likeness::new(&words, &Task::read(one)).to(other)
    }

    fn judged(symbol: u32, used: bool, times: u32, task: &str, likeness: f32) -> PastVerdict {
        PastVerdict { symbol: SymbolId::new(symbol), used, times, task: task.to_owned(), likeness }
    }

    fn close(one: f32, other: f32) -> bool {
        (one - other).abs() < 1e-5
    }

    #[test]
    fn the_same_words_are_wholly_alike_in_any_order_and_form() {
        for other in ["retry the upload of parcels", "How are the parcels' uploads retried?"] {
            let cosine = alike("Retry the upload of parcels", other).unwrap();
            assert!(close(cosine, 1.0), "{other}: {cosine}");
        }
    }

    #[test]
    fn a_reworded_task_is_alike_and_less_so_the_less_it_shares() {
        let near = alike("retry the upload of a parcel", "upload fails, retry it").unwrap();
        let far = alike("retry the upload of a parcel", "upload a new avatar");
        assert!(near < 1.0 && far.is_none_or(|far| far < near), "{near} {far:?}");
    }

    #[test]
    fn stop_words_and_common_words_make_no_tasks_alike() {
        assert_eq!(alike("where is the retry", "where is the depot"), None);
        assert_eq!(alike("where is it", "where is it"), None);
        assert_eq!(alike("retry a parcel", "sort a parcel"), None);
    }

    #[test]
    fn a_verdict_counts_as_much_as_the_tasks_are_alike_and_more_when_repeated() {
        let weight = |used, times, likeness| learned(&[judged(1, used, times, "t", likeness)])[0].weight;
        assert!(close(weight(true, 1, 0.8), 0.4));
        assert!(close(weight(true, 2, 0.8), 0.6));
        assert!(close(weight(false, 1, 0.6), -0.3));
    }

    #[test]
    fn one_verdict_on_the_same_task_counts_most() {
        let weight = |used| learned(&[judged(1, used, 1, "t", 1.0)])[0].weight;
        assert!(close(weight(true), 1.25) && close(weight(false), -1.25));
    }

    #[test]
    fn several_tasks_add_up_and_the_strongest_that_agrees_is_the_reason() {
        let all = [
            judged(1, true, 3, "retry the upload", 0.8),
            judged(1, true, 3, "upload again", 0.9),
            judged(1, false, 1, "delete an upload", 0.9),
            judged(2, false, 2, "retry the upload", 0.8),
        ];
        let advice = learned(&all);
        assert_eq!(advice.len(), 2);
        assert!(close(advice[0].weight, 1.0), "{advice:?}");
        assert_eq!(advice[0].reason, "used for “upload again” before");
        assert!(close(advice[1].weight, -0.6), "{advice:?}");
        assert_eq!(advice[1].reason, "was not needed for “retry the upload”");
    }

    #[test]
    fn verdicts_that_cancel_give_no_advice() {
        let all = [judged(1, true, 1, "a", 0.5), judged(1, false, 1, "b", 0.5)];
        assert_eq!(learned(&all), []);
        assert_eq!(learned(&[]), []);
    }

    #[test]
    fn a_reason_quotes_the_beginning_of_a_long_task() {
        let task = format!("Crash on save {}\n\nIt crashes.", "again and ".repeat(9));
        let advice = learned(&[judged(1, true, 1, &task, 1.0)]);
        assert_eq!(
            advice[0].reason,
            "used for “Crash on save again and again and again and again and again…” before"
        );
    }
}
