//! The tables of the findings.

use super::super::analysis::{Analysis, System, TaskInfo};
use super::super::markdown::{Table, maybe, megabytes, score, time, whole};
use super::super::measure::{Measure, MeasureKind};
use super::super::tables::word;
use crate::failures::Mode;
use crate::matching::Matching;
use crate::metrics::accuracy;
use crate::statistics::{mean, median};
use std::fmt::Write;

pub(super) fn overall(analysis: &Analysis, out: &mut String) {
    if !analysis.has(Measure::FIRST) {
        return;
    }
    out.push_str("## Overall\n\n");
    let whats = [
        MeasureKind::Precision(5),
        MeasureKind::Precision(10),
        MeasureKind::Precision(20),
        MeasureKind::Recall(5),
        MeasureKind::Recall(10),
        MeasureKind::Recall(20),
        MeasureKind::F1(10),
        MeasureKind::Ndcg,
        MeasureKind::Mrr,
    ];
    // The most demanding first: nobody has to look for it.
    for matching in Matching::ALL.into_iter().rev() {
        let _ = writeln!(out, "Matching: {}\n", matching.word());
        let measures = whats.map(|what| Measure::Symbols(matching, what));
        let mut header = vec!["system".to_owned()];
        header.extend(measures.map(Measure::name));
        header.extend(["P@10 95%", "R@10 95%", "R@10 95% by repository"].map(str::to_owned));
        let mut table = Table::new(&header);
        for system in &analysis.systems {
            let not_run = system.answers.len() - system.asked();
            let name = match not_run {
                0 => system.name.clone(),
                _ => format!("{} ({} of {} tasks)", system.name, system.asked(), system.answers.len()),
            };
            let mut row = vec![name];
            for measure in measures {
                let cell = system.stat(measure, &|_| true).map_or_else(
                    || "–".to_owned(),
                    |stat| format!("{} ±{}", score(stat.mean), score(stat.deviation)),
                );
                row.push(cell);
            }
            for what in [MeasureKind::Precision(10), MeasureKind::Recall(10)] {
                let interval = system.interval(Measure::Symbols(matching, what));
                row.push(format!("[{}, {}]", score(interval.low), score(interval.high)));
            }
            // Repositories cannot be resampled if there is one.
            let clustered =
                system.interval_by_repository(Measure::Symbols(matching, MeasureKind::Recall(10)));
            row.push(match analysis.repos().len() {
                0 | 1 => "–".to_owned(),
                _ => format!("[{}, {}]", score(clustered.low), score(clustered.high)),
            });
            table.row(&row);
            if not_run > 0 {
                let mut zeros = vec![format!("{}, not run as 0", system.name)];
                zeros.extend(measures.map(|measure| score(system.mean_of_all(measure))));
                zeros.resize(row.len(), String::new());
                table.row(&zeros);
            }
        }
        let _ = writeln!(out, "{}", table.finish());
    }
}

pub(super) fn accuracy(analysis: &Analysis, out: &mut String) {
    if !analysis.has(Measure::Files(1)) {
        return;
    }
    out.push_str("## Changes: all touched files and functions within the first k\n\n");
    let mut header = vec!["system".to_owned()];
    header.extend(accuracy::KS.map(|k| Measure::Files(k).name()));
    header.extend(accuracy::KS.map(|k| Measure::Functions(k).name()));
    let mut table = Table::new(&header);
    for system in &analysis.systems {
        let mean = |measure| maybe(system.stat(measure, &|_| true).map(|stat| stat.mean));
        let mut row = vec![system.name.clone()];
        row.extend(accuracy::KS.map(|k| mean(Measure::Files(k))));
        row.extend(accuracy::KS.map(|k| mean(Measure::Functions(k))));
        table.row(&row);
    }
    let _ = writeln!(out, "{}", table.finish());
}

pub(super) fn groups(analysis: &Analysis, out: &mut String) {
    let tiers: Vec<String> = analysis.tiers().into_iter().map(word).collect();
    let repos: Vec<String> = analysis.repos().into_iter().map(str::to_owned).collect();
    let languages: Vec<String> = analysis.languages().into_iter().map(str::to_owned).collect();
    group(analysis, "Per tier", &tiers, &|task| word(task.tier), out);
    group(analysis, "Per repository", &repos, &|task| task.repo.clone(), out);
    group(analysis, "Per language", &languages, &|task| task.language.clone(), out);
}

