//! Every source file that the documentation names exists.

use super::{File, Finding};
use std::collections::BTreeSet;

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let known: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let exists = |path: &str| known.contains(path) || known.contains(format!("crates/{path}").as_str());
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| is_documentation(&file.path)) {
        for (index, line) in file.text.lines().enumerate() {
            // Odd parts are between backticks.
            let code = line.split('`').skip(1).step_by(2);
            for path in code.filter(|path| is_source(path) && !exists(path)) {
                let advice = format!("`{path}` does not exist; name the file that holds this now");
                findings.push(Finding::new(file, index + 1, advice));
            }
        }
    }
    findings
}

/// The changelog names files as they were.
fn is_documentation(path: &str) -> bool {
    path.ends_with(".md") && path != "CHANGELOG.md"
}

/// A path to one file of a crate. `NAME` stands for any language or framework.
fn is_source(text: &str) -> bool {
    let in_crate = text.contains("/src/") || text.contains("/tests/");
    in_crate && text.ends_with(".rs") && !text.contains(['*', ' ', '{']) && !text.contains("NAME")
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::check;

    #[test]
    fn a_source_file_that_does_not_exist_is_found() {
        let findings = |text: &str| {
            let files = [file("docs/a.md", text), file("crates/graph/src/link.rs", "")];
            check(&files).len()
        };
        assert_eq!(findings("see `graph/src/link.rs` and `crates/graph/src/link.rs`"), 0);
        assert_eq!(findings("see `graph/src/gone.rs`, `graph/src/link.rs`, `graph/tests/gone.rs`"), 2);
        assert_eq!(findings("`syntax/src/languages/NAME/names.rs`, `links.rs`, graph/src/gone.rs"), 0);
    }
}
