//! `feedback`: which symbols were of use for a task, kept for later tasks like
//! it until the code that was judged changes.

mod advice;
mod judged;

pub(super) use advice::advise;

use super::named;
use crate::{EngineError, Freshness, View};
use fathom_rank::is_answer;
use fathom_store::{State, Verdict};
use judged::{Code, symbols};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Meanings of an ambiguous name that are told.
const MEANINGS: usize = 5;

/// What to do with feedback.
#[derive(Clone, Debug)]
pub enum Request {
    /// Keep it.
    Record(Given),
    /// Show what is kept.
    List,
    /// Forget what was said of one task, or everything.
    Forget {
        /// The task.
        task: Option<String>,
    },
}

/// What was of use for a task and what was not.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The task as it was given to `context`.
    pub task: String,
    /// Symbols that were of use, by any form of their names.
    pub used: Vec<String>,
    /// Symbols that were not.
    pub unused: Vec<String>,
    /// When this is said, in seconds since 1970.
    pub time: i64,
}

/// What was done.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// Feedback was kept.
    Recorded(Recorded),
    /// This is kept.
    Kept(Kept),
    /// This was forgotten.
    Forgotten {
        /// How many verdicts.
        forgotten: usize,
    },
}

/// What was kept, and what could not be.
#[derive(Clone, Debug, Serialize)]
pub struct Recorded {
    /// The task as given.
    pub task: String,
    /// The symbols as they are kept.
    pub recorded: Vec<Said>,
    /// Names that stand for no symbol, or for several.
    pub not_recorded: Vec<Refused>,
    /// Which state of the repository was judged.
    pub index: Freshness,
}

/// One symbol judged.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    /// `path::Qualified.name`.
    pub symbol: String,
    /// used or unused.
    pub verdict: &'static str,
}

/// One name that was not kept.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// As it was given.
    pub symbol: String,
    /// used or unused.
    pub verdict: &'static str,
    /// Why not, and what to say instead.
    #[serde(rename = "reason", serialize_with = "Refusal::on_one_line")]
    pub refusal: Refusal,
}

/// Why a name was not kept.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Why not, and what to say instead.
    pub why: String,
    /// The ids of some symbols that it could mean.
    pub meanings: Vec<String>,
}

impl Refusal {
    fn on_one_line<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let space = if self.meanings.is_empty() { "" } else { " " };
        serializer.collect_str(&format_args!("{}{space}{}", self.why, self.meanings.join(", ")))
    }
}

impl From<&str> for Refusal {
    fn from(why: &str) -> Refusal {
        Refusal { why: why.to_owned(), meanings: Vec::new() }
    }
}

/// All that is kept.
#[derive(Clone, Debug, Serialize)]
pub struct Kept {
    /// By task and symbol.
    pub feedback: Vec<Remembered>,
    /// Which state of the repository it was compared with.
    pub index: Freshness,
}

/// One verdict that is kept.
#[derive(Clone, Debug, Serialize)]
pub struct Remembered {
    /// When it was last said, in seconds since 1970.
    pub time: i64,
    /// The task.
    pub task: String,
    /// `path::Qualified.name`.
    pub symbol: String,
    /// used or unused.
    pub verdict: &'static str,
    /// How often that was said of the same code in a row.
    pub times: u32,
    /// A hash (blake3) of the code that was judged.
    pub code: String,
    /// Why it speaks no more in this worktree, if it does not.
    pub expired: Option<&'static str>,
}

/// Keeps, shows or forgets feedback.
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    match request {
        Request::Record(given) => record(view, given).map(Response::Recorded),
        Request::List => list(view).map(Response::Kept),
        Request::Forget { task } => {
            let task = task.as_deref().map(str::trim);
            let state = State::open(view.home())?;
            let forgotten = state.map_or(Ok(0), |state| state.forget(task))?;
            Ok(Response::Forgotten { forgotten })
        }
    }
}

