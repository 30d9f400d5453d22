//! Concept packs: their sources, and which match a task.
//!
//! There are three kinds: the team's own (`.fathom/concepts.toml`), shipped packs for frameworks that
//! the repository depends on, and packs learned from the repository's docs, tests and commits.
//! [`fathom_rank::concepts`] defines the content of a pack.

mod dependencies;
mod file;
mod shipped;
mod team;

pub(crate) use shipped::applied;
pub(crate) use team::{PATH as TEAM, Team};

use crate::View;
use fathom_protocol::context::ConceptSource;
use fathom_rank::concepts::{Concept, MatchedConcept, Question, advise, learned};
use fathom_rank::{SearchResults, Task};
use serde::Serialize;
use std::sync::Arc;

/// The kinds of packs to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concepts {
    /// The team's own.
    pub team: bool,
    /// Those of frameworks.
    pub shipped: bool,
    /// Learned from the repository.
    pub learned: bool,
}

impl Concepts {
    /// None.
    pub const OFF: Concepts = Concepts { team: false, shipped: false, learned: false };
    /// The default kinds.
    pub const ON: Concepts = Concepts { team: true, shipped: true, learned: true };
    /// The packs that a request names; those of the default where it names none.
    pub fn from_sources(sources: &[ConceptSource]) -> Concepts {
        let has = |source| sources.contains(&source);
        if sources.is_empty() || has(ConceptSource::On) {
            return Concepts::ON;
        }
        Concepts {
            team: has(ConceptSource::Team),
            shipped: has(ConceptSource::Shipped),
            learned: has(ConceptSource::Learned),
        }
    }

    /// Every kind there is.
    pub const ALL: Concepts = Concepts { team: true, shipped: true, learned: true };
}

/// The kind of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The team's own.
    Team,
    /// A framework's.
    Shipped,
    /// Learned from the repository.
    Learned,
}

/// The concepts that match a task.
#[derive(Default)]
pub(crate) struct TaskConcepts {
    /// The matching concepts.
    pub(crate) matches: Vec<(Kind, MatchedConcept)>,
    /// Notes on what was not used.
    pub(crate) notes: Vec<String>,
}

/// Matches the packs of these kinds with a task.
pub(crate) fn match_packs(
    view: &View<'_>,
    task: &Task,
    found: &SearchResults,
    concepts: Concepts,
) -> TaskConcepts {
    let mut result = TaskConcepts::default();
    let mut question = Question::new(view.graph, found, task);
    if concepts.team {
        match Team::load(view.root()) {
            Ok(team) => team.match_task(view, &mut question, &mut result),
            Err(error) => result.notes.push(format!("{error} Until then the team's concepts are not used.")),
        }
    }
    if concepts.shipped {
        shipped::match_task(view, &mut question, &mut result);
    }
    if concepts.learned {
        let found = learned(&mut question, view.past());
        result.matches.extend(found.into_iter().map(|concept| (Kind::Learned, concept)));
    }
    result
}

/// Adds the advice of packs of these kinds to a task. Returns notes on what was not used.
pub(crate) fn advise_on(view: &View<'_>, task: &mut Task, concepts: Concepts) -> Vec<String> {
    // A name is looked up; nothing that its words suggest comes before its definitions.
    if concepts == Concepts::OFF || task.name.is_some() {
        return Vec::new();
    }
    let found = Arc::new(SearchResults::search(view.graph, view.words, task));
    let result = match_packs(view, task, &found, concepts);
    task.advice.extend(result.matches.into_iter().flat_map(|(_, concept)| concept.advice));
    task.found = Some(found);
    result.notes
}

/// Applies one concept, if the task contains enough of its phrases.
fn match_concept(
    question: &mut Question<'_, '_>,
    phrases: &[String],
    reason: &str,
    concept: impl FnOnce() -> Concept,
) -> Option<MatchedConcept> {
    let phrases = question.words.enough(phrases)?.into_iter().map(str::to_owned).collect();
    let advice = advise(question, &concept(), reason);
    Some(MatchedConcept { reason: reason.to_owned(), phrases, advice })
}
