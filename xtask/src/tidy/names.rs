//! Names of files that carry no meaning, such as `utils`.

use super::{File, Finding};

/// Names of catch-all files: their content has no subject, or belongs into a file of its own.
const DRAWERS: [&str; 8] = ["util", "utils", "helper", "helpers", "manager", "managers", "misc", "common"];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| !file.path.split('/').any(|part| part == "fixtures")) {
        for part in file.path.split('/') {
            let stem = part.split('.').next().unwrap_or(part);
            if DRAWERS.contains(&stem) {
                findings.push(Finding::new(
                    file,
                    1,
                    format!("`{stem}` has no meaning; name it after its subject"),
                ));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::{file, shown};
    use super::check;

    #[test]
    fn drawers_are_found_by_file_and_by_folder() {
        let files = [
            "crates/a/src/utils.rs",
            "crates/helpers/src/lib.rs",
            "crates/a/src/utility.rs",
            "tests/fixtures/utils.py",
        ];
        let found = check(&files.map(|path| file(path, "")));
        assert_eq!(found.len(), 2, "{:?}", shown(&found));
    }
}
