//! The words of a task in order, and which phrases they contain.
//!
//! Words are stemmed and must follow each other as in the phrase. Function words that only the task
//! has are skipped: “validate the form” contains “validate form”.

use crate::task::Task;
use fathom_text::{Term, ThreadTokenizer, Tokenizer};

/// The words of a task in their order.
pub struct TaskWords {
    /// The title and the prose below it. Rejected alternatives and code blocks are left out: the
    /// task is not about them.
    parts: Vec<Vec<Part>>,
    tokenizer: ThreadTokenizer,
}

#[derive(Clone, Debug)]
struct Part {
    term: Term,
    text: String,
    is_function_word: bool,
}

impl TaskWords {
    /// The words of a task.
    pub fn of(task: &Task) -> TaskWords {
        let mut tokenizer = Tokenizer::of_thread();
        let words = |text: &String| {
            let parts = tokenizer.parts(text).into_iter();
            parts
                .map(|part| Part {
                    term: part.term,
                    text: part.word.to_lowercase(),
                    is_function_word: part.is_function_word(),
                })
                .collect()
        };
        let parts = [&task.title, &task.body].into_iter().map(words).collect();
        TaskWords { parts, tokenizer }
    }

    /// The phrases of a concept that the task contains, if they are enough for a match: two, or one
    /// of several words.
    pub fn enough<'p>(&mut self, phrases: &'p [String]) -> Option<Vec<&'p str>> {
        let mut found: Vec<(Vec<Term>, &str)> = Vec::new();
        for phrase in phrases {
            let terms = terms(&mut self.tokenizer, phrase);
            // “job” and “jobs” are one phrase.
            if self.has(&terms) && found.iter().all(|(known, _)| *known != terms) {
                found.push((terms, phrase));
            }
        }
        let enough = found.len() > 1 || found.iter().any(|(terms, _)| terms.len() > 1);
        enough.then(|| found.into_iter().map(|(_, phrase)| phrase).collect())
    }

    fn has(&self, phrase: &[Term]) -> bool {
        !phrase.is_empty()
            && self
                .parts
                .iter()
                .any(|words| (0..words.len()).any(|start| starts_with(&words[start..], phrase)))
    }

    /// The longest run of at least two content words that a text and the task have in common, as
    /// the task writes it.
    pub(super) fn shared(&mut self, text: &str) -> Option<Shared> {
        let theirs: Vec<Term> = self
            .tokenizer
            .parts(text)
            .iter()
            .filter(|part| !part.is_function_word())
            .map(|part| part.term)
            .collect();
        let mut longest: Option<Shared> = None;
        for words in &self.parts {
            let ours: Vec<&Part> = words.iter().filter(|word| !word.is_function_word).collect();
            for (mine, yours) in
                (0..ours.len()).flat_map(|mine| (0..theirs.len()).map(move |yours| (mine, yours)))
            {
                let run =
                    ours[mine..].iter().zip(&theirs[yours..]).take_while(|(a, b)| a.term == **b).count();
                if run >= 2 && longest.as_ref().is_none_or(|known| known.words < run) {
                    let mut texts: Vec<&str> =
                        ours[mine..mine + run].iter().map(|word| word.text.as_str()).collect();
                    // `requestContext` is one word of two parts.
                    texts.dedup();
                    longest = Some(Shared { phrase: texts.join(" "), words: run, of: theirs.len() });
                }
            }
        }
        longest
    }
}

/// The longest run of words that a text and a task share.
pub(super) struct Shared {
    pub(super) phrase: String,
    pub(super) words: usize,
    /// Content words of the text.
    pub(super) of: usize,
}

/// Whether a phrase has several words, so that it is enough by itself.
pub fn is_several_words(phrase: &str) -> bool {
    terms(&mut Tokenizer::of_thread(), phrase).len() > 1
}

fn terms(tokenizer: &mut Tokenizer, phrase: &str) -> Vec<Term> {
    tokenizer.parts(phrase).iter().map(|part| part.term).collect()
}

fn starts_with(words: &[Part], phrase: &[Term]) -> bool {
    let mut rest = words.iter();
    phrase.iter().enumerate().all(|(place, wanted)| {
        for word in rest.by_ref() {
            if word.term == *wanted {
                return true;
            }
            if place == 0 || !word.is_function_word {
                return false;
            }
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::{TaskWords, is_several_words};
    use crate::Task;

    fn enough(task: &str, phrases: &[&str]) -> Option<Vec<String>> {
        let phrases: Vec<String> = phrases.iter().map(|phrase| (*phrase).to_owned()).collect();
        let found = TaskWords::of(&Task::read(task)).enough(&phrases)?;
        Some(found.into_iter().map(str::to_owned).collect())
    }

    #[test]
    fn one_phrase_of_several_words_is_enough() {
        assert_eq!(
            enough("Retry background jobs", &["background job", "queue"]).unwrap(),
            ["background job"]
        );
        assert_eq!(enough("do it in the background", &["in the background"]).unwrap().len(), 1);
    }

    #[test]
    fn one_word_alone_is_not_enough_and_two_are() {
        assert_eq!(enough("Retry the queue", &["queue", "queues", "worker"]), None);
        assert_eq!(enough("A worker for the queue", &["queue", "worker"]).unwrap(), ["queue", "worker"]);
    }

    #[test]
    fn words_are_stemmed_bounded_and_in_order() {
        assert!(enough("Validating the signup form", &["validate signup"]).is_some());
        assert!(enough("validate the forms", &["validate form"]).is_some(), "function words are passed over");
        assert!(enough("the form should validate", &["validate form"]).is_none(), "the order counts");
        assert!(enough("backgrounds jobbing", &["background jobs"]).is_some());
        assert!(enough("foreground jobs", &["ground job"]).is_none(), "words are whole");
        assert!(enough("make BackgroundJob stop", &["background job"]).is_some(), "parts of names are words");
    }

    #[test]
    fn rejected_alternatives_and_code_blocks_do_not_match() {
        assert!(enough("Answer at once instead of in a background job", &["background job"]).is_none());
        assert!(enough("It is slow\n\n```\nbackground job\n```\n", &["background job"]).is_none());
    }

    #[test]
    fn the_longest_run_that_a_text_shares_is_found() {
        let mut words = TaskWords::of(&Task::read("Keep the request context of a stream alive"));
        let shared = words.shared("How the Request Context of streams is kept").unwrap();
        assert_eq!((shared.phrase.as_str(), shared.words, shared.of), ("request context stream", 3, 4));
        assert!(words.shared("Streams and requests").is_none());
    }

    #[test]
    fn a_phrase_of_several_words_is_recognised() {
        assert!(is_several_words("background job") && !is_several_words("job"));
    }
}
