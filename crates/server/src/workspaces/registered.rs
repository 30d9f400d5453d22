//! One registered workspace: its record, its index, and how fresh that is.

use super::WorkspaceRecord;
use fathom_engine::build::Options;
use fathom_engine::{Folders, SharedWorkspace, Workspace};
use fathom_protocol::{Error, ErrorCode};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Minimum time between comparisons with the files.
const LEAST_INTERVAL: Duration = Duration::from_secs(1);
/// A comparison costs at most this share of one core.
const COST_SHARE: u32 = 20;
/// A workspace without questions for this long is compared less often.
const IDLE_AFTER: Duration = Duration::from_mins(10);
/// The interval of such a workspace.
const IDLE_INTERVAL: Duration = Duration::from_secs(30);
/// Maximum time between comparisons, independent of their cost.
const MOST_INTERVAL: Duration = Duration::from_mins(1);

/// A workspace that a client can query.
pub struct RegisteredWorkspace {
    record: WorkspaceRecord,
    /// Set when a question or a refresh first needs it.
    shared: OnceLock<Arc<SharedWorkspace>>,
    freshness: Mutex<Freshness>,
    /// Counts refreshes that ended.
    ended: watch::Sender<u64>,
}

struct Freshness {
    /// When the running refresh began.
    refreshing: Option<Instant>,
    /// When the last refresh ended.
    ended: Option<Instant>,
    /// The cost of the last comparison without changes.
    cost: Duration,
    /// The time of the last question.
    asked: Instant,
    /// Why the last refresh failed.
    failure: Option<Error>,
}

impl RegisteredWorkspace {
    /// A workspace that is opened on first use.
    pub(super) fn new(record: WorkspaceRecord) -> RegisteredWorkspace {
        let freshness = Freshness {
            refreshing: None,
            ended: None,
            cost: Duration::ZERO,
            asked: Instant::now(),
            failure: None,
        };
        RegisteredWorkspace {
            record,
            shared: OnceLock::new(),
            freshness: Mutex::new(freshness),
            ended: watch::Sender::new(0),
        }
    }

    /// A workspace that was just found.
    pub(super) fn opened(record: WorkspaceRecord, workspace: Workspace) -> RegisteredWorkspace {
        let registered = RegisteredWorkspace::new(record);
        // The cell is empty.
        let _ = registered.shared.set(Arc::new(SharedWorkspace::new(workspace)));
        registered
    }

    /// Its hash, folder and name.
    pub fn record(&self) -> &WorkspaceRecord {
        &self.record
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        Path::new(&self.record.root_path)
    }

    /// Its index, if it is open.
    pub(crate) fn shared(&self) -> Option<&Arc<SharedWorkspace>> {
        self.shared.get()
    }

    /// Its index, found again where it was saved by an earlier process. Reads the file system.
    pub(super) fn open(&self, folders: &Folders, first: &Options) -> Result<Arc<SharedWorkspace>, Error> {
        if let Some(shared) = self.shared.get() {
            return Ok(shared.clone());
        }
        let found = Workspace::find(self.root(), folders).ok().filter(|found| found.root() == self.root());
        let workspace = found.ok_or_else(|| {
            let message = format!("the folder of workspace `{}` is gone", self.record.name);
            Error::new(ErrorCode::NotFound, message, "register the folder where the repository is now")
        })?;
        let shared = SharedWorkspace::new(workspace.with_first_options(first));
        Ok(self.shared.get_or_init(|| Arc::new(shared)).clone())
    }

    /// Time between comparisons with the files.
    pub(super) fn interval(&self) -> Duration {
        let freshness = self.freshness();
        let interval = (freshness.cost * COST_SHARE).max(LEAST_INTERVAL);
        let is_gone = freshness.failure.as_ref().is_some_and(|error| error.code == ErrorCode::NotFound);
        let is_idle = is_gone || freshness.asked.elapsed() > IDLE_AFTER;
        let interval = if is_idle { interval.max(IDLE_INTERVAL) } else { interval };
        interval.min(MOST_INTERVAL)
    }

    /// Whether it is time for the next comparison.
    pub(super) fn is_due(&self) -> bool {
        let interval = self.interval();
        let freshness = self.freshness();
        freshness.refreshing.is_none() && freshness.ended.is_none_or(|ended| ended.elapsed() >= interval)
    }

    /// Records the time of a question.
    pub(super) fn note_question(&self) {
        self.freshness().asked = Instant::now();
    }

    /// Records that a refresh begins; `false` if one is running.
    pub(super) fn begin_refresh(&self) -> bool {
        let mut freshness = self.freshness();
        let begins = freshness.refreshing.is_none();
        freshness.refreshing.get_or_insert_with(Instant::now);
        begins
    }

    /// Records the end of a refresh: whether it changed the index, or why it failed.
    pub(super) fn end_refresh(&self, cost: Duration, result: Result<bool, Error>) {
        let mut freshness = self.freshness();
        freshness.refreshing = None;
        freshness.ended = Some(Instant::now());
        if let Ok(false) = result {
            freshness.cost = cost;
        }
        freshness.failure = result.err();
        drop(freshness);
        self.ended.send_modify(|ended| *ended += 1);
    }

    /// How long the running refresh has taken.
    pub(super) fn refreshing_for(&self) -> Option<Duration> {
        self.freshness().refreshing.map(|since| since.elapsed())
    }

    /// Why the last refresh failed.
    pub(super) fn failure(&self) -> Option<Error> {
        self.freshness().failure.clone()
    }

    /// Receives the end of each later refresh.
    pub(super) fn refreshes(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }

    fn freshness(&self) -> MutexGuard<'_, Freshness> {
        self.freshness.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{IDLE_INTERVAL, LEAST_INTERVAL, MOST_INTERVAL, RegisteredWorkspace};
    use crate::workspaces::WorkspaceRecord;
    use fathom_protocol::{Error, ErrorCode};
    use std::path::Path;
    use std::time::Duration;

    #[test]
    fn comparisons_are_as_far_apart_as_they_are_costly() {
        let workspace = RegisteredWorkspace::new(WorkspaceRecord::new(Path::new("/shop"), "/shop", &[]));
        let after = |milliseconds: u64, result: Result<bool, Error>| {
            workspace.end_refresh(Duration::from_millis(milliseconds), result);
            workspace.interval()
        };
        assert_eq!(workspace.interval(), LEAST_INTERVAL);
        assert_eq!(after(10, Ok(false)), LEAST_INTERVAL);
        assert_eq!(after(200, Ok(false)), Duration::from_secs(4));
        // Indexing changes is not a comparison.
        assert_eq!(after(60_000, Ok(true)), Duration::from_secs(4));
        assert_eq!(after(60_000, Ok(false)), MOST_INTERVAL);
        assert_eq!(after(1, Ok(false)), LEAST_INTERVAL);
        assert_eq!(after(1, Err(Error::new(ErrorCode::Busy, "git writes", ""))), LEAST_INTERVAL);
        assert_eq!(after(1, Err(Error::new(ErrorCode::NotFound, "gone", ""))), IDLE_INTERVAL);
    }
}
