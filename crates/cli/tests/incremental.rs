//! The index follows the files: edits, renames, branches, ignore rules, worktrees.

use crate::support::{Fixture, each, git_in, json_in, timeless};
use serde_json::Value;
use std::fs;

/// Waits until a file written now is certainly older than the next clock reading, so that the
/// index may trust its stamp.
fn settle() {
    std::thread::sleep(std::time::Duration::from_millis(30));
}

fn ids(fixture: &Fixture, name: &str) -> Vec<String> {
    let answer = fixture.json(&["symbols", name]);
    if answer["exact"] == false {
        return Vec::new();
    }
    each(&answer["symbols"], "id").into_iter().map(str::to_owned).collect()
}

fn nodes(answer: &Value, list: &str) -> Vec<String> {
    each(&answer[list], "node").into_iter().map(str::to_owned).collect()
}

/// What an index built from nothing would answer.
fn assert_like_new(fixture: &Fixture) {
    let questions: [&[&str]; 4] = [
        &["query", "parcel retry failed report"],
        &["context", "retry failed parcels"],
        &["symbols", "e", "--limit", "500"],
        &["index"],
    ];
    let ask = |folder: &std::path::Path| -> Vec<Value> {
        questions
            .iter()
            .map(|question| {
                let mut answer = timeless(json_in(folder, question, &[]));
                for key in ["root", "changed_files", "parsed_files", "index_bytes"] {
                    answer.as_object_mut().unwrap().remove(key);
                }
                answer
            })
            .collect()
    };
    let incremental = ask(fixture.root());
    let copy = tempfile::tempdir().unwrap();
    let target = copy.path().join("repo");
    let copied =
        std::process::Command::new("cp").arg("-a").arg(fixture.root()).arg(&target).status().unwrap();
    assert!(copied.success());
    let fresh = ask(&target);
    fs::remove_dir_all(copy.path().with_extension("home")).unwrap();
    assert_eq!(incremental, fresh);
}

#[test]
fn an_edit_is_in_the_next_answer() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    settle();
    fixture.replace("courier/client.py", "def encode(", "def wrap(");
    assert_eq!(ids(&fixture, "wrap"), ["courier/client.py::wrap"]);
    assert!(ids(&fixture, "encode").is_empty());
    assert_like_new(&fixture);
}

#[test]
fn only_what_changed_is_parsed() {
    let fixture = Fixture::courier();
    settle();
    let first = fixture.json(&["index"]);
    assert_eq!(first["parsed_files"], first["files"]);
    settle();
    let second = fixture.json(&["index"]);
    assert_eq!((&second["changed_files"], &second["parsed_files"]), (&0.into(), &0.into()));
    fixture.replace("courier/client.py", "def encode(", "def wrap(");
    let third = fixture.json(&["index"]);
    assert_eq!((&third["changed_files"], &third["parsed_files"]), (&1.into(), &1.into()));
    settle();
    fixture.replace("courier/client.py", "def wrap(", "def encode(");
    let fourth = fixture.json(&["index"]);
    assert_eq!(fourth["parsed_files"], 0, "that text was parsed before");
}

#[test]
fn touching_a_file_without_changing_it_changes_nothing() {
    let fixture = Fixture::courier();
    settle();
    let before = fixture.json(&["index"]);
    settle();
    for path in ["courier/client.py", "docs/retries.md"] {
        fixture.write(path, fixture.read(path));
    }
    let after = fixture.json(&["index"]);
    assert_eq!(after["parsed_files"], 0);
    for key in ["files", "symbols", "edges", "languages", "unresolved", "commit", "dirty"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    assert_like_new(&fixture);
}

#[test]
fn an_index_built_right_after_a_commit_stays_clean() {
    let fixture = Fixture::courier();
    // Written so recently that their stamps cannot be trusted yet: looked at again, and equal.
    for _ in 0..3 {
        fixture.write("README.md", fixture.read("README.md"));
        assert_eq!(fixture.json(&["index"])["dirty"], false);
        assert_eq!(fixture.json(&["symbols", "Client"])["index"]["dirty"], false);
    }
}

#[test]
fn local_changes_are_reported_until_they_are_gone() {
    let fixture = Fixture::courier();
    let dirty = || fixture.json(&["symbols", "Client"])["index"]["dirty"].clone();
    assert_eq!(dirty(), false);
    settle();
    fixture.replace("courier/client.py", "def encode(", "def wrap(");
    assert_eq!(dirty(), true);
    settle();
    fixture.replace("courier/client.py", "def wrap(", "def encode(");
    assert_eq!(dirty(), false);
    settle();
    fixture.write("courier/new.py", "def new(): pass\n");
    assert_eq!(dirty(), true);
    fixture.commit("Add new");
    assert_eq!(dirty(), false);
    settle();
    fs::remove_file(fixture.path("courier/new.py")).unwrap();
    assert_eq!(dirty(), true);
}

#[test]
fn a_renamed_file_keeps_its_symbols_under_the_new_path() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    fs::rename(fixture.path("lib/report.rb"), fixture.path("lib/summary.rb")).unwrap();
    assert_eq!(ids(&fixture, "Report#lost"), ["lib/summary.rb::Report#lost"]);
    fs::rename(fixture.path("courier"), fixture.path("messenger")).unwrap();
    assert_eq!(ids(&fixture, "Client.send"), ["messenger/client.py::Client.send"]);
    assert_like_new(&fixture);
}

