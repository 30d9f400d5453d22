//! State that cannot be rebuilt from the repository: feedback, predictions, their outcomes and the
//! ledger. Also sessions, whose loss only repeats code in an answer.
//!
//! [`StateStore`] stores plain [records]. [`LocalState`] implements it in the user's folders; a shared
//! server can use another implementation.

mod error;
mod local;
mod records;
mod sqlite;

pub use error::StateError;
pub use local::LocalState;
pub use records::{
    Entry, Episode, Outcome, PredictedItem, Prediction, PredictionId, Step, TestFileResult, TestRun,
    Transaction, TransactionId, Verdict,
};
pub(crate) use sqlite::FILE;

/// Stores the records of one repository. A completed write survives a crash of the process and of the
/// machine. Several processes may read and write at once.
pub trait StateStore: Send + Sync {
    /// Stores verdicts in one transaction. A verdict replaces an earlier one on the same task and
    /// symbol. If both are equal and the code is the same, the repetitions are counted and `times` of
    /// the argument is ignored.
    fn judge(&self, verdicts: &[Verdict]) -> Result<(), StateError>;

    /// The tasks that have verdicts, sorted.
    fn judged_tasks(&self) -> Result<Vec<String>, StateError>;

    /// The verdicts on a task, or all; sorted by task and symbol.
    fn verdicts(&self, task: Option<&str>) -> Result<Vec<Verdict>, StateError>;

    /// Removes the verdicts on a task, or all. Returns their number.
    fn forget(&self, task: Option<&str>) -> Result<usize, StateError>;

    /// The state of a session; `None` if it is new or lost.
    fn session(&self, name: &str) -> Result<Option<Vec<u8>>, StateError>;

    /// Replaces the state of a session. The name consists of ASCII letters, digits, `-` and `_`.
    fn keep_session(&self, name: &str, bytes: &[u8]) -> Result<(), StateError>;

    /// Records a prediction. If one with the same key exists, returns its number instead.
    fn predict(&self, prediction: &Prediction) -> Result<PredictionId, StateError>;

    /// A prediction by number.
    fn prediction(&self, id: PredictionId) -> Result<Option<Prediction>, StateError>;

    /// A prediction by key.
    fn prediction_by_key(&self, key: &str) -> Result<Option<(PredictionId, Prediction)>, StateError>;

    /// The predictions of an expert, or of all, newest first, at most `limit`.
    fn latest_predictions(
        &self,
        expert: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(PredictionId, Prediction)>, StateError>;

    /// The predictions of an expert, or of all, after the given one; oldest first, at most `limit`.
    fn predictions(
        &self,
        expert: Option<&str>,
        after: Option<PredictionId>,
        limit: usize,
    ) -> Result<Vec<(PredictionId, Prediction)>, StateError>;

    /// Stores outcomes of predictions in one transaction. An outcome replaces an earlier one of the
    /// same item.
    fn settle(&self, outcomes: &[Outcome]) -> Result<(), StateError>;

    /// The outcomes of a prediction, by item.
    fn outcomes(&self, prediction: PredictionId) -> Result<Vec<Outcome>, StateError>;

    /// Records the numbers of a test report and the result of each test file.
    fn record_run(&self, run: &TestRun, results: &[TestFileResult]) -> Result<(), StateError>;

    /// The test report that belongs to a prediction.
    fn run(&self, prediction: PredictionId) -> Result<Option<TestRun>, StateError>;

    /// The results of the test files of that report, by file.
    fn results(&self, prediction: PredictionId) -> Result<Vec<TestFileResult>, StateError>;

    /// Stores episodes of work logs in one transaction. One with an existing key is replaced.
    fn record_work(&self, episodes: &[Episode]) -> Result<(), StateError>;

    /// The episodes that were recorded last, newest first, at most `limit`.
    fn work(&self, limit: usize) -> Result<Vec<Episode>, StateError>;

    /// The accounts of the ledger with their balances, by name.
    fn balances(&self) -> Result<Vec<(String, i64)>, StateError>;

    /// What an account gained or lost by a prediction.
    fn earned(&self, account: &str, prediction: PredictionId) -> Result<i64, StateError>;

    /// Adds a transaction to the ledger.
    fn transact(&self, transaction: &Transaction) -> Result<TransactionId, StateError>;

    /// A transaction by number.
    fn transaction(&self, id: TransactionId) -> Result<Option<Transaction>, StateError>;

    /// The transactions of an account, or of all, after the given one; oldest first, at most `limit`.
    fn transactions(
        &self,
        account: Option<&str>,
        after: Option<TransactionId>,
        limit: usize,
    ) -> Result<Vec<(TransactionId, Transaction)>, StateError>;

    /// The balance of an account.
    fn balance(&self, account: &str) -> Result<i64, StateError>;
}

#[cfg(test)]
mod tests;
