//! Where a repository keeps its git files, and which commit `HEAD` names.
//!
//! Reads a handful of small files and nothing else: no git library, no objects, no index.
//! Whatever it does not understand (a reftable, a damaged ref) is `None`, never a guess; crate
//! `history` answers all further questions.

use std::fs;
use std::path::{Path, PathBuf};

/// A symbolic ref may point to another one; more steps than this are a loop.
const MAX_SYMBOLIC_STEPS: usize = 5;

/// A checked-out repository: a main worktree, a linked worktree or a submodule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// The worktree's top folder, as it was asked for.
    pub root: PathBuf,
    /// The worktree's own git directory, which holds `HEAD`.
    pub git_dir: PathBuf,
    /// The git directory that all worktrees of the repository share.
    pub common_dir: PathBuf,
}

impl Repository {
    /// The repository whose worktree has its top folder at `path`.
    pub fn at(path: &Path) -> Option<Self> {
        let dot_git = path.join(".git");
        let git_dir = if dot_git.is_dir() {
            dot_git
        } else {
            let pointer = fs::read_to_string(&dot_git).ok()?;
            path.join(pointer.strip_prefix("gitdir:")?.trim())
        };
        let git_dir = fs::canonicalize(git_dir).ok()?;
        // git itself asks for HEAD before it believes in a folder of that name.
        fs::symlink_metadata(git_dir.join("HEAD")).ok()?;
        let common_dir = match fs::read_to_string(git_dir.join("commondir")) {
            Ok(pointer) => fs::canonicalize(git_dir.join(pointer.trim())).ok()?,
            Err(_) => git_dir.clone(),
        };
        Some(Self { root: path.to_path_buf(), git_dir, common_dir })
    }

    /// The repository that holds `path`: the nearest one at or above it.
    pub fn discover(path: &Path) -> Option<Self> {
        let absolute = std::path::absolute(path).ok()?;
        absolute.ancestors().find_map(Self::at)
    }

    /// Whether this is a linked worktree (`git worktree add`).
    pub fn is_linked_worktree(&self) -> bool {
        self.git_dir != self.common_dir
    }

    /// For a linked worktree, the top folder of the main one. `None` for the main worktree
    /// itself, for a submodule, and where the repository is bare.
    pub fn main_worktree(&self) -> Option<PathBuf> {
        if !self.is_linked_worktree() || self.core_setting("bare").as_deref() == Some("true") {
            return None;
        }
        let main = match self.core_setting("worktree") {
            Some(worktree) => fs::canonicalize(self.common_dir.join(worktree)).ok()?,
            None if self.common_dir.file_name()? == ".git" => self.common_dir.parent()?.into(),
            None => return None,
        };
        main.is_dir().then_some(main)
    }

    /// The id of the commit that `HEAD` names; `None` on a branch without commits.
    pub fn head(&self) -> Option<String> {
        let mut value = fs::read_to_string(self.git_dir.join("HEAD")).ok()?;
        for _ in 0..MAX_SYMBOLIC_STEPS {
            let Some(name) = value.strip_prefix("ref:").map(str::trim) else {
                return object_id(&value);
            };
            if !is_safe_ref(name) {
                return None;
            }
            // A worktree has refs of its own, such as those of a bisection.
            let loose = [&self.git_dir, &self.common_dir]
                .into_iter()
                .find_map(|dir| fs::read_to_string(dir.join(name)).ok());
            value = match loose {
                Some(loose) => loose,
                None => return self.packed(name),
            };
        }
        None
    }

    fn packed(&self, name: &str) -> Option<String> {
        let packed = fs::read_to_string(self.common_dir.join("packed-refs")).ok()?;
        packed.lines().find_map(|line| {
            let (id, found) = line.split_once(' ')?;
            if found.trim_end() == name { object_id(id) } else { None }
        })
    }

