//! A task's answers against what it expects.

use super::answers::Answers;
use super::dataset::Task;
use serde::{Deserialize, Serialize};

/// The figures of one pass over one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Expected names and files that an answer contains / expected.
    pub recall: f64,
    /// The same for whole names.
    pub strict: f64,
    /// Recall of what the input does not contain; none if it contains everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond_input: Option<f64>,
    /// Names and files of the answers that contain an expected one / all of them; none without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<f64>,
    /// Pairs of `expect_order` that are found in order / all pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<f64>,
    /// Expected names that were not found.
    pub missed: Vec<String>,
    /// Names that were found only as a part of another name.
    pub missed_strictly: Vec<String>,
    /// Forbidden names that are in the answers.
    pub unwanted: Vec<String>,
}

impl Score {
    pub(super) fn new(task: &Task, answers: &Answers) -> Score {
        let expected: Vec<Expected<'_>> = task
            .expect_symbols
            .iter()
            .map(|text| Expected { text, is_file: false })
            .chain(task.expect_files.iter().map(|text| Expected { text, is_file: true }))
            .collect();
        let (mut found, mut whole, mut beyond, mut found_beyond) = (0, 0, 0, 0);
        let (mut missed, mut missed_strictly) = (Vec::new(), Vec::new());
        for one in &expected {
            let is_echo = task.input.texts().any(|text| contains(text, one.text));
            let is_found = one.is_in(answers);
            found += usize::from(is_found);
            beyond += usize::from(!is_echo);
            found_beyond += usize::from(is_found && !is_echo);
            if one.is_whole_in(answers) {
                whole += 1;
            } else if is_found {
                missed_strictly.push(one.text.clone());
            }
            if !is_found {
                missed.push(one.text.clone());
            }
        }
        let is_relevant = |text: &String| expected.iter().any(|one| contains(text, one.text));
        let relevant = answers.names.iter().chain(&answers.paths).filter(|text| is_relevant(text)).count();
        Score {
            recall: share(found, expected.len()).unwrap_or(0.0),
            strict: share(whole, expected.len()).unwrap_or(0.0),
            beyond_input: share(found_beyond, beyond),
            precision: share(relevant, answers.names.len() + answers.paths.len()),
            order: order(&task.expect_order, &answers.sequence),
            missed,
            missed_strictly,
            unwanted: task
                .expect_absent
                .iter()
                .filter(|text| answers.names.iter().any(|name| is_whole(name, text)))
                .cloned()
                .collect(),
        }
    }
}

struct Expected<'t> {
    text: &'t String,
    is_file: bool,
}

impl Expected<'_> {
    fn is_in(&self, answers: &Answers) -> bool {
        answers.names.iter().chain(&answers.paths).any(|text| contains(text, self.text))
    }

    fn is_whole_in(&self, answers: &Answers) -> bool {
        if self.is_file {
            let is_same = |path: &String| {
                path.strip_suffix(self.text.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            };
            return answers.paths.iter().any(is_same);
        }
        answers.names.iter().any(|name| is_whole(name, self.text))
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

/// Whether an answer's name ends with the expected one, and that one starts where a name starts.
fn is_whole(name: &str, expected: &str) -> bool {
    // `Class#method`, `Class.method` and `Class::method` are spellings of one name.
    let spelled = |text: &str| text.to_lowercase().replace("::", ".").replace('#', ".");
    let (name, expected) = (spelled(name), spelled(expected));
    let expected = expected.trim_start_matches('.');
    name.strip_suffix(expected)
        .is_some_and(|rest| !rest.ends_with(|last: char| last.is_alphanumeric() || "_!?@$".contains(last)))
}

fn order(expected: &[String], sequence: &[String]) -> Option<f64> {
    let places: Vec<Option<usize>> =
        expected.iter().map(|text| sequence.iter().position(|step| contains(step, text))).collect();
    let (mut kept, mut pairs) = (0, 0);
    for (index, earlier) in places.iter().enumerate() {
        for later in &places[index + 1..] {
            pairs += 1;
            kept += usize::from(matches!((earlier, later), (Some(earlier), Some(later)) if earlier < later));
        }
    }
    share(kept, pairs)
}

#[cfg(test)]
mod tests {
    use super::{Score, is_whole, order};
    use crate::capability::answers::Answers;
    use crate::capability::dataset::Task;
    use serde_json::json;

    fn task(more: serde_json::Value) -> Task {
        let mut task = json!({"id": "a", "category": "trace", "tools": ["trace"]});
        let serde_json::Value::Object(more) = more else { unreachable!("a task is an object") };
        task.as_object_mut().unwrap().extend(more);
        serde_json::from_value(task).unwrap()
    }

    fn answers(nodes: &[&str]) -> Answers {
        let chain: Vec<_> = nodes.iter().map(|node| json!({"node": node, "path": "app/t.rb"})).collect();
        let mut answers = Answers::default();
        answers.add("trace", &json!({"chain": chain}));
        answers
    }

    #[test]
    fn a_part_of_a_name_is_found_and_is_not_the_whole_name() {
        let task = task(json!({"expect_symbols": ["ticket#close", "Mailer"], "expect_files": ["t.rb"]}));
        let score = Score::new(&task, &answers(&["app/t.rb::Ticket#close_all"]));
        assert!((score.recall - 2.0 / 3.0).abs() < 1e-9);
        assert!((score.strict - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!(score.missed, ["Mailer"]);
        assert_eq!(score.missed_strictly, ["ticket#close"]);
        assert_eq!(score.precision, Some(1.0));
    }

    #[test]
    fn what_the_input_contains_is_measured_apart() {
        let task =
            task(json!({"input": {"node": "Ticket#close!"}, "expect_symbols": ["Ticket#close!", "Audit"]}));
        let score = Score::new(&task, &answers(&["app/t.rb::Ticket#close!"]));
        assert_eq!((score.recall, score.beyond_input), (0.5, Some(0.0)));
    }

    #[test]
    fn whole_names_end_with_the_expected_one_in_any_spelling() {
        assert!(is_whole("app/t.rb::Ticket#close!", "Ticket.close!"));
        assert!(is_whole("method Desk::Ticket#close!", "close!"));
        assert!(is_whole("shop/models.py::Order.cancel", "cancel"));
        assert!(!is_whole("app/t.rb::Ticket#close!", "Ticket"));
        assert!(!is_whole("app/t.rb::Ticket#reclose", "close"));
    }

    #[test]
    fn a_pair_counts_if_both_are_found_in_order() {
        let steps = ["x::A", "x::B", "x::C"].map(str::to_owned);
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(order(&names(&["a", "b", "c"]), &steps), Some(1.0));
        assert_eq!(order(&names(&["b", "a", "missing"]), &steps), Some(0.0));
        assert_eq!(order(&names(&["a"]), &steps), None);
    }

    #[test]
    fn unwanted_names_are_reported() {
        let task = task(json!({"expect_symbols": ["A"], "expect_absent": ["Ticket#close", "Ticket#open"]}));
        let score = Score::new(&task, &answers(&["t.rb::Ticket#close", "t.rb::Ticket#opened"]));
        assert_eq!(score.unwanted, ["Ticket#close"]);
    }
}
