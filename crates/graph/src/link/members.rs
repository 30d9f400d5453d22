//! Which symbols are members of which containers, by name.
//!
//! A hash table of symbol numbers: container and name are read from the arrays
//! that hold them anyway, so it is small and quickly made again.

use fathom_syntax::NONE;

/// The members of all containers.
pub(crate) struct Members {
    /// The first member of each container and name.
    slots: Vec<u32>,
    /// The next member with the same container and name.
    next: Vec<u32>,
    /// Of this member and those after it, the first that is not only announced;
    /// [`NONE`] if all are.
    defined: Vec<u32>,
    /// What each symbol is a member of; [`NONE`] if of nothing.
    homes: Vec<u32>,
}

impl Members {
    pub(crate) fn new(symbols: usize) -> Members {
        let slots = (symbols * 2).next_power_of_two().max(2);
        let [next, defined, homes] = std::array::from_fn(|_| vec![NONE; symbols]);
        Members { slots: vec![NONE; slots], next, defined, homes }
    }

    /// Where a container's members with a name start, or would.
    fn slot(&self, hashes: &[u64], container: u32, name: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mixed = (name ^ u64::from(container)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (mixed >> 32) as usize & mask;
        loop {
            let symbol = self.slots[slot];
            if symbol == NONE || self.homes[symbol as usize] == container && hashes[symbol as usize] == name {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Makes a symbol a member, before those already there; `announced` if it is
    /// defined elsewhere.
    pub(crate) fn add(&mut self, hashes: &[u64], container: u32, symbol: u32, announced: bool) {
        let slot = self.slot(hashes, container, hashes[symbol as usize]);
        let next = self.slots[slot];
        self.next[symbol as usize] = next;
        self.defined[symbol as usize] = match self.defined.get(next as usize) {
            Some(&defined) if announced => defined,
            None if announced => NONE,
            _ => symbol,
        };
        self.slots[slot] = symbol;
        self.homes[symbol as usize] = container;
    }

    /// The first member of a container with this name, and the first that is not
    /// only announced: told at once, however many there are.
    pub(crate) fn first(&self, hashes: &[u64], container: u32, name: u64) -> (Option<u32>, Option<u32>) {
        let first = self.slots[self.slot(hashes, container, name)];
        let defined = self.defined.get(first as usize).copied().unwrap_or(NONE);
        ((first != NONE).then_some(first), (defined != NONE).then_some(defined))
    }

    /// Members of a container with this name, in order.
    pub(crate) fn of(&self, hashes: &[u64], container: u32, name: u64) -> impl Iterator<Item = u32> + '_ {
        let first = self.slots[self.slot(hashes, container, name)];
        std::iter::successors((first != NONE).then_some(first), |&symbol| {
            let next = self.next[symbol as usize];
            (next != NONE).then_some(next)
        })
    }

    /// What each symbol is a member of.
    pub(crate) fn homes(&self) -> &[u32] {
        &self.homes
    }
}

#[cfg(test)]
mod tests {
    use super::Members;

    #[test]
    fn the_one_added_last_comes_first() {
        let hashes = [10, 20, 10, 10];
        let mut members = Members::new(4);
        for symbol in [3, 2, 1] {
            members.add(&hashes, 0, symbol, symbol == 2);
        }
        assert_eq!(members.of(&hashes, 0, 10).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(members.of(&hashes, 0, 20).collect::<Vec<_>>(), [1]);
        assert_eq!(members.of(&hashes, 1, 10).count(), 0);
        assert_eq!(members.homes()[1], 0);
        assert_eq!(members.first(&hashes, 0, 10), (Some(2), Some(3)));
        assert_eq!(members.first(&hashes, 0, 20), (Some(1), Some(1)));
        assert_eq!(members.first(&hashes, 1, 10), (None, None));
    }
}
