//! `cargo xtask test`: every test there is, in the order in which failures are cheapest to find.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Each step of the run, as one would type it.
const STEPS: [&[&str]; 4] = [
    &["fmt", "--all", "--check"],
    &["xtask", "tidy"],
    &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
    &["test", "--workspace"],
];

/// Runs the steps and stops at the first that fails.
pub(crate) fn run(root: &Path) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for arguments in STEPS {
        let typed = format!("cargo {}", arguments.join(" "));
        println!("$ {typed}");
        let status = Command::new(&cargo)
            .args(arguments)
            .current_dir(root)
            .status()
            .with_context(|| format!("cannot start `{typed}`; is cargo installed?"))?;
        if !status.success() {
            bail!("`{typed}` failed; fix what it says and run `cargo xtask test` again");
        }
    }
    println!("all tests passed");
    Ok(())
}
