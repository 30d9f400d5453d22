//! `fathom bench`.

use crate::arguments::BenchCommand;
use anyhow::Result;
use std::process::ExitCode;

pub(super) fn run(_bench: &BenchCommand) -> Result<ExitCode> {
    anyhow::bail!("not yet")
}
