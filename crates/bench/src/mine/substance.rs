//! Whether a change is worth a task, by its diff: what only moves white space, imports, comments or
//! version numbers is not a task for code search.

use super::is_code;
use fathom_history::Commit;
use std::collections::BTreeMap;
use std::path::Path;

/// Beginnings of lines that import something, in any language.
const IMPORTS: [&str; 12] = [
    "import ",
    "from ",
    "use ",
    "pub use ",
    "using ",
    "require",
    "#include",
    "package ",
    "extern crate",
    "export * ",
    "export {",
    "} from ",
];
/// Beginnings of lines that are comments.
const COMMENTS: [&str; 7] = ["//", "#", "/*", "*", "--", "\"\"\"", "<!--"];
/// Words of lines that hold a version.
const VERSIONS: [&str; 4] = ["version", "VERSION", "Version", "release"];

/// Whether a commit changes code in more than form. Reads the changed files before and after.
pub(super) fn has_substance(root: &Path, commit: &Commit) -> bool {
    let Some(parent) = &commit.parent else { return false };
    let text = |id: &str, path: &str| {
        let bytes = fathom_history::file_at(root, id, path).ok().flatten()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    commit.changes.iter().any(|change| {
        let (Some(before), Some(after)) = (&change.before, &change.path) else { return false };
        if !is_code(after) {
            return false;
        }
        let (Some(old), Some(new)) = (text(parent, before), text(&commit.id, after)) else { return true };
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        change.hunks.iter().any(|hunk| {
            let lines = |all: &[&str], range: &std::ops::Range<u32>| -> Vec<String> {
                let range = range.start as usize..(range.end as usize).min(all.len());
                all.get(range).unwrap_or_default().iter().map(|line| (*line).to_owned()).collect()
            };
            differ(&lines(&old, &hunk.before), &lines(&new, &hunk.after))
        })
    })
}

/// Whether two versions of some lines differ in more than form.
fn differ(before: &[String], after: &[String]) -> bool {
    // Formatters break and join lines: what counts is the text without white space.
    let squeezed = |lines: &[String]| -> String {
        let plain = lines.iter().filter(|line| is_meaningful(line));
        plain
            .flat_map(|line| line.chars().filter(|letter| !letter.is_whitespace() && !",;".contains(*letter)))
            .collect()
    };
    let (one, other) = (squeezed(before), squeezed(after));
    one != other && sorted(&one) != sorted(&other)
}

/// How often each letter occurs: equal for lines that were only put into another order.
fn sorted(text: &str) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    for letter in text.chars() {
        *counts.entry(letter).or_default() += 1;
    }
    counts
}

fn is_meaningful(line: &str) -> bool {
    let line = line.trim();
    let begins = |all: &[&str]| all.iter().any(|start| line.starts_with(start));
    let has_number = line.chars().any(|letter| letter.is_ascii_digit());
    let is_version = has_number && VERSIONS.iter().any(|word| line.contains(word));
    !line.is_empty() && !begins(&IMPORTS) && !begins(&COMMENTS) && !is_version
}

#[cfg(test)]
mod tests {
    use super::differ;

    fn differs(before: &str, after: &str) -> bool {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        differ(&lines(before), &lines(after))
    }

    #[test]
    fn form_is_no_substance() {
        assert!(!differs("a(b, c)", "a(\n    b,\n    c,\n)"), "a formatter");
        assert!(!differs("import a\nimport b", "import b\nimport c\nimport a"), "imports");
        assert!(!differs("__version__ = '1.2'", "__version__ = '1.3'"), "a version");
        assert!(!differs("x()\ny()", "y()\nx()"), "another order");
        assert!(!differs("# old words", "# new words\n"), "comments");
    }

    #[test]
    fn a_changed_expression_is() {
        assert!(differs("return a", "return a + 1"));
        assert!(differs("", "if retry:\n    send()"));
    }
}
