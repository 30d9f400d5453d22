//! The plan of an update: the files, compared with the last snapshot.

use super::Options;
use super::dirty::Dirty;
use super::file::{BuildFile, LEFT_OUT, kept_stamp};
use super::steady::GitStamp;
use crate::EngineError;
use crate::workspace::Workspace;
use fathom_source::{FileEntry, RecordedFile, Status, TrackedPaths, WalkOptions, changes};
use fathom_store::{FileRow, FileStamp, Skip, Snapshot};
use fathom_syntax::languages::{locale, unparsed};
use fathom_syntax::{DATA_BY_NAME, DetectedLanguage, Ecosystem, detect, needs_head};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// The inputs of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlanScope {
    /// Which files changed since the last snapshot.
    Files,
    /// Also whether they differ from the commit.
    Everything,
}

/// All files, and what to do with each.
pub(super) struct Plan {
    pub(super) files: Vec<BuildFile>,
    pub(super) removed: usize,
    pub(super) skipped: Vec<Skip>,
    /// The listing of the walk; `None` if it equals the last one.
    pub(super) listing: Option<Vec<u8>>,
    /// The clock before anything was read.
    pub(super) now: u64,
    /// The state of git's files then.
    pub(super) moment: GitStamp,
    /// Whether the files differ from the commit, if that was asked.
    pub(super) dirty: Dirty,
}

impl Plan {
    pub(super) fn new(
        workspace: &Workspace,
        options: &Options,
        previous: Option<&Snapshot>,
        asks: PlanScope,
    ) -> Result<Plan, EngineError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
        let moment = GitStamp::now(workspace);
        let last = previous.map(Snapshot::listing);
        // Without git, or where its index cannot be read, the ignore rules decide alone.
        let tracked = TrackedPaths::new(|| {
            if workspace.has_git() {
                fathom_history::tracked(workspace.root()).unwrap_or_default()
            } else {
                Vec::new()
            }
        });
        let (walk, listing) =
            fathom_source::walk_since(workspace.root(), &walk_options(options), &tracked, last, now as i64)?;
        let dirty = match asks {
            PlanScope::Everything => Dirty::start(workspace, &walk, moment.commit.as_deref(), now as i64),
            PlanScope::Files => Dirty::NoGit,
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
        let entries = readable(walk.files, &mut skipped);

        let rows: Vec<FileRow<'_>> = match previous {
            Some(snapshot) => snapshot.files()?.iter().collect(),
            None => Vec::new(),
        };
        let mut reasons: BTreeMap<String, String> = match previous
            .filter(|_| rows.iter().any(|row| row.language == LEFT_OUT))
        {
            Some(snapshot) => snapshot.skipped()?.into_iter().map(|skip| (skip.path, skip.reason)).collect(),
            None => BTreeMap::new(),
        };
        // Without stamps, which hold on one machine only, every file is looked at again.
        let stamps = previous.map(Snapshot::stamps).filter(|stamps| stamps.len() == rows.len());
        let stamp = |at: usize| stamps.map_or(FileStamp::default(), |stamps| stamps[at]);
        let known: Vec<RecordedFile<'_>> =
            rows.iter().enumerate().map(|(at, row)| known(row, stamp(at))).collect();
        let compared = changes(&known, &entries);
        let planned = |(entry, status)| match status {
            Status::Same(at) => {
                let left_out = rows[at].language == LEFT_OUT;
                let reason = if left_out { reasons.remove(rows[at].path) } else { None };
                BuildFile::same(entry, &rows[at], stamp(at).recorded_at, reason.unwrap_or_default())
            }
            Status::Modified(at) => BuildFile::modified(entry, &rows[at]),
            Status::New => BuildFile::new(entry),
        };
        let files = entries.into_iter().zip(compared.files).map(planned).collect();
        let removed = compared.removed;
        Ok(Plan { files, removed, skipped, listing, now, moment, dirty })
    }

    /// How many files have to be looked at or are gone.
    pub(super) fn changed(&self) -> usize {
        self.removed + self.files.iter().filter(|file| file.is_changed).count()
    }

    /// Whether every file still has the stamp that the walk saw, or that it was read with.
    pub(super) fn holds(&self, workspace: &Workspace) -> bool {
        self.files.iter().all(|file| file.holds(workspace))
    }

    /// The listing of the walk, planned against this snapshot.
    pub(super) fn listing_after<'a>(&'a self, last: &'a Snapshot) -> &'a [u8] {
        self.listing.as_deref().unwrap_or_else(|| last.listing())
    }

    /// Whether a snapshot already has these files at this commit, including skipped files.
    pub(super) fn is_current(&self, snapshot: &Snapshot) -> bool {
        // Where nothing can be listed both are empty.
        let same_listing =
            self.listing.as_ref().is_none_or(|now| now.is_empty() && snapshot.listing().is_empty());
        self.changed() == 0 && snapshot.info().commit == self.moment.commit && same_listing
    }
}

/// Files with one unknown ending that are read. More of them are data.
const MOST_UNKNOWN: usize = 2_000;

/// The files to read; what is data by its path is skipped.
fn readable(files: Vec<FileEntry>, skipped: &mut Vec<Skip>) -> Vec<FileEntry> {
    // A manifest is in the table of files whatever its language, so that an edit is noticed.
    let is_unknown = |path: &str| {
        matches!(detect(path, b""), DetectedLanguage::Other)
            && !needs_head(path)
            && Ecosystem::of_manifest(path).is_none()
    };
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for entry in files.iter().filter(|entry| is_unknown(&entry.path)) {
        *unknown.entry(ending(&entry.path)).or_default() += 1;
    }
    let translations = locale::translations(files.iter().map(|entry| entry.path.as_str()));
    let originals: BTreeMap<String, String> =
        translations.into_iter().map(|(path, original)| (path.to_owned(), original.to_owned())).collect();
    let mut readable = Vec::with_capacity(files.len());
    for entry in files {
        let path = &entry.path;
        let reason = match detect(path, b"") {
            _ if originals.contains_key(path) => Some(format!("a translation of {}", originals[path])),
            DetectedLanguage::Known(_) => None,
            DetectedLanguage::Data if Ecosystem::of_manifest(path).is_some() => None,
            DetectedLanguage::Data => Some(DATA_BY_NAME.to_owned()),
            DetectedLanguage::Other if !is_unknown(path) => None,
            DetectedLanguage::Other if entry.stamp.size > unparsed::MAX_BYTES as u64 => {
                Some("no language known for this file, and it is larger than 512 KiB".to_owned())
            }
            DetectedLanguage::Other if unparsed::is_test_data(path) => {
                Some("test data of no known language".to_owned())
            }
            DetectedLanguage::Other => (unknown[&ending(path)] > MOST_UNKNOWN).then(|| {
                format!("one of more than {MOST_UNKNOWN} files of no known language with this ending")
            }),
        };
        match reason {
            Some(reason) => skipped.push(Skip { path: entry.path, reason }),
            None => readable.push(entry),
        }
    }
    readable
}

fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_lowercase())
}

fn known<'a>(row: &FileRow<'a>, stamp: FileStamp) -> RecordedFile<'a> {
    RecordedFile { path: row.path, stamp: kept_stamp(stamp), recorded_at_ns: stamp.recorded_at as i64 }
}

pub(super) fn walk_options(options: &Options) -> WalkOptions {
    WalkOptions {
        include_generated: options.include_generated,
        include_vendored: options.include_vendored,
        ..WalkOptions::default()
    }
}
