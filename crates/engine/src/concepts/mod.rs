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
    /// What the repository teaches.
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
    /// What the repository teaches.
    Learned,
}

/// The concepts that match a task.
#[derive(Default)]
pub(crate) struct TaskConcepts {
    /// The matching concepts.
    pub(crate) spoken: Vec<(Kind, MatchedConcept)>,
    /// What was left aside.
    pub(crate) notes: Vec<String>,
}

/// Asks the packs of these kinds.
pub(crate) fn hear(view: &View<'_>, task: &Task, found: &SearchResults, concepts: Concepts) -> TaskConcepts {
    let mut heard = TaskConcepts::default();
    let mut question = Question::new(view.graph, found, task);
    if concepts.team {
        match Team::load(view.root()) {
            Ok(team) => team.speak(view, &mut question, &mut heard),
            Err(error) => heard.notes.push(format!("{error} Until then the team's concepts are left aside.")),
        }
    }
    if concepts.shipped {
        shipped::speak(view, &mut question, &mut heard);
    }
    if concepts.learned {
        let spoken = learned(&mut question, view.past());
        heard.spoken.extend(spoken.into_iter().map(|spoken| (Kind::Learned, spoken)));
    }
    heard
}

/// Lets packs of these kinds advise on a task. Gives notes on what was left aside.
pub(crate) fn advise_on(view: &View<'_>, task: &mut Task, concepts: Concepts) -> Vec<String> {
    // A name is looked up; nothing that its words suggest comes before its definitions.
    if concepts == Concepts::OFF || task.name.is_some() {
        return Vec::new();
    }
    let found = Arc::new(SearchResults::search(view.graph, view.words, task));
    let heard = hear(view, task, &found, concepts);
    task.advice.extend(heard.spoken.into_iter().flat_map(|(_, spoken)| spoken.advice));
    task.found = Some(found);
    heard.notes
}

/// Applies one concept, if the task contains enough of its phrases.
fn let_speak(
    question: &mut Question<'_, '_>,
    phrases: &[String],
    reason: &str,
    concept: impl FnOnce() -> Concept,
) -> Option<MatchedConcept> {
    let phrases = question.words.enough(phrases)?.into_iter().map(str::to_owned).collect();
    let advice = advise(question, &concept(), reason);
    Some(MatchedConcept { reason: reason.to_owned(), phrases, advice })
}
