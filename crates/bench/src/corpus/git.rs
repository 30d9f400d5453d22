//! Running `git` with nothing of the user's settings that would change files.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Settings that could change what is checked out, or write behind our back.
const SETTINGS: [&str; 7] = [
    "core.autocrlf=false",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "gc.auto=0",
    "filter.lfs.required=false",
    "filter.lfs.smudge=",
    // Git directories in a mirror may belong to someone else; they are only read.
    "safe.directory=*",
];

/// A `git` command that runs in a folder.
pub(crate) fn command(folder: &Path) -> Command {
    let mut git = Command::new("git");
    for setting in SETTINGS {
        git.args(["-c", setting]);
    }
    git.arg("-C").arg(folder);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
        git.env_remove(name);
    }
    git.env("GIT_TERMINAL_PROMPT", "0").env("GIT_LFS_SKIP_SMUDGE", "1").stdin(Stdio::null());
    git
}

/// Runs git and returns its output; the error of a failure contains git's message.
pub(crate) fn run<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Result<String> {
    let output = attempt(folder, arguments)?;
    if !output.status.success() {
        let words: Vec<String> =
            arguments.iter().map(|one| one.as_ref().to_string_lossy().into_owned()).collect();
        bail!("git {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// Runs it, whatever it ends with.
pub(crate) fn attempt<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Result<Output> {
    command(folder).args(arguments).output().context("cannot start git; is it installed?")
}

/// A command whose commit depends on its content alone.
fn committing(folder: &Path) -> Command {
    let mut git = command(folder);
    for setting in ["user.name=Ada", "user.email=ada@example.org", "commit.gpgsign=false"] {
        git.args(["-c", setting]);
    }
    for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
        git.env(name, "2024-05-06T07:08:09Z");
    }
    git
}

/// Commits all that is not ignored. The same files on the same commit always give the same one.
pub(crate) fn commit_all(folder: &Path, message: &str) -> Result<()> {
    run(folder, &["add", "--all"])?;
    let mut git = committing(folder);
    git.args(["commit", "--quiet", "--allow-empty", "--no-verify", "--message", message]);
    let output = git.output().context("cannot start git; is it installed?")?;
    if !output.status.success() {
        bail!("git commit: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

/// Commits the trees of several commits side by side, each in a folder of its own, and gives the
/// commit, which depends on the trees alone. The repository must hold their objects.
pub(super) fn combine(folder: &Path, trees: &[(&str, &str)]) -> Result<String> {
    run(folder, &["read-tree", "--empty"])?;
    for (name, commit) in trees {
        run(folder, &["read-tree", &format!("--prefix={name}/"), commit])?;
    }
    let tree = run(folder, &["write-tree", "--missing-ok"])?;
    let mut git = committing(folder);
    let output = git
        .args(["commit-tree", &tree, "-m", "Combine repositories"])
        .output()
        .context("cannot start git; is it installed?")?;
    if !output.status.success() {
        bail!("git commit-tree: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether the repository holds a commit.
pub(super) fn has_commit(folder: &Path, commit: &str) -> Result<bool> {
    Ok(attempt(folder, &["cat-file", "-e", &format!("{commit}^{{commit}}")])?.status.success())
}

/// Puts exactly the files of a commit into the work tree, with `HEAD` on it.
///
/// A git directory may lack very large blobs, at which `git checkout` would
/// stop: here such files are left out, and their paths are given back.
pub(super) fn move_to(folder: &Path, commit: &str) -> Result<Vec<String>> {
    run(folder, &["read-tree", "--reset", commit])?;
    run(folder, &["clean", "-ffdxq"])?;
    let output = attempt(folder, &["checkout-index", "--all", "--force", "--index", "--quiet"])?;
    run(folder, &["update-ref", "--no-deref", "HEAD", commit])?;
    let gone = run(folder, &["ls-files", "--deleted", "-z"])?;
    let mut missing = Vec::new();
    for path in gone.split('\0').filter(|path| !path.is_empty()) {
        if attempt(folder, &["cat-file", "-e", &format!(":{path}")])?.status.success() {
            bail!(
                "{path} could not be written to {}: {}",
                folder.display(),
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        missing.push(path.to_owned());
    }
    Ok(missing)
}

/// The folder of objects that a git directory, bare or not, has.
pub(super) fn objects(folder: &Path) -> std::path::PathBuf {
    let inner = folder.join(".git").join("objects");
    if inner.is_dir() { inner } else { folder.join("objects") }
}

/// A repository without branches that reads its objects from others.
///
/// Without branches, what came after a commit cannot be found by walking refs:
/// a system that looks at history sees only the past of the commit.
pub(super) fn borrow(folder: &Path, lenders: &[&Path]) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    run(folder, &["init", "--quiet", "."])?;
    let info = folder.join(".git/objects/info");
    std::fs::create_dir_all(&info)?;
    let (mut alternates, mut shallow) = (String::new(), String::new());
    for lender in lenders {
        let lender = lender
            .canonicalize()
            .with_context(|| format!("there is no repository at {}", lender.display()))?;
        let objects = objects(&lender);
        alternates += &objects.display().to_string();
        alternates.push('\n');
        shallow += &std::fs::read_to_string(objects.with_file_name("shallow")).unwrap_or_default();
    }
    std::fs::write(info.join("alternates"), alternates)
        .with_context(|| format!("cannot write to {}", info.display()))?;
    if !shallow.is_empty() {
        std::fs::write(folder.join(".git/shallow"), shallow)?;
    }
    Ok(())
}
