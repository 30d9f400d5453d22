//! Verdicts: which symbol was useful for which task.

use crate::Verdict;
use rusqlite::{Connection, Result, Row, params};

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

pub(crate) fn judge(connection: &Connection, verdicts: &[Verdict]) -> Result<()> {
    let mut insert = connection.prepare(
        "INSERT INTO feedback (task, symbol, used, code, times, time) VALUES (?1, ?2, ?3, ?4, 1, ?5)
         ON CONFLICT (task, symbol) DO UPDATE SET
             times = iif(used = excluded.used AND code = excluded.code, times + 1, 1),
             used = excluded.used, code = excluded.code, time = excluded.time",
    )?;
    for one in verdicts {
        insert.execute(params![one.task, one.symbol, one.used, one.code, one.time])?;
    }
    Ok(())
}

pub(crate) fn tasks(connection: &Connection) -> Result<Vec<String>> {
    let mut tasks = connection.prepare("SELECT DISTINCT task FROM feedback ORDER BY task")?;
    tasks.query_map([], |row| row.get(0))?.collect()
}

pub(crate) fn verdicts(connection: &Connection, task: Option<&str>) -> Result<Vec<Verdict>> {
    let mut verdicts = connection.prepare(
        "SELECT task, symbol, used, code, times, time FROM feedback
         WHERE ?1 IS NULL OR task = ?1 ORDER BY task, symbol",
    )?;
    verdicts.query_map([task], verdict)?.collect()
}

pub(crate) fn forget(connection: &Connection, task: Option<&str>) -> Result<usize> {
    connection.execute("DELETE FROM feedback WHERE ?1 IS NULL OR task = ?1", [task])
}

fn verdict(row: &Row<'_>) -> Result<Verdict> {
    Ok(Verdict {
        task: row.get(0)?,
        symbol: row.get(1)?,
        used: row.get(2)?,
        code: row.get(3)?,
        times: row.get(4)?,
        time: row.get(5)?,
    })
}
