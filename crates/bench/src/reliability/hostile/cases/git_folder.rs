//! A `.git` that is not a repository, or that has damaged files.

use super::Case;
use crate::corpus::git;
use crate::reliability::hostile::scene::Scene;
use anyhow::{Result, bail};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// Bytes that are not a file of git.
const GARBAGE: &[u8] = b"\x00\xff\x1b]0;garbage\x07 not what you think \xf0\x9f\x92\xa9\n\n\0\0\0\x01";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("dotgit-fifo", ".git is a FIFO", |scene| scene.fifo(".git")),
        Case::new("dotgit-zero", ".git is a link to /dev/zero", |scene| scene.link(".git", "/dev/zero")),
        Case::new("dotgit-link-loop", ".git is a link to itself", |scene| scene.link(".git", ".git")),
        Case::new("dotgit-gitdir-loop", ".git is a file that names itself", |scene| {
            pointer(scene, ".git", ".git")
        }),
        Case::new(
            "dotgit-gitdir-circle",
            ".git names a file that names a folder whose commondir names it",
            |scene| {
                pointer(scene, ".git", "x/.git")?;
                pointer(scene, "x/.git", "../y")?;
                scene.write("y/HEAD", "ref: refs/heads/main\n")?;
                scene.write("y/commondir", "../z\n")?;
                scene.write("y/gitdir", "../.git\n")?;
                scene.write("z/commondir", "../y\n")?;
                scene.write("z/HEAD", "ref: refs/heads/main\n")
            },
        ),
        Case::new("dotgit-gitdir-zero", ".git names /dev/zero", |scene| pointer(scene, ".git", "/dev/zero")),
        Case::new("dotgit-gitdir-large", ".git is a file of 300 MB", |scene| {
            pointer(scene, ".git", "x")?;
            fs::File::options().write(true).open(scene.root.join(".git"))?.set_len(300 << 20)?;
            Ok(())
        }),
        Case::new("dotgit-outside", ".git is a link to the repository of somebody else", |scene| {
            git::run(&scene.victim, &["init", "--quiet", "."])?;
            git::commit_all(&scene.victim, "Mine")?;
            scene.link(".git", "../victim/.git")
        }),
        Case::new("dotgit-nested", "folders with a .git that is a FIFO, a loop, a file", |scene| {
            scene.write("one/b.py", "def one(): pass\n")?;
            scene.fifo("one/.git")?;
            scene.write("two/b.py", "def two(): pass\n")?;
            scene.link("two/.git", ".git")?;
            scene.write("three/b.py", "def three(): pass\n")?;
            scene.write("three/.git", "gitdir: ../../victim\n")?;
            for folder in ["one", "two", "three"] {
                let folder = scene.root.join(folder);
                scene.ask_in(&folder, &["status"]);
                scene.ask_in(&folder, &["context", "hello"]);
            }
            scene.ask_all();
            Ok(())
        }),
        garbage("git-head-garbage", "HEAD", "HEAD holds garbage"),
        garbage("git-index-garbage", "index", "the index holds garbage"),
        garbage("git-config-garbage", "config", "config holds garbage"),
        garbage("git-packed-refs-garbage", "packed-refs", "packed-refs holds garbage"),
        garbage("git-shallow-garbage", "shallow", "shallow holds garbage"),
        garbage("git-commondir-garbage", "commondir", "commondir holds garbage"),
        garbage("git-ref-garbage", "refs/heads/main", "the branch holds garbage"),
        garbage("git-commit-graph-garbage", "objects/info/commit-graph", "the commit graph holds garbage"),
        garbage("git-midx-garbage", "objects/pack/multi-pack-index", "the index of packs holds garbage"),
        garbage("git-alternates-garbage", "objects/info/alternates", "alternates holds garbage"),
        Case::new("size-packed-refs", "packed-refs has 2,000,000 refs", |scene| {
            let head = scene.git(&["rev-parse", "HEAD"])?;
            let lines: String = (0..2_000_000).map(|at| format!("{head} refs/tags/t{at}\n")).collect();
            scene.write(".git/packed-refs", format!("# pack-refs with: peeled fully-peeled sorted \n{lines}"))
        }),
        Case::new("git-fifos", "HEAD's branch, packed-refs, shallow and alternates are FIFOs", |scene| {
            for path in ["refs/heads/main", "packed-refs", "shallow", "objects/info/alternates", "commondir"]
            {
                scene.fifo(&format!(".git/{path}"))?;
            }
            Ok(())
        }),
        Case::new("git-head-fifo", "HEAD is a FIFO", |scene| scene.fifo(".git/HEAD")),
        Case::new("git-index-fifo", "the index is a FIFO", |scene| scene.fifo(".git/index")),
        Case::new("git-index-zero", "the index is a link to /dev/zero", |scene| {
            scene.link(".git/index", "/dev/zero")
        }),
        Case::new("git-config-fifo", "config is a FIFO", |scene| scene.fifo(".git/config")),
        Case::new("git-config-zero", "config is a link to /dev/zero", |scene| {
            scene.link(".git/config", "/dev/zero")
        }),
        Case::new("git-index-cut", "the index is cut in half", |scene| {
            let bytes = fs::read(scene.root.join(".git/index"))?;
            scene.write(".git/index", &bytes[..bytes.len() / 2])
        }),
        Case::new("git-index-path-outside", "the index names a file outside", |scene| {
            let bytes = fs::read(scene.root.join(".git/index"))?;
            // As long as the name it replaces; the checksum no longer matches, and need not be checked.
            let at = bytes.windows(4).position(|window| window == b"a.py").unwrap_or_default();
            let mut bytes = bytes;
            bytes[at..at + 4].copy_from_slice(b"../v");
            scene.write(".git/index", bytes)
        }),
        Case::new("git-ref-loop", "branches that are links to each other", |scene| {
            scene.write(".git/refs/heads/main", "ref: refs/heads/other\n")?;
            scene.write(".git/refs/heads/other", "ref: refs/heads/main\n")
        }),
        Case::new("git-ref-outside", "HEAD names a file outside", |scene| {
            scene.write(".git/HEAD", "ref: ../../secret.json\n")
        }),
        Case::new("git-alternates-loop", "alternates that name each other", |scene| {
            scene.write(".git/objects/info/alternates", "../objects\n../../other\n")?;
            scene.write("other/info/alternates", "../.git/objects\n")
        }),
        Case::new("git-alternates-many", "alternates that grow with 2^30", |scene| {
            for at in 0..30 {
                let line = format!("../../alt{}\n../../alt{0}/.\n", at + 1);
                scene.write(&format!("alt{at}/info/alternates"), line.replace("../../", "../"))?;
            }
            scene.write(".git/objects/info/alternates", "../../alt0\n")
        }),
        Case::new("git-object-garbage", "objects hold garbage", |scene| {
            objects(scene, |path| Ok(fs::write(path, GARBAGE)?))
        }),
        Case::new("git-objects-gone", "there are no objects", |scene| {
            objects(scene, |path| Ok(fs::remove_file(path)?))
        }),
        Case::new("size-object-bomb", "a commit message of 1 GB, packed into 1 MB", bomb),
        Case::new("git-message-control", "commit messages and authors with control characters", |scene| {
            for at in 0..4 {
                scene.write("a.py", format!("def hello(parcel):\n    return {at}\n"))?;
                git::commit_all(
                    &scene.root,
                    &format!(
                        "Say hello \u{1b}]0;owned\u{7}\u{9b}31m to the parcel {at}\u{202e}\r\n\n\u{1b}[2Jgone"
                    ),
                )?;
            }
            Ok(())
        }),
        Case::new(
            "git-replace-and-grafts",
            "replaced and grafted commits that lead to themselves",
            |scene| {
                let head = scene.git(&["rev-parse", "HEAD"])?;
                scene.write(&format!(".git/refs/replace/{head}"), format!("{head}\n"))?;
                scene.write(".git/info/grafts", format!("{head} {head}\n"))
            },
        ),
        Case::new("git-sha256", "objects are named by SHA-256", |scene| {
            formatted(scene, "--object-format=sha256")
        }),
        Case::new("git-reftable", "refs are in a reftable", |scene| {
            formatted(scene, "--ref-format=reftable")
        }),
        Case::new("git-extension-unknown", "the repository needs an unknown extension", |scene| {
            scene.write(
                ".git/config",
                "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tneverHeardOf = true\n",
            )
        }),
    ]
}

