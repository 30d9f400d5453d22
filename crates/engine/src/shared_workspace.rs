//! A workspace that a long-running process answers from: one open index for all
//! threads, one writer at a time.
//!
//! A question takes the current index and keeps it until it is answered. A
//! refresh opens the next one beside it and replaces it in one step, so a
//! question sees the old state or the new one, never a mixture.

use crate::open_index::OpenIndex;
use crate::view::View;
use crate::workspace::{Refresh, Workspace};
use crate::{Cancellation, EngineError, NoProgress, Progress};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long questions wait for the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitLimits {
    /// An index that was compared with the files this recently is used as it is.
    pub fresh_for: Duration,
    /// How long a question waits for a refresh by another thread before it answers from the index
    /// as it was.
    pub refresh: Duration,
    /// How long a question waits for the first index.
    pub first: Duration,
}

impl Default for WaitLimits {
    fn default() -> WaitLimits {
        WaitLimits {
            fresh_for: Duration::from_secs(1),
            refresh: Duration::from_secs(1),
            first: Duration::from_secs(45),
        }
    }
}

/// A workspace with its current index.
pub struct SharedWorkspace {
    workspace: Workspace,
    current: Mutex<Current>,
    /// Signalled when a refresh ends.
    refreshed: Condvar,
    /// Held while the experts learn ahead.
    preparing: Mutex<()>,
}

#[derive(Default)]
struct Current {
    index: Option<Arc<OpenIndex>>,
    /// When the last comparison with the files began.
    checked: Option<Instant>,
    /// Whether a thread refreshes it now.
    refreshing: bool,
    /// Why the last refresh failed.
    failure: Option<String>,
    /// Counts refreshes that ended.
    ended: u64,
}

impl SharedWorkspace {
    /// A workspace without an open index; the first question or [`SharedWorkspace::refresh`] opens it.
    pub fn new(workspace: Workspace) -> SharedWorkspace {
        SharedWorkspace {
            workspace,
            current: Mutex::default(),
            refreshed: Condvar::new(),
            preparing: Mutex::default(),
        }
    }

    /// The workspace.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        self.workspace.root()
    }

    /// The index as it is, if one is open.
    pub fn current(&self) -> Option<Arc<OpenIndex>> {
        self.lock().index.clone()
    }

    /// Time since the index was last compared with the files.
    pub fn age(&self) -> Option<Duration> {
        self.lock().checked.map(|checked| checked.elapsed())
    }

    /// Whether a thread refreshes the index now.
    pub fn is_refreshing(&self) -> bool {
        self.lock().refreshing
    }

    /// Brings the index up to date. Where another thread does so already, waits for it. `true` if
    /// the content of the index changed.
    pub fn refresh(&self, progress: &dyn Progress) -> Result<bool, EngineError> {
        let Some(_refresher) = self.claim() else {
            let current = self.lock();
            let ended = current.ended;
            drop(self.refreshed.wait_while(current, |current| current.refreshing && current.ended == ended));
            return Ok(false);
        };
        let before = self.current();
        let started = Instant::now();
        let known = before.as_ref().map(|index| index.loaded());
        let opened = self.workspace.open_after(known, Refresh::Update, progress);
        let mut current = self.lock();
        match opened {
            Ok(index) => {
                let changed = known.is_none_or(|known| !Arc::ptr_eq(known, index.loaded()));
                current.index = Some(Arc::new(index));
                current.checked = Some(started);
                current.failure = None;
                Ok(changed)
            }
            Err(error) => {
                current.failure = Some(error.to_string());
                Err(error)
            }
        }
    }

    /// Lets the experts read the commits of the current index and learn ahead, so that no prediction
    /// waits for it. For a thread of its own, after a refresh; does nothing where they were never asked.
    pub fn prepare_experts(&self) -> Result<bool, EngineError> {
        let (Some(index), Ok(_turn)) = (self.current(), self.preparing.try_lock()) else { return Ok(false) };
        index.loaded().prepare_experts(&NoProgress)
    }

    /// Answers from an index that is as fresh as `limits` asks for. Where files whose code the
    /// answer shows change meanwhile, refreshes and answers once more.
    pub fn ask<T>(
        &self,
        limits: WaitLimits,
        progress: &dyn Progress,
        answer: impl Fn(&View<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        self.ask_until(&Cancellation::default(), limits, progress, answer)
    }

    /// The same, until it is cancelled: work that has begun ends at its next step.
    pub fn ask_until<T>(
        &self,
        cancellation: &Cancellation,
        limits: WaitLimits,
        progress: &dyn Progress,
        answer: impl Fn(&View<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        cancellation.check()?;
        let index = self.fresh(limits, progress)?;
        let first = {
            let mut view = index.view();
            view.retries = true;
            view.cancellation = cancellation.clone();
            answer(&view).and_then(|response| view.check_unchanged().map(|()| response))
        };
        match first {
            Err(EngineError::Changed) => self.refresh(progress)?,
            Err(error) if error.is_damage() => {
                self.lock().index = None;
                crate::build::repair(&self.workspace, None, progress)?;
                self.refresh(progress)?
            }
            result => return result,
        };
        let index = self.current().unwrap_or(index);
        let mut view = index.view();
        view.cancellation = cancellation.clone();
        answer(&view)
    }

    /// The index, compared with the files as recently as `limits` asks for.
    pub fn fresh(&self, limits: WaitLimits, progress: &dyn Progress) -> Result<Arc<OpenIndex>, EngineError> {
        let since = Instant::now();
        loop {
            let current = self.lock();
            let fresh = current.checked.is_some_and(|checked| checked.elapsed() <= limits.fresh_for);
            if let Some(index) = current.index.as_ref().filter(|_| fresh) {
                return Ok(index.clone());
            }
            if !current.refreshing {
                drop(current);
                self.refresh(progress)?;
                continue;
            }
            let limits = if current.index.is_some() { limits.refresh } else { limits.first };
            let Some(left) = limits.checked_sub(since.elapsed()) else {
                return as_it_is(&current);
            };
            let ended = current.ended;
            let wait = |current: &mut Current| current.refreshing && current.ended == ended;
            let (current, timeout) = self
                .refreshed
                .wait_timeout_while(current, left, wait)
                .unwrap_or_else(PoisonError::into_inner);
            // An update that another thread has just finished is fresh enough for this query.
            if let Some(index) = current.index.as_ref().filter(|_| !timeout.timed_out()) {
                return Ok(index.clone());
            }
        }
    }

    /// Makes this thread the one that refreshes, unless another is.
    fn claim(&self) -> Option<Refresher<'_>> {
        let mut current = self.lock();
        if current.refreshing {
            return None;
        }
        current.refreshing = true;
        Some(Refresher { workspace: self })
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The index as it was, marked as being replaced; an error where there is none.
fn as_it_is(current: &Current) -> Result<Arc<OpenIndex>, EngineError> {
    let index = current.index.as_ref().ok_or(EngineError::NotIndexed)?;
    let mut state = index.state().clone();
    state.indexing = true;
    Ok(Arc::new(index.with_state(state)))
}

/// Marks the workspace as no longer refreshing, also after a panic.
struct Refresher<'w> {
    workspace: &'w SharedWorkspace,
}

impl Drop for Refresher<'_> {
    fn drop(&mut self) {
        let mut current = self.workspace.lock();
        current.refreshing = false;
        current.ended += 1;
        drop(current);
        self.workspace.refreshed.notify_all();
    }
}
