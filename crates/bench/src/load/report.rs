//! The report as programs and people read it.

use super::Answers;
use crate::statistics::quantile;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// Errors that are shown.
const SHOWN: usize = 3;

/// The measurements.
#[derive(Clone, Debug, Serialize)]
pub struct LoadReport {
    /// The repository.
    pub path: String,
    /// Clients at once.
    pub clients: usize,
    /// Different tasks that were asked.
    pub tasks: usize,
    /// Cores that server and clients share.
    pub threads: usize,
    /// The program was built without optimisation, so its times are not representative.
    pub debug_build: bool,
    /// With pauses, then without.
    pub rounds: Vec<Round>,
}

/// One round.
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    /// Milliseconds between two questions of a client.
    pub pause_ms: u64,
    /// Seconds in all.
    pub seconds: f64,
    /// Answers.
    pub answers: usize,
    /// Answers in a second.
    pub answers_per_second: f64,
    /// Questions without an answer.
    pub errors: usize,
    /// The first errors.
    pub first_errors: Vec<String>,
    /// Half of the answers took at most this long.
    pub p50_ms: f64,
    /// 95 of 100 did.
    pub p95_ms: f64,
    /// 99 of 100 did.
    pub p99_ms: f64,
    /// Resident memory of the server before, where it reports it.
    pub memory_before: Option<u64>,
    /// The same afterwards.
    pub memory_after: Option<u64>,
}

impl Round {
    pub(super) fn new(
        pause: Duration,
        duration: Duration,
        answers: &Answers,
        memory_before: Option<u64>,
        memory_after: Option<u64>,
    ) -> Round {
        let seconds = answers.elapsed.max(duration).as_secs_f64();
        let times = &answers.times_ms;
        Round {
            pause_ms: pause.as_millis() as u64,
            seconds,
            answers: times.len(),
            answers_per_second: times.len() as f64 / seconds,
            errors: answers.errors.len(),
            first_errors: answers.errors.iter().take(SHOWN).cloned().collect(),
            p50_ms: quantile(times, 0.5),
            p95_ms: quantile(times, 0.95),
            p99_ms: quantile(times, 0.99),
            memory_before,
            memory_after,
        }
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} clients, {} tasks, {} cores", self.path, self.clients, self.tasks, self.threads)?;
        if self.debug_build {
            writeln!(f, "  (a debug build: these are not the times of a release)")?;
        }
        let columns = [
            "pause ms",
            "answers",
            "per second",
            "errors",
            "p50 ms",
            "p95 ms",
            "p99 ms",
            "MB before",
            "MB after",
        ];
        for column in columns {
            write!(f, " {column:>10}")?;
        }
        writeln!(f)?;
        let megabytes =
            |bytes: Option<u64>| bytes.map_or("?".to_owned(), |bytes| format!("{:.0}", bytes as f64 / 1e6));
        for round in &self.rounds {
            write!(f, " {:>10} {:>10} {:>10.1}", round.pause_ms, round.answers, round.answers_per_second)?;
            write!(f, " {:>10} {:>10.1} {:>10.1}", round.errors, round.p50_ms, round.p95_ms)?;
            let (before, after) = (megabytes(round.memory_before), megabytes(round.memory_after));
            writeln!(f, " {:>10.1} {before:>10} {after:>10}", round.p99_ms)?;
            for error in &round.first_errors {
                writeln!(f, "    {error}")?;
            }
        }
        Ok(())
    }
}
