//! Archives: one file per repository, for machines without a network.
//!
//! An archive is a tar file with a note of what it is (`repository.json`), one
//! pack of all objects that the commit reaches, and where history was cut off
//! (`shallow`), if it was. Packs are compressed already, so the tar file is
//! not. Objects that the checkout's own source lacked stay out.

use super::{Checkouts, Repository, git};
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

const NOTE: &str = "repository.json";
const SHALLOW: &str = "shallow";
const PACK: &str = "objects.pack";

/// The file that a repository is packed into.
pub fn path(folder: &Path, repository: &Repository) -> PathBuf {
    let short = &repository.commit[..12];
    folder.join(format!("{}-{short}.tar", repository.name))
}

/// Packs a checkout with its history into one file.
pub fn package(checkouts: &Checkouts, repository: &Repository, folder: &Path) -> Result<PathBuf> {
    let checkout = checkouts.path(repository);
    if !checkout.join(".git").is_dir() || !git::has_commit(&checkout, &repository.commit)? {
        bail!("{} is not checked out at its commit; run `fathom bench corpus sync` first", repository.name);
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let work = tempfile::tempdir_in(folder).context("cannot make a folder for the pack")?;
    let pack = work.path().join(PACK);
    pack_objects(&checkout, &repository.commit, &pack)?;

    let target = path(folder, repository);
    let part = work.path().join("archive.tar");
    let file = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
    let mut archive = tar::Builder::new(BufWriter::new(file));
    archive.mode(tar::HeaderMode::Deterministic);
    let note = work.path().join(NOTE);
    fs::write(&note, serde_json::to_vec_pretty(repository)?)?;
    archive.append_path_with_name(&note, NOTE)?;
    let shallow = checkout.join(".git").join(SHALLOW);
    if shallow.is_file() {
        archive.append_path_with_name(&shallow, SHALLOW)?;
    }
    archive.append_path_with_name(&pack, PACK)?;
    archive.into_inner()?.flush()?;
    fs::rename(&part, &target).with_context(|| format!("cannot write {}", target.display()))?;
    Ok(target)
}

/// One pack of everything that a commit reaches and that is there.
fn pack_objects(checkout: &Path, commit: &str, pack: &Path) -> Result<()> {
    let mut list = git::command(checkout)
        .args(["rev-list", "--objects", "--missing=allow-any", commit])
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start git; is it installed?")?;
    let names = list.stdout.take().context("git gave no output")?;
    let out = File::create(pack).with_context(|| format!("cannot write {}", pack.display()))?;
    let packed = git::command(checkout)
        .args(["pack-objects", "--stdout", "--quiet", "--delta-base-offset", "--threads=1"])
        .stdin(names)
        .stdout(out)
        .stderr(Stdio::piped())
        .output()
        .context("cannot start git; is it installed?")?;
    if !list.wait()?.success() || !packed.status.success() {
        bail!("git pack-objects: {}", String::from_utf8_lossy(&packed.stderr).trim());
    }
    Ok(())
}

/// Makes a checkout out of an archive. The pack's own checksums are verified.
pub fn restore(checkouts: &Checkouts, repository: &Repository, folder: &Path) -> Result<()> {
    let source = path(folder, repository);
    let file = File::open(&source).with_context(|| format!("cannot read {}", source.display()))?;
    let checkout = checkouts.path(repository);
    fs::create_dir_all(&checkout).with_context(|| format!("cannot make {}", checkout.display()))?;
    git::run(&checkout, &["init", "--quiet", "."])?;
    let mut noted = None;
    for entry in tar::Archive::new(BufReader::new(file)).entries()? {
        let mut entry = entry?;
        // Only the names that are known are taken, so a path can lead nowhere else.
        match entry.path()?.to_str() {
            Some(NOTE) => noted = Some(serde_json::from_reader::<_, Repository>(&mut entry)?),
            Some(SHALLOW) => {
                entry.unpack(checkout.join(".git").join(SHALLOW))?;
            }
            Some(PACK) => {
                let pack = checkout.join(".git").join(PACK);
                entry.unpack(&pack)?;
                take_in(&checkout, &pack)?;
            }
            _ => {}
        }
    }
    match noted {
        Some(noted) if noted.commit == repository.commit => {}
        Some(noted) => bail!("{} holds commit {}", source.display(), noted.commit),
        None => bail!("{} is not an archive of a repository", source.display()),
    }
    git::move_to(&checkout, &repository.commit)?;
    Ok(())
}

fn take_in(checkout: &Path, pack: &Path) -> Result<()> {
    let output = git::command(checkout)
        .args(["index-pack", "--stdin"])
        .stdin(File::open(pack)?)
        .output()
        .context("cannot start git; is it installed?")?;
    if !output.status.success() {
        bail!("git index-pack: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    fs::remove_file(pack).context("cannot remove the unpacked pack")
}
