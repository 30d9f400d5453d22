//! The table of a run as it is published: the figures that answer its question, on few columns.

use super::super::analysis::{Analysis, System};
use super::super::markdown::{Table, maybe, score, time, whole};
use super::super::measure::{Measure, MeasureKind};
use crate::matching::Matching;
use crate::statistics::median;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The table, and which differences may be claimed.
pub fn published_table(analysis: &Analysis) -> String {
    let mut out = if analysis.has(Measure::Files(1)) { of_changes(analysis) } else { of_symbols(analysis) };
    for absent in &analysis.absent {
        let reason = absent.reason.lines().next().unwrap_or("");
        let _ = writeln!(out, "\n{} could not be asked: {reason}.", absent.name);
    }
    for line in on_fewer_tasks(analysis) {
        let _ = writeln!(out, "\n{line}");
    }
    let claims = claims(analysis);
    if !claims.is_empty() {
        let _ = writeln!(out, "\n{claims}");
    }
    out
}

fn of_symbols(analysis: &Analysis) -> String {
    let mut table = Table::new(&[
        "system",
        "tasks",
        "exact R@10",
        "95% by repository",
        "strict R@10",
        "95% by repository",
        "lenient P@10",
        "R@10",
        "MRR",
        "tokens",
        "index",
        "first question",
        "question",
    ]);
    let lenient = |what| Measure::Symbols(Matching::Lenient, what);
    for system in &analysis.systems {
        let mean = |measure| maybe(system.stat(measure, &|_| true).map(|stat| stat.mean));
        let interval = |measure| {
            let interval = system.interval_by_repository(measure);
            match analysis.repos().len() {
                0 | 1 => "–".to_owned(),
                _ => format!("{}–{}", score(interval.low), score(interval.high)),
            }
        };
        table.row(&[
            name(system),
            system.asked().to_string(),
            mean(Measure::SECOND),
            interval(Measure::SECOND),
            mean(Measure::FIRST),
            interval(Measure::FIRST),
            mean(Measure::PUBLIC),
            mean(lenient(MeasureKind::Recall(10))),
            mean(lenient(MeasureKind::Mrr)),
            system.mean_tokens().map_or_else(|| "–".to_owned(), whole),
            index_time(system),
            first_question(system),
            system.median_ms(|answer| answer.warm_ms).map_or_else(|| "–".to_owned(), time),
        ]);
    }
    table.finish()
}

fn of_changes(analysis: &Analysis) -> String {
    let mut header = vec!["system".to_owned(), "tasks".to_owned()];
    header.extend([1, 5, 10].map(|k| Measure::Files(k).name()));
    header.extend([5, 10].map(|k| Measure::Functions(k).name()));
    header.extend([Measure::SECOND, Measure::FIRST].map(Measure::title));
    header.extend(["tokens", "index", "question"].map(str::to_owned));
    let mut table = Table::new(&header);
    for system in &analysis.systems {
        let mean = |measure| maybe(system.stat(measure, &|_| true).map(|stat| stat.mean));
        let mut row = vec![name(system), system.asked().to_string()];
        row.extend([1, 5, 10].map(|k| mean(Measure::Files(k))));
        row.extend([5, 10].map(|k| mean(Measure::Functions(k))));
        row.extend([Measure::SECOND, Measure::FIRST].map(mean));
        row.push(system.mean_tokens().map_or_else(|| "–".to_owned(), whole));
        row.push(index_time(system));
        row.push(system.median_ms(|answer| answer.warm_ms).map_or_else(|| "–".to_owned(), time));
        table.row(&row);
    }
    table.finish()
}

fn name(system: &System) -> String {
    let failed = system.answers.iter().filter(|one| one.was_asked() && !one.is_answered()).count();
    let version = if system.version.starts_with(|c: char| c.is_ascii_digit()) {
        format!(" {}", system.version)
    } else {
        String::new()
    };
    let failures = if failed > 0 { format!(" ({failed} failed)") } else { String::new() };
    format!("{}{version}{failures}", system.name)
}

