//! Rust: which of several methods of a type a call means, and which macro.

use super::eval::{Member, Place, ResolutionContext};
use super::overloads::CallArguments;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{Flags, ImportSystem, Kind, hash_name};

/// Definitions of one name that are looked at.
pub(super) const SAME_NAME: usize = 64;

impl<'a> ResolutionContext<'_, 'a> {
    /// Of the methods of one name in one type, the one that is called: one that is none of a trait,
    /// else on `self` the one that is written nearest.
    pub(super) fn own_method(&self, method: SymbolId, place: Place, on_self: bool) -> SymbolId {
        match self.inherent(method) {
            Some(own) => own,
            None if on_self => self.nearest(method, place),
            None => method,
        }
    }

    /// The methods that a call of one of a type's traits may mean: a type may implement a trait for
    /// several type parameters, as `From`. One, if the arguments decide.
    pub(super) fn of_traits(&self, method: SymbolId, call: &CallArguments<'a>) -> Vec<SymbolId> {
        let tables = self.tables;
        let (home, _) = tables.membership(method);
        let of_trait = |symbol: &SymbolId| tables.definition(*symbol).flags().has(Flags::OF_TRAIT);
        if home == SymbolId::NONE || !tables.is_symbol(home) || !of_trait(&method) {
            return vec![method];
        }
        let all: Vec<SymbolId> =
            tables.members(home, tables.name_hash(method)).filter(of_trait).take(SAME_NAME).collect();
        if all.len() < 2 {
            return vec![method];
        }
        let given = self.given(call);
        let score = |symbol: &SymbolId| {
            let parameters = self.parameters(*symbol);
            parameters.map_or(0, |parameters| self.score(*symbol, &parameters, &given))
        };
        let scored: Vec<(i32, SymbolId)> = all.iter().map(|symbol| (score(symbol), *symbol)).collect();
        let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
        scored.into_iter().filter(|(score, _)| *score == best).map(|(_, symbol)| symbol).collect()
    }

    /// Of the methods of one name in one type, the first that is none of a trait.
    fn inherent(&self, method: SymbolId) -> Option<SymbolId> {
        let tables = self.tables;
        let (home, _) = tables.membership(method);
        let is_type = home != SymbolId::NONE
            && tables.is_symbol(home)
            && !matches!(tables.definition(home).kind(), Kind::Trait | Kind::File | Kind::Module);
        if !is_type {
            return None;
        }
        let mut all = tables.members(home, tables.name_hash(method)).take(SAME_NAME);
        all.find(|other| {
            let definition = tables.definition(*other);
            definition.kind() == Kind::Method && !definition.flags().has(Flags::OF_TRAIT)
        })
    }

    /// Of the methods of one name in one type, that which is written nearest: a type may implement
    /// several traits with such a method, or one trait for itself and for references to it.
    fn nearest(&self, method: SymbolId, place: Place) -> SymbolId {
        let tables = self.tables;
        let (home, _) = tables.membership(method);
        let here = |other: &SymbolId| tables.file_of(*other) == place.file;
        let distance = |other: &SymbolId| tables.definition(*other).line.abs_diff(place.line);
        let others = tables.members(home, tables.name_hash(method)).take(SAME_NAME).filter(here);
        others.min_by_key(distance).unwrap_or(method)
    }

    /// A macro, `name!`: the one of this file, else of this crate, else the only one. `None` if the
    /// name is not that of a macro.
    pub(super) fn macro_named(&self, file: FileId, name: &str) -> Option<Member> {
        let tables = self.tables;
        let name = name.strip_suffix('!')?;
        if tables.rules(file).imports != ImportSystem::Crates {
            return None;
        }
        let is_macro = |symbol: &SymbolId| tables.definition(*symbol).kind() == Kind::Macro;
        let all: Vec<SymbolId> = tables.named(hash_name(name)).filter(is_macro).take(SAME_NAME).collect();
        let root = |file: FileId| self.imports.crate_root(file);
        let own = || all.iter().find(|symbol| tables.file_of(**symbol) == file);
        let in_crate = || {
            all.iter().find(|symbol| root(tables.file_of(**symbol)).is_some_and(|at| Some(at) == root(file)))
        };
        let found = own().or_else(in_crate).or_else(|| all.first().filter(|_| all.len() == 1));
        Some(found.map_or(Member::External, |symbol| Member::Found(*symbol)))
    }
}
