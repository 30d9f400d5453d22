//! The set-up of one hostile repository: its tree, protected files, and questions.

use crate::corpus::git;
use anyhow::{Context, Result, bail};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The content of every tree, so that there is something to find.
const CODE: &str = "def hello(parcel):\n    \"\"\"Says hello to the parcel.\"\"\"\n    return greet(parcel)\n\n\n\
                    def greet(parcel):\n    return parcel\n";

/// A text that lies outside of the repository, and must never be shown.
pub(super) const SECRET: &str = "TOPSECRET";

/// Something that is done in a scene.
pub(super) enum Step {
    /// A command of Fathom.
    Ask(Invocation),
    /// Something happens to the tree.
    Change(fn(&Scene) -> Result<()>),
}

/// A command of Fathom.
#[derive(Clone, Debug)]
pub(super) struct Invocation {
    /// Where it runs.
    pub(super) folder: PathBuf,
    pub(super) arguments: Vec<String>,
    /// What it reads.
    pub(super) input: Option<String>,
}

/// A hostile repository and what is around it.
pub(super) struct Scene {
    /// The folder that vanishes with the scene.
    pub(super) place: PathBuf,
    /// The tree that is asked about.
    pub(super) root: PathBuf,
    /// Somebody's files.
    pub(super) victim: PathBuf,
    /// A file that any program of the repository makes when it runs.
    pub(super) marker: PathBuf,
    /// The `fathom` that is tried.
    pub(super) program: PathBuf,
    /// The questions; the default ones if empty.
    pub(super) steps: Vec<Step>,
    /// Texts that no line of an answer may start with.
    pub(super) forged: Vec<String>,
    /// Whether answers must be those of the same tree without its `.fathom/`.
    pub(super) same_without_folder: bool,
}

impl Scene {
    /// A tree with one file and git, and another user's files beside it.
    pub(super) fn new(place: &Path, program: &Path) -> Result<Scene> {
        let place = place.canonicalize()?;
        let scene = Scene {
            root: place.join("tree"),
            victim: place.join("victim"),
            marker: place.join("ran"),
            program: program.to_owned(),
            steps: Vec::new(),
            forged: Vec::new(),
            same_without_folder: false,
            place,
        };
        fs::create_dir(&scene.root)?;
        for (path, text) in [
            ("victim/photos/a.txt", "holiday\n"),
            ("victim/deep/er/b", "x\n"),
            ("victim/file.txt", "f\n"),
            ("victim/mine.pack", "my backup\n"),
            ("secret.json", "{\"auths\": {\"registry_token\": \"TOPSECRET\"}}\n"),
            ("secret.py", "def hello_secret():\n    return 'TOPSECRET'\n"),
            ("secret.toml", "[[concept]]\nphrases = [\"TOPSECRET\"]\nsymbols = [\"hello\"]\n"),
            ("tree/a.py", CODE),
        ] {
            scene.put(&scene.place.join(path), text.as_bytes())?;
        }
        git::run(&scene.root, &["init", "--quiet", "--initial-branch=main", "."])?;
        git::commit_all(&scene.root, "Start")?;
        Ok(scene)
    }

    fn put(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(&self.place))?;
        fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes a file of the tree.
    pub(super) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> Result<()> {
        self.put(&self.root.join(path), bytes.as_ref())
    }

    /// Puts a link to `target` into the tree, in place of what is there.
    pub(super) fn link(&self, path: &str, target: impl AsRef<Path>) -> Result<()> {
        let path = self.clear(path)?;
        symlink(target, &path).with_context(|| format!("cannot link {}", path.display()))
    }

    /// Puts a FIFO into the tree, in place of what is there.
    pub(super) fn fifo(&self, path: &str) -> Result<()> {
        let path = self.clear(path)?;
        let made = Command::new("mkfifo").arg(&path).status().context("cannot start mkfifo")?;
        if !made.success() {
            bail!("cannot make the FIFO {}", path.display());
        }
        Ok(())
    }

    /// Puts a folder into the tree, in place of what is there.
    pub(super) fn folder(&self, path: &str) -> Result<()> {
        fs::create_dir_all(self.clear(path)?)?;
        Ok(())
    }

    fn clear(&self, path: &str) -> Result<PathBuf> {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&self.root))?;
        if path.is_dir() && !path.is_symlink() {
            fs::remove_dir_all(&path)?;
        } else if path.symlink_metadata().is_ok() {
            fs::remove_file(&path)?;
        }
        Ok(path)
    }

    /// Commits the tree as it is.
    pub(super) fn commit(&self) -> Result<()> {
        git::commit_all(&self.root, "More")
    }

    /// Runs git in the tree.
    pub(super) fn git(&self, arguments: &[&str]) -> Result<String> {
        git::run(&self.root, arguments)
    }

    /// A program that leaves the marker; with words that identify its runs.
    pub(super) fn program_that_marks(&self, word: &str) -> Result<String> {
        let path = self.place.join("marks.sh");
        let script = format!("#!/bin/sh\necho \"$*\" >> '{}'\ncat\n", self.marker.display());
        self.put(&path, script.as_bytes())?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(format!("{} {word}", path.display()))
    }

    /// Asks in the tree.
    pub(super) fn ask(&mut self, arguments: &[&str]) {
        self.ask_in(&self.root.clone(), arguments);
    }

    /// Asks in another folder.
    pub(super) fn ask_in(&mut self, folder: &Path, arguments: &[&str]) {
        self.steps.push(Step::Ask(Invocation::new(folder, arguments)));
    }

    /// Asks with something on standard input.
    pub(super) fn ask_with(&mut self, arguments: &[&str], input: String) {
        let asked = Invocation { input: Some(input), ..Invocation::new(&self.root, arguments) };
        self.steps.push(Step::Ask(asked));
    }

    /// Asks every usual question.
    pub(super) fn ask_all(&mut self) {
        let root = self.root.clone();
        self.ask_all_in(&root);
    }

    pub(super) fn ask_all_in(&mut self, folder: &Path) {
        for words in USUAL {
            self.ask_in(folder, words);
        }
    }

    /// Something happens between two questions.
    pub(super) fn then(&mut self, change: fn(&Scene) -> Result<()>) {
        self.steps.push(Step::Change(change));
    }
}

impl Invocation {
    pub(super) fn new(folder: &Path, arguments: &[&str]) -> Invocation {
        let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
        Invocation { folder: folder.to_owned(), arguments, input: None }
    }

    /// As one types it.
    pub(super) fn typed(&self) -> String {
        super::super::short(&format!("fathom {}", self.arguments.join(" ")))
    }
}

/// Every way to ask that there is.
const USUAL: [&[&str]; 17] = [
    &["index", "--json"],
    &["status"],
    &["status", "--json"],
    &["symbols", "hello"],
    &["show", "hello"],
    &["trace", "hello"],
    &["impact", "greet"],
    &["impact", "a.py"],
    &["query", "hello parcel"],
    &["context", "say hello to the parcel"],
    &["context", "say hello to the parcel", "--format", "markdown"],
    &["context", "say hello to the parcel", "--format", "xml"],
    &["context", "say hello to the parcel", "--json", "--session", "file"],
    &["explain", "say hello to the parcel", "hello"],
    &["concepts", "say hello to the parcel"],
    &["feedback", "say hello to the parcel", "--used", "hello"],
    &["context", "say hello to the parcel", "--as-is"],
];
