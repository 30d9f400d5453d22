//! A repository with its own `.fathom/`: links in every place where an index could be.

use super::Case;
use crate::reliability::hostile::scene::Scene;
use anyhow::{Context, Result};
use rusqlite::Connection;
use std::fs;

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("fathom-link", ".fathom is a link to a folder outside", |scene| {
            scene.link(".fathom", "../victim")?;
            scene.commit()
        }),
        Case::new("fathom-snapshots-link", ".fathom/snapshots is a link to a folder outside", |scene| {
            linked(scene, "snapshots")
        }),
        Case::new(
            "fathom-cache-link",
            ".fathom/cache is a link to a folder with files named *.pack",
            |scene| linked(scene, "cache"),
        ),
        Case::new("fathom-state-folder-link", ".fathom/state is a link to a folder outside", |scene| {
            linked(scene, "state")
        }),
        Case::new("fathom-sessions-link", ".fathom/sessions is a link to a folder outside", |scene| {
            linked(scene, "sessions")
        }),
        Case::new("fathom-cache-link-to-packs", ".fathom/cache is a link to the packs of git", |scene| {
            scene.git(&["repack", "-adq"])?;
            scene.link(".fathom/cache", "../.git/objects/pack")?;
            scene.commit()?;
            scene.git(&["repack", "-adq"]).map(drop)
        }),
        Case::new(
            "fathom-gitignore-link",
            ".fathom/.gitignore is a link to a file that is not there",
            |scene| {
                scene.link(".fathom/.gitignore", "../../victim/newfile")?;
                scene.commit()
            },
        ),
        Case::new("fathom-lock-link", ".fathom/lock is a link to a file that is not there", |scene| {
            scene.link(".fathom/lock", "../../victim/newlock")?;
            scene.commit()
        }),
        Case::new("fathom-current-link", ".fathom/CURRENT is a link to a file outside", |scene| {
            scene.link(".fathom/CURRENT", "../../victim/file.txt")?;
            scene.commit()
        }),
        Case::new("fathom-current-outside", ".fathom/CURRENT names a folder outside", |scene| {
            scene.write(".fathom/CURRENT", "../../victim")?;
            scene.commit()
        }),
        Case::new("fathom-state-link", ".fathom/state.sqlite is a link to somebody's database", |scene| {
            let database = Connection::open(scene.victim.join("mine.db"))?;
            database.execute_batch("CREATE TABLE precious(x); INSERT INTO precious VALUES (1);")?;
            drop(database);
            scene.link(".fathom/state.sqlite", "../../victim/mine.db")?;
            scene.link(".fathom/state/state.sqlite", "../../../victim/mine.db")?;
            scene.commit()
        }),
        Case::new("fathom-state-view", ".fathom/state.sqlite has an endless view for a table", endless_view),
        Case::new("fathom-fifo", ".fathom is a FIFO", |scene| scene.fifo(".fathom")),
        Case::new("fathom-file", ".fathom is a file", |scene| {
            scene.write(".fathom", "not a folder\n")?;
            scene.commit()
        }),
        Case::new("fathom-zero", ".fathom is a link to /dev/zero", |scene| {
            scene.link(".fathom", "/dev/zero")?;
            scene.commit()
        }),
        Case::new("fathom-loop", ".fathom is a link to itself", |scene| {
            scene.link(".fathom", ".fathom")?;
            scene.commit()
        }),
        Case::new("concepts-zero", ".fathom/concepts.toml is a link to /dev/zero", |scene| {
            scene.link(".fathom/concepts.toml", "/dev/zero")?;
            scene.commit()
        }),
        Case::new("concepts-fifo", ".fathom/concepts.toml is a FIFO", |scene| {
            scene.fifo(".fathom/concepts.toml")
        }),
        Case::new("concepts-outside", ".fathom/concepts.toml is a link to a file outside", |scene| {
            scene.link(".fathom/concepts.toml", "../../secret.toml")?;
            scene.commit()
        }),
        Case::new("concepts-folder-outside", ".fathom is a link to a folder with a concepts.toml", |scene| {
            let outside = scene.place.join("team");
            fs::create_dir(&outside)?;
            fs::copy(scene.place.join("secret.toml"), outside.join("concepts.toml"))?;
            scene.link(".fathom", "../team")?;
            scene.commit()
        }),
        Case::new("concepts-folder", ".fathom/concepts.toml is a folder", |scene| {
            scene.folder(".fathom/concepts.toml")
        }),
        Case::new("concepts-large", ".fathom/concepts.toml has 200 MB", |scene| {
            let file = scene.root.join(".fathom/concepts.toml");
            scene.write(".fathom/concepts.toml", "[[concept]]\n")?;
            fs::File::options().write(true).open(file)?.set_len(200 << 20)?;
            Ok(())
        }),
        Case::new("concepts-nested", ".fathom/concepts.toml nests 100,000 lists", |scene| {
            scene.write(".fathom/concepts.toml", format!("a = {}\n", "[".repeat(100_000)))
        }),
        Case::new(
            "concepts-control",
            ".fathom/concepts.toml has control characters in its phrases",
            |scene| {
                let text = "[[concept]]\nphrases = [\"hello \\u001b]0;owned\\u0007 parcel\"]\nsymbols = [\"hello\"]\n";
                scene.write(".fathom/concepts.toml", text)
            },
        ),
    ]
}

/// A folder of an index is a link to another user's folder.
fn linked(scene: &mut Scene, name: &str) -> Result<()> {
    scene.link(&format!(".fathom/{name}"), "../../victim")?;
    scene.commit()
}

fn endless_view(scene: &mut Scene) -> Result<()> {
    scene.folder(".fathom")?;
    let database = Connection::open(scene.root.join(".fathom/state.sqlite")).context("no database")?;
    database.execute_batch(
        "CREATE VIEW feedback(task, symbol, used, code, times, time) AS
         WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
         SELECT 'say hello to the parcel', 'a.py::hello', 1, 'x', 1, 1 FROM c;
         PRAGMA user_version = 1;",
    )?;
    drop(database);
    scene.commit()
}
