//! The state of the experts for a repository: its past, the files of its commit, and what the past
//! taught the gates.
//!
//! All of it is one file beside the snapshots, read in place: a prediction at the commit of the file
//! builds nothing. After a new commit only that one is read, and the tables are derived anew. Up to which
//! commit the gates learn is decided in [`blocks`]; what they need next is learned ahead, where something
//! runs in the background.

mod blocks;
mod content;
#[cfg(test)]
mod tests;
mod window;

pub(crate) use content::SnapshotContent;
pub use window::Window;

use crate::{EngineError, Phase, Progress, Workspace};
use fathom_experts::evaluate::{Evaluation, WARM_UP, evaluate};
use fathom_experts::flat::{FlatReader, FlatWriter};
use fathom_experts::gate::{GateState, InHand, version};
use fathom_experts::past::{Chronicle, Horizon, Past};
use fathom_experts::paths::{PathBook, PathInfo};
use fathom_experts::replay::{Diffs, Replay};
use fathom_experts::{ExpertId, ModelVersion};
use fathom_history::PastFiles;
use fathom_store::VerifiedBytes;
use self_cell::self_cell;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The file beside the snapshots.
pub(crate) const FILE: &str = "foresight";
/// Raised when the layout of the file changes.
const FORMAT: u32 = 5;
/// The experts with a gate.
pub(crate) const GATED: [ExpertId; 3] = [ExpertId::Files, ExpertId::Tests, ExpertId::Next];

/// What comes first in the file.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    version: String,
    /// The commit that the tables are of.
    head: String,
    /// The last commit that the gates learned from.
    learned_to: Option<String>,
    /// The chosen range of training commits, if any.
    window: Window,
    gates: Gates,
    /// What the next block of commits needs: the last commit learned from, and the gates.
    next: Option<(String, Gates)>,
}

/// What the past taught the gates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Gates {
    /// By [`GATED`].
    states: Vec<GateState>,
    /// The line of the file expert with files in hand.
    in_hand: (f64, f64),
}

impl Default for Gates {
    fn default() -> Gates {
        Gates {
            states: GATED.iter().map(|_| GateState::default()).collect(),
            in_hand: InHand::default().line(),
        }
    }
}

/// The tables of a commit.
struct Tables<'b> {
    past: Past<'b>,
    horizon: Horizon,
    book: PathBook,
    /// The paths of the commit's files.
    paths: Vec<Arc<PathInfo>>,
}

self_cell!(
    struct OpenTables {
        owner: Option<VerifiedBytes>,
        #[covariant]
        dependent: Tables,
    }
);

/// See the module documentation.
pub(crate) struct Foresight {
    tables: OpenTables,
    gates: Gates,
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
        let bytes = workspace.home().part(FILE);
        let header = bytes.as_ref().and_then(|bytes| header(bytes)).unwrap_or_default();
        let is_current = header.head == head && header.version == version();
        if !is_current || window.is_some_and(|window| window != header.window) {
            return update(workspace, head, (header, bytes), window, progress);
        }
        let tables =
            OpenTables::try_new(bytes, |bytes| bytes.as_ref().and_then(|bytes| tables(bytes)).ok_or(()));
        let Ok(tables) = tables else {
            return update(workspace, head, (Header::default(), None), window, progress);
        };
        Ok(Foresight { tables, gates: header.gates, head: header.head, new_commits: 0 })
    }

    /// Learns what the next block of commits needs, unless it is known, so that no prediction has to wait
    /// for it. For the background: on a large history it takes seconds. Gives whether it learned.
    pub(crate) fn prepare(
        &self,
        workspace: &Workspace,
        progress: &dyn Progress,
    ) -> Result<bool, EngineError> {
        let past = self.past();
        let Some(boundary) = blocks::learned_next(past.len()) else { return Ok(false) };
        let cached = || {
            let header = workspace.home().part(FILE).and_then(|bytes| header(&bytes))?;
            let last = last_of(past, boundary)?;
            let is_wanted = header.head == self.head
                && header.version == version()
                && header.window == Window::default()
                && header.next.as_ref().is_none_or(|(known, _)| *known != last);
            is_wanted.then_some((header, last))
        };
        if cached().is_none() {
            return Ok(false);
        }
        let gates = learn(workspace, past, boundary, Window::default(), progress)?;
        // Another process may have moved on meanwhile.
        let Some((mut header, last)) = cached() else { return Ok(false) };
        header.next = Some((last, gates));
        write(workspace, &header, self.tables.borrow_dependent());
        Ok(true)
    }

    fn without_history() -> Foresight {
        let past = Past::empty();
        let tables =
            Tables { horizon: past.horizon(None), past, book: PathBook::default(), paths: Vec::new() };
        Foresight {
            tables: OpenTables::new(None, |_| tables),
            gates: Gates::default(),
            head: String::new(),
            new_commits: 0,
        }
    }

    /// The commits that lead to HEAD.
    pub(crate) fn past(&self) -> &Past<'_> {
        &self.tables.borrow_dependent().past
    }

    /// What HEAD sees of them.
    pub(crate) fn horizon(&self) -> &Horizon {
        &self.tables.borrow_dependent().horizon
    }

    /// The words of the paths of HEAD.
    pub(crate) fn book(&self) -> &PathBook {
        &self.tables.borrow_dependent().book
    }

    /// The paths of HEAD.
    pub(crate) fn paths(&self) -> &[Arc<PathInfo>] {
        &self.tables.borrow_dependent().paths
    }

    /// The state of an expert's gate for the repository.
    pub(crate) fn gate(&self, expert: ExpertId) -> GateState {
        GATED
            .iter()
            .position(|one| *one == expert)
            .map_or_else(GateState::default, |at| self.gates.states[at].clone())
    }

    /// The file expert with files in hand.
    pub(crate) fn in_hand(&self) -> InHand {
        InHand::from_line(self.gates.in_hand)
    }

    /// The model of an expert.
    pub(crate) fn model(&self, expert: ExpertId) -> ModelVersion {
        let past = self.past();
        ModelVersion {
            expert_id: expert,
            version: version().to_owned(),
            created_at: past.len().checked_sub(1).map_or(0, |last| past.time(last)),
            trained_on_commits: past.len(),
            git_hash: self.head.clone(),
        }
    }
}

