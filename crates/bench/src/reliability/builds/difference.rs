//! In what two answers differ: symbols, their order, scores, or something else.

use super::super::answers::PASSING;
use super::BuildAnswer;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Fields about how an index was made, not about what is in it.
const NOTES: [&str; 3] = ["notes", "version", "index_version"];
/// Fields by which an entry of a list is known, the surest first.
const IDENTITIES: [&str; 4] = ["id", "node", "source_path", "path"];
/// Lists of sentences, which name nothing.
const PROSE: [&str; 2] = ["reasons", "hints"];
/// Fields for the weight of an entry.
const SCORES: [&str; 3] = ["score", "probability", "confidence"];

/// The kind of a difference, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// One build answers where the other fails, or they end with other codes.
    Outcome,
    /// One build names something that the other does not.
    Symbols,
    /// Both name the same, in another order.
    Order,
    /// A score.
    Scores,
    /// Any other field.
    Fields,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Aspect; 5] =
        [Aspect::Outcome, Aspect::Symbols, Aspect::Order, Aspect::Scores, Aspect::Fields];

    /// As a heading has it.
    pub fn word(self) -> &'static str {
        match self {
            Aspect::Outcome => "outcome",
            Aspect::Symbols => "symbols",
            Aspect::Order => "order",
            Aspect::Scores => "scores",
            Aspect::Fields => "fields",
        }
    }
}

/// One thing in which two answers differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Difference {
    /// Its kind.
    pub aspect: Aspect,
    /// Where in the answer: `symbols/2/score`.
    pub place: String,
    /// In words.
    pub what: String,
}

/// All differences between two answers, the gravest first; none if they are equal.
pub(super) fn between(
    before: &BuildAnswer,
    after: &BuildAnswer,
    ignored: &BTreeSet<String>,
) -> Vec<Difference> {
    let outcome = |what: String| {
        vec![Difference { aspect: Aspect::Outcome, place: String::new(), what: super::super::short(&what) }]
    };
    match (&before.answer, &after.answer) {
        _ if before.code != after.code => {
            let code = |given: &BuildAnswer| match (&given.answer, given.code) {
                (Err(fault), _) => fault.clone(),
                (Ok(_), code) => format!("ended with {}", code.unwrap_or_default()),
            };
            outcome(format!("{}, before: {}", code(after), code(before)))
        }
        (Ok(before), Ok(after)) => {
            let mut comparison = Comparison { ignored, found: Vec::new() };
            comparison.values(before, after, "", "");
            comparison.found.sort();
            comparison.found
        }
        // The text of an error is for people.
        (Err(_), Err(_)) => Vec::new(),
        (Ok(_), Err(fault)) => outcome(fault.clone()),
        (Err(fault), Ok(_)) => outcome(format!("answered; before: {fault}")),
    }
}

struct Comparison<'i> {
    ignored: &'i BTreeSet<String>,
    found: Vec<Difference>,
}

impl Comparison<'_> {
    fn note(&mut self, aspect: Aspect, place: &str, what: &str) {
        let (place, what) = (place.to_owned(), super::super::short(what));
        self.found.push(Difference { aspect, place, what });
    }

    fn is_left_aside(&self, key: &str) -> bool {
        PASSING.contains(&key) || NOTES.contains(&key) || self.ignored.contains(key)
    }

    /// `key` is the last field on the way here.
    fn values(&mut self, before: &Value, after: &Value, place: &str, key: &str) {
        match (before, after) {
            (Value::Object(before), Value::Object(after)) => self.objects(before, after, place),
            (Value::Array(before), Value::Array(after)) => self.lists(before, after, place, key),
            _ if before == after => {}
            _ => {
                let aspect = if SCORES.contains(&key) { Aspect::Scores } else { Aspect::Fields };
                self.note(aspect, place, &format!("{}, before: {}", text(after), text(before)));
            }
        }
    }

    fn objects(&mut self, before: &Map<String, Value>, after: &Map<String, Value>, place: &str) {
        let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for key in keys {
            if self.is_left_aside(key) {
                continue;
            }
            let value = |object: &Map<String, Value>| object.get(key).cloned().unwrap_or(Value::Null);
            self.values(&value(before), &value(after), &join(place, key), key);
        }
    }

    fn lists(&mut self, before: &[Value], after: &[Value], place: &str, key: &str) {
        let named = |list| if PROSE.contains(&key) { None } else { identities(list) };
        let (Some(known), Some(given)) = (named(before), named(after)) else {
            if before.len() != after.len() {
                let what = format!("{} entries, before: {}", after.len(), before.len());
                self.note(Aspect::Fields, place, &what);
            }
            for (at, (before, after)) in before.iter().zip(after).enumerate() {
                self.values(before, after, &join(place, &at.to_string()), key);
            }
            return;
        };
        if known != given {
            let lost: Vec<&str> = without(&known, &given);
            let new: Vec<&str> = without(&given, &known);
            if lost.is_empty() && new.is_empty() {
                let at = known.iter().zip(&given).position(|(known, given)| known != given).unwrap_or(0);
                let what = format!("{} comes at place {}, before: {}", given[at].0, at + 1, known[at].0);
                self.note(Aspect::Order, place, &what);
            } else {
                let description = |word: &str, all: &[&str]| match all {
                    [] => String::new(),
                    [one] => format!("{word} {one}"),
                    [one, rest @ ..] => format!("{word} {one} and {} more", rest.len()),
                };
                let parts = [description("new:", &new), description("gone:", &lost)];
                let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                self.note(Aspect::Symbols, place, &parts.join(", "));
            }
        }
        let places: BTreeMap<&(String, usize), &Value> = known.iter().zip(before).collect();
        for (at, (identity, after)) in given.iter().zip(after).enumerate() {
            if let Some(before) = places.get(identity) {
                self.ranked(before, after, &join(place, &at.to_string()), key);
            }
        }
    }

    /// An entry of a list; its rank is its order, which was compared.
    fn ranked(&mut self, before: &Value, after: &Value, place: &str, key: &str) {
        let without_rank = |value: &Value| {
            let mut value = value.clone();
            value.as_object_mut().map(|object| object.remove("rank"));
            value
        };
        self.values(&without_rank(before), &without_rank(after), place, key);
    }
}

