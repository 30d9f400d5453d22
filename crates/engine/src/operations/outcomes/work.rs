//! Work logs: recorded, and read by the expert `next`.

use crate::operations::named::from_root;
use crate::{EngineError, View};
use fathom_experts::work_log::{self, Episode, Step};
use fathom_store::{LocalState, StateStore};
use serde::Serialize;

/// The newest episodes that are read.
const MOST: usize = 2_000;

/// What was recorded.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct RecordedWork {
    /// Changes.
    pub episodes: usize,
    /// Their steps.
    pub steps: usize,
}

/// Records the episodes of a log. One that is recorded again is replaced.
pub fn record_work(view: &View<'_>, log: &str) -> Result<RecordedWork, EngineError> {
    let episodes = read_work(view, log)?;
    let stored: Vec<fathom_store::Episode> = episodes.iter().map(stored).collect();
    if !stored.is_empty() {
        LocalState::of(view.home()).record_work(&stored)?;
    }
    let steps = episodes.iter().map(|episode| episode.steps.len()).sum();
    Ok(RecordedWork { episodes: episodes.len(), steps })
}

/// The episodes of a log, with paths from the root.
pub(crate) fn read_work(view: &View<'_>, log: &str) -> Result<Vec<Episode>, EngineError> {
    let mut episodes = work_log::read(log).map_err(|error| EngineError::Request(error.to_string()))?;
    for step in episodes.iter_mut().flat_map(|episode| &mut episode.steps) {
        if let Step::Edit(path) = step {
            *path = from_root(view.root(), path);
        }
    }
    Ok(episodes)
}

/// The recorded episodes; none if they cannot be read.
pub(crate) fn recorded_work(view: &View<'_>) -> Vec<Episode> {
    let stored = LocalState::of(view.home()).work(MOST).unwrap_or_default();
    stored.into_iter().map(episode).collect()
}

fn stored(episode: &Episode) -> fathom_store::Episode {
    let step = |step: &Step| {
        let (kind, text) = match step {
            Step::Edit(path) => ("edit", path),
            Step::Command(command) => ("command", command),
            Step::Commit(commit) => ("commit", commit),
        };
        fathom_store::Step { kind: kind.to_owned(), text: text.clone() }
    };
    let steps = episode.steps.iter().map(step).collect();
    fathom_store::Episode { key: episode.key.clone(), time: episode.time, steps }
}

fn episode(stored: fathom_store::Episode) -> Episode {
    let step = |step: fathom_store::Step| match step.kind.as_str() {
        "edit" => Some(Step::Edit(step.text)),
        "command" => Some(Step::Command(step.text)),
        "commit" => Some(Step::Commit(step.text)),
        _ => None,
    };
    Episode { key: stored.key, time: stored.time, steps: stored.steps.into_iter().filter_map(step).collect() }
}

/// The recorded episodes as a log that [`record_work`] reads.
pub(super) fn exported(view: &View<'_>) -> Result<String, EngineError> {
    let mut episodes = LocalState::of(view.home()).work(usize::MAX)?;
    episodes.reverse();
    let mut text = String::new();
    for episode in episodes {
        for fathom_store::Step { kind, text: value } in episode.steps {
            let key = match kind.as_str() {
                "edit" => "path",
                other => other,
            };
            let line = serde_json::json!({
                "session": episode.key, "time": episode.time, "event": kind, key: value,
            });
            text.push_str(&line.to_string());
            text.push('\n');
        }
    }
    Ok(text)
}
