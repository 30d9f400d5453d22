//! Snapshots: immutable sets of parts, swapped in by one rename.
//!
//! A snapshot is a manifest and the parts that it names, all of them blobs of a [`SnapshotStore`]. Each
//! part is named by its checksum, and the snapshot by its content alone: equal trees at equal commits
//! have equal names on any machine. The manifest is written after its parts, and `CURRENT` after the
//! manifest. Clocks, inodes and the location of the tree are stored separately ([`crate::local`]).

mod parts;

use crate::StoreError;
use crate::cache::{Cache, CachedRecord};
use crate::checksum::{fits, open_sealed, sealed};
use crate::files::{FileTable, FileTableBuilder};
use crate::home::Home;
use crate::local::{self, FileStamp, Local, VerifiedParts};
use crate::map::{Map, PartStamp};
use crate::snapshot_store::{Content, FolderStore, SnapshotStore, remove_others};
use crate::temporary_file::{TemporaryFile, clear_away};
use parts::{PartTable, kind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// A writer may remove or replace the snapshot that a reader is about to open; the reader then opens
/// the next one.
const OPEN_TRIES: usize = 8;
const PAUSE: Duration = Duration::from_millis(2);

/// The description of a snapshot.
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
}

/// A file that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// Its path.
    pub path: String,
    /// The reason.
    pub reason: String,
}

/// The content of a manifest.
#[derive(Serialize, Deserialize)]
struct Manifest {
    info: Info,
    /// The names of all parts.
    #[serde(flatten)]
    parts: PartTable<String>,
}

/// The input for a snapshot.
pub struct Parts<'a> {
    /// Its description.
    pub info: Info,
    /// Its files.
    pub files: &'a FileTableBuilder,
    /// The stamp of each file.
    pub stamps: &'a [FileStamp],
    /// The listing of the walk.
    pub listing: &'a [u8],
    /// The linked graph; see [`Home::begin_part`].
    pub graph: TemporaryFile,
    /// The packs that the files refer to.
    pub cache: &'a Cache,
    /// Text segments.
    pub segments: Vec<NextSegment>,
    /// Skipped files.
    pub skipped: &'a [Skip],
    /// The facts of the repository's manifests.
    pub manifests: &'a [u8],
}

/// A text segment of a new snapshot.
pub enum NextSegment {
    /// A segment of the previous snapshot, by its number there.
    Previous(usize),
    /// A new segment; see [`Home::begin_part`].
    New(TemporaryFile),
}

/// An opened snapshot.
pub struct Snapshot {
    name: String,
    folder: PathBuf,
    manifest: Manifest,
    parts: PartTable<Map>,
    local: Local,
    verified: VerifiedParts,
}

impl Snapshot {
    /// Writes a snapshot and makes it the current one; the caller holds the
    /// writer's lock.
    pub fn write(home: &Home, previous: Option<&Snapshot>, parts: Parts<'_>) -> Result<(), StoreError> {
        let Parts { mut info, files, stamps, listing, graph, cache, segments, skipped, manifests } = parts;
        info.format = crate::FORMAT;
        let name = content_name(&info, files, skipped, manifests);
        let store = home.store();

        let mut verified = VerifiedParts::new();
        let mut packs = Vec::new();
        for (pack, bytes) in cache.packs() {
            // Another worktree may have merged and removed the pack; its pages are still mapped here.
            if store.put(pack, Content::File(&cache.folder().join(pack))).is_ok() {
                verified.extend(cache.stamp(pack).map(|stamp| (pack.to_owned(), stamp)));
            } else {
                store.put(pack, Content::Bytes(bytes))?;
            }
            packs.push(pack.to_owned());
        }
        let mut written = vec![(kind::GRAPH, graph)];
        let mut kept = Vec::new();
        for segment in segments {
            match segment {
                NextSegment::New(segment) => {
                    kept.push(None);
                    written.push((kind::SEGMENT, segment));
                }
                NextSegment::Previous(index) => {
                    let Some(previous) = previous else { continue };
                    let name = previous.manifest.parts.segments[index].clone();
                    verified.extend(previous.verified.get(&name).map(|stamp| (name.clone(), *stamp)));
                    kept.push(Some(name));
                }
            }
        }
        // Everything is written before the first fsync, which flushes most of it.
        let (files, skipped) = (files.finish(), json(&skipped));
        for (kind, bytes) in
            [(kind::FILES, files.as_slice()), (kind::SKIPPED, &skipped), (kind::MANIFESTS, manifests)]
        {
            let mut file = home.begin_part()?;
            file.write(bytes)?;
            written.push((kind, file));
        }
        let mut names = Vec::new();
        for (kind, file) in written {
            let name = file.part_name(kind);
            store.put(&name, Content::Written(file))?;
            verified.insert(name.clone(), store.get(&name)?.stamp());
            names.push(name);
        }
        let (manifests, skipped) = (pop(&mut names), pop(&mut names));
        let (files, graph) = (pop(&mut names), names.remove(0));
        let mut new = names.into_iter();
        let segments = kept.into_iter().filter_map(|kept| kept.or_else(|| new.next())).collect();
        let manifest =
            Manifest { info, parts: PartTable { files, graph, skipped, manifests, packs, segments } };
        store.put(&name, Content::Bytes(&sealed(&json(&manifest))))?;
        local::write(home, &name, stamps, listing, &verified)?;
        home.write_current(&name)?;
        remove_others(&store, |other| other == name || manifest.parts.all().any(|part| part == other));
        remove_others(&FolderStore::new(home.local()), |other| other == name);
        clear_away(home.folder());
        Ok(())
    }

