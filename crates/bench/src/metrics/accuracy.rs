//! For changes: are *all* touched files, or all touched functions, among the
//! first k? One that is missing costs the whole point, since a fix needs all.

use super::judged;
use crate::matching::{Matching, wanted};
use crate::record::{Outcome, Record};
use crate::tasks::Expected;
use serde::Serialize;

/// The ks at which files and functions are judged.
pub const KS: [usize; 5] = [1, 3, 5, 10, 20];

/// Whether all expected ones are within the first k, for each of [`KS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Accuracy {
    /// Files.
    pub files: [bool; 5],
    /// Innermost definitions, paired one to one and in the same file; `None`
    /// if the change touched none.
    pub functions: Option<[bool; 5]>,
}

/// Judges an answer to a task that expects a change; `None` for other tasks.
pub fn accuracy(record: &Record) -> Option<Accuracy> {
    let Expected::Change(files) = &record.task.expected else { return None };
    let answered = record.outcome == Outcome::Answered;
    let wanted = wanted(&record.task);
    let judged = judged(record, &wanted, Matching::Exact);
    let functions = (!wanted.is_empty()).then(|| KS.map(|k| judged.found_within(k) == wanted.len()));
    let files = KS
        .map(|k| answered && files.keys().all(|file| record.files.iter().take(k).any(|found| found == file)));
    Some(Accuracy { files, functions })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{FoundSymbol, IndexCost};
    use crate::tasks::{DefinitionLocation, Source, Task, Tier};
    use std::collections::BTreeMap;

    fn record() -> Record {
        let place = |symbol: &str| DefinitionLocation {
            path: "a.py".into(),
            symbol: symbol.into(),
            line: 1,
            end_line: 2,
        };
        let found = |name: &str, path: &str| FoundSymbol {
            name: name.into(),
            path: Some(path.into()),
            line: None,
            end_line: None,
        };
        Record {
            system: "one".into(),
            version: "1".into(),
            task: Task {
                id: "t".into(),
                repo: "o/a".into(),
                commit: None,
                tier: Tier::Easy,
                description: "d".into(),
                source: Source::Issue,
                expected: Expected::Change(BTreeMap::from([
                    ("a.py".to_owned(), vec![(1, 1)]),
                    ("b.py".to_owned(), vec![(1, 1)]),
                ])),
                tags: Vec::new(),
                changed: vec![place("A.run"), place("A.stop")],
            },
            language: "python".into(),
            outcome: Outcome::Answered,
            found: vec![found("run", "b.py"), found("A.run", "a.py"), found("stop", "a.py")],
            files: vec!["b.py".into(), "c.py".into(), "a.py".into()],
            tokens: 1,
            shown: Vec::new(),
            text_hash: String::new(),
            text: None,
            budgets: Vec::new(),
            index: IndexCost::default(),
            cold_ms: 1.0,
            warm_ms: 1.0,
            unindexed: None,
        }
    }

    #[test]
    fn all_expected_ones_must_be_within_k() {
        let accuracy = accuracy(&record()).unwrap();
        assert_eq!(accuracy.files, [false, true, true, true, true]);
        assert_eq!(accuracy.functions, Some([false, true, true, true, true]));
    }

    #[test]
    fn a_name_in_another_file_is_not_it() {
        let mut record = record();
        record.found[1].path = Some("c.py".into());
        assert_eq!(accuracy(&record).unwrap().functions, Some([false; 5]));
    }

    #[test]
    fn a_change_outside_of_any_definition_is_judged_by_files_alone() {
        let mut record = record();
        record.task.changed.clear();
        assert_eq!(accuracy(&record).unwrap().functions, None);
    }

    #[test]
    fn a_failed_question_has_nothing() {
        let mut record = record();
        record.outcome = Outcome::Failed { reason: "crash".into() };
        let accuracy = accuracy(&record).unwrap();
        assert_eq!((accuracy.files, accuracy.functions), ([false; 5], Some([false; 5])));
    }
}
