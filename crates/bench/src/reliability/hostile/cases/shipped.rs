//! A repository that contains an index, which must not be trusted.

use super::Case;
use crate::reliability::fathom::Fathom;
use crate::reliability::hostile::scene::Scene;
use crate::reliability::index_files;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The attacker's own machine is in no hurry.
const LIMIT: Duration = Duration::from_mins(2);

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("shipped-outside", "an index that lists a file outside of the tree", |scene| {
            // As long as the path it is replaced by, so that no offset changes.
            scene.write("sub/aaaaa.json", "{\"auths\": {\"registry_token\": \"harmless\"}}\n")?;
            let files = made(scene, &[&["index"]])?;
            ship(scene, &files, |bytes| replaced(bytes, b"sub/aaaaa.json", b"../secret.json"))?;
            fs::remove_file(scene.root.join("sub/aaaaa.json"))?;
            scene.commit()?;
            scene.ask(&["show", "registry_token"]);
            scene.ask(&["symbols", "registry_token"]);
            scene.ask(&["show", "registry_token", "--as-is"]);
            scene.ask(&["context", "registry_token auths"]);
            scene.ask_all();
            Ok(())
        }),
        Case::new("shipped-verdict", "feedback that puts a back door first", |scene| {
            scene.write("b.py", "def say_hello_quietly(parcel):\n    return run(parcel)\n")?;
            let task = "say hello to the parcel";
            let files =
                made(scene, &[&["feedback", task, "--used", "say_hello_quietly", "--unused", "hello"]])?;
            ship(scene, &files, <[u8]>::to_vec)?;
            scene.commit()?;
            scene.same_without_folder = true;
            Ok(())
        }),
        Case::new("shipped-index", "an index of another tree", |scene| {
            scene.write("b.py", "def back_door(parcel):\n    return hello(parcel)\n")?;
            let files = made(scene, &[&["index"]])?;
            ship(scene, &files, <[u8]>::to_vec)?;
            fs::remove_file(scene.root.join("b.py"))?;
            scene.commit()?;
            scene.same_without_folder = true;
            Ok(())
        }),
        Case::new("shipped-compiler", "edges that claim to come from a compiler", |scene| {
            scene.write("b.py", "def back_door(parcel):\n    return parcel\n")?;
            let edges = r#"{"hash":"00","files":{"a.py":"00","b.py":"00"},"edges":[["a.py",3,"b.py",1,"back_door"]]}"#;
            scene.write(".fathom/compiler.json", edges)?;
            scene.commit()?;
            scene.same_without_folder = true;
            Ok(())
        }),
        Case::new(
            "shipped-links",
            "a link to a file outside in every place where an index has a file",
            |scene| {
                let files = made(
                    scene,
                    &[
                        &["feedback", "say hello", "--used", "hello"],
                        &["context", "hello", "--session", "file"],
                    ],
                )?;
                for (at, (path, _)) in files.iter().enumerate() {
                    for inner in places(path) {
                        // A place may be taken, as a folder or as a file, by one of the others.
                        let _ = scene.link(&inner, scene.victim.join(format!("new-{at}")));
                    }
                }
                scene.commit()
            },
        ),
        Case::new("shipped-fifos", "a FIFO in every place where an index has a file", |scene| {
            let files = made(scene, &[&["feedback", "say hello", "--used", "hello"]])?;
            for (path, _) in &files {
                for inner in places(path) {
                    let _ = scene.fifo(&inner);
                }
            }
            Ok(())
        }),
    ]
}

/// The files that the program makes for this tree, by their path below its folder.
fn made(scene: &Scene, commands: &[&[&str]]) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let home = scene.place.join("attacker");
    let fathom = Fathom::new(&scene.program, &home, LIMIT);
    for command in commands {
        fathom.must(&scene.root, command)?;
    }
    let mut files = Vec::new();
    for path in index_files::list(&home) {
        files.push((path.strip_prefix(&home)?.to_owned(), fs::read(&path)?));
    }
    ensure!(!files.is_empty(), "the program left no index to ship");
    fs::remove_dir_all(&home).context("cannot clean up")?;
    Ok(files)
}

/// Where a file of an index could lie in `.fathom/`: as below a home, and as if each folder
/// of its path were `.fathom/` itself.
fn places(path: &Path) -> Vec<String> {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    (0..parts.len()).map(|from| format!(".fathom/{}", parts[from..].join("/"))).collect()
}

fn ship(scene: &Scene, files: &[(PathBuf, Vec<u8>)], change: impl Fn(&[u8]) -> Vec<u8>) -> Result<()> {
    for (path, bytes) in files {
        for inner in places(path) {
            scene.write(&inner, change(bytes))?;
        }
    }
    Ok(())
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    out
}
