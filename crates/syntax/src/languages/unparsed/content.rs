//! Whether text without a grammar is worth an index: data is not.

/// Larger files without a grammar are data. What people write by hand is smaller.
pub const MAX_BYTES: usize = 512 * 1024;

/// As much of a text as is looked at.
const SAMPLE_BYTES: usize = 64 * 1024;
/// Shorter texts are kept whatever they hold.
const SMALL_BYTES: usize = 1024;
/// A mean line of more bytes was written by a program.
const MEAN_LINE_BYTES: usize = 400;

/// Folders of input and expected output of tests.
const TEST_DATA: &[&str] = &[
    "__fixtures__",
    "__snapshots__",
    "cassettes",
    "corpus",
    "expected",
    "fixture",
    "fixtures",
    "golden",
    "snapshots",
    "testdata",
    "test_data",
    "test-data",
];

/// Whether a file of an unknown language is test data, by its folders.
pub fn is_test_data(path: &str) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|folder| TEST_DATA.contains(&folder))
}

/// Why a text without a grammar is not read; `None` if it is read.
pub fn data_reason(text: &str) -> Option<&'static str> {
    if text.len() > MAX_BYTES {
        return Some("larger than 512 KiB, and there is no grammar for it");
    }
    is_data(text).then_some("data: numbers, encoded bytes or a log")
}

fn is_data(text: &str) -> bool {
    if text.len() < SMALL_BYTES {
        return false;
    }
    let sample = &text[..text.floor_char_boundary(SAMPLE_BYTES)];
    let (mut letters, mut digits, mut others) = (0usize, 0usize, 0usize);
    for c in sample.chars().filter(|c| !c.is_whitespace()) {
        if c.is_alphabetic() {
            letters += 1;
        } else if c.is_ascii_digit() {
            digits += 1;
        } else {
            others += 1;
        }
    }
    let (mut lines, mut dated) = (0usize, 0usize);
    for line in sample.lines().filter(|line| !line.trim().is_empty()) {
        lines += 1;
        dated += usize::from(starts_with_date(line));
    }
    let visible = letters + digits + others;
    digits * 5 > visible * 2
        || letters * 4 < visible
        || sample.len() / lines.max(1) > MEAN_LINE_BYTES
        || dated * 2 > lines
}

/// `2024-01-31 …`, `[12:34:56] …`: how lines of a log begin.
fn starts_with_date(line: &str) -> bool {
    let line = line.trim_start_matches(['[', '(', ' ']);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (1..=4).contains(&digits)
        && line[digits..].starts_with(['-', ':', '/'])
        && line[digits + 1..].starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{data_reason, is_test_data};

    #[test]
    fn data_is_distinguished_from_text() {
        let code = "proc greet(name: string) =\n  echo \"Hello, \", name\n\n".repeat(60);
        let numbers = "1.25 3.5 77 19 0.0021\n".repeat(100);
        let log = "2024-01-31 12:00:01 INFO the server accepted a connection\n".repeat(60);
        let encoded = format!("{}\n", "QUJDREVG".repeat(400));
        assert_eq!(data_reason(&code), None);
        for data in [numbers, log, encoded, code.repeat(200)] {
            assert!(data_reason(&data).is_some(), "{}", &data[..40]);
        }
    }

    #[test]
    fn test_data_is_known_by_its_folder() {
        assert!(is_test_data("pkg/testdata/a.golden") && is_test_data("fixtures/x"));
        assert!(!is_test_data("fixtures.nim") && !is_test_data("src/corpus.nim"));
    }
}
