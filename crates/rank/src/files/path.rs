//! The words of a path and the role that it gives a file.

use fathom_text::{Term, Tokenizer};

/// Stems that name no subject, so that the folder's name is used.
const ENTRIES: &[&str] =
    &["__init__", "__main__", "index", "mod", "module-info", "package-info", "package", "init"];
/// Stems of files where a program or library begins.
const STARTS: &[&str] = &["main", "lib", "app", "program", "prelude"];
/// Folders and stems of stubs, shims and mocks.
const SHIMS: &[&str] =
    &["compat", "compatibility", "deprecated", "legacy", "polyfill", "polyfills", "shim", "shims"];
/// Folders of code that is not the product's own.
const FOREIGN: &[&str] = &["third_party", "thirdparty", "vendor", "vendored", "_vendor", "external"];
/// Folders of code that users of the product do not call.
const INTERNAL: &[&str] = &["internal", "internals", "impl", "private", "_internal"];
/// Stems of files for code that fits nowhere else.
const LOOSE: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "types", "constants"];

/// The words of a path and its roles.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each role is independent of the others")]
pub(super) struct PathWords {
    /// The words of the stem; of the folder where the stem names no subject.
    pub(super) stem: Vec<Term>,
    /// The stem in lower case without separators.
    pub(super) joined: String,
    /// The words of the nearest folder.
    pub(super) folder: Vec<Term>,
    /// The words of all other folders.
    pub(super) outer: Vec<Term>,
    pub(super) depth: usize,
    /// Whether it is the entry of its folder, such as `__init__.py`.
    pub(super) entry: bool,
    pub(super) start: bool,
    pub(super) stub: bool,
    pub(super) shim: bool,
    pub(super) foreign: bool,
    pub(super) internal: bool,
    pub(super) loose: bool,
    /// Whether it is in a folder named for a version, such as `v1`.
    pub(super) versioned: bool,
}

impl PathWords {
    pub(super) fn read(tokenizer: &mut Tokenizer, path: &str) -> PathWords {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (written, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let lower = written.to_ascii_lowercase();
        let lower_path = path.to_ascii_lowercase();
        let mut names: Vec<&str> = folders.split('/').filter(|name| !name.is_empty()).collect();
        let depth = names.len();
        let entry = ENTRIES.contains(&lower.as_str());
        let stem = if entry { names.pop().unwrap_or(written) } else { written };
        let nearest = names.pop().unwrap_or("");
        let mut terms = |text: &str| -> Vec<Term> {
            let mut terms: Vec<Term> = tokenizer.parts(text).iter().map(|part| part.term).collect();
            terms.dedup();
            terms
        };
        let any = |words: &[&str]| lower_path.split(['/', '.']).any(|part| words.contains(&part));
        let is_version = |part: &str| {
            part.strip_prefix('v')
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
        };
        PathWords {
            stem: terms(stem),
            joined: stem.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect(),
            folder: terms(nearest),
            outer: terms(&names.join(" ")),
            depth,
            entry,
            start: STARTS.contains(&lower.as_str()),
            stub: ending == "pyi" || lower.ends_with(".d"),
            shim: any(SHIMS),
            foreign: any(FOREIGN),
            internal: any(INTERNAL) || stem.starts_with('_'),
            loose: LOOSE.contains(&lower.as_str()),
            versioned: lower_path.split('/').any(is_version),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PathWords;
    use fathom_text::Tokenizer;

    fn read(path: &str) -> PathWords {
        PathWords::read(&mut Tokenizer::new(), path)
    }

    #[test]
    fn an_entry_is_named_for_its_folder() {
        assert_eq!(read("src/json/__init__.py").stem, read("src/json.py").stem);
        assert!(read("src/json/__init__.py").entry && !read("src/json.py").entry);
    }

    #[test]
    fn roles_are_known_by_their_names() {
        assert!(read("types/index.d.ts").stub && read("a/b.pyi").stub);
        assert!(read("pydantic/v1/main.py").versioned && read("a/v1/main.py").start);
        assert!(read("pkg/vendor/x.go").foreign && read("lib/internal/x.go").internal);
        assert!(!read("lib/vendors.go").foreign);
    }

    #[test]
    fn the_words_of_a_stem_are_split_at_humps() {
        assert_eq!(read("a/SqlMapper.Async.cs").stem.len(), 3);
        assert_eq!(read("a/routergroup.go").joined, "routergroup");
    }
}
