//! The one builder of repositories for all end-to-end tests.
//!
//! A [`Fixture`] is a folder that vanishes with it; [`Fixture::courier`] is the small repository
//! that most tests ask about. Every run of `fathom` is checked for panics.

mod courier;
#[cfg(feature = "bench")]
mod lab;
mod mcp;
pub(crate) mod server;
#[cfg(unix)]
mod terminal;

#[cfg(feature = "bench")]
pub(crate) use lab::{Lab, PLACES, record};

pub(crate) use mcp::McpClient;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::TempDir;

/// Variables that decide how output looks; whatever runs the tests must not.
const LOOKS: [&str; 11] = [
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "FORCE_HYPERLINK",
    "VTE_VERSION",
    "TERM_PROGRAM",
    "WT_SESSION",
    "FATHOM_PAGER",
    "PAGER",
    "LESS",
];

/// A repository, or a folder without git, in a place of its own.
pub(crate) struct Fixture {
    /// Holds the folder and, beside it, worktrees.
    place: TempDir,
    root: PathBuf,
}

/// What one run of `fathom` gave.
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(home(&self.root));
    }
}

impl Fixture {
    /// An empty folder without git.
    pub(crate) fn empty() -> Fixture {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap().join("repo");
        fs::create_dir(&root).unwrap();
        Fixture { place, root }
    }

    /// A folder with files and without git.
    pub(crate) fn plain(files: &[(&str, &str)]) -> Fixture {
        let fixture = Fixture::empty();
        for (path, text) in files {
            fixture.write(path, text);
        }
        fixture
    }

    /// A repository with one commit.
    pub(crate) fn committed(files: &[(&str, &str)]) -> Fixture {
        let fixture = Fixture::plain(files);
        fixture.git(&["init", "--quiet"]);
        fixture.commit("Start");
        fixture
    }

    /// The repository most tests ask about: a Python package whose client retries, a Ruby file, a
    /// Go file, prose, and a file in a language that is not read.
    pub(crate) fn courier() -> Fixture {
        Fixture::committed(courier::FILES)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path beside the repository.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.place.path().canonicalize().unwrap().join(name)
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// A path in what Fathom keeps for whoever runs it in this place.
    pub(crate) fn home(&self, path: &str) -> PathBuf {
        home(&self.root).join(path)
    }

    /// A path in the index of the repository; its main worktree is the only one that has one.
    pub(crate) fn index(&self, path: &str) -> PathBuf {
        only(&only(&self.home("cache/repositories")).join("worktrees")).join(path)
    }

    /// The file of the repository's state.
    pub(crate) fn state(&self) -> PathBuf {
        only(&self.home("state/repositories")).join("state.sqlite")
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// Replaces a part of a file, which must be there.
    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no `{from}`");
        self.write(path, text.replace(from, to));
    }

    /// Adds everything and commits it; the same files always give the same commit.
    pub(crate) fn commit(&self, message: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git_in(&self.root, arguments)
    }

    /// Runs `fathom` in the repository.
    pub(crate) fn fathom(&self, arguments: &[&str]) -> Answer {
        run_in(&self.root, arguments, &[])
    }

    /// Runs `fathom` in the repository with something on standard input.
    pub(crate) fn fathom_given(&self, input: impl Into<Vec<u8>>, arguments: &[&str]) -> Answer {
        run_given(&self.root, input, arguments, &[])
    }

    /// Runs `fathom … --json` and reads standard output, which must be JSON and nothing else.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        json_in(&self.root, arguments, &[])
    }

