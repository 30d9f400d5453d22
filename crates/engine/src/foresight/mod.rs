//! The state of the experts for a repository: its past, the files of its commit, and what the past
//! taught the gates.
//!
//! The chronicle of commits and the state of the gates are cached beside the snapshots. After a new
//! commit only that one is read. The gates learn from a window of commits that ends at a multiple of
//! [`BLOCK`], so that most commits change nothing there, and a fresh clone learns the same.

mod content;
mod window;

pub(crate) use content::SnapshotContent;
pub use window::Window;

use crate::{EngineError, Phase, Progress, Workspace};
use fathom_experts::evaluate::{Evaluation, WARM_UP, evaluate};
use fathom_experts::gate::{GateState, version};
use fathom_experts::past::{Chronicle, Horizon, Past};
use fathom_experts::paths::{PathBook, PathInfo};
use fathom_experts::replay::{Diffs, Replay};
use fathom_experts::{ExpertId, ModelVersion};
use fathom_history::PastFiles;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The file beside the snapshots.
const FILE: &str = "foresight";
/// Raised when the layout of the file changes.
const FORMAT: u32 = 2;
/// Commits after which the gates learn anew.
const BLOCK: usize = 64;
/// The experts with a gate.
pub(crate) const GATED: [ExpertId; 3] = [ExpertId::Files, ExpertId::Tests, ExpertId::Next];

/// The cached state.
#[derive(Serialize, Deserialize)]
struct CachedForesight {
    format: u32,
    version: String,
    /// The last commit that the gates learned from.
    learned_to: Option<String>,
    /// The chosen range of training commits, if any.
    window: Window,
    /// By [`GATED`].
    gates: Vec<GateState>,
}

/// See the module documentation.
pub(crate) struct Foresight {
    pub(crate) past: Past,
    pub(crate) horizon: Horizon,
    pub(crate) book: PathBook,
    /// The paths of the commit's files.
    pub(crate) paths: Vec<Arc<PathInfo>>,
    gates: Vec<GateState>,
    head: String,
    /// Commits that were read now.
    pub(crate) new_commits: usize,
}

impl Foresight {
    /// Loads what is cached, reads what is new, learns from it and caches that.
    pub(crate) fn load(
        workspace: &Workspace,
        head: Option<&str>,
        progress: &dyn Progress,
    ) -> Result<Foresight, EngineError> {
        Foresight::load_with(workspace, head, None, progress)
    }

    /// The same, with the commits that the gates learn from; they stay the choice until another is made.
    pub(crate) fn load_with(
        workspace: &Workspace,
        head: Option<&str>,
        window: Option<Window>,
        progress: &dyn Progress,
    ) -> Result<Foresight, EngineError> {
        let Some(head) = head else { return Ok(Foresight::without_history()) };
        let kept = workspace.home().part(FILE);
        let (mut cached, mut chronicle) =
            kept.and_then(|bytes| read(&bytes)).unwrap_or_else(|| (fresh(), Chronicle::default()));
        let mut started = false;
        let mut read_so_far = |_: usize, total: usize| {
            if !std::mem::replace(&mut started, true) {
                progress.start(Phase::History, total);
            }
            progress.step();
        };
        let new_commits = chronicle.extend(workspace.root(), head, &mut read_so_far)?;
        let past = Past::new(chronicle, head).ok_or_else(|| unreadable(head))?;
        let boundary = past.len() / BLOCK * BLOCK;
        let learned_to = boundary.checked_sub(1).map(|last| past.id(last).to_owned());
        let window = window.unwrap_or(cached.window);
        let is_outdated =
            cached.version != version() || cached.learned_to != learned_to || cached.window != window;
        if is_outdated {
            let gates = learn(workspace, &past, boundary, window, progress)?;
            cached = CachedForesight { learned_to, window, gates, ..fresh() };
        }
        if is_outdated || new_commits > 0 {
            let mut bytes = postcard::to_stdvec(&cached).unwrap_or_default();
            bytes.extend(past.chronicle().to_bytes());
            // A folder that cannot be written costs time on the next question, and no answer.
            let _ = workspace.home().write_hint(FILE, &bytes);
        }
        let mut book = PathBook::default();
        let tree = PastFiles::open(workspace.root())?.tree(head)?;
        let paths = tree.iter().map(|file| book.read(&file.path)).collect();
        let horizon = past.horizon(None);
        Ok(Foresight { past, horizon, book, paths, gates: cached.gates, head: head.to_owned(), new_commits })
    }

    fn without_history() -> Foresight {
        let past = Past::empty();
        Foresight {
            horizon: past.horizon(None),
            past,
            book: PathBook::default(),
            paths: Vec::new(),
            gates: fresh().gates,
            head: String::new(),
            new_commits: 0,
        }
    }

    /// The state of an expert's gate for the repository.
    pub(crate) fn gate(&self, expert: ExpertId) -> GateState {
        GATED
            .iter()
            .position(|one| *one == expert)
            .map_or_else(GateState::default, |at| self.gates[at].clone())
    }

    /// The model of an expert.
    pub(crate) fn model(&self, expert: ExpertId) -> ModelVersion {
        ModelVersion {
            expert_id: expert,
            version: version().to_owned(),
            created_at: self.past.len().checked_sub(1).map_or(0, |last| self.past.time(last)),
            trained_on_commits: self.past.len(),
            git_hash: self.head.clone(),
        }
    }
}

fn fresh() -> CachedForesight {
    let gates = GATED.iter().map(|_| GateState::default()).collect();
    CachedForesight {
        format: FORMAT,
        version: version().to_owned(),
        learned_to: None,
        window: Window::default(),
        gates,
    }
}

fn unreadable(head: &str) -> EngineError {
    EngineError::Request(format!("the history of commit {head} cannot be read; run `git fsck` for details"))
}

fn read(bytes: &[u8]) -> Option<(CachedForesight, Chronicle)> {
    let (cached, rest): (CachedForesight, &[u8]) = postcard::take_from_bytes(bytes).ok()?;
    (cached.format == FORMAT && cached.gates.len() == GATED.len()).then_some(())?;
    Some((cached, Chronicle::from_bytes(rest)?))
}

/// Replays the commits before a place, and gives what they taught the gates.
fn learn(
    workspace: &Workspace,
    past: &Past,
    boundary: usize,
    window: Window,
    progress: &dyn Progress,
) -> Result<Vec<GateState>, EngineError> {
    let commits = if window == Window::default() {
        Replay::commits(past, boundary, WARM_UP)
    } else {
        let (commits, warm_up) = window.commits(past);
        commits[warm_up..].to_vec()
    };
    progress.start(Phase::Training, commits.len());
    let evaluation = Evaluation {
        experts: &GATED,
        commits: &commits,
        warm_up: commits.len(),
        diffs: Diffs::Never,
        models: None,
    };
    let reports = evaluate(workspace.root(), past, &evaluation, &mut |_| progress.step())?;
    progress.finish();
    Ok(reports.into_iter().map(|report| report.gate).collect())
}
