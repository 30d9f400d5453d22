//! Members of a class and of its instances, in languages where both may bear one name.
//!
//! Ruby's `def self.execute` and `def execute` are two members of one class: `Trigger.execute` means
//! the first, `Trigger.new.execute` the second.

use super::eval::{Member, Place, ResolutionContext};
use crate::ids::SymbolId;
use fathom_syntax::{Flags, Kind};

/// Members of one name in one type that are looked at.
const MEMBERS: usize = 16;

/// What gems let a class hand on to a new object of it. Classes have no such methods of their own.
const HANDED_ON: [&str; 7] = ["call", "call!", "execute", "perform", "process", "run", "run!"];

impl ResolutionContext<'_, '_> {
    /// Of the members that bear the name of the one that was found, the one of the wanted side. One of
    /// the other side counts where there is no other.
    pub(super) fn on_side(&self, of: SymbolId, found: Member, is_static: bool) -> Member {
        let tables = self.tables;
        let Member::Found(symbol) = found else { return found };
        if !tables.is_symbol(symbol) || !self.has_sides(symbol) || self.is_on(symbol, is_static) {
            return found;
        }
        let name = tables.name_hash(symbol);
        let pick = |at: SymbolId| {
            let mut members = tables.members(at, name).take(MEMBERS);
            members.find(|member| self.is_on(*member, is_static))
        };
        let own = tables.canonical(of);
        if let Some(other) = pick(own) {
            return Member::Found(other);
        }
        match self.bases.inherited_by(tables, own, pick) {
            Member::Found(other) => Member::Found(other),
            // `User.name` is the name of the class. What only the repository calls so may be handed on,
            // as mailers do.
            _ if is_static && self.is_common(symbol) && !is_handed_on(tables.name(symbol)) => {
                Member::External
            }
            _ => found,
        }
    }

    /// The member that a bare name means: of the class in its methods, of the instance in others.
    pub(super) fn bare_on_side(&self, place: Place, found: Member) -> Member {
        let Member::Found(symbol) = found else { return found };
        if !self.tables.is_symbol(symbol) || !self.has_sides(symbol) {
            return found;
        }
        // Product code does not call definitions of tests.
        let is_test = |flags: Flags| flags.has(Flags::TEST);
        let around = &self.tables.files[place.file.index()].facts.definitions[place.scope as usize];
        if is_test(self.tables.definition(symbol).flags()) && !is_test(around.flags()) {
            return Member::Missing;
        }
        let Some(own) = self.enclosing_type(place) else { return found };
        let is_static = around.flags().has(Flags::STATIC) || !around.kind().is_callable();
        match self.on_side(own, found, is_static) {
            Member::External => found,
            other => other,
        }
    }

    fn is_common(&self, symbol: SymbolId) -> bool {
        let tables = self.tables;
        tables.files[tables.file_of(symbol).index()].language.is_common_member(tables.name(symbol))
    }

    /// Whether a member exists once for the class and once for its instances.
    fn has_sides(&self, symbol: SymbolId) -> bool {
        let kind = self.tables.definition(symbol).kind();
        (kind.is_callable() || kind == Kind::Field)
            && self.tables.rules(self.tables.file_of(symbol)).names_follow_types
    }

    fn is_on(&self, symbol: SymbolId, is_static: bool) -> bool {
        self.tables.definition(symbol).flags().has(Flags::STATIC) == is_static
    }
}

fn is_handed_on(name: &str) -> bool {
    HANDED_ON.contains(&name)
}
