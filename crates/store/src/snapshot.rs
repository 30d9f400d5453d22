//! Snapshots: immutable folders, swapped in by one rename.

use crate::StoreError;
use crate::cache::{Cache, Stored};
use crate::files::{FileTable, FileTableBuilder};
use crate::home::{Home, NewSegment, Unfinished, clear_away, write_whole};
use crate::map::Map;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A reader can lose the race against a writer that removes the snapshot it
/// was about to open; then there is a newer one.
const OPEN_TRIES: usize = 8;
const LISTING: &str = "listing.bin";

/// What a snapshot says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Version of the whole layout; see [`Info::versions`].
    pub format: u32,
    /// Versions of the parts' own layouts.
    pub versions: Vec<u32>,
    /// The commit that was checked out, if there was one.
    pub commit: Option<String>,
    /// Whether the worktree differed from that commit.
    pub dirty: bool,
    /// A file that made it differ: its path, and the key of its facts while it did not.
    pub dirty_by: Option<(String, String)>,
    /// Number of symbols.
    pub symbols: u32,
    /// Number of edges.
    pub edges: u32,
    /// Files per language that is recognised but not read.
    pub unsupported: BTreeMap<String, u32>,
    /// Options that decide what is indexed, as text: another value means another index.
    pub options: String,
    /// File name of the compiler index that was merged, with its hash.
    pub compiler_index: Option<String>,
    /// Text segments, in the order [`crate::FileRow::segment`] counts them.
    pub segments: Vec<String>,
    /// Packs, in the order the file table counts them.
    pub packs: Vec<String>,
}

/// A file that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// Its path.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// What a snapshot is written from.
pub struct Parts<'a> {
    /// About it; `segments` and `packs` are filled in here.
    pub info: Info,
    /// Its files.
    pub files: &'a FileTableBuilder,
    /// The linked graph; see [`Home::begin_graph`].
    pub graph: Unfinished,
    /// The packs the files count on.
    pub cache: &'a Cache,
    /// Text segments: those of the previous snapshot, and new ones ([`Home::begin_segment`]).
    pub segments: Vec<Part<'a, NewSegment>>,
    /// What was left out.
    pub skipped: &'a [Skip],
    /// What the walk saw.
    pub listing: Part<'a, Vec<u8>>,
}

/// A part of a new snapshot that may stay as it was.
pub enum Part<'a, T> {
    /// Taken over from the previous snapshot.
    Kept(&'a Path),
    /// Made now.
    New(T),
}

/// An opened snapshot.
pub struct Snapshot {
    folder: PathBuf,
    info: Info,
    files: Map,
    graph: Map,
    skipped: Map,
    listing: Map,
    packs: Vec<Map>,
    segments: Vec<Map>,
}

impl Snapshot {
    /// Writes a snapshot and makes it the current one; the caller holds the
    /// writer's lock.
    pub fn write(home: &Home, parts: Parts<'_>) -> Result<(), StoreError> {
        let Parts { mut info, files, graph, cache, segments, skipped, listing } = parts;
        let table = files.finish();
        let name = snapshot_name(&table, &info);
        let folder = home.snapshots().join(&name);
        let unfinished = home.snapshots().join(format!("unfinished-{}", std::process::id()));
        let _ = fs::remove_dir_all(&unfinished);
        fs::create_dir_all(&unfinished).map_err(StoreError::io("create", &unfinished))?;
        for (pack, bytes) in cache.packs() {
            let target = unfinished.join(pack);
            // Another worktree may have merged the pack away; its pages are still mapped here.
            if link(&cache.folder().join(pack), &target).is_err() {
                write_whole(&target, bytes)?;
            }
            info.packs.push(pack.to_owned());
        }
        let mut written = vec![(graph, unfinished.join("graph.bin"))];
        for (index, segment) in segments.into_iter().enumerate() {
            let name = match segment {
                Part::Kept(path) => {
                    let name = path
                        .file_name()
                        .map_or_else(|| format!("kept-{index}"), |n| n.to_string_lossy().into_owned());
                    link(path, &unfinished.join(&name))?;
                    name
                }
                Part::New(segment) => {
                    let name = segment.name();
                    written.push((segment.file, unfinished.join(&name)));
                    name
                }
            };
            info.segments.push(name);
        }
        info.format = crate::FORMAT;
        let (skipped, about) = (json(&skipped), json(&info));
        let mut parts: Vec<(&str, &[u8])> =
            vec![("files.bin", &table), ("skipped.json", &skipped), ("info.json", &about)];
        match &listing {
            Part::Kept(path) => link(path, &unfinished.join(LISTING))?,
            Part::New(bytes) => parts.push((LISTING, bytes)),
        }
        // All is written before the disk is asked to keep the first: what it keeps then is most of it.
        for (name, bytes) in parts {
            let path = unfinished.join(name);
            let mut file = Unfinished::create(&path)?;
            file.write(bytes)?;
            written.push((file, path));
        }
        written.into_iter().try_for_each(|(file, path)| file.finish(&path))?;
        if folder.exists() {
            // The same files give the same name, but something of it may be damaged: replace it.
            let old = home.snapshots().join(format!("old-{}", std::process::id()));
            let _ = fs::rename(&folder, &old);
        }
        fs::rename(&unfinished, &folder).map_err(StoreError::io("rename to", &folder))?;
        write_whole(&home.current(), name.as_bytes())?;
        remove_others(&home.snapshots(), &name);
        clear_away(home.folder());
        Ok(())
    }

