//! Keeps indexes fresh, and answers from them.
//!
//! A refresh runs in the background. A question waits for it for a limited time, then answers from
//! the current index. With watching, refreshes start at intervals, so that most questions do not
//! wait. An answer contains every edit that is older than two seconds, unless a refresh takes longer
//! than [`REFRESH_LIMIT`]; then the answer reports that a newer index is being built.

use super::{RegisteredWorkspace, Workspaces};
use crate::events::{Change, ProgressEvents};
use fathom_engine::{Answer, Cancellation, EngineError, NoProgress, SharedWorkspace, View, WaitLimits};
use fathom_protocol::{Error, ErrorCode, Request};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Without watching, an index is fresh for this long after it was compared with the files.
const FRESH_FOR: Duration = Duration::from_secs(1);
/// The same with watching. Longer than the interval of a workspace whose comparison is cheap, so that
/// questions do not wait; a workspace with a longer interval is compared when a question needs it.
const FRESH_FOR_WATCHED: Duration = Duration::from_millis(1500);
/// How long a question waits for a refresh if there is an index.
const REFRESH_LIMIT: Duration = Duration::from_secs(1);
/// How long a question waits for the first index.
const FIRST_LIMIT: Duration = Duration::from_secs(45);
/// How long a question waits in the queue.
const QUEUE_LIMIT: Duration = Duration::from_secs(30);
/// How often the watcher looks for workspaces that are due.
const TICK: Duration = Duration::from_millis(100);

/// Answer from the index as it is.
const AS_IT_IS: WaitLimits =
    WaitLimits { fresh_for: Duration::MAX, refresh: Duration::ZERO, first: Duration::ZERO };
/// Answer from the index as it is, and mark it as being replaced.
const BEING_REPLACED: WaitLimits =
    WaitLimits { fresh_for: Duration::ZERO, refresh: Duration::ZERO, first: Duration::ZERO };

impl Workspaces {
    /// Answers a question about a workspace.
    pub async fn answer(
        self: &Arc<Self>,
        workspace: &Arc<RegisteredWorkspace>,
        request: Request,
    ) -> Result<Answer, Error> {
        let shared = self.open_shared(workspace).await?;
        // `status` compares files itself and waits for nothing.
        let limits = match &request {
            Request::Status(_) => AS_IT_IS,
            _ => self.prepare(workspace, &shared).await?,
        };
        self.in_turn(move |cancelled| shared.answer_until(cancelled, &request, limits, &NoProgress)).await
    }

    /// Runs a question that is not an operation of the protocol, such as those of the pages.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        workspace: &Arc<RegisteredWorkspace>,
        answer: impl Fn(&View<'_>) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, Error> {
        let shared = self.open_shared(workspace).await?;
        let limits = self.prepare(workspace, &shared).await?;
        self.in_turn(move |cancelled| Ok(shared.ask_until(cancelled, limits, &NoProgress, answer)?)).await
    }