    /// Whether a snapshot of these parts would have the same name and describe the repository in the
    /// same bytes.
    pub fn is_of(&self, info: &Info, files: &FileTableBuilder, skipped: &[Skip], manifests: &[u8]) -> bool {
        let info = Info { format: crate::FORMAT, ..info.clone() };
        self.name == content_name(&info, files, skipped, manifests)
    }

    /// Saves new stamps for the same content; the caller holds the writer's lock.
    pub fn restamp(&self, home: &Home, stamps: &[FileStamp], listing: &[u8]) -> Result<(), StoreError> {
        local::write(home, &self.name, stamps, listing, &self.verified)
    }

    /// Opens the current snapshot. `None` if there is none, or if it is damaged or of another version;
    /// it is built again then.
    pub fn open(home: &Home, versions: &[u32]) -> Result<Option<Snapshot>, StoreError> {
        home.check()?;
        for attempt in 0..OPEN_TRIES {
            let Some(name) = current_name(home)? else { return Ok(None) };
            match Snapshot::open_named(home, name, versions) {
                Err(StoreError::Io { .. }) if attempt + 1 < OPEN_TRIES => thread::sleep(PAUSE),
                Ok(found) => return Ok(found),
                Err(_) => break,
            }
        }
        Ok(None)
    }

    fn open_named(home: &Home, name: String, versions: &[u32]) -> Result<Option<Snapshot>, StoreError> {
        let store = home.store();
        let manifest = read_manifest(&store, &name)?;
        if manifest.info.format != crate::FORMAT || manifest.info.versions != versions {
            return Ok(None);
        }
        let local = Local::open(home, &name);
        let mut verified = VerifiedParts::new();
        let mut is_new = false;
        let mut open = |name: &String| -> Result<Map, StoreError> {
            let map = open_part(&store, name, local.verified().get(name).copied())?;
            is_new |= local.verified().get(name) != Some(&map.stamp());
            verified.insert(name.clone(), map.stamp());
            Ok(map)
        };
        let parts = manifest.parts.each(&mut open)?;
        if is_new {
            // The next reader does not verify them again. A failed write is ignored.
            let _ = local::write(home, &name, local.files(), local.listing(), &verified);
        }
        let folder = home.snapshots();
        let snapshot = Snapshot { name, folder, manifest, parts, local, verified };
        snapshot.files()?;
        Ok(Some(snapshot))
    }

    /// The options of the last snapshot, even if it cannot be opened: a new version rebuilds the index
    /// with the same files.
    pub fn last_options(home: &Home) -> Option<String> {
        #[derive(Deserialize)]
        struct InfoOptions {
            options: String,
        }
        #[derive(Deserialize)]
        struct ManifestOptions {
            info: InfoOptions,
        }
        let name = current_name(home).ok()??;
        let path = home.store().path(&name);
        // Until format 3 a snapshot was a folder.
        let manifest = open_sealed(&path).or_else(|_| open_sealed(&path.join("manifest"))).ok()?;
        serde_json::from_slice(&manifest).ok().map(|manifest: ManifestOptions| manifest.info.options)
    }

    /// Whether `CURRENT` still names this snapshot.
    pub fn is_current(&self, home: &Home) -> bool {
        current_name(home).is_ok_and(|name| name.as_ref() == Some(&self.name))
    }

    /// Its name, which depends on its content alone.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its description.
    pub fn info(&self) -> &Info {
        &self.manifest.info
    }

