//! One label among the definitions of a tree.

use crate::matching::Name;
use crate::tree::pinned::Tree;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of locations that are listed for a label found elsewhere.
const EXAMPLES: usize = 3;

/// Where a tree has a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "presence")]
pub enum Presence {
    /// It is defined.
    There {
        /// `path:line` of the first one.
        place: String,
        /// How many definitions bear the name.
        count: usize,
        /// All of them are in tests.
        in_tests: bool,
    },
    /// Its last name is defined, but not under its qualifier.
    Elsewhere {
        /// The qualifier is defined too: the label may be inherited.
        inherited: bool,
        /// Some places: `name (path:line)`.
        near: Vec<String>,
    },
    /// Nothing bears its last name.
    Missing,
}

/// Finds labels in a tree.
pub struct Lookup<'t> {
    tree: &'t Tree,
    /// Last name to the definitions that bear it: file, definition, whole name.
    by_last: BTreeMap<String, Vec<(usize, usize, Name)>>,
    /// For each file, names of its folders, itself and its package.
    around: Vec<BTreeSet<String>>,
}

impl<'t> Lookup<'t> {
    /// Over a tree.
    pub fn new(tree: &'t Tree) -> Lookup<'t> {
        let mut by_last: BTreeMap<String, Vec<(usize, usize, Name)>> = BTreeMap::new();
        let mut around = Vec::new();
        for (file, parsed) in tree.files.iter().enumerate() {
            for (index, definition) in parsed.definitions.iter().enumerate() {
                let name = Name::new(&definition.name);
                if let Some(last) = name.last() {
                    by_last.entry(last.to_owned()).or_default().push((file, index, name));
                }
            }
            let stem = parsed.path.rsplit_once('.').map_or(parsed.path.as_str(), |(stem, _)| stem);
            let names = [Name::new(stem), Name::new(&parsed.package), Name::new(&tree.repository)];
            // `a-b` and `a_b` are one: a package may be spelled either way.
            around.push(names.iter().flat_map(Name::parts).map(|part| part.replace('-', "_")).collect());
        }
        Lookup { tree, by_last, around }
    }

    /// Looks for a label. It is there if a definition's nested name ends with
    /// it, or if it ends with a definition's nested name and what is left of it
    /// names folders, the file, the package or the repository.
    pub fn find(&self, label: &str) -> Presence {
        let name = Name::new(label);
        let Some(candidates) = name.last().and_then(|last| self.by_last.get(last)) else {
            return Presence::Missing;
        };
        let there: Vec<(usize, usize)> = candidates
            .iter()
            .filter(|(file, _, defined)| self.is_same(&name, *file, defined))
            .map(|(file, index, _)| (*file, *index))
            .collect();
        if let Some((file, index)) = there.first() {
            let in_tests =
                |(file, index): &(usize, usize)| self.tree.files[*file].definitions[*index].is_test;
            return Presence::There {
                place: self.place(*file, *index),
                count: there.len(),
                in_tests: there.iter().all(in_tests),
            };
        }
        let owner = name.parts().iter().rev().nth(1);
        let near = candidates.iter().take(EXAMPLES).map(|(file, index, _)| {
            let name = &self.tree.files[*file].definitions[*index].name;
            format!("{name} ({})", self.place(*file, *index))
        });
        Presence::Elsewhere {
            inherited: owner.is_some_and(|owner| self.by_last.contains_key(owner)),
            near: near.collect(),
        }
    }

    fn is_same(&self, label: &Name, file: usize, defined: &Name) -> bool {
        if defined.parts().ends_with(label.parts()) {
            return true;
        }
        label.parts().ends_with(defined.parts()) && {
            let left = &label.parts()[..label.parts().len() - defined.parts().len()];
            left.iter().all(|part| self.around[file].contains(&part.replace('-', "_")))
        }
    }

    fn place(&self, file: usize, index: usize) -> String {
        let parsed = &self.tree.files[file];
        format!("{}:{}", parsed.path, parsed.definitions[index].line)
    }
}
