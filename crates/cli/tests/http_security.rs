//! Attacks on the HTTP server, one test per rule.

use crate::support::Fixture;
use crate::support::server::{Server, command, read};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

const MOST: usize = 8 * 1024 * 1024;
const JSON: &str = "Content-Type: application/json";
const TOKEN: &[(&str, &str)] = &[("FATHOM_TOKEN", "correct horse")];

#[test]
fn a_page_of_another_site_cannot_ask() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let body = json!({"workspace": workspace, "query": "parcel"}).to_string();
    let ask = |headers: &[&str]| {
        let headers: Vec<&str> = headers.iter().copied().chain([JSON]).collect();
        server.send("POST", "/api/v1/query", &headers, &body)
    };
    let own = format!("Origin: http://{}", server.address);
    assert_eq!(ask(&[]).status, 200);
    assert_eq!(ask(&[&own, "Sec-Fetch-Site: same-origin"]).status, 200);
    for refused in [
        "Host: evil.example",
        "Host: evil.example:80",
        "Host: 127.0.0.1:1",
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Origin: http://localhost:3000",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ] {
        let answer = ask(&[refused]);
        assert_eq!((answer.status, answer.error().as_str()), (403, "forbidden"), "{refused}");
        for path in ["/metrics", "/events", "/api/v1/workspaces", "/api/v1/openapi.json", "/nothing", "/"] {
            assert_eq!(server.send("GET", path, &[refused], "").status, 403, "{refused} {path}");
        }
        assert_eq!(server.send("GET", "/health", &[refused], "").status, 200, "{refused}");
    }
    let preflight = server.send("OPTIONS", "/api/v1/query", &["Origin: http://evil.example"], "");
    assert!(!preflight.head.to_ascii_lowercase().contains("access-control"), "{}", preflight.head);
}

#[test]
fn only_json_is_read() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let body = json!({"workspace": workspace, "query": "parcel"}).to_string();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
    ] {
        let answer = server.send("POST", "/api/v1/query", &[&format!("Content-Type: {kind}")], &body);
        assert_eq!(answer.status, 415, "{kind}: {}", answer.body);
        assert!(answer.body.contains("application/json"));
    }
    assert_eq!(server.send("POST", "/api/v1/query", &[], &body).status, 415);
    let with_charset = "Content-Type: Application/JSON; charset=utf-8";
    assert_eq!(server.send("POST", "/api/v1/query", &[with_charset], &body).status, 200);
}

#[test]
fn a_body_above_8_mib_is_refused_however_it_is_sent() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let body = |size: usize| {
        let empty = json!({"workspace": workspace, "query": "x", "junk": ""}).to_string();
        json!({"workspace": workspace, "query": "x", "junk": "j".repeat(size - empty.len())}).to_string()
    };
    assert_eq!(server.send("POST", "/api/v1/query", &[JSON], &body(MOST)).status, 200);
    let declared = server.send("POST", "/api/v1/query", &[JSON], &body(MOST + 1));
    assert_eq!(declared.status, 413);
    assert_eq!(declared.error(), "invalid_request");
    let text = body(MOST + 1);
    let chunked = format!(
        "POST /api/v1/query HTTP/1.1\r\nHost: {}\r\n{JSON}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n{:x}\r\n{text}\r\n0\r\n\r\n",
        server.address,
        text.len()
    );
    assert_eq!(server.raw(chunked.as_bytes()).status, 413);
    let waiting = format!(
        "POST /api/v1/query HTTP/1.1\r\nHost: {}\r\n{JSON}\r\nContent-Length: 99999999999\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
        server.address
    );
    let started = Instant::now();
    assert_eq!(server.raw(waiting.as_bytes()).status, 413);
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[test]
fn nothing_but_health_answers_without_the_token() {
    let fixture = Fixture::courier();
    let server = Server::start(&fixture, &["--addr", "0.0.0.0:0"], TOKEN);
    for path in ["/", "/metrics", "/events", "/api/v1/workspaces", "/api/v1/openapi.json", "/api/v1/nothing"]
    {
        for headers in [&[][..], &["Authorization: Bearer wrong"], &["Authorization: Basic Y29ycmVjdA=="]] {
            let answer = server.send("GET", path, headers, "");
            assert_eq!((answer.status, answer.error().as_str()), (401, "unauthorized"), "{path}");
            assert!(answer.head.contains("www-authenticate: Bearer"), "{}", answer.head);
        }
    }
    assert_eq!(server.get("/health").status, 200);
    let known = ["Authorization: Bearer correct horse"];
    assert_eq!(server.send("GET", "/api/v1/workspaces", &known, "").status, 200);
    let foreign = ["Authorization: Bearer correct horse", "Host: evil.example"];
    assert_eq!(server.send("GET", "/api/v1/workspaces", &foreign, "").status, 403);
}