#[test]
fn a_deleted_file_takes_its_symbols_and_edges_along() {
    let fixture = Fixture::courier();
    let before = fixture.json(&["impact", "with_retries"]);
    assert!(nodes(&before, "impacted").contains(&"courier/client.py::Client.send".to_owned()));
    fs::remove_file(fixture.path("courier/client.py")).unwrap();
    assert!(ids(&fixture, "Client").is_empty());
    let after = fixture.json(&["impact", "with_retries"]);
    assert!(!nodes(&after, "impacted").iter().any(|node| node.contains("client.py::Client")));
    assert_like_new(&fixture);
}

#[test]
fn an_added_file_is_linked_both_ways() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    fixture.write("courier/bulk.py", "from courier.client import encode\n\n\ndef send_all(parcels):\n    return [encode(p) for p in parcels]\n");
    let impact = fixture.json(&["impact", "encode"]);
    assert!(nodes(&impact, "impacted").contains(&"courier/bulk.py::send_all".to_owned()));
    fixture.write("run.py", "from courier.bulk import send_all\n\nsend_all([])\n");
    let impact = fixture.json(&["impact", "send_all"]);
    assert!(nodes(&impact, "impacted").contains(&"run.py".to_owned()), "{impact}");
    assert_like_new(&fixture);
}

#[test]
fn a_branch_switch_shows_that_branch_and_parses_nothing_seen_before() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    fixture.git(&["checkout", "--quiet", "-b", "topic"]);
    fixture.replace("courier/client.py", "def encode(", "def wrap(");
    fs::remove_file(fixture.path("lib/report.rb")).unwrap();
    fixture.write("courier/bulk.py", "def send_all(): pass\n");
    let topic = fixture.commit("Topic");
    assert_eq!(fixture.json(&["index"])["parsed_files"], 2);
    settle();
    fixture.git(&["checkout", "--quiet", "main"]);
    let back = fixture.json(&["index"]);
    assert_eq!((&back["parsed_files"], &back["dirty"]), (&0.into(), &false.into()));
    assert_eq!(ids(&fixture, "encode"), ["courier/client.py::encode"]);
    assert!(ids(&fixture, "send_all").is_empty());
    settle();
    fixture.git(&["checkout", "--quiet", "topic"]);
    let again = fixture.json(&["index"]);
    assert_eq!((&again["parsed_files"], &again["commit"]), (&0.into(), &topic.into()));
    assert!(ids(&fixture, "Report").is_empty());
    assert_like_new(&fixture);
}

#[test]
fn a_commit_without_a_change_of_files_is_reported() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let commit = fixture.commit("Nothing");
    assert_eq!(fixture.json(&["symbols", "Client"])["index"]["commit"], commit);
}

#[test]
fn an_untracked_file_that_becomes_ignored_leaves_the_index_and_comes_back() {
    let fixture = Fixture::courier();
    fixture.write("drafts/label.rb", "class Label\nend\n");
    assert_eq!(ids(&fixture, "Label"), ["drafts/label.rb::Label"]);
    fixture.write(".gitignore", "drafts/\nlib/\n");
    assert!(ids(&fixture, "Label").is_empty());
    // Git tracks this one, so that its rules do not apply to it.
    assert_eq!(ids(&fixture, "Report")[0], "lib/report.rb::Report");
    assert_like_new(&fixture);
    fs::remove_file(fixture.path(".gitignore")).unwrap();
    assert_eq!(ids(&fixture, "Label"), ["drafts/label.rb::Label"]);
    fixture.write(".fathomignore", "drafts/\nlib/\n");
    assert!(ids(&fixture, "Label").is_empty() && ids(&fixture, "Report").is_empty());
    assert_like_new(&fixture);
}

#[test]
fn as_is_answers_from_the_old_index_and_lists_what_is_outdated() {
    let fixture = Fixture::courier();
    settle();
    fixture.json(&["index"]);
    fixture.replace("courier/client.py", "def encode(", "def wrap(");
    let old = fixture.json(&["symbols", "encode", "--as-is"]);
    assert_eq!((&old["count"], &old["index"]["stale_files"]), (&1.into(), &1.into()));
    let text = fixture.fathom(&["context", "encode a parcel", "--as-is"]).stdout;
    assert!(text.contains("1 files changed since"), "{text}");
    assert_eq!(fixture.json(&["symbols", "wrap"])["index"]["stale_files"], 0);
}

