//! Random edits of a tree, as people, tools and git make them.

use crate::corpus::git;
use crate::speed::edit::definition;
use crate::statistics::bootstrap::SplitMix64;
use anyhow::{Context, Result};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Larger files are not edited: they would test nothing more.
const MOST_BYTES: u64 = 1 << 20;
/// Number of newest commits among which the trial switches.
const PAST: usize = 40;

/// An edit of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// A file comes, a copy of another one with something more in it.
    Create,
    /// Lines of a file are added, removed, doubled or moved.
    Change,
    /// A file goes.
    Delete,
    /// A file gets another name in its folder.
    Rename,
    /// A file goes to another folder.
    Move,
    /// Everything is committed and another commit checked out.
    Switch,
    /// A file gets another time and keeps its content.
    Touch,
    /// A file becomes executable, or is it no more.
    Chmod,
    /// `.gitignore` gets a rule, or loses all of them.
    Ignore,
    /// A file is replaced by one of the same size, within the same tick of a coarse clock.
    Replace,
}

impl Edit {
    /// Each kind, in the order of reports.
    pub const ALL: [Edit; 10] = [
        Edit::Create,
        Edit::Change,
        Edit::Delete,
        Edit::Rename,
        Edit::Move,
        Edit::Switch,
        Edit::Touch,
        Edit::Chmod,
        Edit::Ignore,
        Edit::Replace,
    ];

    /// As it is called in a table.
    pub fn word(self) -> &'static str {
        match self {
            Edit::Create => "create a file",
            Edit::Change => "change lines",
            Edit::Delete => "delete a file",
            Edit::Rename => "rename a file",
            Edit::Move => "move a file",
            Edit::Switch => "switch to another commit",
            Edit::Touch => "touch a file",
            Edit::Chmod => "change permissions",
            Edit::Ignore => "change .gitignore",
            Edit::Replace => "replace bytes, same size",
        }
    }
}

/// An edit that was made.
#[derive(Clone, Debug)]
pub(super) struct AppliedEdit {
    pub(super) edit: Edit,
    /// The edit and its path, for a report.
    pub(super) description: String,
    /// Names that came, which can be asked for.
    pub(super) names: Vec<String>,
}

/// Edits a tree; the same seed makes the same edits of the same tree.
pub(super) struct Editor {
    root: PathBuf,
    pub(super) random: SplitMix64,
    has_git: bool,
    made: usize,
}

impl Editor {
    pub(super) fn new(root: &Path, seed: u64) -> Editor {
        let has_git = root.join(".git").exists();
        Editor { root: root.to_owned(), random: SplitMix64(seed), has_git, made: 0 }
    }

    /// Makes one edit of one of these kinds.
    pub(super) fn edit(&mut self, kinds: &[Edit]) -> Result<AppliedEdit> {
        self.made += 1;
        let files = files(&self.root)?;
        let mut edit = kinds[self.random.below(kinds.len())];
        if files.len() < 4 || (edit == Edit::Switch && !self.has_git) {
            edit = Edit::Create;
        }
        let path = match files.len() {
            0 => "first.py".to_owned(),
            count => files[self.random.below(count)].clone(),
        };
        let mut names = Vec::new();
        let description = match edit {
            Edit::Create => self.create(&path, &mut names)?,
            Edit::Change => self.change(&path, &mut names)?,
            Edit::Delete => {
                fs::remove_file(self.root.join(&path))?;
                path
            }
            Edit::Rename => {
                let (stem, ending) = split(&path);
                self.transfer(&path, &format!("{stem}_{}{ending}", self.made))?
            }
            Edit::Move => {
                let name = path.rsplit('/').next().unwrap_or(&path);
                let to = format!("moved_{}/{name}", self.random.below(4));
                self.transfer(&path, &to)?
            }
            Edit::Switch => self.switch()?,
            Edit::Touch => {
                let past = Duration::from_secs(1 + self.random.below(100_000) as u64);
                let file = fs::File::options().append(true).open(self.root.join(&path))?;
                file.set_modified(SystemTime::now() - past)?;
                path
            }
            Edit::Chmod => self.chmod(&path)?,
            Edit::Ignore => self.ignore(&path)?,
            Edit::Replace => self.replace(&path, &mut names)?,
        };
        Ok(AppliedEdit { edit, description, names })
    }

    fn name(&self) -> String {
        format!("trial_edit_{}", self.made)
    }

    /// The definition of a name in the language of a path, or a line of prose.
    fn text(&mut self, path: &str, names: &mut Vec<String>) -> Vec<u8> {
        let name = self.name();
        match definition(path, &name) {
            Some(text) => {
                names.push(name);
                text.into_bytes()
            }
            None => format!("{name} came here.\n").into_bytes(),
        }
    }

    fn create(&mut self, like: &str, names: &mut Vec<String>) -> Result<String> {
        let (stem, ending) = split(like);
        let path = format!("{stem}_new_{}{ending}", self.made);
        let mut bytes = self.read(like).unwrap_or_default();
        bytes.extend_from_slice(b"\n\n");
        bytes.extend(self.text(&path, names));
        self.write(&path, &bytes)?;
        Ok(path)
    }