    /// A value of the section `[core]`; later settings win, the worktree file over the common one.
    fn core_setting(&self, key: &str) -> Option<String> {
        ["config.worktree", "config"].iter().find_map(|file| {
            let config = fs::read_to_string(self.common_dir.join(file)).ok()?;
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

/// A name from a file must not lead out of the git directory.
fn is_safe_ref(name: &str) -> bool {
    name.starts_with("refs/") && !name.split('/').any(|part| part.is_empty() || part == "..")
}

/// SHA-1 or SHA-256.
fn object_id(text: &str) -> Option<String> {
    let text = text.trim();
    let hex = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    (hex && (text.len() == 40 || text.len() == 64)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use tempfile::TempDir;

    use super::*;

    fn git(folder: &Path, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .current_dir(folder)
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
            .args(["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// A repository with one commit at `folder/main`; the folder's real path.
    fn one_commit() -> (TempDir, PathBuf) {
        let folder = TempDir::new().unwrap();
        let base = fs::canonicalize(folder.path()).unwrap();
        let main = base.join("main");
        fs::create_dir(&main).unwrap();
        git(&main, &["init", "-q"]);
        git(&main, &["commit", "-q", "--allow-empty", "-m", "first"]);
        (folder, main)
    }

    #[test]
    fn a_folder_without_git_is_no_repository() {
        let folder = TempDir::new().unwrap();
        assert_eq!(Repository::at(folder.path()), None);
        fs::create_dir(folder.path().join(".git")).unwrap();
        assert_eq!(Repository::at(folder.path()), None, "an empty .git is none either");
    }

    #[test]
    fn head_is_read_from_a_loose_ref_packed_refs_and_detached() {
        let (_folder, main) = one_commit();
        let commit = git(&main, &["rev-parse", "HEAD"]);
        let repository = Repository::at(&main).unwrap();
        assert_eq!(repository.head().as_ref(), Some(&commit), "loose");
        git(&main, &["pack-refs", "--all"]);
        assert_eq!(repository.head().as_ref(), Some(&commit), "packed");
        git(&main, &["checkout", "-q", "--detach"]);
        assert_eq!(repository.head().as_ref(), Some(&commit), "detached");
    }

    #[test]
    fn an_unborn_branch_has_no_head() {
        let folder = TempDir::new().unwrap();
        git(folder.path(), &["init", "-q"]);
        assert_eq!(Repository::at(folder.path()).unwrap().head(), None);
    }

    #[test]
    fn a_reftable_repository_has_no_head_that_files_tell() {
        let folder = TempDir::new().unwrap();
        git(folder.path(), &["init", "-q"]);
        let head = folder.path().join(".git/HEAD");
        fs::write(head, "ref: refs/heads/.invalid\n").unwrap();
        assert_eq!(Repository::at(folder.path()).unwrap().head(), None);
    }

    #[test]
    fn a_ref_that_leads_out_of_the_git_directory_is_not_followed() {
        let (_folder, main) = one_commit();
        fs::write(main.join("id"), "a".repeat(40)).unwrap();
        fs::write(main.join(".git/HEAD"), "ref: refs/../../id\n").unwrap();
        assert_eq!(Repository::at(&main).unwrap().head(), None);
    }

    #[test]
    fn a_linked_worktree_knows_the_main_one_and_has_its_own_head() {
        let (_folder, main) = one_commit();
        let linked = main.with_file_name("linked");
        git(&main, &["worktree", "add", "-q", "-b", "topic", "../linked"]);
        git(&linked, &["commit", "-q", "--allow-empty", "-m", "second"]);
        let repository = Repository::at(&linked).unwrap();
        assert!(repository.is_linked_worktree());
        assert_eq!(repository.common_dir, main.join(".git"));
        assert_eq!(repository.main_worktree(), Some(main.clone()));
        assert_eq!(repository.head(), Some(git(&linked, &["rev-parse", "HEAD"])));
        assert_eq!(Repository::at(&main).unwrap().main_worktree(), None);
    }

    #[test]
    fn a_worktree_of_a_bare_repository_has_no_main_one() {
        let (_folder, main) = one_commit();
        let base = main.parent().unwrap();
        git(base, &["clone", "-q", "--bare", "main", "hub/.git"]);
        git(&base.join("hub/.git"), &["worktree", "add", "-q", "../../tree", "main"]);
        let repository = Repository::at(&base.join("tree")).unwrap();
        assert!(repository.is_linked_worktree());
        assert_eq!(repository.main_worktree(), None);
        assert!(repository.head().is_some());
    }

    #[test]
    fn a_submodule_is_a_repository_of_its_own() {
        let (_folder, main) = one_commit();
        let base = main.parent().unwrap();
        git(base, &["init", "-q", "outer"]);
        git(&base.join("outer"), &["submodule", "--quiet", "add", "../main", "inner"]);
        let repository = Repository::at(&base.join("outer/inner")).unwrap();
        assert_eq!(repository.git_dir, base.join("outer/.git/modules/inner"));
        assert!(!repository.is_linked_worktree());
        assert_eq!(repository.head(), Repository::at(&main).unwrap().head());
    }

    #[test]
    fn discover_finds_the_nearest_repository_above() {
        let (_folder, main) = one_commit();
        let deep = main.join("a/b");
        fs::create_dir_all(&deep).unwrap();
        assert_eq!(Repository::discover(&deep).unwrap().root, main);
    }
}
