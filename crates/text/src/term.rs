//! The identity of a term.

/// A term, identified everywhere by a 64-bit hash of its text.
///
/// Hashes rather than numbers from a dictionary, because bags of different files,
/// segments and queries must agree on the identity of a term without sharing one.
/// Two of a million different terms collide with a probability of 3 in 100 million,
/// and a collision costs a little ranking noise, never correctness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u64);

impl Term {
    /// The term with this exact text, which must be as a [`crate::Tokenizer`] gives it:
    /// lowercased and stemmed.
    ///
    /// The function is our own (FNV-1a, then a finaliser that spreads entropy into the
    /// high bits, by which segments are partitioned), because hashes are written to disk
    /// and those of a library may change with its version.
    pub fn of(text: &str) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for &byte in text.as_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        Self(hash ^ (hash >> 33))
    }

    /// The hash itself.
    pub const fn hash(self) -> u64 {
        self.0
    }

    /// The term with this hash, as read from a blob.
    pub const fn from_hash(hash: u64) -> Self {
        Self(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_part_of_the_disk_format_and_does_not_change() {
        assert_eq!(Term::of("request").hash(), 0x6d4f_6fbe_f87b_b110);
        assert_ne!(Term::of("request"), Term::of("requests"));
    }
}
