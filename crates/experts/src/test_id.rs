//! The grammar of test ids: `file::Class::name[param]`.
//!
//! ```text
//! id    = file *( "::" name ) [ "[" param "]" ]
//! ```
//!
//! A pytest node id is one as it is. Names of other frameworks can hold anything: in a name, `[`,
//! `\` and `::` are written `\[`, `\\` and `\::`. A param is taken as it is, up to the `]` that ends
//! the id. An id without names is the whole file.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A test, a class of tests, or a file of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestId {
    /// The file, from the root of the repository.
    pub file: String,
    /// Classes, modules or blocks from the outside in, then the name of the test.
    pub names: Vec<String>,
    /// Which case of a parametrised test.
    pub param: Option<String>,
}

impl TestId {
    /// A whole file.
    pub fn of_file(file: impl Into<String>) -> TestId {
        TestId { file: file.into(), ..TestId::default() }
    }

    /// Reads an id. Every text is one: without `::` it is a file.
    pub fn parse(text: &str) -> TestId {
        let Some((file, rest)) = text.split_once("::") else { return TestId::of_file(text) };
        let mut id = TestId { file: file.to_owned(), names: vec![String::new()], param: None };
        let mut rest = rest;
        while let Some(next) = rest.chars().next() {
            let name = id.names.last_mut().expect("there is a first name");
            if let Some(after) = rest.strip_prefix("\\::") {
                name.push_str("::");
                rest = after;
            } else if let Some(after) = rest.strip_prefix('\\').filter(|after| after.starts_with(['\\', '[']))
            {
                name.extend(after.chars().next());
                rest = &after[1..];
            } else if let Some(after) = rest.strip_prefix("::") {
                id.names.push(String::new());
                rest = after;
            } else if let Some(param) = rest.strip_prefix('[').and_then(|param| param.strip_suffix(']')) {
                id.param = Some(param.to_owned());
                break;
            } else {
                name.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        id
    }

    /// The test without its param: what a source file defines.
    #[must_use]
    pub fn without_param(&self) -> TestId {
        TestId { param: None, ..self.clone() }
    }

    /// The own name of the test; `None` for a file.
    pub fn name(&self) -> Option<&str> {
        self.names.last().map(String::as_str)
    }
}

impl fmt::Display for TestId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.file)?;
        for name in &self.names {
            let name = name.replace('\\', "\\\\").replace('[', "\\[").replace("::", "\\::");
            write!(formatter, "::{name}")?;
        }
        self.param.iter().try_for_each(|param| write!(formatter, "[{param}]"))
    }
}

impl Serialize for TestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TestId, D::Error> {
        String::deserialize(deserializer).map(|text| TestId::parse(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::TestId;
    use proptest::prelude::*;

    fn id(file: &str, names: &[&str], param: Option<&str>) -> TestId {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        TestId { file: file.to_owned(), names, param: param.map(str::to_owned) }
    }

    #[test]
    fn node_ids_of_pytest_are_ids_as_they_are() {
        for (text, expected) in [
            ("t/test_a.py", id("t/test_a.py", &[], None)),
            ("t/test_a.py::test_x", id("t/test_a.py", &["test_x"], None)),
            ("t/test_a.py::A::B::test_x", id("t/test_a.py", &["A", "B", "test_x"], None)),
            ("t/test_a.py::test_x[a::b]", id("t/test_a.py", &["test_x"], Some("a::b"))),
            ("t/test_a.py::test_x[[z]]", id("t/test_a.py", &["test_x"], Some("[z]"))),
            ("t/test_a.py::test_x[a\\nb]", id("t/test_a.py", &["test_x"], Some("a\\nb"))),
        ] {
            assert_eq!(TestId::parse(text), expected);
            assert_eq!(expected.to_string(), text);
        }
    }

    #[test]
    fn names_may_hold_what_separates() {
        let odd = id("a.spec.ts", &["Cart", "with [x] and a::b \\ c"], None);
        assert_eq!(odd.to_string(), "a.spec.ts::Cart::with \\[x] and a\\::b \\\\ c");
        assert_eq!(TestId::parse(&odd.to_string()), odd);
    }

    proptest! {
        #[test]
        fn an_id_is_read_as_it_was_written(
            file in "[a-z/.]{1,8}",
            names in proptest::collection::vec("[a\\[\\]:\\\\ b]{1,6}", 1..4),
            param in proptest::option::of("[a\\[\\]:\\\\ b]{0,6}"),
        ) {
            // `a:` before `::` is the only ambiguous case.
            prop_assume!(names.iter().all(|name| !name.ends_with(':') && !name.starts_with(':')));
            let given = TestId { file, names, param };
            prop_assert_eq!(TestId::parse(&given.to_string()), given);
        }
    }
}
