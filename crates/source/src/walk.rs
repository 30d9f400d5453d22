//! Walks a folder and lists its files.
//!
//! Owns the walk and its rules: ignore files, hidden folders, links, special files, noise by path, and
//! the size limit. It opens only ignore files; the caller reads all files anyway and detects noise by
//! content. A listing records the walk ([`listing`]).

use std::collections::HashSet;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use ignore::{DirEntry, ParallelVisitor, ParallelVisitorBuilder, WalkBuilder, WalkState};

use crate::listing::{self, EntryKind, Listing};
use crate::noise::{self, Noise};
use crate::rules::{IgnoreStatus, Level, Rules};
use crate::{Repository, SkipReason, Skipped, SourceError, Stamp, TrackedPaths, read_small};

/// More threads than this contend for the same kernel locks.
const MAX_THREADS: usize = 8;

/// The options of a walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkOptions {
    /// Keep minified files and lock files, and treat generated files as ordinary ones.
    pub include_generated: bool,
    /// Keep vendored code.
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
    /// Whether a noise file is kept.
    pub fn keeps(&self, noise: Noise) -> bool {
        match noise {
            Noise::Vendored => self.include_vendored,
            // Other code uses their definitions. Their symbols are marked instead.
            Noise::Generated | Noise::OneLongLine => true,
            Noise::Minified | Noise::LockFile | Noise::Recording => self.include_generated,
            Noise::Binary | Noise::TooLarge => false,
        }
    }
}

/// A regular file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Its stamp.
    pub stamp: Stamp,
}

/// A folder that a walk listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderEntry {
    /// Relative to the root, with `/`; empty for the root itself.
    pub path: String,
    /// Its stamp before it was listed.
    pub stamp: Stamp,
}

/// The result of a walk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// The files to read, sorted by path.
    pub files: Vec<FileEntry>,
    /// Skipped paths, sorted; without paths that ignore files or hidden folders exclude.
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
    Ok(visit(&root, repository.as_ref(), options, &TrackedPaths::none(), false).0)
}

/// Like [`walk`], plus the `tracked` files that git's rules ignore, but does not list folders whose
/// content is known from `last`, the listing of an earlier walk. `now_ns` is the clock. Returns a new
/// listing, or `None` if `last` is still valid.
pub fn walk_since(
    root: &Path,
    options: &WalkOptions,
    tracked: &TrackedPaths<'_>,
    last: Option<&[u8]>,
    now_ns: i64,
) -> Result<(Walk, Option<Vec<u8>>), SourceError> {
    let root = checked(root)?;
    let repository = Repository::discover(&root);
    // Above a repository's folder there may be rules that this walk does not read.
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
    tracked: &TrackedPaths<'_>,
    records: bool,
) -> (Walk, Listing) {
    // Hidden files often contain configuration that names code; hidden folders and ignore rules are
    // handled below.
    let walker = WalkBuilder::new(root).standard_filters(false).threads(threads()).build_parallel();
    let found = Mutex::new(WalkOutput::default());
    let rules = Rules::new(root, repository);
    let entered = IgnoredFolders::default();
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
struct WalkOutput {
    walk: Walk,
    /// Folders inside the root that are linked worktrees; known only after their `.git` is found, when
    /// other threads may already be inside.
    linked_worktrees: Vec<String>,
    /// All entries, if they are recorded.
    listing: Listing,
}

impl WalkOutput {
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

/// Folders that git's rules ignore and that contain tracked files. Only those files count.
#[derive(Default)]
struct IgnoredFolders {
    folders: Mutex<HashSet<PathBuf>>,
    is_used: AtomicBool,
}

impl IgnoredFolders {
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
    tracked: &'s TrackedPaths<'s>,
    rules: &'s Rules,
    entered: &'s IgnoredFolders,
    found: &'s Mutex<WalkOutput>,
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
            own: WalkOutput::default(),
        })
    }
}

