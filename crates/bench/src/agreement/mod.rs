//! How well two people who labelled the same tasks agree.
//!
//! For each task both decided yes or no for every symbol that could have been
//! labelled: every name the tree defines, without tests. That universe gives
//! Cohen's kappa its meaning. It is large, so chance explains almost nothing
//! and kappa comes close to *positive agreement* (of the labels given, how
//! many did both give). Without a checkout the universe is only what either
//! labelled: then both never decided no, kappa is at most 0 unless both
//! agree on everything, and positive agreement is the figure to read. The
//! report names the universe.
//!
//! Two labels are one if their names are equal or one is the end of the
//! other; of all ways to pair them, one with the most pairs is taken.

mod report;
mod text;

use crate::matching::{Name, one_to_one};
use crate::statistics::kappa::Table;
use crate::statistics::mean;
use crate::tasks::Source;
use crate::tasks::yaml::LabelledTask;
use serde::Serialize;
use std::collections::BTreeMap;

/// The set of symbols that could have been labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Universe {
    /// Every name that the tree defines, without tests.
    Tree,
    /// Only what either labelled.
    Labels,
}

/// Who gave a label that the other did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Labeller {
    /// The first folder.
    First,
    /// The second folder.
    Second,
}

/// A label that only one gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DisputedLabel {
    /// The symbol.
    pub symbol: String,
    /// Who gave it.
    pub by: Labeller,
    /// How it was settled, if either file records it.
    pub resolution: Option<String>,
}

/// Agreement on one task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskAgreement {
    /// The task.
    pub id: String,
    /// Its repository.
    pub repo: String,
    /// Where the task comes from.
    pub source: Source,
    /// The set of symbols that could have been labelled.
    pub universe: Universe,
    /// Who labelled what.
    pub table: Table,
    /// Cohen's kappa; `None` where there was no choice.
    pub kappa: Option<f64>,
    /// Positive agreement.
    pub positive: Option<f64>,
    /// Jaccard.
    pub jaccard: Option<f64>,
    /// The labels of only one person.
    pub disputes: Vec<DisputedLabel>,
    /// How many symbols both together left open.
    pub open: usize,
}

