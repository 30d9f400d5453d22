//! Build constraints of Go: which files are compiled together.
//!
//! A file may say for which systems, processors and tags it is compiled, by its name
//! (`poll_linux.go`) or in a line before its package (`//go:build linux && !race`). Files may then
//! define the same names once for each build. A reference means the definitions in files that
//! some build compiles together with its own.

mod expression;

use super::FileInput;
use super::eval::ResolutionContext;
use super::memo::Shared;
use crate::ids::{FileId, SymbolId};
use expression::Expression;
use fathom_syntax::{FactsView, ImportFlags, ImportSystem};
use rustc_hash::FxHashMap;

/// Definitions of one name, each for other builds, that are looked at.
const BUILDS: usize = 16;

/// A constraint by its number; 0 is that of files that every build compiles.
type Number = u32;

/// The constraint that is written in a file.
pub(crate) fn build_constraint<'a>(facts: &FactsView<'a>) -> &'a str {
    let package = facts.imports.iter().find(|import| import.flags & ImportFlags::PACKAGE != 0);
    package.map_or("", |package| facts.text(package.alias))
}

/// The constraints of all files.
#[derive(Default)]
pub(crate) struct Builds {
    /// By file; empty if no file has any.
    of_file: Vec<Number>,
    all: Vec<Expression>,
    /// Whether a build may satisfy two constraints.
    together: Shared<(Number, Number), bool>,
}

impl Builds {
    pub(crate) fn new(files: &[FileInput<'_>]) -> Builds {
        let mut numbers: FxHashMap<(&str, &str), Number> = FxHashMap::default();
        let mut builds = Builds::default();
        for (index, file) in files.iter().enumerate() {
            if file.language.names.imports != ImportSystem::ModulePaths {
                continue;
            }
            let written = build_constraint(&file.facts);
            let by_name = expression::of_name(file.path);
            if written.is_empty() && by_name.is_empty() {
                continue;
            }
            if builds.of_file.is_empty() {
                builds.of_file = vec![0; files.len()];
                builds.all = vec![Expression::parse("", "")];
            }
            builds.of_file[index] = *numbers.entry((written, by_name)).or_insert_with(|| {
                builds.all.push(Expression::parse(written, by_name));
                builds.all.len() as Number - 1
            });
        }
        builds
    }

    /// Whether only some builds compile a file.
    pub(crate) fn is_constrained(&self, file: FileId) -> bool {
        self.number(file) != 0
    }

    /// Whether some build compiles both files.
    pub(crate) fn are_together(&self, one: FileId, other: FileId) -> bool {
        let (one, other) = (self.number(one), self.number(other));
        if one == 0 || other == 0 || one == other {
            return true;
        }
        let pair = (one.min(other), one.max(other));
        self.together.get(pair, || self.all[pair.0 as usize].allows(&self.all[pair.1 as usize]))
    }

    /// Whether a build without tags of its own may compile a file.
    fn is_by_default(&self, file: FileId) -> bool {
        self.all.get(self.number(file) as usize).is_none_or(Expression::needs_no_tag)
    }

    fn number(&self, file: FileId) -> Number {
        self.of_file.get(file.index()).copied().unwrap_or(0)
    }
}

impl ResolutionContext<'_, '_> {
    /// The definitions that a name in a file may mean, of those that builds have instead of one
    /// that was found: that of the file itself, else those that some build compiles together with it.
    /// `None` if the one that was found is in no constrained file.
    pub(crate) fn per_build(&self, file: FileId, found: SymbolId) -> Option<Vec<SymbolId>> {
        let tables = self.tables;
        if !tables.is_symbol(found) || !tables.builds.is_constrained(tables.file_of(found)) {
            return None;
        }
        let (home, _) = tables.membership(found);
        if home == SymbolId::NONE || tables.definition(found).kind().is_type() {
            return None;
        }
        let all = || tables.members(home, tables.name_hash(found)).take(BUILDS);
        if let Some(own) = all().find(|symbol| tables.file_of(*symbol) == file) {
            return Some(vec![own]);
        }
        let mut together: Vec<SymbolId> =
            all().filter(|symbol| tables.builds.are_together(file, tables.file_of(*symbol))).collect();
        // Where only one can be followed further, it is that of a build without tags.
        together.sort_by_key(|symbol| !tables.builds.is_by_default(tables.file_of(*symbol)));
        (!together.is_empty()).then_some(together)
    }
}
