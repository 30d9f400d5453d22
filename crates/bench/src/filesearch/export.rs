//! One folder of a repository at a revision, as plain files without git.

use crate::corpus::git;
use anyhow::{Context, Result, bail};
use std::path::Path;

/// Writes the files of `root` at `revision` of the repository `source` into `target`. Very large
/// files that the repository's source lacks are left out.
pub fn export(source: &Path, revision: &str, root: &str, target: &Path) -> Result<()> {
    let parent = target.parent().unwrap_or(target);
    std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    let work = tempfile::tempdir_in(parent).context("cannot make a folder for the export")?;
    let (index, files) = (work.path().join("index"), work.path().join("files"));
    std::fs::create_dir(&files)?;
    let tree = if root.is_empty() { revision.to_owned() } else { format!("{revision}:{root}") };
    let run = |arguments: &[&str]| {
        let mut command = git::command(source);
        command.env("GIT_INDEX_FILE", &index).env("GIT_WORK_TREE", &files).args(arguments);
        command.output().context("cannot start git; is it installed?")
    };
    let read = run(&["read-tree", &tree])?;
    if !read.status.success() {
        bail!("git read-tree {tree}: {}", String::from_utf8_lossy(&read.stderr).trim());
    }
    // Fails where a blob is missing, and writes the others.
    run(&["checkout-index", "--all", "--force", "--quiet"])?;
    std::fs::rename(&files, target).with_context(|| format!("cannot write {}", target.display()))
}

#[cfg(test)]
mod tests {
    use super::export;
    use crate::corpus::git;

    #[test]
    fn a_folder_is_exported_without_git_and_without_its_parents() {
        let place = tempfile::tempdir().unwrap();
        let source = place.path().join("source");
        std::fs::create_dir_all(source.join("src/a")).unwrap();
        std::fs::write(source.join("src/a/pay.py"), "x = 1\n").unwrap();
        std::fs::write(source.join("README"), "none\n").unwrap();
        git::run(&source, &["init", "--quiet", "."]).unwrap();
        git::commit_all(&source, "all").unwrap();
        let target = place.path().join("out/tree");
        export(&source, "HEAD", "src", &target).unwrap();
        assert_eq!(std::fs::read_to_string(target.join("a/pay.py")).unwrap(), "x = 1\n");
        assert!(!target.join(".git").exists() && !target.join("README").exists());
    }
}
