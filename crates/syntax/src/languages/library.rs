//! Names of members of the languages' standard libraries.
//!
//! The lists in `crates/syntax/library` are made by the programs beside them, from what is
//! installed; each program's first lines have the command.

use crate::strings::hash_name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// The members of one standard library, each with the type that all functions of the name give;
/// empty where they differ or the list has no types.
pub struct LibraryMembers(LazyLock<FxHashMap<&'static str, &'static str>>);

impl LibraryMembers {
    /// Whether the library has a member of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The type of what a function of this name gives, whatever it is called on.
    pub fn result(&self, name: &str) -> Option<&'static str> {
        self.0.get(name).copied().filter(|given| !given.is_empty())
    }
}

/// The functions of a standard library, by the hashes of their names.
pub struct LibraryFunctions(LazyLock<FxHashSet<u64>>);

impl LibraryFunctions {
    /// Whether the library has a function whose name has this hash.
    pub fn contains(&self, name: u64) -> bool {
        self.0.contains(&name)
    }
}

/// The C library and POSIX.
pub(crate) static C_FUNCTIONS: LibraryFunctions =
    LibraryFunctions(LazyLock::new(|| include_str!("../../library/c.txt").lines().map(hash_name).collect()));

macro_rules! libraries {
    ($($name:ident = $file:literal),* $(,)?) => {
        $(pub(crate) static $name: LibraryMembers = LibraryMembers(LazyLock::new(|| {
            let lines = include_str!(concat!("../../library/", $file)).lines();
            lines.map(|line| line.split_once(' ').unwrap_or((line, ""))).collect()
        }));)*
    };
}

libraries! {
    CPP = "cpp.txt",
    GO = "go.txt",
    JAVA = "java.txt",
    JAVASCRIPT = "javascript.txt",
    PYTHON = "python.txt",
    RUBY = "ruby.txt",
    RUST = "rust.txt",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_library_has_the_names_that_everyone_uses() {
        for (library, names) in [
            (&CPP, ["push_back", "c_str"]),
            (&GO, ["ServeHTTP", "Close"]),
            (&JAVA, ["getName", "hashCode"]),
            (&JAVASCRIPT, ["addEventListener", "forEach"]),
            (&PYTHON, ["setdefault", "splitlines"]),
            (&RUBY, ["each_with_object", "find_or_create_by"]),
            (&RUST, ["unwrap", "into_iter"]),
        ] {
            assert!(names.iter().all(|name| library.contains(name)), "{names:?}");
        }
        assert_eq!(JAVA.result("toCharArray"), Some("char[]"));
        assert_eq!(JAVA.result("get"), None);
        assert!(C_FUNCTIONS.contains(hash_name("malloc")) && !C_FUNCTIONS.contains(hash_name("list_add")));
    }
}
