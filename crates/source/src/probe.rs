//! Whether a file is text, by its first bytes alone.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::FileEntry;
use crate::noise::is_binary;

/// As much as git looks at.
const PROBE_BYTES: u64 = 8 * 1024;

/// Whether a file found by a walk is text. Opens regular files only, as [`crate::read`] does.
pub fn is_text(root: &Path, entry: &FileEntry) -> io::Result<bool> {
    let path = root.join(&entry.path);
    if !fs::symlink_metadata(&path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut head = Vec::with_capacity(PROBE_BYTES.min(entry.stamp.size) as usize);
    File::open(path)?.take(PROBE_BYTES).read_to_end(&mut head)?;
    Ok(!is_binary(&head))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stamp;

    #[test]
    fn text_is_told_from_bytes_without_reading_all_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let late_nul = [vec![b'x'; 10_000], vec![0]].concat();
        for (name, bytes, expected) in [
            ("a.prisma", &b"model User {}\n"[..], true),
            ("b.dat", b"\x01\x00\x02", false),
            ("c.wide", b"\xFF\xFEa\0\n\0", true),
            ("d.log", &late_nul, true),
        ] {
            fs::write(folder.path().join(name), bytes).unwrap();
            let entry = FileEntry { path: name.to_owned(), stamp: Stamp::default() };
            assert_eq!(is_text(folder.path(), &entry).unwrap(), expected, "{name}");
        }
        let gone = FileEntry { path: "gone".to_owned(), stamp: Stamp::default() };
        assert!(is_text(folder.path(), &gone).is_err());
    }
}
