//! A running `fathom serve` and a client for it that sends any bytes.

use super::{Fixture, home};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server on a port of its own; ended with it.
pub(crate) struct Server {
    process: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The status line and the headers, as they were sent.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }

    /// The code of an error, which must have a message and a hint.
    pub(crate) fn error(&self) -> String {
        let json = self.json();
        let text =
            |key: &str| json["error"][key].as_str().unwrap_or_else(|| panic!("no {key}: {json}")).to_owned();
        assert!(!text("message").is_empty() && !text("hint").is_empty(), "{json}");
        text("code")
    }
}

impl Server {
    /// Starts a server in the fixture's folder; by default the folder around it is the only root.
    pub(crate) fn start(fixture: &Fixture, arguments: &[&str], environment: &[(&str, &str)]) -> Server {
        let place = fixture.root().parent().unwrap();
        let mut command = command(fixture.root(), environment);
        command.arg("serve").args(arguments);
        if !arguments.contains(&"--addr") {
            command.args(["--addr", "127.0.0.1:0"]);
        }
        if !arguments.contains(&"--root") {
            command.arg("--root").arg(place);
        }
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().rsplit(':').next().unwrap();
        let address = format!("127.0.0.1:{port}");
        assert!(line.starts_with("listening on http://"), "{line}");
        Server { process, address }
    }

    /// Starts a server and registers the fixture.
    pub(crate) fn with(fixture: &Fixture) -> (Server, String) {
        let server = Server::start(fixture, &[], &[]);
        let workspace = server.register(fixture.root());
        (server, workspace)
    }

    /// Registers a folder and gives its hash.
    pub(crate) fn register(&self, root: &Path) -> String {
        let answer = self.post("/api/v1/init", &serde_json::json!({"root_path": root.to_str().unwrap()}));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["workspace_hash"].as_str().unwrap().to_owned()
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.send("POST", path, &["Content-Type: application/json"], &body.to_string())
    }

    /// Sends a request with more headers; the host is the server's own unless one of them is a host.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Response {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|header| header.to_ascii_lowercase().starts_with("host:")) {
            head.extend(["Host: ", &self.address, "\r\n"]);
        }
        for header in headers {
            head.extend([header, "\r\n"]);
        }
        if !body.is_empty() {
            head.extend(["Content-Length: ", &body.len().to_string(), "\r\n"]);
        }
        self.raw(format!("{head}\r\n{body}").as_bytes())
    }

    /// Sends bytes and reads until the server closes the connection.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Response {
        let mut stream = self.connect();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        read(&String::from_utf8_lossy(&answer))
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// Sends a signal, and returns the exit code and the time until the exit.
    pub(crate) fn stop(mut self, signal: &str) -> (Option<i32>, Duration) {
        let started = Instant::now();
        let process = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
        (self.process.wait().unwrap().code(), started.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// `fathom` with nothing of the user's own environment.
pub(crate) fn command(folder: &Path, environment: &[(&str, &str)]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fathom"));
    command
        .current_dir(folder)
        .env_remove("FATHOM_TOKEN")
        .env_remove("FATHOM_CONFIG")
        .env_remove("FATHOM_REPO");
    command.env("FATHOM_HOME", home(folder)).envs(environment.iter().copied());
    command
}

/// A response that was read to its end.
pub(crate) fn read(text: &str) -> Response {
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_default();
    let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        unchunked(body)
    } else {
        body.to_owned()
    };
    Response { status, head: head.to_owned(), body }
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or_default();
        if size == 0 || size > rest.len() {
            break;
        }
        whole += &rest[..size];
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}
