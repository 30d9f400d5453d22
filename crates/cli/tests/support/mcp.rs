//! A client of `fathom mcp` on its standard input and output.

use super::Fixture;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// No answer takes longer, on however busy a machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// A server and what it wrote.
pub(crate) struct McpClient {
    child: Child,
    input: Option<ChildStdin>,
    /// Every line of standard output, which must be a message each.
    messages: Receiver<Value>,
    /// Messages that came while another was awaited.
    pub(crate) others: Vec<Value>,
    next: u64,
}

impl McpClient {
    /// A server in a folder, before the first message.
    pub(crate) fn start(fixture: &Fixture, folder: &Path, environment: &[(&str, &str)]) -> McpClient {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fathom"))
            .arg("mcp")
            .current_dir(folder)
            .env_remove("FATHOM_REPO")
            .env_remove("FATHOM_CONFIG")
            .env_remove("FATHOM_TOOLS")
            .env("FATHOM_HOME", super::home(fixture.root()))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let message: Value =
                    serde_json::from_str(&line).unwrap_or_else(|_| json!({"no message": line}));
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        McpClient { input: child.stdin.take(), child, messages, others: Vec::new(), next: 0 }
    }

    /// A server in the fixture after the handshake.
    pub(crate) fn connected(fixture: &Fixture) -> McpClient {
        let mut client = McpClient::start(fixture, fixture.root(), &[]);
        client.initialize("2025-06-18");
        client
    }

    /// The handshake; gives the result of `initialize`.
    pub(crate) fn initialize(&mut self, version: &str) -> Value {
        let client = json!({"name": "test", "version": "1"});
        let parameters = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
        let answer = self.ask("initialize", parameters);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer["result"].clone()
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.request(method, parameters);
        self.answer_to(id)
    }

    /// Calls a tool and waits for its result.
    #[expect(clippy::needless_pass_by_value, reason = "arguments are written where a tool is called")]
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        assert!(answer.get("error").is_none(), "{tool}: {answer}");
        answer["result"].clone()
    }

    /// Calls a tool that fails, and gives the text of the failure.
    pub(crate) fn failure(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert!(result.get("structuredContent").is_none(), "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Sends a request and gives its number.
    pub(crate) fn request(&mut self, method: &str, parameters: Value) -> u64 {
        self.next += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.next, "method": method});
        if !parameters.is_null() {
            message["params"] = parameters;
        }
        self.send(&message);
        self.next
    }

    /// Writes one message.
    pub(crate) fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{message}").unwrap();
        input.flush().unwrap();
    }

    /// Waits for the answer to a request; what comes before it is put aside.
    pub(crate) fn answer_to(&mut self, id: u64) -> Value {
        if let Some(at) = self.others.iter().position(|message| message["id"] == id) {
            return self.others.remove(at);
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("an answer");
            if message["id"] == id {
                return message;
            }
            assert_eq!(message["jsonrpc"], "2.0", "standard output holds {message}");
            self.others.push(message);
        }
    }

    /// Closes the input and waits for the end; gives how long it took and the exit code.
    pub(crate) fn close(mut self) -> (Duration, Option<i32>) {
        drop(self.input.take());
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                let rest: Vec<Value> = self.messages.try_iter().collect();
                assert!(rest.iter().all(|one| one["jsonrpc"] == "2.0"), "standard output holds {rest:?}");
                return (since.elapsed(), status.code());
            }
            assert!(since.elapsed() < PATIENCE, "the server goes on without a client");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
