//! A copy of a repository to work in.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Copies a repository and returns how. A git repository is cloned, sharing its
/// objects, so the copy shows what is committed; anything else is copied file
/// by file.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<String> {
    let from = from.canonicalize().with_context(|| format!("{} does not exist", from.display()))?;
    if from.join(".git").exists() {
        let cloned = Command::new("git")
            .args(["clone", "--quiet", "--local", "--shared", "--"])
            .arg(&from)
            .arg(to)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if cloned.is_ok_and(|status| status.success()) {
            return Ok("git clone of the commit that is checked out".to_owned());
        }
    }
    tree(&from, to)?;
    Ok("file by file, without git".to_owned())
}

fn tree(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot make {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = entry.file_type()?;
        if name == ".fathom" || name == ".git" {
            continue;
        }
        if kind.is_dir() {
            tree(&entry.path(), &to.join(&name))?;
        } else if kind.is_file() {
            fs::copy(entry.path(), to.join(&name))
                .with_context(|| format!("cannot copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_git_is_copied_without_its_index() {
        let folder = tempfile::tempdir().unwrap();
        let from = folder.path().join("from");
        fs::create_dir_all(from.join("src")).unwrap();
        fs::create_dir_all(from.join(".fathom")).unwrap();
        fs::write(from.join("src/a.py"), "x = 1\n").unwrap();
        fs::write(from.join(".fathom/state"), "").unwrap();
        let to = folder.path().join("to");
        copy(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("src/a.py")).unwrap(), "x = 1\n");
        assert!(!to.join(".fathom").exists());
    }
}
