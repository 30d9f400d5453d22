//! A `fathom serve` of the benchmark's own.

use anyhow::{Context, Result};
use fathom_engine::HOME_VARIABLE;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server process; ended with this value.
pub(super) struct ServerProcess {
    process: Child,
    address: String,
}

impl ServerProcess {
    /// Starts `program` for one repository and waits until it listens.
    pub(super) fn start(program: &Path, root: &Path, home: &Path) -> Result<ServerProcess> {
        let mut process = Command::new(program)
            .args(["serve", "--watch", "--addr", "127.0.0.1:0", "--root"])
            .arg(root)
            .env(HOME_VARIABLE, home)
            .env_remove("FATHOM_TOKEN")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut line = String::new();
        let stdout = process.stdout.take().context("the server has no output")?;
        BufReader::new(stdout).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on http://").map(str::to_owned);
        let mut server = ServerProcess { process, address: String::new() };
        server.address = address.context("the server did not start")?;
        Ok(server)
    }

    /// Its host and port.
    pub(super) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
