//! The tree that a trial works on: a copy of a repository, or a small one made for it.

use super::fathom::Fathom;
use crate::corpus::git;
use crate::speed;
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Files of a made repository.
const MADE_FILES: usize = 36;
/// Its commits.
const MADE_COMMITS: usize = 6;

/// A tree to work on, in a folder that vanishes with it.
pub(super) struct WorkCopy {
    place: TempDir,
    /// The tree.
    pub(super) root: PathBuf,
    /// How it was made.
    pub(super) made: String,
}

impl WorkCopy {
    /// A copy of a repository; without one, a small repository.
    pub(super) fn new(path: Option<&Path>) -> Result<WorkCopy> {
        let place = tempfile::Builder::new()
            .prefix("fathom-trial-")
            .tempdir()
            .context("cannot make a folder for the trial")?;
        // Temporary folders may lie behind a link, and answers hold the path as it is.
        let root = place.path().canonicalize()?.join("tree");
        let made = match path {
            Some(path) => speed::copy(path, &root)?,
            None => make(&root)?,
        };
        Ok(WorkCopy { place, root, made })
    }

    /// The folder around the tree.
    pub(super) fn place(&self) -> &Path {
        self.place.path()
    }

    /// The program with a home in the folder around the tree.
    pub(super) fn fathom(&self, program: &Path, limit: Duration) -> Fathom {
        Fathom::new(program, &self.place().join("home"), limit)
    }

    /// Leaves the folder where it is, for someone to look at.
    pub(super) fn keep(mut self) -> PathBuf {
        self.place.disable_cleanup(true);
        self.place.path().to_owned()
    }
}

/// A repository of Python, TypeScript, Ruby and prose with a few commits on two branches; always
/// the same.
fn make(root: &Path) -> Result<String> {
    fs::create_dir_all(root)?;
    git::run(root, &["init", "--quiet", "--initial-branch=main", "."])?;
    for commit in 0..MADE_COMMITS {
        for file in (0..MADE_FILES).filter(|file| commit == 0 || file % MADE_COMMITS == commit) {
            let (path, text) = module(file, commit);
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap_or(root))?;
            fs::write(&path, text)?;
        }
        git::commit_all(root, &format!("Change how parcels are counted in step {commit}"))?;
        if commit == MADE_COMMITS / 2 {
            git::run(root, &["branch", "side"])?;
        }
    }
    Ok("a small repository made for the trial".to_owned())
}

fn module(file: usize, version: usize) -> (String, String) {
    let next = (file + 4) % MADE_FILES;
    let mut text = String::new();
    match file % 4 {
        0 => {
            let _ = writeln!(
                text,
                "\"\"\"Parcels of depot {file}.\"\"\"\nfrom shop.depot_{next} import count_{next}\n"
            );
            let _ =
                writeln!(text, "class Depot{file}:\n    \"\"\"Keeps parcels until they are fetched.\"\"\"");
            let _ = writeln!(text, "    def store(self, parcel):\n        return count_{file}(parcel)\n");
            let _ = writeln!(
                text,
                "def count_{file}(parcel):\n    \"\"\"Counts parcels, version {version}.\"\"\"\n    return count_{next}(parcel) + {version}"
            );
            (format!("shop/depot_{file}.py"), text)
        }
        1 => {
            let _ = writeln!(text, "import {{ send{next} }} from './send{next}';\n");
            let _ =
                writeln!(text, "/** Sends parcels again after a failure. */\nexport class Sender{file} {{");
            let _ = writeln!(
                text,
                "  retry(times: number) {{\n    return send{file}(times + {version});\n  }}\n}}\n"
            );
            let _ = writeln!(
                text,
                "export function send{file}(times: number): number {{\n  return times > 0 ? send{next}(times - 1) : {version};\n}}"
            );
            (format!("web/send{file}.ts"), text)
        }
        2 => {
            let _ = writeln!(
                text,
                "# Reports lost parcels.\nclass Report{file}\n  def lost\n    count(:lost_{version})\n  end\n"
            );
            let _ = writeln!(text, "  def count(state)\n    Report{next}.new.count(state)\n  end\nend");
            (format!("lib/report{file}.rb"), text)
        }
        _ => {
            let _ = writeln!(
                text,
                "# Depot {file}\n\nParcels are counted by `count_{}`; see `Sender{}`.\n",
                file / 4 * 4,
                (file / 4 * 4 + 1) % MADE_FILES
            );
            let _ = writeln!(text, "## Errors in version {version}\n\nA parcel that is lost is an error.");
            (format!("docs/depot_{file}.md"), text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_made_repository_is_always_the_same_and_has_a_branch_to_switch_to() {
        let head = |copy: &WorkCopy| git::run(&copy.root, &["rev-parse", "HEAD", "side"]).unwrap();
        let copies = [WorkCopy::new(None).unwrap(), WorkCopy::new(None).unwrap()];
        assert_eq!(head(&copies[0]), head(&copies[1]));
        let files = crate::tree::parse(&copies[0].root).unwrap();
        assert_eq!(files.len(), MADE_FILES);
    }

    #[test]
    fn a_copy_leaves_its_original_alone() {
        let original = WorkCopy::new(None).unwrap();
        let copy = WorkCopy::new(Some(&original.root)).unwrap();
        fs::write(copy.root.join("lib/report2.rb"), "").unwrap();
        assert!(fs::metadata(original.root.join("lib/report2.rb")).unwrap().len() > 0);
    }
}
