//! Where a repository's git files are, and which commit `HEAD` names.
//!
//! Reads a few small files: no git library, no objects, no index. Anything it does not understand (a
//! reftable, a damaged ref) is `None`, never a guess; crate `history` reads everything else.
//!
//! Only the `.git` in a folder makes it a repository. Files that look like a git directory but have
//! another name can come with any clone and have their own configuration, so they are ignored (git's
//! `safe.bareRepository=explicit`), and so is a `core.worktree` that points elsewhere. The files of a
//! git directory may be links, as created by tools that share objects between checkouts; only regular
//! files are read, up to a limit.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::SourceError;
use crate::small::{open_without_waiting, read_opened};

/// A symbolic ref may point to another one; more steps than this are a loop.
const MAX_SYMBOLIC_STEPS: usize = 5;

/// Maximum size of `HEAD`, a ref, and a pointer to another folder, in bytes: no path is longer.
const MAX_POINTER_BYTES: u64 = 64 * 1024;

/// Maximum size of a configuration file, in bytes.
const MAX_CONFIG_BYTES: u64 = 4 * 1024 * 1024;

/// Maximum size of `packed-refs`, in bytes; a million refs have about 70 MB.
const MAX_PACKED_REFS_BYTES: u64 = 256 * 1024 * 1024;

/// An index lock older than this counts as stale: its process died, or waits for its user. git holds
/// the lock while it writes the files of another branch, which takes seconds even in large
/// repositories.
const LEFT_OVER: Duration = Duration::from_mins(1);

/// A checked-out repository: a main worktree, a linked worktree or a submodule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// The worktree's top folder, as given.
    pub root: PathBuf,
    /// The worktree's own git directory, which holds `HEAD`.
    pub git_dir: PathBuf,
    /// The git directory that all worktrees of the repository share.
    pub common_dir: PathBuf,
}

impl Repository {
    /// The repository whose worktree has its top folder at `path`.
    pub fn at(path: &Path) -> Option<Self> {
        Self::inspect(path).ok().flatten()
    }

    /// The repository whose worktree has its top folder at `path`, or what is wrong with the
    /// `.git` there. `None` if there is no `.git`.
    pub fn inspect(path: &Path) -> Result<Option<Self>, String> {
        let dot_git = path.join(".git");
        let Ok(metadata) = fs::metadata(&dot_git) else { return Ok(None) };
        let git_dir = if metadata.is_dir() {
            dot_git
        } else {
            let pointer = pointer(&dot_git).map_err(|error| error.to_string())?;
            let target = pointer.strip_prefix("gitdir:").ok_or(".git is no folder and names none")?;
            path.join(target.trim())
        };
        let missing = |_| format!("{} does not exist", git_dir.display());
        let git_dir = fs::canonicalize(&git_dir).map_err(missing)?;
        let common_dir = match pointer(&git_dir.join("commondir")) {
            Ok(pointer) => {
                let shared = git_dir.join(pointer.trim());
                fs::canonicalize(&shared).map_err(|_| format!("{} does not exist", shared.display()))?
            }
            Err(SourceError::Gone { .. }) => git_dir.clone(),
            Err(error) => return Err(error.to_string()),
        };
        // git requires these, too.
        let head = pointer(&git_dir.join("HEAD")).map_err(|error| error.to_string())?;
        if !head.starts_with("ref:") && object_id(&head).is_none() {
            return Err("HEAD names neither a branch nor a commit".into());
        }
        for name in ["objects", "refs"] {
            if !common_dir.join(name).is_dir() {
                return Err(format!("it has no folder `{name}`"));
            }
        }
        Ok(Some(Self { root: path.to_path_buf(), git_dir, common_dir }))
    }

    /// The repository that contains `path`: the nearest one at or above it.
    pub fn discover(path: &Path) -> Option<Self> {
        let absolute = std::path::absolute(path).ok()?;
        absolute.ancestors().find_map(Self::at)
    }

    /// Whether a folder holds the files of a git directory itself instead of a `.git`: a bare
    /// repository, or the `.git` of a worktree. There are no checked-out files in it.
    pub fn is_bare(path: &Path) -> bool {
        let has = |name: &str| path.join(name);
        fs::symlink_metadata(has("HEAD")).is_ok_and(|head| !head.is_dir())
            && has("objects").is_dir()
            && has("refs").is_dir()
            && fs::symlink_metadata(has(".git")).is_err()
    }

