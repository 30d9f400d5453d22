//! Removes indexes: on demand, and those that are no longer used.
//!
//! Every folder of a repository or worktree has a file `owner` with the path it was made for. The
//! file's modification time is the time of the last use. State that cannot be rebuilt is removed only
//! on demand.

use crate::folders::{Folders, check_private};
use crate::home::Home;
use crate::lock::WriterLock;
use crate::temporary_file::write_whole;
use crate::{Map, StoreError};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const OWNER: &str = "owner";
const DAY: Duration = Duration::from_hours(24);
/// An index that was not used for this long is removed.
const UNUSED: Duration = Duration::from_hours(90 * 24);
/// An index whose repository is missing is removed after this time; its disk may be unmounted.
const ORPHANED: Duration = Duration::from_hours(30 * 24);

/// The removed indexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemovedIndexes {
    /// The paths of their repositories.
    pub repositories: Vec<PathBuf>,
    /// Freed bytes.
    pub bytes: u64,
}

/// Records the path that a folder was made for, and that it is in use.
pub(crate) fn note_owner(folder: &Path, owner: &Path) -> Result<(), StoreError> {
    let file = owner_file(folder);
    let bytes = owner.as_os_str().as_encoded_bytes();
    if Map::open(&file).is_ok_and(|noted| *noted == *bytes) {
        note_use(folder);
        return Ok(());
    }
    write_whole(&file, bytes)
}

/// The file with the path that a folder was made for.
pub(crate) fn owner_file(folder: &Path) -> PathBuf {
    folder.join(OWNER)
}

/// Records that a folder is in use, about once a day. Errors are ignored.
pub(crate) fn note_use(folder: &Path) {
    let file = folder.join(OWNER);
    if age(&file, SystemTime::now()).is_some_and(|age| age > DAY)
        && let Ok(file) = crate::map::options().write(true).open(&file)
    {
        let _ = file.set_modified(SystemTime::now());
    }
}

fn age(file: &Path, now: SystemTime) -> Option<Duration> {
    let modified = fs::symlink_metadata(file).and_then(|metadata| metadata.modified()).ok()?;
    Some(now.duration_since(modified).unwrap_or_default())
}

fn owner(folder: &Path) -> Option<PathBuf> {
    let bytes = Map::open(&folder.join(OWNER)).ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Removes the indexes of all worktrees of a repository, and its state if `state` is set.
pub fn clean(home: &Home, state: bool) -> Result<RemovedIndexes, StoreError> {
    home.check()?;
    let mut removed = RemovedIndexes::default();
    remove_repository(home.shared(), &mut removed)?;
    if state {
        remove(home.state_folder(), &mut removed)?;
    }
    Ok(removed)
}

/// Removes the indexes of all repositories, and their state if `state` is set.
pub fn clean_all(folders: &Folders, state: bool) -> Result<RemovedIndexes, StoreError> {
    let mut removed = RemovedIndexes::default();
    check_private(&folders.indexes())?;
    for repository in subfolders(&folders.indexes()) {
        remove_repository(&repository, &mut removed)?;
    }
    if state {
        check_private(&folders.states())?;
        for repository in subfolders(&folders.states()) {
            remove(&repository, &mut removed)?;
        }
    }
    Ok(removed)
}

/// Removes unused indexes. Looks for them at most once a day.
pub fn collect(folders: &Folders, now: SystemTime) -> RemovedIndexes {
    let mut removed = RemovedIndexes::default();
    let mark = folders.cache().join("collected");
    let is_due = age(&mark, now).is_none_or(|age| age > DAY);
    if !is_due || check_private(&folders.indexes()).is_err() || write_whole(&mark, b"").is_err() {
        return removed;
    }
    for repository in subfolders(&folders.indexes()) {
        for worktree in subfolders(&repository.join("worktrees")).filter(|folder| is_forgotten(folder, now)) {
            let _ = remove_locked(&worktree, &mut removed);
        }
        if is_forgotten(&repository, now) && subfolders(&repository.join("worktrees")).next().is_none() {
            let _ = remove_repository(&repository, &mut removed);
        }
    }
    removed
}

fn is_forgotten(folder: &Path, now: SystemTime) -> bool {
    let Some(age) = age(&folder.join(OWNER), now) else { return false };
    let is_orphan = || owner(folder).is_some_and(|owner| fs::symlink_metadata(owner).is_err());
    age > UNUSED || (age > ORPHANED && is_orphan())
}

fn subfolders(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    folders.into_iter()
}

fn remove_repository(folder: &Path, removed: &mut RemovedIndexes) -> Result<(), StoreError> {
    if !folder.exists() {
        return Ok(());
    }
    for worktree in subfolders(&folder.join("worktrees")) {
        remove_locked(&worktree, removed)?;
    }
    removed.repositories.extend(owner(folder));
    remove(folder, removed)
}

/// Removes a worktree's index, unless a process is writing it.
fn remove_locked(worktree: &Path, removed: &mut RemovedIndexes) -> Result<(), StoreError> {
    let _lock = WriterLock::take(&worktree.join("lock"), Duration::ZERO, |_| {})?;
    remove(worktree, removed)
}

/// Removes a folder. Links in it are removed, not followed.
fn remove(folder: &Path, removed: &mut RemovedIndexes) -> Result<(), StoreError> {
    check_private(folder)?;
    removed.bytes += size(folder);
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(StoreError::io("remove", folder)(error))
        }
        _ => Ok(()),
    }
}

