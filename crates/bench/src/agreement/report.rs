//! `labeling-report.md`: how well the labels of a corpus agree, by source of the tasks.

use super::{Agreement, TaskAgreement, number};
use crate::statistics::kappa::Table;
use crate::tasks::Source;
use std::fmt::Write;

const SOURCES: [(Source, &str); 4] = [
    (Source::Manual, "manual"),
    (Source::Issue, "issue"),
    (Source::Commit, "commit"),
    (Source::Synthetic, "synthetic"),
];

impl Agreement {
    /// The report as Markdown.
    pub fn report(&self) -> String {
        let mut text = String::from(
            "# Labelling report\n\nEach task was labelled twice, independently. *Kappa* is Cohen's kappa over all \
             names that a tree defines, tests apart; *Dice* and *Jaccard* compare the given labels alone. *Equal \
             counts* are the tasks for which both gave equally many labels: where these are nearly all, a number \
             was set or known, and agreement is higher than it would be without. *Open* counts symbols of which a \
             labeller was not sure; they are no labels.\n\n\
             | source | tasks | both | only first | only second | kappa | Dice | Jaccard | equal counts | open |\n\
             | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
        );
        for (source, name) in SOURCES {
            let tasks: Vec<&TaskAgreement> = self.tasks.iter().filter(|task| task.source == source).collect();
            if !tasks.is_empty() {
                row(&mut text, name, &tasks);
            }
        }
        row(&mut text, "all", &self.tasks.iter().collect::<Vec<_>>());
        text +=
            "\n| task | labels | Dice | disputes | settled | open |\n| --- | --- | --- | --- | --- | --- |\n";
        for task in &self.tasks {
            let settled = task.disputes.iter().filter(|one| one.resolution.is_some()).count();
            let labels = task.table.both + task.table.first + task.table.second;
            let (disputes, dice) = (task.disputes.len(), number(task.positive));
            let _ = writeln!(
                text,
                "| {} | {labels} | {dice} | {disputes} | {settled} | {} |",
                task.id, task.open
            );
        }
        text
    }
}

fn row(text: &mut String, name: &str, tasks: &[&TaskAgreement]) {
    let table = tasks.iter().fold(Table::default(), |sum, task| sum.and(task.table));
    let equal = tasks.iter().filter(|task| task.has_equal_counts()).count();
    let open: usize = tasks.iter().map(|task| task.open).sum();
    let (kappa, dice, jaccard) = (number(table.kappa()), number(table.positive()), number(table.jaccard()));
    let Table { both, first, second, .. } = table;
    let _ = writeln!(
        text,
        "| {name} | {} | {both} | {first} | {second} | {kappa} | {dice} | {jaccard} | {equal} | {open} |",
        tasks.len()
    );
}
