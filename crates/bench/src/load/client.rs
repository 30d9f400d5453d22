//! One client: a connection that is kept, JSON in both directions.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A question that takes longer has failed.
const PATIENCE: Duration = Duration::from_mins(1);

/// A connection to a server.
pub(super) struct Client {
    address: String,
    token: Option<String>,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    /// A client of the server at `address`, a host and a port.
    pub(super) fn new(address: &str, token: Option<&str>) -> Client {
        Client { address: address.to_owned(), token: token.map(str::to_owned), stream: None }
    }

    /// The answer to a question, which must be a success.
    pub(super) fn post(&mut self, path: &str, body: &Value) -> Result<String> {
        self.exchange("POST", path, &body.to_string())
    }

    /// A page, which must be there.
    pub(super) fn get(&mut self, path: &str) -> Result<String> {
        self.exchange("GET", path, "")
    }

    fn exchange(&mut self, method: &str, path: &str, body: &str) -> Result<String> {
        let answer = self.try_exchange(method, path, body);
        if answer.is_err() {
            // What is left of the answer would be read as the next one.
            self.stream = None;
        }
        answer.with_context(|| format!("{method} {path}"))
    }

    fn try_exchange(&mut self, method: &str, path: &str, body: &str) -> Result<String> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => {
                let stream = TcpStream::connect(&self.address)
                    .with_context(|| format!("nothing answers at {}", self.address))?;
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_nodelay(true)?;
                none.insert(BufReader::new(stream))
            }
        };
        let token =
            self.token.as_ref().map_or(String::new(), |token| format!("Authorization: Bearer {token}\r\n"));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{token}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.get_mut().write_all(request.as_bytes())?;
        let status = read_line(stream)?;
        let mut length = None;
        loop {
            let line = read_line(stream)?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = Some(value.trim().parse::<usize>()?);
            }
        }
        let mut answer = vec![0; length.context("the answer has no length")?];
        stream.read_exact(&mut answer)?;
        let answer = String::from_utf8(answer)?;
        let code = status.split(' ').nth(1).unwrap_or_default();
        if code != "200" {
            bail!("{status}: {answer}");
        }
        Ok(answer)
    }
}

fn read_line(stream: &mut BufReader<TcpStream>) -> Result<String> {
    let mut line = String::new();
    ensure!(stream.read_line(&mut line)? > 0, "the server closed the connection");
    Ok(line.trim_end().to_owned())
}
