//! The debugging pipe: messages of JSON with a zero byte behind each, one pipe for each direction.

use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;

/// How long the browser may take for one answer.
const PATIENCE: Duration = Duration::from_secs(90);

/// A running browser.
pub(crate) struct Pipe {
    process: Child,
    requests: ChildStdin,
    messages: Receiver<Value>,
    events: Vec<Value>,
    last: u64,
    _profile: TempDir,
}

impl Pipe {
    /// Starts a browser. It reads file descriptor 3 and writes 4; the shell makes them of its own
    /// standard input and output, which needs no code that is not safe.
    pub(crate) fn open(program: &OsStr) -> Pipe {
        let profile = TempDir::new().expect("a folder for the browser's profile");
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh"])
            .arg(program)
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu"])
            .args(["--disable-dev-shm-usage", "--no-first-run", "--disable-extensions", "--hide-scrollbars"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
        let requests = process.stdin.take().expect("it is piped");
        let mut answers = BufReader::new(process.stdout.take().expect("it is piped"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while answers.read_until(0, &mut bytes).is_ok_and(|count| count > 0) {
                bytes.pop();
                let message = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
                bytes.clear();
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Pipe { process, requests, messages, events: Vec::new(), last: 0, _profile: profile }
    }

    /// Calls a method and gives its result; an empty session is the browser itself.
    pub(crate) fn call(&mut self, session: &str, method: &str, parameters: &Value) -> Value {
        self.try_call(session, method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The same, with the browser's error.
    pub(crate) fn try_call(
        &mut self,
        session: &str,
        method: &str,
        parameters: &Value,
    ) -> Result<Value, Value> {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        let written = self.requests.write_all(format!("{message}\0").as_bytes());
        written.and_then(|()| self.requests.flush()).expect("the browser reads its pipe");
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let mut message = message.unwrap_or_else(|_| panic!("the browser does not answer {method}"));
            if message["id"] != self.last {
                self.events.push(message);
                continue;
            }
            let error = message["error"].take();
            return if error.is_null() { Ok(message["result"].take()) } else { Err(error) };
        }
    }

    /// Events that came since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.events)
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