    /// Starts `fathom` and does not wait for it.
    pub(crate) fn start(&self, arguments: &[&str]) -> std::process::Child {
        Command::new(assert_cmd::cargo::cargo_bin!("fathom"))
            .args(arguments)
            .current_dir(&self.root)
            .env_remove("FATHOM_REPO")
            .env_remove("FATHOM_CONFIG")
            .env("FATHOM_HOME", home(&self.root))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Text with what differs from machine to machine named instead.
    pub(crate) fn normalised(&self, text: &str) -> String {
        let mut text = text.replace(&self.root.display().to_string(), "[root]");
        if self.path(".git").exists() {
            let commit = self.git(&["rev-parse", "HEAD"]);
            text = text.replace(&commit, "[commit]").replace(&commit[..10], "[commit]");
        }
        text
    }
}

/// What `fathom` keeps when it is run in a folder: beside the fixture's place, and gone with it.
fn home(folder: &Path) -> PathBuf {
    let temporary = std::env::temp_dir().canonicalize().unwrap();
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let below = folder.strip_prefix(&temporary).expect("fixtures lie in the folder for temporary files");
    let place = below.components().next().expect("a fixture has a place of its own");
    temporary.join(place).with_extension("home")
}

/// Writes the config file of the user who runs `fathom` in a folder.
pub(crate) fn configure(fixture: &Fixture, text: &str) {
    let home = home(fixture.root());
    fs::create_dir_all(&home).unwrap();
    fs::write(home.join("config.toml"), text).unwrap();
}

/// The only folder in a folder.
fn only(folder: &Path) -> PathBuf {
    let mut entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let first = entries.next().unwrap_or_else(|| panic!("{} is empty", folder.display()));
    assert!(entries.next().is_none(), "{} holds more than one", folder.display());
    first
}

/// Runs `fathom` in a folder; a panic fails the test at once.
pub(crate) fn run_in(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Answer {
    run_given(folder, "", arguments, environment)
}

fn run_given(
    folder: &Path,
    input: impl Into<Vec<u8>>,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> Answer {
    let mut command = cargo_bin_cmd!("fathom");
    command.args(arguments).current_dir(folder).write_stdin(input);
    command.env_remove("FATHOM_REPO").env_remove("FATHOM_CONFIG").env("FATHOM_HOME", home(folder));
    for name in LOOKS {
        command.env_remove(name);
    }
    // The git configuration of the user must not affect the tests.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    command.envs(environment.iter().copied());
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let stdout = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert!(!stderr.contains("panicked"), "fathom {arguments:?} panicked:\n{stderr}");
    let code =
        output.status.code().unwrap_or_else(|| panic!("fathom {arguments:?} ended by {}", output.status));
    assert!((0..=2).contains(&code), "fathom {arguments:?} ended with {code}: {stderr}");
    Answer { code, stdout, stderr }
}

pub(crate) fn json_in(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Value {
    let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
    let answer = run_in(folder, &arguments, environment);
    assert!(answer.code < 2, "fathom {arguments:?}: {}", answer.stderr);
    serde_json::from_str(&answer.stdout)
        .unwrap_or_else(|error| panic!("fathom {arguments:?} gave no JSON ({error}):\n{}", answer.stdout))
}

pub(crate) fn git_in(folder: &Path, arguments: &[&str]) -> String {
    let when = "2024-05-06T07:08:09Z";
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_AUTHOR_DATE", when)
        .env("GIT_COMMITTER_DATE", when)
        .output()
        .expect("git is installed");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// An answer without times and memory.
pub(crate) fn timeless(mut answer: Value) -> Value {
    if let Some(object) = answer.as_object_mut() {
        for key in ["elapsed_ms", "phases_ms", "query_ms", "peak_memory_bytes"] {
            object.remove(key);
        }
    }
    answer
}

/// The keys of an object, sorted.
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .unwrap_or_else(|| panic!("no object: {value}"))
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

/// One text per element of a list: the value under `key`.
pub(crate) fn each<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
    let list = list.as_array().unwrap_or_else(|| panic!("no list: {list}"));
    list.iter().map(|one| one[key].as_str().unwrap_or_else(|| panic!("no `{key}` in {one}"))).collect()
}

/// Signals another thread to stop on drop, also after a failed assertion: a test must not wait
/// for ever for a thread that waits for it.
pub(crate) struct StopsAtEnd<'a>(pub(crate) &'a AtomicBool);

impl Drop for StopsAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
