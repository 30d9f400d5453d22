//! Tasks on which each system could learn from the others, from the data.

use super::super::analysis::{Analysis, System};
use super::super::markdown::{score, whole};
use super::super::measure::Measure;
use super::sections::{per_task, value_on};
use crate::failures::Mode;
use crate::statistics::mean;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Most tasks or repositories named in a sentence.
const NAMED: usize = 4;

pub(super) fn lessons(analysis: &Analysis, out: &mut String) {
    let Some((best, others)) = analysis.systems.split_first() else { return };
    if others.is_empty() {
        return;
    }
    let measure = per_task(analysis);
    let _ = writeln!(out, "## Competitive lessons\n\nBy {}, task by task.\n", measure.title());
    for other in others {
        let _ = writeln!(out, "- {}", against(analysis, best, other, measure));
    }
    together(analysis, measure, out);
    for failures in &analysis.failures {
        let worst = Mode::ALL.into_iter().max_by_key(|mode| failures.modes.get(mode).copied().unwrap_or(0));
        let Some(worst) = worst else { continue };
        let count = failures.modes[&worst];
        if count > 0 {
            let missed = failures.expected - failures.found;
            let share = 100.0 * count as f64 / missed.max(1) as f64;
            let _ = writeln!(
                out,
                "- Of {} expected symbols that {} misses, {share:.0}% are {}.",
                whole(missed as f64),
                failures.system,
                cause(worst)
            );
        }
    }
    out.push('\n');
}

fn against(analysis: &Analysis, best: &System, other: &System, measure: Measure) -> String {
    let (mut wins, mut losses, mut ties) = (Vec::new(), 0, 0);
    for task in 0..analysis.tasks.len() {
        let (Some(own), Some(theirs)) = (value_on(best, task, measure), value_on(other, task, measure))
        else {
            continue;
        };
        if (own - theirs).abs() < 1e-9 {
            ties += 1;
        } else if theirs > own {
            wins.push((theirs - own, analysis.tasks[task].id.as_str()));
        } else {
            losses += 1;
        }
    }
    let mut text =
        format!("{} beats {} on {}, loses {losses}, ties {ties}", other.name, best.name, tasks(wins.len()));
    wins.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    if !wins.is_empty() {
        let named: Vec<&str> = wins.iter().take(NAMED).map(|(_, id)| *id).collect();
        let _ = write!(text, "; most clearly on {}", named.join(", "));
    }
    let ahead: Vec<&str> = analysis
        .repos()
        .into_iter()
        .filter(|repo| {
            let of =
                |system| analysis.stat(system, measure, &|task| task.repo == *repo).map(|stat| stat.mean);
            matches!((of(best), of(other)), (Some(own), Some(theirs)) if theirs > own + 1e-9)
        })
        .collect();
    if !ahead.is_empty() {
        let _ = write!(text, ". It is ahead in {}", ahead.join(", "));
    }
    if let (Some(own), Some(theirs)) = (best.mean_tokens(), other.mean_tokens())
        && theirs < own
    {
        let _ = write!(text, ". Its answers are shorter: {} tokens against {}", whole(theirs), whole(own));
    }
    text + "."
}

/// Tasks that no system solves, and the upper bound of all systems together.
fn together(analysis: &Analysis, measure: Measure, out: &mut String) {
    let mut best_of = Vec::new();
    let mut unsolved = Vec::new();
    for (task, info) in analysis.tasks.iter().enumerate() {
        let values: Vec<f64> =
            analysis.systems.iter().filter_map(|system| value_on(system, task, measure)).collect();
        let Some(most) = values.iter().copied().max_by(f64::total_cmp) else { continue };
        best_of.push(most);
        if most <= 0.0 {
            unsolved.push(info.id.as_str());
        }
    }
    let best = analysis.systems.iter().map(|system| system.mean(measure)).max_by(f64::total_cmp);
    let _ = writeln!(
        out,
        "- Taking the best system for each task would give {}, against {} of the best single one: what is left between them is findable.",
        score(mean(&best_of)),
        score(best.unwrap_or(0.0))
    );
    if !unsolved.is_empty() {
        let more = if unsolved.len() > NAMED {
            format!(" and {} more", unsolved.len() - NAMED)
        } else {
            String::new()
        };
        let named: Vec<&str> = unsolved.iter().copied().take(NAMED).collect();
        let _ = writeln!(
            out,
            "- No system finds anything expected for {}: {}{more}.",
            tasks(unsolved.len()),
            named.join(", ")
        );
    }
}

/// What would help Fathom most: the three causes of most of its misses, with tasks to begin with.
pub(super) fn improvements(analysis: &Analysis) -> String {
    let Some(failures) = analysis.failures.iter().find(|one| one.system.starts_with("fathom")) else {
        return "Fathom was not measured.".to_owned();
    };
    let mut causes: Vec<(usize, Mode)> =
        failures.modes.iter().map(|(mode, count)| (*count, *mode)).filter(|(count, _)| *count > 0).collect();
    causes.sort_by_key(|(count, mode)| (std::cmp::Reverse(*count), *mode));
    let lines: Vec<String> = causes
        .iter()
        .take(3)
        .map(|(count, mode)| {
            let examples = failures.examples.get(mode).into_iter().flatten();
            let named: BTreeSet<&str> = examples.map(|missed| missed.task.as_str()).collect();
            let named: Vec<&str> = named.into_iter().take(NAMED).collect();
            format!("\n  - {} ({count} expected symbols; begin with {})", remedy(*mode), named.join(", "))
        })
        .collect();
    if lines.is_empty() { "Fathom missed nothing.".to_owned() } else { lines.concat() }
}

fn remedy(mode: Mode) -> &'static str {
    match mode {
        Mode::ScaleFailure => "answer within the limit of time",
        Mode::LanguageGap => "read the language",
        Mode::NotInIndex => "index these definitions",
        Mode::Noise => "rank higher what is returned below 10",
        Mode::DepthMiss => {
            "follow one step more from what was found: members of the same type, files of the same change"
        }
        Mode::VocabularyMiss => "connect the words of the task with names that share none",
        Mode::Outranked => "weigh the word that the task shares with the name",
    }
}

fn tasks(count: usize) -> String {
    if count == 1 { "1 task".to_owned() } else { format!("{count} tasks") }
}

fn cause(mode: Mode) -> &'static str {
    match mode {
        Mode::ScaleFailure => "lost to crashes and time limits",
        Mode::LanguageGap => "in languages it does not read",
        Mode::NotInIndex => "not in its index",
        Mode::Noise => "found, but below the first 10",
        Mode::DepthMiss => "next to something it found",
        Mode::VocabularyMiss => "named in other words than the task",
        Mode::Outranked => "outranked, though the task has a word of their names",
    }
}
