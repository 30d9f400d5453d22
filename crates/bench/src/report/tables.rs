//! `aggregated/*.csv` and `analysis/*`: the figures for other programs.

use super::analysis::{Analysis, System, TaskInfo};
use super::csv::{Csv, maybe, number};
use super::measure::Measure;
use crate::matching::Matching;
use crate::metrics::curve::LARGEST;
use crate::record::Outcome;
use crate::statistics::mean;
use anyhow::Result;

/// Every table: its path in the run's folder, and its text.
pub fn tables(analysis: &Analysis) -> Result<Vec<(String, String)>> {
    let tiers: Vec<String> = analysis.tiers().into_iter().map(word).collect();
    let own =
        |names: std::collections::BTreeSet<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    Ok(vec![
        ("aggregated/overall.csv".into(), overall(analysis)),
        ("aggregated/by_tier.csv".into(), grouped(analysis, "tier", &tiers, &|task| word(task.tier))),
        (
            "aggregated/by_repository.csv".into(),
            grouped(analysis, "repository", &own(analysis.repos()), &|task| task.repo.clone()),
        ),
        (
            "aggregated/by_language.csv".into(),
            grouped(analysis, "language", &own(analysis.languages()), &|task| task.language.clone()),
        ),
        ("aggregated/tasks.csv".into(), tasks(analysis)),
        ("aggregated/curves.csv".into(), curves(analysis)),
        ("aggregated/tokens.csv".into(), tokens(analysis)),
        ("aggregated/budgets.csv".into(), budgets(analysis)),
        ("aggregated/costs.csv".into(), costs(analysis)),
        ("analysis/significance.csv".into(), significance(analysis)),
        ("analysis/significance-tests.json".into(), significance_json(analysis)?),
        ("analysis/failures.csv".into(), failures(analysis)),
        ("analysis/failures.json".into(), serde_json::to_string_pretty(&analysis.failures)? + "\n"),
        ("analysis/ranks.csv".into(), ranks(analysis)),
    ])
}

/// A tier's word.
pub(super) fn word(tier: crate::tasks::Tier) -> String {
    format!("{tier:?}").to_lowercase()
}

/// How an answer ended, in a word.
pub(super) fn ended(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Answered => "answered",
        Outcome::Failed { .. } => "failed",
        Outcome::TimedOut { .. } => "timed out",
        Outcome::NotInstalled { .. } => "not run",
    }
}

fn overall(analysis: &Analysis) -> String {
    let mut csv = Csv::new(&[
        "system",
        "version",
        "matching",
        "measure",
        "tasks",
        "mean",
        "deviation",
        "low",
        "high",
        "low_by_repository",
        "high_by_repository",
        "not_run",
        "mean_with_not_run_as_0",
    ]);
    let main = Measure::main();
    for system in &analysis.systems {
        for measure in Measure::all() {
            let Some(stat) = system.stat(measure, &|_| true) else { continue };
            let interval = main.contains(&measure).then(|| system.interval(measure));
            let clustered = main.contains(&measure).then(|| system.interval_by_repository(measure));
            csv.row(&[
                system.name.clone(),
                system.version.clone(),
                measure.matching().to_owned(),
                measure.name(),
                stat.tasks.to_string(),
                number(stat.mean),
                number(stat.deviation),
                maybe(interval.map(|one| one.low)),
                maybe(interval.map(|one| one.high)),
                maybe(clustered.map(|one| one.low)),
                maybe(clustered.map(|one| one.high)),
                (system.answers.len() - system.asked()).to_string(),
                number(system.mean_of_all(measure)),
            ]);
        }
    }
    csv.finish()
}

