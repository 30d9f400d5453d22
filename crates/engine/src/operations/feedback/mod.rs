//! `feedback`: which symbols were useful for a task; stored for similar tasks until their code changes.

mod advice;
mod judged;

pub(super) use advice::advise;

use super::named;
use crate::{EngineError, View};
use fathom_protocol::feedback::{
    Action, RecordedVerdicts, RefusedName, Request, Response, SymbolVerdict, Verdict as Word, VerdictList,
    VerdictRecord,
};
use fathom_rank::is_answer;
use fathom_store::{LocalState, StateStore, Verdict};
use judged::{Code, symbols};
use std::collections::BTreeMap;

/// Most alternatives of an ambiguous name.
const ALTERNATIVES: usize = 5;

/// Why a name was refused.
struct Refusal {
    reason: String,
    alternatives: Vec<String>,
}

impl From<&str> for Refusal {
    fn from(reason: &str) -> Refusal {
        Refusal { reason: reason.to_owned(), alternatives: Vec::new() }
    }
}

/// Records, lists or deletes verdicts; `time` is now, in seconds since 1970.
pub fn run(view: &View<'_>, request: &Request, time: i64) -> Result<Response, EngineError> {
    match request.action.unwrap_or(Action::Record) {
        Action::Record => record(view, request, time).map(Response::Recorded),
        Action::List => list(view).map(Response::Listed),
        Action::Forget => {
            let task = request.task.as_deref().map(str::trim);
            let forgotten = LocalState::of(view.home()).forget(task)?;
            Ok(Response::Forgotten { forgotten })
        }
    }
}

fn record(view: &View<'_>, request: &Request, time: i64) -> Result<RecordedVerdicts, EngineError> {
    let task = request.task.as_deref().unwrap_or_default().trim();
    if task.is_empty() {
        return Err(EngineError::Request("the task is empty; give the task that `context` was given".into()));
    }
    if request.used.is_empty() && request.unused.is_empty() {
        return Err(EngineError::Request(
            "no symbols were given; name symbols that were used or unused".into(),
        ));
    }
    let mut code = Code::new(view);
    let mut verdicts: BTreeMap<String, Verdict> = BTreeMap::new();
    let mut refused: Vec<RefusedName> = Vec::new();
    let used = request.used.0.iter().map(|name| (name, true));
    for (name, used) in used.chain(request.unused.0.iter().map(|name| (name, false))) {
        let judged = meant(view, name).and_then(|id| {
            if verdicts.get(&id).is_some_and(|verdict| verdict.used != used) {
                return Err("was named as used too; it cannot be both".into());
            }
            let (_, hash) = code.of(&id).ok_or("its file is gone or has changed since it was indexed")?;
            Ok(Verdict { task: task.into(), symbol: id, used, code: hash, times: 1, time })
        });
        match judged {
            Ok(verdict) => _ = verdicts.insert(verdict.symbol.clone(), verdict),
            Err(refusal) => {
                let Refusal { reason, alternatives } = refusal;
                refused.push(RefusedName { symbol: name.clone(), verdict: word(used), reason, alternatives });
            }
        }
    }
    view.check_unchanged()?;
    let verdicts: Vec<Verdict> = verdicts.into_values().collect();
    if !verdicts.is_empty() {
        LocalState::of(view.home()).judge(&verdicts)?;
    }
    let recorded =
        verdicts.into_iter().map(|one| SymbolVerdict { symbol: one.symbol, verdict: word(one.used) });
    Ok(RecordedVerdicts {
        task: task.to_owned(),
        recorded: recorded.collect(),
        not_recorded: refused,
        index: view.state(),
    })
}

/// The id of the one symbol that a name means, or why there is none.
fn meant(view: &View<'_>, name: &str) -> Result<String, Refusal> {
    let mut found = symbols(view, name);
    if found.is_empty() {
        found = named(view, name).map_err(|error| Refusal::from(error.to_string().as_str()))?;
    }
    if !found.iter().any(|symbol| is_answer(view.graph, *symbol)) {
        return Err("is a test, prose, a key or a file, which are never ranked".into());
    }
    let mut ids: Vec<String> = found.iter().map(|symbol| view.graph.shared_id(*symbol)).collect();
    // Overloads share their verdicts.
    ids.sort_unstable();
    ids.dedup();
    if let [_, _, ..] = ids.as_slice() {
        let reason = format!("can mean {} symbols; give the id of one:", ids.len());
        ids.truncate(ALTERNATIVES);
        return Err(Refusal { reason, alternatives: ids });
    }
    ids.pop().ok_or_else(|| "means nothing".into())
}

fn list(view: &View<'_>) -> Result<VerdictList, EngineError> {
    let mut code = Code::new(view);
    let verdicts = LocalState::of(view.home()).verdicts(None)?;
    let feedback = verdicts.into_iter().map(|one| {
        let now = code.of(&one.symbol);
        let expired = match now {
            None if symbols(view, &one.symbol).is_empty() => Some("it is gone"),
            None => Some("its file has changed since it was indexed"),
            Some((_, now)) if now != one.code => Some("its code changed"),
            Some(_) => None,
        };
        VerdictRecord {
            time: one.time,
            task: one.task,
            symbol: one.symbol,
            verdict: word(one.used),
            times: one.times,
            code: one.code,
            expired: expired.map(str::to_owned),
        }
    });
    Ok(VerdictList { feedback: feedback.collect(), index: view.state() })
}

fn word(used: bool) -> Word {
    if used { Word::Used } else { Word::Unused }
}
