//! Which words a symbol has: those of a task as it writes them, and those of the best matches.

use crate::task::Task;
use fathom_graph::{Graph, SymbolId};
use fathom_text::{Query, Term, Tokenizer, word_parts};
use rustc_hash::FxHashMap;

/// Words that are told; more cost the reader more than they say.
const TOLD: usize = 2;
/// The same for all places of a declaration together.
const MOST_TOLD: usize = 3;
/// Bytes of a doc comment that are looked at.
const DOC: usize = 300;

/// Which word of the task each of its terms is.
pub(crate) struct Wording<'t> {
    words: FxHashMap<Term, Word<'t>>,
}

#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    weight: f32,
    place: usize,
}

impl<'t> Wording<'t> {
    /// Of a task and the words of it that are sought.
    pub(crate) fn of(task: &'t Task, query: &Query) -> Wording<'t> {
        let weights: FxHashMap<Term, f32> = query.terms.iter().map(|term| (term.term, term.weight)).collect();
        let mut tokenizer = Tokenizer::of_thread();
        let mut words: FxHashMap<Term, Word<'t>> = FxHashMap::default();
        for (text, _) in task.parts() {
            for part in tokenizer.parts(text) {
                let place = words.len();
                if let Some(weight) = weights.get(&part.term).filter(|_| !part.is_function_word()) {
                    words.entry(part.term).or_insert(Word { text: part.word, weight: *weight, place });
                }
            }
        }
        Wording { words }
    }

    /// The words that a symbol's name has, in quotes; `None` if it has none.
    pub(crate) fn in_name(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<String> {
        self.told(&graph.qualified_name(symbol))
    }

    /// The words that its name, its signature or the beginning of its doc comment has, and which of them:
    /// `name has “retry”, doc has “failed”`.
    pub(crate) fn in_declaration(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<String> {
        let name = graph.qualified_name(symbol);
        let texts =
            [("name", name.as_str()), ("signature", graph.signature(symbol)), ("doc", doc(graph, symbol))];
        let mut told: Vec<&str> = Vec::new();
        let mut places: Vec<String> = Vec::new();
        for (place, text) in texts {
            let mut words: Vec<&str> = self.strongest(text).iter().map(|word| word.text).collect();
            words.retain(|word| !told.contains(word));
            words.truncate(MOST_TOLD.saturating_sub(told.len()));
            told.extend(&words);
            places.extend(quoted(words.into_iter()).map(|words| format!("{place} has {words}")));
        }
        (!places.is_empty()).then(|| places.join(", "))
    }

    /// The weightiest words of the task that a text has, in quotes.
    fn told(&self, text: &str) -> Option<String> {
        quoted(self.strongest(text).iter().map(|word| word.text))
    }

    /// The weightiest words of the task that a text has, in the order of the task.
    fn strongest(&self, text: &str) -> Vec<Word<'t>> {
        let parts = Tokenizer::of_thread().parts(text);
        let mut found: Vec<Word<'t>> =
            parts.iter().filter_map(|part| self.words.get(&part.term)).copied().collect();
        found.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.place.cmp(&b.place)));
        found.dedup_by_key(|word| word.place);
        found.truncate(TOLD);
        found.sort_by_key(|word| word.place);
        // `requestContext` is one word of two parts.
        found.dedup_by_key(|word| word.text);
        found
    }
}

/// The first of some words that a symbol's name and the beginning of its doc comment have, as they
/// write them, in quotes; `None` if they have none.
pub(crate) fn shared(graph: &Graph<'_>, symbol: SymbolId, words: &[Term]) -> Option<String> {
    first_of(words, &format!("{} {}", graph.qualified_name(symbol), doc(graph, symbol)))
}

fn first_of(words: &[Term], text: &str) -> Option<String> {
    let mut tokenizer = Tokenizer::of_thread();
    let mut written: FxHashMap<Term, String> = FxHashMap::default();
    for part in word_parts(text) {
        if let [one] = tokenizer.parts(part)[..] {
            written.entry(one.term).or_insert_with(|| part.to_lowercase());
        }
    }
    quoted(words.iter().filter_map(|term| Some(written.get(term)?.as_str())).take(TOLD))
}

fn doc<'g>(graph: &Graph<'g>, symbol: SymbolId) -> &'g str {
    let doc = graph.doc(symbol);
    &doc[..doc.floor_char_boundary(DOC)]
}

fn quoted<'w>(words: impl Iterator<Item = &'w str>) -> Option<String> {
    let quoted: Vec<String> = words.map(|word| format!("“{word}”")).collect();
    (!quoted.is_empty()).then(|| quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{Wording, first_of};
    use crate::task::Task;
    use fathom_text::{Query, Term, Tokenizer};

    #[test]
    fn words_are_told_as_the_task_writes_them_and_few() {
        let task = Task::read("Add retries of failed uploads with a backoff to the JobQueue");
        let query = Query::weighted(&mut Tokenizer::new(), &task.parts());
        let wording = Wording::of(&task, &query);
        assert_eq!(wording.told("retry_upload").as_deref(), Some("“retries”, “uploads”"));
        assert_eq!(wording.told("fn enqueue(job_queue: &mut Queue)").as_deref(), Some("“JobQueue”"));
        assert_eq!(
            wording.told("adds backoff, uploads what failed, retries").as_deref(),
            Some("“retries”, “failed”"),
            "what the asker does says little, and two are enough"
        );
        assert_eq!(wording.told("the of a"), None);
    }

    #[test]
    fn words_of_others_are_told_as_the_symbol_writes_them() {
        let heard = ["polici", "delay", "clock"].map(Term::of);
        let text = "RetryPolicy.nextDelay Delays until the next attempt";
        assert_eq!(first_of(&heard, text).as_deref(), Some("“policy”, “delay”"));
        assert_eq!(first_of(&heard, "send"), None);
    }
}
