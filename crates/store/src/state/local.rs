//! State in the user's folders: sessions are files of the worktree; everything else is in one database
//! of the repository, created with the first record.
//!
//! Sessions are not in the database because they belong to one worktree, are removed with its index,
//! and are written with every answer: a file costs less, and its loss does no harm.

use super::sqlite::{Database, Failure, feedback, ledger, predictions, runs, work};
use super::{
    Episode, Outcome, Prediction, PredictionId, StateError, StateStore, TestFileResult, TestRun, Transaction,
    TransactionId, Verdict,
};
use crate::Home;
use rusqlite::Connection;
use std::sync::{Mutex, PoisonError};

/// The state of one repository. Opened on first use; drop it after each question, because it does not
/// notice files that are removed in the meantime.
pub struct LocalState {
    home: Home,
    database: Mutex<Option<Database>>,
}

impl LocalState {
    /// The state in these folders. Opens nothing yet.
    pub fn of(home: &Home) -> LocalState {
        LocalState { home: home.clone(), database: Mutex::new(None) }
    }

    /// Reads. Opens nothing if there are no records; that costs one call to the file system.
    fn read<T: Default>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StateError> {
        let mut database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        if database.is_none() {
            self.home.check()?;
            if !self.home.state().exists() {
                return Ok(T::default());
            }
        }
        self.opened(&mut database)?.read(read)
    }

    /// Writes in one transaction.
    fn write<T>(&self, write: impl FnOnce(&Connection) -> Result<T, Failure>) -> Result<T, StateError> {
        let mut database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        self.opened(&mut database)?.write(write)
    }

    fn opened<'d>(&self, database: &'d mut Option<Database>) -> Result<&'d mut Database, StateError> {
        match database {
            Some(database) => Ok(database),
            none => Ok(none.insert(Database::open(&self.home)?)),
        }
    }

    /// What is wrong with the database; `None` if there is no database.
    pub(crate) fn problems(&self) -> Result<Option<Vec<String>>, StateError> {
        self.read(|connection| {
            let mut check = connection.prepare("PRAGMA integrity_check")?;
            let found: Vec<String> = check.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(Some(found.into_iter().filter(|line| line != "ok").collect()))
        })
    }
}

impl StateStore for LocalState {
    fn judge(&self, verdicts: &[Verdict]) -> Result<(), StateError> {
        self.write(|connection| Ok(feedback::judge(connection, verdicts)?))
    }

    fn judged_tasks(&self) -> Result<Vec<String>, StateError> {
        self.read(feedback::tasks)
    }

    fn verdicts(&self, task: Option<&str>) -> Result<Vec<Verdict>, StateError> {
        self.read(|connection| feedback::verdicts(connection, task))
    }

    fn forget(&self, task: Option<&str>) -> Result<usize, StateError> {
        // If there are no records, nothing is created. One statement is a transaction.
        self.read(|connection| feedback::forget(connection, task))
    }

    fn session(&self, name: &str) -> Result<Option<Vec<u8>>, StateError> {
        Ok(self.home.session(name).map(|bytes| bytes.to_vec()))
    }

    fn keep_session(&self, name: &str, bytes: &[u8]) -> Result<(), StateError> {
        Ok(self.home.write_session(name, bytes)?)
    }

    fn predict(&self, prediction: &Prediction) -> Result<PredictionId, StateError> {
        self.write(|connection| predictions::predict(connection, prediction))
    }

    fn prediction(&self, id: PredictionId) -> Result<Option<Prediction>, StateError> {
        self.read(|connection| predictions::by_id(connection, id))
    }

    fn prediction_by_key(&self, key: &str) -> Result<Option<(PredictionId, Prediction)>, StateError> {
        self.read(|connection| predictions::by_key(connection, key))
    }

    fn latest_predictions(
        &self,
        expert: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(PredictionId, Prediction)>, StateError> {
        self.read(|connection| predictions::latest(connection, expert, limit))
    }

    fn predictions(
        &self,
        expert: Option<&str>,
        after: Option<PredictionId>,
        limit: usize,
    ) -> Result<Vec<(PredictionId, Prediction)>, StateError> {
        self.read(|connection| predictions::list(connection, expert, after, limit))
    }

    fn settle(&self, outcomes: &[Outcome]) -> Result<(), StateError> {
        self.write(|connection| predictions::settle(connection, outcomes))
    }

    fn outcomes(&self, prediction: PredictionId) -> Result<Vec<Outcome>, StateError> {
        self.read(|connection| predictions::outcomes(connection, prediction))
    }

    fn record_run(&self, run: &TestRun, results: &[TestFileResult]) -> Result<(), StateError> {
        self.write(|connection| runs::record(connection, run, results))
    }

    fn run(&self, prediction: PredictionId) -> Result<Option<TestRun>, StateError> {
        self.read(|connection| runs::of_prediction(connection, prediction))
    }

    fn results(&self, prediction: PredictionId) -> Result<Vec<TestFileResult>, StateError> {
        self.read(|connection| runs::results(connection, prediction))
    }

    fn record_work(&self, episodes: &[Episode]) -> Result<(), StateError> {
        self.write(|connection| Ok(work::record(connection, episodes)?))
    }

    fn work(&self, limit: usize) -> Result<Vec<Episode>, StateError> {
        self.read(|connection| work::latest(connection, limit))
    }

    fn balances(&self) -> Result<Vec<(String, i64)>, StateError> {
        self.read(ledger::balances)
    }

    fn earned(&self, account: &str, prediction: PredictionId) -> Result<i64, StateError> {
        self.read(|connection| ledger::earned(connection, account, prediction))
    }

    fn transact(&self, transaction: &Transaction) -> Result<TransactionId, StateError> {
        self.write(|connection| ledger::transact(connection, transaction))
    }

    fn transaction(&self, id: TransactionId) -> Result<Option<Transaction>, StateError> {
        self.read(|connection| ledger::by_id(connection, id))
    }

    fn transactions(
        &self,
        account: Option<&str>,
        after: Option<TransactionId>,
        limit: usize,
    ) -> Result<Vec<(TransactionId, Transaction)>, StateError> {
        self.read(|connection| ledger::list(connection, account, after, limit))
    }

    fn balance(&self, account: &str) -> Result<i64, StateError> {
        self.read(|connection| ledger::balance(connection, account))
    }
}
