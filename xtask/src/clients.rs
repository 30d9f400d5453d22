//! Other people's MCP clients, installed from the registries of Python and Node where they can be reached.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where the scripts and the lists of packages are.
const SCRIPTS: &str = "crates/cli/tests/clients";
/// Where they are installed.
const INSTALLED: &str = "target/mcp-clients";
/// How long an installation may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// Clients that are installed together.
pub(crate) struct Clients {
    /// Their names.
    pub(crate) title: &'static str,
    /// The tests that use them.
    pub(crate) tests: &'static str,
    install: fn(&Path) -> Result<()>,
}

/// Every kind of client.
pub(crate) const ALL: [Clients; 2] = [
    Clients { title: "the Python SDK", tests: "mcp_clients::the_python", install: python },
    Clients {
        title: "the TypeScript SDKs and the inspector",
        tests: "mcp_clients::the_typescript",
        install: node,
    },
];

impl Clients {
    /// Installs them, unless they are; gives their folder.
    pub(crate) fn install(&self, root: &Path) -> Result<PathBuf> {
        let folder = root.join(INSTALLED);
        fs::create_dir_all(&folder)?;
        for entry in fs::read_dir(root.join(SCRIPTS))? {
            let entry = entry?;
            fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
        (self.install)(&folder)?;
        Ok(folder)
    }
}

fn python(folder: &Path) -> Result<()> {
    let wanted = fs::read_to_string(folder.join("requirements.txt"))?;
    once(folder, "python", &wanted, || {
        run(folder, "python3", &["-m", "venv", "venv"])?;
        let pip = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--retries",
            "1",
            "--timeout",
            "10",
            "-r",
            "requirements.txt",
        ];
        run(folder, "venv/bin/python", &pip)
    })
}

fn node(folder: &Path) -> Result<()> {
    let wanted = fs::read_to_string(folder.join("package.json"))?;
    once(folder, "node", &wanted, || {
        run(
            folder,
            "npm",
            &["install", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries", "1"],
        )?;
        // The tests start every client by a path in this folder.
        let script = "const { execPath } = process; require('fs').symlinkSync(execPath, 'node')";
        if folder.join("node").exists() { Ok(()) } else { run(folder, "node", &["-e", script]) }
    })
}

/// Installs what is wanted, unless that is what was installed last.
fn once(folder: &Path, name: &str, wanted: &str, install: impl FnOnce() -> Result<()>) -> Result<()> {
    let mark = folder.join(format!("{name}.installed"));
    if fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    fs::write(mark, wanted)?;
    Ok(())
}

/// Runs a program in the folder, and ends it where it takes too long.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<()> {
    let path = if program.contains('/') { folder.join(program) } else { PathBuf::from(program) };
    let mut child = Command::new(path)
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(_) => bail!("`{program} {}` failed", arguments.join(" ")),
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    }
    child.kill()?;
    child.wait()?;
    bail!("`{program} {}` took longer than {} s", arguments.join(" "), PATIENCE.as_secs())
}
