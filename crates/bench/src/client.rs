//! An HTTP client for benchmarks of servers: one connection that is kept, JSON in both directions.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A question that takes longer has failed.
const PATIENCE: Duration = Duration::from_mins(1);
/// Largest body that is read: a server under measurement must not exhaust the memory of this process.
const MOST_BYTES: usize = 256 << 20;

/// A connection to a server.
pub(crate) struct Client {
    address: String,
    token: Option<String>,
    stream: Option<BufReader<TcpStream>>,
}

/// A response of any status.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Client {
    /// A client of the server at `url`: `http://HOST:PORT`, or a host and a port.
    pub(crate) fn new(url: &str, token: Option<&str>) -> Client {
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        let address = if address.contains(':') { address.to_owned() } else { format!("{address}:80") };
        Client { address, token: token.map(str::to_owned), stream: None }
    }

    /// Connects, if the client is not connected.
    pub(crate) fn connect(&mut self) -> Result<()> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(&self.address)
                .with_context(|| format!("nothing answers at {}", self.address))?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_nodelay(true)?;
            self.stream = Some(BufReader::new(stream));
        }
        Ok(())
    }

    /// The answer to a question, which must be a success.
    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Result<String> {
        self.succeed("POST", path, &body.to_string())
    }

    /// A page, which must exist.
    pub(crate) fn get(&mut self, path: &str) -> Result<String> {
        self.succeed("GET", path, "")
    }

    fn succeed(&mut self, method: &str, path: &str, body: &str) -> Result<String> {
        let reply = self.send(method, path, body)?;
        if reply.status != 200 {
            bail!("{method} {path}: {}: {}", reply.status, reply.body);
        }
        Ok(reply.body)
    }

    /// The response to a request, whatever its status.
    pub(crate) fn send(&mut self, method: &str, path: &str, body: &str) -> Result<Reply> {
        let is_kept = self.stream.is_some();
        let mut reply = self.exchange(method, path, body);
        if reply.is_err() && is_kept {
            // A server closes a connection that was idle for long.
            reply = self.exchange(method, path, body);
        }
        reply.with_context(|| format!("{method} {path}"))
    }

    fn exchange(&mut self, method: &str, path: &str, body: &str) -> Result<Reply> {
        let reply = self.try_exchange(method, path, body);
        if reply.is_err() {
            // The rest of the answer would be read as the next one.
            self.stream = None;
        }
        reply
    }

    fn try_exchange(&mut self, method: &str, path: &str, body: &str) -> Result<Reply> {
        self.connect()?;
        let stream = self.stream.as_mut().context("not connected")?;
        let token =
            self.token.as_ref().map_or(String::new(), |token| format!("Authorization: Bearer {token}\r\n"));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{token}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.get_mut().write_all(request.as_bytes())?;
        let status = read_line(stream)?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok()).context("no HTTP status")?;
        let (mut length, mut is_chunked, mut closes) = (None, false, false);
        loop {
            let line = read_line(stream)?.to_ascii_lowercase();
            let Some((name, value)) = line.split_once(':') else { break };
            match name {
                "content-length" => length = Some(value.trim().parse::<usize>()?),
                "transfer-encoding" => is_chunked = value.contains("chunked"),
                "connection" => closes = value.trim() == "close",
                _ => {}
            }
        }
        let body = if is_chunked {
            read_chunks(stream)?
        } else {
            read_exactly(stream, length.context("the answer has no length")?)?
        };
        if closes {
            self.stream = None;
        }
        Ok(Reply { status, body: String::from_utf8(body)? })
    }
}

fn read_line(stream: &mut BufReader<TcpStream>) -> Result<String> {
    let mut line = String::new();
    ensure!(stream.read_line(&mut line)? > 0, "the server closed the connection");
    Ok(line.trim_end().to_owned())
}

fn read_exactly(stream: &mut BufReader<TcpStream>, length: usize) -> Result<Vec<u8>> {
    ensure!(length <= MOST_BYTES, "the answer has {length} bytes");
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn read_chunks(stream: &mut BufReader<TcpStream>) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = read_line(stream)?;
        let size = usize::from_str_radix(line.split(';').next().unwrap_or_default().trim(), 16)
            .context("a chunk without a size")?;
        ensure!(body.len() + size <= MOST_BYTES, "the answer is too large");
        body.append(&mut read_exactly(stream, size)?);
        // The end of the chunk, and after the last one the end of the (empty) trailers.
        read_line(stream)?;
        if size == 0 {
            return Ok(body);
        }
    }
}

/// A text as a value in a query string.
pub(crate) fn encode(text: &str) -> String {
    use std::fmt::Write;
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::{Client, encode};
    use std::io::{Read, Write};
    use std::net::TcpListener;

    /// Answers each connection once, with one of these responses.
    fn serve(responses: &'static [&'static str]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            for response in responses {
                let (mut stream, _) = listener.accept().unwrap();
                let _ = stream.read(&mut [0; 4096]);
                let _ = stream.write_all(response.as_bytes());
            }
        });
        address
    }

    #[test]
    fn a_body_in_chunks_is_put_together() {
        let address = serve(&[
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n3\r\n:1}\r\n0\r\n\r\n",
        ]);
        assert_eq!(Client::new(&format!("http://{address}/"), None).get("/x").unwrap(), "{\"a\":1}");
    }

    #[test]
    fn a_kept_connection_that_the_server_closed_is_opened_again() {
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        let address = serve(&[
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
        ]);
        let mut client = Client::new(&address, None);
        assert!(ok.ends_with(&client.get("/x").unwrap()));
        assert_eq!(client.send("GET", "/x", "").unwrap().status, 404);
    }

    #[test]
    fn separators_of_a_query_string_are_encoded() {
        assert_eq!(encode("Order#cancel!&a=é"), "Order%23cancel%21%26a%3D%C3%A9");
    }
}