fn record(view: &View<'_>, given: &Given) -> Result<Recorded, EngineError> {
    let task = given.task.trim();
    if task.is_empty() {
        return Err(EngineError::Request("the task is empty; give the task that `context` was given".into()));
    }
    if given.used.is_empty() && given.unused.is_empty() {
        return Err(EngineError::Request("nothing was judged; name symbols that were used or unused".into()));
    }
    let mut code = Code::new(view);
    let mut verdicts: BTreeMap<String, Verdict> = BTreeMap::new();
    let mut refused: Vec<Refused> = Vec::new();
    let used = given.used.iter().map(|name| (name, true));
    for (name, used) in used.chain(given.unused.iter().map(|name| (name, false))) {
        let judged = meant(view, name).and_then(|id| {
            if verdicts.get(&id).is_some_and(|said| said.used != used) {
                return Err("was named as used too; it cannot be both".into());
            }
            let (_, hash) = code.of(&id).ok_or("its file is gone or has changed since it was indexed")?;
            Ok(Verdict { task: task.into(), symbol: id, used, code: hash, times: 1, time: given.time })
        });
        match judged {
            Ok(verdict) => _ = verdicts.insert(verdict.symbol.clone(), verdict),
            Err(refusal) => {
                refused.push(Refused { symbol: name.clone(), verdict: word(used), refusal });
            }
        }
    }
    view.check_unchanged()?;
    let verdicts: Vec<Verdict> = verdicts.into_values().collect();
    if !verdicts.is_empty() {
        State::create(view.home())?.judge(&verdicts)?;
    }
    let recorded = verdicts.into_iter().map(|one| Said { symbol: one.symbol, verdict: word(one.used) });
    Ok(Recorded {
        task: task.to_owned(),
        recorded: recorded.collect(),
        not_recorded: refused,
        index: view.freshness.clone(),
    })
}

/// The id of the one symbol that a name means, or why there is none.
fn meant(view: &View<'_>, name: &str) -> Result<String, Refusal> {
    let mut found = symbols(view, name);
    if found.is_empty() {
        found = named(view, name).map_err(|error| Refusal::from(error.to_string().as_str()))?;
    }
    if !found.iter().any(|symbol| is_answer(&view.graph, *symbol)) {
        return Err("is a test, prose, a key or a file, which are never ranked".into());
    }
    let mut ids: Vec<String> = found.iter().map(|symbol| view.graph.id(*symbol)).collect();
    // Overloads share an id, and are judged as one.
    ids.sort_unstable();
    ids.dedup();
    if let [_, _, ..] = ids.as_slice() {
        let why = format!("could be {} symbols; give the id of one:", ids.len());
        if ids.len() > MEANINGS {
            ids.truncate(MEANINGS);
            ids.push("…".to_owned());
        }
        return Err(Refusal { why, meanings: ids });
    }
    ids.pop().ok_or_else(|| "stands for nothing".into())
}

fn list(view: &View<'_>) -> Result<Kept, EngineError> {
    let mut code = Code::new(view);
    let state = State::open(view.home())?;
    let verdicts = state.map_or(Ok(Vec::new()), |state| state.verdicts(None))?;
    let feedback = verdicts.into_iter().map(|one| {
        let now = code.of(&one.symbol);
        let expired = match now {
            None if symbols(view, &one.symbol).is_empty() => Some("it is gone"),
            None => Some("its file has changed since it was indexed"),
            Some((_, now)) if now != one.code => Some("its code changed"),
            Some(_) => None,
        };
        Remembered {
            time: one.time,
            task: one.task,
            symbol: one.symbol,
            verdict: word(one.used),
            times: one.times,
            code: one.code,
            expired,
        }
    });
    Ok(Kept { feedback: feedback.collect(), index: view.freshness.clone() })
}

fn word(used: bool) -> &'static str {
    if used { "used" } else { "unused" }
}
