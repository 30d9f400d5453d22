//! Files that no one expects: each is read or reported, and the rest answers all the same.

use crate::support::{Fixture, StopsAtEnd, each};
use serde_json::Value;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

/// A file beside which the bad one lies; it must be found in any case.
const GOOD: (&str, &str) = ("good.py", "def still_here():\n    pass\n");

fn reason(answer: &Value, path: &str) -> Option<String> {
    let skipped = answer["skipped"].as_array().unwrap();
    let found = skipped.iter().find(|skip| skip["path"] == path)?;
    Some(found["reason"].as_str().unwrap().to_owned())
}

fn assert_still_here(fixture: &Fixture) {
    let found = fixture.json(&["symbols", "still_here"]);
    assert_eq!(each(&found["symbols"], "id"), ["good.py::still_here"]);
}

#[test]
fn text_that_is_not_utf8_is_read() {
    let fixture = Fixture::plain(&[GOOD]);
    fixture.write("latin.py", b"# caf\xE9\ndef serve_coffee():\n    return '\xFF\xFE\xE9'\n");
    fixture.write("broken.rb", b"class Caf\xC3\n  def serve\xE9; end\nend\n");
    fixture.json(&["index"]);
    let found = fixture.json(&["symbols", "serve_coffee"]);
    assert_eq!(found["symbols"][0]["line"], 2);
    assert!(
        fixture.json(&["show", "serve_coffee"])["code"].as_str().unwrap().starts_with("def serve_coffee")
    );
    assert_still_here(&fixture);
}

#[test]
fn text_of_an_unknown_kind_is_found_by_its_words() {
    let fixture = Fixture::courier();
    fixture.write("db/schema.zzz", "model Parcel {\n  -- the quagga index\n  id Int\n}\n");
    fixture.write("db/seed.xyz", b"\x00\x01\x02");
    fixture.write("db/rates.csv", "a,b\n");
    fixture.write("db/fixtures/one.zzz", "model Nothing {\n}\n");
    let answer = fixture.json(&["index"]);
    let reason = |path| reason(&answer, path);
    assert_eq!(reason("db/schema.zzz"), None);
    assert_eq!(reason("db/seed.xyz").unwrap(), "binary, not text");
    assert_eq!(reason("db/rates.csv").unwrap(), "data, by its name");
    assert_eq!(reason("db/fixtures/one.zzz").unwrap(), "test data of no known language");
    assert_eq!(answer["languages"]["unknown"]["files"], 1);
    let found = fixture.json(&["query", "quagga index"]);
    assert_eq!(found["results"][0]["source_path"], "db/schema.zzz");
    // An edit is noticed.
    fixture.write("db/schema.zzz", "model Crate {\n}\n");
    let symbol = fixture.json(&["symbols", "Crate"])["symbols"][0].clone();
    assert_eq!((symbol["kind"].as_str(), symbol["language"].as_str()), (Some("struct"), Some("unknown")));
}

