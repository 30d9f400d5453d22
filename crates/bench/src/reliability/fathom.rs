//! Fathom as a child process: with a home folder of its own, under a limit of time.

use crate::systems::process::{Call, Deadline, KilledProcess};
use crate::systems::{SystemError, interrupted};
use anyhow::{Result, bail};
use fathom_engine::HOME_VARIABLE;
use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The program, the folder it keeps its indexes in, and what it may take.
#[derive(Clone, Debug)]
pub(super) struct Fathom {
    program: PathBuf,
    /// `FATHOM_HOME`.
    pub(super) home: PathBuf,
    /// Time for one command.
    limit: Duration,
    /// Address space for one command.
    memory: Option<u64>,
}

/// The result of one command.
#[derive(Debug)]
pub(super) struct Answer {
    /// The exit code; `None` if it did not end by itself.
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) is_utf8: bool,
    pub(super) ms: f64,
    pub(super) peak_bytes: Option<u64>,
    late: bool,
}

impl Fathom {
    pub(super) fn new(program: &Path, home: &Path, limit: Duration) -> Fathom {
        Fathom { program: program.to_owned(), home: home.to_owned(), limit, memory: None }
    }

    /// The same program with its indexes elsewhere.
    pub(super) fn at_home(&self, home: &Path) -> Fathom {
        Fathom { home: home.to_owned(), ..self.clone() }
    }

    /// The same program with no more address space than this.
    pub(super) fn with_memory(&self, bytes: u64) -> Fathom {
        Fathom { memory: Some(bytes), ..self.clone() }
    }

    fn call<A: AsRef<OsStr>>(&self, folder: &Path, arguments: &[A]) -> Call {
        let call = Call::new(&self.program, "running")
            .within(folder)
            .home(&self.home.with_extension("user"))
            .env(HOME_VARIABLE, &self.home)
            .args(arguments);
        match self.memory {
            Some(bytes) => call.memory(bytes),
            None => call,
        }
    }

    /// Runs a command in a folder. What goes wrong is part of the answer; an error is that the
    /// trial cannot go on.
    pub(super) fn run<A: AsRef<OsStr>>(&self, folder: &Path, arguments: &[A]) -> Result<Answer> {
        self.finish(self.call(folder, arguments))
    }

    /// The same, with something to read on standard input.
    pub(super) fn run_with<A: AsRef<OsStr>>(
        &self,
        folder: &Path,
        arguments: &[A],
        input: &str,
    ) -> Result<Answer> {
        self.finish(self.call(folder, arguments).input(input))
    }

    fn finish(&self, call: Call) -> Result<Answer> {
        match call.run(Deadline::after(self.limit)) {
            Ok(ended) => Ok(Answer {
                code: ended.code,
                stdout: ended.stdout,
                stderr: ended.stderr,
                is_utf8: ended.is_utf8,
                ms: ended.ms,
                peak_bytes: ended.peak_bytes,
                late: false,
            }),
            Err(SystemError::TimedOut(_)) => Ok(Answer {
                code: None,
                stdout: String::new(),
                stderr: String::new(),
                is_utf8: true,
                ms: self.limit.as_secs_f64() * 1000.0,
                peak_bytes: None,
                late: true,
            }),
            Err(trouble) => bail!("{trouble}"),
        }
    }

    /// Runs a command until `now` holds, and kills it there.
    pub(super) fn kill(
        &self,
        folder: &Path,
        arguments: &[String],
        mut now: impl FnMut(Duration) -> bool,
    ) -> Result<KilledProcess> {
        let killed =
            self.call(folder, arguments).run_until(|elapsed| elapsed >= self.limit || now(elapsed))?;
        Ok(killed)
    }

    /// Runs a command that the trial itself needs: anything but 0 or 1 is an error.
    pub(super) fn must<A: AsRef<OsStr>>(&self, folder: &Path, arguments: &[A]) -> Result<Answer> {
        let answer = self.run(folder, arguments)?;
        if let Some(fault) = answer.fault() {
            let words: Vec<_> = arguments.iter().map(|one| one.as_ref().to_string_lossy()).collect();
            bail!("`fathom {}` {fault}", words.join(" "));
        }
        Ok(answer)
    }
}

impl Answer {
    /// A failure that must never happen: a panic, a signal, a timeout, an error.
    pub(super) fn fault(&self) -> Option<String> {
        self.crash().or_else(|| match self.code {
            Some(0 | 1) => None,
            _ => Some(format!("failed: {}", self.last_words())),
        })
    }

    /// What must never happen, whatever is asked: a panic, a signal, no end in time, an exit code
    /// that is none of ours.
    pub(super) fn crash(&self) -> Option<String> {
        if self.late {
            return Some(format!("did not end within {:.0} s", self.ms / 1000.0));
        }
        if self.stderr.contains("panicked at") {
            let line = self.stderr.lines().find(|line| line.contains("panicked at")).unwrap_or_default();
            return Some(format!("panicked: {}", super::short(line)));
        }
        match self.code {
            Some(0..=2) => None,
            Some(code) => Some(format!("ended with {code}: {}", self.last_words())),
            None => Some(format!("was ended by a signal: {}", self.last_words())),
        }
    }

    fn last_words(&self) -> String {
        super::short(self.stderr.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no output"))
    }

    /// Standard output as JSON.
    pub(super) fn json(&self) -> Result<Value, String> {
        serde_json::from_str(&self.stdout).map_err(|why| format!("gave no JSON: {why}"))
    }
}

/// Fails if the user interrupted.
pub(super) fn heed_interruption() -> Result<()> {
    if interrupted() {
        bail!("interrupted");
    }
    Ok(())
}
