//! The systems that are asked for files.

use crate::corpus::{Site, git};
use crate::spelling::no_such;
use crate::systems::process::Call;
use crate::systems::{self, Deadline, System, SystemError, Tools};
use anyhow::{Context, Result, bail};
use fathom_engine::HOME_VARIABLE;
use serde::Deserialize;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Fathom's two lists of files: that of `fathom files`, and that of `fathom context`.
const OWN: [&str; 2] = ["fathom", "fathom-context"];

/// Time for one index or one question.
const LIMIT: Duration = Duration::from_mins(10);

/// A system that answers with files.
pub(super) enum FileSystem {
    /// A list of Fathom.
    Own(OwnList),
    /// Another system, or why it cannot be asked.
    Other(String, Result<Box<dyn System>, SystemError>),
}

/// A command of Fathom that lists files.
pub(super) struct OwnList {
    name: &'static str,
    program: PathBuf,
    rankers: Option<PathBuf>,
}

/// An indexed repository.
pub(super) enum IndexedTree {
    /// A tree and the folder of Fathom's state.
    Own { tree: PathBuf, state: PathBuf },
    /// A work tree of the system's own.
    Other(Site),
}

/// An answer as it came.
pub(super) struct FileAnswer {
    pub(super) files: Vec<String>,
    pub(super) ms: f64,
}

#[derive(Deserialize)]
struct Files {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    path: String,
}

/// The names of all systems that can be asked.
pub fn names() -> Vec<&'static str> {
    OWN.into_iter().chain(systems::NAMES.into_iter().filter(|name| !name.starts_with("fathom"))).collect()
}

impl FileSystem {
    pub(super) fn named(
        name: &str,
        program: &Path,
        rankers: Option<&Path>,
        tools: &Tools,
    ) -> Result<FileSystem> {
        if let Some(name) = OWN.into_iter().find(|known| *known == name) {
            let (program, rankers) = (program.to_owned(), rankers.map(Path::to_owned));
            return Ok(FileSystem::Own(OwnList { name, program, rankers }));
        }
        if !names().contains(&name) {
            bail!(no_such("system", name, &names()));
        }
        Ok(FileSystem::Other(name.to_owned(), systems::install(name, tools, program)))
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        match self {
            FileSystem::Own(list) => list.name,
            FileSystem::Other(name, _) => name,
        }
    }

    /// Indexes a tree of files. `state` is a folder of this system and repository.
    pub(super) fn index(
        &self,
        tree: &Path,
        state: &Path,
        repository: &super::FileRepository,
    ) -> Result<IndexedTree> {
        std::fs::create_dir_all(state)?;
        let deadline = Deadline::after(LIMIT);
        match self {
            FileSystem::Own(list) => {
                let call = list.call(state, "indexing").args(["index", "--json"]).arg(tree);
                call.run(deadline)?.succeeded()?;
                Ok(IndexedTree::Own { tree: tree.to_owned(), state: state.to_owned() })
            }
            FileSystem::Other(_, Err(trouble)) => bail!("{trouble}"),
            FileSystem::Other(_, Ok(system)) => {
                let site = Site {
                    root: state.join("repo").join(&repository.name),
                    state: state.join("state"),
                    name: repository.name.clone(),
                    url: repository.url.clone(),
                    language: repository.language.clone(),
                };
                write_repository(tree, &site.root)?;
                site.forget()?;
                system.index(&site, deadline)?;
                Ok(IndexedTree::Other(site))
            }
        }
    }

    /// Asks a query.
    pub(super) fn ask(&self, tree: &IndexedTree, repository: &str, query: &str) -> Result<FileAnswer> {
        let deadline = Deadline::after(LIMIT);
        match (self, tree) {
            (FileSystem::Own(list), IndexedTree::Own { tree, state }) => {
                list.ask(tree, state, repository, query)
            }
            (FileSystem::Other(_, Ok(system)), IndexedTree::Other(site)) => {
                let asked = system.ask(site, query, deadline)?;
                let answer = system.read(site, query, &asked, deadline)?;
                Ok(FileAnswer { files: answer.files, ms: asked.ms })
            }
            _ => bail!("{} did not index this tree", self.name()),
        }
    }

