//! Which files there are.
//!
//! Owns the walk and its rules: ignore files, hidden folders, links, special files, noise by
//! path, and the size limit. It opens no file but ignore files; noise by content is its
//! caller's, who reads the files anyway. What a walk saw is recorded in a listing ([`listing`]).

use std::collections::HashSet;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use ignore::{DirEntry, ParallelVisitor, ParallelVisitorBuilder, WalkBuilder, WalkState};

use crate::listing::{self, Listing, Seen};
use crate::noise::{self, Noise};
use crate::rules::{Ignored, Level, Rules};
use crate::{Repository, SkipReason, Skipped, SourceError, Stamp, Tracked, read_small};

/// More threads than this wait for the same kernel locks.
const MAX_THREADS: usize = 8;

/// What a walk keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkOptions {
    /// Keep minified files and lock files, and treat generated files as ordinary ones.
    pub include_generated: bool,
    /// Keep somebody else's code.
    pub include_vendored: bool,
    /// Files above this are skipped.
    pub max_file_bytes: u64,
}

impl Default for WalkOptions {
    fn default() -> Self {
        Self { include_generated: false, include_vendored: false, max_file_bytes: 4 * 1024 * 1024 }
    }
}

impl WalkOptions {
    /// Whether a file is wanted although it is noise.
    pub fn keeps(&self, noise: Noise) -> bool {
        match noise {
            Noise::Vendored => self.include_vendored,
            // Code uses what they define. Their symbols are marked instead.
            Noise::Generated | Noise::OneLongLine => true,
            Noise::Minified | Noise::LockFile => self.include_generated,
            Noise::Binary | Noise::TooLarge => false,
        }
    }
}

/// A regular file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Its version, as far as the file system has one.
    pub stamp: Stamp,
}

/// A folder that a walk listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderEntry {
    /// Relative to the root, with `/`; empty for the root itself.
    pub path: String,
    /// Its version before it was listed.
    pub stamp: Stamp,
}

/// What a walk found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// The files to read, sorted by path.
    pub files: Vec<FileEntry>,
    /// What was left out, sorted by path; not what ignore files or hidden folders hide.
    pub skipped: Vec<Skipped>,
    /// The folders that were listed, sorted by path.
    pub folders: Vec<FolderEntry>,
    /// Symbolic links, which are never followed.
    pub symlinks: usize,
}

/// Walks a folder.
pub fn walk(root: &Path, options: &WalkOptions) -> Result<Walk, SourceError> {
    let root = checked(root)?;
    let repository = Repository::discover(&root);
    Ok(visit(&root, repository.as_ref(), options, &Tracked::none(), false).0)
}