/// Bytes below a folder. A file with several hard links counts only if the last of them is removed.
fn size(folder: &Path) -> u64 {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(metadata) = entry.metadata() else { continue };
        bytes += if metadata.is_dir() { size(&entry.path()) } else { metadata.len() / links(&metadata) };
    }
    bytes
}

fn links(metadata: &fs::Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(metadata).max(1);
    #[cfg(not(unix))]
    1
}

impl Home {
    /// Records that the index is in use, so that it is not removed as unused.
    pub fn note_use(&self) {
        note_use(self.folder());
        note_use(self.shared());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    fn made(folders: &Folders, root: &Path) -> Home {
        let home = Home::of(folders, root, root);
        home.create().unwrap();
        fs::write(home.snapshots().join("part"), [7; 100]).unwrap();
        home
    }

    fn set_age(home: &Home, age: Duration) {
        for folder in [home.folder(), home.shared()] {
            let owner = File::options().write(true).open(folder.join(OWNER)).unwrap();
            owner.set_modified(SystemTime::now() - age).unwrap();
        }
    }

    #[test]
    fn what_was_made_for_one_repository_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let folders = Folders::under(&place.path().join("home"));
        let (one, other) = (made(&folders, Path::new("/one")), made(&folders, Path::new("/other")));
        let removed = clean(&one, true).unwrap();
        assert_eq!(removed.repositories, [Path::new("/one")]);
        assert!(removed.bytes >= 100);
        assert!(!one.exists() && other.exists());
        assert_eq!(clean(&one, true).unwrap(), RemovedIndexes::default(), "nothing is left to remove");
        assert_eq!(clean_all(&folders, false).unwrap().repositories, [Path::new("/other")]);
        assert!(!other.exists());
    }

    #[test]
    fn an_index_that_is_being_written_is_not_removed() {
        let place = tempfile::tempdir().unwrap();
        let folders = Folders::under(place.path());
        let home = made(&folders, Path::new("/one"));
        let lock = home.lock(|_| {}).unwrap();
        assert!(matches!(clean(&home, false), Err(StoreError::Busy { .. })));
        assert!(home.exists());
        drop(lock);
        clean(&home, false).unwrap();
        assert!(!home.exists());
    }

    #[test]
    fn forgotten_indexes_are_collected_once_a_day() {
        let place = tempfile::tempdir().unwrap();
        let folders = Folders::under(&place.path().join("home"));
        let here = place.path().join("here");
        fs::create_dir(&here).unwrap();
        let (alive, gone, unused) =
            (made(&folders, &here), made(&folders, Path::new("/gone")), made(&folders, Path::new("/unused")));
        set_age(&alive, DAY * 40);
        set_age(&gone, DAY * 40);
        set_age(&unused, DAY * 100);
        let now = SystemTime::now();
        let removed = collect(&folders, now);
        assert_eq!(removed.repositories.len(), 2, "{removed:?}");
        assert!(alive.exists() && !gone.exists() && !unused.exists());
        set_age(&alive, DAY * 100);
        assert_eq!(collect(&folders, now), RemovedIndexes::default(), "it looked a moment ago");
        assert!(!collect(&folders, now + DAY * 2).repositories.is_empty());
        assert!(!alive.exists());
    }

    #[test]
    fn an_index_in_use_is_not_forgotten() {
        let place = tempfile::tempdir().unwrap();
        let folders = Folders::under(place.path());
        let home = made(&folders, Path::new("/unused"));
        set_age(&home, DAY * 100);
        home.note_use();
        assert_eq!(collect(&folders, SystemTime::now()), RemovedIndexes::default());
        assert!(home.exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_removed_and_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let folders = Folders::under(&place.path().join("home"));
        let home = made(&folders, Path::new("/one"));
        let outside = place.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("photo"), "x").unwrap();
        std::os::unix::fs::symlink(&outside, home.shared().join("link")).unwrap();
        clean(&home, false).unwrap();
        assert!(outside.join("photo").exists());
        fs::create_dir_all(home.shared().parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(&outside, home.shared()).unwrap();
        assert!(matches!(clean(&home, false), Err(StoreError::Foreign { .. })));
        assert!(outside.join("photo").exists());
    }
}