fn group(
    analysis: &Analysis,
    title: &str,
    names: &[String],
    of: &dyn Fn(&TaskInfo) -> String,
    out: &mut String,
) {
    let symbols = analysis.ranked_by == Measure::FIRST;
    let shown = if symbols { "R@10 exact / strict, then lenient P@10 / R@10" } else { "files acc@5" };
    let _ = writeln!(out, "## {title}\n\nMeans: {shown}.\n");
    let mut header = vec!["system".to_owned()];
    for name in names {
        let tasks = analysis.tasks.iter().filter(|task| of(task) == *name).count();
        header.push(format!("{name} ({tasks})"));
    }
    let mut table = Table::new(&header);
    for system in &analysis.systems {
        let mut row = vec![system.name.clone()];
        for name in names {
            let mean = |measure| {
                maybe(analysis.stat(system, measure, &|task| of(task) == *name).map(|stat| stat.mean))
            };
            let lenient = Measure::Symbols(Matching::Lenient, MeasureKind::Recall(10));
            row.push(if symbols {
                format!(
                    "{} / {}, {} / {}",
                    mean(Measure::SECOND),
                    mean(Measure::FIRST),
                    mean(Measure::PUBLIC),
                    mean(lenient)
                )
            } else {
                mean(Measure::Files(5))
            });
        }
        table.row(&row);
    }
    let _ = writeln!(out, "{}", table.finish());
}

pub(super) fn tokens(analysis: &Analysis, out: &mut String) {
    if !analysis.has(Measure::FIRST) {
        return;
    }
    out.push_str("## Tokens at fixed recall\n\nTasks whose first 10 symbols hold at least half of the expected ones, strictly matched, and what that cost.\n\n");
    let mut table = Table::new(&[
        "system",
        "tasks reached",
        "share",
        "median tokens of these",
        "tokens per task reached",
        "mean tokens",
        "hits per 1,000 tokens, lenient",
        "strict",
    ]);
    for system in &analysis.systems {
        let price = system.price();
        let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), whole);
        let efficiency = |matching| system.mean(Measure::Symbols(matching, MeasureKind::Efficiency));
        table.row(&[
            system.name.clone(),
            format!("{} of {}", price.reached, price.tasks),
            score(price.reached as f64 / price.tasks.max(1) as f64),
            number(price.median),
            number(price.per_reached),
            number(system.mean_tokens()),
            format!("{:.2}", efficiency(Matching::Lenient)),
            format!("{:.2}", efficiency(Matching::Strict)),
        ]);
    }
    let _ = writeln!(out, "{}", table.finish());
}

pub(super) fn budgets(analysis: &Analysis, out: &mut String) {
    if analysis.systems.iter().all(|system| system.by_budget().is_empty()) {
        return;
    }
    out.push_str("## Recall by budget\n\nMean strict recall of all symbols that an answer of at most so many tokens shows, and its mean tokens. Systems that cannot be told a budget are missing.\n\n");
    let mut table = Table::new(&["system", "budget", "strict recall", "tokens"]);
    for system in &analysis.systems {
        for (budget, tokens, recall) in system.by_budget() {
            table.row(&[system.name.clone(), whole(budget as f64), score(recall), whole(tokens)]);
        }
    }
    let _ = writeln!(out, "{}", table.finish());
}

pub(super) fn costs(analysis: &Analysis, out: &mut String) {
    out.push_str("## Time to context\n\nMedians over repositories (index) and over answered tasks (questions). Compare inside this run only.\n\n");
    let mut table = Table::new(&[
        "system",
        "index",
        "peak memory",
        "index on disk",
        "first question on a fresh index",
        "first run of a question",
        "repeated question",
    ]);
    for system in &analysis.systems {
        let over = |value: &dyn Fn(&crate::record::IndexCost) -> Option<f64>| {
            let values: Vec<f64> = system.index.values().filter_map(value).collect();
            (!values.is_empty()).then(|| median(&values))
        };
        let none = || "–".to_owned();
        table.row(&[
            system.name.clone(),
            over(&|cost| (cost.ms > 0.0).then_some(cost.ms)).map_or_else(|| "none".to_owned(), time),
            over(&|cost| cost.peak_bytes.map(|bytes| bytes as f64)).map_or_else(none, megabytes),
            over(&|cost| cost.disk_bytes.map(|bytes| bytes as f64)).map_or_else(none, megabytes),
            over(&|cost| cost.first_question_ms).map_or_else(none, time),
            system.median_ms(|answer| answer.cold_ms).map_or_else(none, time),
            system.median_ms(|answer| answer.warm_ms).map_or_else(none, time),
        ]);
    }
    let _ = writeln!(out, "{}", table.finish());
}

