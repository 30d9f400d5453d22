//! The repository's past, read from git once for each commit that is checked out.
//!
//! Kept beside the snapshots: commits never change, so that after a new commit
//! only that one is read. Where there is no git, or it cannot be read, there is
//! no past, and answers do without.

use crate::Workspace;
use fathom_graph::Graph;
use fathom_history::{Commit, LogOptions, log};
use fathom_rank::{Past, message_words};
use fathom_store::Map;
use fathom_text::{Index, Segment};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const COMMITS: &str = "history.commits";
const WORDS: &str = "history.words";
/// Raised when the layout or the meaning of what is kept changes.
const VERSION: u32 = 1;

/// Commits that are remembered.
const DEPTH: usize = 1_000;
/// Files in one commit above which its lines are not followed.
const LARGEST: usize = 40;
/// Bytes of a message that are read.
const MESSAGE: usize = 2_000;

#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    segment_format: u32,
    head: String,
    commits: Vec<Commit>,
}

/// The past as it lies on disk.
pub(crate) struct Remembered {
    commits: Vec<Commit>,
    words: Map,
}

impl Remembered {
    /// The past of what is checked out; read from git if it is not known yet.
    pub(crate) fn of(workspace: &Workspace) -> Option<Remembered> {
        let head = workspace.commit()?;
        let mut known: BTreeMap<String, Commit> = BTreeMap::new();
        if let Some(kept) = kept(workspace) {
            if let Some(words) = workspace.home().part(WORDS)
                && kept.head == head
                && message_index(&words, kept.commits.len()).is_some()
            {
                return Some(Remembered { commits: kept.commits, words });
            }
            known.extend(kept.commits.into_iter().map(|commit| (commit.id.clone(), commit)));
        }
        let options = LogOptions { limit: DEPTH, largest: LARGEST };
        let mut commits = log(workspace.root(), options, known).ok()?;
        for commit in &mut commits {
            commit.message.truncate(commit.message.floor_char_boundary(MESSAGE));
        }
        let words = Segment::build(&[message_words(&commits).view()]);
        let kept = Kept { version: VERSION, segment_format: fathom_text::SEGMENT_FORMAT, head, commits };
        let bytes = postcard::to_stdvec(&kept).ok()?;
        let home = workspace.home();
        // The words first: a reader that sees the commits must find their words.
        home.write_part(WORDS, &words).ok()?;
        home.write_part(COMMITS, &bytes).ok()?;
        Some(Remembered { commits: kept.commits, words: home.part(WORDS)? })
    }

    /// As the ranking reads it.
    pub(crate) fn past(&self, graph: &Graph<'_>) -> Option<Past<'_>> {
        Some(Past::new(graph, &self.commits, message_index(&self.words, self.commits.len())?))
    }
}

/// The words of so many messages; `None` if the file is damaged or of others.
fn message_index(bytes: &[u8], commits: usize) -> Option<Index<'_>> {
    let segment = Segment::read(bytes).ok()?;
    if segment.slots() != 1 || segment.documents() != commits {
        return None;
    }
    Index::new(vec![(segment, vec![Some(0)])]).ok()
}

fn kept(workspace: &Workspace) -> Option<Kept> {
    let kept: Kept = postcard::from_bytes(&workspace.home().part(COMMITS)?).ok()?;
    (kept.version == VERSION && kept.segment_format == fathom_text::SEGMENT_FORMAT).then_some(kept)
}
