//! How a task is asked: what `context` and `explain` share, so that the one
//! explains the answer of the other.

use super::{Ranker, WorkingSet, feedback, filter, named};
use crate::concepts::{self, Concepts};
use crate::{EngineError, View};
use fathom_graph::SymbolId;
use fathom_protocol::context::ConceptSource;
use fathom_protocol::{Diff, Filter, OneOrMany};
use fathom_rank::{
    FileFilter, FileModel, LONGEST_PROSE, MOST_MENTIONS, Rankers, Ranking, Refinement, Task, advice_of_hints,
    rank, unmatched_hints,
};

/// All that can change a ranking, beside the words of the task.
#[derive(Clone, Debug, Default)]
pub struct RankingInputs {
    /// The files and diff that the caller works on.
    pub working_set: WorkingSet,
    /// The ranker.
    pub ranker: Ranker,
    /// Whether feedback on earlier answers moves symbols.
    pub feedback: bool,
    /// Which concept packs are enabled.
    pub concepts: Concepts,
    /// Words and identifiers that the caller expects in the code.
    pub hints: Vec<String>,
    /// Symbols of an earlier answer that were right.
    pub more_like: Vec<String>,
    /// Symbols of an earlier answer that were wrong.
    pub not: Vec<String>,
}

/// The parts of a request that change a ranking.
pub(crate) struct RankingOptions<'r> {
    pub(crate) hints: &'r OneOrMany,
    pub(crate) more_like: &'r OneOrMany,
    pub(crate) not: &'r OneOrMany,
    pub(crate) files: &'r OneOrMany,
    pub(crate) diff: Option<&'r Diff>,
    pub(crate) no_feedback: bool,
    pub(crate) concepts: &'r [ConceptSource],
}

impl From<RankingOptions<'_>> for RankingInputs {
    fn from(options: RankingOptions<'_>) -> RankingInputs {
        let RankingOptions { hints, more_like, not, files, diff, no_feedback, concepts } = options;
        RankingInputs {
            working_set: WorkingSet { files: files.0.clone(), diff: diff.map(|diff| diff.0.clone()) },
            ranker: Ranker::default(),
            feedback: !no_feedback,
            concepts: Concepts::from_sources(concepts),
            hints: hints.0.clone(),
            more_like: more_like.0.clone(),
            not: not.0.clone(),
        }
    }
}

impl RankingInputs {
    /// Ranks the symbols of the files that may answer, and those files, with notes on what was not used.
    pub(crate) fn rank(
        &self,
        view: &View<'_>,
        text: &str,
        filter: &Filter,
        most: usize,
    ) -> Result<(Ranking, Vec<String>), EngineError> {
        let files = self.ranker.files()?;
        self.rank_by(view, text, filter, most, Some(&files))
    }

    /// Ranks symbols alone.
    pub(crate) fn rank_symbols(
        &self,
        view: &View<'_>,
        text: &str,
        filter: &Filter,
        most: usize,
    ) -> Result<Vec<SymbolId>, EngineError> {
        let (ranking, _) = self.rank_by(view, text, filter, most, None)?;
        Ok(ranking.symbols.iter().map(|ranked| ranked.symbol).collect())
    }

    fn rank_by(
        &self,
        view: &View<'_>,
        text: &str,
        filter: &Filter,
        most: usize,
        files: Option<&FileModel>,
    ) -> Result<(Ranking, Vec<String>), EngineError> {
        let symbols = self.ranker.symbols()?;
        let (task, notes) = self.read(view, text);
        let allowed = filter::files(view, filter)?;
        let holds = |file| allowed.hold(file);
        let keeps: Option<FileFilter<'_>> = if allowed.are_all() { None } else { Some(&holds) };
        let rankers = Rankers { symbols: &symbols, files };
        Ok((rank(view.repository(), rankers, &task, most, keeps), notes))
    }

    /// The task as it is ranked, and notes on what was ignored.
    pub(crate) fn read(&self, view: &View<'_>, text: &str) -> (Task, Vec<String>) {
        let (working_set, mut notes) = self.working_set.resolve(view);
        let mut task = Task::read(text).with_hints(&self.hints);
        task.at_hand = working_set;
        task.advice.extend(advice_of_hints(view.graph, &task.hints));
        let unmatched = unmatched_hints(view.graph, view.words, &task.hints);
        if !unmatched.is_empty() {
            notes.push(format!("These hints match nothing and were ignored: {}.", unmatched.join(", ")));
        }
        self.refine(view, &mut task, &mut notes);
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

    /// Adds what was right and wrong in an earlier answer; a note on each name that nothing has.
    fn refine(&self, view: &View<'_>, task: &mut Task, notes: &mut Vec<String>) {
        let mut resolve = |names: &[String]| -> Vec<SymbolId> {
            let mut symbols = Vec::new();
            for name in names {
                match named(view, name) {
                    Ok(found) => symbols.extend(found),
                    Err(_) => notes.push(format!("{name} is not in the index and was ignored.")),
                }
            }
            symbols
        };
        task.refinement = Refinement { more_like: resolve(&self.more_like), unlike: resolve(&self.not) };
    }
}
