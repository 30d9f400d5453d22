//! Verdicts: which symbol was of use for which task.

use super::State;
use crate::StoreError;
use rusqlite::{Row, TransactionBehavior, params};

pub(super) const TABLE: &str = "
    CREATE TABLE feedback (
        task   TEXT    NOT NULL,
        symbol TEXT    NOT NULL,
        used   INTEGER NOT NULL,
        code   TEXT    NOT NULL,
        times  INTEGER NOT NULL,
        time   INTEGER NOT NULL,
        PRIMARY KEY (task, symbol)
    ) STRICT, WITHOUT ROWID;
";

/// One symbol judged for one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The task as it was given.
    pub task: String,
    /// The symbol's id.
    pub symbol: String,
    /// Whether it was of use.
    pub used: bool,
    /// A hash of the symbol's code when it was judged.
    pub code: String,
    /// How often the same was said of the same code in a row.
    pub times: u32,
    /// When it was last said, in seconds since 1970.
    pub time: i64,
}

impl State {
    /// Keeps verdicts, all or none. One on the same task and symbol as an
    /// earlier one takes its place; if it says the same of the same code, the
    /// times are counted, whatever `times` says here.
    pub fn judge(&mut self, verdicts: &[Verdict]) -> Result<(), StoreError> {
        let path = self.path.clone();
        let mut keep = || {
            let writing = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut insert = writing.prepare(
                "INSERT INTO feedback (task, symbol, used, code, times, time) VALUES (?1, ?2, ?3, ?4, 1, ?5)
                 ON CONFLICT (task, symbol) DO UPDATE SET
                     times = iif(used = excluded.used AND code = excluded.code, times + 1, 1),
                     used = excluded.used, code = excluded.code, time = excluded.time",
            )?;
            for one in verdicts {
                insert.execute(params![one.task, one.symbol, one.used, one.code, one.time])?;
            }
            drop(insert);
            writing.commit()
        };
        keep().map_err(super::failed(&path))
    }

    /// The tasks that something was judged for.
    pub fn judged_tasks(&self) -> Result<Vec<String>, StoreError> {
        let read = || {
            let mut tasks = self.connection.prepare("SELECT DISTINCT task FROM feedback ORDER BY task")?;
            tasks.query_map([], |row| row.get(0))?.collect()
        };
        self.told(read())
    }

    /// What was judged for a task, or for all; by task and symbol.
    pub fn verdicts(&self, task: Option<&str>) -> Result<Vec<Verdict>, StoreError> {
        let read = || {
            let mut verdicts = self.connection.prepare(
                "SELECT task, symbol, used, code, times, time FROM feedback
                 WHERE ?1 IS NULL OR task = ?1 ORDER BY task, symbol",
            )?;
            verdicts.query_map([task], verdict)?.collect()
        };
        self.told(read())
    }

    /// Forgets what was judged for a task, or for all; says how much that was.
    pub fn forget(&self, task: Option<&str>) -> Result<usize, StoreError> {
        self.told(self.connection.execute("DELETE FROM feedback WHERE ?1 IS NULL OR task = ?1", [task]))
    }
}

fn verdict(row: &Row<'_>) -> rusqlite::Result<Verdict> {
    Ok(Verdict {
        task: row.get(0)?,
        symbol: row.get(1)?,
        used: row.get(2)?,
        code: row.get(3)?,
        times: row.get(4)?,
        time: row.get(5)?,
    })
}
