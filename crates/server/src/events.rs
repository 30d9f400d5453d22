//! Events of workspaces: indexing progress, new snapshots, failures.

use crate::workspaces::WorkspaceRecord;
use fathom_engine::{Phase, Progress};
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

/// Events that a slow reader may be behind before it loses some.
const BACKLOG: usize = 256;
/// Progress is reported at most this often.
const STEP: Duration = Duration::from_millis(100);

/// Something that happened to a workspace.
#[derive(Clone, Debug, Serialize)]
pub struct Event {
    /// The workspace's hash.
    pub workspace_hash: String,
    /// Its name.
    pub name: String,
    /// The event.
    #[serde(flatten)]
    pub change: Change,
}

/// The event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Change {
    /// Indexing goes on.
    Progress {
        /// The name of the phase.
        phase: &'static str,
        /// Files that are done.
        done: usize,
        /// Files in this phase; 0 where they are not counted.
        total: usize,
    },
    /// A new snapshot answers from now on.
    Snapshot {
        /// Its commit.
        commit: Option<String>,
        /// Whether files differ from that commit.
        dirty: bool,
        /// Milliseconds that the refresh took.
        elapsed_ms: u64,
    },
    /// The index could not be brought up to date.
    Failure {
        /// Why.
        message: String,
    },
}

impl Change {
    /// The name of the event in `/events`.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Change::Progress { .. } => "progress",
            Change::Snapshot { .. } => "snapshot",
            Change::Failure { .. } => "failure",
        }
    }
}

/// Sends events to subscribers.
#[derive(Clone, Debug)]
pub(crate) struct Events(broadcast::Sender<Event>);

impl Events {
    pub(crate) fn new() -> Events {
        Events(broadcast::Sender::new(BACKLOG))
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.0.subscribe()
    }

    pub(crate) fn send(&self, record: &WorkspaceRecord, change: Change) {
        let (workspace_hash, name) = (record.workspace_hash.clone(), record.name.clone());
        // Without subscribers, events are dropped.
        let _ = self.0.send(Event { workspace_hash, name, change });
    }
}

/// Progress of one refresh as events.
pub(crate) struct ProgressEvents {
    events: Events,
    record: WorkspaceRecord,
    done: AtomicUsize,
    phase: Mutex<(Option<Phase>, usize, Instant)>,
}

impl ProgressEvents {
    pub(crate) fn new(events: &Events, record: &WorkspaceRecord) -> ProgressEvents {
        ProgressEvents {
            events: events.clone(),
            record: record.clone(),
            done: AtomicUsize::new(0),
            phase: Mutex::new((None, 0, Instant::now())),
        }
    }

    fn report(&self, phase: Phase, total: usize) {
        let done = self.done.load(Ordering::Relaxed);
        self.events.send(&self.record, Change::Progress { phase: phase.words(), done, total });
    }
}

impl Progress for ProgressEvents {
    fn start(&self, phase: Phase, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = (Some(phase), total, Instant::now());
        // A comparison that finds nothing only lists files; it is not worth an event.
        if phase != Phase::Walk {
            self.report(phase, total);
        }
    }

    fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
        // Another thread reports already, or will.
        let Ok(mut current) = self.phase.try_lock() else { return };
        let (Some(phase), total, reported) = *current else { return };
        if reported.elapsed() >= STEP {
            current.2 = Instant::now();
            drop(current);
            self.report(phase, total);
        }
    }
}
