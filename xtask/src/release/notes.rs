//! The text of a release: the section of its version in CHANGELOG.md.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The section of a version, without its heading.
pub(super) fn read(root: &Path, version: &str) -> Result<String> {
    let text = fs::read_to_string(root.join("CHANGELOG.md")).context("cannot read CHANGELOG.md")?;
    section(&text, version).with_context(|| {
        format!("CHANGELOG.md has no `## {version} - DATE`; rename the section Unreleased to it")
    })
}

fn section(text: &str, version: &str) -> Option<String> {
    let start = format!("## {version} - ");
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&start));
    lines.next()?;
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    Some(format!("{}\n", lines.join("\n").trim()))
}

#[cfg(test)]
mod tests {
    use super::section;

    #[test]
    fn the_notes_of_a_version_end_where_the_next_begins() {
        let text = "# Changelog\n\n## Unreleased\n\n- c\n\n## 0.2.0 - 2027-01-02\n\n### Added\n- b\n\n\
                    ## 0.1.0 - 2026-11-17\n- a\n";
        assert_eq!(section(text, "0.2.0").as_deref(), Some("### Added\n- b\n"));
        assert_eq!(section(text, "0.1.0").as_deref(), Some("- a\n"));
        assert_eq!(section(text, "0.1"), None);
    }
}
