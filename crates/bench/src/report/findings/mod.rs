//! `FINDINGS.md`: what a run shows, written from its data alone.

mod learning;
mod lessons;
mod published;
mod sections;
mod tasks;

use super::analysis::Analysis;
use super::markdown::score;
use super::measure::Measure;
use crate::record::Outcome;
use std::fmt::Write;

/// The whole text.
pub fn findings(analysis: &Analysis) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "# Findings: {}\n", analysis.name);
    for warning in &analysis.warnings {
        let _ = writeln!(out, "> **{warning}**\n");
    }
    let _ = writeln!(out, "{}\n", headline(analysis));
    for line in &analysis.provenance {
        let _ = writeln!(out, "- {line}");
    }
    let _ = writeln!(out, "\n## Summary\n\n{}", published_table(analysis));
    out.push_str(&what_ran(analysis));
    sections::overall(analysis, &mut out);
    sections::accuracy(analysis, &mut out);
    sections::groups(analysis, &mut out);
    sections::tokens(analysis, &mut out);
    sections::budgets(analysis, &mut out);
    sections::costs(analysis, &mut out);
    sections::significance(analysis, &mut out);
    sections::failures(analysis, &mut out);
    learning::learning(analysis, &mut out);
    sections::measures(analysis, &mut out);
    criteria(analysis, &mut out);
    lessons::lessons(analysis, &mut out);
    out.push_str(READING);
    tasks::tasks(analysis, &mut out);
    out
}

pub use published::published_table;
pub use sections::per_task;
pub use tasks::claims;

/// `failure-analysis.md`: why expected symbols were not found.
pub(super) fn failure_analysis(analysis: &Analysis) -> String {
    let mut out = format!("# Failure analysis: {}\n\n", analysis.name);
    sections::failures(analysis, &mut out);
    out
}

/// `competitive-lessons.md`: what each system does better than the others.
pub(super) fn competitive_lessons(analysis: &Analysis) -> String {
    let mut out = format!("# Competitive lessons: {}\n\n", analysis.name);
    lessons::lessons(analysis, &mut out);
    out
}

/// The specification's criteria of success, as far as one run can show them.
fn criteria(analysis: &Analysis, out: &mut String) {
    out.push_str("## Criteria of success\n\n");
    let claims = analysis.pairs.iter().filter(|pair| pair.measure == analysis.ranked_by);
    let (all, claimed) =
        claims.fold((0, 0), |(all, claimed), pair| (all + 1, claimed + usize::from(pair.better().is_some())));
    let _ = writeln!(
        out,
        "- Reproducibility: `fathom bench compare` of this run and a second one; within 5% is asked for.\n\
         - Discrimination: {claimed} of {all} pairs of systems differ so much that one may be called better.\n\
         - Coverage: {}.\n\
         - Improvements: {}\n",
        coverage(analysis),
        lessons::improvements(analysis)
    );
}

/// The finding in one or two sentences; the page opens with it too.
pub fn headline(analysis: &Analysis) -> String {
    let measure = analysis.ranked_by;
    let Some(best) = analysis.systems.first() else {
        return "No system could be run.".to_owned();
    };
    let name = measure.title();
    let finding =
        if analysis.systems.len() == 1 { "was measured alone: mean" } else { "has the highest mean" };
    let mut text = format!("{} {finding} {name}: {}", best.name, score(best.mean(measure)));
    if measure == Measure::FIRST {
        let _ = write!(
            text,
            " (exact {}, lenient P@10 {})",
            score(best.mean(Measure::SECOND)),
            score(best.mean(Measure::PUBLIC))
        );
    }
    if !analysis.warnings.is_empty() {
        return text + ". Nothing is claimed: see the warning above.";
    }
    let Some(second) = analysis.systems.get(1) else {
        return text + ".";
    };
    let _ = write!(text, ", before {} with {}", second.name, score(second.mean(measure)));
    let better: Vec<&str> = analysis
        .pairs
        .iter()
        .filter(|pair| pair.measure == measure && pair.first == 0 && pair.better() == Some(0))
        .map(|pair| analysis.systems[pair.second].name.as_str())
        .collect();
    let others = analysis.systems.len() - 1;
    let claim = if better.len() == others {
        "It is better than every other system here".to_owned()
    } else if better.is_empty() {
        "No difference to another system is large and sure enough to claim it is better".to_owned()
    } else {
        format!("It is better than {}; to the others the difference is not sure enough", better.join(", "))
    };
    format!("{text}. {claim} (Wilcoxon with Holm's correction p < 0.05, and d > 0.3).")
}