    fn change(&mut self, path: &str, names: &mut Vec<String>) -> Result<String> {
        let bytes = self.read(path)?;
        let mut lines: Vec<Vec<u8>> =
            bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let at = self.random.below(lines.len() + 1);
        let few = 1 + self.random.below(5);
        let to = lines.len().min(at + few);
        let how = match self.random.below(4) {
            0 if at < to => {
                lines.drain(at..to);
                "lines removed"
            }
            1 if at < to => {
                let again = lines[at..to].to_vec();
                lines.splice(at..at, again);
                "lines doubled"
            }
            2 if at < to => {
                let gone: Vec<Vec<u8>> = lines.drain(at..to).collect();
                lines.splice(0..0, gone);
                "lines moved to the top"
            }
            _ => {
                let text = self.text(path, names);
                lines.push(b"\n\n".to_vec());
                lines.push(text);
                "a definition added"
            }
        };
        self.write(path, &lines.concat())?;
        Ok(format!("{path}: {how}"))
    }

    /// Writes other letters into words, so that only the content shows the change.
    fn replace(&mut self, path: &str, names: &mut Vec<String>) -> Result<String> {
        let mut bytes = self.read(path)?;
        let letters: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_lowercase()).collect();
        if letters.is_empty() {
            return self.change(path, names);
        }
        for _ in 0..3 {
            let at = letters[self.random.below(letters.len())];
            bytes[at] = b'a' + (bytes[at] - b'a' + 1) % 26;
        }
        let file = self.root.join(path);
        let before = fs::metadata(&file)?.modified()?;
        self.write(path, &bytes)?;
        // As `cp --preserve` or a fast tool does: neither size nor time changes.
        fs::File::options().append(true).open(&file)?.set_modified(before)?;
        Ok(format!("{path}: letters"))
    }

    fn transfer(&self, from: &str, to: &str) -> Result<String> {
        let target = self.root.join(to);
        fs::create_dir_all(target.parent().unwrap_or(&self.root))?;
        fs::rename(self.root.join(from), target).with_context(|| format!("cannot move {from}"))?;
        Ok(format!("{from} to {to}"))
    }

    fn switch(&mut self) -> Result<String> {
        git::commit_all(&self.root, &format!("Keep what was edited up to {}", self.made))?;
        git::run(&self.root, &["branch", "--force", &format!("trial-{}", self.made)])?;
        let count = format!("--max-count={PAST}");
        let past = git::run(&self.root, &["rev-list", "--all", &count])?;
        let commits: Vec<&str> = past.lines().collect();
        let commit = commits[self.random.below(commits.len())];
        git::run(&self.root, &["checkout", "--quiet", "--force", "--detach", commit])?;
        Ok(commit.chars().take(10).collect())
    }

    #[cfg(unix)]
    fn chmod(&mut self, path: &str) -> Result<String> {
        use std::os::unix::fs::PermissionsExt;
        let file = self.root.join(path);
        let mode = fs::metadata(&file)?.permissions().mode() ^ 0o111;
        fs::set_permissions(&file, fs::Permissions::from_mode(mode))?;
        Ok(format!("{path}: {:o}", mode & 0o777))
    }

    #[cfg(not(unix))]
    fn chmod(&mut self, path: &str) -> Result<String> {
        self.change(path, &mut Vec::new())
    }

    fn ignore(&mut self, path: &str) -> Result<String> {
        let mut rules = fs::read(self.root.join(".gitignore")).unwrap_or_default();
        let rule = if self.random.below(3) == 0 { String::new() } else { format!("/{path}\n") };
        if rule.is_empty() {
            rules.clear();
        }
        rules.extend_from_slice(rule.as_bytes());
        self.write(".gitignore", &rules)?;
        Ok(if rule.is_empty() { "all rules removed".to_owned() } else { rule.trim().to_owned() })
    }

    fn read(&self, path: &str) -> Result<Vec<u8>> {
        fs::read(self.root.join(path)).with_context(|| format!("cannot read {path}"))
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<()> {
        fs::write(self.root.join(path), bytes).with_context(|| format!("cannot write {path}"))
    }
}

fn split(path: &str) -> (&str, &str) {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    match path[name..].rfind('.') {
        Some(dot) if dot > 0 => path.split_at(name + dot),
        _ => (path, ""),
    }
}

/// The regular files of a tree that can be edited, sorted.
fn files(root: &Path) -> Result<Vec<String>> {
    fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) -> Result<()> {
        for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            if kind.is_dir() && ![".git", ".fathom"].iter().any(|name| entry.file_name() == *name) {
                walk(root, &path, found)?;
            } else if kind.is_file() && entry.metadata()?.len() <= MOST_BYTES {
                found.extend(path.strip_prefix(root).ok().and_then(Path::to_str).map(str::to_owned));
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(root, root, &mut found)?;
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::work_copy::WorkCopy;
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_edits() {
        let description = |seed: u64| -> Vec<String> {
            let copy = WorkCopy::new(None).unwrap();
            let mut editor = Editor::new(&copy.root, seed);
            (0..30).map(|_| editor.edit(&Edit::ALL).unwrap().description).collect()
        };
        assert_eq!(description(1), description(1));
        assert_ne!(description(1), description(2));
    }

    #[test]
    fn endings_stay_where_files_are_renamed() {
        assert_eq!(split("a.b/c.tar.gz"), ("a.b/c.tar", ".gz"));
        assert_eq!(split("a.b/Makefile"), ("a.b/Makefile", ""));
        assert_eq!(split(".gitignore"), (".gitignore", ""));
    }
}
