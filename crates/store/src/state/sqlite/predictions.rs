//! Predictions, their items and outcomes.

use super::{Failure, limited};
use crate::{Outcome, PredictedItem, Prediction, PredictionId, StateError};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

pub(super) const TABLES: &str = "
    CREATE TABLE prediction (
        id        INTEGER PRIMARY KEY AUTOINCREMENT,
        expert    TEXT    NOT NULL,
        question  TEXT    NOT NULL,
        commit_id TEXT,
        time      INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX prediction_of_expert ON prediction (expert, id);
    CREATE TABLE guess (
        prediction  INTEGER NOT NULL REFERENCES prediction (id),
        place       INTEGER NOT NULL,
        item        TEXT    NOT NULL,
        probability REAL    NOT NULL,
        PRIMARY KEY (prediction, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outcome (
        prediction INTEGER NOT NULL REFERENCES prediction (id),
        item       TEXT    NOT NULL,
        happened   INTEGER NOT NULL,
        time       INTEGER NOT NULL,
        PRIMARY KEY (prediction, item)
    ) STRICT, WITHOUT ROWID;
";

/// Keys of predictions and versions of models, which the first schema does not have.
pub(super) const KEYS: &str = "
    ALTER TABLE prediction ADD COLUMN key TEXT NOT NULL DEFAULT '';
    ALTER TABLE prediction ADD COLUMN model TEXT NOT NULL DEFAULT '';
    CREATE UNIQUE INDEX prediction_of_key ON prediction (key) WHERE key <> '';
";

const COLUMNS: &str = "id, expert, question, commit_id, time, key, model";

pub(crate) fn predict(
    connection: &Connection,
    prediction: &Prediction,
) -> std::result::Result<PredictionId, Failure> {
    let Prediction { key, expert, model, question, commit, time, guesses } = prediction;
    if !key.is_empty()
        && let Some((id, _)) = by_key(connection, key)?
    {
        return Ok(id);
    }
    connection.execute(
        "INSERT INTO prediction (expert, question, commit_id, time, key, model)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![expert, question, commit, time, key, model],
    )?;
    let id = connection.last_insert_rowid();
    let mut insert = connection
        .prepare("INSERT INTO guess (prediction, place, item, probability) VALUES (?1, ?2, ?3, ?4)")?;
    for (place, guess) in guesses.iter().enumerate() {
        if !(0.0..=1.0).contains(&guess.probability) {
            return Err(Failure::Refused(StateError::NoProbability { value: guess.probability }));
        }
        insert.execute(params![id, place as i64, guess.item, guess.probability])?;
    }
    Ok(PredictionId(id))
}

pub(crate) fn by_id(connection: &Connection, id: PredictionId) -> Result<Option<Prediction>> {
    let mut select = connection.prepare(&format!("SELECT {COLUMNS} FROM prediction WHERE id = ?1"))?;
    let Some((id, prediction)) = select.query_row([id.0], read).optional()? else { return Ok(None) };
    with_guesses(connection, id, prediction).map(|(_, prediction)| Some(prediction))
}

pub(crate) fn by_key(connection: &Connection, key: &str) -> Result<Option<(PredictionId, Prediction)>> {
    let mut select =
        connection.prepare(&format!("SELECT {COLUMNS} FROM prediction WHERE key = ?1 AND key <> ''"))?;
    let Some((id, prediction)) = select.query_row([key], read).optional()? else { return Ok(None) };
    with_guesses(connection, id, prediction).map(Some)
}

pub(crate) fn latest(
    connection: &Connection,
    expert: Option<&str>,
    limit: usize,
) -> Result<Vec<(PredictionId, Prediction)>> {
    let mut select = connection.prepare(&format!(
        "SELECT {COLUMNS} FROM prediction WHERE ?1 IS NULL OR expert = ?1 ORDER BY id DESC LIMIT ?2"
    ))?;
    let rows: Vec<_> = select.query_map(params![expert, limited(limit)], read)?.collect::<Result<_>>()?;
    rows.into_iter().map(|(id, prediction)| with_guesses(connection, id, prediction)).collect()
}

pub(crate) fn list(
    connection: &Connection,
    expert: Option<&str>,
    after: Option<PredictionId>,
    limit: usize,
) -> Result<Vec<(PredictionId, Prediction)>> {
    let mut select = connection.prepare(&format!(
        "SELECT {COLUMNS} FROM prediction
         WHERE (?1 IS NULL OR expert = ?1) AND id > ?2 ORDER BY id LIMIT ?3"
    ))?;
    let after = after.map_or(0, |id| id.0);
    let rows: Vec<_> =
        select.query_map(params![expert, after, limited(limit)], read)?.collect::<Result<_>>()?;
    rows.into_iter().map(|(id, prediction)| with_guesses(connection, id, prediction)).collect()
}

pub(crate) fn settle(connection: &Connection, outcomes: &[Outcome]) -> std::result::Result<(), Failure> {
    let mut known = connection.prepare("SELECT 1 FROM prediction WHERE id = ?1")?;
    let mut insert = connection.prepare(
        "INSERT INTO outcome (prediction, item, happened, time) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (prediction, item) DO UPDATE SET happened = excluded.happened, time = excluded.time",
    )?;
    for Outcome { prediction, item, happened, time } in outcomes {
        if !known.exists([prediction.0])? {
            return Err(Failure::Refused(StateError::NoPrediction { id: *prediction }));
        }
        insert.execute(params![prediction.0, item, happened, time])?;
    }
    Ok(())
}

pub(crate) fn outcomes(connection: &Connection, prediction: PredictionId) -> Result<Vec<Outcome>> {
    let mut select =
        connection.prepare("SELECT item, happened, time FROM outcome WHERE prediction = ?1 ORDER BY item")?;
    let outcome = |row: &Row<'_>| {
        Ok(Outcome { prediction, item: row.get(0)?, happened: row.get(1)?, time: row.get(2)? })
    };
    select.query_map([prediction.0], outcome)?.collect()
}

fn read(row: &Row<'_>) -> Result<(PredictionId, Prediction)> {
    let prediction = Prediction {
        expert: row.get(1)?,
        question: row.get(2)?,
        commit: row.get(3)?,
        time: row.get(4)?,
        key: row.get(5)?,
        model: row.get(6)?,
        guesses: Vec::new(),
    };
    Ok((PredictionId(row.get(0)?), prediction))
}

fn with_guesses(
    connection: &Connection,
    id: PredictionId,
    mut prediction: Prediction,
) -> Result<(PredictionId, Prediction)> {
    let mut select = connection
        .prepare_cached("SELECT item, probability FROM guess WHERE prediction = ?1 ORDER BY place")?;
    let guess = |row: &Row<'_>| Ok(PredictedItem { item: row.get(0)?, probability: row.get(1)? });
    prediction.guesses = select.query_map([id.0], guess)?.collect::<Result<_>>()?;
    Ok((id, prediction))
}
