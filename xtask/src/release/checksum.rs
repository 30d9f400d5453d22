//! SHA-256 of files, beside them and in the form that `sha256sum --check` reads.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The digest as bytes, which wheels store in base64.
pub(super) fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// The digest in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes `FILE.sha256`.
pub(super) fn write(path: &Path) -> Result<()> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    fs::write(beside(path), format!("{}  {name}\n", hex(&bytes)))?;
    Ok(())
}

/// Reads what [`write`] wrote.
pub(super) fn read(path: &Path) -> Result<String> {
    let path = beside(path);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let sum = text.split_whitespace().next().with_context(|| format!("{} is empty", path.display()))?;
    Ok(sum.to_owned())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".sha256");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::{hex, read, write};
    use std::fs;

    #[test]
    fn the_digest_is_that_of_the_standard() {
        // FIPS 180-4, the message "abc".
        assert_eq!(hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_sum_is_written_beside_its_file_with_the_bare_name() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a.tar.gz");
        fs::write(&path, "abc").unwrap();
        write(&path).unwrap();
        assert_eq!(read(&path).unwrap(), hex(b"abc"));
        let text = fs::read_to_string(place.path().join("a.tar.gz.sha256")).unwrap();
        assert!(text.ends_with("  a.tar.gz\n"), "{text}");
    }
}
