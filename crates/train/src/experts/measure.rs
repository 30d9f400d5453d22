//! The quality of the shipped gates on repositories that they have not seen.

use super::EXPERTS;
use super::Repository;
use super::gather::past;
use anyhow::Result;
use fathom_experts::ExpertId;
use fathom_experts::evaluate::{Evaluation, Measure, Quality, Report, Sample, WARM_UP, evaluate};
use fathom_experts::replay::{Diffs, Replay};
use std::path::PathBuf;

/// The measures of an expert beside those of the baseline, and the samples of its probabilities.
type Pool = (Vec<(Measure, Measure)>, Vec<Sample>);

/// Evaluates every repository and prints a table per expert.
pub(super) fn measure(roots: &[(Repository, PathBuf)], commits: usize, diffs: Diffs) -> Result<()> {
    let mut pooled: Vec<Pool> = EXPERTS.iter().map(|_| Pool::default()).collect();
    let (mut in_hand, mut in_hand_lines) = (Pool::default(), Vec::new());
    let mut lines: Vec<Vec<String>> = EXPERTS.iter().map(|_| Vec::new()).collect();
    for (repository, root) in roots {
        let past = past(root, &repository.commit)?;
        let asked = Replay::commits(&past, past.len(), commits + WARM_UP);
        let warm_up = asked.len().saturating_sub(commits);
        let evaluation = Evaluation { experts: &EXPERTS, commits: &asked, warm_up, diffs, models: None };
        let evaluated = evaluate(root, &past, &evaluation, &mut |_| {})?;
        let of_one = &evaluated.in_hand;
        let report =
            Report::pooled(ExpertId::Files, of_one.measures.clone(), of_one.samples.clone(), Vec::new());
        in_hand_lines.push(line(&repository.name, &report));
        in_hand.0.extend(evaluated.in_hand.measures);
        in_hand.1.extend(evaluated.in_hand.samples);
        let reports = evaluated.reports;
        for ((report, pool), lines) in reports.into_iter().zip(&mut pooled).zip(&mut lines) {
            eprintln!("{} {}", report.expert, line(&repository.name, &report));
            lines.push(line(&repository.name, &report));
            pool.0.extend(report.measures);
            pool.1.extend(report.samples);
        }
    }
    for ((expert, pool), lines) in EXPERTS.into_iter().zip(pooled).zip(lines) {
        print_table(expert.word(), expert, pool, &lines);
    }
    print_table("files, with one half of the change in hand", ExpertId::Files, in_hand, &in_hand_lines);
    Ok(())
}

fn print_table(title: &str, expert: ExpertId, (measures, samples): Pool, lines: &[String]) {
    println!("\n{title}\n");
    println!(
        "| repository | questions | MRR | P@1 | R@5 | R@10 | all in 1 / 5 / 10 | R@10 of files touched at most once | decayed MRR / R@10 | gain in MRR, 95% interval | gain in R@10, 95% interval | ECE |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for line in lines {
        println!("{line}");
    }
    let report = Report::pooled(expert, measures, samples, Vec::new());
    println!("{}", line("**all**", &report));
    println!("\n{}", bounds(&report));
}

/// What no order can exceed, and how much of the way there from the baseline the expert went.
fn bounds(report: &Report) -> String {
    let (own, base) = (&report.quality, &report.decayed);
    let all = |of: &Quality| [of.all_in_1, of.all_in_5, of.all_in_10];
    let way = [0, 1, 2].map(|at| (all(own)[at] - all(base)[at]) / (own.bound[at] - all(base)[at]).max(1e-9));
    let triple = |values: [f64; 3]| values.map(|value| format!("{value:.3}")).join(" / ");
    format!(
        "all in 1 / 5 / 10: {}, decayed {}, bound {}, share of the distance {}; listed of those touched at most once {:.3}, of the others {:.3}",
        triple(all(own)),
        triple(all(base)),
        triple(own.bound),
        triple(way),
        own.at_most_one.listed,
        own.warm.listed
    )
}

fn line(name: &str, report: &Report) -> String {
    let (own, base) = (&report.quality, &report.decayed);
    format!(
        "| {name} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} / {:.3} / {:.3} | {:.3} ({}) | {:.3} / {:.3} | {:+.3} ({:+.3} to {:+.3}) | {:+.3} ({:+.3} to {:+.3}) | {:.3} |",
        report.questions,
        own.mrr,
        own.precision_at_1,
        own.recall_at_5,
        own.recall_at_10,
        own.all_in_1,
        own.all_in_5,
        own.all_in_10,
        own.at_most_one.recall_at_10,
        own.at_most_one.files,
        base.mrr,
        base.recall_at_10,
        report.mrr_gain,
        report.mrr_gain_interval.low,
        report.mrr_gain_interval.high,
        report.recall_at_10_gain,
        report.recall_at_10_gain_interval.low,
        report.recall_at_10_gain_interval.high,
        report.calibration.ece
    )
}
