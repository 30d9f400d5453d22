//! What cannot be rebuilt from the repository: one `SQLite` file, in WAL mode,
//! so that several processes may read and write it at once.
//!
//! Each kind of thing that is kept has a table and a file of its own here:
//! [`feedback`]. The schema has a number; a file of an earlier one is brought
//! up to date when it is opened, a file of a later one is left alone.

mod feedback;

pub use feedback::Verdict;

use crate::{Home, StoreError};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// What makes a schema out of the one before it; the schema's number is how
/// many of them were applied. Steps are only ever added.
const STEPS: [&str; 1] = [feedback::TABLE];

/// Its name in the folder of the repository's state.
pub(crate) const FILE: &str = "state.sqlite";

/// How long a writer waits for another.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long it rests between two tries where `SQLite` does not wait by itself.
const PAUSE: Duration = Duration::from_millis(2);

/// The opened file.
pub struct State {
    path: PathBuf,
    connection: Connection,
}

impl State {
    /// Opens what was kept; `None` if nothing ever was. Costs one look at the
    /// file system then.
    pub fn open(home: &Home) -> Result<Option<State>, StoreError> {
        home.check()?;
        if home.state().exists() { State::create(home).map(Some) } else { Ok(None) }
    }

    /// Opens what was kept, or begins with nothing.
    pub fn create(home: &Home) -> Result<State, StoreError> {
        home.check()?;
        home.create_state()?;
        let path = home.state();
        // SQLite refuses a link anywhere in the path; those above the user's own folders are fine.
        let folder = home.state_folder();
        let real = folder.canonicalize().map_err(StoreError::io("open", folder))?.join(FILE);
        let connection = connect(&real).map_err(failed(&path))?;
        let mut state = State { path, connection };
        state.bring_up_to_date()?;
        Ok(state)
    }

    fn bring_up_to_date(&mut self) -> Result<(), StoreError> {
        if self.version()? == STEPS.len() {
            return Ok(());
        }
        let path = self.path.clone();
        let step = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let step = step.map_err(failed(&path))?;
        // Another process may have done it while this one waited.
        let version = version(&step).map_err(failed(&path))?;
        let missing = STEPS.get(version..).ok_or(StoreError::LaterState { path: path.clone() })?;
        let bring = || {
            missing.iter().try_for_each(|sql| step.execute_batch(sql))?;
            step.pragma_update(None, "user_version", STEPS.len() as u32)
        };
        bring().map_err(failed(&path))?;
        step.commit().map_err(failed(&path))
    }

    fn version(&self) -> Result<usize, StoreError> {
        version(&self.connection).map_err(failed(&self.path))
    }

    /// What `SQLite` finds wrong with the file; empty if it is whole.
    pub(crate) fn problems(&self) -> Result<Vec<String>, StoreError> {
        let read = || {
            let mut check = self.connection.prepare("PRAGMA integrity_check")?;
            check.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
        };
        let mut found = self.told(read())?;
        found.retain(|line| line != "ok");
        Ok(found)
    }

    /// Turns an answer of the database into one of this crate.
    fn told<T>(&self, answer: rusqlite::Result<T>) -> Result<T, StoreError> {
        answer.map_err(failed(&self.path))
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    write_ahead(&connection)?;
    Ok(connection)
}

/// Puts the file into WAL mode. `SQLite` does not wait for others at this one
/// statement, it fails at once when another process opens the new file at the
/// same time; so the waiting is done here.
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

fn failed(path: &Path) -> impl FnOnce(rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::State { path, source }
}

#[cfg(test)]
mod tests;
