//! Rules for our own Rust files.

use super::bare::bare;
use super::{File, Finding, is_our_rust};

/// Past this a file has more than one subject.
const MOST_LINES: usize = 600;
const MAY_BE_UNSAFE: &str = "crates/store/src/map.rs";
/// Macros for unfinished code or debugging.
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| is_our_rust(file)) {
        let lines = file.text.lines().count();
        if lines > MOST_LINES {
            let advice = format!("{lines} lines; split it along its subject, at most {MOST_LINES}");
            findings.push(Finding::new(file, MOST_LINES + 1, advice));
        }
        if !file.text.starts_with("//!") {
            let advice = "starts without `//!`; describe what the module owns and why it exists";
            findings.push(Finding::new(file, 1, advice));
        }
        for (index, line) in bare(&file.text).lines().enumerate() {
            words(file, index + 1, line, &mut findings);
        }
    }
    findings
}

fn words(file: &File, number: usize, line: &str, findings: &mut Vec<Finding>) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = line;
    while let Some(start) = rest.find(is_word) {
        let word = &rest[start..];
        let end = word.find(|c| !is_word(c)).unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        if word == "unsafe" && file.path != MAY_BE_UNSAFE {
            let advice = format!("unsafe code is allowed in {MAY_BE_UNSAFE} only; find a safe way");
            findings.push(Finding::new(file, number, advice));
        }
        if UNFINISHED.contains(&word) && after.starts_with('!') {
            findings.push(Finding::new(
                file,
                number,
                format!("`{word}!` is unfinished work; finish or remove it"),
            ));
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{file, shown};
    use super::check;

    #[test]
    fn unsafe_and_unfinished_code_is_found_and_talk_about_it_is_not() {
        let text = "//! No unsafe, no todo!().\n#![deny(unsafe_code)]\nfn a() { unsafe { b() } }\nlet c = \"todo!()\";\n\
                    dbg!(c);\nlet todo = !d;\n";
        let found = shown(&check(&[file("crates/a/src/lib.rs", text)]));
        let places: Vec<&str> = found.iter().map(|one| one.split(": ").next().unwrap()).collect();
        assert_eq!(places, ["crates/a/src/lib.rs:3", "crates/a/src/lib.rs:5"]);
    }

    #[test]
    fn the_memory_map_may_be_unsafe() {
        assert!(check(&[file("crates/store/src/map.rs", "//! Maps.\nunsafe { map() }\n")]).is_empty());
    }

    #[test]
    fn long_files_and_files_without_a_word_on_themselves_are_found() {
        let long = format!("//! Long.\n{}", "\n".repeat(600));
        assert_eq!(
            shown(&check(&[file("a.rs", &long)])),
            ["a.rs:601: 601 lines; split it along its subject, at most 600"]
        );
        assert_eq!(check(&[file("b.rs", "use c;\n")]).len(), 1);
    }

    #[test]
    fn fixtures_and_other_files_are_left_alone() {
        let text = "unsafe { todo!() }\n";
        assert!(check(&[file("crates/syntax/tests/fixtures/rust.rs", text), file("a.txt", text)]).is_empty());
    }
}
