//! `fathom bench load`: many clients of one server.

use crate::support::Fixture;

#[test]
fn a_round_with_pauses_and_one_without_are_measured() {
    let fixture = Fixture::courier();
    let report = fixture.json(&["bench", "load", ".", "--clients", "3", "--seconds", "1"]);
    let rounds = report["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 2, "{report}");
    for round in rounds {
        assert_eq!(round["errors"], 0, "{report}");
        assert!(round["answers"].as_u64().unwrap() >= 3, "{report}");
        assert!(round["p50_ms"].as_f64().unwrap() <= round["p99_ms"].as_f64().unwrap(), "{report}");
    }
    assert!(rounds[0]["pause_ms"].as_u64().unwrap() > 0 && rounds[1]["pause_ms"] == 0);
    let none = fixture.fathom(&["bench", "load", ".", "--url", "http://127.0.0.1:1"]);
    assert_eq!(none.code, 2);
    assert!(none.stderr.contains("127.0.0.1:1"), "{}", none.stderr);
}
