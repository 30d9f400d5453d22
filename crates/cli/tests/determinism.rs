//! Equal input gives equal output, byte for byte.

use crate::support::{Fixture, json_in, run_in, timeless};

const QUESTIONS: [&[&str]; 8] = [
    &["context", "how are failed parcels retried, and who counts the lost ones?"],
    &["context", "parcel", "--limit", "40", "--budget", "500"],
    &["query", "parcel retry failed"],
    &["symbols", "e", "--limit", "200"],
    &["show", "DeliveryError"],
    &["trace", "Client.send"],
    &["impact", "DeliveryError"],
    &["impact", "courier/errors.py"],
];

/// A repository in which many things are equally good answers.
fn fixture() -> Fixture {
    let fixture = Fixture::courier();
    for copy in 0..40 {
        fixture.write(
            &format!("copies/c{copy}.py"),
            format!("from courier.client import encode\n\n\nclass Copy{copy}:\n    def parcel(self, other):\n        return encode(other.parcel(self))\n"),
        );
    }
    fixture.commit("Add copies");
    fixture
}

#[test]
fn ten_runs_answer_the_same_bytes() {
    let fixture = fixture();
    fixture.json(&["index"]);
    for question in QUESTIONS {
        // `query` reports its time in JSON only.
        let first = fixture.fathom(question).stdout;
        for _ in 1..10 {
            assert_eq!(fixture.fathom(question).stdout, first, "{question:?}");
        }
    }
}

#[test]
fn any_number_of_threads_builds_the_same_index() {
    let answers = |threads: &str| -> Vec<String> {
        let fixture = fixture();
        let environment = [("RAYON_NUM_THREADS", threads)];
        let mut index = timeless(json_in(fixture.root(), &["index"], &environment));
        index.as_object_mut().unwrap().remove("root");
        let mut all = vec![serde_json::to_string_pretty(&index).unwrap()];
        for question in QUESTIONS {
            let answer = timeless(json_in(fixture.root(), question, &environment));
            all.push(serde_json::to_string_pretty(&answer).unwrap());
            all.push(run_in(fixture.root(), question, &environment).stdout);
        }
        all
    };
    let one = answers("1");
    for threads in ["4", "2", "4"] {
        assert_eq!(one, answers(threads), "{threads} threads");
    }
}
