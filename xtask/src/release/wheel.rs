//! A Python wheel with the program inside, so that `pip install` and `uv tool install` put it on the path.
//!
//! A wheel is a zip archive with three text files about itself; files under `.data/scripts` are
//! copied to the folder of programs. No Python runs when `fathom` starts.

use super::archive::{self, Entry};
use super::target::Target;
use super::{REPOSITORY, VERSION, checksum};
use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::fs;
use std::path::{Path, PathBuf};

/// The name on `PyPI`, and as file names spell it.
const NAME: &str = "fathom-code";
const SPELLED: &str = "fathom_code";

/// Writes the wheel of a target into a folder.
pub(super) fn write(root: &Path, folder: &Path, program: &Path, target: &Target) -> Result<PathBuf> {
    let bytes = fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    let readme = fs::read_to_string(root.join("README.md")).context("cannot read README.md")?;
    let licence = fs::read(root.join("LICENSE")).context("cannot read LICENSE")?;
    let tag = format!("py3-none-{}", target.wheel_platform(&bytes)?);
    let path = folder.join(format!("{SPELLED}-{VERSION}-{tag}.whl"));
    archive::write(&path, "", &entries(target, &tag, bytes, &readme, licence))?;
    Ok(path)
}

fn entries(target: &Target, tag: &str, program: Vec<u8>, readme: &str, licence: Vec<u8>) -> Vec<Entry> {
    let info = format!("{SPELLED}-{VERSION}.dist-info");
    let file = |path: String, bytes: Vec<u8>| Entry { path, bytes, executable: false };
    let script = format!("{SPELLED}-{VERSION}.data/scripts/{}", target.program());
    let mut entries = vec![
        Entry { path: script, bytes: program, executable: true },
        file(format!("{info}/licenses/LICENSE"), licence),
        file(format!("{info}/METADATA"), metadata(readme).into_bytes()),
        file(format!("{info}/WHEEL"), wheel(tag).into_bytes()),
    ];
    let record = format!("{info}/RECORD");
    let mut lines: String = entries.iter().map(recorded).collect();
    // The record cannot hold its own checksum.
    lines.extend([&record, ",,\n"]);
    entries.push(file(record, lines.into_bytes()));
    entries
}

fn recorded(entry: &Entry) -> String {
    let sum = URL_SAFE_NO_PAD.encode(checksum::digest(&entry.bytes));
    format!("{},sha256={sum},{}\n", entry.path, entry.bytes.len())
}

fn metadata(readme: &str) -> String {
    format!(
        "Metadata-Version: 2.4\nName: {NAME}\nVersion: {VERSION}\n\
         Summary: Finds the code a task needs, ranked and within a token budget\n\
         License-Expression: MIT\nLicense-File: LICENSE\nRequires-Python: >=3.8\n\
         Project-URL: Source, {REPOSITORY}\nDescription-Content-Type: text/markdown\n\n{readme}"
    )
}

fn wheel(tag: &str) -> String {
    format!("Wheel-Version: 1.0\nGenerator: fathom xtask\nRoot-Is-Purelib: false\nTag: {tag}\n")
}

#[cfg(test)]
mod tests {
    use super::{Target, entries};

    #[test]
    fn the_record_lists_every_file_with_its_digest_and_size() {
        let target = Target::new("x86_64-unknown-linux-gnu").unwrap();
        let files = entries(&target, "py3-none-any", b"abc".to_vec(), "Read me.", b"MIT".to_vec());
        let (record, others) = files.split_last().unwrap();
        let lines = String::from_utf8(record.bytes.clone()).unwrap();
        let paths: Vec<&str> = lines.lines().map(|line| line.split(',').next().unwrap()).collect();
        let files: Vec<&str> = files.iter().map(|entry| entry.path.as_str()).collect();
        assert_eq!(paths, files);
        // The digest of "abc" by FIPS 180-4, in base64 for addresses without padding.
        let program = lines.lines().next().unwrap();
        assert!(program.ends_with("/scripts/fathom,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3"));
        assert!(others[0].executable && !others[1].executable);
    }
}
