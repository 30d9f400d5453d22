//! `cargo xtask test`: every test there is. Formatter and lints are `cargo xtask check`.

use crate::{clients, steps};
use anyhow::Result;
use std::path::Path;
use std::process::Command;

const TESTS: &[&str] = &["test", "--workspace"];
/// Pages in a browser, where there is one.
const IN_BROWSER: &[&str] =
    &["test", "--workspace", "--lib", "--test", "cli", "--", "--ignored", "in_a_browser"];
/// Other people's MCP clients; the name of the tests follows.
const WITH_CLIENTS: [&str; 6] = ["test", "--workspace", "--test", "cli", "--", "--ignored"];

/// Runs the tests; those of pages only where there is a browser, those with other people's clients
/// only where these can be installed. Skipped tests are listed at the end.
pub(crate) fn run(root: &Path) -> Result<()> {
    steps::run(root, &[TESTS], &[])?;
    let mut missing = Vec::new();
    match browser() {
        Some(name) => steps::run(root, &[IN_BROWSER], &[("FATHOM_BROWSER", name)])?,
        None => missing.push("the tests of pages did not run: there is no Chromium".to_owned()),
    }
    for kind in clients::ALL {
        match kind.install(root) {
            Ok(folder) => {
                let arguments: Vec<&str> = WITH_CLIENTS.into_iter().chain([kind.tests]).collect();
                let folder = folder.to_string_lossy();
                steps::run(root, &[&arguments], &[("FATHOM_MCP_CLIENTS", &folder)])?;
            }
            Err(error) => {
                missing.push(format!("the tests with {} did not run: {error:#}", kind.title));
            }
        }
    }
    println!("all tests passed");
    for message in missing {
        println!("  but {message}");
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
