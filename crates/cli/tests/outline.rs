//! What a file or folder holds, and answers of `show` that fit a budget.

use crate::support::{Fixture, each};
use insta::assert_snapshot;

#[test]
fn a_file_is_listed_line_by_line() {
    let fixture = Fixture::courier();
    assert_snapshot!(fixture.fathom(&["symbols", "courier/client.py"]).stdout, @r"
    courier/client.py
        5  class Transport
        6    method post
       10  class Client
       13    constructor __init__
       14    field transport
       15    field policy
       17    method send
       21    method post_once
       28  function encode
    ");
    let answer = fixture.json(&["symbols", "client.py"]);
    let depths: Vec<u64> =
        answer["symbols"].as_array().unwrap().iter().map(|one| one["depth"].as_u64().unwrap()).collect();
    assert_eq!(depths, [0, 1, 0, 1, 1, 1, 1, 1, 0]);
    assert_eq!((&answer["count"], &answer["total"], &answer["exact"]), (&9.into(), &9.into(), &true.into()));
    let methods = fixture.json(&["symbols", "client.py", "--kind", "method", "--limit", "2"]);
    assert_eq!(each(&methods["symbols"], "name"), ["Transport.post", "Client.send"]);
    assert_eq!(methods["total"], 3);
    let outline = fixture.fathom(&["symbols", "client.py", "--limit", "2"]).stdout;
    assert!(outline.ends_with("… 7 more; --limit 9 shows all\n"), "{outline}");
}

#[test]
fn a_folder_is_listed_by_its_files() {
    let fixture = Fixture::courier();
    assert_snapshot!(fixture.fathom(&["symbols", "courier/"]).stdout, @r"
    courier/__init__.py

    courier/client.py
        5  class Transport
       10  class Client
       28  function encode

    courier/errors.py
        1  class DeliveryError
        5  class Timeout

    courier/retry.py
        6  class RetryPolicy
       18  function with_retries
    ");
    let all = fixture.json(&["symbols", ".", "--lang", "go"]);
    assert_eq!(
        each(&all["symbols"], "id"),
        [
            "cmd/depot/main.go",
            "cmd/depot/main.go::Depot",
            "cmd/depot/main.go::Depot.Store",
            "cmd/depot/main.go::main"
        ]
    );
    assert_eq!(
        fixture.json(&["symbols", "cmd"])["symbols"],
        all["symbols"],
        "a folder that no symbol is called"
    );
    let classes = fixture.fathom(&["symbols", "./", "--kind", "class"]).stdout;
    assert!(!classes.contains("main.go") && classes.contains("class Report"), "{classes}");
}

#[test]
fn a_file_is_shown_as_its_signatures() {
    let fixture = Fixture::courier();
    let answer = fixture.fathom(&["show", "courier/retry.py"]);
    assert_snapshot!(answer.stdout, @r"
    courier/retry.py:1-25  file (public)

        6 | class RetryPolicy
          |   How often a failed request is sent again, and how long to wait before.
        9 |   def __init__(self, attempts=3, pause=0.5)
       10 |   self.attempts = attempts
       11 |   self.pause = pause
       13 |   def delay(self, attempt)
          |     Seconds to wait before the next attempt: doubles each time.
       18 | def with_retries(policy, send)
          |   Calls send until it succeeds or the attempts are used up.

    referred to by:
      courier/client.py:2  imports

    refers to:
      courier/retry.py:3  imports courier/errors.py
    ");
    let answer = fixture.json(&["show", "courier/retry.py"]);
    assert!(answer["code"].is_null());
    assert_eq!(
        answer["outline"][0]["doc"],
        "How often a failed request is sent again, and how long to wait before."
    );
    // A file that defines nothing is shown as it is.
    fixture.write("empty.py", "import os\n");
    assert_eq!(fixture.json(&["show", "empty.py"])["code"], "import os");
}

#[test]
fn a_budget_cuts_code_first_and_is_never_exceeded() {
    let body: String = (0..300).map(|n| format!("    total += price_{n}\n")).collect();
    let callers: String = (0..30).map(|n| format!("def caller_{n}():\n    return add_up()\n\n")).collect();
    let code = format!(
        "def add_up():\n    \"\"\"Adds up.\"\"\"\n    total = 0\n{body}    return total\n\n\n{callers}"
    );
    let fixture = Fixture::plain(&[("shop.py", &code)]);
    let count = |text: &str| bpe_openai::cl100k_base().count(text);
    for format in [&[][..], &["--json"]] {
        let whole = fixture.fathom(&[&["show", "add_up"], format].concat()).stdout;
        let mut last = 0;
        for budget in [0, 20, 60, 200, 500, 1_000, 2_000, 5_000, 100_000] {
            let budget_text = budget.to_string();
            let answer = fixture.fathom(&[&["show", "add_up", "--budget", &budget_text], format].concat());
            assert_eq!(answer.code, 0, "{}", answer.stderr);
            let tokens = count(&answer.stdout);
            assert!(tokens <= budget, "{budget}: {tokens}");
            assert!(tokens >= last, "{budget}: {tokens} after {last}");
            assert_eq!(
                tokens == 0,
                answer.stderr.contains("budget is too small"),
                "{budget}: {}",
                answer.stderr
            );
            last = tokens;
        }
        assert_eq!(last, count(&whole));
    }
    let cut = fixture.fathom(&["show", "add_up", "--budget", "1000"]).stdout;
    assert!(cut.contains("… ") && cut.contains(" more lines\n") && cut.contains("referred to by:"), "{cut}");
    let cut = fixture.fathom(&["show", "shop.py", "--budget", "200"]).stdout;
    assert!(cut.contains("… ") && cut.contains(" more lines\n"), "{cut}");
}