/// The results of one thread, merged when the thread ends.
struct Visitor<'s> {
    root: &'s Path,
    options: &'s WalkOptions,
    records: bool,
    tracked: &'s TrackedPaths<'s>,
    rules: &'s Rules,
    entered: &'s IgnoredFolders,
    /// The last visited folder and its rules.
    inside: Option<(PathBuf, Arc<Level>)>,
    shared: &'s Mutex<WalkOutput>,
    own: WalkOutput,
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
                Some(path) => self.record(&path, EntryKind::Link),
                None => self.own.listing.give_up(),
            }
            return WalkState::Continue;
        }
        let name = entry.file_name().as_encoded_bytes();
        if name == b".git" && entry.depth() > 1 {
            // A nested repository has its own rules.
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
                    self.record(&path, EntryKind::NoisyFolder(noise));
                    if noise::directory(&path).is_none() {
                        // Its content has already decided.
                        self.record_stamp(&path, EntryKind::Rule, entry.path());
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
            self.record(&path, EntryKind::Special);
            self.skip(path, SkipReason::NotRegular);
        }
        WalkState::Continue
    }

    fn record(&mut self, path: &str, seen: EntryKind) {
        if self.records {
            self.own.listing.push(path, seen, Stamp::default());
        }
    }

    fn record_stamp(&mut self, path: &str, seen: EntryKind, on_disk: &Path) -> Option<Stamp> {
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

    /// Before it is listed: a later change of its entries changes the stamp.
    fn enter(&mut self, path: &str, on_disk: &Path) {
        if let Some(stamp) = self.record_stamp(path, EntryKind::Folder, on_disk) {
            self.own.walk.folders.push(FolderEntry { path: path.to_owned(), stamp });
        }
        let level = self.rules.of(on_disk);
        if level.folder != on_disk {
            return;
        }
        let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
        if self.records {
            // Rules may exclude their own file from the walk.
            for (name, stamp) in &level.stamps {
                self.own.listing.push(&inside(name), EntryKind::Rule, *stamp);
            }
        }
        for name in &level.cut {
            self.record(&inside(name), EntryKind::CutRules);
            self.skip(inside(name), SkipReason::TooManyRules);
        }
    }

    /// Whether ignore rules exclude a path. Git's rules do not apply to tracked files.
    fn leaves_out(&mut self, path: &Path, is_dir: bool) -> bool {
        let ignored = match self.ignored(path, is_dir) {
            IgnoreStatus::No if path.parent().is_some_and(|folder| self.entered.holds(folder)) => {
                IgnoreStatus::ByGit
            }
            ignored => ignored,
        };
        if ignored != IgnoreStatus::ByGit {
            return ignored == IgnoreStatus::Always;
        }
        let is_git = path.file_name().is_some_and(|name| name == ".git");
        let Some(below) = relative(self.root, path).filter(|_| !is_git) else { return true };
        let is_tracked = self.tracked.holds(&below);
        self.record(&below, if is_tracked { EntryKind::Tracked } else { EntryKind::Ignored });
        if is_tracked && is_dir {
            self.entered.add(path);
        }
        !is_tracked
    }

    fn ignored(&mut self, path: &Path, is_dir: bool) -> IgnoreStatus {
        let Some(folder) = path.parent() else { return IgnoreStatus::No };
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
            self.record(&path, EntryKind::NoisyFile(noise));
            return self.skip(path, noise.into());
        }
        match entry.metadata() {
            Ok(metadata) if metadata.len() > self.options.max_file_bytes => {
                self.record(&path, EntryKind::NoisyFile(Noise::TooLarge));
                self.skip(path, Noise::TooLarge.into());
            }
            Ok(metadata) => {
                self.record(&path, EntryKind::File);
                self.own.walk.files.push(FileEntry { path, stamp: Stamp::of(&metadata) });
            }
            Err(error) => self.refused(&error),
        }
    }

    /// A linked worktree's `.git` file points into `…/worktrees/<name>`, a submodule's into
    /// `…/modules/<name>`. The worktree repeats the code of this repository, the submodule does not.
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
        // An entry that was removed after its folder was listed counts as missing.
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

/// Hidden folders contain the state of tools, except `.github`, which contains workflows.
pub(crate) fn is_hidden(name: &[u8], is_dir: bool) -> bool {
    name == b".git" || (is_dir && name.starts_with(b".") && name != b".github")
}

/// On bytes: a comparison of paths by component costs as much as all other checks.
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
