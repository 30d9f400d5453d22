//! Commits with the files and lines that each changed, newest first.
//!
//! Merges are skipped: their changes are those of the merged commits. A commit with more files than
//! [`LogOptions::largest`] has files but no lines, because a mass rename has no meaning for single
//! lines.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use gix::bstr::{BStr, ByteSlice};
use gix::diff::blob::pipeline::WorktreeRoots;
use gix::diff::blob::{Algorithm, InternedInput};
use gix::diff::tree_with_rewrites::{ChangeRef, Options};
use gix::objs::TreeRefIter;
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;

use crate::open::OpenRepository;
use crate::{Author, Commit, FileChange, HistoryError, Hunk};

/// Maximum size of a file whose lines are compared; larger files are data.
const LARGEST_BLOB: usize = 1 << 20;

/// Number of threads. Each has its own caches, so more threads cost memory.
const MOST_THREADS: usize = 16;
/// Commits per task of a thread. Neighbours share most of their trees.
const SHARE: usize = 32;

/// Limits of a log.
#[derive(Clone, Copy, Debug)]
pub struct LogOptions {
    /// Maximum number of commits.
    pub limit: usize,
    /// Maximum number of files in a commit whose lines are compared.
    pub largest: usize,
}

/// `head` and its ancestors, newest first. Commits are immutable, so those in `known`, by id, are not
/// read again.
pub fn log(
    root: &Path,
    head: &str,
    options: LogOptions,
    mut known: BTreeMap<String, Commit>,
) -> Result<Vec<Commit>, HistoryError> {
    let opened = OpenRepository::at(root)?;
    let failed = |action| opened.failed(action);
    let repository = opened.repository();
    let tip = gix::ObjectId::from_hex(head.as_bytes())
        .map_err(|error| opened.failed("read the commit")(gix::Error::from_error(error)))?;
    let walk = repository
        .rev_walk([tip])
        .sorting(Sorting::ByCommitTime(CommitTimeOrder::NewestFirst))
        .all()
        .map_err(failed("walk the commits"))?;
    // A shallow clone has no parents beyond its boundary.
    let mut walk = walk.map_while(Result::ok).filter(|info| info.parent_ids.len() <= 1);
    let mut commits = Vec::new();
    // A commit that cannot be compared is replaced by an older one.
    while commits.len() < options.limit {
        let wanted: Vec<WalkedCommit> = (walk.by_ref().take(options.limit - commits.len()))
            .map(|info| match known.remove(&info.id.to_string()) {
                Some(commit) => WalkedCommit::Known(commit),
                None => WalkedCommit::Unread(UnreadCommit {
                    id: info.id,
                    parent: info.parent_ids.first().copied(),
                    commit_time: info.commit_time.unwrap_or_default(),
                }),
            })
            .collect();
        if wanted.is_empty() {
            break;
        }
        let unread: Vec<&UnreadCommit> = wanted.iter().filter_map(WalkedCommit::unread).collect();
        let mut read = compare(&opened, &unread, options.largest)?.into_iter();
        commits.extend(wanted.into_iter().filter_map(|wanted| match wanted {
            WalkedCommit::Known(commit) => Some(commit),
            WalkedCommit::Unread(_) => read.next().flatten(),
        }));
    }
    Ok(commits)
}

/// The files and lines that differ between two commits.
pub(crate) fn changes_between(
    opened: &OpenRepository,
    before: gix::ObjectId,
    after: gix::ObjectId,
    largest: usize,
) -> Result<Vec<FileChange>, HistoryError> {
    let repository = opened.repository();
    let compare = || -> gix::Result<Vec<FileChange>> {
        let commit = repository.find_commit(after)?;
        Comparison::new(&repository)?.changes(&commit, Some(before), largest)
    };
    compare().map_err(opened.failed("compare commits"))
}

/// A commit of the walk.
enum WalkedCommit {
    Known(Commit),
    Unread(UnreadCommit),
}

impl WalkedCommit {
    fn unread(&self) -> Option<&UnreadCommit> {
        match self {
            WalkedCommit::Known(_) => None,
            WalkedCommit::Unread(unread) => Some(unread),
        }
    }
}