    /// Whether this is a linked worktree (`git worktree add`).
    pub fn is_linked_worktree(&self) -> bool {
        self.git_dir != self.common_dir
    }

    /// For a linked worktree, the top folder of the main one. `None` for the main worktree
    /// itself, for a submodule, and where the repository is bare.
    pub fn main_worktree(&self) -> Option<PathBuf> {
        let is_main = !self.is_linked_worktree() || self.core_setting("bare").as_deref() == Some("true");
        if is_main || self.common_dir.file_name()? != ".git" {
            return None;
        }
        self.common_dir.parent().map(Path::to_path_buf)
    }

    /// The id of the commit that `HEAD` names; `None` on a branch without commits.
    pub fn head(&self) -> Option<String> {
        let mut value = pointer(&self.git_dir.join("HEAD")).ok()?;
        for _ in 0..MAX_SYMBOLIC_STEPS {
            let Some(name) = value.strip_prefix("ref:").map(str::trim) else {
                return object_id(&value);
            };
            if !is_safe_ref(name) {
                return None;
            }
            // A worktree has refs of its own, such as those of a bisection.
            let loose =
                [&self.git_dir, &self.common_dir].into_iter().find_map(|dir| pointer(&dir.join(name)).ok());
            value = match loose {
                Some(loose) => loose,
                None => return self.packed(name),
            };
        }
        None
    }

    /// The short name of the branch that `HEAD` names; `None` where it names a commit.
    pub fn branch(&self) -> Option<String> {
        let head = pointer(&self.git_dir.join("HEAD")).ok()?;
        let name = head.strip_prefix("ref:")?.trim();
        is_safe_ref(name).then(|| name.strip_prefix("refs/heads/").unwrap_or(name).to_owned())
    }

    /// Whether git is writing the index of this worktree at this moment, as it does while it
    /// switches branches. A lock that was left over does not count.
    pub fn is_being_written(&self) -> bool {
        let lock = fs::symlink_metadata(self.git_dir.join("index.lock"));
        let age = |time: SystemTime| SystemTime::now().duration_since(time).unwrap_or_default();
        lock.and_then(|lock| lock.modified()).is_ok_and(|time| age(time) < LEFT_OVER)
    }

    fn packed(&self, name: &str) -> Option<String> {
        let file = open_without_waiting(&self.common_dir.join("packed-refs"), true).ok()?;
        if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return None;
        }
        let mut lines = BufReader::with_capacity(1 << 16, file.take(MAX_PACKED_REFS_BYTES));
        let mut line = Vec::new();
        while lines.by_ref().take(MAX_POINTER_BYTES).read_until(b'\n', &mut line).ok()? > 0 {
            if let Some(at) = memchr::memchr(b' ', &line)
                && line[at + 1..].trim_ascii_end() == name.as_bytes()
            {
                return object_id(std::str::from_utf8(&line[..at]).ok()?);
            }
            line.clear();
        }
        None
    }

    /// A value of the section `[core]`; later settings win, the worktree file over the common one.
    fn core_setting(&self, key: &str) -> Option<String> {
        ["config.worktree", "config"].iter().find_map(|file| {
            let config = text(&self.common_dir.join(file), MAX_CONFIG_BYTES).ok()?;
            let (mut in_core, mut value) = (false, None);
            for line in config.lines().map(str::trim) {
                if line.starts_with('[') {
                    in_core = line.eq_ignore_ascii_case("[core]");
                } else if let Some((name, set)) = line.split_once('=')
                    && in_core
                    && name.trim().eq_ignore_ascii_case(key)
                {
                    value = Some(set.trim().trim_matches('"').to_owned());
                }
            }
            value
        })
    }
}

/// A file of one line with the path of another.
fn pointer(file: &Path) -> Result<String, SourceError> {
    text(file, MAX_POINTER_BYTES)
}

/// A regular file of git as text, links followed.
fn text(file: &Path, max_bytes: u64) -> Result<String, SourceError> {
    let bytes = read_opened(file, max_bytes, open_without_waiting(file, true))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A name from a file must not leave the git directory. No ref name begins with a dot.
fn is_safe_ref(name: &str) -> bool {
    name.starts_with("refs/") && !name.split('/').any(|part| part.is_empty() || part.starts_with('.'))
}

/// SHA-1 or SHA-256.
fn object_id(text: &str) -> Option<String> {
    let text = text.trim();
    let hex = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    (hex && (text.len() == 40 || text.len() == 64)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