fn pointer(scene: &Scene, path: &str, to: &str) -> Result<()> {
    scene.folder(path)?;
    fs::remove_dir(scene.root.join(path))?;
    scene.write(path, format!("gitdir: {to}\n"))
}

/// The case of one file of git that holds garbage.
fn garbage(name: &'static str, path: &'static str, about: &'static str) -> Case {
    Case::new(name, about, move |scene| scene.write(&format!(".git/{path}"), GARBAGE))
}

/// Does something to every loose object.
fn objects(scene: &Scene, change: impl Fn(&std::path::Path) -> Result<()>) -> Result<()> {
    for folder in fs::read_dir(scene.root.join(".git/objects"))? {
        let folder = folder?.path();
        if folder.file_name().is_some_and(|name| name.len() == 2) {
            for object in fs::read_dir(folder)? {
                let path = object?.path();
                // Objects are written without permission to write.
                let bytes = fs::read(&path)?;
                fs::remove_file(&path)?;
                fs::write(&path, bytes)?;
                change(&path)?;
            }
        }
    }
    Ok(())
}

/// A commit whose message is one letter, a thousand million times.
fn bomb(scene: &mut Scene) -> Result<()> {
    let tree = scene.git(&["rev-parse", "HEAD^{tree}"])?;
    let parent = scene.git(&["rev-parse", "HEAD"])?;
    let head = format!(
        "tree {tree}\nparent {parent}\nauthor A <a@b> 1700000000 +0000\ncommitter A <a@b> 1700000000 +0000\n\n"
    );
    let mut hash = git::command(&scene.root)
        .args(["hash-object", "-t", "commit", "-w", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let piece = vec![b'a'; 1 << 20];
    if let Some(mut input) = hash.stdin.take() {
        input.write_all(head.as_bytes())?;
        for _ in 0..1000 {
            input.write_all(&piece)?;
        }
    }
    let output = hash.wait_with_output()?;
    if !output.status.success() {
        bail!("git could not make the commit");
    }
    let commit = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    scene.write(".git/refs/heads/main", format!("{commit}\n"))
}

/// The same repository in another format.
fn formatted(scene: &mut Scene, option: &str) -> Result<()> {
    fs::remove_dir_all(scene.root.join(".git"))?;
    let made =
        Command::new("git").args(["init", "--quiet", option, "."]).current_dir(&scene.root).output()?;
    if !made.status.success() {
        bail!("not on this machine: its git has no {option}");
    }
    scene.commit()
}
