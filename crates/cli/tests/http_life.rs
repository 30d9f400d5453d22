//! A server over time: restarts, edits, branches, many clients, the end.

use crate::support::server::Server;
use crate::support::{Fixture, git_in};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

fn count(server: &Server, workspace: &str, name: &str) -> Value {
    let answer = server.get(&format!("/api/v1/symbols?workspace={workspace}&query={name}"));
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// Waits until a symbol is found.
fn until_found(server: &Server, workspace: &str, name: &str) {
    let since = Instant::now();
    while count(server, workspace, name)["exact"] != true {
        assert!(since.elapsed() < Duration::from_secs(20), "{name} is not found");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn workspaces_survive_a_restart_and_a_kill() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let before = server.get("/api/v1/workspaces").json();
    drop(server); // killed
    let server = Server::start(&fixture, &[], &[]);
    assert_eq!(server.get("/api/v1/workspaces").json(), before);
    assert_eq!(count(&server, &workspace, "Client")["exact"], true);
    let body = json!({"workspace": workspace, "task": "lose a parcel", "used": ["Report#lost"]});
    assert_eq!(server.post("/api/v1/feedback", &body).status, 200);
    drop(server);
    // What was acknowledged is there.
    let server = Server::start(&fixture, &[], &[]);
    let list = server.post("/api/v1/feedback", &json!({"workspace": workspace, "action": "list"})).json();
    assert_eq!(list["feedback"].as_array().unwrap().len(), 1, "{list}");
}

#[test]
fn a_workspace_without_its_folder_is_an_error() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    drop(server);
    std::fs::rename(fixture.root(), fixture.beside("moved")).unwrap();
    std::fs::create_dir(fixture.root()).unwrap();
    let server = Server::start(&fixture, &[], &[]);
    std::fs::remove_dir(fixture.root()).unwrap();
    let answer = server.get(&format!("/api/v1/symbols?workspace={workspace}&query=Client"));
    assert_eq!((answer.status, answer.error().as_str()), (404, "not_found"));
}

#[test]
fn a_saved_workspace_outside_the_roots_of_today_is_not_served() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    drop(server);
    let elsewhere = fixture.beside("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let server = Server::start(&fixture, &["--root", elsewhere.to_str().unwrap()], &[]);
    assert_eq!(server.get("/api/v1/workspaces").json(), json!({"workspaces": []}));
    assert_eq!(server.get(&format!("/api/v1/status?workspace={workspace}")).status, 404);
    drop(server);
    // It is not forgotten either.
    let server = Server::start(&fixture, &[], &[]);
    assert_eq!(server.get(&format!("/api/v1/status?workspace={workspace}")).status, 200);
}

/// The age of an edit that every answer contains.
const PROMISE: Duration = Duration::from_secs(2);

#[test]
fn an_edit_that_is_two_seconds_old_is_in_the_answer() {
    let fixture = Fixture::courier();
    for (arguments, name) in [(&["--watch"][..], "watched_one"), (&[], "asked_one")] {
        let server = Server::start(&fixture, arguments, &[]);
        let workspace = server.register(fixture.root());
        assert_eq!(count(&server, &workspace, "Client")["exact"], true);
        fixture.write("courier/new.py", format!("def {name}():\n    pass\n"));
        std::thread::sleep(PROMISE);
        // On a loaded machine a refresh can exceed its limit; the first answer then reports it.
        let answer = count(&server, &workspace, name);
        assert!(answer["exact"] == true || answer["index"]["indexing"] == true, "{arguments:?}: {answer}");
        until_found(&server, &workspace, name);
        let answer = count(&server, &workspace, name);
        assert_eq!((&answer["index"]["dirty"], &answer["index"]["stale_files"]), (&json!(true), &json!(0)));
    }
}

#[test]
fn the_status_after_an_edit_lists_the_file_before_and_after_it_is_indexed() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    // The first question waits for the first index.
    assert_eq!(count(&server, &workspace, "Client")["exact"], true);
    let status = || server.get(&format!("/api/v1/status?workspace={workspace}")).json();
    let before = status();
    assert_eq!((&before["indexed"], &before["stale_files"]), (&json!(true), &json!(0)));
    assert_eq!(before["dirty_files"], json!([]));

    fixture.write("courier/new.py", "def written_one():\n    pass\n");
    let written = status();
    assert_eq!((&written["stale_files"], &written["dirty_files"]), (&json!(1), &json!(["courier/new.py"])));
    assert_eq!(written["symbols"], before["symbols"], "a status builds no index");

    until_found(&server, &workspace, "written_one");
    let indexed = status();
    assert_eq!((&indexed["stale_files"], &indexed["dirty_files"]), (&json!(0), &json!(["courier/new.py"])));
    assert_eq!(indexed["files"].as_u64(), before["files"].as_u64().map(|files| files + 1));

    std::fs::remove_file(fixture.path("courier/new.py")).unwrap();
    assert_eq!((&status()["stale_files"], &status()["dirty_files"]), (&json!(1), &json!([])));
}

