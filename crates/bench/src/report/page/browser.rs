//! The page in a browser, as a reader has it: `cargo xtask test` runs this where there is a Chromium.

use super::super::analysis::Analysis;
use super::super::synthetic::run;
use super::page;
use fathom_browser::Browser;

const PROBE: &str = include_str!("browser.js");

#[test]
#[ignore = "needs a Chromium; `cargo xtask test` looks for one"]
fn the_page_works_in_a_browser() {
    let mut run = run(20);
    // Some systems have a version for each of their parts.
    for record in run.records.iter_mut().filter(|record| record.system == "beta") {
        record.version = "python 0.6.6, typescript 0.4.0, java 0.11.0, ruby 0.4.7".to_owned();
    }
    let page = page(&Analysis::new(run)).unwrap();
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("report.html");
    std::fs::write(&path, page).unwrap();
    let mut browser = Browser::start();
    for width in [1280, 700] {
        browser.resize(width, 900);
        browser.open(&format!("file://{}", path.display()));
        assert_eq!(browser.value(PROBE), serde_json::json!([]), "{width} pixels wide");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{width} pixels wide");
    }
}
