//! Code that is not the product itself: examples, scripts, migrations, test support.

/// The role of a file, by its path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Among examples, scripts, migrations or the like.
    pub(crate) peripheral: bool,
    /// Test support: code that only tests use but that contains no tests.
    pub(crate) test_support: bool,
}

impl Place {
    pub(crate) fn of(path: &str) -> Place {
        Place { peripheral: is_peripheral(path), test_support: is_test_support(path) }
    }

    /// Whether it is not the product itself.
    pub(crate) fn is_beside(self) -> bool {
        self.peripheral || self.test_support
    }
}

fn is_peripheral(path: &str) -> bool {
    const FOLDERS: &[&str] = &[
        "bench",
        "benches",
        "benchmark",
        "benchmarks",
        "contrib",
        "demo",
        "demos",
        "docs",
        "docs_src",
        "doc",
        "example",
        "examples",
        "fixtures",
        "generated",
        "gen",
        "i18n",
        "locale",
        "locales",
        "migrate",
        "migrations",
        "mocks",
        "sample",
        "samples",
        "scripts",
        "testdata",
        "testing",
        "tools",
    ];
    path.split('/').any(|name| FOLDERS.contains(&name.to_ascii_lowercase().as_str()))
}

fn is_test_support(path: &str) -> bool {
    const WORDS: &[&str] = &[
        "fake", "fakes", "fixture", "fixtures", "mock", "mocks", "spec", "specs", "test", "testing", "tests",
    ];
    let mut word = String::new();
    let mut found = false;
    let mut previous_lower = false;
    for c in path.chars().chain(['/']) {
        if !c.is_alphanumeric() || c.is_uppercase() && previous_lower {
            found |= WORDS.contains(&word.as_str());
            word.clear();
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        previous_lower = c.is_lowercase();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{is_peripheral, is_test_support};

    #[test]
    fn a_path_of_test_support_is_known_by_its_words() {
        assert!(is_test_support("crates/shop-test-support/src/lib.rs"));
        assert!(is_test_support("src/Shop.AcceptanceTests/Steps.cs"));
        assert!(!is_test_support("src/latest/contest.rs"));
    }

    #[test]
    fn examples_and_migrations_are_beside_the_product() {
        assert!(is_peripheral("app/migrations/0001_initial.py") && is_peripheral("Examples/a.go"));
        assert!(!is_peripheral("src/migration.rs"));
    }
}
