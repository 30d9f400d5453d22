//! Agreement as text for people.

use super::{Agreement, Labeller, Universe, number};
use std::fmt;

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trees = self.tasks.iter().filter(|task| task.universe == Universe::Tree).count();
        let over = if trees == self.tasks.len() {
            "over all names that the trees define".to_owned()
        } else if trees == 0 {
            "over what either labelled (no tree: kappa means little, read Dice)".to_owned()
        } else {
            format!("{trees} over all names that the trees define, the rest over what either labelled")
        };
        writeln!(f, "{} tasks labelled twice, {over}", self.tasks.len())?;
        writeln!(
            f,
            "  {:20} {}  (mean of tasks {})",
            "Cohen's kappa",
            number(self.kappa),
            number(self.mean_kappa)
        )?;
        writeln!(f, "  {:20} {}", "Dice", number(self.positive))?;
        writeln!(f, "  {:20} {}", "Jaccard", number(self.jaccard))?;
        let table = self.table;
        writeln!(
            f,
            "  both {}, only the first {}, only the second {}, neither {}",
            table.both, table.first, table.second, table.neither
        )?;
        writeln!(
            f,
            "  as many labels by both in {} of {} tasks; {} symbols left open",
            self.equal_counts,
            self.tasks.len(),
            self.open
        )?;
        writeln!(f, "\n{:30} {:>6}      Dice  Jaccard  both  first  second", "task", "kappa")?;
        for task in &self.tasks {
            writeln!(
                f,
                "{:30} {:>6}  {:>8}  {:>7}  {:>4}  {:>5}  {:>6}",
                task.id,
                number(task.kappa),
                number(task.positive),
                number(task.jaccard),
                task.table.both,
                task.table.first,
                task.table.second
            )?;
        }
        if self.tasks.iter().any(|task| !task.disputes.is_empty()) {
            writeln!(f, "\ndisputes")?;
        }
        for task in &self.tasks {
            for dispute in &task.disputes {
                let by = match dispute.by {
                    Labeller::First => "first",
                    Labeller::Second => "second",
                };
                let settled = dispute
                    .resolution
                    .as_ref()
                    .map_or_else(|| "open".to_owned(), |how| format!("settled: {how}"));
                writeln!(f, "  {}: only the {by} has {} ({settled})", task.id, dispute.symbol)?;
            }
        }
        for (folder, ids) in [("first", &self.only_first), ("second", &self.only_second)] {
            if !ids.is_empty() {
                writeln!(f, "\nonly in the {folder} folder: {}", ids.join(", "))?;
            }
        }
        for (repo, why) in &self.without_tree {
            writeln!(f, "\nno tree of {repo}: {why}")?;
        }
        Ok(())
    }
}
