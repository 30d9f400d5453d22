//! What has to be done: files listed, compared with the last snapshot.

use super::dirty::Dirty;
use super::steady::Moment;
use super::{LEFT_OUT, Options, Place};
use crate::EngineError;
use crate::workspace::Workspace;
use fathom_source::{FileEntry, Known, Stamp, Status, WalkOptions, changes};
use fathom_store::{FileRow, FileStamp, Key, Skip, Snapshot};
use fathom_syntax::{Detected, Ecosystem, detect, languages, needs_head};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// What happened to a file since the last snapshot.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Nothing.
    None(KnownFile),
    /// New, or its stamp differs; what it held before, if anything.
    Look { before: Option<(Key, Option<Place>)> },
}

/// One file to be in the table.
pub(super) struct Planned {
    pub(super) entry: FileEntry,
    pub(super) change: Change,
}

/// What the last snapshot knew of a file.
#[derive(Clone, Debug)]
pub(super) struct KnownFile {
    pub(super) language: &'static str,
    pub(super) key: Key,
    pub(super) stamp: [u64; 4],
    pub(super) recorded_at: u64,
    pub(super) reason: String,
    /// Its place in the text segments.
    pub(super) place: Option<Place>,
}

/// What a plan is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// Which files changed since the last snapshot.
    Files,
    /// Also whether they differ from the commit.
    Everything,
}

/// All files, and what to do with each.
pub(super) struct Plan {
    pub(super) files: Vec<Planned>,
    pub(super) removed: usize,
    pub(super) skipped: Vec<Skip>,
    pub(super) unsupported: BTreeMap<String, u32>,
    /// Files of a kind that nobody here knows.
    pub(super) unknown: Vec<FileEntry>,
    /// What the walk saw; `None` if it is what the last one saw.
    pub(super) listing: Option<Vec<u8>>,
    /// The clock before anything was read.
    pub(super) now: u64,
    /// What git had written then.
    pub(super) moment: Moment,
    /// Whether the files differ from the commit, if that was asked.
    pub(super) dirty: Dirty,
}

impl Plan {
    pub(super) fn new(
        workspace: &Workspace,
        options: &Options,
        previous: Option<&Snapshot>,
        asks: Asks,
    ) -> Result<Plan, EngineError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
        let moment = Moment::now(workspace);
        let last = previous.map(Snapshot::listing);
        let (walk, listing) =
            fathom_source::walk_since(workspace.root(), &walk_options(options), last, now as i64)?;
        let dirty = match asks {
            Asks::Everything => Dirty::start(workspace, &walk, moment.commit.as_deref(), now as i64),
            Asks::Files => Dirty::NoGit,
        };
        let mut skipped: Vec<Skip> = walk
            .skipped
            .iter()
            .map(|s| Skip { path: s.path.clone(), reason: s.reason.to_string() })
            .collect();
        if walk.symlinks > 0 {
            skipped.push(Skip {
                path: String::new(),
                reason: format!("{} symbolic links are not followed", walk.symlinks),
            });
        }
        let mut unsupported: BTreeMap<String, u32> = BTreeMap::new();
        let mut unknown: Vec<FileEntry> = Vec::new();
        let mut entries: Vec<FileEntry> = Vec::with_capacity(walk.files.len());
        for entry in walk.files {
            match detect(&entry.path, b"") {
                Detected::Known(_) => entries.push(entry),
                Detected::Unsupported(language) => {
                    *unsupported.entry(language.to_owned()).or_default() += 1;
                    if Ecosystem::of_manifest(&entry.path).is_some() {
                        entries.push(entry);
                        continue;
                    }
                    skipped.push(Skip {
                        path: entry.path,
                        reason: format!("language not supported: {language}"),
                    });
                }
                // What a manifest says is in the index, even if its language is not.
                Detected::Other
                    if needs_head(&entry.path) || Ecosystem::of_manifest(&entry.path).is_some() =>
                {
                    entries.push(entry);
                }
                Detected::Other => unknown.push(entry),
            }
        }

