//! Which symbols are members of which containers, by name.
//!
//! A hash table of symbol numbers: container and name are read from the arrays
//! that hold them anyway, so it is small and quickly made again.

use crate::ids::SymbolId;

/// The members of all containers.
pub(crate) struct Members {
    /// The first member of each container and name.
    slots: Vec<SymbolId>,
    /// The next member with the same container and name.
    next: Vec<SymbolId>,
    /// Of this member and those after it, the first that is not a declaration;
    /// [`SymbolId::NONE`] if all are.
    defined: Vec<SymbolId>,
    /// The container of each symbol; [`SymbolId::NONE`] if it has none.
    homes: Vec<SymbolId>,
}

impl Members {
    pub(crate) fn new(symbols: usize) -> Members {
        let slots = (symbols * 2).next_power_of_two().max(2);
        let [next, defined, homes] = std::array::from_fn(|_| vec![SymbolId::NONE; symbols]);
        Members { slots: vec![SymbolId::NONE; slots], next, defined, homes }
    }

    /// Where a container's members with a name start, or would.
    fn slot(&self, hashes: &[u64], container: SymbolId, name: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mixed = (name ^ u64::from(container.number())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (mixed >> 32) as usize & mask;
        loop {
            let symbol = self.slots[slot];
            if symbol == SymbolId::NONE
                || self.homes[symbol.index()] == container && hashes[symbol.index()] == name
            {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Makes a symbol a member, before those already there; `is_declaration` if it is
    /// defined elsewhere.
    pub(crate) fn add(
        &mut self,
        hashes: &[u64],
        container: SymbolId,
        symbol: SymbolId,
        is_declaration: bool,
    ) {
        let slot = self.slot(hashes, container, hashes[symbol.index()]);
        let next = self.slots[slot];
        self.next[symbol.index()] = next;
        self.defined[symbol.index()] = match self.defined.get(next.index()) {
            Some(&defined) if is_declaration => defined,
            None if is_declaration => SymbolId::NONE,
            _ => symbol,
        };
        self.slots[slot] = symbol;
        self.homes[symbol.index()] = container;
    }

    /// The first member of a container with this name, and the first that is not only declared, in
    /// constant time.
    pub(crate) fn first(
        &self,
        hashes: &[u64],
        container: SymbolId,
        name: u64,
    ) -> (Option<SymbolId>, Option<SymbolId>) {
        let first = self.slots[self.slot(hashes, container, name)];
        let defined = self.defined.get(first.index()).copied().unwrap_or(SymbolId::NONE);
        ((first != SymbolId::NONE).then_some(first), (defined != SymbolId::NONE).then_some(defined))
    }

    /// Members of a container with this name, in order.
    pub(crate) fn of(
        &self,
        hashes: &[u64],
        container: SymbolId,
        name: u64,
    ) -> impl Iterator<Item = SymbolId> + '_ {
        let first = self.slots[self.slot(hashes, container, name)];
        std::iter::successors((first != SymbolId::NONE).then_some(first), |&symbol| {
            let next = self.next[symbol.index()];
            (next != SymbolId::NONE).then_some(next)
        })
    }

    /// The container of each symbol.
    pub(crate) fn homes(&self) -> &[SymbolId] {
        &self.homes
    }
}

#[cfg(test)]
mod tests {
    use super::{Members, SymbolId};

    #[test]
    fn the_one_added_last_comes_first() {
        let hashes = [10, 20, 10, 10];
        let [zero, one, two, three] = [0, 1, 2, 3].map(SymbolId::new);
        let mut members = Members::new(4);
        for symbol in [three, two, one] {
            members.add(&hashes, zero, symbol, symbol == two);
        }
        assert_eq!(members.of(&hashes, zero, 10).collect::<Vec<_>>(), [two, three]);
        assert_eq!(members.of(&hashes, zero, 20).collect::<Vec<_>>(), [one]);
        assert_eq!(members.of(&hashes, one, 10).count(), 0);
        assert_eq!(members.homes()[1], zero);
        assert_eq!(members.first(&hashes, zero, 10), (Some(two), Some(three)));
        assert_eq!(members.first(&hashes, zero, 20), (Some(one), Some(one)));
        assert_eq!(members.first(&hashes, one, 10), (None, None));
    }
}