/// Finds what [`walk`] finds and the `tracked` files that git's rules ignore, without listing
/// folders whose content is known from `last`, the listing of an earlier walk. `now_ns` is the
/// clock. Returns a listing for the next time, or `None` if `last` still holds.
pub fn walk_since(
    root: &Path,
    options: &WalkOptions,
    tracked: &Tracked<'_>,
    last: Option<&[u8]>,
    now_ns: i64,
) -> Result<(Walk, Option<Vec<u8>>), SourceError> {
    let root = checked(root)?;
    let repository = Repository::discover(&root);
    // Above a repository's folder there may be rules that this walk does not see.
    let is_whole = repository.as_ref().is_none_or(|repository| repository.root == root);
    if !is_whole {
        return Ok((visit(&root, repository.as_ref(), options, tracked, false).0, Some(Vec::new())));
    }
    let repository = repository.as_ref();
    let again = |last| listing::again(&root, repository, options, tracked, last, threads());
    if let Some(walk) = last.and_then(again) {
        return Ok((walk, None));
    }
    let (walk, listing) = visit(&root, repository, options, tracked, true);
    Ok((walk, Some(listing.to_bytes(repository, options, now_ns))))
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

fn visit(
    root: &Path,
    repository: Option<&Repository>,
    options: &WalkOptions,
    tracked: &Tracked<'_>,
    records: bool,
) -> (Walk, Listing) {
    // Hidden files are often configuration that names code; hidden folders and ignore rules are
    // handled below.
    let walker = WalkBuilder::new(root).standard_filters(false).threads(threads()).build_parallel();
    let found = Mutex::new(Found::default());
    let rules = Rules::new(root, repository);
    let entered = Entered::default();
    let (rules, found, entered) = (&rules, &found, &entered);
    walker.visit(&mut Visitors { root, options, records, tracked, rules, entered, found });
    let found = std::mem::take(&mut *found.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    found.sorted()
}

fn checked(root: &Path) -> Result<PathBuf, SourceError> {
    let refuse = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::NotFound => SourceError::RootMissing { path: root.into() },
        std::io::ErrorKind::NotADirectory => SourceError::NotADirectory { path: root.into() },
        _ => SourceError::Unreadable { path: root.display().to_string(), source },
    };
    let real = fs::canonicalize(root).map_err(refuse)?;
    if !real.is_dir() {
        return Err(SourceError::NotADirectory { path: root.into() });
    }
    fs::read_dir(&real).map_err(refuse)?;
    Ok(real)
}

#[derive(Default)]
struct Found {
    walk: Walk,
    /// Folders inside the root that are linked worktrees; known only once their `.git` is seen,
    /// when other threads may already be inside.
    linked_worktrees: Vec<String>,
    /// Everything that was seen, where that is recorded.
    listing: Listing,
}

impl Found {
    fn sorted(mut self) -> (Walk, Listing) {
        self.linked_worktrees.sort_unstable();
        let worktrees = &self.linked_worktrees;
        let outside = |path: &str| {
            !worktrees
                .iter()
                .any(|folder| path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')))
        };
        let mut walk = self.walk;
        if !worktrees.is_empty() {
            walk.files.retain(|file| outside(&file.path));
            walk.folders.retain(|folder| outside(&folder.path));
            walk.skipped.retain(|skipped| outside(&skipped.path));
            walk.skipped.extend(
                worktrees
                    .iter()
                    .map(|path| Skipped { path: path.clone(), reason: SkipReason::LinkedWorktree }),
            );
        }
        walk.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        walk.folders.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        walk.skipped.sort_unstable();
        (walk, self.listing)
    }
}

/// Folders that git's rules ignore and that hold tracked files. In them, only those count.
#[derive(Default)]
struct Entered {
    folders: Mutex<HashSet<PathBuf>>,
    is_used: AtomicBool,
}

impl Entered {
    fn add(&self, folder: &Path) {
        self.folders.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(folder.into());
        self.is_used.store(true, Ordering::Release);
    }

    fn holds(&self, folder: &Path) -> bool {
        self.is_used.load(Ordering::Acquire)
            && self.folders.lock().unwrap_or_else(std::sync::PoisonError::into_inner).contains(folder)
    }
}

struct Visitors<'s> {
    root: &'s Path,
    options: &'s WalkOptions,
    records: bool,
    tracked: &'s Tracked<'s>,
    rules: &'s Rules,
    entered: &'s Entered,
    found: &'s Mutex<Found>,
}

impl<'s> ParallelVisitorBuilder<'s> for Visitors<'s> {
    fn build(&mut self) -> Box<dyn ParallelVisitor + 's> {
        Box::new(Visitor {
            root: self.root,
            options: self.options,
            records: self.records,
            tracked: self.tracked,
            rules: self.rules,
            entered: self.entered,
            inside: None,
            shared: self.found,
            own: Found::default(),
        })
    }
}

/// One thread's finds, handed over once when the thread ends.
struct Visitor<'s> {
    root: &'s Path,
    options: &'s WalkOptions,
    records: bool,
    tracked: &'s Tracked<'s>,
    rules: &'s Rules,
    entered: &'s Entered,
    /// The folder that was looked into last, and the rules that hold in it.
    inside: Option<(PathBuf, Arc<Level>)>,
    shared: &'s Mutex<Found>,
    own: Found,
}

impl Drop for Visitor<'_> {
    fn drop(&mut self) {
        let mut shared = self.shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        shared.walk.files.append(&mut self.own.walk.files);
        shared.walk.skipped.append(&mut self.own.walk.skipped);
        shared.walk.folders.append(&mut self.own.walk.folders);
        shared.walk.symlinks += self.own.walk.symlinks;
        shared.linked_worktrees.append(&mut self.own.linked_worktrees);
        shared.listing.append(&mut self.own.listing);
    }
}

