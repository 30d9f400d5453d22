//! The ledger: transactions, each of entries that add up to 0.

use super::{Failure, limited};
use crate::{Entry, PredictionId, StateError, Transaction, TransactionId};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

pub(super) const TABLES: &str = "
    CREATE TABLE ledger_transaction (
        id         INTEGER PRIMARY KEY AUTOINCREMENT,
        reason     TEXT    NOT NULL,
        prediction INTEGER REFERENCES prediction (id),
        time       INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE ledger_entry (
        transaction_id INTEGER NOT NULL REFERENCES ledger_transaction (id),
        place          INTEGER NOT NULL,
        account        TEXT    NOT NULL,
        amount         INTEGER NOT NULL,
        PRIMARY KEY (transaction_id, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ledger_entry_of_account ON ledger_entry (account, transaction_id, amount);
";

const COLUMNS: &str = "id, reason, prediction, time";

pub(crate) fn transact(
    connection: &Connection,
    transaction: &Transaction,
) -> std::result::Result<TransactionId, Failure> {
    let Transaction { reason, prediction, time, entries } = transaction;
    let sum: i128 = entries.iter().map(|entry| i128::from(entry.amount)).sum();
    if sum != 0 {
        return Err(Failure::Refused(StateError::Unbalanced { sum }));
    }
    if let Some(id) = prediction
        && !connection.prepare("SELECT 1 FROM prediction WHERE id = ?1")?.exists([id.0])?
    {
        return Err(Failure::Refused(StateError::NoPrediction { id: *id }));
    }
    connection.execute(
        "INSERT INTO ledger_transaction (reason, prediction, time) VALUES (?1, ?2, ?3)",
        params![reason, prediction.map(|id| id.0), time],
    )?;
    let id = connection.last_insert_rowid();
    let mut insert = connection.prepare(
        "INSERT INTO ledger_entry (transaction_id, place, account, amount) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for (place, entry) in entries.iter().enumerate() {
        insert.execute(params![id, place as i64, entry.account, entry.amount])?;
    }
    Ok(TransactionId(id))
}

pub(crate) fn by_id(connection: &Connection, id: TransactionId) -> Result<Option<Transaction>> {
    let mut select =
        connection.prepare(&format!("SELECT {COLUMNS} FROM ledger_transaction WHERE id = ?1"))?;
    let Some((id, transaction)) = select.query_row([id.0], read).optional()? else { return Ok(None) };
    with_entries(connection, id, transaction).map(|(_, transaction)| Some(transaction))
}

pub(crate) fn list(
    connection: &Connection,
    account: Option<&str>,
    after: Option<TransactionId>,
    limit: usize,
) -> Result<Vec<(TransactionId, Transaction)>> {
    let mut select = connection.prepare(&format!(
        "SELECT {COLUMNS} FROM ledger_transaction
         WHERE id > ?2 AND (?1 IS NULL OR id IN (SELECT transaction_id FROM ledger_entry WHERE account = ?1))
         ORDER BY id LIMIT ?3"
    ))?;
    let after = after.map_or(0, |id| id.0);
    let rows: Vec<_> =
        select.query_map(params![account, after, limited(limit)], read)?.collect::<Result<_>>()?;
    rows.into_iter().map(|(id, transaction)| with_entries(connection, id, transaction)).collect()
}

pub(crate) fn balance(connection: &Connection, account: &str) -> Result<i64> {
    let sum = "SELECT coalesce(sum(amount), 0) FROM ledger_entry WHERE account = ?1";
    connection.query_row(sum, [account], |row| row.get(0))
}

pub(crate) fn balances(connection: &Connection) -> Result<Vec<(String, i64)>> {
    let sums = "SELECT account, sum(amount) FROM ledger_entry GROUP BY account ORDER BY account";
    connection.prepare(sums)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

pub(crate) fn earned(connection: &Connection, account: &str, prediction: PredictionId) -> Result<i64> {
    let sum = "SELECT coalesce(sum(amount), 0) FROM ledger_entry
        JOIN ledger_transaction ON ledger_transaction.id = transaction_id
        WHERE account = ?1 AND prediction = ?2";
    connection.query_row(sum, params![account, prediction.0], |row| row.get(0))
}

fn read(row: &Row<'_>) -> Result<(TransactionId, Transaction)> {
    let transaction = Transaction {
        reason: row.get(1)?,
        prediction: row.get::<_, Option<i64>>(2)?.map(PredictionId),
        time: row.get(3)?,
        entries: Vec::new(),
    };
    Ok((TransactionId(row.get(0)?), transaction))
}

fn with_entries(
    connection: &Connection,
    id: TransactionId,
    mut transaction: Transaction,
) -> Result<(TransactionId, Transaction)> {
    let mut select = connection.prepare_cached(
        "SELECT account, amount FROM ledger_entry WHERE transaction_id = ?1 ORDER BY place",
    )?;
    let entry = |row: &Row<'_>| Ok(Entry { account: row.get(0)?, amount: row.get(1)? });
    transaction.entries = select.query_map([id.0], entry)?.collect::<Result<_>>()?;
    Ok((id, transaction))
}