/// A commit that has to be read, as the walk describes it.
pub(crate) struct UnreadCommit {
    pub(crate) id: gix::ObjectId,
    pub(crate) parent: Option<gix::ObjectId>,
    pub(crate) commit_time: i64,
}

/// Reads commits and compares them with their parents, in parallel; in the same order, `None` for
/// commits that cannot be compared.
pub(crate) fn compare(
    opened: &OpenRepository,
    unread: &[&UnreadCommit],
    largest: usize,
) -> Result<Vec<Option<Commit>>, HistoryError> {
    let next = AtomicUsize::new(0);
    let work = || -> gix::Result<Vec<(usize, Vec<Option<Commit>>)>> {
        let mut repository = opened.repository();
        repository.object_cache_size(32 << 20);
        let mut comparison = Comparison::new(&repository)?;
        let mut done = Vec::new();
        loop {
            let share = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = unread.chunks(SHARE).nth(share) else { return Ok(done) };
            let read: gix::Result<Vec<Option<Commit>>> =
                part.iter().map(|one| comparison.read(one, largest)).collect();
            done.push((share, read?));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let others = threads.min(unread.len().div_ceil(SHARE)).saturating_sub(1);
    let outcomes = thread::scope(|scope| {
        let others: Vec<_> = (0..others).map(|_| scope.spawn(work)).collect();
        let own = if unread.is_empty() { Ok(Vec::new()) } else { work() };
        let joined =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        std::iter::once(own).chain(joined).collect::<gix::Result<Vec<_>>>()
    });
    let mut shares: Vec<_> =
        outcomes.map_err(opened.failed("compare commits"))?.into_iter().flatten().collect();
    shares.sort_unstable_by_key(|(share, _)| *share);
    Ok(shares.into_iter().flat_map(|(_, commits)| commits).collect())
}

/// Reusable state of tree comparisons.
struct Comparison<'r> {
    repository: &'r gix::Repository,
    cache: gix::diff::blob::Platform,
    state: gix::diff::tree::State,
}

/// One changed file before its lines are compared.
struct BlobPair {
    change: FileChange,
    blobs: Option<(gix::ObjectId, gix::ObjectId)>,
}

impl<'r> Comparison<'r> {
    fn new(repository: &'r gix::Repository) -> gix::Result<Self> {
        // The index determines which files are text. A damaged index must not prevent the log.
        let cache = repository.diff_resource_cache_for_tree_diff().or_else(|_| without_index(repository))?;
        Ok(Self { repository, cache, state: gix::diff::tree::State::default() })
    }

    /// A commit with its changes; `None` if it cannot be compared with its parent.
    fn read(&mut self, unread: &UnreadCommit, largest: usize) -> gix::Result<Option<Commit>> {
        let commit = self.repository.find_commit(unread.id)?;
        let Ok(changes) = self.changes(&commit, unread.parent, largest) else { return Ok(None) };
        // Old tools wrote commits without an author.
        let author = commit.author().ok();
        let text = |text: &BStr| text.to_str_lossy().into_owned();
        Ok(Some(Commit {
            id: unread.id.to_string(),
            parent: unread.parent.map(|id| id.to_string()),
            author: author.map_or_else(Author::default, |author| Author {
                name: text(author.name),
                email: text(author.email),
            }),
            author_time: author.map_or(unread.commit_time, |author| author.seconds()),
            commit_time: unread.commit_time,
            message: text(commit.message_raw_sloppy()),
            changes,
        }))
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
        let mut pairs: Vec<BlobPair> = Vec::new();
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

/// Compares files by content only.
fn without_index(repository: &gix::Repository) -> gix::Result<gix::diff::blob::Platform> {
    let index = gix::index::State::new(repository.object_hash());
    let source = gix::worktree::stack::state::attributes::Source::IdMapping;
    let attributes = repository.attributes_only(&index, source)?.detach();
    let (mode, roots) = (gix::diff::blob::pipeline::Mode::ToGit, WorktreeRoots::default());
    gix::diff::resource_cache(repository, mode, attributes, roots)
}

fn pair(change: ChangeRef<'_>) -> Option<BlobPair> {
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
    Some(BlobPair { change: FileChange { path, before, hunks: Vec::new() }, blobs })
}

#[cfg(test)]
mod tests;
