//! Whether a file has the content that git stores.
//!
//! Line endings, encodings and `$Id$` are converted as in git. Programs do not run: a filter
//! (`filter=…` in `.gitattributes`) is a command of the repository or of the user. For a file with a
//! filter:
//!
//! * If git stores a Git LFS pointer, the size and the SHA-256 in the pointer are compared with the
//!   file.
//! * A file that equals the stored bytes is unchanged.
//! * Otherwise, a file with the size and the modification time that the index records counts as
//!   unchanged, and any other as modified.

use std::fs::Metadata;
use std::io::Read;
use std::path::Path;

use fathom_source::open_regular;
use gix::bstr::BStr;
use gix::filter::plumbing::Pipeline;
use gix::filter::plumbing::pipeline::convert::ToGitOutcome;
use gix::filter::plumbing::pipeline::{CrlfRoundTripCheck, Options};
use gix::index::Entry;
use gix::index::entry::{Mode, Stat};

use super::attributes::Attributes;
use crate::open::OpenRepository;

/// A Git LFS pointer is shorter than this by its specification.
const MAX_POINTER: u64 = 1024;

/// Reads and converts files, on one thread.
pub(super) struct Contents {
    repository: gix::Repository,
    attributes: Attributes,
    pipeline: Pipeline,
}

impl Contents {
    pub(super) fn new(opened: &OpenRepository) -> Self {
        let repository = opened.repository();
        let options = Options {
            // Empty, so that no filter runs.
            drivers: Vec::new(),
            eol_config: opened.settings.eol,
            crlf_roundtrip_check: CrlfRoundTripCheck::Skip,
            encodings_with_roundtrip_check: Vec::new(),
        };
        let pipeline = Pipeline::new(gix::command::Context::default(), repository.object_hash(), options);
        Self { attributes: Attributes::new(opened), repository, pipeline }
    }

    /// Whether a file whose stamp does not decide has the content of an index entry.
    pub(super) fn is_same(
        &mut self,
        entry: &Entry,
        path: &BStr,
        on_disk: &Path,
        metadata: &Metadata,
        now: &Stat,
    ) -> bool {
        if metadata.is_symlink() {
            return self.link_is_same(entry, on_disk);
        }
        if entry.mode == Mode::SYMLINK {
            return self.raw(on_disk, metadata.len()).as_ref() == Some(&entry.id);
        }
        if !self.attributes.has_filter(path) {
            return self.converted(entry, path, on_disk, metadata.len()).as_ref() == Some(&entry.id);
        }
        match self.pointer(entry) {
            Some((size, hash)) if size == metadata.len() => sha256(on_disk, size).as_ref() == Some(&hash),
            _ if self.converted(entry, path, on_disk, metadata.len()).as_ref() == Some(&entry.id) => true,
            Some(_) => false,
            None => {
                let recorded = &entry.stat;
                now.size == recorded.size && now.mtime == recorded.mtime && recorded.size != 0
            }
        }
    }

    fn link_is_same(&self, entry: &Entry, on_disk: &Path) -> bool {
        let target = std::fs::read_link(on_disk).ok().and_then(|target| {
            let target = gix::path::into_bstr(target).ok()?;
            let target = gix::path::to_unix_separators_on_windows(target);
            gix::objs::compute_hash(self.repository.object_hash(), gix::objs::Kind::Blob, &target).ok()
        });
        target.as_ref() == Some(&entry.id)
    }

    /// The id of a file's bytes.
    fn raw(&self, on_disk: &Path, size: u64) -> Option<gix::ObjectId> {
        blob_id(self.repository.object_hash(), &mut open_regular(on_disk).ok()?, size)
    }

    /// The id of a file as git would store it.
    fn converted(&mut self, entry: &Entry, path: &BStr, on_disk: &Path, size: u64) -> Option<gix::ObjectId> {
        let kind = self.repository.object_hash();
        let relative = gix::path::from_bstr(path).ok()?;
        let (attributes, repository) = (&mut self.attributes, &self.repository);
        let outcome = self.pipeline.convert_to_git(
            open_regular(on_disk).ok()?,
            &relative,
            &mut |path, out| attributes.fill(path, out),
            // The stored content decides whether line endings are converted.
            &mut |buffer| {
                let blob = repository.find_object(entry.id)?;
                buffer.clear();
                buffer.extend_from_slice(&blob.data);
                Ok(Some(()))
            },
        );
        match outcome {
            Ok(ToGitOutcome::Unchanged(mut file)) => blob_id(kind, &mut file, size),
            Ok(ToGitOutcome::Buffer(bytes)) => {
                gix::objs::compute_hash(kind, gix::objs::Kind::Blob, bytes).ok()
            }
            // No program is configured that could cause it.
            Ok(ToGitOutcome::Process(_)) => None,
            // An unknown encoding: git refuses to add such a file.
            Err(_) => blob_id(kind, &mut open_regular(on_disk).ok()?, size),
        }
    }

    /// The size and the hash in a Git LFS pointer, if git stores one.
    fn pointer(&self, entry: &Entry) -> Option<(u64, gix::ObjectId)> {
        let header = self.repository.find_header(entry.id).ok()?;
        if header.size() > MAX_POINTER {
            return None;
        }
        let blob = self.repository.find_object(entry.id).ok()?;
        parse_pointer(std::str::from_utf8(&blob.data).ok()?)
    }
}

fn parse_pointer(text: &str) -> Option<(u64, gix::ObjectId)> {
    let rest = text.strip_prefix("version https://git-lfs.github.com/spec/")?;
    let value = |key: &str| rest.lines().find_map(|line| line.strip_prefix(key));
    let size = value("size ")?.trim().parse().ok()?;
    let hash = gix::ObjectId::from_hex(value("oid sha256:")?.trim().as_bytes()).ok()?;
    (hash.kind() == gix::hash::Kind::Sha256).then_some((size, hash))
}

/// The id of a blob with this many bytes.
fn blob_id(kind: gix::hash::Kind, bytes: &mut dyn Read, size: u64) -> Option<gix::ObjectId> {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let progress = &mut gix::progress::Discard;
    gix::objs::compute_stream_hash(kind, gix::objs::Kind::Blob, bytes, size, progress, &stop).ok()
}

fn sha256(file: &Path, size: u64) -> Option<gix::ObjectId> {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let hash = gix::hash::Kind::Sha256;
    gix::hash::bytes(&mut open_regular(file).ok()?, size, hash, &mut gix::progress::Discard, &stop).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_of_git_lfs_has_a_size_and_a_hash() {
        let hash = "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393";
        let text = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{hash}\nsize 12345\n");
        let (size, found) = parse_pointer(&text).unwrap();
        assert_eq!((size, found.to_string()), (12_345, hash.to_owned()));
        assert!(parse_pointer("size 1\noid sha256:00\n").is_none());
        assert!(parse_pointer(&text.replace(hash, "00")).is_none());
    }
}
