//! A `.git/config` that names programs, as a tarball or a shared folder can contain.

use super::Case;
use crate::corpus::git;
use crate::reliability::hostile::scene::Scene;
use anyhow::{Result, bail};
use std::fs;

/// Settings whose value is a command.
const PROGRAMS: [&str; 22] = [
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.sshCommand",
    "core.askPass",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "core.untrackedCache",
    "filter.marks.clean",
    "filter.marks.smudge",
    "filter.other.process",
    "diff.marks.textconv",
    "diff.marks.command",
    "diff.external",
    "merge.marks.driver",
    "credential.helper",
    "gpg.program",
    "gpg.ssh.program",
    "uploadpack.packObjectsHook",
    "remote.origin.uploadpack",
    "sequence.editor",
    "interactive.diffFilter",
];
const ATTRIBUTES: &str = "*.py filter=marks diff=marks merge=marks\n*.md filter=other\n";

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new(
            "git-programs",
            "every setting that names a program, and attributes that use them",
            |scene| {
                armed(scene)?;
                ask_dirty(scene);
                Ok(())
            },
        ),
        Case::new("git-programs-included", "the same in a file that .git/config includes", |scene| {
            armed(scene)?;
            let config = scene.root.join(".git/config");
            fs::copy(&config, scene.root.join(".git/more"))?;
            fs::write(
                &config,
                "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[include]\n\tpath = more\n",
            )?;
            ask_dirty(scene);
            Ok(())
        }),
        Case::new("git-programs-worktree", "the same in .git/config.worktree", |scene| {
            armed(scene)?;
            let config = scene.root.join(".git/config");
            fs::copy(&config, scene.root.join(".git/config.worktree"))?;
            fs::write(
                &config,
                "[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\tworktreeConfig = true\n",
            )?;
            ask_dirty(scene);
            Ok(())
        }),
        Case::new("git-hooks", "every hook, in .git/hooks and in core.hooksPath", |scene| {
            let program = scene.program_that_marks("hook")?;
            let script = format!("#!/bin/sh\nexec {program}\n");
            for folder in [".git/hooks", "hooks"] {
                for hook in [
                    "post-index-change",
                    "fsmonitor-watchman",
                    "post-checkout",
                    "pre-auto-gc",
                    "reference-transaction",
                ] {
                    let path = format!("{folder}/{hook}");
                    scene.write(&path, &script)?;
                    let all = std::os::unix::fs::PermissionsExt::from_mode(0o755);
                    fs::set_permissions(scene.root.join(path), all)?;
                }
            }
            scene.commit()?;
            set(scene, "core.hooksPath", "hooks")?;
            ask_dirty(scene);
            Ok(())
        }),
        Case::new("git-bare-in-folder", "a committed bare repository with programs, in a folder", |scene| {
            let inner = scene.place.join("inner");
            fs::create_dir(&inner)?;
            git::run(&inner, &["init", "--quiet", "."])?;
            fs::write(inner.join("a.py"), "def hello(): pass\n")?;
            fs::write(inner.join(".gitattributes"), ATTRIBUTES)?;
            git::commit_all(&inner, "One")?;
            let program = scene.program_that_marks("bare")?;
            let config = inner.join(".git/config");
            for (key, value) in [
                ("core.bare", "false"),
                ("core.worktree", "."),
                ("core.fsmonitor", program.as_str()),
                ("filter.marks.clean", program.as_str()),
            ] {
                git::run(&inner, &["config", "--file", &config.display().to_string(), key, value])?;
            }
            copy(&inner.join(".git"), &scene.root.join("evil"))?;
            copy(&inner, &scene.root.join("evil"))?;
            fs::remove_dir_all(scene.root.join("evil/.git"))?;
            scene.write("evil/.fathom/concepts.toml", "")?;
            scene.commit()?;
            let evil = scene.root.join("evil");
            scene.ask_all_in(&evil);
            scene.ask(&["status", "--repo", "evil"]);
            scene.ask(&["context", "hello", "--repo", "evil"]);
            scene.ask_all();
            Ok(())
        }),
        Case::new("git-worktree-outside", "core.worktree is a folder outside", |scene| {
            let outside = scene.victim.display().to_string();
            set(scene, "core.worktree", &outside)
        }),
        Case::new("git-excludes-zero", "core.excludesFile and core.attributesFile are endless", |scene| {
            set(scene, "core.excludesFile", "/dev/zero")?;
            set(scene, "core.attributesFile", "/dev/zero")
        }),
        Case::new("git-excludes-fifo", "core.excludesFile and core.attributesFile are FIFOs", |scene| {
            scene.fifo("pipe")?;
            let pipe = scene.root.join("pipe").display().to_string();
            set(scene, "core.excludesFile", &pipe)?;
            set(scene, "core.attributesFile", &pipe)
        }),
        Case::new("git-include-zero", ".git/config includes /dev/zero", |scene| {
            set(scene, "include.path", "/dev/zero")
        }),
        Case::new("git-include-fifo", ".git/config includes a FIFO", |scene| {
            scene.fifo(".git/pipe")?;
            set(scene, "include.path", "pipe")
        }),
        Case::new("git-include-loop", ".git/config includes itself", |scene| {
            set(scene, "include.path", "config")
        }),
        Case::new("git-include-many", ".git/config includes a tree of files that grows with 2^30", |scene| {
            for at in 0..30 {
                let next = format!("[include]\n\tpath = inc{}\n\tpath = inc{0}\n", at + 1);
                scene.write(&format!(".git/inc{at}"), next)?;
            }
            scene.write(".git/inc30", "[core]\n\tx = y\n")?;
            set(scene, "include.path", "inc0")
        }),
        Case::new(
            "git-owned-by-another",
            "the repository belongs to another user and names programs",
            |scene| {
                armed(scene)?;
                let owned =
                    std::process::Command::new("chown").args(["-R", "65534:65534"]).arg(&scene.root).status();
                if !owned.is_ok_and(|status| status.success()) {
                    bail!("not on this machine: only root can give files away");
                }
                scene.ask_all();
                Ok(())
            },
        ),
        Case::new("git-submodule-outside", "a submodule whose path and url lead outside", |scene| {
            scene.write(
                ".gitmodules",
                "[submodule \"x\"]\n\tpath = ../victim\n\turl = ext::sh -c touch% ran\n\tupdate = !touch ran\n",
            )?;
            scene.commit()
        }),
    ]
}

