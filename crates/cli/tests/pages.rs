//! The web pages of `fathom serve`, on a repository whose names and docs are attacks.

use crate::support::Fixture;
use crate::support::server::{Response, Server};

const POLICY: &str = "content-security-policy: default-src 'none'; style-src 'self'; script-src 'self'; \
                      img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'\r\n";
const HTML: &str = "Accept: text/html,application/xhtml+xml";
const FORM: &str = "Content-Type: application/x-www-form-urlencoded";
const TOKEN: &[(&str, &str)] = &[("FATHOM_TOKEN", "correct horse")];

/// A repository in which every text that a page shows holds markup.
fn hostile() -> Fixture {
    Fixture::committed(&[
        (
            "shop/<script>alert(1)<script>.py",
            "def parcel_label(text):\n    \"\"\"Prints <img src=x onerror=alert(2)> & \"labels\".\"\"\"\n    \
             return \"</pre><script>alert(3)</script>\" + text\n",
        ),
        (
            "shop/print.py",
            "from shop.label import parcel_label\n\n\ndef print_all(parcels):\n    \
             return [parcel_label(parcel) for parcel in parcels]\n\n\nclass Printer:\n    \
             def feed(self):\n        return print_all([])\n",
        ),
        ("README.md", "# Labels <script>alert(4)</script>\n\nHow a parcel label is printed.\n"),
    ])
}

fn page(server: &Server, path: &str) -> Response {
    let response = server.get(path);
    assert_eq!(response.status, 200, "{path}: {}", response.body);
    check(path, &response);
    response
}

/// What holds for every page, whatever its status.
fn check(path: &str, response: &Response) {
    assert!(format!("{}\r\n", response.head).contains(POLICY), "{path}: {}", response.head);
    assert!(response.head.contains("content-type: text/html; charset=utf-8"), "{path}: {}", response.head);
    assert!(response.head.contains("x-content-type-options: nosniff"), "{path}: {}", response.head);
    assert!(response.head.contains("referrer-policy: same-origin"), "{path}: {}", response.head);
    for attack in ["<script>", "<img", "onerror=alert(2)>", "javascript:", "style=\""] {
        assert!(!response.body.contains(attack), "{path} holds {attack}: {}", response.body);
    }
}

/// The addresses of a page's links, without what belongs to the place on the page.
fn links(response: &Response) -> Vec<String> {
    let parts = response.body.split("href=\"").skip(1);
    let addresses = parts.filter_map(|rest| rest.split('"').next()).filter(|one| one.starts_with('/'));
    addresses.map(|one| one.split('#').next().unwrap().replace("&amp;", "&")).collect()
}

#[test]
fn every_page_escapes_what_the_repository_holds_and_every_link_leads_somewhere() {
    let fixture = hostile();
    let (server, _) = Server::with(&fixture);
    let mut seen = std::collections::BTreeSet::new();
    let mut next = vec![
        "/".to_owned(),
        "/w/repo/ask?q=print+a+parcel+label&hint=parcel_label&budget=4000".to_owned(),
        "/w/repo/ask?q=%3Cscript%3Ealert(5)%3C/script%3E+label".to_owned(),
        "/w/repo/search?q=%3Cscript%3E".to_owned(),
        "/w/repo/search?q=print".to_owned(),
        "/w/repo/impact?node=print_all".to_owned(),
    ];
    while let Some(address) = next.pop() {
        if !seen.insert(address.clone()) {
            continue;
        }
        if address.starts_with("/assets/") {
            assert_eq!(server.get(&address).status, 200, "{address}");
            continue;
        }
        next.extend(links(&page(&server, &address)));
    }
    for kind in ["/browse/shop", "/symbol?id=", "/explain?q=", "/impact?node="] {
        assert!(seen.iter().any(|address| address.contains(kind)), "no link to {kind}: {seen:?}");
    }
}

#[test]
fn the_home_page_shows_each_workspace_with_its_freshness() {
    let fixture = hostile();
    let (server, workspace) = Server::with(&fixture);
    page(&server, "/w/repo/search?q=print");
    fixture.write("shop/new.py", "def stamp():\n    pass\n");
    let home = page(&server, "/").body;
    for text in ["repo", fixture.root().to_str().unwrap(), "1 local change", "python", "commit <code"] {
        assert!(home.contains(text), "{text}: {home}");
    }
    assert!(home.contains("id=\"add\"") && home.contains("<noscript>"), "{home}");
    page(&server, &format!("/w/{workspace}/ask"));
}

#[test]
fn a_task_is_answered_as_an_agent_gets_it() {
    let fixture = hostile();
    let (server, _) = Server::with(&fixture);
    let answer = page(&server, "/w/repo/ask?q=print+a+parcel+label&budget=4000").body;
    assert!(answer.contains(" of 4,000 tokens"), "{answer}");
    let id = "/w/repo/symbol?id=shop%2F%3Cscript%3Ealert%281%29%3Cscript%3E.py%3A%3Aparcel_label";
    assert!(answer.contains(&format!("<a class=\"item\" href=\"{id}\">parcel_label</a>")), "{answer}");
    assert!(answer.contains("&lt;/pre&gt;&lt;script&gt;alert(3)&lt;/script&gt;"), "{answer}");
    assert!(answer.contains("/w/repo/explain?q=print%20a%20parcel%20label"), "{answer}");
    assert!(answer.contains("data-copy=\"prompt\"") && answer.contains("id=\"prompt\""), "{answer}");
    let refused = server.get("/w/repo/ask?q=x&budget=many");
    assert_eq!(refused.status, 400);
    check("budget", &refused);
    assert!(refused.body.contains("send `budget` as a whole number"), "{}", refused.body);
}

