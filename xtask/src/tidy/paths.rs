//! No file names a folder of one person's machine.

use super::{File, Finding};

/// First folders of paths that exist on some machines only.
const PLACES: [&str; 4] = ["work", "root", "home", "Users"];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        for (index, line) in file.text.lines().enumerate() {
            for place in PLACES {
                let path = format!("/{place}/");
                // Inside a longer path or an address it is a folder like any other.
                let absolute = line.match_indices(&path).any(|(at, _)| {
                    !line[..at].ends_with(|c: char| c.is_alphanumeric() || "/._-*}>)]~$:".contains(c))
                });
                if absolute {
                    let advice = format!(
                        "`{path}…` exists on one machine only; use a path relative to the repository"
                    );
                    findings.push(Finding::new(file, index + 1, advice));
                }
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::{PLACES, check};

    #[test]
    fn absolute_paths_are_found_and_folders_of_that_name_are_not() {
        let at = |text: String| check(&[file("a.md", &text)]).len();
        for place in PLACES {
            assert_eq!(at(format!("see /{place}/me/x")), 1);
            assert_eq!(at(format!("`/{place}/x`")), 1);
            assert_eq!(at(format!("src/{place}/x and https://a.org/{place}/x and {place}/x")), 0);
        }
    }
}
