//! `cargo xtask test`: every test there is, in the order in which failures are cheapest to find.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Pages in a browser, where there is one.
const IN_BROWSER: &[&str] = &["test", "--workspace", "--lib", "--", "--ignored", "in_a_browser"];

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
    let browser = browser();
    for arguments in STEPS.into_iter().chain(browser.is_some().then_some(IN_BROWSER)) {
        let typed = format!("cargo {}", arguments.join(" "));
        println!("$ {typed}");
        let status = Command::new(&cargo)
            .args(arguments)
            .current_dir(root)
            .envs(browser.map(|name| ("FATHOM_BROWSER", name)))
            .status()
            .with_context(|| format!("cannot start `{typed}`; is cargo installed?"))?;
        if !status.success() {
            bail!("`{typed}` failed; fix what it says and run `cargo xtask test` again");
        }
    }
    match browser {
        Some(_) => println!("all tests passed"),
        None => println!("all tests passed, but pages were not looked at: there is no Chromium"),
    }
    Ok(())
}

/// A Chromium that can show a page here.
fn browser() -> Option<&'static str> {
    let shows = |name: &&str| {
        let mut command = Command::new(name);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]);
        command.args(["--dump-dom", "about:blank"]);
        command.output().is_ok_and(|output| output.status.success())
    };
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(shows)
}
