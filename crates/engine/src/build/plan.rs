//! What has to be done: files listed, compared with the last snapshot.

use super::{LEFT_OUT, Options};
use crate::EngineError;
use crate::workspace::Workspace;
use fathom_source::{FileEntry, Known, Stamp, WalkOptions, changes};
use fathom_store::{Key, Skip, Snapshot};
use fathom_syntax::{Detected, detect, languages, needs_head};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// What happened to a file since the last snapshot.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Nothing.
    None {
        /// Its place in the text segments.
        place: Option<(u32, u32)>,
    },
    /// New, or its stamp differs; what it held before, if anything.
    Look { before: Option<(Key, Option<(u32, u32)>)> },
}

/// One file to be in the table.
pub(super) struct Planned {
    pub(super) path: String,
    pub(super) entry: FileEntry,
    pub(super) change: Change,
    /// For an unchanged file: what the table said.
    pub(super) known: Option<KnownFile>,
}

/// What the last snapshot knew of a file.
#[derive(Clone)]
pub(super) struct KnownFile {
    pub(super) language: &'static str,
    pub(super) key: Key,
    pub(super) stamp: [u64; 4],
    pub(super) recorded_at: u64,
    pub(super) reason: String,
}

/// All files, and what to do with each.
pub(super) struct Plan {
    pub(super) files: Vec<Planned>,
    pub(super) removed: usize,
    pub(super) skipped: Vec<Skip>,
    pub(super) unsupported: BTreeMap<String, u32>,
    /// What the walk saw; `None` if it is what the last one saw.
    pub(super) listing: Option<Vec<u8>>,
    /// The clock before anything was read.
    pub(super) now: u64,
}

impl Plan {
    pub(super) fn new(
        workspace: &Workspace,
        options: &Options,
        previous: Option<&Snapshot>,
    ) -> Result<Plan, EngineError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
        let last = previous.map(Snapshot::listing);
        let (walk, listing) =
            fathom_source::walk_since(workspace.root(), &walk_options(options), last, now as i64)?;
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
        let mut entries: Vec<FileEntry> = Vec::with_capacity(walk.files.len());
        for entry in walk.files {
            match detect(&entry.path, b"") {
                Detected::Known(_) => entries.push(entry),
                Detected::Unsupported(language) => {
                    *unsupported.entry(language.to_owned()).or_default() += 1;
                    skipped.push(Skip {
                        path: entry.path,
                        reason: format!("language not supported: {language}"),
                    });
                }
                Detected::Other if needs_head(&entry.path) => entries.push(entry),
                Detected::Other => {}
            }
        }

        let mut known: Vec<Known> = Vec::new();
        let mut facts: Vec<(KnownFile, Option<(u32, u32)>)> = Vec::new();
        if let Some(snapshot) = previous {
            let reasons: BTreeMap<String, String> =
                snapshot.skipped()?.into_iter().map(|skip| (skip.path, skip.reason)).collect();
            for row in snapshot.files()?.iter() {
                let stamp = stamp_from(row.stamp);
                known.push(Known {
                    path: row.path.to_owned(),
                    stamp,
                    recorded_at_ns: row.recorded_at as i64,
                });
                let indexed = row.language != LEFT_OUT;
                let reason =
                    if indexed { String::new() } else { reasons.get(row.path).cloned().unwrap_or_default() };
                let language = languages::by_name(row.language).map_or(LEFT_OUT, |language| language.name);
                let file = KnownFile {
                    language,
                    key: row.key,
                    stamp: row.stamp,
                    recorded_at: row.recorded_at,
                    reason,
                };
                facts.push((file, indexed.then_some((row.segment, row.slot))));
            }
        }
        let at = |path: &str| known.binary_search_by(|one| one.path.as_str().cmp(path)).ok();
        let compared = changes(&known, &entries);
        let removed = compared.removed.len();
        let mut files: Vec<Planned> = Vec::with_capacity(entries.len());
        for entry in compared.unchanged {
            let Some((file, place)) = at(&entry.path).map(|at| facts[at].clone()) else { continue };
            files.push(Planned {
                path: entry.path.clone(),
                entry: entry.clone(),
                change: Change::None { place },
                known: Some(file),
            });
        }
        for entry in compared.added.iter().chain(&compared.modified) {
            let before = at(&entry.path).map(|at| (facts[at].0.key, facts[at].1));
            files.push(Planned {
                path: entry.path.clone(),
                entry: (*entry).clone(),
                change: Change::Look { before },
                known: None,
            });
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Plan { files, removed, skipped, unsupported, listing, now })
    }

    /// How many files have to be looked at or are gone.
    pub(super) fn changed(&self) -> usize {
        self.removed + self.files.iter().filter(|file| matches!(file.change, Change::Look { .. })).count()
    }

    /// Whether a snapshot already shows these files at this commit.
    pub(super) fn is_current(&self, workspace: &Workspace, snapshot: &Snapshot) -> bool {
        self.changed() == 0 && snapshot.info().commit == workspace.commit()
    }
}

pub(super) fn walk_options(options: &Options) -> WalkOptions {
    WalkOptions {
        include_generated: options.include_generated,
        include_vendored: options.include_vendored,
        ..WalkOptions::default()
    }
}

pub(super) fn stamp_words(stamp: &Stamp) -> [u64; 4] {
    [stamp.size, stamp.mtime_ns as u64, stamp.ctime_ns as u64, stamp.inode]
}

fn stamp_from(words: [u64; 4]) -> Stamp {
    let [size, mtime, ctime, inode] = words;
    Stamp { size, mtime_ns: mtime as i64, ctime_ns: ctime as i64, inode }
}