/// Sets a value in `.git/config`, past git's own checks.
fn set(scene: &Scene, key: &str, value: &str) -> Result<()> {
    let config = scene.root.join(".git/config").display().to_string();
    git::run(&scene.place, &["config", "--file", &config, key, value]).map(drop)
}

/// A repository with files that attributes lead to every program that its config names.
fn armed(scene: &mut Scene) -> Result<()> {
    scene.write(".gitattributes", ATTRIBUTES)?;
    scene.write("b.md", "# Hello\n\nSee `hello`.\n")?;
    scene.commit()?;
    for key in PROGRAMS {
        set(scene, key, &scene.program_that_marks(key)?)?;
    }
    set(scene, "filter.marks.required", "true")
}

/// Asks while files are clean, touched and changed: filters run where git is not sure.
fn ask_dirty(scene: &mut Scene) {
    scene.ask_all();
    scene.then(|scene| {
        let file = fs::File::options().append(true).open(scene.root.join("a.py"))?;
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(9))?;
        scene.write("b.md", "# Hello\n\nSee `hello` twice.\n")
    });
    for words in [&["index"][..], &["status"], &["context", "say hello to the parcel"], &["symbols", "hello"]]
    {
        scene.ask(words);
    }
}

fn copy(from: &std::path::Path, to: &std::path::Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
