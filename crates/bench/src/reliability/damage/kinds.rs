//! Kinds of damage to bytes on a disk.

use crate::statistics::bootstrap::SplitMix64;
use anyhow::{Context, Result};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

const SECTOR: usize = 512;
const PAGE: usize = 4096;

/// One kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Damage {
    /// The end is missing, as after a full disk or a crash without a sync.
    Truncate,
    /// One bit is wrong, as in bad memory.
    FlipBit,
    /// A page is zero, as after a crash of a file system that had only made room for it.
    ZeroPage,
    /// Two sectors are in each other's place, as after a misdirected write.
    SwapSectors,
}

impl Damage {
    /// Each kind, in the order of reports.
    pub const ALL: [Damage; 4] = [Damage::Truncate, Damage::FlipBit, Damage::ZeroPage, Damage::SwapSectors];

    /// As it is called in a table.
    pub fn word(self) -> &'static str {
        match self {
            Damage::Truncate => "truncated",
            Damage::FlipBit => "a bit flipped",
            Damage::ZeroPage => "a page zeroed",
            Damage::SwapSectors => "two sectors swapped",
        }
    }

    /// Damaged bytes and where; `None` where the file is too small or too uniform for it.
    fn of(self, bytes: &[u8], random: &mut SplitMix64) -> Option<(Vec<u8>, String)> {
        if bytes.is_empty() {
            return None;
        }
        let mut damaged = bytes.to_vec();
        let description = match self {
            Damage::Truncate => {
                let left = random.below(bytes.len());
                damaged.truncate(left);
                format!("to {left} of {} bytes", bytes.len())
            }
            Damage::FlipBit => {
                let (at, bit) = (random.below(bytes.len()), random.below(8));
                damaged[at] ^= 1 << bit;
                format!("at byte {at} of {}", bytes.len())
            }
            Damage::ZeroPage => {
                let page = random.below(bytes.len().div_ceil(PAGE));
                let end = bytes.len().min((page + 1) * PAGE);
                damaged[page * PAGE..end].fill(0);
                format!("page {page} of {}", bytes.len().div_ceil(PAGE))
            }
            Damage::SwapSectors => {
                let sectors = bytes.len() / SECTOR;
                if sectors < 2 {
                    return None;
                }
                let (a, b) = (random.below(sectors), random.below(sectors));
                for at in 0..SECTOR {
                    damaged.swap(a * SECTOR + at, b * SECTOR + at);
                }
                format!("{a} and {b} of {sectors}")
            }
        };
        (damaged != bytes).then_some((damaged, description))
    }
}

/// Damages a file in place: in the wanted way if the file has room for it, else by a flipped
/// bit. Bytes that rot keep the file's time of modification, bytes that are written do not.
pub(super) fn damage(
    path: &Path,
    wanted: Damage,
    rots: bool,
    random: &mut SplitMix64,
) -> Result<(Damage, String)> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (damage, (damaged, description)) = match wanted.of(&bytes, random) {
        Some(done) => (wanted, done),
        None => (Damage::FlipBit, Damage::FlipBit.of(&bytes, random).context("an empty file")?),
    };
    let before = fs::metadata(path)?.modified()?;
    let mut file = OpenOptions::new().write(true).open(path)?;
    write_changed(&mut file, &bytes, &damaged)?;
    if rots {
        file.set_modified(before)?;
    }
    Ok((damage, description))
}

/// Writes only what differs: a disk does not touch the rest either.
fn write_changed(file: &mut File, old: &[u8], new: &[u8]) -> Result<()> {
    for (at, (old, new)) in old.chunks(SECTOR).zip(new.chunks(SECTOR)).enumerate() {
        if old != new && old.len() == new.len() {
            file.seek(SeekFrom::Start((at * SECTOR) as u64))?;
            file.write_all(new)?;
        }
    }
    file.set_len(new.len() as u64)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_damage_changes_a_file_and_only_as_described() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        let whole: Vec<u8> = (0..20_000_u32).map(|at| (at / 7 % 251) as u8 + 1).collect();
        let mut random = SplitMix64(5);
        for wanted in Damage::ALL {
            for _ in 0..20 {
                fs::write(&path, &whole).unwrap();
                let (done, _) = damage(&path, wanted, false, &mut random).unwrap();
                let now = fs::read(&path).unwrap();
                assert_ne!(now, whole);
                let differ = now.iter().zip(&whole).filter(|(a, b)| a != b).count();
                match done {
                    Damage::Truncate => assert!(now.len() < whole.len() && differ == 0),
                    Damage::FlipBit => assert_eq!((now.len(), differ), (whole.len(), 1)),
                    Damage::ZeroPage => assert!(now.len() == whole.len() && differ <= PAGE),
                    Damage::SwapSectors => assert!(now.len() == whole.len() && differ <= 2 * SECTOR),
                }
            }
        }
    }

    #[test]
    fn a_file_too_small_for_two_sectors_has_a_bit_flipped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part");
        fs::write(&path, "small").unwrap();
        let (done, _) = damage(&path, Damage::SwapSectors, true, &mut SplitMix64(1)).unwrap();
        assert_eq!(done, Damage::FlipBit);
    }
}
