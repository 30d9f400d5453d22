//! Diffs as git and other tools write them.

use super::*;
use fathom_syntax::{extract, languages};

fn one(diff: impl AsRef<[u8]>) -> (Vec<String>, Vec<u32>) {
    let mut files = changed_files(diff.as_ref()).unwrap();
    assert_eq!(files.len(), 1, "{files:?}");
    let file = files.remove(0);
    (file.paths, file.lines)
}

fn paths(diff: &str) -> Vec<String> {
    one(diff).0
}

#[test]
fn removed_and_added_lines_that_look_like_headers_are_lines() {
    let diff = "\
diff --git a/q.sql b/q.sql
index 8f2c1a0..77b1a2c 100644
--- a/q.sql
+++ b/q.sql
@@ -3,5 +3,4 @@ create
 one
-- x;
--- y;
+++ z;
 two
 three
";
    let (paths, lines) = one(diff);
    assert_eq!(paths[0], "q.sql");
    assert_eq!(lines, [4, 4, 4]);
}

#[test]
fn several_files_and_text_around_them_are_read() {
    let diff = "\
commit 77b1a2c
    Change two files

diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1 +1 @@
-x = 1
+x = 2
@@ -10,0 +11,2 @@
+y = 1
+z = 1

commit 8f2c1a0
    --- not a header

diff --git a/b.py b/b.py
--- a/b.py
+++ b/b.py
@@ -2 +1,0 @@
-y = 2
--\x20
2.50.1
";
    let files = changed_files(diff.as_bytes()).unwrap();
    let read: Vec<(&str, &[u32])> =
        files.iter().map(|file| (file.paths[0].as_str(), file.lines.as_slice())).collect();
    assert_eq!(read, [("a.py", &[1, 1, 11, 12][..]), ("b.py", &[1])]);
}

#[test]
fn paths_come_from_every_kind_of_header() {
    let body = "@@ -1 +1 @@\n-x\n+y\n";
    let plain = |old: &str, new: &str| paths(&format!("--- {old}\n+++ {new}\n{body}"));
    assert_eq!(plain("a/src/x.c\t2024-01-01 10:00:00", "b/src/x.c")[0], "src/x.c");
    assert_eq!(plain("i/src/x.c", "w/src/x.c")[0], "src/x.c");
    assert_eq!(plain("src/x.c", "src/x.c"), ["src/x.c"; 2]);
    assert_eq!(plain("/dev/null", "b/x.c")[0], "x.c");
    assert_eq!(plain("\"a/caf\\303\\251.c\"", "\"b/caf\\303\\251.c\"")[0], "café.c");
    assert_eq!(plain("\"a/two\\twords.c\"", "b/two words.c")[0], "two words.c");
    let renamed = "diff --git a/old.c b/new.c\nsimilarity index 90%\nrename from old.c\nrename to new.c\n";
    assert_eq!(paths(&format!("{renamed}--- a/old.c\n+++ b/new.c\n{body}")), ["new.c", "old.c"]);
    let copied = "diff --git a/a.c b/b.c\nsimilarity index 100%\ncopy from a/a.c\ncopy to a/b.c\n";
    assert_eq!(paths(copied), ["a/b.c", "a/a.c"]);
}

#[test]
fn changes_without_lines_touch_none() {
    for header in [
        "old mode 100644\nnew mode 100755\n",
        "similarity index 100%\nrename from a.c\nrename to a.c\n",
        "index 8f2c1a0..77b1a2c 100644\nBinary files a/a.c and b/a.c differ\n",
        "index 8f2c1a0..77b1a2c 100644\nGIT binary patch\nliteral 1\nIcmZP&00jU5\n\nliteral 1\nIcmZP&00jU5\n\n",
        "new file mode 100644\nindex 0000000..e69de29\n",
    ] {
        let (paths, lines) = one(format!("diff --git a/a.c b/a.c\n{header}"));
        assert_eq!((paths[0].as_str(), lines.len()), ("a.c", 0), "{header}");
    }
}

#[test]
fn a_removed_file_is_read_by_its_old_lines() {
    let diff = "diff --git a/a.c b/a.c\ndeleted file mode 100644\n--- a/a.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n";
    assert_eq!(one(diff), (vec!["a.c".to_owned(), "a/a.c".to_owned()], vec![1, 2]));
}

#[test]
fn a_missing_line_feed_at_the_end_is_no_line() {
    let diff = "--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n\\ No newline at end of file\n";
    assert_eq!(one(diff).1, [2, 2]);
}

#[test]
fn bytes_of_any_encoding_are_read() {
    assert_eq!(one(b"--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-caf\xE9\n+caf\xE8\n").1, [1, 1]);
    let diff = "diff --git a/a.c b/a.c\nnew file mode 100644\n--- /dev/null\n+++ b/a.c\n@@ -0,0 +1 @@\n+x\n";
    assert_eq!(one(diff.replace('\n', "\r\n")), one(diff));
    let wide: Vec<u8> =
        "\u{FEFF}".encode_utf16().chain(diff.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(one(wide), one(diff));
}

#[test]
fn an_unreadable_diff_is_an_error_with_its_cause() {
    let error = |diff: &str| changed_files(diff.as_bytes()).unwrap_err();
    assert_eq!(changed_files(b" \n\n"), Ok(Vec::new()), "an empty diff changes nothing");
    assert_eq!(error("no diff at all\n"), DiffError::NotADiff);
    assert_eq!(error("\x1b[1mdiff --git a/a.c b/a.c\x1b[m\n"), DiffError::Coloured);
    assert_eq!(
        error("diff --cc a.c\nindex 1,2..3\n--- a/a.c\n+++ b/a.c\n@@@ -1,1 -1,1 +1,1 @@@\n--x\n++y\n"),
        DiffError::Combined
    );
    for cut in [
        "--- a/a.c\n+++ b/a.c\n@@ -1,3 +1,3 @@\n x\n",
        "diff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -1,3 +1,3\n x\n",
    ] {
        assert!(matches!(error(cut), DiffError::Malformed { file: 1, .. }), "{cut}");
    }
    let long = format!("diff --git a/{0} b/{0}\nold mode 100644\n", "x ".repeat(5_000));
    assert!(matches!(error(&long), DiffError::Malformed { .. }));
}

#[test]
fn many_lines_find_what_one_line_finds() {
    let source = "import os\n\nclass A:\n    x = 1\n\n    def f(self):\n        def g():\n            pass\n        return g\n\n    def h(self): return 1\n\ny = 2\n";
    let language = languages::by_name("python").unwrap();
    let facts = extract(language, "a.py", source);
    let definitions = facts.view().definitions;
    let slow = |line: u32| {
        let around =
            definitions.iter().enumerate().filter(|(_, one)| one.line <= line && line <= one.end_line);
        around.min_by_key(|(at, one)| (one.end_line - one.line, usize::MAX - at)).map(|(at, _)| at)
    };
    let lines: Vec<u32> = (0..20).collect();
    let expected: Vec<usize> = lines.iter().filter_map(|line| slow(*line)).collect();
    assert_eq!(innermost(definitions, lines).collect::<Vec<_>>(), expected);
    assert!(expected.len() >= 12);
}
