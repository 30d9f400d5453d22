//! Manual pages.

use crate::support::Fixture;
use std::fs;

#[test]
fn a_page_is_printed_for_fathom_and_for_a_command() {
    let fixture = Fixture::empty();
    let page = fixture.fathom(&["man"]);
    assert_eq!(page.code, 0, "{}", page.stderr);
    assert!(
        page.stdout.contains(".TH fathom 1") && page.stdout.contains("fathom\\-context"),
        "{}",
        page.stdout
    );
    #[cfg(feature = "bench")]
    {
        let page = fixture.fathom(&["man", "bench", "run"]).stdout;
        assert!(page.contains(".TH fathom-bench-run 1") && page.contains("\\-\\-systems"), "{page}");
        let source = concat!("\"fathom ", env!("CARGO_PKG_VERSION"), "\"");
        assert!(page.lines().any(|line| line.starts_with(".TH") && line.contains(source)), "{page}");
    }
    let answer = fixture.fathom(&["man", "contxt"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("contxt") && answer.stderr.contains("context, "), "{}", answer.stderr);
}

#[test]
fn one_page_is_written_for_each_command() {
    let fixture = Fixture::empty();
    assert_eq!(fixture.fathom(&["man", "--write", "share/man1"]).code, 0);
    let pages: Vec<String> = fs::read_dir(fixture.path("share/man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for page in ["fathom.1", "fathom-context.1", "fathom-show.1", "fathom-config.1"] {
        assert!(pages.iter().any(|name| name == page), "{page} is not in {pages:?}");
    }
    let has_bench = pages.iter().any(|name| name == "fathom-bench-run.1");
    assert_eq!(has_bench, cfg!(feature = "bench"), "{pages:?}");
    assert!(!pages.iter().any(|name| name.contains("floor")), "hidden commands have no page");
    let page = fs::read_to_string(fixture.path("share/man1/fathom-context.1")).unwrap();
    let source = concat!("\"fathom ", env!("CARGO_PKG_VERSION"), "\"");
    assert!(page.lines().any(|line| line.starts_with(".TH") && line.contains(source)), "{page}");
    assert!(page.contains("add a retry to the upload job"), "pages teach with the examples of --help");
    fixture.write("file", "");
    let answer = fixture.fathom(&["man", "--write", "file/man1"]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("file/man1"), "{}", answer.stderr);
}
