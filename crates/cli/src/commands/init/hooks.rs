//! The hook that records the commit that follows a prediction: `post-commit` of git.
//!
//! An existing hook keeps its lines: ours are between two marks and can be removed again.

use anyhow::{Context, Result, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const START: &str = "# >>> fathom: record the outcome of predictions";
const END: &str = "# <<< fathom";

/// Adds the hook to a repository or removes it, and describes what was done.
pub(super) fn edit(root: &Path, program: &str, undo: bool) -> Result<String> {
    let file = folder(root)?.join("post-commit");
    let before = match fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error).context("cannot read the post-commit hook of git"),
    };
    let without = before.as_deref().map(without_block);
    if undo {
        return Ok(match (before, without) {
            (Some(before), Some(after)) if before != after => {
                if after.trim().is_empty() || after.trim() == "#!/bin/sh" {
                    fs::remove_file(&file).context("cannot remove the post-commit hook")?;
                } else {
                    fs::write(&file, after).context("cannot write the post-commit hook")?;
                }
                "post-commit hook removed".to_owned()
            }
            _ => "the post-commit hook has no entry of Fathom".to_owned(),
        });
    }
    let rest = without.unwrap_or_else(|| "#!/bin/sh\n".to_owned());
    if rest.starts_with("#!") && !rest.lines().next().is_some_and(|line| line.contains("sh")) {
        bail!(
            "the post-commit hook is no shell script; add this to it: {program} experts record outcome --commit HEAD"
        );
    }
    let end = if rest.is_empty() || rest.ends_with('\n') { "" } else { "\n" };
    let quoted = program.replace('\'', "'\\''");
    let block =
        format!("{START}\n('{quoted}' experts record outcome --commit HEAD >/dev/null 2>&1 &)\n{END}\n");
    let after = format!("{rest}{end}{block}");
    if before.as_deref() == Some(after.as_str()) {
        return Ok("the post-commit hook has it already".to_owned());
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).context("cannot create the folder of hooks")?;
    }
    fs::write(&file, after).context("cannot write the post-commit hook")?;
    make_executable(&file)?;
    Ok("post-commit hook added: commits are recorded as outcomes of predictions".to_owned())
}

/// A hook without our lines.
fn without_block(text: &str) -> String {
    let mut kept = String::new();
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        inside |= line.trim_end() == START;
        if !inside {
            kept.push_str(line);
        }
        inside &= line.trim_end() != END;
    }
    kept
}

/// The folder of hooks that the worktrees of a repository share.
fn folder(root: &Path) -> Result<PathBuf> {
    let dot_git = root.join(".git");
    let metadata = dot_git.symlink_metadata().context("this folder is no git repository; hooks need one")?;
    let common = if metadata.is_file() {
        let text = fs::read_to_string(&dot_git).context("cannot read .git")?;
        let folder = root.join(text.trim().strip_prefix("gitdir: ").context("cannot read .git")?);
        match fs::read_to_string(folder.join("commondir")) {
            Ok(common) => folder.join(common.trim()),
            Err(_) => folder,
        }
    } else if metadata.is_dir() {
        dot_git
    } else {
        bail!(".git is a link; add the hook to the repository that it leads to");
    };
    let config = fs::read_to_string(common.join("config")).unwrap_or_default();
    if config.to_ascii_lowercase().contains("hookspath") {
        bail!(
            "this repository sets core.hooksPath; add this to its post-commit hook: fathom experts record outcome --commit HEAD"
        );
    }
    Ok(common.join("hooks"))
}

#[cfg(unix)]
fn make_executable(file: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).context("cannot make the hook executable")
}

#[cfg(not(unix))]
fn make_executable(_file: &Path) -> Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{edit, without_block};
    use std::fs;

    #[test]
    fn a_hook_is_added_once_keeps_the_lines_of_others_and_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let hooks = place.path().join(".git/hooks");
        fs::create_dir_all(&hooks).unwrap();
        let file = hooks.join("post-commit");
        edit(place.path(), "fathom", false).unwrap();
        let first = fs::read_to_string(&file).unwrap();
        assert!(first.starts_with("#!/bin/sh\n") && first.contains("record outcome --commit HEAD"));
        edit(place.path(), "fathom", false).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), first);
        edit(place.path(), "fathom", true).unwrap();
        assert!(!file.exists());

        fs::write(&file, "#!/bin/bash\necho done").unwrap();
        edit(place.path(), "fathom", false).unwrap();
        assert!(fs::read_to_string(&file).unwrap().starts_with("#!/bin/bash\necho done\n# >>>"));
        edit(place.path(), "fathom", true).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "#!/bin/bash\necho done\n");
    }

    #[test]
    fn a_hook_in_another_language_is_left_alone() {
        let place = tempfile::tempdir().unwrap();
        let hooks = place.path().join(".git/hooks");
        fs::create_dir_all(&hooks).unwrap();
        fs::write(hooks.join("post-commit"), "#!/usr/bin/env python3\nprint()\n").unwrap();
        assert!(edit(place.path(), "fathom", false).is_err());
        assert_eq!(without_block("a\n"), "a\n");
    }
}