impl TaskAgreement {
    fn has_equal_counts(&self) -> bool {
        self.table.first == self.table.second
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

/// Agreement over all tasks that both labelled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Task by task, in the order of the first folder.
    pub tasks: Vec<TaskAgreement>,
    /// All tasks in one table.
    pub table: Table,
    /// Kappa of that table.
    pub kappa: Option<f64>,
    /// The mean of the tasks' kappas.
    pub mean_kappa: Option<f64>,
    /// Positive agreement of that table.
    pub positive: Option<f64>,
    /// Jaccard of that table.
    pub jaccard: Option<f64>,
    /// Tasks for which both gave equally many labels. Where this is nearly all of them, a number
    /// was set or known beforehand, which raises agreement.
    pub equal_counts: usize,
    /// Symbols left open, over all tasks and both.
    pub open: usize,
    /// Tasks that only the first folder has.
    pub only_first: Vec<String>,
    /// Tasks that only the second folder has.
    pub only_second: Vec<String>,
    /// Repositories without a tree, and why.
    pub without_tree: BTreeMap<String, String>,
}

/// Compares two folders of labels. `items` returns how many names a repository's
/// tree defines, or why that is not known.
pub fn agreement(
    first: &[LabelledTask],
    second: &[LabelledTask],
    items: &dyn Fn(&str) -> Result<usize, String>,
) -> Agreement {
    let by_id: BTreeMap<&str, &LabelledTask> = second.iter().map(|one| (one.task.id.as_str(), one)).collect();
    let mut universes: BTreeMap<&str, Result<usize, String>> = BTreeMap::new();
    let mut tasks = Vec::new();
    let mut only_first = Vec::new();
    for one in first {
        let Some(other) = by_id.get(one.task.id.as_str()) else {
            only_first.push(one.task.id.clone());
            continue;
        };
        let universe = universes.entry(&one.task.repo).or_insert_with(|| items(&one.task.repo));
        tasks.push(compare(one, other, universe.as_ref().ok().copied()));
    }
    let mut only_second: Vec<String> = second
        .iter()
        .map(|one| one.task.id.clone())
        .filter(|id| !first.iter().any(|one| one.task.id == *id))
        .collect();
    only_second.sort();
    let table = tasks.iter().fold(Table::default(), |sum, task| sum.and(task.table));
    let kappas: Vec<f64> = tasks.iter().filter_map(|task| task.kappa).collect();
    let without_tree =
        universes.into_iter().filter_map(|(repo, items)| Some((repo.to_owned(), items.err()?))).collect();
    Agreement {
        table,
        kappa: table.kappa(),
        mean_kappa: (!kappas.is_empty()).then(|| mean(&kappas)),
        positive: table.positive(),
        jaccard: table.jaccard(),
        equal_counts: tasks.iter().filter(|task| task.has_equal_counts()).count(),
        open: tasks.iter().map(|task| task.open).sum(),
        tasks,
        only_first,
        only_second,
        without_tree,
    }
}

fn compare(first: &LabelledTask, second: &LabelledTask, items: Option<usize>) -> TaskAgreement {
    let names = |labelled: &LabelledTask| -> Vec<Name> {
        labelled.labels().iter().map(|label| Name::new(&label.symbol)).collect()
    };
    let (firsts, seconds) = (names(first), names(second));
    let edges = firsts
        .iter()
        .map(|one| (0..seconds.len()).filter(|at| one.is_same_or_suffix(&seconds[*at])).collect())
        .collect();
    let partners = one_to_one::most_pairs(edges, seconds.len());
    let both = partners.iter().flatten().count();
    let (only_first, only_second) = (firsts.len() - both, seconds.len() - both);
    let neither = items.map_or(0, |items| items.saturating_sub(both + only_first + only_second));
    let table = Table { both, first: only_first, second: only_second, neither };

    let settled = |symbol: &str| {
        let name = Name::new(symbol);
        let recorded = first.disputes.iter().chain(&second.disputes);
        recorded
            .filter(|dispute| Name::new(&dispute.symbol) == name)
            .find_map(|dispute| dispute.resolution.clone())
    };
    let disputed =
        |symbol: &str, by| DisputedLabel { symbol: symbol.to_owned(), by, resolution: settled(symbol) };
    let mut disputes = Vec::new();
    for (index, label) in first.labels().iter().enumerate() {
        if !partners.contains(&Some(index)) {
            disputes.push(disputed(&label.symbol, Labeller::First));
        }
    }
    for (label, partner) in second.labels().iter().zip(&partners) {
        if partner.is_none() {
            disputes.push(disputed(&label.symbol, Labeller::Second));
        }
    }
    TaskAgreement {
        id: first.task.id.clone(),
        repo: first.task.repo.clone(),
        source: first.task.source,
        universe: if items.is_some() { Universe::Tree } else { Universe::Labels },
        table,
        kappa: table.kappa(),
        positive: table.positive(),
        jaccard: table.jaccard(),
        disputes,
        open: first.open.len() + second.open.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::yaml::parse;
    use expect_test::expect;

    fn labelled(id: &str, labels: &str) -> LabelledTask {
        let text = format!(
            "id: {id}\nrepo: shop\ntier: easy\ndescription: d\nsource: manual\nground_truth: [{labels}]\n\
             disputes: [{{symbol: pay, resolution: kept}}]\n"
        );
        parse(&text, "a.yaml").unwrap()
    }

    #[test]
    fn labels_are_paired_whatever_their_spelling() {
        let first = [labelled("a", "Basket.total, pay, Order")];
        let second = [labelled("a", "shop::basket#total, Order, Item")];
        let agreement = agreement(&first, &second, &|_| Ok(1000));
        let task = &agreement.tasks[0];
        assert_eq!(task.table, Table { both: 2, first: 1, second: 1, neither: 996 });
        assert_eq!(task.universe, Universe::Tree);
        assert!((task.positive.unwrap() - 2.0 / 3.0).abs() < 1e-12);
        assert!((task.jaccard.unwrap() - 0.5).abs() < 1e-12);
        assert!((task.kappa.unwrap() - task.positive.unwrap()).abs() < 0.01, "a large universe");
        assert_eq!(task.disputes[0].resolution.as_deref(), Some("kept"));
    }

    #[test]
    fn without_a_tree_the_universe_is_what_was_labelled() {
        let first = [labelled("a", "Basket, pay")];
        let second = [labelled("a", "Basket, Order")];
        let agreement = agreement(&first, &second, &|_| Err("no checkout".into()));
        assert_eq!(agreement.tasks[0].universe, Universe::Labels);
        assert_eq!(agreement.table.neither, 0);
        assert!(agreement.kappa.unwrap() <= 0.0);
    }

    #[test]
    fn the_report_lists_universe_disputes_and_tasks_without_a_partner() {
        let first = [labelled("a", "Basket, pay"), labelled("b", "Order"), labelled("c", "x")];
        let second = [labelled("a", "Basket, Order"), labelled("b", "Order"), labelled("d", "x")];
        let agreement = agreement(&first, &second, &|_| Ok(500));
        expect![[r#"
            2 tasks labelled twice, over all names that the trees define
              Cohen's kappa        0.666  (mean of tasks 0.749)
              Dice                 0.667
              Jaccard              0.500
              both 2, only the first 1, only the second 1, neither 996
              as many labels by both in 2 of 2 tasks; 0 symbols left open

            task                            kappa      Dice  Jaccard  both  first  second
            a                               0.498     0.500    0.333     1      1       1
            b                               1.000     1.000    1.000     1      0       0

            disputes
              a: only the first has pay (settled: kept)
              a: only the second has Order (open)

            only in the first folder: c

            only in the second folder: d
        "#]]
        .assert_eq(&agreement.to_string());
    }

    #[test]
    fn the_labelling_report_has_a_row_for_each_source_of_tasks() {
        let first = [labelled("a", "Basket, pay"), labelled("b", "Order")];
        let report = agreement(&first, &first, &|_| Ok(500)).report();
        assert!(report.contains("| manual | 2 | 3 | 0 | 0 | 1.000 | 1.000 | 1.000 | 2 | 0 |"), "{report}");
        assert!(!report.contains("| issue |"), "{report}");
    }
}
