//! What people run while developing: `cargo xtask test`, `check`, `tidy`, `train`.

mod check;
mod steps;
mod test;
mod tidy;
mod train;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  test   every test there is: unit, snapshot and end-to-end tests, and pages in a browser where
         there is a Chromium
  check  formatter, tidy and lints, with every warning as an error
  tidy   the invariants that no compiler checks, e.g. which crate may use which
  train  learn the ranker of `fathom context` anew: --work DIR [--tasks DIR --corpus FILE] [--mirror DIR]
";

fn main() -> ExitCode {
    let command = std::env::args().nth(1);
    let result = match command.as_deref() {
        Some("test") => test::run(&root()),
        Some("check") => check::run(&root()),
        Some("tidy") => tidy::run(&root()),
        Some("train") => train::run(&root(), &std::env::args().skip(2).collect::<Vec<_>>()),
        Some("help" | "--help" | "-h") => {
            print!("{USAGE}");
            Ok(())
        }
        Some(other) => Err(anyhow::anyhow!("`{other}` is no command of xtask\n\n{USAGE}")),
        None => Err(anyhow::anyhow!("which command?\n\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}
