//! Commits with the files and lines that each changed, newest first.
//!
//! Merges are passed over: what they bring was said by the commits they
//! merge. A commit that touches more files than [`LogOptions::largest`] keeps
//! its files and not its lines: nobody's intent is in a mass rename.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use gix::bstr::{BStr, ByteSlice};
use gix::diff::blob::pipeline::WorktreeRoots;
use gix::diff::blob::{Algorithm, InternedInput};
use gix::diff::tree_with_rewrites::{ChangeRef, Options};
use gix::objs::TreeRefIter;
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;

use serde::{Deserialize, Serialize};

use crate::HistoryError;
use crate::open::Opened;

/// Files whose lines are compared; larger ones are data.
const LARGEST_BLOB: usize = 1 << 20;

/// How far back to look, and how closely.
#[derive(Clone, Copy, Debug)]
pub struct LogOptions {
    /// Most commits to give.
    pub limit: usize,
    /// Files in one commit above which its lines are not compared.
    pub largest: usize,
}

/// One commit that is not a merge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Its id, in hexadecimal.
    pub id: String,
    /// The commit before it; `None` for the first.
    pub parent: Option<String>,
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// The whole message.
    pub message: String,
    /// Changed files, sorted by path.
    pub changes: Vec<FileChange>,
}

/// What a commit did to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// Where the file is afterwards; `None` if it was deleted.
    pub path: Option<String>,
    /// Where it was before; `None` if it was created.
    pub before: Option<String>,
    /// Changed lines, in order; empty if they were not compared.
    pub hunks: Vec<Hunk>,
}

/// Changed lines, counted from 0; one of the two ranges may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    /// Lines of the version before.
    pub before: Range<u32>,
    /// Lines of the version after.
    pub after: Range<u32>,
}

/// The commits that lead to `head`, a commit's id, newest first. Commits never
/// change, so those of `known`, by id, are taken from there.
pub fn log(
    root: &Path,
    head: &str,
    options: LogOptions,
    mut known: BTreeMap<String, Commit>,
) -> Result<Vec<Commit>, HistoryError> {
    let opened = Opened::at(root)?;
    let failed = |action| opened.failed(action);
    let mut repository = opened.repository();
    repository.object_cache_size(32 << 20);
    let tip = gix::ObjectId::from_hex(head.as_bytes())
        .map_err(|error| opened.failed("read the commit")(gix::Error::from_error(error)))?;
    let walk = repository
        .rev_walk([tip])
        .sorting(Sorting::ByCommitTime(CommitTimeOrder::NewestFirst))
        .all()
        .map_err(failed("walk the commits"))?;
    let mut comparison = Comparison::new(&repository).map_err(failed("prepare a comparison"))?;
    let mut commits = Vec::new();
    for info in walk {
        // A shallow clone ends where its history was cut.
        let Ok(info) = info else { break };
        if info.parent_ids.len() > 1 {
            continue;
        }
        if commits.len() >= options.limit {
            break;
        }
        if let Some(commit) = known.remove(&info.id.to_string()) {
            commits.push(commit);
            continue;
        }
        let commit = info.object().map_err(failed("read a commit"))?;
        let parent = info.parent_ids.first().copied();
        let Ok(changes) = comparison.changes(&commit, parent, options.largest) else { continue };
        commits.push(Commit {
            id: info.id.to_string(),
            parent: parent.map(|id| id.to_string()),
            time: info.commit_time.unwrap_or_default(),
            message: commit.message_raw_sloppy().to_str_lossy().into_owned(),
            changes,
        });
    }
    Ok(commits)
}

/// What is kept from one comparison of trees to the next.
struct Comparison<'r> {
    repository: &'r gix::Repository,
    cache: gix::diff::blob::Platform,
    state: gix::diff::tree::State,
}

/// One changed file before its lines are compared.
struct Pair {
    change: FileChange,
    blobs: Option<(gix::ObjectId, gix::ObjectId)>,
}

impl<'r> Comparison<'r> {
    fn new(repository: &'r gix::Repository) -> gix::Result<Self> {
        // The index tells which files count as text. A damaged one is no reason to have no history.
        let cache = repository.diff_resource_cache_for_tree_diff().or_else(|_| without_index(repository))?;
        Ok(Self { repository, cache, state: gix::diff::tree::State::default() })
    }