    /// Ends what the system left running.
    pub(super) fn leave(&self, tree: &IndexedTree) {
        if let (FileSystem::Other(_, Ok(system)), IndexedTree::Other(site)) = (self, tree) {
            system.leave(site, Deadline::after(LIMIT));
        }
    }
}

impl OwnList {
    fn ask(&self, tree: &Path, state: &Path, repository: &str, query: &str) -> Result<FileAnswer> {
        let command = if self.name == "fathom" { "files" } else { "context" };
        let mut call = self
            .call(state, "asking")
            .args([
                command,
                "--json",
                "--as-is",
                "--no-feedback",
                "--concepts",
                "off",
                "--limit",
                "50",
                "--repo",
            ])
            .arg(tree);
        if let Some(folder) = &self.rankers {
            call = call.arg("--file-ranker").arg(folder.join(format!("{repository}.tsv")));
        }
        let ended = call.args(["--", query]).run(Deadline::after(LIMIT))?;
        // 1 means that nothing was found, which is an answer.
        if !matches!(ended.code, Some(0 | 1)) {
            bail!("asking “{query}”: {}", ended.words());
        }
        let answer: Files = serde_json::from_str(&ended.stdout)?;
        Ok(FileAnswer { files: answer.files.into_iter().map(|file| file.path).collect(), ms: ended.ms })
    }

    fn call(&self, state: &Path, step: &'static str) -> Call {
        Call::new(&self.program, step).env(HOME_VARIABLE, state)
    }
}

/// Copies a tree into a git repository with one commit: several systems read only what git tracks.
fn write_repository(tree: &Path, root: &Path) -> Result<()> {
    if root.exists() {
        std::fs::remove_dir_all(root).with_context(|| format!("cannot empty {}", root.display()))?;
    }
    std::fs::create_dir_all(root).with_context(|| format!("cannot make {}", root.display()))?;
    git::run(root, &["init", "--quiet", "."])?;
    let (git_folder, tree) = (root.join(".git"), std::path::absolute(tree)?);
    let add: [&OsStr; 6] = [
        "--git-dir".as_ref(),
        git_folder.as_os_str(),
        "--work-tree=.".as_ref(),
        "add".as_ref(),
        "--all".as_ref(),
        // What the repository tracked may match a rule of its .gitignore.
        "--force".as_ref(),
    ];
    git::run(&tree, &add)?;
    git::run(root, &["checkout-index", "--all", "--force"])?;
    git::commit_all(root, "All files")
}

#[cfg(test)]
mod tests {
    use super::write_repository;
    use crate::corpus::git;

    #[test]
    fn a_tree_becomes_a_repository_with_ignored_files_too() {
        let place = tempfile::tempdir().unwrap();
        let (tree, root) = (place.path().join("tree"), place.path().join("root"));
        std::fs::create_dir_all(tree.join("src")).unwrap();
        std::fs::write(tree.join("src/pay.py"), "x = 1\n").unwrap();
        std::fs::write(tree.join(".gitignore"), "src\n").unwrap();
        // A second time, over what a system left there.
        write_repository(&tree, &root).unwrap();
        std::fs::write(root.join("cache.db"), "left").unwrap();
        write_repository(&tree, &root).unwrap();
        assert_eq!(git::run(&root, &["ls-files"]).unwrap().trim(), ".gitignore\nsrc/pay.py");
        assert_eq!(git::run(&root, &["status", "--porcelain"]).unwrap().trim(), "");
        assert!(root.join("src/pay.py").is_file() && !root.join("cache.db").exists());
        assert!(!tree.join(".git").exists());
    }
}
