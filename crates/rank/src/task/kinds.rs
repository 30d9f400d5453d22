//! Kinds of question, determined from the form of its text.
//!
//! A question belongs to several kinds, each to a degree: a phrase that starts with a verb is
//! partly a wish, a wish with two lines below it partly a report. Weights that differ by kind are
//! mixed by these shares, so that one more word changes an answer only a little.

use super::Task;

/// The degree to which a question is of each kind; the sum is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kinds {
    /// One identifier, bare or qualified.
    pub name: f32,
    /// A few words without a verb: "radix tree path matching".
    pub phrase: f32,
    /// "how are routes registered", "where is the session closed?"
    pub question: f32,
    /// "Add a retry to the upload job".
    pub wish: f32,
    /// A title and a text below it.
    pub report: f32,
    /// Stack frames.
    pub trace: f32,
    /// Code.
    pub code: f32,
}

/// Bytes of text below the title that make a question half a report.
const REPORT: f32 = 160.0;
/// Stack frames that make it half a trace.
const FRAMES: f32 = 3.0;
/// Bytes of code that make it half code.
const CODE: f32 = 400.0;
/// Number of words that make a text half a wish if it is not a question and does not start with a
/// verb.
const LONG: f32 = 14.0;

/// First words of a question.
const ASKING: &[&str] =
    &["can", "does", "do", "how", "is", "are", "what", "when", "where", "which", "who", "why"];

impl Task {
    /// The degree to which the task is of each kind.
    pub fn kinds(&self) -> Kinds {
        let mut kinds = Kinds::default();
        if self.name.is_some() {
            kinds.name = 1.0;
            return kinds;
        }
        let half = |value: usize, middle: f32| value as f32 / (value as f32 + middle);
        let mut left = 1.0;
        let mut take = |share: f32| {
            let part = left * share;
            left -= part;
            part
        };
        kinds.trace = take(half(self.frames.len(), FRAMES));
        kinds.code = take(half(self.code.len(), CODE));
        kinds.report = take(half(self.body.len(), REPORT));
        let first = self.title.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
        let asks = ASKING.contains(&first.as_str()) || self.title.trim_end().ends_with('?');
        kinds.question = take(if asks { 1.0 } else { 0.0 });
        let words = self.title.split_whitespace().count();
        let wishes = if self.asking.is_empty() { half(words.saturating_sub(4), LONG) } else { 1.0 };
        kinds.wish = take(wishes);
        kinds.phrase = left;
        kinds
    }
}

#[cfg(test)]
mod tests {
    use super::Kinds;
    use crate::task::Task;

    fn kinds(text: &str) -> Kinds {
        Task::read(text).kinds()
    }

    #[test]
    fn a_question_is_mostly_what_it_is_made_of() {
        assert!((kinds("Blueprint").name - 1.0).abs() < f32::EPSILON);
        assert!(kinds("radix tree path matching").phrase > 0.9);
        assert!(kinds("how are routes registered").question > 0.9);
        assert!(kinds("Add a retry to the upload job").wish > 0.9);
        let issue = "Crash on save\n\nIt crashes when I save a file that somebody else has opened.\nPlease help, \
                     this has cost me a day of work already and I cannot find anything in the log that would \
                     tell what is going on, nor can my colleagues who have looked at it with me.\n";
        assert!(kinds(issue).report > 0.5);
    }

    #[test]
    fn the_shares_are_one_together_and_one_more_word_changes_little() {
        let sum = |kinds: Kinds| {
            let Kinds { name, phrase, question, wish, report, trace, code } = kinds;
            name + phrase + question + wish + report + trace + code
        };
        let few = kinds("null safe string operations and helpers");
        let more = kinds("null safe string operations and text helpers");
        assert!((sum(few) - 1.0).abs() < 1e-5 && (sum(more) - 1.0).abs() < 1e-5);
        assert!((few.phrase - more.phrase).abs() < 0.1);
    }
}
