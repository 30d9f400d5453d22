//! Which definitions a change touched: the innermost ones that hold its lines.
//!
//! They are read from the text of the tree before the change, with the parser
//! and never with any system's index, so that no system is judged by its own
//! eyes.

use super::{DefinitionLocation, Expected, Task};
use crate::tree::{self, TreeDefinition};
use fathom_syntax::Kind;
use std::collections::BTreeSet;
use std::path::Path;

/// Fills in [`Task::changed`] from a checkout of the task's commit. Does
/// nothing for a task that expects symbols by name.
pub fn locate(task: &mut Task, root: &Path) {
    let Expected::Change(files) = &task.expected else { return };
    let mut places = BTreeSet::new();
    for (path, ranges) in files {
        // A file that is not in the tree, or not text, holds no definition.
        let Ok(bytes) = std::fs::read(root.join(path)) else { continue };
        places.extend(innermost(path, &tree::definitions(path, &bytes), ranges));
    }
    task.changed = places.into_iter().collect();
}

/// The innermost definitions of a file that hold any of the lines.
pub fn innermost(
    path: &str,
    definitions: &[TreeDefinition],
    ranges: &[(u32, u32)],
) -> Vec<DefinitionLocation> {
    let holders: Vec<&TreeDefinition> =
        definitions.iter().filter(|definition| is_holder(definition, definitions)).collect();
    let mut places = BTreeSet::new();
    for &(first, last) in ranges {
        for line in first..=last {
            let innermost = holders
                .iter()
                .filter(|definition| definition.line <= line && line <= definition.end_line)
                .min_by_key(|definition| (definition.end_line - definition.line, definition.depth_order()));
            if let Some(definition) = innermost {
                places.insert(DefinitionLocation {
                    path: path.to_owned(),
                    symbol: definition.name.clone(),
                    line: definition.line,
                    end_line: definition.end_line,
                });
            }
        }
    }
    places.into_iter().collect()
}

/// Values inside a function (`self.x = …`, constants of a method) are part of
/// the function's work: people would name the function.
fn is_holder(definition: &TreeDefinition, all: &[TreeDefinition]) -> bool {
    let is_code =
        definition.kind.is_type() || definition.kind.is_callable() || definition.kind == Kind::Module;
    is_code
        || (!matches!(definition.kind, Kind::Key | Kind::Section)
            && !all.iter().any(|other| {
                other.kind.is_callable()
                    && other.line <= definition.line
                    && definition.end_line <= other.end_line
            }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::{Source, Tier};
    use std::collections::BTreeMap;

    const TEXT: &str = "import os

LIMIT = 3


class Basket:
    rate = 1

    def __init__(self):
        self.items = []

    def total(self):
        def add(a, b):
            return a + b
        return add(1, 2)


def main():
    pass
";

    fn touched(ranges: &[(u32, u32)]) -> Vec<String> {
        let definitions = tree::definitions("shop.py", TEXT.as_bytes());
        innermost("shop.py", &definitions, ranges).into_iter().map(|place| place.symbol).collect()
    }

    #[test]
    fn a_line_belongs_to_the_innermost_definition() {
        assert_eq!(touched(&[(14, 14)]), ["Basket.total.add"]);
        assert_eq!(touched(&[(15, 15)]), ["Basket.total"]);
        assert_eq!(touched(&[(8, 8)]), ["Basket"]);
        assert_eq!(touched(&[(7, 7)]), ["Basket.rate"]);
        assert_eq!(touched(&[(3, 3)]), ["LIMIT"]);
        assert_eq!(touched(&[(1, 1)]), [""; 0]);
    }

    #[test]
    fn an_attribute_set_in_a_method_is_the_methods_work() {
        assert_eq!(touched(&[(10, 10)]), ["Basket.__init__"]);
    }

    #[test]
    fn a_range_over_several_definitions_names_each_once() {
        assert_eq!(touched(&[(12, 18), (12, 12)]), ["Basket.total", "Basket.total.add", "main"]);
    }

    #[test]
    fn a_task_is_located_in_a_checkout() {
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::write(folder.path().join("shop.py"), TEXT).unwrap();
        let files =
            BTreeMap::from([("shop.py".to_owned(), vec![(18, 19)]), ("gone.py".to_owned(), vec![(1, 1)])]);
        let mut task = Task {
            id: "a".into(),
            repo: "o/a".into(),
            commit: None,
            tier: Tier::Easy,
            description: "b".into(),
            source: Source::Issue,
            expected: Expected::Change(files),
            tags: Vec::new(),
            changed: Vec::new(),
        };
        locate(&mut task, folder.path());
        assert_eq!(
            task.changed,
            [DefinitionLocation { path: "shop.py".into(), symbol: "main".into(), line: 18, end_line: 19 }]
        );
    }
}