        let rows: Vec<FileRow<'_>> = match previous {
            Some(snapshot) => snapshot.files()?.iter().collect(),
            None => Vec::new(),
        };
        let reasons = match previous.filter(|_| rows.iter().any(|row| row.language == LEFT_OUT)) {
            Some(snapshot) => snapshot.skipped()?.into_iter().map(|skip| (skip.path, skip.reason)).collect(),
            None => BTreeMap::new(),
        };
        // Without stamps, which hold on one machine only, every file is looked at again.
        let stamps = previous.map(Snapshot::stamps).filter(|stamps| stamps.len() == rows.len());
        let stamp = |at: usize| stamps.map_or(FileStamp::default(), |stamps| stamps[at]);
        let known: Vec<Known<'_>> = rows.iter().enumerate().map(|(at, row)| known(row, stamp(at))).collect();
        let compared = changes(&known, &entries);
        let change = |status| match status {
            Status::Same(at) => Change::None(KnownFile::new(&rows[at], stamp(at), &reasons)),
            Status::Modified(at) => Change::Look { before: Some((rows[at].key, place(&rows[at]))) },
            Status::New => Change::Look { before: None },
        };
        let planned = |(entry, status)| Planned { entry, change: change(status) };
        let files = entries.into_iter().zip(compared.files).map(planned).collect();
        let removed = compared.removed;
        Ok(Plan { files, removed, skipped, unsupported, unknown, listing, now, moment, dirty })
    }

    /// How many files have to be looked at or are gone.
    pub(super) fn changed(&self) -> usize {
        self.removed + self.files.iter().filter(|file| matches!(file.change, Change::Look { .. })).count()
    }

    /// Whether every file still has the stamp that the walk saw.
    pub(super) fn holds(&self, workspace: &Workspace) -> bool {
        self.files.iter().all(|file| has_stamp(workspace, &file.entry.path, stamp_words(&file.entry.stamp)))
    }

    /// What the walk saw, which was planned with this snapshot at hand.
    pub(super) fn listing_after<'a>(&'a self, last: &'a Snapshot) -> &'a [u8] {
        self.listing.as_deref().unwrap_or_else(|| last.listing())
    }

    /// Whether a snapshot already shows these files at this commit, and tells of those beside them.
    pub(super) fn is_current(&self, snapshot: &Snapshot) -> bool {
        // Where nothing can be listed both are empty.
        let same_listing =
            self.listing.as_ref().is_none_or(|now| now.is_empty() && snapshot.listing().is_empty());
        self.changed() == 0 && snapshot.info().commit == self.moment.commit && same_listing
    }
}

impl KnownFile {
    /// `reasons` says of files that were left out why.
    fn new(row: &FileRow<'_>, stamp: FileStamp, reasons: &BTreeMap<String, String>) -> KnownFile {
        let language = languages::by_name(row.language).map_or(LEFT_OUT, |language| language.name);
        let left_out = row.language == LEFT_OUT;
        KnownFile {
            language,
            key: row.key,
            stamp: stamp.stamp,
            recorded_at: stamp.recorded_at,
            reason: reasons.get(row.path).filter(|_| left_out).cloned().unwrap_or_default(),
            place: place(row),
        }
    }
}

fn known<'a>(row: &FileRow<'a>, stamp: FileStamp) -> Known<'a> {
    Known { path: row.path, stamp: stamp_from(stamp.stamp), recorded_at_ns: stamp.recorded_at as i64 }
}

fn place(row: &FileRow<'_>) -> Option<Place> {
    (row.language != LEFT_OUT).then_some((row.segment, row.slot))
}

pub(super) fn walk_options(options: &Options) -> WalkOptions {
    WalkOptions {
        include_generated: options.include_generated,
        include_vendored: options.include_vendored,
        ..WalkOptions::default()
    }
}

/// Whether a file has this stamp now.
pub(super) fn has_stamp(workspace: &Workspace, path: &str, stamp: [u64; 4]) -> bool {
    let now = std::fs::symlink_metadata(workspace.root().join(path));
    now.is_ok_and(|metadata| stamp_words(&Stamp::of(&metadata)) == stamp)
}

pub(super) fn stamp_words(stamp: &Stamp) -> [u64; 4] {
    [stamp.size, stamp.mtime_ns as u64, stamp.ctime_ns as u64, stamp.inode]
}

fn stamp_from(words: [u64; 4]) -> Stamp {
    let [size, mtime, ctime, inode] = words;
    Stamp { size, mtime_ns: mtime as i64, ctime_ns: ctime as i64, inode }
}
