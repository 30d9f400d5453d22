//! Keeps the index of a workspace as fresh as each question needs it, on a thread of its own.
//!
//! A question waits for a comparison of the files with the index that began after the question
//! arrived, so an edit before a question is in its answer. Questions that arrive meanwhile share the
//! next comparison. A question does not wait for ever: after [`REFRESH_WAIT`] it is answered from
//! the index as it was, and after [`FIRST_WAIT`] without an index it gets an error that reports how far
//! indexing is. Clients give up after 10 to 60 seconds.

use super::progress::IndexProgress;
use fathom_engine::{Answer, Cancellation, SharedWorkspace, WaitLimits};
use fathom_protocol::{Error, ErrorCode, Request};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a question waits for a newer index before it is answered from the one there is.
const REFRESH_WAIT: Duration = Duration::from_secs(8);
/// How long a question waits for the first index.
const FIRST_WAIT: Duration = Duration::from_secs(45);

/// The result of a refresh, once it has ended.
type RefreshResult = Option<Result<(), Error>>;

/// A workspace whose index is refreshed in the background.
pub(super) struct IndexedWorkspace {
    shared: Arc<SharedWorkspace>,
    progress: IndexProgress,
    /// The refresh that is running or was the last to run.
    refresh: Mutex<Option<watch::Receiver<RefreshResult>>>,
    /// How long a question waits for the first index.
    first_wait: Duration,
}

/// Whether the index is that of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freshness {
    /// It is.
    Fresh,
    /// A newer one is being built.
    Late,
}

impl IndexedWorkspace {
    pub(super) fn new(shared: Arc<SharedWorkspace>) -> IndexedWorkspace {
        IndexedWorkspace {
            shared,
            progress: IndexProgress::default(),
            refresh: Mutex::default(),
            first_wait: FIRST_WAIT,
        }
    }

    pub(super) fn shared(&self) -> &Arc<SharedWorkspace> {
        &self.shared
    }

    pub(super) fn progress(&self) -> &IndexProgress {
        &self.progress
    }

    /// Starts to refresh the index, unless that is under way.
    pub(super) fn refresh_in_background(self: &Arc<Self>) -> watch::Receiver<RefreshResult> {
        let mut refresh = self.refresh.lock().unwrap_or_else(PoisonError::into_inner);
        let is_running =
            |ended: &&watch::Receiver<RefreshResult>| ended.borrow().is_none() && ended.has_changed().is_ok();
        if let Some(running) = refresh.as_ref().filter(is_running) {
            return running.clone();
        }
        let (sender, receiver) = watch::channel(None);
        let workspace = self.clone();
        let work = move || {
            workspace.progress.reset();
            let result = workspace.shared.refresh(&workspace.progress).map(drop).map_err(Error::from);
            // There may be no receiver.
            let _ = sender.send(Some(result));
            // Nobody waits for it, and a failure shows at the next prediction.
            let _ = workspace.shared.prepare_experts();
        };
        // Where no thread can be started the sender is dropped, which those who wait notice.
        let _ = std::thread::Builder::new().name("fathom-index".into()).spawn(work);
        *refresh = Some(receiver.clone());
        receiver
    }

    /// Waits until the index is that of the files, as long as a client waits for an answer.
    pub(super) async fn refreshed(self: &Arc<Self>) -> Result<Freshness, Error> {
        let asked = Instant::now();
        loop {
            let is_fresh = self.shared.age().is_some_and(|age| age <= asked.elapsed());
            let has_index = self.shared.current().is_some();
            if is_fresh && has_index {
                return Ok(Freshness::Fresh);
            }
            let wait = if has_index { REFRESH_WAIT } else { self.first_wait };
            let mut running = self.refresh_in_background();
            let ended = running.wait_for(Option::is_some);
            match tokio::time::timeout(wait.saturating_sub(asked.elapsed()), ended).await {
                Ok(Ok(ended)) => {
                    if let Some(Err(error)) = &*ended {
                        return Err(error.clone());
                    }
                }
                Ok(Err(_)) => return Err(stopped()),
                Err(_) if self.shared.current().is_some() => return Ok(Freshness::Late),
                Err(_) => return Err(self.not_indexed()),
            }
        }
    }

    /// Answers a request; blocks.
    pub(super) fn answer(
        &self,
        cancellation: &Cancellation,
        request: &Request,
        freshness: Freshness,
    ) -> Result<Answer, Error> {
        self.shared.answer_until(cancellation, request, limits(freshness), &self.progress)
    }

    fn not_indexed(&self) -> Error {
        let state = self.progress.state();
        Error::new(
            ErrorCode::NotIndexed,
            format!(
                "the first index of this repository is still being built ({}, about {} %)",
                state.message, state.percent
            ),
            "it goes on in the background: ask again in a moment, or work without it meanwhile",
        )
    }
}

/// What a question still waits for once [`IndexedWorkspace::refreshed`] has returned: nothing.
pub(super) fn limits(freshness: Freshness) -> WaitLimits {
    let fresh_for = match freshness {
        Freshness::Fresh => Duration::from_mins(1),
        // The index as it was, which the engine marks as being replaced.
        Freshness::Late => Duration::ZERO,
    };
    WaitLimits { fresh_for, refresh: Duration::ZERO, first: Duration::ZERO }
}

fn stopped() -> Error {
    Error::new(
        ErrorCode::Internal,
        "indexing stopped unexpectedly",
        "ask again; `fathom doctor` examines the index",
    )
}

#[cfg(test)]
mod tests {
    use super::{Freshness, IndexedWorkspace};
    use fathom_engine::{Folders, HOME_VARIABLE, Phase, Progress, SharedWorkspace, Workspace};
    use fathom_protocol::ErrorCode;
    use std::sync::Arc;
    use std::time::Duration;
    use tokio::sync::watch;

    fn indexed(place: &std::path::Path) -> IndexedWorkspace {
        let repository = place.join("repository");
        std::fs::create_dir(&repository).unwrap();
        std::fs::write(repository.join("a.py"), "def a(): pass\n").unwrap();
        let home = place.join("home");
        let folders =
            Folders::from_environment(|name| (name == HOME_VARIABLE).then(|| home.clone().into())).unwrap();
        let workspace = Workspace::find(&repository, &folders).unwrap();
        IndexedWorkspace::new(Arc::new(SharedWorkspace::new(workspace)))
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
    }

    #[test]
    fn an_early_question_gets_the_progress_of_indexing() {
        let place = tempfile::tempdir().unwrap();
        let mut workspace = indexed(place.path());
        workspace.first_wait = Duration::from_millis(20);
        // A refresh that does not end.
        let (_sender, receiver) = watch::channel(None);
        *workspace.refresh.lock().unwrap() = Some(receiver);
        workspace.progress.start(Phase::Parse, 4);
        workspace.progress.step();
        let error = block_on(Arc::new(workspace).refreshed()).unwrap_err();
        assert_eq!(error.code, ErrorCode::NotIndexed);
        assert!(error.message.contains("reading files, 1 of 4, about 25 %"), "{error}");
        assert!(error.hint.contains("ask again"), "{error}");
    }

    #[test]
    fn a_refresh_that_was_cut_off_is_started_again() {
        let place = tempfile::tempdir().unwrap();
        let workspace = Arc::new(indexed(place.path()));
        let (sender, receiver) = watch::channel(None);
        *workspace.refresh.lock().unwrap() = Some(receiver);
        drop(sender);
        assert_eq!(block_on(workspace.refreshed()).unwrap(), Freshness::Fresh);
        assert!(workspace.shared().current().is_some());
    }
}
