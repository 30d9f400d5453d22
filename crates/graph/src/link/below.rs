//! Members that a class or module expects from the classes below it.
//!
//! A module calls `contact`, which it does not define: the classes that include it do, or another
//! module of theirs. A base class calls what its subclasses define.

use super::eval::{Member, Place, ResolutionContext};
use crate::ids::SymbolId;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Classes below a type that are looked at.
const CLASSES: usize = 24;

impl ResolutionContext<'_, '_> {
    /// The members of a name in the classes below the type around a place, in the order of the
    /// classes, each once.
    pub(crate) fn expected(&self, place: Place, name: u64) -> Rc<[SymbolId]> {
        let Some(own) = self.enclosing_type(place) else { return Rc::default() };
        self.memo.below.get((own, name), || self.members_below(own, name).into())
    }

    fn members_below(&self, own: SymbolId, name: u64) -> Vec<SymbolId> {
        let tables = self.tables;
        let mut classes: Vec<SymbolId> = vec![own];
        let mut seen: FxHashSet<SymbolId> = classes.iter().copied().collect();
        let mut found = Vec::new();
        let mut next = 0;
        // A class that defines the name may become a subclass later, so the name is looked up in
        // any case.
        if tables.named(name).next().is_none() {
            return found;
        }
        while next < classes.len() {
            let at = classes[next];
            next += 1;
            tables.note_below(at);
            for &below in self.bases.below(at) {
                if classes.len() > CLASSES || !seen.insert(below) {
                    continue;
                }
                classes.push(below);
                match self.inherited(below, name) {
                    Member::Found(member) if tables.is_symbol(member) && !found.contains(&member) => {
                        found.push(member);
                    }
                    _ => {}
                }
            }
        }
        found
    }
}
