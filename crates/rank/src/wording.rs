//! The words of a symbol that a reason quotes: words of the task, as the task writes them, and
//! words of the best matches.

use crate::task::Task;
use fathom_graph::{Graph, SymbolId};
use fathom_text::{Query, Term, Tokenizer, word_parts};
use rustc_hash::FxHashMap;

/// Most words that a reason quotes for one text.
const QUOTED: usize = 2;
/// Most words for all parts of a declaration together.
const MOST_QUOTED: usize = 3;
/// Bytes of a doc comment that are looked at.
const DOC: usize = 300;

/// The words of the task by term.
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
    /// Reads a task and the words that are searched for.
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

    /// The words of the task in a symbol's name, in quotes; `None` if there are none.
    pub(crate) fn in_name(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<String> {
        self.strongest_quoted(&graph.qualified_name(symbol))
    }

    /// The words in its name, its signature and the beginning of its doc comment, each with the
    /// place: `name contains “retry”, doc contains “failed”`.
    pub(crate) fn in_declaration(&self, graph: &Graph<'_>, symbol: SymbolId) -> Option<String> {
        let name = graph.qualified_name(symbol);
        let texts =
            [("name", name.as_str()), ("signature", graph.signature(symbol)), ("doc", doc(graph, symbol))];
        let mut seen: Vec<&str> = Vec::new();
        let mut places: Vec<String> = Vec::new();
        for (place, text) in texts {
            let mut words: Vec<&str> = self.strongest(text).iter().map(|word| word.text).collect();
            words.retain(|word| !seen.contains(word));
            words.truncate(MOST_QUOTED.saturating_sub(seen.len()));
            seen.extend(&words);
            places.extend(quoted(words.into_iter()).map(|words| format!("{place} contains {words}")));
        }
        (!places.is_empty()).then(|| places.join(", "))
    }

    /// The heaviest words of the task in a text, in quotes.
    fn strongest_quoted(&self, text: &str) -> Option<String> {
        quoted(self.strongest(text).iter().map(|word| word.text))
    }

    /// The heaviest words of the task in a text, in the order of the task.
    fn strongest(&self, text: &str) -> Vec<Word<'t>> {
        let parts = Tokenizer::of_thread().parts(text);
        let mut found: Vec<Word<'t>> =
            parts.iter().filter_map(|part| self.words.get(&part.term)).copied().collect();
        found.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.place.cmp(&b.place)));
        found.dedup_by_key(|word| word.place);
        found.truncate(QUOTED);
        found.sort_by_key(|word| word.place);
        // `requestContext` is one word of two parts.
        found.dedup_by_key(|word| word.text);
        found
    }
}

/// The first of some words that occur in a symbol's name or at the beginning of its doc comment, as
/// they are written there, in quotes; `None` if there are none.
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
    quoted(words.iter().filter_map(|term| Some(written.get(term)?.as_str())).take(QUOTED))
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
    fn at_most_two_words_are_quoted_as_the_task_writes_them() {
        let task = Task::read("Add retries of failed uploads with a backoff to the JobQueue");
        let query = Query::weighted(&mut Tokenizer::new(), &task.parts());
        let wording = Wording::of(&task, &query);
        assert_eq!(wording.strongest_quoted("retry_upload").as_deref(), Some("“retries”, “uploads”"));
        assert_eq!(
            wording.strongest_quoted("fn enqueue(job_queue: &mut Queue)").as_deref(),
            Some("“JobQueue”")
        );
        assert_eq!(
            wording.strongest_quoted("adds backoff, uploads what failed, retries").as_deref(),
            Some("“retries”, “failed”"),
            "words about what the asker does weigh little, and two are enough"
        );
        assert_eq!(wording.strongest_quoted("the of a"), None);
    }

    #[test]
    fn words_of_others_are_quoted_as_the_symbol_writes_them() {
        let terms = ["polici", "delay", "clock"].map(Term::of);
        let text = "RetryPolicy.nextDelay Delays until the next attempt";
        assert_eq!(first_of(&terms, text).as_deref(), Some("“policy”, “delay”"));
        assert_eq!(first_of(&terms, "send"), None);
    }
}