pub(super) fn significance(analysis: &Analysis, out: &mut String) {
    if analysis.systems.len() < 2 {
        return;
    }
    out.push_str("## Significance\n\nThe row against the column: difference of means, corrected p, Cohen's d. **Bold** where the row may be called better.\n\n");
    let measures =
        [Measure::SECOND, Measure::FIRST, Measure::PUBLIC, Measure::Files(5), Measure::Functions(10)];
    for measure in measures.into_iter().filter(|measure| analysis.has(*measure)) {
        let _ = writeln!(out, "{}:\n", measure.title());
        let mut header = vec!["system"];
        header.extend(analysis.systems.iter().map(|system| system.name.as_str()));
        let mut table = Table::new(&header);
        for (row, system) in analysis.systems.iter().enumerate() {
            let mut cells = vec![system.name.clone()];
            cells.extend((0..analysis.systems.len()).map(|column| cell(analysis, measure, row, column)));
            table.row(&cells);
        }
        let _ = writeln!(out, "{}", table.finish());
    }
}

fn cell(analysis: &Analysis, measure: Measure, row: usize, column: usize) -> String {
    let pair = analysis.pairs.iter().find(|pair| {
        pair.measure == measure && (pair.first, pair.second) == (row.min(column), row.max(column))
    });
    let Some(pair) = pair.filter(|_| row != column) else { return "·".to_owned() };
    let sign = if row == pair.first { 1.0 } else { -1.0 };
    let p = if pair.corrected < 0.001 { "<.001".to_owned() } else { score(pair.corrected) };
    let text = format!("{:+.3}, p {p}, d {:+.2}", pair.difference * sign, pair.d * sign);
    if pair.better() == Some(row) { format!("**{text}**") } else { text }
}

pub(super) fn failures(analysis: &Analysis, out: &mut String) {
    if analysis.failures.iter().all(|one| one.expected == 0) {
        return;
    }
    out.push_str("## Failure modes\n\nExpected symbols that are not among the first 10, strictly matched: share of all expected symbols by cause.\n\n");
    let mut header = vec!["system", "found"];
    header.extend(Mode::ALL.map(Mode::words));
    let mut table = Table::new(&header);
    for failures in &analysis.failures {
        let share = |count: usize| format!("{:.1}%", 100.0 * count as f64 / failures.expected.max(1) as f64);
        let mut row = vec![failures.system.clone(), share(failures.found)];
        for mode in Mode::ALL {
            let count = failures.modes.get(&mode).copied().unwrap_or(0);
            let unknown = mode == Mode::NotInIndex && !failures.index_known;
            row.push(if unknown { "not asked".to_owned() } else { share(count) });
        }
        table.row(&row);
    }
    let _ = writeln!(
        out,
        "{}\n*Noise*: found below 10. *Depth miss*: a neighbour of it was found. *Vocabulary miss*: its name and the task share no word. *Outranked*: they share one, yet it is not among the 50 returned. *Not in index* is known only of systems that can be asked.\n",
        table.finish()
    );
}

pub(super) fn measures(analysis: &Analysis, out: &mut String) {
    let measures = &analysis.measures;
    if !measures.staleness.is_empty() {
        out.push_str("## Staleness\n\nTime from an edit to the right answer.\n\n");
        let mut table = Table::new(&["system and edit", "time"]);
        for one in &measures.staleness {
            let took = one.ms.map_or_else(|| "never".to_owned(), time);
            table.row(&[format!("{}, {}", one.system, one.edit), took]);
        }
        let _ = writeln!(out, "{}", table.finish());
    }
    if !measures.robustness.is_empty() {
        out.push_str("## Robustness\n\nOverlap (Jaccard of the first 10) of answers to the same task in other words.\n\n");
        let mut table = Table::new(&["system", "mean overlap", "pairs of wordings"]);
        for one in &measures.robustness {
            table.row(&[one.system.clone(), score(mean(&one.overlaps)), one.overlaps.len().to_string()]);
        }
        let _ = writeln!(out, "{}", table.finish());
    }
    if !measures.determinism.is_empty() {
        out.push_str("## Determinism\n\nQuestions whose answers were equal, byte for byte.\n\n");
        let mut table = Table::new(&["system", "equal", "runs of each"]);
        for one in &measures.determinism {
            table.row(&[
                one.system.clone(),
                format!("{} of {}", one.equal, one.questions),
                one.runs.to_string(),
            ]);
        }
        let _ = writeln!(out, "{}", table.finish());
    }
}

/// The measure that lessons and pictures of single tasks use.
pub fn per_task(analysis: &Analysis) -> Measure {
    if analysis.has(Measure::FIRST) { Measure::FIRST } else { Measure::Files(5) }
}

/// A system's value on a task.
pub(super) fn value_on(system: &System, task: usize, measure: Measure) -> Option<f64> {
    let at = system.answers.binary_search_by_key(&task, |answer| answer.task).ok()?;
    measure.value(&system.answers[at].score)
}
