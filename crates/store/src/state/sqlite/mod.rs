//! One `SQLite` file, in WAL mode, so that several processes may read and write it at once.
//!
//! Each kind of record has its tables and its own file here. The schema has a number: a file with an
//! earlier schema is migrated when it is opened, a file with a later one is not changed. No type of the
//! database leaves this folder.

pub(super) mod feedback;
pub(super) mod ledger;
pub(super) mod predictions;
pub(super) mod runs;
pub(super) mod work;

use super::StateError;
use crate::{Home, StoreError};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The migrations. The number of a schema is the number of applied migrations. New ones are only
/// appended.
pub(super) const STEPS: [&str; 7] = [
    feedback::TABLE,
    predictions::TABLES,
    ledger::TABLES,
    predictions::KEYS,
    runs::TABLE,
    runs::RESULTS,
    work::TABLES,
];

/// The file name in the folder of the repository's state.
pub(crate) const FILE: &str = "state.sqlite";

/// How long a writer waits for another.
const PATIENCE: Duration = Duration::from_secs(5);

/// The pause between two attempts where `SQLite` does not wait by itself.
const PAUSE: Duration = Duration::from_millis(2);

/// Why a write failed.
pub(super) enum Failure {
    /// The record is invalid.
    Refused(StateError),
    /// The database failed.
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::Database(error)
    }
}

/// The opened file.
pub(super) struct Database {
    path: PathBuf,
    connection: Connection,
}

impl Database {
    /// Opens the database, or creates an empty one.
    pub(super) fn open(home: &Home) -> Result<Database, StateError> {
        home.check()?;
        home.create_state()?;
        let path = home.state();
        // SQLite rejects a link anywhere in the path; links above the user's folders are allowed.
        let folder = home.state_folder();
        let real = folder.canonicalize().map_err(StoreError::io("open", folder))?.join(FILE);
        let connection = connect(&real).map_err(unusable(&path))?;
        let mut database = Database { path, connection };
        database.bring_up_to_date()?;
        Ok(database)
    }

    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StateError> {
        read(&self.connection).map_err(unusable(&self.path))
    }

    /// Writes in one transaction, which is on disk when this function returns.
    pub(super) fn write<T>(
        &mut self,
        write: impl FnOnce(&Connection) -> Result<T, Failure>,
    ) -> Result<T, StateError> {
        let path = &self.path;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(unusable(path))?;
        match write(&transaction) {
            Ok(written) => transaction.commit().map(|()| written).map_err(unusable(path)),
            Err(Failure::Refused(error)) => Err(error),
            Err(Failure::Database(error)) => Err(unusable(path)(error)),
        }
    }

    fn bring_up_to_date(&mut self) -> Result<(), StateError> {
        if self.read(version)? == STEPS.len() {
            return Ok(());
        }
        let place = self.path.display().to_string();
        self.write(|connection| {
            // Another process may have migrated it in the meantime.
            let missing = STEPS.get(version(connection)?..);
            let missing = missing.ok_or(Failure::Refused(StateError::Later { place }))?;
            missing.iter().try_for_each(|sql| connection.execute_batch(sql))?;
            Ok(connection.pragma_update(None, "user_version", STEPS.len() as u32)?)
        })
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    write_ahead(&connection)?;
    // With NORMAL, the last commits may be lost in a power failure although they were acknowledged.
    // Writes are few and cannot be repeated, so each is synced.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Enables WAL mode. `SQLite` does not wait for other processes at this statement, but fails if another
/// process opens the new file at the same time. This function therefore retries.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        let switched = connection.pragma_update(None, "journal_mode", "wal");
        let busy = switched
            .as_ref()
            .is_err_and(|error| error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy));
        if !busy || begun.elapsed() > PATIENCE {
            return switched;
        }
        thread::sleep(PAUSE);
    }
}

fn version(connection: &Connection) -> rusqlite::Result<usize> {
    let number: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(number as usize)
}

/// The number of rows, as the database counts it.
fn limited(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

fn unusable(path: &Path) -> impl FnOnce(rusqlite::Error) -> StateError + use<> {
    let place = path.display().to_string();
    move |error| StateError::Unusable { place, why: error.to_string() }
}