fn grouped(
    analysis: &Analysis,
    sort: &str,
    groups: &[String],
    group: &dyn Fn(&TaskInfo) -> String,
) -> String {
    let mut csv = Csv::new(&[sort, "system", "matching", "measure", "tasks", "mean", "deviation"]);
    for name in groups {
        for system in &analysis.systems {
            for measure in Measure::all() {
                let Some(stat) = analysis.stat(system, measure, &|task| group(task) == *name) else {
                    continue;
                };
                csv.row(&[
                    name.clone(),
                    system.name.clone(),
                    measure.matching().to_owned(),
                    measure.name(),
                    stat.tasks.to_string(),
                    number(stat.mean),
                    number(stat.deviation),
                ]);
            }
        }
    }
    csv.finish()
}

fn tasks(analysis: &Analysis) -> String {
    let measures: Vec<Measure> = Measure::all();
    let mut header: Vec<String> =
        ["system", "repository", "tier", "task", "language", "outcome", "tokens", "cold_ms", "warm_ms"]
            .map(str::to_owned)
            .to_vec();
    header.extend(measures.iter().map(|measure| match measure {
        Measure::Symbols(matching, _) => format!("{} {}", matching.word(), measure.name()),
        _ => measure.name(),
    }));
    let mut csv = Csv::new(&header.iter().map(String::as_str).collect::<Vec<_>>());
    for system in &analysis.systems {
        for answer in &system.answers {
            let task = &analysis.tasks[answer.task];
            let mut row = vec![
                system.name.clone(),
                task.repo.clone(),
                word(task.tier),
                task.id.clone(),
                task.language.clone(),
                ended(&answer.outcome).to_owned(),
                answer.tokens.to_string(),
                number(answer.cold_ms),
                number(answer.warm_ms),
            ];
            row.extend(measures.iter().map(|measure| maybe(measure.value(&answer.score))));
            csv.row(&row);
        }
    }
    csv.finish()
}

/// Mean precision and recall of a system at each K.
pub(super) fn mean_curve(system: &System, matching: Matching) -> Vec<(f64, f64)> {
    let curves: Vec<_> = system
        .answers
        .iter()
        .filter(|answer| answer.was_asked())
        .filter_map(|answer| Some(&answer.score.symbols.as_ref()?.of(matching).curve))
        .collect();
    if curves.is_empty() {
        return Vec::new();
    }
    (0..LARGEST)
        .map(|at| {
            let of = |value: fn(&crate::metrics::curve::Point) -> f64| {
                mean(&curves.iter().map(|curve| value(&curve[at])).collect::<Vec<_>>())
            };
            (of(|point| point.precision), of(|point| point.recall))
        })
        .collect()
}

fn curves(analysis: &Analysis) -> String {
    let mut csv = Csv::new(&["system", "matching", "k", "precision", "recall"]);
    for system in &analysis.systems {
        for matching in Matching::ALL {
            for (index, (precision, recall)) in mean_curve(system, matching).into_iter().enumerate() {
                csv.row(&[
                    system.name.clone(),
                    matching.word().to_owned(),
                    (index + 1).to_string(),
                    number(precision),
                    number(recall),
                ]);
            }
        }
    }
    csv.finish()
}

fn tokens(analysis: &Analysis) -> String {
    let mut csv = Csv::new(&[
        "system",
        "mean_tokens",
        "tasks",
        "reached_half_recall",
        "median_tokens",
        "tokens_per_reached",
    ]);
    for system in &analysis.systems {
        let price = system.price();
        csv.row(&[
            system.name.clone(),
            maybe(system.mean_tokens()),
            price.tasks.to_string(),
            price.reached.to_string(),
            maybe(price.median),
            maybe(price.per_reached),
        ]);
    }
    csv.finish()
}

fn budgets(analysis: &Analysis) -> String {
    let mut csv = Csv::new(&["system", "budget", "mean_tokens", "strict_recall"]);
    for system in &analysis.systems {
        for (budget, tokens, recall) in system.by_budget() {
            csv.row(&[system.name.clone(), budget.to_string(), number(tokens), number(recall)]);
        }
    }
    csv.finish()
}

