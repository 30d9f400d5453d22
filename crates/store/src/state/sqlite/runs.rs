//! The numbers of test reports.

use super::Failure;
use crate::{PredictionId, StateError, TestRun};
use rusqlite::{Connection, OptionalExtension, Result, params};

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

pub(crate) fn record(connection: &Connection, run: &TestRun) -> std::result::Result<(), Failure> {
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
    Ok(())
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
