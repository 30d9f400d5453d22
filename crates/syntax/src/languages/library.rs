//! Names of members of the languages' standard libraries.
//!
//! The lists in `crates/syntax/library` are made by the programs beside them, from what is
//! installed; each program's first lines have the command.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// The members of one standard library.
pub struct LibraryMembers(LazyLock<FxHashSet<&'static str>>);

impl LibraryMembers {
    /// Whether the library has a member of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

macro_rules! libraries {
    ($($name:ident = $file:literal),* $(,)?) => {
        $(pub(crate) static $name: LibraryMembers = LibraryMembers(LazyLock::new(|| {
            include_str!(concat!("../../library/", $file)).lines().collect()
        }));)*
    };
}

libraries! {
    CPP = "cpp.txt",
    GO = "go.txt",
    JAVA = "java.txt",
    JAVASCRIPT = "javascript.txt",
    PYTHON = "python.txt",
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
            (&RUST, ["unwrap", "into_iter"]),
        ] {
            assert!(names.iter().all(|name| library.contains(name)), "{names:?}");
        }
    }
}
