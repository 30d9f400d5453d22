//! Outcomes of predictions as text.

use super::Paint;
use crate::operations::outcomes::{CalibrationReport, Leaderboard, RecordedOutcomes};
use fathom_experts::ledger::credits;
use fathom_experts::quality::{DEFINITIONS, FEWEST_SAMPLES, Quality, Summary};
use std::fmt::Write;

/// Missed items that are named.
const MISSED: usize = 5;

/// The result of `experts record`.
pub fn recorded(recorded: &RecordedOutcomes, paint: &Paint) -> String {
    let mut text = String::new();
    for one in &recorded.settled {
        let _ = writeln!(
            text,
            "{} {}: {} of {} predicted happened, {} credits",
            paint.name(&one.expert),
            paint.faint(&one.prediction_id),
            one.happened,
            one.judged,
            credits(one.reward)
        );
        if let Some(run) = &one.run {
            let _ = writeln!(text, "  {} tests ran, {} failed, {} skipped", run.ran, run.failed, run.skipped);
        }
        if let Some(metrics) = &one.metrics {
            let share = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
            let _ = writeln!(
                text,
                "  precision@5 {}, recall {}, first failure at 1/{}, coverage {}, time saved {}",
                share(metrics.precision),
                share(metrics.recall),
                metrics
                    .reciprocal_rank
                    .filter(|rank| *rank > 0.0)
                    .map_or("-".to_owned(), |rank| format!("{:.0}", 1.0 / rank)),
                share(metrics.coverage),
                share(metrics.time_saved)
            );
        }
        for missed in one.missed.iter().take(MISSED) {
            let _ = writeln!(text, "  not predicted: {}", paint.path(missed));
        }
        if one.missed.len() > MISSED {
            let _ = writeln!(text, "  … {} more", one.missed.len() - MISSED);
        }
    }
    for note in &recorded.notes {
        let _ = writeln!(text, "{}", paint.warning(note));
    }
    text
}

/// Which parts of a calibration are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct CalibrationParts {
    /// The reliability curve.
    pub curve: bool,
    /// Each week.
    pub weeks: bool,
}

/// Whether probabilities held.
pub fn calibration(reports: &[CalibrationReport], parts: CalibrationParts, paint: &Paint) -> String {
    let mut text = String::new();
    for report in reports {
        let calibration = &report.calibration;
        let _ = writeln!(
            text,
            "{}  {} predictions with an outcome, {} probabilities",
            paint.title(&report.expert),
            report.predictions,
            calibration.count
        );
        let _ = writeln!(
            text,
            "  ECE {:.3}  Brier {:.3}  log loss {:.3}",
            calibration.ece, calibration.brier, calibration.log_loss
        );
        if report.predictions < FEWEST_SAMPLES {
            let _ = writeln!(text, "  {}", paint.warning("fewer than 10 predictions: too few to judge"));
        }
        if let (Some(runs), Some(quality)) = (&report.runs, report.quality) {
            summary(&mut text, runs, quality);
        }
        if parts.curve {
            text.push_str("  predicted  happened  count\n");
            for bin in &calibration.curve {
                let _ = writeln!(text, "  {:>9.3}  {:>8.3}  {:>5}", bin.predicted, bin.happened, bin.count);
            }
        }
        if parts.weeks {
            text.push_str("  week of     predictions  Brier  hit rate\n");
            for week in &report.weeks {
                let day = jiff::Timestamp::from_second(week.start)
                    .map_or_else(|_| week.start.to_string(), |time| time.strftime("%Y-%m-%d").to_string());
                let _ = writeln!(
                    text,
                    "  {day}  {:>11}  {:.3}  {:>8.3}",
                    week.predictions, week.brier, week.hit_rate
                );
            }
        }
    }
    if reports.is_empty() {
        text.push_str("no prediction has an outcome yet; `fathom experts record outcome` adds one\n");
    }
    text
}

fn summary(text: &mut String, runs: &Summary, quality: Quality) {
    let share = |value: Option<f64>| value.map_or("   -".to_owned(), |value| format!("{value:.2}"));
    let values = [
        runs.precision,
        runs.precision_ran,
        runs.recall,
        runs.hit_rate,
        runs.mrr,
        runs.coverage,
        runs.time_saved,
    ];
    let _ = writeln!(
        text,
        "  {} test runs, {} with a failure: {}",
        runs.runs,
        runs.runs_with_failure,
        quality.word()
    );
    for ((name, definition), value) in DEFINITIONS.iter().zip(values) {
        let _ = writeln!(text, "  {name:<18} {}  {definition}", share(value));
    }
}

/// The ledger.
pub fn leaderboard(board: &Leaderboard, paint: &Paint) -> String {
    let mut text = String::new();
    if board.accounts.is_empty() {
        return "no prediction is recorded yet; `fathom predict` and `fathom tests` record theirs\n"
            .to_owned();
    }
    let _ = writeln!(text, "{}", paint.title("expert     credits  predictions  settled  hits"));
    for account in &board.accounts {
        let _ = writeln!(
            text,
            "{:<9}  {:>7}  {:>11}  {:>7}  {:>4}",
            account.expert,
            credits(account.balance),
            account.predictions,
            account.settled,
            account.hits
        );
    }
    let _ = writeln!(text, "\n{}", paint.title("component        credits  at stake  weight  log loss"));
    for one in &board.components {
        let _ = writeln!(
            text,
            "{:<15}  {:>7}  {:>8}  {:>6.2}  {:>8.3}",
            one.component,
            credits(one.balance),
            credits(one.stake),
            one.weight,
            one.log_loss
        );
    }
    let _ = writeln!(text, "\n{}", paint.title("latest predictions"));
    for one in &board.recent {
        let first = one.first.as_ref().map_or(String::new(), |(item, p)| format!("{item} {:.0}%", p * 100.0));
        let outcome = one
            .happened
            .map_or("no outcome".to_owned(), |happened| format!("{happened} of {} happened", one.items));
        let _ = writeln!(
            text,
            "{}  {:<8}  {first}  {}",
            paint.faint(&one.prediction_id),
            one.expert,
            paint.faint(&outcome)
        );
    }
    text
}
