//! Folders below which workspaces may be registered.
//!
//! A path is resolved one component at a time, and no component outside the
//! roots is ever looked at. So the answer for a path outside is the same
//! whether the path exists or not, also where a link leads there.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Most links that one path may lead through.
const MOST_LINKS: usize = 40;

/// Where workspaces may be.
#[derive(Clone, Debug)]
pub enum Roots {
    /// Anywhere that this process can read; for a client that can start processes itself.
    Anywhere,
    /// Below one of these folders.
    Below(Vec<Root>),
}

/// A folder with its real path.
#[derive(Clone, Debug)]
pub struct Root {
    given: PathBuf,
    real: PathBuf,
}

/// Why a path was not resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResolveError {
    /// It is relative or has `..` in it.
    NotAbsolute,
    /// It is outside the roots.
    Outside,
    /// It is below a root and does not exist.
    Missing,
}

impl Roots {
    /// Roots at folders that exist.
    pub fn below<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> io::Result<Roots> {
        let root = |folder: P| {
            let given = std::path::absolute(folder.as_ref())?;
            let real = given.canonicalize()?;
            Ok(Root { given, real })
        };
        Ok(Roots::Below(folders.into_iter().map(root).collect::<io::Result<Vec<Root>>>()?))
    }

    /// Whether a real path is below a root.
    pub(crate) fn hold(&self, real: &Path) -> bool {
        match self {
            Roots::Anywhere => true,
            Roots::Below(roots) => roots.iter().any(|root| real.starts_with(&root.real)),
        }
    }

    /// The real path of something below a root.
    pub(crate) fn resolve(&self, path: &Path) -> Result<PathBuf, ResolveError> {
        let plain = |part: Component<'_>| !matches!(part, Component::ParentDir | Component::CurDir);
        if !path.is_absolute() || !path.components().all(plain) {
            return Err(ResolveError::NotAbsolute);
        }
        match self {
            Roots::Anywhere => path.canonicalize().map_err(|_| ResolveError::Missing),
            Roots::Below(roots) => resolve_below(roots, path),
        }
    }
}

fn resolve_below(roots: &[Root], path: &Path) -> Result<PathBuf, ResolveError> {
    let (mut real, mut rest) = enter(roots, path).ok_or(ResolveError::Outside)?;
    let mut links = 0;
    while let Some(part) = rest.pop_front() {
        if part == ".." {
            real.pop();
        } else {
            let next = real.join(&part);
            let metadata = next.symlink_metadata().map_err(|_| ResolveError::Missing)?;
            if metadata.is_symlink() {
                links += 1;
                let target = next.read_link().map_err(|_| ResolveError::Missing)?;
                if links > MOST_LINKS {
                    return Err(ResolveError::Missing);
                }
                let mut parts = names(&target);
                if target.is_absolute() {
                    let (root, below) = enter(roots, &target).ok_or(ResolveError::Outside)?;
                    (real, parts) = (root, below);
                }
                parts.append(&mut rest);
                rest = parts;
            } else {
                real = next;
            }
        }
        if !roots.iter().any(|root| real.starts_with(&root.real)) {
            return Err(ResolveError::Outside);
        }
    }
    Ok(real)
}

/// The real path of the root that a path begins with, and the names that follow.
fn enter(roots: &[Root], path: &Path) -> Option<(PathBuf, VecDeque<OsString>)> {
    roots.iter().find_map(|root| {
        let below = path.strip_prefix(&root.real).or_else(|_| path.strip_prefix(&root.given)).ok()?;
        Some((root.real.clone(), names(below)))
    })
}

/// Names and `..` of a path, in order.
fn names(path: &Path) -> VecDeque<OsString> {
    path.components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir))
        .map(|part| part.as_os_str().to_owned())
        .collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::{ResolveError, Roots};
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    #[test]
    fn a_path_outside_the_roots_is_refused_alike_whether_it_exists_or_not() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        let (inside, outside) = (place.join("inside"), place.join("outside"));
        fs::create_dir_all(inside.join("repo/src")).unwrap();
        fs::create_dir_all(outside.join("there")).unwrap();
        symlink(outside.join("there"), inside.join("to-there")).unwrap();
        symlink(outside.join("missing"), inside.join("to-missing")).unwrap();
        symlink("../outside/there", inside.join("up")).unwrap();
        symlink("../outside/missing", inside.join("up-missing")).unwrap();
        symlink("repo", inside.join("link")).unwrap();
        symlink("loop", inside.join("loop")).unwrap();
        let roots = Roots::below([&inside]).unwrap();
        let resolve = |path: &str| roots.resolve(&place.join(path));

        assert_eq!(resolve("inside/repo/src"), Ok(inside.join("repo/src")));
        assert_eq!(resolve("inside/link/src"), Ok(inside.join("repo/src")));
        assert_eq!(resolve("inside/none"), Err(ResolveError::Missing));
        assert_eq!(resolve("inside/loop"), Err(ResolveError::Missing));
        for path in ["outside/there", "outside/missing", "inside/to-there", "inside/to-missing"] {
            assert_eq!(resolve(path), Err(ResolveError::Outside), "{path}");
        }
        for path in ["inside/up", "inside/up-missing", "inside/up/x", "inside-too", ""] {
            assert_eq!(resolve(path), Err(ResolveError::Outside), "{path}");
        }
        for path in ["inside/../outside/there", "inside/../outside/missing"] {
            assert_eq!(resolve(path), Err(ResolveError::NotAbsolute), "{path}");
        }
        assert_eq!(roots.resolve(Path::new("repo")), Err(ResolveError::NotAbsolute));
    }

    #[test]
    fn a_root_may_be_named_through_a_link() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        fs::create_dir_all(place.join("real/repo")).unwrap();
        symlink(place.join("real"), place.join("name")).unwrap();
        let roots = Roots::below([place.join("name")]).unwrap();
        assert_eq!(roots.resolve(&place.join("name/repo")), Ok(place.join("real/repo")));
        assert_eq!(roots.resolve(&place.join("real/repo")), Ok(place.join("real/repo")));
    }
}
