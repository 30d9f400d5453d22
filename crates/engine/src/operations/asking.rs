//! How a task is asked: what `context` and `explain` share, so that the one
//! explains the answer of the other.

use super::{AtHand, Ranker, feedback};
use crate::View;
use crate::concepts::{self, Concepts};
use fathom_rank::{LONGEST_PROSE, MOST_MENTIONS, Task};

/// All that can change a ranking, beside the words of the task.
#[derive(Clone, Debug, Default)]
pub struct Asking {
    /// What the caller works on.
    pub at_hand: AtHand,
    /// What puts candidates into order.
    pub ranker: Ranker,
    /// Whether feedback on earlier answers moves symbols.
    pub feedback: bool,
    /// Which concept packs are heard.
    pub concepts: Concepts,
}

impl Asking {
    /// The task as it is ranked, and notes on what was left aside.
    pub(crate) fn read(&self, view: &View<'_>, text: &str) -> (Task, Vec<String>) {
        let (at_hand, mut notes) = self.at_hand.resolve(view);
        let mut task = Task { at_hand, ..Task::read(text) };
        if task.is_cut {
            notes.push(format!(
                "the task is long: the first {LONGEST_PROSE} bytes of its prose are read, and {MOST_MENTIONS} names, paths and stack frames each"
            ));
        }
        if self.feedback {
            notes.extend(feedback::advise(view, &mut task));
        }
        notes.extend(concepts::advise_on(view, &mut task, self.concepts));
        (task, notes)
    }
}
