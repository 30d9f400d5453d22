//! Hints: words and identifiers that the caller expects in the code.
//!
//! The caller is often a language model that translates the words of a product into likely names. A
//! hint that names definitions exactly moves them up. The parts of a hint are searched for like
//! words of the task, with a lower weight. A hint that matches nothing is ignored, and the answer
//! lists it.

use crate::advice::Advice;
use crate::names::Definitions;
use crate::pool::is_answer;
use crate::task::Task;
use fathom_graph::Graph;
use fathom_text::{Index, Query, Tokenizer};

/// Weight of the only definition of a hint, from 0 to 1.
const EXACT: f32 = 0.6;
/// Most definitions that a hint moves; a name with more is not specific.
const DEFINITIONS: usize = 6;
/// Most hints that are read.
const MOST: usize = 32;

impl Task {
    /// The task with hints.
    #[must_use]
    pub fn with_hints(mut self, hints: &[String]) -> Task {
        self.hints = hints.iter().take(MOST).filter(|hint| !hint.trim().is_empty()).cloned().collect();
        self.hint_words = self.hints.join(" ");
        self
    }
}

/// Moves the definitions that hints name.
pub fn advice_of_hints(graph: &Graph<'_>, hints: &[String]) -> Vec<Advice> {
    let mut advice: Vec<Advice> = Vec::new();
    for hint in hints.iter().take(MOST) {
        let Some(name) = crate::names::name_in(hint) else { continue };
        let Some(definitions) = Definitions::named(graph, name) else { continue };
        let found: Vec<_> = definitions.symbols.iter().filter(|symbol| is_answer(graph, **symbol)).collect();
        let weight = EXACT / (found.len() as f32).sqrt();
        for symbol in found.into_iter().take(DEFINITIONS) {
            if !advice.iter().any(|known| known.symbol == *symbol) {
                let reason = format!("the hint “{hint}” names it");
                advice.push(Advice { symbol: *symbol, weight, reason });
            }
        }
    }
    advice
}

/// The hints that match no definition and no word of the repository.
pub fn unmatched_hints(graph: &Graph<'_>, words: &Index<'_>, hints: &[String]) -> Vec<String> {
    let mut tokenizer = Tokenizer::of_thread();
    let mut is_unmatched = |hint: &&String| {
        let is_defined =
            crate::names::name_in(hint).is_some_and(|name| Definitions::named(graph, name).is_some());
        let mut terms = Query::parse(&mut tokenizer, hint).terms.into_iter();
        !is_defined && terms.all(|term| words.term_stats(term.term) == 0)
    };
    hints.iter().filter(|hint| is_unmatched(hint)).cloned().collect()
}
