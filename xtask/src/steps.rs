//! Runs commands of cargo one after another, each shown as one would type it.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Runs the steps in the workspace and stops at the first that fails.
pub(crate) fn run(root: &Path, steps: &[&[&str]], environment: &[(&str, &str)]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for arguments in steps {
        let typed = format!("cargo {}", arguments.join(" "));
        println!("$ {typed}");
        let status = Command::new(&cargo)
            .args(*arguments)
            .current_dir(root)
            .envs(environment.iter().copied())
            .status()
            .with_context(|| format!("cannot start `{typed}`; is cargo installed?"))?;
        if !status.success() {
            bail!("`{typed}` failed");
        }
    }
    Ok(())
}
