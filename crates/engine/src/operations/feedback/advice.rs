//! The effect of feedback on a task.

use super::judged::Code;
use crate::{EngineError, View};
use fathom_rank::{Likeness, PastVerdict, Task, learned};
use fathom_store::{LocalState, StateStore};

/// Adds what was learned from tasks like it; a note if feedback could not be
/// read; the answer is given all the same.
pub(crate) fn advise(view: &View<'_>, task: &mut Task) -> Option<String> {
    match judged(view, task) {
        Ok(judged) => {
            task.advice.extend(learned(&judged));
            None
        }
        Err(error) => Some(format!("Feedback was ignored: {error}.")),
    }
}

/// The verdicts of similar tasks whose code is unchanged.
fn judged(view: &View<'_>, task: &Task) -> Result<Vec<PastVerdict>, EngineError> {
    let state = LocalState::of(view.home());
    let tasks = state.judged_tasks()?;
    if tasks.is_empty() {
        return Ok(Vec::new());
    }
    let mut likeness = Likeness::new(view.words, task);
    let mut code = Code::new(view);
    let mut judged = Vec::new();
    for other in tasks {
        let Some(likeness) = likeness.to(&other) else { continue };
        for verdict in state.verdicts(Some(&other))? {
            let Some((symbols, now)) = code.of(&verdict.symbol) else { continue };
            if now != verdict.code {
                continue;
            }
            judged.extend(symbols.into_iter().map(|symbol| PastVerdict {
                symbol,
                used: verdict.used,
                times: verdict.times,
                task: other.clone(),
                likeness,
            }));
        }
    }
    Ok(judged)
}
