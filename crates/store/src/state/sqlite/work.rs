//! Work logs: what was done in a change, step by step.

use super::limited;
use crate::{Episode, Step};
use rusqlite::{Connection, Result, Row, params};

pub(super) const TABLES: &str = "
    CREATE TABLE episode (
        id   INTEGER PRIMARY KEY AUTOINCREMENT,
        key  TEXT    NOT NULL UNIQUE,
        time INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE episode_step (
        episode INTEGER NOT NULL REFERENCES episode (id),
        place   INTEGER NOT NULL,
        kind    TEXT    NOT NULL,
        text    TEXT    NOT NULL,
        PRIMARY KEY (episode, place)
    ) STRICT, WITHOUT ROWID;
";

pub(crate) fn record(connection: &Connection, episodes: &[Episode]) -> Result<()> {
    let mut insert = connection.prepare(
        "INSERT INTO episode (key, time) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET time = excluded.time RETURNING id",
    )?;
    let mut forget = connection.prepare("DELETE FROM episode_step WHERE episode = ?1")?;
    let mut step = connection
        .prepare("INSERT INTO episode_step (episode, place, kind, text) VALUES (?1, ?2, ?3, ?4)")?;
    for episode in episodes {
        let id: i64 = insert.query_row(params![episode.key, episode.time], |row| row.get(0))?;
        forget.execute([id])?;
        for (place, Step { kind, text }) in episode.steps.iter().enumerate() {
            step.execute(params![id, place as i64, kind, text])?;
        }
    }
    Ok(())
}

pub(crate) fn latest(connection: &Connection, limit: usize) -> Result<Vec<Episode>> {
    let mut select = connection.prepare("SELECT id, key, time FROM episode ORDER BY id DESC LIMIT ?1")?;
    let rows: Vec<(i64, String, i64)> = select
        .query_map([limited(limit)], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_>>()?;
    let mut steps =
        connection.prepare("SELECT kind, text FROM episode_step WHERE episode = ?1 ORDER BY place")?;
    let step = |row: &Row<'_>| Ok(Step { kind: row.get(0)?, text: row.get(1)? });
    rows.into_iter()
        .map(|(id, key, time)| {
            let steps = steps.query_map([id], step)?.collect::<Result<_>>()?;
            Ok(Episode { key, time, steps })
        })
        .collect()
}
