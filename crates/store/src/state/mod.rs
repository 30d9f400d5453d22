//! What cannot be rebuilt from the repository: feedback, predictions, what became of them, and
//! the ledger; and sessions, which cost a repetition if they are lost.
//!
//! [`StateStore`] says what can be kept, in plain [records]. [`LocalState`] keeps it in the
//! user's own folders; a server that many share can keep it elsewhere.

mod error;
mod local;
mod records;
mod sqlite;

pub use error::StateError;
pub use local::LocalState;
pub use records::{
    Entry, Guess, Outcome, Prediction, PredictionId, TestRun, Transaction, TransactionId, Verdict,
};
pub(crate) use sqlite::FILE;

/// Keeps records of one repository. A write that returned survives a crash of the process and of
/// the machine. Several processes may read and write at once.
pub trait StateStore: Send + Sync {
    /// Keeps verdicts, all or none. One on the same task and symbol as an
    /// earlier one takes its place; if it says the same of the same code, the
    /// times are counted, whatever `times` says here.
    fn judge(&self, verdicts: &[Verdict]) -> Result<(), StateError>;

    /// The tasks that something was judged for, sorted.
    fn judged_tasks(&self) -> Result<Vec<String>, StateError>;

    /// What was judged for a task, or for all; by task and symbol.
    fn verdicts(&self, task: Option<&str>) -> Result<Vec<Verdict>, StateError>;

    /// Forgets what was judged for a task, or for all; gives how much that was.
    fn forget(&self, task: Option<&str>) -> Result<usize, StateError>;

    /// What was kept of a session; `None` if it is new, or lost.
    fn session(&self, name: &str) -> Result<Option<Vec<u8>>, StateError>;

    /// Keeps what is to be known of a session, in place of what was. The name is of ASCII letters,
    /// digits, `-` and `_`.
    fn keep_session(&self, name: &str, bytes: &[u8]) -> Result<(), StateError>;

    /// Records a prediction. One with the key of an earlier prediction is the earlier one.
    fn predict(&self, prediction: &Prediction) -> Result<PredictionId, StateError>;

    /// A prediction; `None` if there is none of that number.
    fn prediction(&self, id: PredictionId) -> Result<Option<Prediction>, StateError>;

    /// The prediction with a key; `None` if there is none.
    fn prediction_by_key(&self, key: &str) -> Result<Option<(PredictionId, Prediction)>, StateError>;

    /// The predictions of an expert, or of all, newest first, at most `limit`.
    fn latest_predictions(
        &self,
        expert: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(PredictionId, Prediction)>, StateError>;

    /// The predictions of an expert, or of all, that come after one; oldest first, at most `limit`.
    fn predictions(
        &self,
        expert: Option<&str>,
        after: Option<PredictionId>,
        limit: usize,
    ) -> Result<Vec<(PredictionId, Prediction)>, StateError>;

    /// Keeps what became of predictions, all or none. What was kept of the same item before is
    /// replaced.
    fn settle(&self, outcomes: &[Outcome]) -> Result<(), StateError>;

    /// What became of a prediction, by item.
    fn outcomes(&self, prediction: PredictionId) -> Result<Vec<Outcome>, StateError>;

    /// Records the numbers of a test report.
    fn record_run(&self, run: &TestRun) -> Result<(), StateError>;

    /// The test report that followed a prediction.
    fn run(&self, prediction: PredictionId) -> Result<Option<TestRun>, StateError>;

    /// The accounts of the ledger with their balances, by name.
    fn balances(&self) -> Result<Vec<(String, i64)>, StateError>;

    /// What an account has gained or lost by a prediction.
    fn earned(&self, account: &str, prediction: PredictionId) -> Result<i64, StateError>;

    /// Adds a transaction to the ledger.
    fn transact(&self, transaction: &Transaction) -> Result<TransactionId, StateError>;

    /// A transaction; `None` if there is none of that number.
    fn transaction(&self, id: TransactionId) -> Result<Option<Transaction>, StateError>;

    /// The transactions of an account, or of all, that come after one; oldest first, at most `limit`.
    fn transactions(
        &self,
        account: Option<&str>,
        after: Option<TransactionId>,
        limit: usize,
    ) -> Result<Vec<(TransactionId, Transaction)>, StateError>;

    /// What an account gained and lost so far.
    fn balance(&self, account: &str) -> Result<i64, StateError>;
}

#[cfg(test)]
mod tests;