#[test]
fn an_address_that_others_reach_needs_a_token_to_start() {
    let fixture = Fixture::courier();
    for (address, token) in
        [("0.0.0.0:0", None), ("0.0.0.0:0", Some("")), ("[::]:0", None), ("nonsense", None)]
    {
        let token: Vec<(&str, &str)> = token.into_iter().map(|token| ("FATHOM_TOKEN", token)).collect();
        let output = command(fixture.root(), &token).args(["serve", "--addr", address]).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{address}: {message}");
        assert!(message.contains(if address == "nonsense" { "--addr" } else { "FATHOM_TOKEN" }), "{message}");
    }
}

#[test]
fn a_path_outside_the_roots_looks_like_one_that_does_not_exist() {
    let fixture = Fixture::courier();
    let outside = Fixture::courier();
    let server = Server::start(&fixture, &[], &[]);
    let out = outside.root().to_str().unwrap();
    std::os::unix::fs::symlink(outside.root(), fixture.beside("link")).unwrap();
    std::os::unix::fs::symlink("/nonexistent/folder", fixture.beside("dangling")).unwrap();
    let link = fixture.beside("link");
    let dangling = fixture.beside("dangling");
    let pairs = [
        (out.to_owned(), format!("{out}-missing")),
        ("/etc".to_owned(), "/etc-missing".to_owned()),
        (link.to_str().unwrap().to_owned(), dangling.to_str().unwrap().to_owned()),
        (format!("{}/repo", link.display()), format!("{}/none", link.display())),
        (
            format!("{}/../../etc", fixture.root().display()),
            format!("{}/../../none", fixture.root().display()),
        ),
        ("etc".to_owned(), "none".to_owned()),
    ];
    for (there, missing) in &pairs {
        for (route, field) in [("init", "root_path"), ("workspaces/resolve", "path")] {
            let ask = |path: &String| {
                let mut body = json!({});
                body[field] = json!(path);
                let answer = server.post(&format!("/api/v1/{route}"), &body);
                (answer.status, answer.body)
            };
            let refused = ask(there);
            assert!((400..404).contains(&refused.0), "{there}: {refused:?}");
            assert_eq!(refused, ask(missing), "{route} {there} {missing}");
            assert!(!refused.1.contains(out), "{}", refused.1);
        }
        let body = |path: &String| json!({"workspace": path, "query": "parcel"});
        let (one, other) =
            (server.post("/api/v1/query", &body(there)), server.post("/api/v1/query", &body(missing)));
        assert_eq!((one.status, one.body), (404, other.body));
    }
    for nul in ["/tmp\0/x", "\0"] {
        assert_eq!(server.post("/api/v1/init", &json!({"root_path": nul})).status, 400);
    }
    assert_eq!(server.get("/api/v1/workspaces").json(), json!({"workspaces": []}));
}

#[test]
fn a_repository_that_begins_above_the_roots_stays_closed() {
    let fixture = Fixture::courier();
    let server = Server::start(&fixture, &["--root", "courier"], &[]);
    for path in [fixture.path("courier"), fixture.root().to_owned()] {
        let answer = server.post("/api/v1/init", &json!({"root_path": path}));
        assert_eq!((answer.status, answer.error().as_str()), (403, "forbidden"));
    }
}

