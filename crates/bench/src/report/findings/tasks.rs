//! Every task with its scores, and what so many tasks allow to claim.

use super::super::analysis::Analysis;
use super::super::markdown::{Table, maybe};
use super::sections::{per_task, value_on};
use std::fmt::Write;

/// Tasks that a claim of a small difference (d = 0.3) needs: 80% power at p < 0.05.
const FOR_A_SMALL_DIFFERENCE: usize = 92;
/// The same for a medium difference (d = 0.5).
const FOR_A_MEDIUM_DIFFERENCE: usize = 34;

pub(super) fn tasks(analysis: &Analysis, out: &mut String) {
    let measure = per_task(analysis);
    let _ = writeln!(
        out,
        "\n## Every task\n\nBy {}. {} “–” means that a task expects no symbol (its change is outside of every \
         definition) or that the system could not be asked.\n",
        measure.title(),
        claims(analysis)
    );
    let mut header = vec!["task"];
    header.extend(analysis.systems.iter().map(|system| system.name.as_str()));
    let mut table = Table::new(&header);
    for (at, task) in analysis.tasks.iter().enumerate() {
        let mut row = vec![task.id.clone()];
        row.extend(analysis.systems.iter().map(|system| maybe(value_on(system, at, measure))));
        table.row(&row);
    }
    let _ = writeln!(out, "{}", table.finish());
}

/// How large a difference so many tasks can show.
pub fn claims(analysis: &Analysis) -> String {
    let measure = per_task(analysis);
    let counts =
        |task: &usize| analysis.systems.iter().any(|system| value_on(system, *task, measure).is_some());
    let count = (0..analysis.tasks.len()).filter(counts).count();
    let enough = match count {
        FOR_A_SMALL_DIFFERENCE.. => "enough to claim a small difference",
        FOR_A_MEDIUM_DIFFERENCE.. => "enough to claim a medium difference, too few for a small one",
        _ => "too few to claim anything but a large difference",
    };
    format!(
        "Tasks with a score: {count}, {enough}. A small difference (d = 0.3) needs about \
         {FOR_A_SMALL_DIFFERENCE}, a medium one (d = 0.5) about {FOR_A_MEDIUM_DIFFERENCE} (p < 0.05, 80% power)."
    )
}
