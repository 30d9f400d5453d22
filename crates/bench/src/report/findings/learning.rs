//! The effect of feedback, round by round.

use super::super::analysis::Analysis;
use super::super::markdown::{Table, score};
use crate::statistics::bootstrap::interval;
use crate::statistics::{SEED, mean};
use std::fmt::Write;

pub(super) fn learning(analysis: &Analysis, out: &mut String) {
    let all = &analysis.measures.learning;
    let rounds = all.iter().map(|one| one.same.len().max(one.other.len())).max().unwrap_or(0);
    if rounds == 0 {
        return;
    }
    out.push_str(
        "## Learning\n\nBefore feedback and after each round of it, on the tasks it came from and on others. The gain is of the last round, task by task.\n\n",
    );
    let mut header = vec!["system and tasks".to_owned(), "measure".to_owned()];
    header.extend((0..rounds).map(|round| if round == 0 { "before".to_owned() } else { round.to_string() }));
    header.push("gain".to_owned());
    let mut table = Table::new(&header);
    for one in all {
        for course in one.courses() {
            let tasks = course.rounds.first().map_or(0, |round| round.len());
            let mut row =
                vec![format!("{}, {tasks} {}", one.system, course.tasks), course.measure.to_owned()];
            row.extend((0..rounds).map(|round| {
                course.rounds.get(round).map_or("–".to_owned(), |values| with_interval(values))
            }));
            row.push(with_interval(&course.gains()));
            table.row(&row);
        }
    }
    let _ = writeln!(out, "{}", table.finish());
}

fn with_interval(values: &[f64]) -> String {
    let interval = interval(values, SEED);
    format!("{} [{}, {}]", score(mean(values)), score(interval.low), score(interval.high))
}
