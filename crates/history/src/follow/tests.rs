//! Small logs, written down newest first.

use super::{ChangedLines, Timeline};
use crate::{Author, Commit, FileChange, Hunk};

/// A commit of changes: path before, path after, hunks.
fn commit(changes: &[(&str, &str, &[Hunk])]) -> Commit {
    let path = |path: &str| (!path.is_empty()).then(|| path.to_owned());
    let changes = changes.iter().map(|(before, after, hunks)| FileChange {
        path: path(after),
        before: path(before),
        hunks: hunks.to_vec(),
    });
    Commit {
        id: String::new(),
        parent: None,
        author: Author::default(),
        author_time: 0,
        commit_time: 0,
        message: String::new(),
        changes: changes.collect(),
    }
}

fn paths<'a>(timeline: &Timeline<'a>) -> Vec<Option<&'a str>> {
    timeline.changes().map(|change| change.path.map(|path| timeline.path(path))).collect()
}

#[test]
fn a_path_is_called_what_it_is_called_today() {
    let log = [
        commit(&[("b.py", "c.py", &[])]),
        commit(&[("a.py", "b.py", &[]), ("", "d.py", &[])]),
        commit(&[("", "a.py", &[])]),
    ];
    let timeline = Timeline::new(&log);
    assert_eq!(paths(&timeline), [Some("c.py"), Some("c.py"), Some("d.py"), Some("c.py")]);
    assert_eq!((timeline.churn(timeline.of_change[3].unwrap()).changes, timeline.most_changes()), (3, 3));
}

#[test]
fn a_deleted_file_has_no_path_in_the_commit_that_deleted_it() {
    let log = [commit(&[("a.py", "", &[])]), commit(&[("a.py", "a.py", &[])])];
    assert_eq!(paths(&Timeline::new(&log)), [None, Some("a.py")]);
}

#[test]
fn lines_of_an_old_commit_are_found_where_they_are_today() {
    let inserted = Hunk { before: 0..0, after: 0..10 };
    let edited = [Hunk { before: 4..5, after: 4..6 }, Hunk { before: 40..41, after: 41..42 }];
    let log = [
        commit(&[("new.py", "new.py", &[inserted])]),
        commit(&[("old.py", "new.py", &[])]),
        commit(&[("old.py", "old.py", &edited)]),
    ];
    let timeline = Timeline::new(&log);
    let path = timeline.of_change[0].unwrap();
    assert_eq!(
        timeline.changed_lines(&[2], |_| Some(100)),
        [ChangedLines { commit: 2, path, lines: vec![14..16, 51..52] }]
    );
    assert!(timeline.changed_lines(&[2], |_| None).is_empty(), "the file is gone");
    assert!(timeline.changed_lines(&[], |_| Some(100)).is_empty());
}

#[test]
fn lines_that_only_went_are_found_by_the_line_above() {
    let log = [commit(&[(
        "a.py",
        "a.py",
        &[Hunk { before: 5..8, after: 5..5 }, Hunk { before: 12..13, after: 9..9 }],
    )])];
    let timeline = Timeline::new(&log);
    assert_eq!(timeline.changed_lines(&[0], |_| Some(20))[0].lines, [4..5, 8..9]);
}
