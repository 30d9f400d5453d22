//! Submodules: each is one path of the repository.

use std::collections::BTreeMap;
use std::path::Path;

use fathom_source::Repository;
use gix::bstr::{BStr, BString, ByteSlice};
use gix::config::file::{Metadata, init};
use gix::config::{File, Source};
use gix::index::Entry;

use super::{Differences, Extent, ListedFiles, MAX_DEPTH, Worktree, rules};
use crate::open::OpenRepository;

/// Which changes of a submodule are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum IgnoredChanges {
    /// None.
    #[default]
    Nothing,
    /// Untracked files.
    Untracked,
    /// All changes but a different commit.
    Files,
    /// All changes.
    Everything,
}

/// The settings of submodules.
#[derive(Debug)]
pub(super) struct Submodules {
    by_path: BTreeMap<BString, IgnoredChanges>,
}

impl Submodules {
    /// Reads `.gitmodules` and the settings.
    pub(super) fn read(opened: &OpenRepository) -> Self {
        let bytes = rules::in_folder(&opened.place.root, ".gitmodules");
        let options = init::Options { lossy: true, ..init::Options::default() };
        let config = File::from_bytes_no_includes(&bytes, Metadata::from(Source::Local), options);
        let config = config.unwrap_or_default();
        let sections = config.sections_by_name("submodule").into_iter().flatten();
        let named = sections.filter_map(|section| {
            let name = section.header().subsection_name()?.to_str().ok()?.to_owned();
            let own = || section.value("ignore").map(|value| value.to_str_lossy().into_owned());
            let ignored = match opened.settings.submodule_ignore(&name).or_else(own).as_deref() {
                Some("all") => IgnoredChanges::Everything,
                Some("dirty") => IgnoredChanges::Files,
                Some("untracked") => IgnoredChanges::Untracked,
                _ => IgnoredChanges::Nothing,
            };
            Some((section.value("path")?, ignored))
        });
        Self { by_path: named.collect() }
    }

    /// Whether a submodule has another commit than the index, or differs from its own commit.
    pub(super) fn differs(
        &self,
        outer: &Worktree<'_>,
        entry: &Entry,
        path: &BStr,
        on_disk: &Path,
        found: &mut Differences,
    ) -> bool {
        // Like git, compares only the commit of a repository that no `.gitmodules` names.
        let ignored = self.by_path.get(path).copied().unwrap_or(IgnoredChanges::Files);
        if ignored == IgnoredChanges::Everything {
            return false;
        }
        // A submodule that was not initialised is an empty folder.
        found.saw(on_disk.join(".git"));
        let Some(place) = Repository::at(on_disk) else { return false };
        let head = place.head();
        found.heads.push((on_disk.to_path_buf(), head.clone()));
        if head.is_some_and(|head| !head.eq_ignore_ascii_case(&entry.id.to_hex().to_string())) {
            return true;
        }
        if ignored == IgnoredChanges::Files || outer.depth >= MAX_DEPTH {
            return false;
        }
        has_changes(outer, on_disk, place, ignored, found).unwrap_or(false)
    }
}

/// Whether a submodule differs from its own commit; `None` if it cannot be read.
fn has_changes(
    outer: &Worktree<'_>,
    on_disk: &Path,
    place: Repository,
    ignored: IgnoredChanges,
    found: &mut Differences,
) -> Option<bool> {
    let opened = OpenRepository::in_place(on_disk, on_disk, place).ok()?;
    let index = opened.index().ok()?;
    let (extent, depth) = (Extent::First, outer.depth + 1);
    let listed = ListedFiles::default();
    let inner = Worktree { opened: &opened, index, listed, extent, threads: 1, depth };
    let mut own = Differences::default();
    inner.git_files(&mut own);
    inner.staged(&mut own).ok()?;
    if own.paths.is_empty() {
        own.append(inner.tracked());
    }
    if own.paths.is_empty() && ignored == IgnoredChanges::Nothing {
        inner.untracked(&mut own);
    }
    let differs = !own.paths.is_empty();
    own.paths.clear();
    found.append(own);
    Some(differs)
}