#[test]
fn a_branch_switch_is_seen_as_a_whole() {
    let fixture = Fixture::courier();
    fixture.git(&["checkout", "--quiet", "-b", "other"]);
    for file in ["one", "two", "three"] {
        fixture.write(&format!("courier/{file}.py"), format!("def on_other_{file}():\n    pass\n"));
    }
    let other = fixture.commit("Other");
    fixture.git(&["checkout", "--quiet", "main"]);
    let main = fixture.git(&["rev-parse", "HEAD"]);
    let server = Server::start(&fixture, &["--watch"], &[]);
    let workspace = server.register(fixture.root());
    assert_eq!(count(&server, &workspace, "Client")["index"]["commit"], json!(main));
    fixture.git(&["checkout", "--quiet", "other"]);
    let since = Instant::now();
    loop {
        let answer = count(&server, &workspace, "on_other");
        let commit = answer["index"]["commit"].as_str().unwrap();
        // The old state or the new one, never a mixture.
        assert_eq!(answer["count"], if commit == other { 3 } else { 0 }, "{answer}");
        if commit == other {
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn worktrees_are_workspaces_of_their_own() {
    let fixture = Fixture::courier();
    let tree = fixture.beside("tree");
    fixture.git(&["worktree", "add", "--quiet", "-b", "side", tree.to_str().unwrap()]);
    std::fs::write(tree.join("side.py"), "def only_here():\n    pass\n").unwrap();
    git_in(&tree, &["add", "--all"]);
    let (server, main) = Server::with(&fixture);
    let side = server.register(&tree);
    assert_ne!(main, side);
    assert_eq!(count(&server, &side, "only_here")["exact"], true);
    assert_eq!(count(&server, &main, "only_here")["count"], 0);
}

#[test]
fn events_report_progress_and_new_snapshots() {
    let fixture = Fixture::courier();
    let server = Server::start(&fixture, &["--watch"], &[]);
    let mut stream = server.connect();
    write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let head = lines.by_ref().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    assert!(head.contains("200 OK") && head.contains("text/event-stream"), "{head}");
    let workspace = server.register(fixture.root());
    let mut names = Vec::new();
    while !names.contains(&"snapshot".to_owned()) {
        let line = lines.next().unwrap();
        names.extend(line.strip_prefix("event: ").map(str::to_owned));
        if let Some(data) = line.strip_prefix("data: ") {
            let event: Value = serde_json::from_str(data).unwrap();
            assert_eq!(event["workspace_hash"], json!(workspace));
        }
    }
    assert!(names.contains(&"progress".to_owned()), "{names:?}");
}

#[test]
fn forty_clients_are_answered_while_files_change() {
    let fixture = Fixture::courier();
    let server = Server::start(&fixture, &["--watch"], &[]);
    let workspace = server.register(fixture.root());
    assert_eq!(count(&server, &workspace, "Client")["exact"], true);
    std::thread::scope(|scope| {
        for client in 0..40 {
            let (server, workspace) = (&server, &workspace);
            scope.spawn(move || {
                for _ in 0..3 {
                    let body = json!({"workspace": workspace, "task": format!("retry request {client}")});
                    assert_eq!(server.post("/api/v1/context", &body).status, 200);
                }
            });
        }
        for round in 0..5 {
            fixture.write("courier/busy.py", format!("def busy_{round}():\n    pass\n"));
            std::thread::sleep(Duration::from_millis(50));
        }
    });
}

#[test]
fn the_server_shuts_down_gracefully() {
    for signal in ["-TERM", "-INT"] {
        let fixture = Fixture::courier();
        let server = Server::start(&fixture, &["--watch"], &[]);
        server.register(fixture.root());
        // Open connections do not hold it up: an idle one, a stream, half a request.
        let idle = server.connect();
        let mut events = server.connect();
        write!(events, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
        let mut half = server.connect();
        write!(half, "POST /api/v1/query HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n", server.address)
            .unwrap();
        std::thread::sleep(Duration::from_millis(100));
        let (code, took) = server.stop(signal);
        assert_eq!(code, Some(0), "{signal}");
        assert!(took < Duration::from_secs(10), "{signal}: {took:?}");
        drop((idle, events, half));
    }
}