#[test]
fn no_question_reads_outside_its_workspace() {
    let fixture = Fixture::courier();
    let secret = fixture.beside("secret.py");
    std::fs::write(&secret, "def swordfish():\n    return 'swordfish'\n").unwrap();
    std::os::unix::fs::symlink(&secret, fixture.path("courier/linked.py")).unwrap();
    std::os::unix::fs::symlink(fixture.beside(""), fixture.path("up")).unwrap();
    let (server, workspace) = Server::with(&fixture);
    let secret = secret.to_str().unwrap();
    let paths = [
        "../secret.py",
        "courier/../../secret.py",
        secret,
        "courier/linked.py",
        "up/secret.py",
        "..%2fsecret.py",
        "%2e%2e/secret.py",
    ];
    let ask = |path: &str, mut body: Value| {
        body["workspace"] = json!(workspace);
        server.post(&format!("/api/v1{path}"), &body)
    };
    for path in paths {
        let diff = format!("--- a/{path}\n+++ b/{path}\n@@ -1,1 +1,1 @@\n-x\n+y\n");
        for answer in [
            ask("/show", json!({"symbol": path})),
            ask("/show", json!({"symbol": format!("{path}:1")})),
            ask("/context", json!({"task": "swordfish", "files": [path], "path": [path]})),
            ask("/context", json!({"task": "read the secret", "files": [path], "diff": diff})),
            ask("/tests", json!({"files": [path]})),
            ask("/graph/impact", json!({"node": path})),
            server.get(&format!("/api/v1/symbols?workspace={workspace}&query={path}")),
        ] {
            assert!(answer.status < 500, "{path}: {}", answer.body);
            assert!(!answer.body.contains("swordfish():"), "{path}: {}", answer.body);
        }
    }
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/../../../etc/passwd",
        "//etc/passwd",
        "/%00",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn an_error_names_no_path_of_another_workspace() {
    let fixture = Fixture::courier();
    let (server, _) = Server::with(&fixture);
    let other = fixture.beside("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("a.py"), "def only():\n    pass\n").unwrap();
    let other = server.register(&other);
    for body in [
        json!({"workspace": other, "symbol": "Client.send"}),
        json!({"workspace": "missing", "symbol": "Client.send"}),
        json!({"workspace": other, "symbol": fixture.path("courier/client.py")}),
    ] {
        let answer = server.post("/api/v1/show", &body);
        assert_eq!(answer.status, 404, "{}", answer.body);
        let given = body["symbol"].as_str().unwrap();
        let body = answer.body.replace(given, "");
        assert!(!body.contains(fixture.root().to_str().unwrap()), "{}", answer.body);
    }
}

#[test]
fn a_slow_sender_is_cut() {
    let fixture = Fixture::courier();
    let server = Server::start(&fixture, &[], &[]);
    let trickle = |start: String| {
        let mut stream = server.connect();
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        let started = Instant::now();
        stream.write_all(start.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let mut buffer = [0; 1024];
        while started.elapsed() < Duration::from_secs(40) {
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => answer.extend_from_slice(&buffer[..count]),
                Err(error)
                    if matches!(
                        error.kind(),
                        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                    ) =>
                {
                    let _ = stream.write_all(b"x");
                }
                Err(_) => break,
            }
        }
        (started.elapsed(), read(&String::from_utf8_lossy(&answer)))
    };
    let head = format!("POST /api/v1/query HTTP/1.1\r\nHost: {}\r\n", server.address);
    let body = format!("{head}{JSON}\r\nContent-Length: 1000\r\n\r\n");
    std::thread::scope(|scope| {
        let slow_head = scope.spawn(|| trickle(format!("{head}X-Slow: ")));
        let slow_body = scope.spawn(|| trickle(body));
        // Others are answered meanwhile.
        assert_eq!(server.get("/api/v1/workspaces").status, 200);
        let (head_took, _) = slow_head.join().unwrap();
        let (body_took, answer) = slow_body.join().unwrap();
        assert!(head_took < Duration::from_secs(31) && body_took < Duration::from_secs(31));
        assert_eq!((answer.status, answer.error().as_str()), (408, "invalid_request"));
    });
}

#[test]
fn too_many_connections_are_refused_and_the_server_goes_on() {
    let fixture = Fixture::courier();
    let server = Server::start(&fixture, &[], &[]);
    // One after the other: what the kernel queues is not yet a connection of the server.
    let held: Vec<_> = (0..1024).map_while(|_| std::net::TcpStream::connect(&server.address).ok()).collect();
    if held.len() < 1024 {
        // This machine allows fewer open files than the server has places.
        return;
    }
    let refused = server.get("/api/v1/workspaces");
    assert_eq!((refused.status, refused.error().as_str()), (503, "busy"));
    assert!(refused.head.contains("Retry-After"), "{}", refused.head);
    drop(held);
    let since = Instant::now();
    while server.get("/api/v1/workspaces").status != 200 {
        assert!(since.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn too_many_requests_at_once_are_refused_and_the_server_goes_on() {
    let fixture = Fixture::courier();
    let (server, workspace) = Server::with(&fixture);
    let question = serde_json::json!({"workspace": workspace, "query": "retry"});
    assert_eq!(server.post("/api/v1/query", &question).status, 200);
    // Requests whose bodies are still on their way hold a place each.
    let head = format!(
        "POST /api/v1/query HTTP/1.1\r\nHost: {}\r\n{JSON}\r\nContent-Length: 9\r\n\r\n{{",
        server.address
    );
    let hold = || {
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut held: Vec<_> = (0..256).map(|_| hold()).collect();
    let since = Instant::now();
    let refused = loop {
        let answer = server.post("/api/v1/query", &question);
        if answer.status != 200 || since.elapsed() > Duration::from_secs(18) {
            break answer;
        }
        // This question had the last place while one of the others was refused: fill it again.
        held.push(hold());
    };
    assert_eq!((refused.status, refused.error().as_str()), (503, "busy"));
    assert!(refused.head.to_ascii_lowercase().contains("retry-after"), "{}", refused.head);
    // What needs no place answers.
    assert_eq!(server.get("/health").status, 200);
    drop(held);
    let since = Instant::now();
    while server.post("/api/v1/query", &question).status != 200 {
        assert!(since.elapsed() < Duration::from_secs(10), "places come free when clients go away");
        std::thread::sleep(Duration::from_millis(20));
    }
}
