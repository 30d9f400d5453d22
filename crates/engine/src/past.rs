//! The repository's history, read from git while it is indexed.
//!
//! Kept beside the snapshots: commits never change, so that after a new commit
//! only that one is read. Where there is no git, or it cannot be read, there is
//! no past, and answers do without.

use crate::{EngineError, Phase, Progress, Workspace};
use fathom_graph::Graph;
use fathom_history::{Commit, LogOptions, log, message_words};
use fathom_rank::Past;
use fathom_store::VerifiedBytes;
use fathom_text::{Index, Segment};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The commits, and after them the words of their messages: together, so that they belong to each other.
const FILE: &str = "history";
/// Raised when the layout or the meaning of what is kept changes.
const VERSION: u32 = 3;

/// Commits that the ranking reads.
const DEPTH: usize = 1_000;
/// Files in one commit above which its lines are not followed.
const LARGEST: usize = 40;
/// Bytes of a message that are read.
const MESSAGE: usize = 2_000;

/// The header: whether the rest can be read, and the commit it leads to.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Header {
    version: u32,
    segment_format: u32,
    /// Most commits that were read, and files in one above which its lines were not.
    extent: (usize, usize),
    head: String,
}

/// Size of the field before everything else that holds the offset of the words.
const OFFSET: usize = 8;

impl Header {
    fn of(head: &str) -> Header {
        Header {
            version: VERSION,
            segment_format: fathom_text::SEGMENT_FORMAT,
            extent: (DEPTH, LARGEST),
            head: head.to_owned(),
        }
    }
}

/// The commits of an index, read in place from disk.
pub(crate) struct CachedCommits {
    commits: Vec<Commit>,
    bytes: VerifiedBytes,
}

/// Reads the commits that lead to `head` from git, unless that was done before; why that failed,
/// if it did.
pub(crate) fn bring_up_to_date(workspace: &Workspace, head: &str, progress: &dyn Progress) -> Option<String> {
    let is_there =
        |bytes: &VerifiedBytes| header(bytes).is_some_and(|(header, _)| header == Header::of(head));
    if workspace.home().part(FILE).as_ref().is_some_and(is_there) {
        return None;
    }
    progress.start(Phase::History, 0);
    let error = CachedCommits::read(workspace, head).err()?;
    Some(format!("the history cannot be used, answers do without it: {error}"))
}

impl CachedCommits {
    /// The commits that lead to `head`; read from git if that was not done yet.
    pub(crate) fn of(workspace: &Workspace, head: &str) -> Option<CachedCommits> {
        CachedCommits::kept(workspace, head).or_else(|| CachedCommits::read(workspace, head).ok())
    }

    fn kept(workspace: &Workspace, head: &str) -> Option<CachedCommits> {
        let bytes = workspace.home().part(FILE)?;
        let commits = commits(&bytes, Some(head))?;
        message_index(&bytes, commits.len())?;
        Some(CachedCommits { commits, bytes })
    }

    /// Reads from git what is not known from an earlier commit, and keeps it.
    fn read(workspace: &Workspace, head: &str) -> Result<CachedCommits, EngineError> {
        let known = workspace.home().part(FILE).and_then(|bytes| commits(&bytes, None));
        let known: BTreeMap<String, Commit> =
            known.into_iter().flatten().map(|commit| (commit.id.clone(), commit)).collect();
        let options = LogOptions { limit: DEPTH, largest: LARGEST };
        let mut commits = log(workspace.root(), head, options, known)?;
        for commit in &mut commits {
            commit.message.truncate(commit.message.floor_char_boundary(MESSAGE));
        }
        let words = Segment::build(&[message_words(&commits).view()]);
        // Plain records cannot fail to serialise.
        let records = postcard::to_stdvec(&(Header::of(head), &commits)).unwrap_or_default();
        let offset = (OFFSET + records.len()).next_multiple_of(align_of::<u64>());
        let mut bytes = (offset as u64).to_le_bytes().to_vec();
        bytes.extend(records);
        bytes.resize(offset, 0);
        bytes.extend(words);
        let home = workspace.home();
        home.write_part(FILE, &bytes)?;
        let bytes = home.part(FILE).ok_or(fathom_graph::GraphError::Damaged)?;
        Ok(CachedCommits { commits, bytes })
    }

    /// As the ranking reads it.
    pub(crate) fn past(&self, graph: &Graph<'_>) -> Option<Past<'_>> {
        Some(Past::new(graph, &self.commits, message_index(&self.bytes, self.commits.len())?))
    }
}

/// The words of this many messages; `None` if the file is of another layout.
fn message_index(bytes: &[u8], commits: usize) -> Option<Index<'_>> {
    let offset = u64::from_le_bytes(bytes.get(..OFFSET)?.try_into().ok()?);
    let segment = Segment::read(bytes.get(usize::try_from(offset).ok()?..)?).ok()?;
    if segment.slots() != 1 || segment.documents() != commits {
        return None;
    }
    Index::new(vec![(segment, vec![Some(0)])]).ok()
}

/// The commits that lead to `head`, or to any.
fn commits(bytes: &[u8], head: Option<&str>) -> Option<Vec<Commit>> {
    let (header, rest) = header(bytes)?;
    if header != Header::of(head.unwrap_or(&header.head)) {
        return None;
    }
    postcard::take_from_bytes(rest).ok().map(|(commits, _)| commits)
}

fn header(bytes: &[u8]) -> Option<(Header, &[u8])> {
    postcard::take_from_bytes(bytes.get(OFFSET..)?).ok()
}