    fn changes(
        &mut self,
        commit: &gix::Commit<'_>,
        parent: Option<gix::ObjectId>,
        largest: usize,
    ) -> gix::Result<Vec<FileChange>> {
        let after = commit.tree()?;
        let before = match parent {
            Some(parent) => self.repository.find_commit(parent)?.tree()?,
            None => self.repository.empty_tree(),
        };
        let kind = self.repository.object_hash();
        let options = Options {
            location: Some(gix::diff::tree::recorder::Location::Path),
            rewrites: Some(gix::diff::Rewrites { limit: 200, ..gix::diff::Rewrites::default() }),
        };
        let mut pairs: Vec<Pair> = Vec::new();
        let outcome = gix::diff::tree_with_rewrites(
            TreeRefIter::from_bytes(&before.data, kind),
            TreeRefIter::from_bytes(&after.data, kind),
            &mut self.cache,
            &mut self.state,
            &self.repository.objects,
            |change| {
                pairs.extend(pair(change));
                Ok(std::ops::ControlFlow::Continue(()))
            },
            options,
        );
        self.cache.clear_resource_cache_keep_allocation();
        if outcome.is_err() {
            pairs.clear();
        }
        if pairs.len() <= largest {
            for pair in &mut pairs {
                if let Some((before, after)) = pair.blobs {
                    pair.change.hunks = self.hunks(before, after).unwrap_or_default();
                }
            }
        }
        let mut changes: Vec<FileChange> = pairs.into_iter().map(|pair| pair.change).collect();
        changes.sort_by(|a, b| (&a.path, &a.before).cmp(&(&b.path, &b.before)));
        Ok(changes)
    }

    fn hunks(&self, before: gix::ObjectId, after: gix::ObjectId) -> Option<Vec<Hunk>> {
        if before == after {
            return Some(Vec::new());
        }
        let before = self.repository.find_object(before).ok()?;
        let after = self.repository.find_object(after).ok()?;
        let is_data =
            |bytes: &[u8]| bytes.len() > LARGEST_BLOB || bytes[..bytes.len().min(8_000)].contains(&0);
        if is_data(&before.data) || is_data(&after.data) {
            return None;
        }
        let input = InternedInput::new(before.data.as_slice(), after.data.as_slice());
        let diff = gix::diff::blob::diff_with_slider_heuristics(Algorithm::Histogram, &input);
        Some(diff.hunks().map(|hunk| Hunk { before: hunk.before, after: hunk.after }).collect())
    }
}

/// Compares files by what is in them alone.
fn without_index(repository: &gix::Repository) -> gix::Result<gix::diff::blob::Platform> {
    let index = gix::index::State::new(repository.object_hash());
    let source = gix::worktree::stack::state::attributes::Source::IdMapping;
    let attributes = repository.attributes_only(&index, source)?.detach();
    let (mode, roots) = (gix::diff::blob::pipeline::Mode::ToGit, WorktreeRoots::default());
    gix::diff::resource_cache(repository, mode, attributes, roots)
}

fn pair(change: ChangeRef<'_>) -> Option<Pair> {
    let text = |path: &BStr| Some(path.to_str_lossy().into_owned());
    let (path, before, blobs) =
        match change {
            ChangeRef::Addition { location, entry_mode, .. } if entry_mode.is_blob() => {
                (text(location), None, None)
            }
            ChangeRef::Deletion { location, entry_mode, .. } if entry_mode.is_blob() => {
                (None, text(location), None)
            }
            ChangeRef::Modification { location, entry_mode, previous_entry_mode, previous_id, id }
                if entry_mode.is_blob() && previous_entry_mode.is_blob() =>
            {
                (text(location), text(location), Some((previous_id, id)))
            }
            ChangeRef::Rewrite {
                source_location, location, entry_mode, source_id, id, copy: false, ..
            } if entry_mode.is_blob() => (text(location), text(source_location), Some((source_id, id))),
            _ => return None,
        };
    Some(Pair { change: FileChange { path, before, hunks: Vec::new() }, blobs })
}

#[cfg(test)]
mod tests;
