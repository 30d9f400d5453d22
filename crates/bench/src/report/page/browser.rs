//! The page in a browser, as a reader has it: `cargo xtask test` runs this where there is a Chromium.

use super::super::analysis::Analysis;
use super::super::synthetic::run;
use super::page;
use std::path::Path;
use std::process::Command;

const WATCH: &str = "<script>const failures = [];\n\
    addEventListener(\"error\", (event) => failures.push(event.message));</script>\n";
const PROBE: &str = include_str!("browser.js");

/// What the probe tells of a page in a window of this width.
fn probe(page: &Path, width: u32) -> String {
    let browser = std::env::var_os("FATHOM_BROWSER").unwrap_or_else(|| "chromium".into());
    let profile = tempfile::TempDir::new().unwrap();
    let output = Command::new(&browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--dump-dom", "--virtual-time-budget=5000"])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap_or_else(|error| panic!("cannot start {}: {error}", browser.display()));
    let written = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = written.split_once("<pre id=\"probe\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let Some((told, _)) = told else {
        panic!("the probe said nothing: {}", String::from_utf8_lossy(&output.stderr))
    };
    told.to_owned()
}

#[test]
#[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
fn the_page_works_in_a_browser() {
    let mut run = run(20);
    // Some systems have a version for each of their parts.
    for record in run.records.iter_mut().filter(|record| record.system == "beta") {
        record.version = "python 0.6.6, typescript 0.4.0, java 0.11.0, ruby 0.4.7".to_owned();
    }
    let page = page(&Analysis::new(run)).unwrap();
    let watched = page.replacen("<head>\n", &format!("<head>\n{WATCH}"), 1);
    let probed = watched.replacen("</body>", &format!("<script>\n{PROBE}</script>\n</body>"), 1);
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("report.html");
    std::fs::write(&path, probed).unwrap();
    for width in [1280, 700] {
        assert_eq!(probe(&path, width), "the page works", "{width} pixels wide");
    }
}