impl ParallelVisitor for Visitor<'_> {
    fn visit(&mut self, entry: Result<DirEntry, ignore::Error>) -> WalkState {
        match entry {
            Ok(entry) if entry.depth() == 0 => {
                self.enter("", entry.path());
                WalkState::Continue
            }
            Ok(entry) => self.judge(&entry),
            Err(error) => {
                self.refused(&error);
                WalkState::Continue
            }
        }
    }
}

impl Visitor<'_> {
    fn judge(&mut self, entry: &DirEntry) -> WalkState {
        let Some(kind) = entry.file_type() else {
            return WalkState::Continue;
        };
        if self.leaves_out(entry.path(), kind.is_dir()) {
            return WalkState::Skip;
        }
        if kind.is_symlink() {
            self.own.walk.symlinks += 1;
            match relative(self.root, entry.path()) {
                Some(path) => self.record(&path, Seen::Link),
                None => self.own.listing.give_up(),
            }
            return WalkState::Continue;
        }
        let name = entry.file_name().as_encoded_bytes();
        if name == b".git" && entry.depth() > 1 {
            // A repository in the repository has rules of its own.
            self.own.listing.give_up();
            if kind.is_file() {
                self.note_linked_worktree(entry.path());
            }
        }
        if is_hidden(name, kind.is_dir()) {
            return WalkState::Skip;
        }
        let Some(path) = relative(self.root, entry.path()) else {
            let lossy = entry.path().strip_prefix(self.root).unwrap_or(entry.path());
            self.skip(lossy.to_string_lossy().into_owned(), SkipReason::NameNotUtf8);
            self.own.listing.give_up();
            return WalkState::Skip;
        };
        if kind.is_dir() {
            return match noise::directory_on_disk(&path, entry.path()) {
                Some(noise) if !self.options.keeps(noise) => {
                    self.record(&path, Seen::NoisyFolder(noise));
                    if noise::directory(&path).is_none() {
                        // What it holds has decided.
                        self.record_stamp(&path, Seen::Rule, entry.path());
                    }
                    self.skip(path, noise.into());
                    WalkState::Skip
                }
                _ => {
                    self.enter(&path, entry.path());
                    WalkState::Continue
                }
            };
        }
        if kind.is_file() {
            self.judge_file(path, entry);
        } else {
            self.record(&path, Seen::Special);
            self.skip(path, SkipReason::NotRegular);
        }
        WalkState::Continue
    }

    fn record(&mut self, path: &str, seen: Seen) {
        if self.records {
            self.own.listing.push(path, seen, Stamp::default());
        }
    }

    fn record_stamp(&mut self, path: &str, seen: Seen, on_disk: &Path) -> Option<Stamp> {
        let Ok(metadata) = fs::symlink_metadata(on_disk) else {
            self.own.listing.give_up();
            return None;
        };
        let stamp = Stamp::of(&metadata);
        if self.records {
            self.own.listing.push(path, seen, stamp);
        }
        Some(stamp)
    }

    /// Before it is listed: what comes into it from now on shows in its stamp.
    fn enter(&mut self, path: &str, on_disk: &Path) {
        if let Some(stamp) = self.record_stamp(path, Seen::Folder, on_disk) {
            self.own.walk.folders.push(FolderEntry { path: path.to_owned(), stamp });
        }
        let level = self.rules.of(on_disk);
        if level.folder != on_disk {
            return;
        }
        let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
        if self.records {
            // Rules may hide their own file from the walk.
            for (name, stamp) in &level.stamps {
                self.own.listing.push(&inside(name), Seen::Rule, *stamp);
            }
        }
        for name in &level.cut {
            self.record(&inside(name), Seen::CutRules);
            self.skip(inside(name), SkipReason::TooManyRules);
        }
    }

    /// Whether ignore rules leave a path out. A tracked file is part of the project whatever the
    /// rules of git are.
    fn leaves_out(&mut self, path: &Path, is_dir: bool) -> bool {
        let ignored = match self.ignored(path, is_dir) {
            Ignored::No if path.parent().is_some_and(|folder| self.entered.holds(folder)) => Ignored::ByGit,
            ignored => ignored,
        };
        if ignored != Ignored::ByGit {
            return ignored == Ignored::Always;
        }
        let is_git = path.file_name().is_some_and(|name| name == ".git");
        let Some(below) = relative(self.root, path).filter(|_| !is_git) else { return true };
        let is_tracked = self.tracked.holds(&below);
        self.record(&below, if is_tracked { Seen::Tracked } else { Seen::Ignored });
        if is_tracked && is_dir {
            self.entered.add(path);
        }
        !is_tracked
    }

    fn ignored(&mut self, path: &Path, is_dir: bool) -> Ignored {
        let Some(folder) = path.parent() else { return Ignored::No };
        match &self.inside {
            Some((inside, level)) if inside == folder => level.ignores(path, is_dir),
            _ => {
                let level = self.rules.of(folder);
                let ignored = level.ignores(path, is_dir);
                self.inside = Some((folder.into(), level));
                ignored
            }
        }
    }

    fn judge_file(&mut self, path: String, entry: &DirEntry) {
        if let Some(noise) = noise::by_name(&path).filter(|noise| !self.options.keeps(*noise)) {
            self.record(&path, Seen::NoisyFile(noise));
            return self.skip(path, noise.into());
        }
        match entry.metadata() {
            Ok(metadata) if metadata.len() > self.options.max_file_bytes => {
                self.record(&path, Seen::NoisyFile(Noise::TooLarge));
                self.skip(path, Noise::TooLarge.into());
            }
            Ok(metadata) => {
                self.record(&path, Seen::File);
                self.own.walk.files.push(FileEntry { path, stamp: Stamp::of(&metadata) });
            }
            Err(error) => self.refused(&error),
        }
    }

    /// A linked worktree's `.git` file points into `…/worktrees/<name>`, a submodule's into
    /// `…/modules/<name>`: the one repeats code that is here already, the other does not.
    fn note_linked_worktree(&mut self, dot_git: &Path) {
        let above = dot_git.parent().unwrap_or(dot_git);
        let Ok(pointer) = read_small(above, ".git", 64 * 1024) else {
            return;
        };
        let pointer = String::from_utf8_lossy(&pointer);
        let mut names = Path::new(pointer.trim()).components().rev().skip(1);
        let linked = names.next().is_some_and(|name| name.as_os_str() == "worktrees");
        if let Some(folder) = dot_git.parent().and_then(|folder| relative(self.root, folder))
            && linked
        {
            self.own.linked_worktrees.push(folder);
        }
    }

    fn refused(&mut self, error: &ignore::Error) {
        self.own.listing.give_up();
        // What vanished since its folder was listed is simply not there.
        if error.io_error().is_some_and(|io| io.kind() == std::io::ErrorKind::NotFound) {
            return;
        }
        let path = path_of(error)
            .and_then(|path| path.strip_prefix(self.root).ok())
            .map_or_else(String::new, |path| path.to_string_lossy().into_owned());
        let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
        self.skip(path, SkipReason::Unreadable(why));
    }

    fn skip(&mut self, path: String, reason: SkipReason) {
        self.own.walk.skipped.push(Skipped { path, reason });
    }
}

/// Hidden folders hold the state of tools, except `.github`, which holds workflows.
pub(crate) fn is_hidden(name: &[u8], is_dir: bool) -> bool {
    name == b".git" || (is_dir && name.starts_with(b".") && name != b".github")
}

/// On bytes, because comparing paths name by name costs as much as the rest of the judgement.
fn relative(root: &Path, path: &Path) -> Option<String> {
    let root = root.as_os_str().as_encoded_bytes();
    let below = path.as_os_str().as_encoded_bytes().strip_prefix(root)?;
    let separator = MAIN_SEPARATOR as u8;
    let below = below.strip_prefix(&[separator]).unwrap_or(below);
    let below = std::str::from_utf8(below).ok()?;
    Some(if MAIN_SEPARATOR == '/' { below.to_owned() } else { below.replace(MAIN_SEPARATOR, "/") })
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        ignore::Error::Partial(errors) => errors.iter().find_map(path_of),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
