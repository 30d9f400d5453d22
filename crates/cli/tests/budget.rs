//! The token budget is a hard promise, and `--limit` is another.

use crate::support::Fixture;
use serde_json::Value;

const TASK: &str = "where are failed requests retried, and how long does `RetryPolicy` wait?";

/// What is printed in a format within a budget, and its tokens.
fn printed(fixture: &Fixture, format: &str, budget: usize) -> (String, usize) {
    let text = fixture.fathom(&["context", TASK, "--format", format, "--budget", &budget.to_string()]).stdout;
    let tokens = bpe_openai::cl100k_base().count(&text);
    assert!(tokens <= budget, "{tokens} tokens of {format} for a budget of {budget}:\n{text}");
    (text, tokens)
}

#[test]
fn the_text_counts_its_last_line_feed() {
    let fixture = Fixture::courier();
    for budget in 20..140 {
        let text = fixture.fathom(&["context", TASK, "--budget", &budget.to_string()]).stdout;
        let tokens = bpe_openai::cl100k_base().count(&text);
        assert!(tokens <= budget, "{tokens} tokens for a budget of {budget}:\n{text}");
    }
}

#[test]
fn no_format_exceeds_its_budget() {
    let fixture = Fixture::courier();
    for format in ["text", "markdown", "xml", "json"] {
        let mut shown = 0;
        for budget in [0, 1, 3, 7, 25, 40, 60, 90, 130, 200, 330, 420, 600, 1_000, 20_000] {
            let (_, tokens) = printed(&fixture, format, budget);
            // The room that a small symbol leaves may be too small for the next one.
            assert!(5 * tokens >= 4 * shown, "{format} shows much less for a budget of {budget}");
            if budget >= 400 {
                assert!(budget == 20_000 || 5 * tokens > 3 * budget, "{format} uses {tokens} of {budget}");
            }
            shown = tokens;
        }
        assert!(shown > 500, "a large budget of {format} shows what there is");
    }
}

#[test]
fn json_counts_itself() {
    let fixture = Fixture::courier();
    for budget in [300, 999, 1_000, 1_003, 1_400, 8_000] {
        let (text, tokens) = printed(&fixture, "json", budget);
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&answer["tokens"], &answer["budget"]), (&tokens.into(), &budget.into()));
        assert!(!text.contains("null"), "{text}");
    }
    let nothing = fixture.fathom(&["context", TASK, "--json", "--budget", "20"]);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (1, ""));
    assert!(nothing.stderr.contains("a budget of 20 tokens holds no symbol"), "{}", nothing.stderr);
}

#[test]
fn a_long_task_does_not_use_up_the_budget() {
    let fixture = Fixture::courier();
    let task = format!("{TASK} {}", "It fails as the log says, again and again.\n".repeat(300));
    for format in ["text", "markdown", "xml", "json"] {
        let answer = fixture.fathom(&["context", &task, "--format", format, "--budget", "1000"]);
        assert!(answer.stdout.contains("with_retries"), "{}", answer.stdout);
        assert!(bpe_openai::cl100k_base().count(&answer.stdout) <= 1_000);
    }
}

#[test]
fn without_a_budget_a_limit_gives_exactly_so_many_symbols() {
    let fixture = Fixture::courier();
    for limit in [1, 3, 8] {
        let limit_word = limit.to_string();
        let answer = fixture.json(&["context", TASK, "--limit", &limit_word]);
        assert_eq!(answer["symbols"].as_array().unwrap().len(), limit);
        let text = fixture.fathom(&["context", TASK, "--limit", &limit_word]).stdout;
        assert!(text.contains(&format!("\n{limit}. ")) && !text.contains(&format!("\n{}. ", limit + 1)));
        let tight = fixture.json(&["context", TASK, "--limit", &limit_word, "--budget", "500"]);
        let shown = tight["symbols"].as_array().unwrap().len();
        assert!(shown <= limit && tight["tokens"].as_u64() <= Some(500), "the budget wins over {limit}");
        assert!(limit < 8 || shown < limit, "{shown} symbols in 500 tokens");
    }
}

#[test]
fn code_is_left_out_before_symbols_are() {
    // Their code is more than the default budget, their names are not.
    let body: String =
        (0..120).map(|n| format!("    parcel = send(parcel, {n}) or lost(parcel)\n")).collect();
    let code: String = (0..30).map(|n| format!("def retry_{n}(parcel):\n{body}\n\n")).collect();
    let fixture = Fixture::plain(&[("retries.py", &code)]);
    let answer = fixture.json(&["context", "retry a parcel", "--limit", "30"]);
    let symbols = answer["symbols"].as_array().unwrap();
    let with_code = symbols.iter().filter(|symbol| symbol["code"].is_string()).count();
    assert_eq!(symbols.len(), 30);
    assert!(0 < with_code && with_code < 20, "{with_code} of 30 come with code");
    assert!(answer["tokens"].as_u64() <= Some(8_000));
}

#[test]
fn lists_hold_at_most_their_limit() {
    let fixture = Fixture::courier();
    assert_eq!(fixture.json(&["symbols", "e", "--limit", "2"])["symbols"].as_array().unwrap().len(), 2);
    assert_eq!(fixture.json(&["query", "parcel", "--limit", "2"])["results"].as_array().unwrap().len(), 2);
    assert_eq!(fixture.json(&["trace", "Client.send", "--limit", "1"])["chain"].as_array().unwrap().len(), 1);
    assert_eq!(fixture.json(&["impact", "encode", "--limit", "1"])["impacted"].as_array().unwrap().len(), 1);
    assert_eq!(
        fixture.json(&["show", "DeliveryError", "--limit", "1"])["callers"].as_array().unwrap().len(),
        1
    );
}