#[test]
fn wide_text_is_read() {
    let wide: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain("def wide_load():\r\n    pass\r\n".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let fixture = Fixture::plain(&[GOOD]);
    fixture.write("wide.py", wide);
    assert_eq!(fixture.json(&["symbols", "wide_load"])["count"], 1);
    assert_still_here(&fixture);
}

#[test]
fn a_file_of_fifty_megabytes_is_reported() {
    let fixture = Fixture::plain(&[GOOD]);
    fs::File::create(fixture.path("huge.py")).unwrap().set_len(50_000_000).unwrap();
    let answer = fixture.json(&["index"]);
    assert!(reason(&answer, "huge.py").unwrap().contains("large"), "{}", answer["skipped"]);
    assert_still_here(&fixture);
}

#[test]
fn a_binary_file_with_the_name_of_code_is_reported() {
    let fixture = Fixture::plain(&[GOOD]);
    fixture.write("image.py", [0, 159, 146, 150].repeat(1_000));
    let answer = fixture.json(&["index"]);
    assert!(reason(&answer, "image.py").unwrap().contains("binary"), "{}", answer["skipped"]);
    assert_still_here(&fixture);
}

#[test]
fn one_very_long_line_is_read_or_reported_in_every_language() {
    let fixture = Fixture::plain(&[GOOD]);
    let line = "f(1);".repeat(1_000_000);
    let endings = ["py", "rb", "go", "js", "java", "json", "md", "sh", "zzz"];
    for ending in endings {
        // The shorter one is below the limit for whole files, so its line is what is judged.
        fixture.write(&format!("long.{ending}"), &line);
        fixture.write(&format!("shorter.{ending}"), &line[..600_000]);
    }
    let answer = fixture.json(&["index"]);
    for ending in endings {
        let path = format!("long.{ending}");
        assert!(reason(&answer, &path).unwrap().contains("large"), "{path}: {}", answer["skipped"]);
        // A file in a known language is read, except a script that is squeezed for delivery.
        let is_left_out = ["js", "zzz"].contains(&ending);
        let path = format!("shorter.{ending}");
        assert_eq!(reason(&answer, &path).is_some(), is_left_out, "{path}: {}", answer["skipped"]);
    }
    // The size and the number of calls of what was read do not crowd out the rest.
    let found = fixture.json(&["context", "still here", "--limit", "20"]);
    assert_eq!(each(&found["symbols"], "id"), ["good.py::still_here"]);
    assert_still_here(&fixture);
}

#[test]
fn nesting_ten_thousand_deep_breaks_nothing() {
    const DEEP: usize = 10_000;
    // Short lines: long ones would be left out before they are parsed.
    let pile = |open: &str, close: &str| {
        let open = format!("{open}\n").repeat(DEEP);
        let close = format!("{close}\n").repeat(DEEP);
        (format!("{open}{close}"), open)
    };
    let mut files: Vec<(String, String)> = Vec::new();
    for (ending, start, open, close, end) in [
        ("py", "x = ", "(", ")", ""),
        ("rb", "x = ", "[", "]", ""),
        ("rb", "", "class A", "end", ""),
        ("java", "class A { Object x = ", "f(", ")", "; }"),
        ("java", "", "class A {", "}", ""),
        ("cs", "", "namespace N {", "}", ""),
        ("kt", "val x = ", "f(", ")", ""),
        ("scala", "val x = ", "{", "}", ""),
        ("swift", "let x = ", "[", "]", ""),
        ("go", "package a\nvar x = ", "(", ")", ""),
        ("js", "x = ", "[", "]", ";"),
        ("ts", "x = ", "{a:", "}", ";"),
        ("rs", "fn a() ", "{", "}", ""),
        ("c", "int x = ", "(", ")", ";"),
        ("cpp", "", "namespace n {", "}", ""),
        ("php", "<?php $x = ", "[", "]", ";"),
        ("sh", "", "( ", ")", ""),
        ("json", "", "[", "]", ""),
        ("yaml", "x: ", "[", "]", ""),
        ("toml", "x = ", "[", "]", ""),
        ("md", "", "> - ", "", ""),
    ] {
        let (whole, torn) = pile(open, close);
        let number = files.len();
        files.push((format!("deep{number}.{ending}"), format!("{start}{whole}{end}\n")));
        files.push((format!("torn{number}.{ending}"), format!("{start}{torn}")));
    }
    let python: String = (0..200).fold(String::new(), |text, n| text + &" ".repeat(n) + "if x:\n");
    files.push(("indent.py".into(), python));
    let fixture = Fixture::plain(&[GOOD]);
    for (path, text) in &files {
        fixture.write(path, text);
    }
    let answer = fixture.json(&["index"]);
    let indexed = answer["files"].as_u64().unwrap() as usize;
    assert!(
        indexed + answer["skipped"].as_array().unwrap().len() > files.len(),
        "every file is read or reported"
    );
    assert_still_here(&fixture);
    for command in ["trace", "impact", "show"] {
        fixture.fathom(&[command, "A"]);
        fixture.fathom(&[command, "x"]);
    }
}

#[cfg(unix)]
#[test]
fn links_pipes_and_locked_files_are_passed_over() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let fixture =
        Fixture::plain(&[GOOD, ("locked.py", "def locked(): pass\n"), ("sub/deep.py", "def deep(): pass\n")]);
    symlink(".", fixture.path("loop")).unwrap();
    symlink("..", fixture.path("sub/up")).unwrap();
    symlink("nowhere.py", fixture.path("dangling.py")).unwrap();
    symlink("self.py", fixture.path("self.py")).unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(fixture.path("pipe.py")).status().unwrap();
    assert!(pipe.success());
    fs::set_permissions(fixture.path("locked.py"), fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser reads everything.
    let refused = fs::read(fixture.path("locked.py")).is_err();
    let answer = fixture.json(&["index"]);
    assert_eq!(answer["files"], if refused { 2 } else { 3 });
    assert!(reason(&answer, "pipe.py").unwrap().contains("not a regular file"));
    assert!(reason(&answer, "").unwrap().contains("4 symbolic links"));
    if refused {
        assert!(reason(&answer, "locked.py").unwrap().contains("ermission"));
    }
    assert_still_here(&fixture);
    // Once it may be read, it is.
    fs::set_permissions(fixture.path("locked.py"), fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(fixture.json(&["symbols", "locked"])["count"], 1);
}

#[test]
fn an_empty_folder_without_git_is_an_index_of_nothing() {
    let fixture = Fixture::empty();
    let answer = fixture.json(&["index"]);
    assert_eq!((&answer["files"], &answer["commit"]), (&Value::from(0), &Value::Null));
    assert_eq!(fixture.fathom(&["context", "anything at all"]).code, 1);
    assert_eq!(fixture.fathom(&["symbols", "anything"]).code, 1);
    assert_eq!(fixture.fathom(&["show", "anything"]).code, 2);
    fixture.write(GOOD.0, GOOD.1);
    assert_still_here(&fixture);
}

#[test]
fn a_repository_without_a_commit_answers() {
    let fixture = Fixture::plain(&[GOOD]);
    fixture.git(&["init", "--quiet"]);
    assert_eq!(fixture.json(&["index"])["commit"], Value::Null);
    assert_still_here(&fixture);
}

#[test]
fn empty_files_and_odd_names_are_indexed() {
    let fixture = Fixture::plain(&[
        GOOD,
        ("empty.py", ""),
        ("one.py", "\n"),
        ("with space/and 'quote'.py", "def odd_one(): pass\n"),
        ("ünï/日本.py", "def odd_two(): pass\n"),
        ("bom.py", "\u{feff}def odd_three(): pass\n"),
        ("crlf.py", "def odd_four():\r\n    pass\r\n"),
        ("no_line_feed.py", "def odd_five(): pass"),
    ]);
    for name in ["odd_one", "odd_two", "odd_three", "odd_four", "odd_five"] {
        let shown = fixture.json(&["show", name]);
        assert!(shown["code"].as_str().unwrap().contains(name), "{shown}");
    }
    assert_eq!(fixture.json(&["index"])["files"], 8);
}

#[test]
fn files_that_change_and_vanish_under_the_reader_break_nothing() {
    let fixture = Fixture::plain(&[GOOD]);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut round = 0usize;
            while !stop.load(Ordering::Relaxed) {
                for file in 0..20 {
                    let body = "    return 1\n".repeat((round * 7 + file) % 40 + 1);
                    fixture.write(&format!("busy/f{file}.py"), format!("def busy_{file}():\n{body}"));
                }
                let _ = fs::remove_file(fixture.path(&format!("busy/f{}.py", round % 20)));
                if round.is_multiple_of(5) {
                    let _ = fs::remove_dir_all(fixture.path("busy"));
                }
                round += 1;
            }
        });
        let _stops = StopsAtEnd(&stop);
        for _ in 0..15 {
            fixture.json(&["index"]);
            assert_still_here(&fixture);
            fixture.fathom(&["context", "busy", "--json"]);
        }
    });
    // When it is quiet again, the index shows what is there.
    for file in 0..20 {
        fixture.write(&format!("busy/f{file}.py"), format!("def quiet_{file}():\n    pass\n"));
    }
    assert_eq!(fixture.json(&["index"])["files"], 21);
    assert_eq!(fixture.json(&["symbols", "quiet_7"])["symbols"][0]["source_path"], "busy/f7.py");
    assert_eq!(fixture.json(&["symbols", "busy_7"])["exact"], false);
}

#[test]
fn a_folder_in_the_place_of_a_file_and_the_reverse_are_seen() {
    let fixture = Fixture::plain(&[GOOD, ("thing.py", "def thing(): pass\n")]);
    fixture.json(&["index"]);
    fs::remove_file(fixture.path("thing.py")).unwrap();
    fixture.write("thing.py/inner.py", "def inner(): pass\n");
    assert_eq!(each(&fixture.json(&["symbols", "inner"])["symbols"], "id"), ["thing.py/inner.py::inner"]);
    fs::remove_dir_all(fixture.path("thing.py")).unwrap();
    fixture.write("thing.py", "def again(): pass\n");
    assert_eq!(each(&fixture.json(&["symbols", "again"])["symbols"], "id"), ["thing.py::again"]);
}
