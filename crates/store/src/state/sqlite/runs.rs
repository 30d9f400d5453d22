//! Test reports: their numbers, and the result of each test file.

use super::Failure;
use crate::{PredictionId, StateError, TestFileResult, TestRun};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

pub(super) const TABLE: &str = "
    CREATE TABLE test_run (
        prediction        INTEGER PRIMARY KEY REFERENCES prediction (id),
        time              INTEGER NOT NULL,
        all_tests         INTEGER NOT NULL,
        ran               INTEGER NOT NULL,
        failed            INTEGER NOT NULL,
        skipped           INTEGER NOT NULL,
        seconds           REAL,
        seconds_predicted REAL
    ) STRICT;
    CREATE INDEX ledger_transaction_of_prediction ON ledger_transaction (prediction);
";

/// The result of each test file of a report, which the first schema does not have.
pub(super) const RESULTS: &str = "
    CREATE TABLE test_result (
        prediction INTEGER NOT NULL REFERENCES prediction (id),
        file       TEXT    NOT NULL,
        failed     INTEGER NOT NULL,
        seconds    REAL,
        PRIMARY KEY (prediction, file)
    ) STRICT, WITHOUT ROWID;
";

pub(crate) fn record(
    connection: &Connection,
    run: &TestRun,
    results: &[TestFileResult],
) -> std::result::Result<(), Failure> {
    let TestRun { prediction, time, all, ran, failed, skipped, seconds, seconds_predicted } = run;
    if !connection.prepare("SELECT 1 FROM prediction WHERE id = ?1")?.exists([prediction.0])? {
        return Err(Failure::Refused(StateError::NoPrediction { id: *prediction }));
    }
    connection.execute(
        "INSERT OR REPLACE INTO test_run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            prediction.0,
            time,
            count(*all),
            count(*ran),
            count(*failed),
            count(*skipped),
            seconds,
            seconds_predicted
        ],
    )?;
    connection.execute("DELETE FROM test_result WHERE prediction = ?1", [prediction.0])?;
    let mut insert = connection.prepare("INSERT INTO test_result VALUES (?1, ?2, ?3, ?4)")?;
    for TestFileResult { file, failed, seconds } in results {
        insert.execute(params![prediction.0, file, failed, seconds])?;
    }
    Ok(())
}

pub(crate) fn results(connection: &Connection, prediction: PredictionId) -> Result<Vec<TestFileResult>> {
    let mut select = connection
        .prepare("SELECT file, failed, seconds FROM test_result WHERE prediction = ?1 ORDER BY file")?;
    let result =
        |row: &Row<'_>| Ok(TestFileResult { file: row.get(0)?, failed: row.get(1)?, seconds: row.get(2)? });
    select.query_map([prediction.0], result)?.collect()
}

pub(crate) fn of_prediction(connection: &Connection, prediction: PredictionId) -> Result<Option<TestRun>> {
    let mut select = connection.prepare(
        "SELECT time, all_tests, ran, failed, skipped, seconds, seconds_predicted
         FROM test_run WHERE prediction = ?1",
    )?;
    let run = select.query_row([prediction.0], |row| {
        let count = |place: usize| row.get::<_, i64>(place).map(|count| count.max(0) as u64);
        Ok(TestRun {
            prediction,
            time: row.get(0)?,
            all: count(1)?,
            ran: count(2)?,
            failed: count(3)?,
            skipped: count(4)?,
            seconds: row.get(5)?,
            seconds_predicted: row.get(6)?,
        })
    });
    run.optional()
}

fn count(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