/// What each entry is known by, and how often that came before; `None` if entries are not known by
/// anything.
fn identities(list: &[Value]) -> Option<Vec<(String, usize)>> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let identity = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(object) => {
            IDENTITIES.iter().find_map(|key| object.get(*key)?.as_str().map(str::to_owned))
        }
        _ => None,
    };
    let known = list.iter().map(|value| {
        let identity = identity(value)?;
        let count = times.entry(identity.clone()).or_default();
        *count += 1;
        Some((identity, *count))
    });
    known.collect()
}

fn without<'a>(all: &'a [(String, usize)], others: &[(String, usize)]) -> Vec<&'a str> {
    let others: BTreeSet<&(String, usize)> = others.iter().collect();
    all.iter().filter(|one| !others.contains(one)).map(|(identity, _)| identity.as_str()).collect()
}

fn join(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place}/{key}") }
}

fn text(value: &Value) -> String {
    const MOST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn given(answer: Value) -> BuildAnswer {
        BuildAnswer { code: Some(0), answer: Ok(answer) }
    }

    fn description(after: Value) -> Vec<String> {
        let before = json!({
            "query_ms": 1.0,
            "symbols": [{"rank": 1, "id": "a", "score": 0.5, "line": 1}, {"rank": 2, "id": "b", "score": 0.25}],
            "index": {"notes": []},
        });
        let found = between(&given(before), &given(after), &BTreeSet::from(["tokens".to_owned()]));
        found.iter().map(|one| format!("{} {}: {}", one.aspect.word(), one.place, one.what)).collect()
    }

    #[test]
    fn clocks_notes_and_what_is_ignored_make_no_difference() {
        assert!(description(json!({
            "query_ms": 7.0,
            "tokens": 12,
            "symbols": [{"rank": 1, "id": "a", "score": 0.5, "line": 1}, {"rank": 2, "id": "b", "score": 0.25}],
            "index": {"notes": ["an index of an older version"]},
        }))
        .is_empty());
    }

    #[test]
    fn differences_of_symbols_order_scores_and_fields_are_distinguished() {
        let of = |symbols: Value| description(json!({"symbols": symbols, "index": {}}));
        assert_eq!(
            of(
                json!([{"rank": 1, "id": "b", "score": 0.25}, {"rank": 2, "id": "a", "score": 0.5, "line": 1}])
            ),
            ["order symbols: b comes at place 1, before: a"]
        );
        assert_eq!(
            of(
                json!([{"rank": 1, "id": "a", "score": 0.5, "line": 1}, {"rank": 2, "id": "c", "score": 0.25}])
            ),
            ["symbols symbols: new: c, gone: b"]
        );
        assert_eq!(
            of(
                json!([{"rank": 1, "id": "a", "score": 0.5, "line": 2}, {"rank": 2, "id": "b", "score": 0.3}])
            ),
            ["scores symbols/1/score: 0.3, before: 0.25", "fields symbols/0/line: 2, before: 1"]
        );
    }

    #[test]
    fn a_reason_in_other_words_names_no_other_symbol() {
        let reasons = |words: &str| given(json!({"symbols": [{"id": "a", "reasons": [words]}]}));
        let found = between(&reasons("b calls it"), &reasons("c calls it"), &BTreeSet::new());
        assert_eq!((found[0].aspect, found[0].place.as_str()), (Aspect::Fields, "symbols/0/reasons/0"));
    }

    #[test]
    fn a_failure_of_one_build_alone_is_a_difference() {
        let failed = || BuildAnswer { code: Some(2), answer: Err("failed: no such symbol".to_owned()) };
        let none = BTreeSet::new();
        assert!(between(&failed(), &failed(), &none).is_empty());
        let found = between(&given(json!({})), &failed(), &none);
        assert_eq!((found.len(), found[0].aspect), (1, Aspect::Outcome));
    }
}