#[test]
fn worktrees_share_what_was_parsed() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let other = fixture.beside("other");
    fixture.git(&["worktree", "add", "--quiet", other.to_str().unwrap(), "-b", "topic"]);
    let answer = json_in(&other, &["index"], &[]);
    assert_eq!(answer["parsed_files"], 0);
    assert_eq!(answer["root"], other.display().to_string());
    fs::write(other.join("courier/only_there.py"), "def only_there(): pass\n").unwrap();
    assert_eq!(json_in(&other, &["symbols", "only_there"], &[])["count"], 1);
    assert!(ids(&fixture, "only_there").is_empty());
    assert_eq!(git_in(&other, &["status", "--porcelain"]), "?? courier/only_there.py");
    // What one of them merges away or adds leaves the other's index whole.
    for round in 0..30 {
        fs::write(other.join("courier/only_there.py"), format!("def only_there_{round}(): pass\n")).unwrap();
        assert_eq!(json_in(&other, &["symbols", &format!("only_there_{round}")], &[])["count"], 1);
    }
    assert_eq!(ids(&fixture, "Client.send"), ["courier/client.py::Client.send"]);
    assert_like_new(&fixture);
}

#[test]
fn git_never_sees_the_index() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    fixture.json(&["context", "retry"]);
    assert_eq!(fixture.git(&["status", "--porcelain", "--untracked-files=all", "--ignored"]), "");
    let outside: Vec<_> = fs::read_dir(fixture.root().parent().unwrap()).unwrap().collect();
    assert_eq!(outside.len(), 1, "nothing is written beside the repository");
}

/// Whether `context` ranks a symbol.
fn is_ranked(fixture: &Fixture, id: &str) -> bool {
    each(&fixture.json(&["context", "made by tool", "--limit", "20"])["symbols"], "id").contains(&id)
}

#[test]
fn generated_files_are_linked_and_ranked_only_when_asked_for() {
    let fixture = Fixture::courier();
    let made = "courier/made.py::made_by_tool";
    fixture.write("courier/made.py", "# @generated by a tool\ndef made_by_tool(): pass\n");
    fixture.write("courier/user.py", "from courier.made import made_by_tool\n\ndef uses(): made_by_tool()\n");
    assert_eq!(ids(&fixture, "made_by_tool"), [made]);
    assert_eq!(nodes(&fixture.json(&["impact", "made_by_tool"]), "impacted"), ["courier/user.py::uses"]);
    assert!(fixture.json(&["show", "made_by_tool"])["code"].as_str().unwrap().contains("def made_by_tool"));
    assert!(!is_ranked(&fixture, made));
    fixture.json(&["index", "--include-generated"]);
    assert!(is_ranked(&fixture, made));
    fixture.replace("courier/client.py", "def encode(", "def wrap(");
    assert!(is_ranked(&fixture, made));
    fixture.json(&["index"]);
    assert!(!is_ranked(&fixture, made));
}

#[test]
fn a_tracked_file_is_indexed_though_a_rule_of_git_matches_it() {
    let fixture = Fixture::courier();
    fixture.write(".gitignore", "*.gen.py\nbuild/\n");
    for name in ["kept.gen.py", "left.gen.py", "build/kept.py", "build/left.py"] {
        let function = name.replace(['.', '/'], "_");
        fixture.write(name, format!("def in_{function}(): pass\n"));
    }
    fixture.git(&["add", "-f", "kept.gen.py", "build/kept.py", ".gitignore"]);
    assert_eq!(ids(&fixture, "in_kept_gen_py"), ["kept.gen.py::in_kept_gen_py"]);
    assert_eq!(ids(&fixture, "in_build_kept_py"), ["build/kept.py::in_build_kept_py"]);
    assert!(ids(&fixture, "in_left_gen_py").is_empty() && ids(&fixture, "in_build_left_py").is_empty());
    settle();
    fixture.git(&["add", "-f", "left.gen.py"]);
    assert_eq!(ids(&fixture, "in_left_gen_py"), ["left.gen.py::in_left_gen_py"]);
    fixture.git(&["rm", "-q", "--cached", "kept.gen.py"]);
    assert!(ids(&fixture, "in_kept_gen_py").is_empty());
    // The rules that only Fathom and search tools read hold for tracked files, too.
    fixture.write(".fathomignore", "build/\n");
    assert!(ids(&fixture, "in_build_kept_py").is_empty());
}

#[test]
fn rebuild_parses_everything_and_answers_the_same() {
    let fixture = Fixture::courier();
    settle();
    let first = fixture.json(&["index"]);
    let again = fixture.json(&["index", "--rebuild"]);
    assert_eq!(again["parsed_files"], first["files"]);
    for key in ["files", "symbols", "edges", "unresolved"] {
        assert_eq!(first[key], again[key], "{key}");
    }
    assert_like_new(&fixture);
}

#[test]
fn current_state_beside_the_index_is_reported() {
    let fixture = Fixture::courier();
    assert_eq!(fixture.json(&["index"])["unsupported_languages"]["nim"], 1);
    settle();
    fixture.write("courier/second.nim", "proc second() = discard\n");
    assert_eq!(fixture.json(&["index"])["unsupported_languages"]["nim"], 2);
    settle();
    fs::remove_file(fixture.path("courier/second.nim")).unwrap();
    fixture.json(&["symbols", "Parcel"]);
    assert_eq!(fixture.json(&["status"])["unsupported_languages"]["nim"], 1);
}