/// What the run covers, in numbers.
fn coverage(analysis: &Analysis) -> String {
    [
        count(analysis.tasks.len(), "task", "tasks"),
        count(analysis.repos().len(), "repository", "repositories"),
        count(analysis.languages().len(), "language", "languages"),
        count(analysis.systems.len(), "system", "systems"),
    ]
    .join(", ")
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn what_ran(analysis: &Analysis) -> String {
    let mut out = String::from("## What ran\n\n");
    let _ = writeln!(
        out,
        "{}. A question that failed or ran out of time scores 0; one that a system could not be asked has no score.\n",
        coverage(analysis)
    );
    for system in &analysis.systems {
        let failed = system.count(|outcome| matches!(outcome, Outcome::Failed { .. }));
        let timed_out = system.count(|outcome| matches!(outcome, Outcome::TimedOut { .. }));
        let not_run = system.answers.len() - system.asked();
        let _ = write!(out, "- {} {}: asked on {} tasks", system.name, system.version, system.asked());
        if not_run > 0 {
            let _ = write!(out, ", **not run on {not_run}** (it has no score there)");
        }
        if system.answers.len() < analysis.tasks.len() {
            let _ =
                write!(out, " of {} (**incomplete**: its means are over fewer tasks)", analysis.tasks.len());
        }
        if failed > 0 {
            let _ = write!(out, ", {failed} failed");
        }
        if timed_out > 0 {
            let _ = write!(out, ", {timed_out} out of time");
        }
        out.push('\n');
    }
    for absent in &analysis.absent {
        let reason = absent.reason.lines().next().unwrap_or("");
        let _ = writeln!(out, "- {}: could not be installed here ({reason})", absent.name);
    }
    out.push('\n');
    out
}

const READING: &str = "## How to read this

- **Lenient** is the public matching: case does not count; names are equal, one ends with the other at a dot, they share the last name and a qualifier, or one contains the other at dots. Every returned symbol that matches counts for P@K; an expected symbol counts for R@K if any of the first K matches it.
- **Strict** pairs returned and expected symbols that match leniently one to one, as many pairs as possible. Each expected symbol is credited once, but a type may stand in for its member.
- **Exact** pairs one to one only what has the same name, or names of which one is the end of the other: the very symbol. Fathom's ranker was trained to accept a type for its member, which strict credits and exact does not.
- P@K divides by K, however few symbols were returned. NDCG is 1 at most.
- Tokens are cl100k_base tokens of the whole answer. *Tokens per task reached* divides the tokens of all answers by the tasks whose first 10 symbols hold half of the expected ones.
- Means are over tasks, ± is the standard deviation over tasks, brackets are 95% bootstrap intervals of the mean (10,000 resamples, seeded): over tasks, and *by repository* over repositories first and then tasks within them, which is the honest interval for a claim about other repositories.
- A task that a system could not be asked (no indexer for its language) is *not run*: it has no score, comparisons use the tasks that both systems were asked, and the row *not run as 0* counts it as 0.
- *Better* is claimed only if the paired Wilcoxon signed-rank test gives p < 0.05 after Holm's correction over all pairs, and Cohen's d of the paired differences is above 0.3.
- All figures are in `aggregated/` and `analysis/`; they were computed from `raw/` alone.
";