    /// Its files.
    pub fn files(&self) -> Result<FileTable<'_>, StoreError> {
        FileTable::read(&self.parts.files, &self.folder.join(&self.manifest.parts.files))
    }

    /// The stamp of each file; empty if unknown.
    pub fn stamps(&self) -> &[FileStamp] {
        self.local.files()
    }

    /// The listing of the walk that found its files; empty if unknown.
    pub fn listing(&self) -> &[u8] {
        self.local.listing()
    }

    /// The facts and words of one of its files.
    pub fn stored(&self, stored: CachedRecord) -> Option<(&[u8], &[u8])> {
        stored.span.slices(self.parts.packs.get(stored.pack)?)
    }

    /// The linked graph.
    pub fn graph(&self) -> &[u8] {
        &self.parts.graph
    }

    /// The bytes of its text segments.
    pub fn segments(&self) -> impl Iterator<Item = &[u8]> {
        self.parts.segments.iter().map(|map| &**map)
    }

    /// The skipped files.
    pub fn skipped(&self) -> Result<Vec<Skip>, StoreError> {
        let damaged = |_| StoreError::Damaged { path: self.folder.join(&self.manifest.parts.skipped) };
        serde_json::from_slice(&self.parts.skipped).map_err(damaged)
    }

    /// The facts of the repository's manifests.
    pub fn manifests(&self) -> &[u8] {
        &self.parts.manifests
    }

    /// Bytes on disk: graph, file table, words and facts.
    pub fn size(&self) -> u64 {
        let maps =
            self.parts.packs.iter().chain(&self.parts.segments).chain([&self.parts.files, &self.parts.graph]);
        maps.map(|map| map.len() as u64).sum()
    }

    pub(crate) fn verified(&self) -> &VerifiedParts {
        &self.verified
    }
}

/// The files of the current snapshot, damaged or not.
pub(crate) fn part_paths(home: &Home) -> Result<Vec<PathBuf>, StoreError> {
    let Some(name) = current_name(home)? else { return Ok(Vec::new()) };
    let store = home.store();
    let manifest = read_manifest(&store, &name)?;
    Ok(manifest.parts.all().map(|name| store.path(name)).collect())
}

/// The name in `CURRENT`; `None` if there is none or it is not a valid name.
pub(crate) fn current_name(home: &Home) -> Result<Option<String>, StoreError> {
    let map = match Map::open(&home.current()) {
        Ok(map) => map,
        Err(StoreError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
            return Ok(None);
        }
        Err(StoreError::Damaged { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let is_name = !map.is_empty() && map.iter().all(u8::is_ascii_hexdigit);
    Ok(is_name.then(|| String::from_utf8_lossy(&map).into_owned()))
}

fn read_manifest(store: &FolderStore, name: &str) -> Result<Manifest, StoreError> {
    let path = store.path(name);
    let bytes = open_sealed(&path)?;
    let manifest: Manifest =
        serde_json::from_slice(&bytes).map_err(|_| StoreError::Damaged { path: path.clone() })?;
    let is_plain = |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if manifest.parts.all().all(is_plain) { Ok(manifest) } else { Err(StoreError::Damaged { path }) }
}

/// Opens a part. Verifies its bytes unless its stamp equals that of the last verification.
fn open_part(store: &FolderStore, name: &str, verified: Option<PartStamp>) -> Result<Map, StoreError> {
    let map = store.get(name)?;
    if verified == Some(map.stamp()) || fits(name, &map) {
        Ok(map)
    } else {
        Err(StoreError::Damaged { path: store.path(name) })
    }
}

/// The name is a hash of all inputs of the other parts: the keys of the files' facts, and the options
/// of linking.
fn content_name(info: &Info, files: &FileTableBuilder, skipped: &[Skip], manifests: &[u8]) -> String {
    let Info { format, versions, commit, dirty, unsupported, options, compiler_index, .. } = info;
    let mut hasher = blake3::Hasher::new();
    hasher.update(&json(&(format, versions, commit, dirty, unsupported, options, compiler_index)));
    hasher.update(&json(&skipped));
    hasher.update(manifests);
    files.hash_content(&mut hasher);
    hasher.finalize().to_hex()[..24].to_owned()
}

fn pop(names: &mut Vec<String>) -> String {
    names.pop().unwrap_or_default()
}

/// JSON of plain records, which cannot fail to serialise.
fn json<T: Serialize>(what: &T) -> Vec<u8> {
    serde_json::to_vec(what).unwrap_or_default()
}

#[cfg(test)]
mod tests;
