//! `cargo xtask test`: every test there is. Formatter and lints are `cargo xtask check`.

use crate::steps;
use anyhow::Result;
use std::path::Path;
use std::process::Command;

const TESTS: &[&str] = &["test", "--workspace"];
/// Pages in a browser, where there is one.
const IN_BROWSER: &[&str] = &["test", "--workspace", "--lib", "--", "--ignored", "in_a_browser"];

/// Runs the tests; those of pages only where there is a browser.
pub(crate) fn run(root: &Path) -> Result<()> {
    steps::run(root, &[TESTS], &[])?;
    match browser() {
        Some(name) => {
            steps::run(root, &[IN_BROWSER], &[("FATHOM_BROWSER", name)])?;
            println!("all tests passed");
        }
        None => println!("all tests passed; the tests of pages did not run: there is no Chromium"),
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