fn index_time(system: &System) -> String {
    let times: Vec<f64> = system.index.values().map(|cost| cost.ms).filter(|ms| *ms > 0.0).collect();
    if times.is_empty() { "none".to_owned() } else { time(median(&times)) }
}

fn first_question(system: &System) -> String {
    let times: Vec<f64> = system.index.values().filter_map(|cost| cost.first_question_ms).collect();
    if times.is_empty() { "–".to_owned() } else { time(median(&times)) }
}

/// The measures that claims are about.
fn measures(analysis: &Analysis) -> [Measure; 2] {
    if analysis.has(Measure::Files(1)) {
        [Measure::Files(5), Measure::Functions(10)]
    } else {
        [Measure::SECOND, Measure::FIRST]
    }
}

/// The first system on the tasks of those that were asked fewer: a line for each set of tasks.
fn on_fewer_tasks(analysis: &Analysis) -> Vec<String> {
    let Some(best) = analysis.systems.first() else { return Vec::new() };
    let mut by_tasks: BTreeMap<BTreeSet<usize>, Vec<&str>> = BTreeMap::new();
    for system in analysis.systems.iter().skip(1).filter(|one| one.asked() < best.asked()) {
        let asked = system.answers.iter().filter(|one| one.was_asked());
        by_tasks.entry(asked.map(|one| one.task).collect()).or_default().push(&system.name);
    }
    let line = |(tasks, names): (BTreeSet<usize>, Vec<&str>)| {
        let figures = measures(analysis).map(|measure| {
            let stat = best.stat(measure, &|answer| tasks.contains(&answer.task));
            format!("{} {}", measure.title(), maybe(stat.map(|one| one.mean)))
        });
        let count = tasks.len();
        format!("On the {count} tasks of {}, {} has {}.", names.join(", "), best.name, figures.join(", "))
    };
    by_tasks.into_iter().map(line).collect()
}

/// What may be said of the first system, by each measure that counts.
fn claims(analysis: &Analysis) -> String {
    let Some(best) = analysis.systems.first().filter(|_| analysis.warnings.is_empty()) else {
        return String::new();
    };
    let mut sentences = Vec::new();
    for measure in measures(analysis) {
        let pairs = analysis.pairs.iter().filter(|pair| pair.measure == measure && pair.first == 0);
        let (better, unsure): (Vec<_>, Vec<_>) = pairs.partition(|pair| pair.better() == Some(0));
        let name = |pair: &&super::super::pairs::Pair| analysis.systems[pair.second].name.clone();
        let list =
            |pairs: &[&super::super::pairs::Pair]| pairs.iter().map(name).collect::<Vec<_>>().join(", ");
        if better.is_empty() && unsure.is_empty() {
            continue;
        }
        let weakest = better.iter().map(|pair| pair.d).fold(f64::INFINITY, f64::min);
        let strongest_p = better.iter().map(|pair| pair.corrected).fold(0.0, f64::max);
        let mut sentence = if better.is_empty() {
            format!("In {} {} is not better than any other by this test", measure.title(), best.name)
        } else {
            let p = if strongest_p < 0.001 {
                "< .001".to_owned()
            } else {
                format!("at most {}", score(strongest_p))
            };
            format!(
                "In {} {} is better than {} (d at least {weakest:.2}, p {p})",
                measure.title(),
                best.name,
                list(&better)
            )
        };
        if !unsure.is_empty() && !better.is_empty() {
            let _ = write!(sentence, "; not sure against {}", list(&unsure));
        }
        sentences.push(sentence + ".");
    }
    if !sentences.is_empty() {
        sentences.push("Wilcoxon on the tasks both were asked, Holm's correction.".to_owned());
    }
    sentences.join(" ")
}
