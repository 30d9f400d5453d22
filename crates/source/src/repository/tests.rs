//! Repositories, each made with the `git` command.

use std::process::Command;
use std::time::SystemTime;

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
fn a_linked_worktree_refers_to_the_main_one_and_has_its_own_head() {
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

#[test]
fn a_damaged_git_folder_is_distinguished_from_none() {
    let folder = TempDir::new().unwrap();
    assert_eq!(Repository::inspect(folder.path()), Ok(None));
    fs::create_dir(folder.path().join(".git")).unwrap();
    assert!(Repository::inspect(folder.path()).unwrap_err().contains("HEAD"));
    let (_folder, main) = one_commit();
    fs::write(main.join(".git/HEAD"), "nonsense").unwrap();
    assert_eq!(Repository::inspect(&main).unwrap_err(), "HEAD names neither a branch nor a commit");
}

#[test]
fn files_of_a_git_directory_make_no_repository_without_the_name() {
    let (_folder, main) = one_commit();
    let evil = main.join("evil");
    git(&main, &["init", "-q", "--bare", "evil"]);
    git(&evil, &["config", "core.bare", "false"]);
    git(&evil, &["config", "core.worktree", "."]);
    assert_eq!(Repository::at(&evil), None);
    assert_eq!(Repository::discover(&evil).unwrap().root, main);
}

#[test]
fn a_bare_repository_is_recognised_by_its_files() {
    let (_folder, main) = one_commit();
    git(&main, &["init", "-q", "--bare", "hub.git"]);
    assert!(Repository::is_bare(&main.join("hub.git")));
    assert!(Repository::is_bare(&main.join(".git")));
    assert!(!Repository::is_bare(&main));
}

#[test]
fn the_worktree_of_a_configuration_leads_nowhere() {
    let (folder, main) = one_commit();
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    git(&main, &["worktree", "add", "-q", "../linked"]);
    git(&main, &["config", "core.worktree", elsewhere.to_str().unwrap()]);
    let linked = Repository::at(&main.with_file_name("linked")).unwrap();
    assert_eq!(linked.main_worktree(), Some(main.clone()));
    assert_eq!(Repository::at(&main).unwrap().root, main);
}

#[test]
fn a_lock_of_the_index_counts_until_it_is_old() {
    let (_folder, main) = one_commit();
    let repository = Repository::at(&main).unwrap();
    assert!(!repository.is_being_written());
    let lock = fs::File::create(main.join(".git/index.lock")).unwrap();
    assert!(repository.is_being_written());
    lock.set_modified(SystemTime::now() - 2 * LEFT_OVER).unwrap();
    assert!(!repository.is_being_written());
}

#[test]
fn a_branch_has_a_short_name() {
    let (_folder, main) = one_commit();
    git(&main, &["checkout", "-q", "-b", "topic/one"]);
    assert_eq!(Repository::at(&main).unwrap().branch().as_deref(), Some("topic/one"));
    git(&main, &["checkout", "-q", "--detach"]);
    assert_eq!(Repository::at(&main).unwrap().branch(), None);
}

#[cfg(unix)]
#[test]
fn a_fifo_in_place_of_any_file_of_git_ends_in_no_answer() {
    let fifo = |path: &Path| {
        let _ = fs::remove_file(path);
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let folder = TempDir::new().unwrap();
    fifo(&folder.path().join(".git"));
    assert_eq!(Repository::at(folder.path()), None);
    for name in ["HEAD", "commondir"] {
        let (_folder, main) = one_commit();
        fifo(&main.join(".git").join(name));
        assert_eq!(Repository::at(&main), None, "{name}");
    }
    for name in ["refs/heads/main", "packed-refs", "config"] {
        let (_folder, main) = one_commit();
        fs::remove_file(main.join(".git/refs/heads/main")).unwrap();
        fifo(&main.join(".git").join(name));
        let repository = Repository::at(&main).unwrap();
        assert_eq!((repository.head(), repository.main_worktree()), (None, None), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn files_without_end_are_not_read() {
    let (_folder, main) = one_commit();
    git(&main, &["checkout", "-q", "--orphan", "new"]);
    std::os::unix::fs::symlink("/dev/zero", main.join(".git/packed-refs")).unwrap();
    assert_eq!(Repository::at(&main).unwrap().head(), None);
    fs::remove_file(main.join(".git/HEAD")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", main.join(".git/HEAD")).unwrap();
    assert_eq!(Repository::at(&main), None);
}

#[test]
fn a_pointer_above_its_limit_is_refused() {
    let (_folder, main) = one_commit();
    let head = format!("ref: refs/heads/{}", "a".repeat(MAX_POINTER_BYTES as usize));
    fs::write(main.join(".git/HEAD"), head).unwrap();
    assert_eq!(Repository::at(&main), None);
}
