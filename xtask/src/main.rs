//! The commands for developing: `cargo xtask test`, `check`, `tidy`, `bench`, `train`, `release`.

mod bench;
mod check;
mod clients;
mod release;
mod steps;
mod test;
mod tidy;
mod train;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  test   every test there is: unit, snapshot and end-to-end tests, pages in a browser where there
         is a Chromium, and other people's MCP clients where PyPI and npm can be reached
  check  formatter, tidy and lints, with every warning as an error
  tidy   the invariants that no compiler checks, e.g. which crate may use which
  bench  time the hot paths (parse, link, search, rank, pack): [PART OF A NAME] [OPTIONS OF DIVAN]
  train  learn the ranker of `fathom context` anew: --work DIR [--tasks DIR --corpus FILE] [--mirror DIR]

  release  build and test the archive, wheel and Homebrew formula of this system:
           [--tag vVERSION] [--target TRIPLE] [--out DIR]
  formula  write the Homebrew formula for the archives of all systems: DIR
  notes    print the changelog of this version
";

fn main() -> ExitCode {
    let command = std::env::args().nth(1);
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let result = match command.as_deref() {
        Some("test") => test::run(&root()),
        Some("check") => check::run(&root()),
        Some("tidy") => tidy::run(&root()),
        Some("train") => train::run(&root(), &arguments),
        Some("bench") => bench::run(&root(), &arguments),
        Some("release") => release::run(&root(), &arguments),
        Some("formula") => release::write_formula(&arguments),
        Some("notes") => release::print_notes(&root()),
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
