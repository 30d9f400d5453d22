//! Checksums detect damaged files before their content is used.
//!
//! They protect against failures of disks and memory, not against attackers: only its user may write to
//! the folder of an index. XXH3 is as fast as memory, so every written byte is covered.
//!
//! The name of an immutable part contains its checksum. A small file that is replaced begins with it
//! ([`seal`], [`open_sealed`]).

use crate::StoreError;
use crate::map::Map;
use crate::temporary_file::{write_whole, write_whole_unsynced};
use std::ops::Deref;
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64, xxh3_128};

/// The checksum of bytes that are written in pieces.
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

/// Whether a part's bytes match its name.
pub(crate) fn fits(name: &str, bytes: &[u8]) -> bool {
    name.split_once('-').is_some_and(|(kind, _)| part_name(kind, xxh3_128(bytes)) == name)
}

const MAGIC: u64 = 0x4445_4c41_4553_0001;
const HEADER: usize = 16;

/// Writes a small file with its checksum. Readers see the old or the new file.
pub(crate) fn seal(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write_whole(path, &sealed(bytes))
}

/// The same without fsync, for content that can be computed again. After a power failure the file may
/// be damaged, which its checksum detects.
pub(crate) fn seal_unsynced(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write_whole_unsynced(path, &sealed(bytes))
}

/// The bytes, preceded by their checksum.
pub(crate) fn sealed(bytes: &[u8]) -> Vec<u8> {
    let header = [MAGIC.to_le_bytes(), xxh3_64(bytes).to_le_bytes()].concat();
    [header.as_slice(), bytes].concat()
}

/// The verified content of a small file.
pub struct VerifiedBytes(Map);

impl Deref for VerifiedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0[HEADER..]
    }
}

/// Opens a file written by [`seal`].
pub(crate) fn open_sealed(path: &Path) -> Result<VerifiedBytes, StoreError> {
    let map = Map::open(path)?;
    let whole = map.get(..HEADER).is_some_and(|header| {
        header[..8] == MAGIC.to_le_bytes() && header[8..] == xxh3_64(&map[HEADER..]).to_le_bytes()
    });
    if whole { Ok(VerifiedBytes(map)) } else { Err(StoreError::Damaged { path: path.to_owned() }) }
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