    /// Runs a question on a thread of its own when a permit is free. When the client disconnects, this
    /// future is dropped: a queued question never starts, and a running one stops at its next step.
    async fn in_turn<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Cancellation) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let cancellation = Cancellation::default();
        let _guard = cancellation.on_drop();
        let turn = timeout(QUEUE_LIMIT, self.questions.clone().acquire_owned()).await;
        let Ok(Ok(permit)) = turn else {
            return Err(Error::new(ErrorCode::Busy, "the server has too many questions", "ask again"));
        };
        let answered = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            question(&cancellation)
        });
        answered.await.map_err(|_| defect())?
    }

    /// Starts a refresh, unless one is running.
    pub(crate) fn refresh_soon(self: &Arc<Self>, workspace: &Arc<RegisteredWorkspace>) {
        if !workspace.begin_refresh() {
            return;
        }
        let (workspaces, workspace) = (self.clone(), workspace.clone());
        tokio::spawn(async move {
            let _permit = workspaces.refreshes.acquire().await;
            let started = Instant::now();
            let result = workspaces.refresh(&workspace).await;
            // A repeated failure is reported once.
            if let Err(error) = &result
                && workspace.failure().as_ref() != Some(error)
            {
                workspaces.events.send(workspace.record(), Change::Failure { message: error.to_string() });
            }
            workspace.end_refresh(started.elapsed(), result);
        });
    }

    /// Compares each workspace with its files when it is due; never returns.
    pub(crate) async fn watch(self: Arc<Self>) {
        loop {
            for workspace in self.all() {
                if workspace.is_due() {
                    self.refresh_soon(&workspace);
                }
            }
            tokio::time::sleep(TICK).await;
        }
    }

    async fn refresh(self: &Arc<Self>, workspace: &Arc<RegisteredWorkspace>) -> Result<bool, Error> {
        let shared = self.open_shared(workspace).await?;
        let progress = ProgressEvents::new(&self.events, workspace.record());
        let started = Instant::now();
        let refreshed = {
            let shared = shared.clone();
            tokio::task::spawn_blocking(move || shared.refresh(&progress))
        };
        let changed = refreshed.await.map_err(|_| defect())??;
        if changed && let Some(index) = shared.current() {
            let state = index.state();
            let elapsed_ms = started.elapsed().as_millis() as u64;
            let change = Change::Snapshot { commit: state.commit.clone(), dirty: state.dirty, elapsed_ms };
            self.events.send(workspace.record(), change);
            // Nobody waits for it, and a failure shows at the next prediction.
            tokio::task::spawn_blocking(move || shared.prepare_experts());
        }
        Ok(changed)
    }

    /// Waits, with a limit, until the index is fresh enough for a question.
    async fn prepare(
        self: &Arc<Self>,
        workspace: &Arc<RegisteredWorkspace>,
        shared: &SharedWorkspace,
    ) -> Result<WaitLimits, Error> {
        workspace.note_question();
        let fresh_for = if self.options.watches { FRESH_FOR_WATCHED } else { FRESH_FOR };
        let is_fresh = || shared.age().is_some_and(|age| age <= fresh_for);
        if !is_fresh() {
            let mut refreshes = workspace.refreshes();
            self.refresh_soon(workspace);
            let limits = if shared.current().is_some() { REFRESH_LIMIT } else { FIRST_LIMIT };
            // The sender is part of the workspace and outlives this wait.
            let _ = timeout(limits, refreshes.changed()).await;
        }
        if shared.current().is_none() {
            let building = || {
                let hint = "ask again in a few seconds; GET /api/v1/status shows when it is indexed";
                Error::new(ErrorCode::NotIndexed, "the index is still being built", hint)
            };
            return Err(workspace.failure().unwrap_or_else(building));
        }
        let is_long = workspace.refreshing_for().is_some_and(|since| since >= REFRESH_LIMIT);
        Ok(if is_long && shared.is_refreshing() { BEING_REPLACED } else { AS_IT_IS })
    }

    /// The index of a workspace, opened on first use after a restart.
    async fn open_shared(&self, workspace: &Arc<RegisteredWorkspace>) -> Result<Arc<SharedWorkspace>, Error> {
        if let Some(shared) = workspace.shared() {
            return Ok(shared.clone());
        }
        let (workspace, options) = (workspace.clone(), self.options.clone());
        let opened =
            tokio::task::spawn_blocking(move || workspace.open(&options.folders, &options.first_index));
        opened.await.map_err(|_| defect())?
    }
}

fn defect() -> Error {
    Error::new(ErrorCode::Internal, "the server failed to answer", "see its log")
}

#[cfg(test)]
mod tests {
    use crate::workspaces::{RegistryOptions, Roots, Workspaces};
    use fathom_engine::build::Options;
    use fathom_engine::{Cancellation, Folders};
    use fathom_protocol::Error;
    use std::future::Future;
    use std::sync::mpsc;
    use std::task::{Context, Waker};

    #[test]
    fn a_question_whose_client_goes_away_ends_at_its_next_step() {
        let place = tempfile::tempdir().unwrap();
        let options = RegistryOptions {
            folders: Folders::under(place.path()),
            roots: Roots::Anywhere,
            saves: false,
            watches: false,
            first_index: Options::default(),
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().unwrap();
        let _entered = runtime.enter();
        let workspaces = Workspaces::open(options).unwrap();
        let (started, has_started) = mpsc::channel();
        let (ended, has_ended) = mpsc::channel();
        let question = move |cancelled: &Cancellation| -> Result<(), Error> {
            started.send(()).unwrap();
            while cancelled.check().is_ok() {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
            Ok(cancelled.check()?)
        };
        let mut future = Box::pin(workspaces.in_turn(question));
        assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        has_started.recv().unwrap();
        assert!(has_ended.try_recv().is_err(), "it goes on while somebody waits");
        drop(future);
        has_ended.recv().unwrap();
    }
}
