//! Files that git neither tracks nor ignores.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use fathom_source::{Repository, Stamp};
use gix::bstr::{BStr, BString, ByteSlice, ByteVec};
use gix::ignore::Search;
use gix::ignore::search::Ignore;
use gix::index::{AccelerateLookup, Entry};

use super::{Differences, Worktree, rules};

/// Maximum depth of folders. No path that a system opens is longer than 4,096 bytes.
const MAX_FOLDERS: usize = 1_000;

const PARSE: Ignore = Ignore { support_precious: false };

impl Worktree<'_> {
    /// Searches all folders that are not ignored.
    pub(super) fn untracked(&self, found: &mut Differences) {
        let opened = self.opened;
        let mut search = Search::default();
        let mut add = |bytes: Vec<u8>, source: &Path| {
            // Fails only for an invalid path.
            let _ = search.add_patterns_buffer(&bytes, source, None, PARSE);
        };
        if let Some(file) = opened.settings.excludes_file() {
            add(rules::in_file(&file), &file);
        }
        let info = opened.place.common_dir.join("info/exclude");
        add(rules::in_file(&info), &info);
        let any_case = opened.settings.ignore_case.then(|| self.index.prepare_icase_backing());
        let composes_names = opened.settings.composes_names();
        let mut look = UntrackedSearch { worktree: self, search, any_case, composes_names, found };
        // The rules of parent folders also apply.
        let mut above = BString::default();
        for name in opened.prefix.trim_end_with(|c| c == '/').split_str("/").filter(|name| !name.is_empty()) {
            look.enter(above.as_bstr(), Absence::ByPath);
            above.push_str(name);
            above.push_byte(b'/');
        }
        look.folder(above.as_bstr(), 0);
    }
}

/// The evidence that a file with rules is still missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Absence {
    /// Its own path.
    ByPath,
    /// The stamp of its folder, which is read anyway.
    ByFolder,
}

struct UntrackedSearch<'w, 'o, 'f> {
    worktree: &'w Worktree<'o>,
    search: Search,
    any_case: Option<AccelerateLookup<'w>>,
    composes_names: bool,
    found: &'f mut Differences,
}

impl UntrackedSearch<'_, '_, '_> {
    /// Reads the rules of a folder, whose path ends in `/`.
    fn enter(&mut self, path: &BStr, absence: Absence) {
        let root = &self.worktree.opened.place.root;
        let folder = self.worktree.on_disk(path);
        let source = folder.join(".gitignore");
        let stamp = fs::symlink_metadata(&source).ok().map(|metadata| Stamp::of(&metadata));
        if stamp.is_some() || absence == Absence::ByPath {
            self.found.seen.push((source.clone(), stamp));
        }
        let bytes = rules::in_folder(&folder, ".gitignore");
        let list = gix::glob::search::pattern::List::from_bytes(&bytes, source, Some(root), PARSE);
        self.search.patterns.push(list.unwrap_or_default());
    }

    fn folder(&mut self, path: &BStr, depth: usize) {
        let on_disk = self.worktree.on_disk(path);
        if !self.is_listed(path) {
            // Before it is listed: a later change of its entries changes the stamp.
            self.found.saw(on_disk.clone());
        }
        let Ok(entries) = fs::read_dir(&on_disk) else { return };
        self.enter(path, Absence::ByFolder);
        for entry in entries.flatten() {
            let (Ok(kind), Some(name)) = (entry.file_type(), self.name(&entry.file_name())) else { continue };
            if name == ".git" {
                continue;
            }
            let mut below = path.to_owned();
            below.push_str(&name);
            if kind.is_dir() {
                self.subfolder(below, &entry.path(), depth);
            } else if (kind.is_file() || kind.is_symlink())
                && !self.is_tracked(below.as_bstr())
                && !self.is_ignored(below.as_bstr(), false)
            {
                self.remember(below);
            }
            if self.worktree.is_done(self.found) {
                break;
            }
        }
        self.search.patterns.pop();
    }

    /// Whether a walk has read the stamp of a folder, whose path ends in `/`.
    fn is_listed(&self, path: &BStr) -> bool {
        let below = path.strip_prefix(self.worktree.opened.prefix.as_slice()).unwrap_or(path);
        self.worktree.listed.has_folder(below.strip_suffix(b"/").unwrap_or(below))
    }

    fn subfolder(&mut self, mut path: BString, on_disk: &Path, depth: usize) {
        // A submodule was compared as a tracked path.
        if self.is_tracked(path.as_bstr()) || depth >= MAX_FOLDERS {
            return;
        }
        let ignored = self.is_ignored(path.as_bstr(), true);
        path.push_byte(b'/');
        if self.has_tracked(path.as_bstr()) {
            // Rules do not apply to tracked files; all other files in an ignored folder are ignored.
            if !ignored {
                self.folder(path.as_bstr(), depth + 1);
            }
        } else if !ignored {
            if fs::symlink_metadata(on_disk.join(".git")).is_ok() && Repository::at(on_disk).is_some() {
                path.pop();
                self.remember(path);
            } else {
                self.folder(path.as_bstr(), depth + 1);
            }
        }
    }

    /// Records a path and, if it is the only result that is required, its inputs.
    fn remember(&mut self, path: BString) {
        if self.worktree.extent == super::Extent::First {
            self.found.seen.clear();
            self.worktree.git_files(self.found);
            self.found.saw(self.worktree.on_disk(&path));
            self.worktree.rules_above(path.as_bstr(), self.found);
        }
        self.found.paths.push(path);
    }

    /// The name of a file as git writes it.
    fn name(&self, name: &OsStr) -> Option<BString> {
        let name = gix::path::os_str_into_bstr(name).ok()?;
        if self.composes_names {
            return Some(gix::utils::str::precompose_bstr(name.into()).into_owned());
        }
        Some(name.to_owned())
    }

    fn is_ignored(&self, path: &BStr, is_folder: bool) -> bool {
        let case = self.worktree.opened.settings.case();
        let found = self.search.pattern_matching_relative_path(path, Some(is_folder), case);
        found.is_some_and(|found| !found.pattern.is_negative())
    }

    fn is_tracked(&self, path: &BStr) -> bool {
        let index = &self.worktree.index;
        match &self.any_case {
            Some(lookup) => index.entry_by_path_icase(path, true, lookup).is_some(),
            None => index.entry_range(path).is_some(),
        }
    }

    /// Whether git tracks anything in a folder, whose path ends in `/`.
    fn has_tracked(&self, folder: &BStr) -> bool {
        let index = &self.worktree.index;
        let entries: &[Entry] = index.entries();
        let at = entries.partition_point(|entry| entry.path(index) < folder);
        let is_inside = |entry: &Entry| entry.path(index).starts_with(folder);
        if entries.get(at).is_some_and(is_inside) {
            return true;
        }
        let folder = folder.strip_suffix(b"/").unwrap_or(folder).as_bstr();
        let any_case = self.any_case.as_ref();
        any_case.is_some_and(|lookup| index.path_is_directory_icase(folder, true, lookup))
    }
}
