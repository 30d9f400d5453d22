//! How far indexing is: written by the thread that indexes, read by every call that waits for it.

use fathom_engine::{Phase, Progress};
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::{Peer, RoleServer};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often a client that waits is notified.
const INTERVAL: Duration = Duration::from_millis(500);

/// How much further a notification is where nothing is counted.
const SMALLEST_STEP: f64 = 1.0 / 64.0;

/// Phases with the share of the work that is done before each, in percent.
const PHASES: [(Phase, f64); 6] = [
    (Phase::Walk, 0.0),
    (Phase::Parse, 10.0),
    (Phase::Link, 70.0),
    (Phase::Write, 85.0),
    (Phase::History, 90.0),
    (Phase::Training, 95.0),
];

/// The state of the indexing of one workspace.
#[derive(Default)]
pub(super) struct IndexProgress {
    phase: Mutex<Option<Stage>>,
    done: AtomicUsize,
}

#[derive(Clone, Copy)]
enum Stage {
    Phase {
        phase: Phase,
        total: usize,
    },
    /// Another process writes the index.
    Waiting {
        process: Option<u32>,
    },
}

/// How far it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct IndexingState {
    /// An estimate, from 0 to 100.
    pub(super) percent: u32,
    pub(super) message: String,
}

impl IndexProgress {
    /// Begins a new refresh.
    pub(super) fn reset(&self) {
        self.set(None);
    }

    /// How far it is now.
    pub(super) fn state(&self) -> IndexingState {
        let stage = *self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        let (phase, total) = match stage {
            None => return IndexingState { percent: 0, message: "comparing files with the index".into() },
            Some(Stage::Waiting { process }) => {
                let process = process.map_or(String::new(), |number| format!(" (process {number})"));
                let message = format!("another process{process} is indexing this repository");
                return IndexingState { percent: 0, message };
            }
            Some(Stage::Phase { phase, total }) => (phase, total),
        };
        let at = PHASES.iter().position(|(one, _)| *one == phase).unwrap_or_default();
        let (from, to) = (PHASES[at].1, PHASES.get(at + 1).map_or(100.0, |(_, from)| *from));
        let done = self.done.load(Ordering::Relaxed).min(total);
        let share = if total == 0 { 0.0 } else { done as f64 / total as f64 };
        let counted = if total == 0 { String::new() } else { format!(", {done} of {total}") };
        IndexingState {
            percent: (from + (to - from) * share).round() as u32,
            message: format!("indexing: {}{counted}", phase.words()),
        }
    }

    fn set(&self, stage: Option<Stage>) {
        self.done.store(0, Ordering::Relaxed);
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }
}

impl Progress for IndexProgress {
    fn start(&self, phase: Phase, total: usize) {
        self.set(Some(Stage::Phase { phase, total }));
    }

    fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn waiting(&self, process: Option<u32>) {
        self.set(Some(Stage::Waiting { process }));
    }
}

/// Notifies a client again and again how far indexing is; to be dropped when the wait is over.
pub(super) async fn notify(
    peer: &Peer<RoleServer>,
    token: ProgressToken,
    progress: &IndexProgress,
) -> Infallible {
    let mut last = 0.0;
    loop {
        tokio::time::sleep(INTERVAL).await;
        let state = progress.state();
        // The protocol requires increasing progress values.
        last = f64::from(state.percent).max(last + SMALLEST_STEP);
        let notification =
            ProgressNotificationParam::new(token.clone(), last).with_total(100.0).with_message(state.message);
        // A client that went away is noticed where the answer is written.
        let _ = peer.notify_progress(notification).await;
    }
}

#[cfg(test)]
mod tests {
    use super::{IndexProgress, IndexingState};
    use fathom_engine::{Phase, Progress};

    #[test]
    fn the_percentage_grows_through_the_phases() {
        let progress = IndexProgress::default();
        assert_eq!(progress.state().percent, 0);
        progress.start(Phase::Parse, 4);
        progress.step();
        assert_eq!(
            progress.state(),
            IndexingState { percent: 25, message: "indexing: reading files, 1 of 4".into() }
        );
        progress.start(Phase::History, 0);
        assert_eq!(
            progress.state(),
            IndexingState { percent: 90, message: "indexing: reading history".into() }
        );
        progress.waiting(Some(7));
        assert_eq!(progress.state().message, "another process (process 7) is indexing this repository");
        progress.reset();
        assert_eq!(progress.state().message, "comparing files with the index");
    }
}
