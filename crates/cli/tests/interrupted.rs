//! Killed while writing, or two at once: there is always a whole index.

use crate::support::{Fixture, StopsAtEnd, each};
use std::fs;
use std::io::{BufRead, BufReader};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Enough files that indexing takes a while.
fn many(fixture: &Fixture, version: usize) {
    for file in 0..120 {
        let functions: String = (0..10)
            .map(|f| format!("def version_{version}_file_{file}_f{f}(x):\n    return parcel_{file}(x)\n\n"))
            .collect();
        let code = format!("{functions}def parcel_{file}(x):\n    return x + {version}\n");
        fixture.write(&format!("many/f{file}.py"), code);
    }
}

#[test]
fn a_kill_at_any_moment_leaves_a_whole_index() {
    let fixture = Fixture::courier();
    many(&fixture, 0);
    fixture.json(&["index"]);
    // Moments from the first milliseconds to about the end, in no order.
    for round in 1..=12 {
        many(&fixture, round);
        let mut child = fixture.start(&["index", "--json"]);
        std::thread::sleep(Duration::from_millis((round as u64 * 37) % 230));
        let _ = child.kill();
        child.wait().unwrap();
        // Asked first, because it never builds.
        assert_eq!(fixture.json(&["status"])["indexed"], true, "round {round}");
        let as_is = fixture.json(&["symbols", "Client.send", "--as-is"]);
        assert_eq!(each(&as_is["symbols"], "id"), ["courier/client.py::Client.send"]);
        // Old or new, but not both.
        let versions: Vec<usize> = [round - 1, round]
            .into_iter()
            .filter(|version| {
                let name = format!("version_{version}_file_119_f9");
                fixture.json(&["symbols", &name, "--as-is"])["exact"] == true
            })
            .collect();
        assert_eq!(versions.len(), 1, "round {round}: {versions:?}");
        let name = format!("version_{round}_file_0_f0");
        assert_eq!(fixture.json(&["symbols", &name])["exact"], true, "round {round}");
    }
    // What was left unfinished is cleared away.
    let entries = fs::read_dir(fixture.index("snapshots")).unwrap();
    let left: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(left.iter().all(|name| !name.contains('.')), "{left:?}");
    let of_kind = |kind: &str| left.iter().filter(|name| name.starts_with(kind)).count();
    assert_eq!((of_kind("graph-"), of_kind("files-"), of_kind("manifests-")), (1, 1, 1), "{left:?}");
    assert_eq!(left.iter().filter(|name| !name.contains('-')).count(), 1, "one snapshot: {left:?}");
    assert_eq!(fixture.git(&["status", "--porcelain"]), "?? many/");
}

#[test]
fn a_kill_while_the_first_index_is_built_leaves_none_or_a_whole_one() {
    for round in 0..6 {
        let fixture = Fixture::courier();
        many(&fixture, 0);
        let mut child = fixture.start(&["index", "--json"]);
        std::thread::sleep(Duration::from_millis(round * 40));
        let _ = child.kill();
        child.wait().unwrap();
        assert_eq!(fixture.json(&["symbols", "version_0_file_7_f3"])["exact"], true);
    }
}

#[test]
fn two_at_once_both_succeed() {
    let fixture = Fixture::courier();
    for round in 0..4 {
        many(&fixture, round);
        let children: Vec<_> = (0..3).map(|_| fixture.start(&["index", "--json"])).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(answer["files"].as_u64().unwrap() >= 128, "{answer}");
        }
    }
}

#[test]
fn readers_succeed_while_a_writer_writes() {
    let fixture = Fixture::courier();
    many(&fixture, 0);
    fixture.json(&["index"]);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _stops = StopsAtEnd(&stop);
            for version in 1..=8 {
                many(&fixture, version);
                fixture.json(&["index"]);
            }
        });
        while !stop.load(Ordering::Relaxed) {
            assert_eq!(fixture.json(&["status"])["indexed"], true, "there is a whole index at any moment");
            for question in [
                &["symbols", "Client.send", "--as-is"][..],
                &["impact", "encode", "--as-is"],
                &["context", "retry"],
            ] {
                let answer = fixture.fathom(question);
                assert_eq!(answer.code, 0, "{question:?}: {}", answer.stderr);
            }
        }
    });
}

#[test]
fn waiting_for_another_process_is_reported_in_a_pipe_too() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let lock = fs::File::open(fixture.index("lock")).unwrap();
    lock.lock().unwrap();
    let mut child = fixture.start(&["index", "--json"]);
    let mut line = String::new();
    // Blocks until the message comes, which happens while the lock is held.
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("fathom: another fathom") && line.contains("waiting for it"), "{line}");
    lock.unlock().unwrap();
    assert!(child.wait().unwrap().success());
}
