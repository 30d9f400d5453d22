//! All symbols by the hash of their name.

use crate::ids::SymbolId;
use crate::layout::NameEntry;

/// Entries sorted by hash, then symbol, and where each bucket of hashes starts.
pub(crate) struct Names {
    entries: Vec<NameEntry>,
    starts: Vec<u32>,
    shift: u32,
}

impl Names {
    /// Indexes names; the number of a symbol is its place in `hashes`.
    pub(crate) fn new(hashes: &[u64]) -> Names {
        // About as many buckets as names: their hashes are spread evenly.
        let bits = usize::BITS - hashes.len().leading_zeros();
        let bits = bits.clamp(1, 24);
        let shift = u64::BITS - bits;
        let mut starts = vec![0u32; (1 << bits) + 1];
        for hash in hashes {
            starts[(hash >> shift) as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut entries = vec![NameEntry { hash: 0, symbol: SymbolId::default(), spare: 0 }; hashes.len()];
        for (symbol, hash) in hashes.iter().enumerate() {
            let at = &mut next[(hash >> shift) as usize];
            entries[*at as usize] = NameEntry { hash: *hash, symbol: SymbolId::from_index(symbol), spare: 0 };
            *at += 1;
        }
        for bucket in starts.windows(2) {
            let bucket = &mut entries[bucket[0] as usize..bucket[1] as usize];
            if !bucket.is_sorted() {
                bucket.sort_unstable();
            }
        }
        Names { entries, starts, shift }
    }

    /// The symbols with this name, in order.
    pub(crate) fn named(&self, name: u64) -> impl Iterator<Item = SymbolId> + '_ {
        let entries = self.entries_from(name);
        entries.iter().take_while(move |entry| entry.hash == name).map(|entry| entry.symbol)
    }

    /// How many symbols have this name.
    pub(crate) fn count(&self, name: u64) -> usize {
        self.entries_from(name).partition_point(|entry| entry.hash == name)
    }

    /// The entries of a bucket from the first with this name.
    fn entries_from(&self, name: u64) -> &[NameEntry] {
        let bucket = (name >> self.shift) as usize;
        let entries = &self.entries[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
        let start = match entries.first() {
            Some(first) if first.hash == name => 0,
            _ => entries.partition_point(|entry| entry.hash < name),
        };
        &entries[start..]
    }

    /// All of them, sorted by hash, then symbol.
    pub(crate) fn sorted(&self) -> &[NameEntry] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, SymbolId};
    use fathom_syntax::hash_name;

    #[test]
    fn symbols_are_found_by_name_in_order() {
        let words = ["open", "close", "open", "send", "", "open"];
        let names = Names::new(&words.map(hash_name));
        assert_eq!(names.named(hash_name("open")).collect::<Vec<_>>(), [0, 2, 5].map(SymbolId::new));
        assert_eq!(names.named(hash_name("send")).collect::<Vec<_>>(), [SymbolId::new(3)]);
        assert_eq!(names.named(hash_name("retry")).count(), 0);
        assert_eq!(["open", "send", "retry"].map(|name| names.count(hash_name(name))), [3, 1, 0]);
        assert!(names.sorted().is_sorted());
        assert_eq!(Names::new(&[]).named(hash_name("open")).count(), 0);
    }
}
