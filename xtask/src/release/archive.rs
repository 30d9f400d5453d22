//! Archives: written so that equal files give equal bytes, and unpacked again to be tested.

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use zip::write::SimpleFileOptions;

/// The time of every entry, 1980-01-01, the earliest that zip supports: a clock would change the checksum.
const TIME: u64 = 315_532_800;

/// One file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// With `/`, relative to the folder of the archive.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    pub(super) executable: bool,
}

impl Entry {
    fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

/// Writes entries into one folder of an archive, of the kind that its ending names.
pub(super) fn write(path: &Path, folder: &str, entries: &[Entry]) -> Result<()> {
    let file = File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
    if is_zip(path) { write_zip(file, folder, entries) } else { write_tar(file, folder, entries) }
}

/// Unpacks an archive into a folder.
pub(super) fn unpack(path: &Path, into: &Path) -> Result<()> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    if is_zip(path) {
        zip::ZipArchive::new(file)?.extract(into)?;
    } else {
        tar::Archive::new(GzDecoder::new(file)).unpack(into)?;
    }
    Ok(())
}

/// Wheels are zip archives, too.
fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "zip" || ending == "whl")
}

fn write_tar(file: File, folder: &str, entries: &[Entry]) -> Result<()> {
    let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    for entry in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(entry.bytes.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(TIME);
        archive.append_data(&mut header, format!("{folder}/{}", entry.path), entry.bytes.as_slice())?;
    }
    archive.into_inner()?.finish()?.sync_all()?;
    Ok(())
}

fn write_zip(file: File, folder: &str, entries: &[Entry]) -> Result<()> {
    let mut archive = zip::ZipWriter::new(file);
    for entry in entries {
        // Without a time an entry has the earliest that zip supports.
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(entry.mode());
        let path = if folder.is_empty() { entry.path.clone() } else { format!("{folder}/{}", entry.path) };
        archive.start_file(path, options)?;
        archive.write_all(&entry.bytes)?;
    }
    archive.finish()?.sync_all()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Entry, unpack, write};
    use std::fs;

    #[test]
    fn equal_files_give_equal_archives_which_unpack_to_them() {
        let entry = |path: &str, text: &str, executable| Entry {
            path: path.to_owned(),
            bytes: text.as_bytes().to_vec(),
            executable,
        };
        let entries = [entry("fathom", "program", true), entry("man/fathom.1", "page", false)];
        let place = tempfile::tempdir().unwrap();
        for ending in ["tar.gz", "zip"] {
            let [one, two] = ["one", "two"].map(|name| place.path().join(format!("{name}.{ending}")));
            write(&one, "fathom-1", &entries).unwrap();
            write(&two, "fathom-1", &entries).unwrap();
            assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap(), "{ending}");

            let into = place.path().join(ending);
            unpack(&one, &into).unwrap();
            assert_eq!(fs::read_to_string(into.join("fathom-1/man/fathom.1")).unwrap(), "page");
            let program = into.join("fathom-1/fathom");
            assert_eq!(fs::read_to_string(&program).unwrap(), "program");
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                assert_eq!(fs::metadata(&program).unwrap().permissions().mode() & 0o777, 0o755, "{ending}");
            }
        }
    }
}
