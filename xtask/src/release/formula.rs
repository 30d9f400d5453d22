//! The Homebrew formula: `fathom.rb.in` with the addresses and checksums of a release's archives.

use super::target::{self, Target};
use super::{REPOSITORY, VERSION, checksum};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

const TEMPLATE: &str = include_str!("fathom.rb.in");

/// Systems that Homebrew runs on: block of the system, block of the processor, target.
const SYSTEMS: [(&str, &str, &str); 4] = [
    ("on_macos", "on_arm", "aarch64-apple-darwin"),
    ("on_macos", "on_intel", "x86_64-apple-darwin"),
    ("on_linux", "on_arm", "aarch64-unknown-linux-gnu"),
    ("on_linux", "on_intel", "x86_64-unknown-linux-gnu"),
];

/// Writes `fathom.rb` beside the archives of a folder.
pub(super) fn write(folder: &Path) -> Result<()> {
    let mut archives = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if let Some(target) = target::of_archive(&path, VERSION) {
            archives.push((target, checksum::read(&path)?));
        }
    }
    let used = archives.iter().any(|(target, _)| SYSTEMS.iter().any(|system| system.2 == target.triple));
    if used {
        fs::write(folder.join("fathom.rb"), fill(VERSION, &archives))?;
    } else if archives.is_empty() {
        bail!("{} holds no archive of version {VERSION}", folder.display());
    }
    Ok(())
}

fn fill(version: &str, archives: &[(Target, String)]) -> String {
    TEMPLATE
        .replace("@REPOSITORY@", REPOSITORY)
        .replace("@VERSION@", version)
        .replace("@ARCHIVES@\n", &blocks(version, archives))
}

/// An address and a checksum for each system that has an archive.
fn blocks(version: &str, archives: &[(Target, String)]) -> String {
    let mut text = String::new();
    for system in ["on_macos", "on_linux"] {
        let mut inner = String::new();
        for (_, processor, triple) in SYSTEMS.iter().filter(|(name, _, _)| *name == system) {
            if let Some((target, sum)) = archives.iter().find(|(target, _)| target.triple == *triple) {
                let name = target.archive_name(version);
                let url = format!("{REPOSITORY}/releases/download/v{version}/{name}");
                inner.extend([
                    format!("    {processor} do\n      url \"{url}\"\n"),
                    format!("      sha256 \"{sum}\"\n    end\n"),
                ]);
            }
        }
        if !inner.is_empty() {
            text.extend(["\n  ", system, " do\n", &inner, "  end\n"]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{REPOSITORY, Target, fill};

    #[test]
    fn a_formula_names_each_archive_once_and_leaves_no_gap() {
        let archives = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"]
            .map(|triple| (Target::new(triple).unwrap(), format!("{:0>64}", triple.len())));
        let formula = fill("1.2.3", &archives);
        assert!(!formula.contains('@'), "{formula}");
        assert!(formula.contains("version \"1.2.3\"") && formula.contains(REPOSITORY), "{formula}");
        for (target, sum) in &archives[..2] {
            let name = target.archive_name("1.2.3");
            assert_eq!(formula.matches(&format!("/v1.2.3/{name}\"")).count(), 1, "{formula}");
            assert!(formula.contains(sum.as_str()), "{formula}");
        }
        assert!(!formula.contains("windows"), "Homebrew does not run there");
        assert_eq!(formula.matches(" do\n").count(), 5, "{formula}");
        assert_eq!(formula.lines().filter(|line| line.trim() == "end").count(), 7, "{formula}");
    }
}
