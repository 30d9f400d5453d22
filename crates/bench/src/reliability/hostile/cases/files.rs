//! Files that are not regular files: links out of the tree, endless devices, FIFOs, sockets, loops.

use super::Case;
use crate::reliability::hostile::scene::Scene;
use anyhow::Result;
use std::os::unix::net::UnixListener;

/// Files that are read by name, wherever they lie.
const MANIFESTS: [&str; 18] = [
    "requirements.txt",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "package.json",
    "tsconfig.json",
    "Cargo.toml",
    "go.mod",
    "go.work",
    "Gemfile",
    "shop.gemspec",
    "composer.json",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "build.sbt",
    "shop.csproj",
    "Package.swift",
];
/// Files with rules about other files.
const RULES: [&str; 5] = [".gitignore", ".ignore", ".fathomignore", ".gitattributes", ".gitmodules"];
/// Files that hold code and prose.
const SOURCES: [&str; 5] = ["b.py", "web/c.ts", "README.md", "data.json", "config.yaml"];

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("manifests-zero", "every manifest is a link to /dev/zero", |scene| {
            each(scene, &MANIFESTS, |scene, path| scene.link(path, "/dev/zero"))?;
            scene.commit()
        }),
        Case::new("manifests-fifo", "every manifest is a FIFO", |scene| each(scene, &MANIFESTS, Scene::fifo)),
        Case::new("manifests-folder", "every manifest is a folder", |scene| {
            each(scene, &MANIFESTS, Scene::folder)
        }),
        Case::new("manifests-loop", "every manifest is a link to itself", |scene| {
            each(scene, &MANIFESTS, |scene, path| scene.link(path, path.rsplit('/').next().unwrap_or(path)))?;
            scene.commit()
        }),
        Case::new("manifests-outside", "every manifest is a link to a file outside", |scene| {
            each(scene, &MANIFESTS, |scene, path| scene.link(path, scene.place.join("secret.json")))?;
            scene.commit()
        }),
        Case::new("rules-zero", "every file of rules is a link to /dev/zero", |scene| {
            scene.commit()?;
            each(scene, &RULES, |scene, path| scene.link(path, "/dev/zero"))
        }),
        Case::new("rules-fifo", "every file of rules is a FIFO", |scene| each(scene, &RULES, Scene::fifo)),
        Case::new("rules-outside", "every file of rules is a link to a file outside", |scene| {
            each(scene, &RULES, |scene, path| scene.link(path, scene.place.join("secret.json")))
        }),
        Case::new("rules-exclude-fifo", ".git/info/exclude and .git/info/attributes are FIFOs", |scene| {
            scene.fifo(".git/info/exclude")?;
            scene.fifo(".git/info/attributes")
        }),
        Case::new("rules-exclude-zero", ".git/info/exclude is a link to /dev/zero", |scene| {
            scene.link(".git/info/exclude", "/dev/zero")
        }),
        Case::new("sources-zero", "files of code and prose are links to /dev/zero", |scene| {
            each(scene, &SOURCES, |scene, path| scene.link(path, "/dev/zero"))?;
            scene.commit()
        }),
        Case::new("sources-fifo", "files of code and prose are FIFOs", |scene| {
            each(scene, &SOURCES, Scene::fifo)
        }),
        Case::new("sources-outside", "files of code and prose are links to files outside", |scene| {
            each(scene, &SOURCES, |scene, path| scene.link(path, scene.place.join("secret.py")))?;
            scene.link("d.py", "../secret.py")?;
            scene.commit()?;
            scene.ask(&["symbols", "hello_secret"]);
            scene.ask(&["show", "d.py"]);
            scene.ask(&["context", "hello_secret"]);
            scene.ask_all();
            Ok(())
        }),
        Case::new("sources-socket", "a file of code is a socket", |scene| {
            // The socket remains after its listener has gone.
            UnixListener::bind(scene.root.join("b.py")).map(drop)?;
            Ok(())
        }),
        Case::new("sources-became-link", "a file becomes a link outside after it was indexed", |scene| {
            scene.ask(&["index"]);
            scene.then(|scene| scene.link("a.py", "../secret.py"));
            for words in [
                &["show", "hello", "--as-is"][..],
                &["context", "say hello to the parcel", "--as-is"],
                &["query", "hello parcel", "--as-is"],
                &["symbols", "hello", "--as-is"],
                &["explain", "say hello", "hello", "--as-is"],
            ] {
                scene.ask(words);
            }
            scene.ask_all();
            Ok(())
        }),
        Case::new("sources-became-fifo", "a file becomes a FIFO after it was indexed", |scene| {
            scene.ask(&["index"]);
            scene.then(|scene| scene.fifo("a.py"));
            scene.ask(&["show", "hello", "--as-is"]);
            scene.ask(&["context", "say hello to the parcel", "--as-is"]);
            scene.ask_all();
            Ok(())
        }),
        Case::new(
            "sources-became-zero",
            "a file becomes a link to /dev/zero after it was indexed",
            |scene| {
                scene.ask(&["index"]);
                scene.then(|scene| scene.link("a.py", "/dev/zero"));
                scene.ask(&["show", "hello", "--as-is"]);
                scene.ask(&["context", "say hello to the parcel", "--as-is"]);
                scene.ask_all();
                Ok(())
            },
        ),
        Case::new("folder-became-link", "a folder becomes a link outside after it was indexed", |scene| {
            scene.write("sub/secret.py", "def hello_sub():\n    return 'nothing'\n")?;
            scene.commit()?;
            scene.ask(&["index"]);
            scene.then(|scene| scene.link("sub", ".."));
            scene.ask(&["show", "hello_sub", "--as-is"]);
            scene.ask(&["context", "hello_sub", "--as-is"]);
            scene.ask(&["show", "hello_sub"]);
            scene.ask_all();
            Ok(())
        }),
        Case::new("folders-outside", "folders are links to folders outside, to / and to home", |scene| {
            scene.link("photos", "../victim")?;
            scene.link("everything", "/")?;
            scene.link("up", "..")?;
            scene.link("here", ".")?;
            scene.commit()?;
            scene.ask(&["symbols", "hello_secret"]);
            scene.ask_all();
            Ok(())
        }),
        Case::new("links-loop", "links that go in circles and in chains", |scene| {
            scene.link("x.py", "y.py")?;
            scene.link("y.py", "x.py")?;
            scene.link("deep/again", "../deep")?;
            for at in 0..60 {
                scene.link(&format!("chain{at}.py"), format!("chain{}.py", at + 1))?;
            }
            scene.commit()
        }),
        Case::new("paths-outside", "questions that name files outside", |scene| {
            for words in [
                &["context", "hello", "--files", "../secret.py,/etc/passwd,../../secret.json"][..],
                &["context", "see ../secret.py:1 and ../secret.json:1"],
                &["impact", "../secret.py"],
                &["show", "../secret.py"],
                &["symbols", "../secret.py"],
                &["show", "../secret.py::hello_secret"],
                &["context", "hello", "--session", "../../victim/file"],
                &["context", "hello", "--session", "/victim"],
            ] {
                scene.ask(words);
            }
            let diff = "--- a/../secret.py\n+++ b/../secret.py\n@@ -1,2 +1,2 @@\n def hello_secret():\n-    x\n+    y\n";
            scene.ask_with(&["impact", "--diff", "-"], diff.to_owned());
            scene.ask_with(&["context", "hello", "--diff", "-"], diff.to_owned());
            Ok(())
        }),
        Case::new("folders-unreadable", "folders and files that may not be read", |scene| {
            use std::os::unix::fs::PermissionsExt;
            scene.write("closed/b.py", "def closed(): pass\n")?;
            scene.write("c.py", "def also_closed(): pass\n")?;
            scene.commit()?;
            for path in ["closed", "c.py"] {
                std::fs::set_permissions(scene.root.join(path), std::fs::Permissions::from_mode(0o000))?;
            }
            if std::fs::read_dir(scene.root.join("closed")).is_ok() {
                anyhow::bail!("not on this machine: its user may read everything");
            }
            Ok(())
        }),
    ]
}

/// Makes each file, in the root and in a folder.
fn each(scene: &Scene, names: &[&str], make: impl Fn(&Scene, &str) -> Result<()>) -> Result<()> {
    for name in names {
        make(scene, name)?;
        make(scene, &format!("part/{name}"))?;
    }
    Ok(())
}
