//! Opens a repository so that its content can neither run a program, nor block, nor exhaust memory.
//!
//! A repository is untrusted data: it may come as an archive, with a configuration that names programs
//! (`filter.*.clean`, `core.fsmonitor`, `diff.*.textconv`, hooks, helpers), another worktree and
//! includes. None of these takes effect:
//!
//! * Only a `.git` makes a repository ([`fathom_source::Repository`]), and its folder is the worktree;
//!   `core.worktree` is ignored.
//! * gix reads the repository's configuration as untrusted, follows no include, and reads neither the
//!   environment nor the user's files. It resolves programs from trusted sections alone, and there are
//!   none. Filters never run, not even the user's own: see [`content`](crate::worktree).
//! * A repository of another user is rejected, as git does ([`trust`](crate::trust)).
//! * Files that gix would open must be regular ([`special`](crate::special)).

use std::fs;
use std::path::{Path, PathBuf};

use fathom_source::Repository;
use gix::bstr::BString;
use gix::sec::Trust;

use crate::settings::Settings;
use crate::{HistoryError, special, trust};

/// Maximum size of an object. Larger ones are data without renames or line edits.
const LARGEST_OBJECT: &str = "64m";

/// A part that cannot be read.
const REFTABLE: &str = "its refs in a reftable";

/// Whether the repository with its top folder at `root` is usable, as far as a few small files show: it
/// is valid, belongs to the user and has a supported format. `Ok` if there is no `.git`.
pub fn usable(root: &Path) -> Result<(), HistoryError> {
    let damaged = |why| HistoryError::Damaged { path: root.into(), why };
    let Some(place) = Repository::inspect(root).map_err(damaged)? else { return Ok(()) };
    trust::check(&place)?;
    if place.common_dir.join("reftable").is_dir() {
        return Err(HistoryError::Unsupported { path: root.into(), what: REFTABLE });
    }
    Ok(())
}

/// An open repository and the requested folder in it.
pub(crate) struct OpenRepository {
    repository: gix::ThreadSafeRepository,
    /// Its location; the root is a canonical path.
    pub(crate) place: Repository,
    pub(crate) settings: Settings,
    /// The commit of `HEAD` when the repository was opened. Read only once, because git may switch
    /// branches during a comparison.
    pub(crate) head: Option<String>,
    root: PathBuf,
    /// The folder relative to the worktree's top, with `/` at its end; empty for the top itself.
    pub(crate) prefix: BString,
}

impl OpenRepository {
    /// The repository that contains `root`.
    pub(crate) fn at(root: &Path) -> Result<Self, HistoryError> {
        let real = fs::canonicalize(root).map_err(|_| HistoryError::NotARepository { path: root.into() })?;
        let place = find(root, &real)?;
        // A git directory, requested by its own path, is in no worktree.
        if real.starts_with(&place.git_dir) || real.starts_with(&place.common_dir) {
            return Err(HistoryError::NotARepository { path: root.into() });
        }
        Self::in_place(root, &real, place)
    }

    /// A repository at a known location; `real` is a folder in it.
    pub(crate) fn in_place(root: &Path, real: &Path, place: Repository) -> Result<Self, HistoryError> {
        let head = place.head();
        special::check(&place)?;
        let settings = Settings::read(&place)?;
        trust::check(&place)?;
        if settings.has_reftable() {
            return Err(HistoryError::Unsupported { path: root.into(), what: REFTABLE });
        }
        let options =
            gix::open::Options::isolated().with(Trust::Reduced).open_path_as_is(true).config_overrides([
                format!("gitoxide.objects.allocLimitIfReducedTrust={LARGEST_OBJECT}"),
                format!("core.bigFileThreshold={LARGEST_OBJECT}"),
            ]);
        let repository = gix::ThreadSafeRepository::open_opts(&place.git_dir, options)
            .map_err(git_error(root, "open the files"))?;
        let below = real.strip_prefix(&place.root).unwrap_or(Path::new(""));
        let below = gix::path::into_bstr(below).map_err(git_error(root, "name the folder"))?;
        let mut prefix = gix::path::to_unix_separators_on_windows(below).into_owned();
        if !prefix.is_empty() {
            prefix.push(b'/');
        }
        Ok(Self { repository, place, settings, head, root: root.into(), prefix })
    }

    /// A handle of the repository for one thread.
    pub(crate) fn repository(&self) -> gix::Repository {
        self.repository.to_thread_local()
    }

    pub(crate) fn failed(&self, action: &'static str) -> impl Fn(gix::Error) -> HistoryError + use<> {
        git_error(&self.root, action)
    }

    /// The current index; empty if there is none.
    pub(crate) fn index(&self) -> Result<gix::index::File, HistoryError> {
        read_index(&self.place, self.repository().object_hash()).map_err(self.failed("read the index"))
    }
}

/// The index of a worktree. [`special::check`] has verified that it is a regular file.
pub(crate) fn read_index(place: &Repository, hash: gix::hash::Kind) -> gix::Result<gix::index::File> {
    let options = gix::index::decode::Options::default();
    gix::index::File::at_or_default(place.git_dir.join("index"), hash, false, options)
}

/// The location of the repository that contains the canonical path of `root`.
pub(crate) fn find(root: &Path, real: &Path) -> Result<Repository, HistoryError> {
    for folder in real.ancestors() {
        match Repository::inspect(folder) {
            Ok(Some(place)) => return Ok(place),
            Ok(None) => {}
            Err(why) => return Err(HistoryError::Damaged { path: folder.into(), why }),
        }
    }
    let path = root.into();
    Err(if Repository::is_bare(real) {
        HistoryError::Bare { path }
    } else {
        HistoryError::NotARepository { path }
    })
}

pub(crate) fn git_error(path: &Path, action: &'static str) -> impl Fn(gix::Error) -> HistoryError + use<> {
    let path = path.to_path_buf();
    move |source| HistoryError::Git { path: path.clone(), action, source: Box::new(source) }
}

#[cfg(test)]
mod tests;