#[test]
fn a_symbol_is_shown_with_its_callers_and_their_lines() {
    let fixture = hostile();
    let (server, _) = Server::with(&fixture);
    let symbol = page(&server, "/w/repo/symbol?id=print_all").body;
    assert!(symbol.contains("Used by") && symbol.contains(">Printer.feed</a>"), "{symbol}");
    assert!(symbol.contains("href=\"/w/repo/browse/shop/print.py#L10\""), "{symbol}");
    let class = page(&server, "/w/repo/symbol?id=Printer").body;
    assert!(class.contains("Members") && class.contains(">feed</a>"), "{class}");
    let label = page(&server, "/w/repo/symbol?id=parcel_label").body;
    assert!(label.contains("Prints &lt;img src=x onerror=alert(2)&gt; &amp; &quot;labels&quot;."), "{label}");
}

#[test]
fn only_what_is_in_the_index_can_be_browsed() {
    let fixture = hostile();
    std::fs::write(fixture.beside("secret.py"), "swordfish = 1\n").unwrap();
    std::os::unix::fs::symlink(fixture.beside("secret.py"), fixture.path("shop/linked.py")).unwrap();
    fixture.write(".gitignore", "ignored.py\n");
    fixture.write("ignored.py", "swordfish = 2\n");
    let (server, _) = Server::with(&fixture);
    let folder = page(&server, "/w/repo/browse/shop").body;
    assert!(
        folder.contains("&lt;script&gt;alert(1)&lt;script&gt;.py") && folder.contains(">print.py<"),
        "{folder}"
    );
    let file = page(&server, "/w/repo/browse/shop/print.py").body;
    assert!(file.contains("id=\"L4\"") && file.contains("href=\"#L10\""), "{file}");
    let definition = "<span class=\"hk\">def</span> <a class=\"ref\" href=\"/w/repo/symbol?id=shop%2Fprint.py%3A%3Aprint_all\">print_all</a>(parcels):";
    assert!(file.contains(definition), "{file}");
    let secret = fixture.beside("secret.py");
    for path in [
        "../secret.py",
        "shop/../../secret.py",
        "%2e%2e/secret.py",
        "shop/%2e%2e%2f%2e%2e%2fsecret.py",
        secret.to_str().unwrap(),
        "shop/linked.py",
        "ignored.py",
        ".git/config",
        "shop/print.py%00",
        "shop//print.py",
        "none",
    ] {
        let answer = server.get(&format!("/w/repo/browse/{path}"));
        assert_eq!(answer.status, 404, "{path}: {}", answer.body);
        check(path, &answer);
        assert!(!answer.body.contains("swordfish"), "{path}");
    }
    let unknown = server.get("/w/none/ask");
    assert_eq!(unknown.status, 404);
    check("/w/none/ask", &unknown);
}

#[test]
fn a_pasted_diff_shows_what_depends_on_it() {
    let fixture = hostile();
    let (server, _) = Server::with(&fixture);
    let diff = "--- a/shop/print.py\r\n+++ b/shop/print.py\r\n@@ -4,2 +4,2 @@\r\n def print_all(parcels):\r\n\
                -    return [parcel_label(parcel) for parcel in parcels]\r\n\
                +    return \"</textarea><script>\"\r\n";
    let body = format!("diff={}", diff.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>());
    let own = format!("Origin: http://{}", server.address);
    let answer = server.send("POST", "/w/repo/impact", &[FORM, &own, "Sec-Fetch-Site: same-origin"], &body);
    assert_eq!(answer.status, 200, "{}", answer.body);
    check("diff", &answer);
    assert!(answer.body.contains(">Printer.feed</a>"), "{}", answer.body);
    for foreign in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"] {
        assert_eq!(server.send("POST", "/w/repo/impact", &[FORM, foreign], &body).status, 403, "{foreign}");
    }
    assert_eq!(server.send("POST", "/w/repo/impact", &["Content-Type: text/plain"], &body).status, 415);
}

#[test]
fn a_token_is_exchanged_for_a_cookie_that_opens_pages_only() {
    let fixture = hostile();
    let server = Server::start(&fixture, &["--addr", "0.0.0.0:0"], TOKEN);
    let led = server.send("GET", "/", &[HTML], "");
    assert_eq!(led.status, 303, "{}", led.body);
    assert!(led.head.contains("location: /sign-in"), "{}", led.head);
    for path in ["/assets/style.css", "/w/repo/ask", "/api/v1/workspaces"] {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    let form = server.get("/sign-in");
    assert_eq!(form.status, 200);
    check("/sign-in", &form);
    assert!(!form.body.contains("repo") && form.body.contains("type=\"password\""), "{}", form.body);

    let own = format!("Origin: http://{}", server.address);
    let wrong = server.send("POST", "/sign-in", &[FORM, &own], "token=wrong");
    assert_eq!(wrong.status, 401);
    assert!(!wrong.head.contains("set-cookie"), "{}", wrong.head);
    let foreign = ["Origin: http://evil.example", FORM];
    assert_eq!(server.send("POST", "/sign-in", &foreign, "token=correct+horse").status, 403);
    let right = server.send("POST", "/sign-in", &[FORM, &own], "token=correct+horse");
    assert_eq!(right.status, 303, "{}", right.body);
    let cookie = right.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Strict") && !cookie.contains("horse"), "{cookie}");

    let cookie = format!("Cookie: {}", cookie.split(';').next().unwrap());
    let home = server.send("GET", "/", &[&cookie], "");
    assert_eq!(home.status, 200);
    check("/", &home);
    assert!(!home.body.contains("id=\"add\""), "the API does not take the cookie: {}", home.body);
    for path in ["/api/v1/workspaces", "/events", "/metrics", "/api/v1/openapi.json"] {
        assert_eq!(server.send("GET", path, &[&cookie], "").status, 401, "{path}");
    }
}