impl Default for Header {
    fn default() -> Header {
        Header {
            format: FORMAT,
            version: version().to_owned(),
            head: String::new(),
            learned_to: None,
            window: Window::default(),
            gates: Gates::default(),
            next: None,
        }
    }
}

/// Reads the commits that the cache lacks, derives the tables of `head`, lets the gates learn where they
/// have to, and writes the cache.
fn update(
    workspace: &Workspace,
    head: &str,
    (mut header, bytes): (Header, Option<VerifiedBytes>),
    window: Option<Window>,
    progress: &dyn Progress,
) -> Result<Foresight, EngineError> {
    let mut new_commits = 0;
    let tables = OpenTables::try_new(bytes, |bytes| {
        let known = bytes.as_ref().and_then(|bytes| cached(bytes));
        let (mut chronicle, known_paths) = match known {
            Some((past, book, paths)) => (past.into_chronicle(), Some((book, paths))),
            None => (Chronicle::default(), None),
        };
        let mut started = false;
        let mut read_so_far = |_: usize, total: usize| {
            if !std::mem::replace(&mut started, true) {
                progress.start(Phase::History, total);
            }
            progress.step();
        };
        new_commits = chronicle.extend(workspace.root(), head, &mut read_so_far)?;
        let past = Past::new(chronicle, head).ok_or_else(|| unreadable(head))?;
        let tree = PastFiles::open(workspace.root())?.tree(head)?;
        // Most commits add and remove no file. The numbers in a book depend on the list of paths alone.
        let is_same = |paths: &[Arc<PathInfo>]| {
            paths.len() == tree.len() && paths.iter().zip(&tree).all(|(info, file)| info.path == file.path)
        };
        let (book, paths) = known_paths.filter(|(_, paths)| is_same(paths)).unwrap_or_else(|| {
            let mut book = PathBook::default();
            let paths = tree.iter().map(|file| book.read(&file.path)).collect();
            (book, paths)
        });
        Ok::<_, EngineError>(Tables { horizon: past.horizon(None), past, book, paths })
    })?;
    let past = &tables.borrow_dependent().past;
    let boundary = blocks::learned(past.len());
    let learned_to = last_of(past, boundary);
    let window = window.unwrap_or(header.window);
    if header.version != version() || header.window != window {
        header.next = None;
        header.learned_to = None;
        header.window = window;
        version().clone_into(&mut header.version);
        header.gates = learn(workspace, past, boundary, window, progress)?;
    } else if header.learned_to != learned_to {
        let ahead = header.next.take().filter(|(last, _)| learned_to.as_ref() == Some(last));
        header.gates = match ahead {
            Some((_, gates)) => gates,
            None => learn(workspace, past, boundary, window, progress)?,
        };
    }
    header.learned_to = learned_to;
    head.clone_into(&mut header.head);
    write(workspace, &header, tables.borrow_dependent());
    Ok(Foresight { tables, gates: header.gates, head: header.head, new_commits })
}

/// The last commit before a place.
fn last_of(past: &Past<'_>, end: usize) -> Option<String> {
    end.checked_sub(1).map(|last| past.id(last).to_owned())
}

fn write(workspace: &Workspace, header: &Header, tables: &Tables<'_>) {
    let mut writer = FlatWriter::default();
    writer.put(&postcard::to_stdvec(header).unwrap_or_default());
    tables.past.write(&mut writer);
    tables.book.write(&tables.paths, &mut writer);
    // A folder that cannot be written costs time on the next question, and no answer.
    let _ = workspace.home().write_hint(FILE, &writer.into_bytes());
}

fn unreadable(head: &str) -> EngineError {
    EngineError::Request(format!("the history of commit {head} cannot be read; run `git fsck` for details"))
}

fn header(bytes: &[u8]) -> Option<Header> {
    let header: Header = postcard::from_bytes(FlatReader::new(bytes).take()?).ok()?;
    (header.format == FORMAT && header.gates.states.len() == GATED.len()).then_some(header)
}

/// The past, the words of paths and the paths of the cache.
fn cached(bytes: &[u8]) -> Option<(Past<'_>, PathBook, Vec<Arc<PathInfo>>)> {
    header(bytes)?;
    let mut reader = FlatReader::new(bytes);
    reader.take::<u8>()?;
    let past = Past::read(&mut reader)?;
    let (book, paths) = PathBook::read_cached(&mut reader)?;
    Some((past, book, paths))
}

/// All tables of the cache.
fn tables(bytes: &[u8]) -> Option<Tables<'_>> {
    let (past, book, paths) = cached(bytes)?;
    Some(Tables { horizon: past.horizon(None), past, book, paths })
}

/// Replays the commits before a place, and gives what they taught the gates.
fn learn(
    workspace: &Workspace,
    past: &Past<'_>,
    boundary: usize,
    window: Window,
    progress: &dyn Progress,
) -> Result<Gates, EngineError> {
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
    let evaluated = evaluate(workspace.root(), past, &evaluation, &mut |_| progress.step())?;
    progress.finish();
    let states = evaluated.reports.into_iter().map(|report| report.gate).collect();
    Ok(Gates { states, in_hand: evaluated.in_hand.line })
}
