//! The content of an archive: the program, its manual pages and completions, the licence and the changelog.

use super::archive::Entry;
use super::target::Target;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

const DOCUMENTS: [&str; 3] = ["README.md", "LICENSE", "CHANGELOG.md"];
const COMPLETIONS: [(&str, &str); 4] =
    [("bash", "fathom.bash"), ("zsh", "_fathom"), ("fish", "fathom.fish"), ("powershell", "_fathom.ps1")];

/// Gathers the files in a fixed order. A program of another system cannot print its pages, so they
/// are left out.
pub(super) fn gather(root: &Path, program: &Path, target: &Target, runs_here: bool) -> Result<Vec<Entry>> {
    let read = |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    let plain = |path: String, bytes: Vec<u8>| Entry { path, bytes, executable: false };
    let mut entries =
        vec![Entry { path: target.program().to_owned(), bytes: read(program)?, executable: true }];
    for name in DOCUMENTS {
        entries.push(plain(name.to_owned(), read(&root.join(name))?));
    }
    if runs_here {
        for (shell, name) in COMPLETIONS {
            let script = output(program, &["completions", shell])?;
            entries.push(plain(format!("completions/{name}"), script));
        }
        let pages = tempfile::tempdir()?;
        output(program, &["man", "--write", &pages.path().to_string_lossy()])?;
        let mut names: Vec<_> =
            fs::read_dir(pages.path())?.map(|entry| Ok(entry?.file_name())).collect::<Result<_>>()?;
        names.sort();
        for name in names {
            let bytes = read(&pages.path().join(&name))?;
            entries.push(plain(format!("man/{}", name.to_string_lossy()), bytes));
        }
    }
    Ok(entries)
}

fn output(program: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        bail!("`fathom {}` failed: {}", arguments.join(" "), message.trim());
    }
    Ok(output.stdout)
}
