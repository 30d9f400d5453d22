//! How a task is asked: what `context` and `explain` share, so that the one
//! explains the answer of the other.

use super::{AtHand, Ranker, feedback, filter};
use crate::concepts::{self, Concepts};
use crate::{EngineError, View};
use fathom_protocol::context::ConceptSource;
use fathom_protocol::{Diff, Filter, OneOrMany};
use fathom_rank::{LONGEST_PROSE, MOST_MENTIONS, Ranking, Task, rank, rank_within};
use std::borrow::Cow;

/// All that can change a ranking, beside the words of the task.
#[derive(Clone, Debug, Default)]
pub struct Asking {
    /// What the caller works on.
    pub at_hand: AtHand,
    /// What puts candidates into order.
    pub ranker: Ranker,
    /// Whether feedback on earlier answers moves symbols.
    pub feedback: bool,
    /// Which concept packs are enabled.
    pub concepts: Concepts,
    /// Words and identifiers that the caller expects in the code.
    pub hints: Vec<String>,
}

/// The parts of a request that change a ranking.
pub(crate) struct RankingOptions<'r> {
    pub(crate) hints: &'r OneOrMany,
    pub(crate) files: &'r OneOrMany,
    pub(crate) diff: Option<&'r Diff>,
    pub(crate) no_feedback: bool,
    pub(crate) concepts: &'r [ConceptSource],
}

impl From<RankingOptions<'_>> for Asking {
    fn from(options: RankingOptions<'_>) -> Asking {
        let RankingOptions { hints, files, diff, no_feedback, concepts } = options;
        Asking {
            at_hand: AtHand { files: files.0.clone(), diff: diff.map(|diff| diff.0.clone()) },
            ranker: Ranker::BuiltIn,
            feedback: !no_feedback,
            concepts: Concepts::from_sources(concepts),
            hints: hints.0.clone(),
        }
    }
}

impl Asking {
    /// Ranks the symbols of the files that may answer, with notes on what was not used.
    pub(crate) fn rank(
        &self,
        view: &View<'_>,
        text: &str,
        filter: &Filter,
        most: usize,
    ) -> Result<(Ranking, Vec<String>), EngineError> {
        let model = self.ranker.model()?;
        let (task, notes) = self.read(view, text);
        let allowed = filter::files(view, filter)?;
        let ranking = if allowed.are_all() {
            rank(view.graph, view.words, view.past(), &model, &task, most)
        } else {
            let holds = |file| allowed.hold(file);
            rank_within(view.graph, view.words, view.past(), &model, &task, most, &holds)
        };
        Ok((ranking, notes))
    }

    /// The task as it is ranked, and notes on what was left aside.
    pub(crate) fn read(&self, view: &View<'_>, text: &str) -> (Task, Vec<String>) {
        let (at_hand, mut notes) = self.at_hand.resolve(view);
        // Hints are words of the task.
        let text = if self.hints.is_empty() {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(format!("{text} {}", self.hints.join(" ")))
        };
        let mut task = Task { at_hand, ..Task::read(&text) };
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
