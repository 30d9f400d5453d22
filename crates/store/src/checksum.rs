//! Checksums: damage to a file of the index is noticed before it is believed.
//!
//! They guard against accidents of disks and memory, not against people: an
//! index lies in a folder that only its user may write. XXH3 runs at the speed
//! of memory, so every byte that is written can be covered.
//!
//! An immutable part has its checksum in its name. A small file that is
//! replaced has it in its first bytes ([`seal`], [`open_sealed`]).

use crate::StoreError;
use crate::map::Map;
use crate::unfinished::{write_whole, write_whole_unsynced};
use std::ops::Deref;
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64, xxh3_128};

/// The checksum of bytes that are written piece by piece.
#[derive(Default)]
pub(crate) struct Checksum(Box<Xxh3Default>);

impl Checksum {
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u128 {
        self.0.digest128()
    }

    /// The name of a part with these bytes.
    pub(crate) fn name(&self, kind: &str) -> String {
        part_name(kind, self.finish())
    }
}

fn part_name(kind: &str, checksum: u128) -> String {
    format!("{kind}-{checksum:032x}")
}

/// Whether a part's bytes are those that its name was made for.
pub(crate) fn fits(name: &str, bytes: &[u8]) -> bool {
    name.split_once('-').is_some_and(|(kind, _)| part_name(kind, xxh3_128(bytes)) == name)
}

const MAGIC: u64 = 0x4445_4c41_4553_0001;
const HEADER: usize = 16;

/// Writes a small file with its checksum; readers see the old or the new one.
pub(crate) fn seal(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write_whole(path, &sealed(bytes))
}

/// The same for what can be found out again. The system writes it to disk when it likes: a power cut
/// may leave a damaged file, which its checksum shows.
pub(crate) fn seal_unsynced(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write_whole_unsynced(path, &sealed(bytes))
}

/// Bytes with their checksum before them.
pub(crate) fn sealed(bytes: &[u8]) -> Vec<u8> {
    let header = [MAGIC.to_le_bytes(), xxh3_64(bytes).to_le_bytes()].concat();
    [header.as_slice(), bytes].concat()
}

/// The bytes of a small file, which are those that were written.
pub struct Sealed(Map);

impl Deref for Sealed {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0[HEADER..]
    }
}

/// Opens what [`seal`] wrote.
pub(crate) fn open_sealed(path: &Path) -> Result<Sealed, StoreError> {
    let map = Map::open(path)?;
    let whole = map.get(..HEADER).is_some_and(|header| {
        header[..8] == MAGIC.to_le_bytes() && header[8..] == xxh3_64(&map[HEADER..]).to_le_bytes()
    });
    if whole { Ok(Sealed(map)) } else { Err(StoreError::Damaged { path: path.to_owned() }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_fits_its_bytes_however_they_were_cut() {
        let mut checksum = Checksum::default();
        checksum.update(b"one ");
        checksum.update(b"two");
        let name = checksum.name("graph");
        assert!(fits(&name, b"one two"));
        assert!(!fits(&name, b"one twp") && !fits("graph", b"") && !fits("", b"one two"));
    }

    proptest! {
        #[test]
        fn no_single_flipped_bit_goes_unnoticed(bytes in prop::collection::vec(any::<u8>(), 1..300), at in any::<prop::sample::Index>(), bit in 0u8..8) {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("sealed");
            seal(&file, &bytes).unwrap();
            prop_assert_eq!(&*open_sealed(&file).unwrap(), &bytes[..]);
            let mut damaged = std::fs::read(&file).unwrap();
            let at = at.index(damaged.len());
            damaged[at] ^= 1 << bit;
            std::fs::write(&file, &damaged).unwrap();
            prop_assert!(open_sealed(&file).is_err());
        }
    }
}