fn costs(analysis: &Analysis) -> String {
    let mut csv =
        Csv::new(&["system", "repository", "index_ms", "peak_bytes", "disk_bytes", "cold_ms", "warm_ms"]);
    for system in &analysis.systems {
        for (repo, cost) in &system.index {
            let of = |time: fn(&super::analysis::Answer) -> f64| {
                let answers = system.answers.iter().filter(|answer| {
                    analysis.tasks[answer.task].repo == *repo && answer.outcome == Outcome::Answered
                });
                let times: Vec<f64> = answers.map(time).collect();
                (!times.is_empty()).then(|| crate::statistics::median(&times))
            };
            csv.row(&[
                system.name.clone(),
                repo.clone(),
                number(cost.ms),
                cost.peak_bytes.map(|bytes| bytes.to_string()).unwrap_or_default(),
                cost.disk_bytes.map(|bytes| bytes.to_string()).unwrap_or_default(),
                maybe(of(|answer| answer.cold_ms)),
                maybe(of(|answer| answer.warm_ms)),
            ]);
        }
    }
    csv.finish()
}

fn significance(analysis: &Analysis) -> String {
    let mut csv = Csv::new(&[
        "first",
        "second",
        "matching",
        "measure",
        "tasks",
        "difference",
        "p",
        "p_corrected",
        "d",
        "better",
    ]);
    for pair in &analysis.pairs {
        let name = |index: usize| analysis.systems[index].name.clone();
        csv.row(&[
            name(pair.first),
            name(pair.second),
            pair.measure.matching().to_owned(),
            pair.measure.name(),
            pair.tasks.to_string(),
            number(pair.difference),
            format!("{:.3e}", pair.p),
            format!("{:.3e}", pair.corrected),
            number(pair.d),
            pair.better().map(name).unwrap_or_default(),
        ]);
    }
    csv.finish()
}

/// The same as values, under the name that the specification gives the file.
fn significance_json(analysis: &Analysis) -> Result<String> {
    let name = |index: usize| analysis.systems[index].name.as_str();
    let tests: Vec<serde_json::Value> = analysis
        .pairs
        .iter()
        .map(|pair| {
            serde_json::json!({
                "first": name(pair.first),
                "second": name(pair.second),
                "matching": pair.measure.matching(),
                "measure": pair.measure.name(),
                "tasks": pair.tasks,
                "difference": pair.difference,
                "test": "Wilcoxon signed-rank, two-sided, tie correction",
                "p": pair.p,
                "correction": "Holm over the pairs of one measure",
                "p_corrected": pair.corrected,
                "cohen_d": pair.d,
                "better": pair.better().map(name),
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&tests)? + "\n")
}

fn failures(analysis: &Analysis) -> String {
    let mut csv = Csv::new(&["system", "mode", "symbols", "share_of_expected"]);
    for failures in &analysis.failures {
        for (mode, count) in &failures.modes {
            csv.row(&[
                failures.system.clone(),
                mode.words().to_owned(),
                count.to_string(),
                number(*count as f64 / failures.expected.max(1) as f64),
            ]);
        }
    }
    csv.finish()
}

fn ranks(analysis: &Analysis) -> String {
    let mut csv = Csv::new(&["system", "repository", "task", "label", "lenient_rank", "strict_rank"]);
    for system in &analysis.systems {
        for answer in &system.answers {
            let Some(both) = &answer.score.symbols else { continue };
            let task = &analysis.tasks[answer.task];
            for (index, (lenient, strict)) in both.lenient.ranks.iter().zip(&both.strict.ranks).enumerate() {
                let rank = |rank: &Option<usize>| rank.map(|rank| rank.to_string()).unwrap_or_default();
                csv.row(&[
                    system.name.clone(),
                    task.repo.clone(),
                    task.id.clone(),
                    (index + 1).to_string(),
                    rank(lenient),
                    rank(strict),
                ]);
            }
        }
    }
    csv.finish()
}
