//! The reasons for a symbol's rank, as short phrases.

use crate::advice;
use crate::model::Model;
use crate::past::Past;
use crate::pool::{Cause, Signal, Source};
use crate::ranking::Candidates;
use crate::task::Task;
use crate::wording::{self, Wording};
use fathom_graph::{EdgeKind, Graph};

/// A reason for a symbol's rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// A short phrase.
    pub text: String,
    /// Its part of the score.
    pub score: f32,
}

/// Most reasons of a symbol.
const REASONS: usize = 3;

/// What a reason is made of.
enum Origin<'t> {
    Signal(Signal, Cause),
    Advice(&'t str),
}

/// Formats the reasons of one answer.
pub(crate) struct ReasonFormatter<'t> {
    graph: &'t Graph<'t>,
    past: Option<&'t Past<'t>>,
    task: &'t Task,
    candidates: &'t Candidates,
    wording: Wording<'t>,
}

impl<'t> ReasonFormatter<'t> {
    pub(crate) fn new(
        graph: &'t Graph<'t>,
        past: Option<&'t Past<'t>>,
        task: &'t Task,
        candidates: &'t Candidates,
    ) -> ReasonFormatter<'t> {
        let wording = Wording::of(task, &candidates.matched.query);
        ReasonFormatter { graph, past, task, candidates, wording }
    }

    /// The first reasons of a candidate: the advice on it, then each signal by its effect on the model's
    /// score, largest first; last, advice against it.
    pub(crate) fn reasons(&self, model: &Model, candidate: usize) -> Vec<Reason> {
        let row = &self.candidates.pool.rows[candidate];
        let features = &self.candidates.features[candidate];
        let parts = model.explain(features);
        let mut origins: Vec<(f32, Origin<'_>)> = Vec::new();
        for signal in Signal::ALL {
            let share = features[2 * signal as usize];
            // A recursive call is not a reason.
            let cause = row.causes[signal as usize]
                .filter(|cause| cause.kind.is_none() || cause.from != Source::Symbol(row.symbol));
            if let Some(cause) = cause.filter(|_| share > 0.0) {
                let learned = parts[2 * signal as usize] + parts[2 * signal as usize + 1];
                // Words that are not in the task explain least.
                let most = if signal == Signal::Echo { 0.0 } else { f32::MAX };
                origins.push(((share + learned).min(most), Origin::Signal(signal, cause)));
            }
        }
        // Advice comes first, because it changed the order.
        let advice = advice::on(&self.task.advice, row.symbol);
        origins
            .extend(advice.map(|advice| (f32::MAX * advice.weight.signum(), Origin::Advice(&advice.reason))));
        origins.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut reasons: Vec<Reason> = Vec::with_capacity(REASONS);
        // Texts are written in their order until there are enough.
        for (score, origin) in origins {
            let text = match origin {
                Origin::Signal(signal, cause) => self.text(signal, cause),
                Origin::Advice(reason) => Some(reason.to_owned()),
            };
            if let Some(text) = text.filter(|text| reasons.iter().all(|other| other.text != *text)) {
                reasons.push(Reason { text, score });
            }
            if reasons.len() == REASONS {
                break;
            }
        }
        reasons
    }

    /// A cause as a short phrase; `None` if another reason already covers it.
    pub(crate) fn text(&self, signal: Signal, cause: Cause) -> Option<String> {
        let graph = self.graph;
        let from = match cause.from {
            Source::Symbol(symbol) => symbol,
            Source::Commit(place) => {
                let commit = self.past?.commits.get(place as usize)?;
                let subject = commit.message.lines().next().unwrap_or_default();
                return Some(format!(
                    "commit {} changed it: {subject}",
                    &commit.id[..commit.id.len().min(8)]
                ));
            }
        };
        if let Some(text) = self.task.at_hand.reason(graph, signal, from) {
            return Some(text);
        }
        let source = || graph.qualified_name(from);
        let place = || format!("{}:{}", graph.path(from), cause.line);
        let clause = |who: &str, whom: &str| match cause.kind {
            Some(EdgeKind::Type) => format!("{who} uses {whom} as a type"),
            Some(EdgeKind::Decorate) => format!("{who} is decorated by {whom}"),
            kind => format!("{who} {} {whom}", kind.map_or("", EdgeKind::word)),
        };
        Some(match signal {
            Signal::Words => match self.wording.in_declaration(graph, from) {
                Some(words) => words,
                None => "its body contains words of the task".to_owned(),
            },
            Signal::Names => match self.wording.in_name(graph, from) {
                Some(words) => format!("name contains {words}"),
                None => "its qualified name contains words of the task".to_owned(),
            },
            Signal::Whole => "every word of its name is in the task".to_owned(),
            Signal::Docs => format!("“{}” ({}) mentions it", graph.name(from), place()),
            Signal::Tests => format!("test {} ({}) uses it", graph.name(from), place()),
            Signal::Named => format!("the task names `{}`", graph.name(from)),
            Signal::Path => format!("the task names {}", graph.path(from)),
            Signal::Frame => "a stack frame of the task points into it".to_owned(),
            Signal::Owner => format!("its member {} matches", source()),
            Signal::Member => format!("its type {} matches", source()),
            Signal::Callee | Signal::Typed if cause.line > 0 => {
                format!("{} ({})", clause(&source(), "it"), place())
            }
            Signal::Callee | Signal::Typed => clause(&source(), "it"),
            Signal::Caller => clause("it", &source()),
            Signal::Kin => format!("inherits from {0} or is inherited by {0}, which matches", source()),
            Signal::Quoted => format!("the task quotes its message ({})", place()),
            Signal::Echo => {
                let words = wording::shared(graph, from, &self.candidates.matched.expansion)?;
                format!("shares {words} with the best matches")
            }
            Signal::Title | Signal::File | Signal::Walk | Signal::History => return None,
        })
    }
}