    /// Opens the current snapshot; `None` if there is none yet, or if it was
    /// written by another version.
    pub fn open(home: &Home, versions: &[u32]) -> Result<Option<Snapshot>, StoreError> {
        let mut last = None;
        for _ in 0..OPEN_TRIES {
            let name = match fs::read(home.current()) {
                // Whatever it says: a name that leads nowhere means no snapshot.
                Ok(name) => String::from_utf8_lossy(&name).into_owned(),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(StoreError::io("read", home.current())(error)),
            };
            if last.as_deref() == Some(name.as_str()) {
                break;
            }
            match Snapshot::open_folder(&home.snapshots().join(name.trim()), versions) {
                Ok(found) => return Ok(found),
                Err(_) => last = Some(name),
            }
        }
        // A snapshot that cannot be opened is as good as none: it is built again.
        Ok(None)
    }

    fn open_folder(folder: &Path, versions: &[u32]) -> Result<Option<Snapshot>, StoreError> {
        let path = folder.join("info.json");
        let text = fs::read(&path).map_err(StoreError::io("read", &path))?;
        let info: Info = serde_json::from_slice(&text).map_err(|_| StoreError::Damaged { path })?;
        if info.format != crate::FORMAT || info.versions != versions {
            return Ok(None);
        }
        let open_all = |names: &[String]| -> Result<Vec<Map>, StoreError> {
            names.iter().map(|name| Map::open(&folder.join(name))).collect()
        };
        let snapshot = Snapshot {
            files: Map::open(&folder.join("files.bin"))?,
            graph: Map::open(&folder.join("graph.bin"))?,
            skipped: Map::open(&folder.join("skipped.json"))?,
            listing: Map::open(&folder.join(LISTING))?,
            packs: open_all(&info.packs)?,
            segments: open_all(&info.segments)?,
            folder: folder.to_owned(),
            info,
        };
        snapshot.files()?;
        Ok(Some(snapshot))
    }

    /// The options of the last snapshot, even if that cannot be opened: another
    /// version builds the index again, and of the same files.
    pub fn last_options(home: &Home) -> Option<String> {
        #[derive(Deserialize)]
        struct About {
            options: String,
        }
        let name = fs::read_to_string(home.current()).ok()?;
        let about = fs::read(home.snapshots().join(name.trim()).join("info.json")).ok()?;
        serde_json::from_slice(&about).ok().map(|about: About| about.options)
    }

    /// Whether it still is the one that `CURRENT` names.
    pub fn is_current(&self, home: &Home) -> bool {
        let name = fs::read_to_string(home.current()).unwrap_or_default();
        self.folder == home.snapshots().join(name.trim())
    }

    /// What it says about itself.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// Its files.
    pub fn files(&self) -> Result<FileTable<'_>, StoreError> {
        FileTable::read(&self.files, &self.folder.join("files.bin"))
    }

    /// The facts and words of one of its files.
    pub fn stored(&self, stored: Stored) -> Option<(&[u8], &[u8])> {
        stored.span.slices(self.packs.get(stored.pack)?)
    }

    /// The linked graph.
    pub fn graph(&self) -> &[u8] {
        &self.graph
    }

    /// The bytes of its text segments.
    pub fn segments(&self) -> impl Iterator<Item = &[u8]> {
        self.segments.iter().map(|map| &**map)
    }

    /// Where a text segment lies.
    pub fn segment_path(&self, index: usize) -> PathBuf {
        self.folder.join(&self.info.segments[index])
    }

    /// What was left out.
    pub fn skipped(&self) -> Result<Vec<Skip>, StoreError> {
        let damaged = |_| StoreError::Damaged { path: self.folder.join("skipped.json") };
        serde_json::from_slice(&self.skipped).map_err(damaged)
    }

    /// What the walk saw that found its files.
    pub fn listing(&self) -> &[u8] {
        &self.listing
    }

    /// Where that lies.
    pub fn listing_path(&self) -> PathBuf {
        self.folder.join(LISTING)
    }

    /// Bytes on disk: graph, file table, words and facts.
    pub fn size(&self) -> u64 {
        let maps = self.packs.iter().chain(&self.segments).chain([&self.files, &self.graph]);
        maps.map(|map| map.len() as u64).sum()
    }
}

/// Named by all that the rest is made from, so that equal indexes have equal
/// names: the keys of the files' facts, and how they were linked.
fn snapshot_name(table: &[u8], info: &Info) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(table);
    hasher.update(&json(info));
    hasher.finalize().to_hex()[..24].to_owned()
}

/// A second name for an immutable file; a copy where the file system has no links.
fn link(from: &Path, to: &Path) -> Result<(), StoreError> {
    match fs::hard_link(from, to) {
        Ok(()) => return Ok(()),
        // Named by content: it is there. To copy would empty the one file behind both names.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(()),
        Err(_) => {}
    }
    fs::copy(from, to).map(|_| ()).map_err(StoreError::io("copy", from))
}

/// Readers that have an old snapshot open keep its pages; the names can go.
fn remove_others(snapshots: &Path, current: &str) {
    for entry in fs::read_dir(snapshots).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy() != current {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    clear_away(snapshots);
}

/// JSON of plain records, which cannot fail to serialise.
fn json<T: Serialize>(what: &T) -> Vec<u8> {
    serde_json::to_vec(what).unwrap_or_default()
}

#[cfg(test)]
mod tests;
