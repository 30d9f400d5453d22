//! The token budget is a hard promise, and `--limit` is another.

use crate::support::Fixture;

const TASK: &str = "where are failed requests retried, and how long does `RetryPolicy` wait?";

#[test]
fn an_answer_never_exceeds_its_budget() {
    let fixture = Fixture::courier();
    let mut shown = 0;
    for budget in [0, 1, 7, 30, 60, 100, 200, 400, 1_000, 20_000] {
        let text = fixture.fathom(&["context", TASK, "--budget", &budget.to_string()]).stdout;
        let tokens = bpe_openai::cl100k_base().count(text.trim_end_matches('\n'));
        assert!(tokens <= budget, "{tokens} tokens for a budget of {budget}:\n{text}");
        let answer = fixture.json(&["context", TASK, "--budget", &budget.to_string()]);
        let told = usize::try_from(answer["tokens"].as_u64().unwrap()).unwrap();
        assert!(told <= budget && tokens <= told, "told {told}, counted {tokens}, budget {budget}");
        shown = answer["symbols"].as_array().unwrap().len();
        if (100..=400).contains(&budget) {
            assert!(shown > 0 && 2 * told > budget, "{told} of {budget} tokens used for {shown} symbols");
        }
    }
    assert!(shown > 5, "a large budget shows what there is");
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
    for format in ["text", "markdown", "xml"] {
        let mut shown = 0;
        for budget in [0, 3, 25, 40, 60, 90, 130, 200, 330, 600, 1_000, 20_000] {
            let text = fixture
                .fathom(&["context", TASK, "--format", format, "--budget", &budget.to_string()])
                .stdout;
            let tokens = bpe_openai::cl100k_base().count(&text);
            assert!(tokens <= budget, "{tokens} tokens of {format} for a budget of {budget}:\n{text}");
            assert!(tokens >= shown, "{format} shows less for a budget of {budget}");
            shown = tokens;
        }
        assert!(shown > 500, "a large budget of {format} shows what there is");
    }
}

#[test]
fn a_limit_gives_exactly_so_many_symbols_whatever_the_budget() {
    let fixture = Fixture::courier();
    for limit in [1, 3, 8] {
        for budget in ["0", "50", "4000"] {
            let answer = fixture.json(&["context", TASK, "--limit", &limit.to_string(), "--budget", budget]);
            assert_eq!(answer["symbols"].as_array().unwrap().len(), limit, "budget {budget}");
        }
    }
}

#[test]
fn code_is_left_out_before_symbols_are() {
    let fixture = Fixture::courier();
    let with_code = |budget: &str| {
        let answer = fixture.json(&["context", TASK, "--limit", "8", "--budget", budget]);
        answer["symbols"].as_array().unwrap().iter().filter(|symbol| !symbol["code"].is_null()).count()
    };
    assert_eq!(with_code("0"), 0);
    assert!(with_code("4000") > 2);
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
